// What the mails say: each a list of parts, which become a text and a page in letter-formats.server.tsx.
import { conference } from "#app/conference.ts";
import { env } from "#app/env.server.ts";
import { REGISTRATION_TYPE_NAMES } from "#app/models/delegate.ts";
import type { ClaimedMail } from "#app/models/outbox.server.ts";
import type { MailKind } from "#app/models/outbox.ts";
import { formatReference, registrationPath } from "#app/models/reference.ts";

type Delegate = ClaimedMail["delegate"];

export type Part =
  | { text: string }
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

const { name: event, date, hours, venue, city, contact } = conference;

/** The letter of this kind for a delegate; of kind `notification`, for the organisers about them. */
export const letterFor = (kind: MailKind, delegate: Delegate): Letter => LETTERS[kind](delegate);

const LETTERS: Record<MailKind, (delegate: Delegate) => Letter> = {
  registered: (delegate) => ({
    subject: `Your registration for ${event}`,
    parts: [
      greeting(delegate),
      { text: `Thank you for registering for ${event}. We have your details, and this is your reference:` },
      facts(delegate),
      ...(delegate.registrationType === "media_pass"
        ? [
            {
              text: "A Media Pass is free with accreditation. We will look at your registration and write to you again.",
            },
          ]
        : [
            { text: "A PR Pass is bought separately. If you have not bought yours yet, choose it here:" },
            { label: "Registration and Pricing", href: `${env.SITE_ORIGIN}/#registration` },
          ]),
      ...privateLink(delegate),
      { text: "The attached file puts the day into your calendar." },
      ...closing,
    ],
    hasCalendar: true,
  }),

  confirmed: (delegate) => ({
    subject: `You are confirmed for ${event}`,
    parts: [
      greeting(delegate),
      { text: `Your ${pass(delegate)} for ${event} is confirmed. We look forward to seeing you.` },
      facts(delegate),
      ...privateLink(delegate),
      { text: "The attached file puts the day into your calendar." },
      ...closing,
    ],
    hasCalendar: true,
  }),

  declined: (delegate) => ({
    subject: `About your registration for ${event}`,
    parts: [
      greeting(delegate),
      {
        text: `Thank you for your interest in ${event}. We are sorry that we cannot give you a ${pass(delegate)}.`,
      },
      {
        text:
          delegate.registrationType === "media_pass"
            ? "If we have missed something, such as where you publish, answer this e-mail. You are welcome with a PR Pass, too:"
            : "If you think that this is a mistake, answer this e-mail. What the passes are stands here:",
      },
      { label: "Registration and Pricing", href: `${env.SITE_ORIGIN}/#registration` },
      reference(delegate),
      { text: "The attached file takes the day out of your calendar." },
      ...closing,
    ],
    hasCalendar: true,
  }),

  cancelled: (delegate) => ({
    subject: `Your registration for ${event} is cancelled`,
    parts: [
      greeting(delegate),
      { text: `Your registration for ${event} is cancelled. There is nothing more for you to do.` },
      reference(delegate),
      { text: "If this surprises you, answer this e-mail. If you change your mind, you can register again:" },
      { label: "Delegate Registration", href: `${env.SITE_ORIGIN}/register` },
      { text: "The attached file takes the day out of your calendar." },
      ...closing,
    ],
    hasCalendar: true,
  }),

  notification: (delegate) => ({
    subject: `New registration: ${inOneLine(delegate.name)}, ${pass(delegate)}`,
    parts: [
      { text: `Somebody has registered for ${event}.` },
      {
        facts: [
          ["Name", inOneLine(delegate.name)],
          ["Pass", pass(delegate)],
          ["Organisation", delegate.outlet ?? "Not given"],
          ["Job title", inOneLine(delegate.jobTitle)],
          ["Reference", formatReference(delegate.reference)],
        ],
      },
      { label: "Registered Delegates", href: `${env.SITE_ORIGIN}/admin/delegates` },
    ],
    hasCalendar: false,
  }),
};

const pass = ({ registrationType }: Delegate) => REGISTRATION_TYPE_NAMES[registrationType];

/** Rows of earlier versions may have anything; a line break in a subject would begin another header. */
const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

const greeting = ({ name }: Delegate): Part => ({ text: `Dear ${inOneLine(name)},` });

const reference = (delegate: Delegate): Part => ({
  facts: [["Reference", formatReference(delegate.reference)]],
});

const facts = (delegate: Delegate): Part => ({
  facts: [
    ["Reference", formatReference(delegate.reference)],
    ["Pass", pass(delegate)],
    ["Date", date.long],
    ["Hours", hours],
    ["Venue", `${venue.name}, ${venue.street}`],
    ["City", city],
  ],
});

const privateLink = ({ linkToken, reference }: Delegate): Part[] => [
  { text: "See or cancel your registration. The link is yours alone: whoever has it can cancel." },
  { label: "Your registration", href: env.SITE_ORIGIN + registrationPath(linkToken) },
  { code: `At the door, show this code, or say your reference: ${formatReference(reference)}.` },
];

const closing: Part[] = [
  {
    text: `If anything is wrong, answer this e-mail${contact.email === null ? "" : ` or write to ${contact.email}`}.`,
  },
  { text: `The ${event} team` },
];
