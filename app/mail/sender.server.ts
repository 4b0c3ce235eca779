import { conference } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";

/** Who mail is from where neither MAIL_FROM nor the conference says it. */
const NO_ADDRESS = `conference@${new URL(env.SITE_ORIGIN).hostname}`;

/** Who mail is from; without a name of its own it has the conference's. */
export const sender = (): { name: string | null; address: string } =>
  env.MAIL_FROM ?? { name: null, address: conference.contact.email ?? NO_ADDRESS };

/** How an email says who it is from, and whom an answer goes to where that is another address. */
export function fromAndReplyTo() {
  const { name, contact } = conference;
  const from = sender();
  const replyTo =
    contact.email === null || from.address === contact.email ? undefined : { name, address: contact.email };
  return { from: { name: from.name ?? name, address: from.address }, replyTo };
}
