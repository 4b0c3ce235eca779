import { href } from "react-router";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import type { ClaimedLetter } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { passName } from "#app/vocabulary/pass.ts";

export type Delegate = ClaimedLetter["delegate"];

/** A plain string is a paragraph. */
export type Part =
  | string
  /** Text by organisers. It may contain line breaks and web addresses; blank lines separate paragraphs. */
  | { prose: string }
  /** The site's note below the organisers' text. */
  | { note: string }
  | { facts: [name: string, value: string][] }
  | { label: string; href: string }
  /** The QR code of the private link; the string is its alternative text. */
  | { code: string };

export type Letter = { subject: string; parts: Part[]; hasCalendar?: boolean };

const QUOTED_LENGTH = 100;

// A line break in a subject would start another header.
/** A visitor's text on one short line, with spaces that keep mail programs from detecting links. */
export function quoted(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[.:@\u3002\uff0e\uff61](?=\S)/gu, "$& ");
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH).trimEnd()}…` : line;
}

export const passNameOf = ({ registrationType }: Delegate) => passName(registrationType);

export const linkTo = ({ linkToken }: Delegate): string =>
  env.SITE_ORIGIN + href("/registration/:token", { token: linkToken });

export const referenceOf = ({ reference }: Delegate): [name: string, value: string] => [
  "Reference",
  formatReference(reference),
];

const { name: event, venue, contact } = conference;

export const dayFactPairs = DAY_FACTS.map(({ name, text }): [name: string, value: string] => [name, text]);

export const greeting = ({ name }: { name: string }): Part => `Dear ${quoted(fullName(name))},`;

export const facts = (delegate: Delegate): Part => ({
  facts: [referenceOf(delegate), ["Pass", passNameOf(delegate)], ...dayFactPairs],
});

/** False for delegates who need no QR code and no calendar. */
export const isComing = ({ status }: Delegate): boolean => status !== "declined" && status !== "cancelled";

export const privateLink = (delegate: Delegate): Part[] => [
  "View or cancel your registration. Keep this link private: anyone who has it can cancel.",
  { label: "Your registration", href: linkTo(delegate) },
  ...(isComing(delegate) ? [codeOf(delegate)] : []),
];

const codeOf = (delegate: Delegate): Part => ({
  code: `${delegate.status === "pending" ? "This code works once your pass is confirmed. " : ""}At the door, show this code or give your reference: ${formatReference(delegate.reference)}.`,
});

/** Accompanies the QR code with text, because spam filters treat a lone image as an advertisement. */
export const beforeTheDay: Part[] = [
  "The attached file adds the day to your calendar.",
  "Can’t see the code? It’s on your registration page too, or just give your reference.",
  ...(venue.notes.length === 0
    ? []
    : [{ facts: venue.notes.map(({ label, text }): [name: string, value: string] => [label, text]) }]),
  "The full program is on our site. It may change, so check again before the day:",
  { label: "Program", href: `${env.SITE_ORIGIN}/#program` },
  "Do you need anything on the day, such as step-free access or a particular meal? Let us know by replying to this email.",
  "If you can no longer come, please cancel on your registration page, so that we know how many people to expect.",
  "How we use your details, and how long we keep them:",
  { label: "Privacy", href: `${env.SITE_ORIGIN}/privacy` },
];

export const noteOf = (note: string | null): Part[] =>
  note === null ? [] : [`A note from the organisers: ${note}`];

export const signature: Part = `The ${event} team`;

export const closing: Part[] = [
  `If anything is wrong, reply to this email${contact.email === null ? "" : ` or write to ${contact.email}`}.`,
  signature,
];
