import { conference } from "#app/conference/conference.ts";
import {
  closingParts,
  type Delegate,
  dayFactPairs,
  delegatePassName,
  type Letter,
  type LetterPart,
  noteParts,
  privateLinkUrl,
  referenceFact,
  signature,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import type { ClaimedLetter } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { capitalise } from "#app/platform/text.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { CorrectionMail, MailKind } from "#app/vocabulary/mail.ts";
import { numberWord } from "#app/vocabulary/number-text.ts";
import { PRESS_PASS } from "#app/vocabulary/pass.ts";

const { name: event } = conference;

/** Excludes mail about one registration and mail written by organisers. */
type SharedMail = Exclude<MailKind, CorrectionMail | "notification" | "message">;

type Several = Pick<ClaimedLetter, "delegates" | "isFurther" | "isConfirmed" | "mail">;

export function sharedLetter(kind: SharedMail, several: Several): Letter {
  const { subject, parts } = LETTERS[kind](several);
  return { subject, parts: ["Hello,", ...parts] };
}

const EACH_LINK: LetterPart =
  "Each link opens one registration, with a code for the door and a calendar file. Anyone with the link can cancel the registration, so share each link only with the person who registered.";

const LETTERS: Record<SharedMail, (several: Several) => { subject: string; parts: LetterPart[] }> = {
  registered: ({ delegates, isFurther, isConfirmed }) => ({
    subject: isFurther ? `More registrations for ${event}` : `Your registrations for ${event}`,
    parts: [
      "Hello,",
      isFurther
        ? `${inWords(delegates.length, "more registration has been", "more registrations have been")} made for ${event} with this email address since our last email:`
        : `${inWords(delegates.length, "registration was", "registrations were")} made for ${event} with this email address:`,
      ...delegates.flatMap(registrationWithLink),
      EACH_LINK,
      ...(isConfirmed ? [] : [ASK_TO_VERIFY]),
      "If you were not expecting this, someone else entered your address. You can ignore this email, or reply to it and we will delete the registrations.",
      { facts: dayFactPairs },
      ...closingParts,
    ],
  }),

  confirmed: ({ delegates }) => ({
    subject: `Your registrations for ${event} are confirmed`,
    parts: [
      "Hello,",
      `These ${delegates.length} registrations with this email address are confirmed. We look forward to seeing you all.`,
      ...delegates.flatMap(registrationWithLink),
      EACH_LINK,
      { facts: dayFactPairs },
      ...closingParts,
    ],
  }),

  declined: ({ delegates, mail }) => ({
    subject: `About your registrations for ${event}`,
    parts: [
      "Hello,",
      `Thank you for your interest in ${event}. We’re sorry, but we can’t offer a pass to these ${delegates.length} people, who registered with this email address:`,
      ...delegates.map(registration),
      ...noteParts(mail.note),
      `If we have missed something${PRESS_PASS ? ", such as where they publish" : ""}, reply to this email. You can read about the passes here:`,
      { label: "Registration and Pricing", href: `${env.SITE_ORIGIN}/#registration` },
      ...closingParts,
    ],
  }),

  cancelled: ({ delegates }) => ({
    subject: `Your registrations for ${event} have been cancelled`,
    parts: [
      "Hello,",
      `These ${delegates.length} registrations with this email address have been cancelled. There is nothing else you need to do.`,
      ...delegates.map(registration),
      "If you didn’t cancel them, reply to this email. Anyone who changes their mind can register again:",
      { label: "Delegate Registration", href: `${env.SITE_ORIGIN}/register` },
      signature,
    ],
  }),
};

const ASK_TO_VERIFY =
  "Until you verify this address, we send no more than one registration email a day to it. To get each email straight away, open one of the links and choose Verify this address.";

const STATUS_NAMES: Record<DelegateStatus, string> = {
  pending: "Awaiting confirmation",
  confirmed: "Confirmed",
  declined: "Declined",
  cancelled: "Cancelled",
  attended: "Checked in",
};

const registration = (delegate: Delegate): LetterPart => ({
  facts: [
    ["Name", toSafeLine(delegate.name)],
    referenceFact(delegate),
    ["Pass", delegatePassName(delegate)],
    ["Status", STATUS_NAMES[delegate.status]],
  ],
});

const registrationWithLink = (delegate: Delegate): LetterPart[] => [
  registration(delegate),
  { label: "This registration", href: privateLinkUrl(delegate) },
];

const inWords = (count: number, one: string, many: string): string =>
  `${capitalise(numberWord(count))} ${count === 1 ? one : many}`;
