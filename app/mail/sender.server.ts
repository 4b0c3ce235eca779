import { conference } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";

const NO_ADDRESS = `conference@${new URL(env.SITE_ORIGIN).hostname}`;

export const getSender = (): { name: string | null; address: string } =>
  env.MAIL_FROM ?? { name: null, address: conference.contact.email ?? NO_ADDRESS };

/** `replyTo` is undefined if the conference has no contact address, or sends from that address. */
export function fromAndReplyTo() {
  const { name, contact } = conference;
  const from = getSender();
  const replyTo =
    contact.email === null || from.address === contact.email ? undefined : { name, address: contact.email };
  return { from: { name: from.name ?? name, address: from.address }, replyTo };
}
