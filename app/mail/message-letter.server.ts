import { conference } from "#app/conference/conference.ts";
import { letterText } from "#app/mail/letter-formats.server.tsx";
import {
  type Delegate,
  type Letter,
  placeholderValues,
  privateLinkUrl,
  referenceFact,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import { env } from "#app/platform/env.server.ts";
import { fillPlaceholders } from "#app/platform/placeholders.ts";

export type MessageContent = { subject: string; text: string };

const { name: event } = conference;

export function messageLetter(
  { subject, text }: MessageContent,
  delegate: Delegate,
  link: string = privateLinkUrl(delegate),
): Letter {
  const values = placeholderValues(delegate, link);
  return {
    // Contains no line breaks, because `toSafeLine` removes them from names and subjects have none.
    subject: fillPlaceholders(subject, values),
    parts: [
      { prose: fillPlaceholders(text, values) },
      { note: `You are receiving this email because you registered for ${event}.` },
      { facts: [["Name", toSafeLine(delegate.name)], referenceFact(delegate)] },
      { label: "View, change or cancel your registration", href: link },
    ],
  };
}

/** Replaces the private link, which belongs to the delegate alone. */
const PREVIEW_LINK = `${env.SITE_ORIGIN}/registration/their-own-link`;

export const previewLetter = (written: MessageContent, delegate: Delegate): Letter =>
  messageLetter(written, delegate, PREVIEW_LINK);

/** Returns what the preview of a message needs to follow the text while it is being written. */
export const previewParts = (delegate: Delegate) => ({
  id: delegate.id,
  name: delegate.name,
  values: placeholderValues(delegate, PREVIEW_LINK),
  /** Text after the organiser's own. */
  ending: letterText(previewLetter({ subject: "", text: "" }, delegate)),
});
export type PreviewParts = ReturnType<typeof previewParts>;
