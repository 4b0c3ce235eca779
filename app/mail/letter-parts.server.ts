import { href } from "react-router";
import { type Conference, conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { getSender } from "#app/mail/mailer.server.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { passNote } from "#app/models/delegate/private-link.server.ts";
import type { ClaimedMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { fillPlaceholders } from "#app/platform/placeholders.ts";
import { passName } from "#app/vocabulary/pass.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

export type Delegate = ClaimedMail["delegate"];

/** A plain string is a paragraph. */
export type LetterPart =
  | string
  /** Organisers' text, which may contain URLs. Blank lines separate paragraphs. */
  | { prose: string }
  /** The site's note below the organisers' text. */
  | { note: string }
  /** With the holder's name, the facts are the pass, which heads the HTML. */
  | { facts: [name: string, value: string][]; holder?: string }
  | { label: string; href: string }
  /** The QR code for the private link. The string introduces it, or replaces it in plain text. */
  | { code: string };

export type Letter = { subject: string; parts: LetterPart[]; hasCalendar?: boolean };

const QUOTED_LENGTH = 100;

/**
 * Returns a visitor's text as one short line, because a line break in a subject would start a new
 * header. Added spaces stop mail programs creating links.
 */
export function toSafeLine(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[.:@\u3002\uff0e\uff61](?=\S)/gu, "$& ");
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH).trimEnd()}…` : line;
}

export const delegatePassName = ({ registrationType }: Delegate) => passName(registrationType);

export const privateLinkUrl = ({ linkToken }: Delegate): string =>
  env.SITE_ORIGIN + href("/registration/:token", { token: linkToken });

export const referenceFact = ({ reference }: Delegate): [name: string, value: string] => [
  "Reference",
  formatReference(reference),
];

const { name: event, venue, contact } = conference;

const dayFactPairs = DAY_FACTS.map(({ name, text }): [name: string, value: string] => [name, text]);

const safeName = ({ name }: { name: string }): string => toSafeLine(fullName(name));

export const placeholderValues = (delegate: Delegate, link: string) => ({
  name: safeName(delegate),
  reference: formatReference(delegate.reference),
  link,
});

/** The organisers’ own text in this letter. A confirmation also has the note of the pass. */
export function ownParts(letter: keyof Conference["letters"], delegate: Delegate): LetterPart[] {
  const text = conference.letters[letter];
  const own = text && fillPlaceholders(text, placeholderValues(delegate, privateLinkUrl(delegate)));
  const note = letter === "confirmed" ? passNote(delegate) : null;
  return [own, note].flatMap((prose) => (prose === null ? [] : [{ prose }]));
}

export const greeting = (person: { name: string }): LetterPart => `Dear ${safeName(person)},`;

export const registrationFacts = (delegate: Delegate): LetterPart => ({
  holder: safeName(delegate),
  facts: [referenceFact(delegate), ["Pass", delegatePassName(delegate)], ...dayFactPairs],
});

/** False for registrations without a place, which need no QR code or calendar file. */
export const isExpectedToAttend = (delegate: Delegate): boolean => placeOf(delegate) === "held";

export const privateLinkParts = (delegate: Delegate): LetterPart[] => [
  "View, change or cancel your registration. Keep this link private: anyone who has it can change or cancel your registration.",
  { label: "Your registration", href: privateLinkUrl(delegate) },
  ...(isExpectedToAttend(delegate) ? [codeOf(delegate)] : []),
];

const codeOf = (delegate: Delegate): LetterPart => ({
  code: `${delegate.status === "pending" ? "This code works once your pass is confirmed. " : ""}At the door, show this code or give your reference: ${formatReference(delegate.reference)}.`,
});

/** Text to accompany the QR code, because spam filters treat a lone image as advertising. */
export const preparationParts = ({ status }: Delegate): LetterPart[] => [
  "The attached file adds the day to your calendar.",
  `Can’t see the code? ${status === "pending" ? "Once your pass is confirmed, it’s" : "It’s"} also on your registration page, or you can just give your reference.`,
  ...(venue.notes.length === 0
    ? []
    : [{ facts: venue.notes.map(({ label, text }): [name: string, value: string] => [label, text]) }]),
  "The full program is on our site. It may change, so please check again before the day:",
  { label: "Program", href: `${env.SITE_ORIGIN}/#program` },
  "Do you need anything on the day, such as step-free access or a particular meal? Let us know by replying to this email.",
  "If you can no longer come, please cancel on your registration page, so we know how many people to expect.",
  "How we use your details, and how long we keep them:",
  { label: "Privacy", href: `${env.SITE_ORIGIN}/privacy` },
];

export const noteParts = (note: string | null): LetterPart[] =>
  note === null ? [] : [`A note from the organisers: ${note}`];

export const signature: LetterPart = `The ${event} team`;

export const closingParts: LetterPart[] = [
  `If anything is wrong, reply to this email or write to ${contact.email}.`,
  signature,
];

/** `replyTo` is undefined if the conference sends from its contact address. */
export function fromAndReplyTo() {
  const { name, address } = getSender();
  const replyTo = address === contact.email ? undefined : { name: event, address: contact.email };
  return { from: { name: name ?? event, address }, replyTo };
}
