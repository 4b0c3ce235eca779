import { conference } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";

/** Who mail is from where neither MAIL_FROM nor the conference says it. */
const NO_ADDRESS = `conference@${new URL(env.SITE_ORIGIN).hostname}`;

/** Who mail is from; without a name of its own it has the conference's. */
export const sender = (): { name: string | null; address: string } =>
  env.MAIL_FROM ?? { name: null, address: conference.contact.email ?? NO_ADDRESS };
