// Everything that npm run doctor looks at, once the settings can be read.
import { checkAddress } from "#app/doctor/address.server.ts";
import type { Check } from "#app/doctor/check.ts";
import { checkClock } from "#app/doctor/clock.server.ts";
import { checkDataFolder } from "#app/doctor/data-folder.server.ts";
import { checkImageStore } from "#app/doctor/image-store.server.ts";
import { checkMail } from "#app/doctor/mail.server.ts";
import { checkSignIn } from "#app/doctor/sign-in.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Looks at all of it; an email is sent only to `mailTo`. */
export async function examine(mailTo: string | undefined): Promise<Check[]> {
  const [address, signIn, mail, clock, images] = await Promise.all([
    checkAddress(env),
    checkSignIn(env),
    checkMail(env.SMTP_URL, mailTo),
    checkClock(env.DATA_DIR, env.oauth?.issuer),
    checkImageStore(env.s3),
  ]);
  return [...checkDataFolder(env.DATA_DIR), ...images, ...address, ...signIn, mail, clock];
}
