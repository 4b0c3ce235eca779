import { conference } from "#app/conference/conference.ts";
import { momentInWords } from "#app/conference/date-text.ts";
import { correctionLetter } from "#app/mail/correction-letters.server.ts";
import {
  closingParts,
  type Delegate,
  delegatePassName,
  greeting,
  isExpectedToAttend,
  type Letter,
  type LetterPart,
  noteParts,
  ownParts,
  preparationParts,
  privateLinkParts,
  privateLinkUrl,
  referenceFact,
  registrationFacts,
  signature,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import { messageLetter } from "#app/mail/message-letter.server.ts";
import type { Correction } from "#app/models/delegate/correction-history.server.ts";
import { paymentFor } from "#app/models/delegate/payment.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import type { ClaimedMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { getOrganisation } from "#app/vocabulary/admin-passes.ts";
import { isWithoutPlace } from "#app/vocabulary/delegate-status.ts";
import { type CorrectionMail, isCorrectionMail, type MailKind } from "#app/vocabulary/mail.ts";
import { alternativePass, findPass } from "#app/vocabulary/pass.ts";

/** Kinds of mail with built-in text. Organisers write the text of a `message`. */
type OwnKind = Exclude<MailKind, "message">;

const { name: event } = conference;

/** Returns the letter to the delegates or, for a `notification`, to the organisers. */
export function letterFor(claimed: ClaimedMail, correction: Correction | null = null): Letter {
  const { mail, delegate, message } = claimed;
  const { kind, note } = mail;
  if (isDigest(claimed)) return digestLetter(claimed.all.map((one) => one.delegate));
  if (isCorrectionMail(kind)) return correctionLetter(kind, { delegate, correction });
  if (kind !== "message") return LETTERS[kind](delegate, note);
  if (!message) throw new Error("The text of a message email is missing");
  return messageLetter(message, delegate);
}

/** True for one letter about all registrations since the last (NOTIFY_AT). */
export const isDigest = ({ mail }: ClaimedMail) => mail.kind === "notification" && mail.note !== null;

const MAX_NAMED = 20;

function digestLetter(all: Delegate[]): Letter {
  const byPass = [...groupBy(all, delegatePassName)];
  const left = all.length - MAX_NAMED;
  const names = all.slice(0, MAX_NAMED).map(({ name }) => toSafeLine(name));
  return {
    subject: `${countText(all.length, "new registration")} for ${event}`,
    parts: [
      { facts: byPass.map(([pass, { length }]) => [pass, numberText(length)]) },
      { prose: [...names, ...(left > 0 ? [`and ${numberText(left)} more`] : [])].join("\n") },
      DESK,
    ],
  };
}

const DESK: LetterPart = { label: "Registered Delegates", href: `${env.SITE_ORIGIN}/admin/delegates` };
const PRICING: LetterPart = { label: "Registration and Pricing", href: `${env.SITE_ORIGIN}/#registration` };

/** Promises a decision only to pending delegates. Imported registrations may already have one. */
function nextStep(delegate: Delegate): LetterPart[] {
  const { name, needsDecision, isPress, isSold } = findPass(delegate.registrationType);
  const check = isPress
    ? `The ${name} is free with accreditation. We’ll check your accreditation and email you.`
    : `Your ${name} registration is subject to approval. We’ll email you.`;
  return [
    ...(needsDecision && delegate.status === "pending" ? [check] : []),
    ...(isSold && isExpectedToAttend(delegate) ? purchase(delegate) : []),
  ];
}

/** Where the delegate buys the pass. Nothing once it is paid. */
function purchase(delegate: Delegate): LetterPart[] {
  const payment = paymentFor(delegate);
  const name = delegatePassName(delegate);
  if (!payment) return [`Your ${name} is sold separately. If you haven’t bought it yet:`, PRICING];
  if (payment.checkout === null) return [];
  return [
    "If you haven’t paid for your pass yet, pay for it here:",
    { label: "Pay for your pass", href: payment.checkout },
  ];
}

function afterDeclined({ registrationType }: Delegate): LetterPart[] {
  const { needsDecision, isPress } = findPass(registrationType);
  const missed = `If we have missed something${isPress ? ", such as where you publish" : ""}`;
  const why = needsDecision ? missed : "If you think this is a mistake";
  const instead = alternativePass(registrationType);
  const also = instead
    ? `You are also welcome to come with the ${instead.name}`
    : "You can read about the passes here";
  return [`${why}, reply to this email. ${also}:`, PRICING];
}

const LETTERS: Record<
  Exclude<OwnKind, CorrectionMail>,
  (delegate: Delegate, note: string | null) => Letter
> = {
  // A delegate on the waiting list gets no code and no calendar, which are for those with a place.
  registered: (delegate) => {
    const isWaiting = isWithoutPlace(placeOf(delegate));
    const isExpected = isExpectedToAttend(delegate);
    return {
      subject: isWaiting ? `You are on the waiting list for ${event}` : `Your registration for ${event}`,
      parts: [
        greeting(delegate),
        `Thank you for registering for ${event}.${isWaiting ? WAITING : ""}`,
        ...(isWaiting ? ownParts("waiting", delegate) : []),
        ...(isExpected ? ownParts("registered", delegate) : []),
        isWaiting ? waitingFacts(delegate) : registrationFacts(delegate),
        ...(isWaiting ? [] : nextStep(delegate)),
        ...privateLinkParts(delegate),
        ...(isExpected ? preparationParts(delegate) : []),
        WRONG_ADDRESS,
        ...closingParts,
      ],
      hasCalendar: isExpected,
    };
  },

  offered: (delegate) => {
    const until = momentInWords(delegate.offeredUntil ?? new Date());
    return {
      subject: `A place at ${event} is free for you until ${until}`,
      parts: [
        greeting(delegate),
        `A place at ${event} has become free. It’s yours if you take it by ${until}. After that, we’ll offer it to the next person on the waiting list.`,
        ...ownParts("offered", delegate),
        "Take the place or give it up on your registration page. Keep this link private: anyone who has it can do either.",
        { label: "Take the place or give it up", href: privateLinkUrl(delegate) },
        reference(delegate),
        ...closingParts,
      ],
    };
  },

  confirmed: (delegate) => ({
    subject: `Your ${event} pass is confirmed`,
    parts: [
      greeting(delegate),
      `Your ${delegatePassName(delegate)} for ${event} is confirmed. We look forward to seeing you.`,
      ...ownParts("confirmed", delegate),
      registrationFacts(delegate),
      ...(paymentFor(delegate) ? purchase(delegate) : []),
      ...privateLinkParts(delegate),
      ...preparationParts(delegate),
      ...closingParts,
    ],
    hasCalendar: true,
  }),

  declined: (delegate, note) => ({
    subject: `About your registration for ${event}`,
    parts: [
      greeting(delegate),
      `Thank you for your interest in ${event}. We’re sorry, but we can’t offer you the ${delegatePassName(delegate)}.`,
      ...noteParts(note),
      ...ownParts("declined", delegate),
      ...afterDeclined(delegate),
      reference(delegate),
      "Open the attached file to remove the day from your calendar.",
      ...closingParts,
    ],
    hasCalendar: true,
  }),

  cancelled: (delegate) => ({
    subject: `Your registration for ${event} has been cancelled`,
    parts: [
      greeting(delegate),
      `Your registration for ${event} has been cancelled. There is nothing else you need to do.`,
      reference(delegate),
      "If you didn’t cancel, reply to this email. If you change your mind, you can register again:",
      { label: "Delegate Registration", href: `${env.SITE_ORIGIN}/register` },
      "Open the attached file to remove the day from your calendar.",
      signature,
    ],
    hasCalendar: true,
  }),

  notification: (delegate) => ({
    subject: `New registration: ${toSafeLine(delegate.name)}, ${delegatePassName(delegate)}`,
    parts: [
      `Someone has ${isWithoutPlace(placeOf(delegate)) ? "joined the waiting list" : "registered"} for ${event}.`,
      {
        facts: [
          ["Name", toSafeLine(delegate.name)],
          ["Pass", delegatePassName(delegate)],
          ["Organisation", toSafeLine(getOrganisation(delegate) ?? "Not given")],
          ["Job title", toSafeLine(delegate.jobTitle || "Not given")],
          referenceFact(delegate),
        ],
      },
      DESK,
    ],
  }),
};

const reference = (delegate: Delegate): LetterPart => ({ facts: [referenceFact(delegate)] });

const waitingFacts = (delegate: Delegate): LetterPart => ({
  facts: [referenceFact(delegate), ["Pass", delegatePassName(delegate)]],
});

const WAITING =
  " All places are taken, so you are on the waiting list. If a place becomes free when it’s your turn, we’ll email you and hold it for you for a limited time. Your registration page shows your position on the waiting list.";
const WRONG_ADDRESS =
  "If you didn’t register, someone else entered your address. Ignore this email, or cancel with the link above.";
