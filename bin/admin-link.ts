// npm run admin:link -- you@example.com: prints a one-time login link for an organiser or helper.
// With --end-logins before the address, logs that person out everywhere, for example after a theft.
import { parseArgs } from "node:util";
import { hasRole, isConferenceOver, isListedHelper } from "#app/auth/roles.server.ts";
import { sqlite } from "#app/db/connection.server.ts";
import { createLoginLink, LINK_LIFETIME_MINUTES, loginLinkUrl } from "#app/models/login/login-link.server.ts";
import { endLoginSessions } from "#app/models/login/login-session.server.ts";
import { getUserByEmail } from "#app/models/login/user.server.ts";
import { countText } from "#app/platform/text.ts";

const { values, positionals } = parseArgs({
  options: { "end-logins": { type: "boolean", default: false } },
  allowPositionals: true,
  strict: false,
});
const email = positionals[0]?.trim().toLowerCase() ?? "";
if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
  console.error("Give an address: npm run admin:link -- you@example.com");
  process.exitCode = 1;
} else if (values["end-logins"]) {
  const user = await getUserByEmail(email);
  const ended = user ? await endLoginSessions(user.id, () => true, "admin:link") : [];
  console.log(`${countText(ended.length, "login")} of ${email} ended.`);
} else if (!hasRole(email)) {
  console.error(
    isListedHelper(email) && isConferenceOver()
      ? `${email} is a helper, and the conference is over. Add the address to ADMIN_EMAILS, then try again.`
      : `${email} is not an organiser. Add the address to ADMIN_EMAILS, or to DOOR_EMAILS for a helper at the door, then try again.`,
  );
  process.exitCode = 1;
} else {
  const token = await createLoginLink(email);
  console.log(`Open this within ${LINK_LIFETIME_MINUTES} minutes; it works once:\n${loginLinkUrl(token)}`);
}
sqlite.close();
