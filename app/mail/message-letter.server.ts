import { conference } from "#app/conference/conference.ts";
import {
  type Delegate,
  type Letter,
  type LetterPart,
  privateLinkUrl,
  referenceFact,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { fillPlaceholders } from "#app/models/message/placeholders.ts";
import { env } from "#app/platform/env.server.ts";

export type MessageContent = { subject: string; text: string };

const { name: event } = conference;

/** Composes one letter to delegates who share an email address. */
export function messageLetter(
  { subject, text }: MessageContent,
  delegates: readonly Delegate[],
  linkOf: (delegate: Delegate) => string = privateLinkUrl,
): Letter {
  const isOne = delegates.length === 1;
  const values = {
    name: listed(delegates.map(({ name }) => toSafeLine(fullName(name)))),
    reference: listed(delegates.map(({ reference }) => formatReference(reference))),
    link: delegates
      .map((one) => (isOne ? linkOf(one) : `${toSafeLine(one.name)}: ${linkOf(one)}`))
      .join("\n"),
  };
  return {
    // Contains no line breaks, because `toSafeLine` removes them from names and subjects have none.
    subject: fillPlaceholders(subject, values),
    parts: [
      { prose: fillPlaceholders(text, values) },
      {
        note: isOne
          ? `You are receiving this email because you registered for ${event}.`
          : `You are receiving this email because these ${delegates.length} people registered for ${event} with your address.`,
      },
      ...delegates.flatMap((delegate): LetterPart[] => [
        { facts: [["Name", toSafeLine(delegate.name)], referenceFact(delegate)] },
        { label: `View or cancel ${isOne ? "your" : "this"} registration`, href: linkOf(delegate) },
      ]),
    ],
  };
}

export const previewLetter = (written: MessageContent, delegate: Delegate): Letter =>
  messageLetter(written, [delegate], () => PREVIEW_LINK);

const PREVIEW_LINK = `${env.SITE_ORIGIN}/registration/their-own-link`;

const MAX_LISTED = 5;

/** Returns a list such as 'Ada, Ben and Cy'. A long list ends with the number of others. */
function listed(values: string[]): string {
  const shown = values.length > MAX_LISTED ? values.slice(0, MAX_LISTED - 1) : values;
  const others = values.length - shown.length;
  const all = others > 0 ? [...shown, `${others} others`] : shown;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
