// npm run admin:link -- you@example.com: a one-time link that signs an organiser in.
import { isOrganiser } from "#app/auth.server.ts";
import { sqlite } from "#app/db/connection.server.ts";
import { env } from "#app/env.server.ts";
import { createSignInLink, LINK_LIFETIME_MINUTES } from "#app/models/sign-in-link.server.ts";

const email = process.argv[2]?.trim().toLowerCase() ?? "";
if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
  console.error("Say for whom: npm run admin:link -- you@example.com");
  process.exitCode = 1;
} else if (!isOrganiser(email)) {
  console.error(`${email} is not on the list of organisers. Add it to ADMIN_EMAILS, then try again.`);
  process.exitCode = 1;
} else {
  const token = await createSignInLink(email);
  console.log(
    `Open this within ${LINK_LIFETIME_MINUTES} minutes; it works once:\n${env.SITE_ORIGIN}/api/login?link=${token}`,
  );
}
sqlite.close();
