import { conference } from "#app/conference/conference.ts";
import {
  type Delegate,
  type Letter,
  privateLinkUrl,
  referenceFact,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { fillPlaceholders } from "#app/models/message/placeholders.ts";
import { env } from "#app/platform/env.server.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

export type MessageContent = { subject: string; text: string };

const { name: event } = conference;

export function messageLetter(
  { subject, text }: MessageContent,
  delegate: Delegate,
  link: string = privateLinkUrl(delegate),
): Letter {
  const name = toSafeLine(fullName(delegate.name));
  const values = { name, reference: formatReference(delegate.reference), link };
  return {
    // Contains no line breaks, because `toSafeLine` removes them from names and subjects have none.
    subject: fillPlaceholders(subject, values),
    parts: [
      { prose: fillPlaceholders(text, values) },
      { note: `You are receiving this email because you registered for ${event}.` },
      { facts: [["Name", toSafeLine(delegate.name)], referenceFact(delegate)] },
      { label: "View or cancel your registration", href: link },
    ],
  };
}

/** Omits the private link, which belongs to the delegate alone. */
export const previewLetter = (written: MessageContent, delegate: Delegate): Letter =>
  messageLetter(written, delegate, `${env.SITE_ORIGIN}/registration/their-own-link`);
