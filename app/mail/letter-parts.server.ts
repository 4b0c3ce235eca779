// What letters are made of, and the parts that several of them have.
import { href } from "react-router";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { fullName } from "#app/models/delegate/name.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import type { ClaimedLetter } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { PASSES } from "#app/vocabulary/pass.ts";

export type Delegate = ClaimedLetter["delegate"];

export type Part =
  | { text: string }
  /** What organisers have written: paragraphs with an empty line between them, lines, and web addresses. */
  | { prose: string }
  /** What comes after that, and is the site’s. */
  | { note: string }
  | { facts: [name: string, value: string][] }
  | { label: string; href: string }
  /** Where the QR code stands, and what is said where it cannot be shown. */
  | { code: string };

export type Letter = {
  subject: string;
  parts: Part[];
  /** The day for a calendar goes with it. */
  hasCalendar: boolean;
};

/** More of what somebody else has typed is not sent to anybody. */
const QUOTED_LENGTH = 100;

/**
 * What a visitor has typed, as a letter may quote it: in one line, since a line break in a subject would begin
 * another header, and with a space where a mail program would see a link. Whom the letter goes to did not
 * necessarily type it.
 */
export function quoted(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[.:@\u3002\uff0e\uff61](?=\S)/gu, "$& ");
  return line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH).trimEnd()}…` : line;
}

export const pass = ({ registrationType }: Delegate) => PASSES[registrationType].name;

export const linkTo = ({ linkToken }: Delegate): string =>
  env.SITE_ORIGIN + href("/registration/:token", { token: linkToken });

export const referenceOf = ({ reference }: Delegate): [name: string, value: string] => [
  "Reference",
  formatReference(reference),
];

const { name: event, venue, contact } = conference;

export const theDay = DAY_FACTS.map(({ name, text }): [name: string, value: string] => [name, text]);

export const greeting = ({ name }: { name: string }): Part => ({ text: `Dear ${quoted(fullName(name))},` });

export const facts = (delegate: Delegate): Part => ({
  facts: [referenceOf(delegate), ["Pass", pass(delegate)], ...theDay],
});

/** Whether somebody is expected, or may be yet: the others need no code and no calendar. */
export const isComing = ({ status }: Delegate): boolean => status !== "declined" && status !== "cancelled";

export const privateLink = (delegate: Delegate): Part[] => [
  { text: "View or cancel your registration. Keep this link private: anyone who has it can cancel." },
  { label: "Your registration", href: linkTo(delegate) },
  ...(isComing(delegate) ? [codeOf(delegate)] : []),
];

const codeOf = (delegate: Delegate): Part => ({
  code: `${delegate.status === "pending" ? "This code works once your pass is confirmed. " : ""}At the door, show this code or give your reference: ${formatReference(delegate.reference)}.`,
});

/**
 * What is worth knowing before the day, for whoever has a code in the letter. Filters take a picture with few
 * words for an advertisement (tests/models/mail-filters.test.ts).
 */
export const beforeTheDay: Part[] = [
  {
    text: "Can’t see the code? It’s on your registration page too, or just give your reference.",
  },
  ...(venue.notes.length === 0
    ? []
    : [{ facts: venue.notes.map(({ label, text }): [name: string, value: string] => [label, text]) }]),
  {
    text: "The full program is on our site. It may change, so check again before the day:",
  },
  { label: "Program", href: `${env.SITE_ORIGIN}/#program` },
  {
    text: "Do you need anything on the day, such as step-free access or a particular meal? Let us know by replying to this email.",
  },
  {
    text: "If you can no longer come, please cancel on your registration page, so that we know how many people to expect.",
  },
  { text: "How we use your details, and how long we keep them:" },
  { label: "Privacy", href: `${env.SITE_ORIGIN}/privacy` },
];

/** What the organisers wrote to whom the letter goes to. */
export const noteOf = (note: string | null): Part[] =>
  note === null ? [] : [{ text: `A word from the organisers: ${note}` }];

export const signature: Part = { text: `The ${event} team` };

export const closing: Part[] = [
  {
    text: `If anything is wrong, reply to this email${contact.email === null ? "" : ` or write to ${contact.email}`}.`,
  },
  signature,
];
