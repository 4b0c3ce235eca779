import { conference } from "#app/conference/conference.ts";
import { correctionLetter } from "#app/mail/correction-letters.server.ts";
import {
  beforeTheDay,
  closing,
  type Delegate,
  facts,
  greeting,
  isComing,
  type Letter,
  noteOf,
  type Part,
  passNameOf,
  privateLink,
  quoted,
  referenceOf,
  signature,
} from "#app/mail/letter-parts.server.ts";
import { messageLetter } from "#app/mail/message-letter.server.ts";
import { sharedLetter } from "#app/mail/shared-letters.server.ts";
import type { Correction } from "#app/models/delegate/correction-history.server.ts";
import type { ClaimedLetter } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { organisationOf } from "#app/vocabulary/admin-passes.ts";
import { type CorrectionMail, isAboutCorrection, type MailKind } from "#app/vocabulary/mail.ts";
import { alternativePass, PRESS_PASS, passOf } from "#app/vocabulary/pass.ts";

/** Kinds whose text the site provides; organisers write a `message`. */
type OwnKind = Exclude<MailKind, "message">;

const { name: event } = conference;

/** The letter to one or more delegates, or the `notification` to organisers about one delegate. */
export function letterFor(claimed: ClaimedLetter, correction: Correction | null = null): Letter {
  const { mail, delegate } = claimed;
  const { kind } = mail;
  if (isAboutCorrection(kind)) return correctionLetter(kind, { delegate, correction });
  if (kind === "message") {
    if (!claimed.message) throw new Error("A message email has no decision");
    return messageLetter(claimed.message, claimed.delegates);
  }
  return kind !== "notification" && (claimed.delegates.length > 1 || claimed.isFurther)
    ? sharedLetter(kind, claimed)
    : LETTERS[kind](claimed.delegate, claimed.mail.note);
}

const PRICING: Part = { label: "Registration and Pricing", href: `${env.SITE_ORIGIN}/#registration` };

/** Announces a decision only to pending delegates: an imported registration may already be decided. */
function nextStep(delegate: Delegate): Part[] {
  const { name, accredits, isSold } = passOf(delegate.registrationType);
  const check = PRESS_PASS
    ? `A ${name} is free with accreditation. We’ll check your accreditation and email you.`
    : `We’ll decide on your ${name} and email you.`;
  const buy = [`You buy your ${name} separately. If you haven’t yet:`, PRICING];
  return [
    ...(accredits && delegate.status === "pending" ? [check] : []),
    ...(isSold && isComing(delegate) ? buy : []),
  ];
}

function afterDeclined({ registrationType }: Delegate): Part[] {
  const missed = `If we have missed something${PRESS_PASS ? ", such as where you publish" : ""}`;
  const why = passOf(registrationType).accredits ? missed : "If you think this is a mistake";
  const instead = alternativePass(registrationType);
  const also = instead ? `You are also welcome with a ${instead.name}` : "You can read about the passes here";
  return [`${why}, reply to this email. ${also}:`, PRICING];
}

const LETTERS: Record<
  Exclude<OwnKind, CorrectionMail>,
  (delegate: Delegate, note: string | null) => Letter
> = {
  registered: (delegate) => ({
    subject: `Your registration for ${event}`,
    parts: [
      greeting(delegate),
      `Thank you for registering for ${event}. Here are your details:`,
      facts(delegate),
      ...nextStep(delegate),
      ...privateLink(delegate),
      ...(isComing(delegate) ? beforeTheDay : []),
      "If you didn’t register, someone else entered your address. Ignore this email, or cancel with the link above.",
      ...closing,
    ],
    hasCalendar: isComing(delegate),
  }),

  confirmed: (delegate) => ({
    subject: `Your ${event} pass is confirmed`,
    parts: [
      greeting(delegate),
      `Your ${passNameOf(delegate)} for ${event} is confirmed. We look forward to seeing you.`,
      facts(delegate),
      ...privateLink(delegate),
      ...beforeTheDay,
      ...closing,
    ],
    hasCalendar: true,
  }),

  declined: (delegate, note) => ({
    subject: `About your registration for ${event}`,
    parts: [
      greeting(delegate),
      `Thank you for your interest in ${event}. We’re sorry, but we can’t offer you a ${passNameOf(delegate)}.`,
      ...noteOf(note),
      ...afterDeclined(delegate),
      reference(delegate),
      "The attached file removes the day from your calendar.",
      ...closing,
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
      "The attached file removes the day from your calendar.",
      signature,
    ],
    hasCalendar: true,
  }),

  notification: (delegate) => ({
    subject: `New registration: ${quoted(delegate.name)}, ${passNameOf(delegate)}`,
    parts: [
      `Someone has registered for ${event}.`,
      {
        facts: [
          ["Name", quoted(delegate.name)],
          ["Pass", passNameOf(delegate)],
          ["Organisation", quoted(organisationOf(delegate) ?? "Not given")],
          ["Job title", quoted(delegate.jobTitle || "Not given")],
          referenceOf(delegate),
        ],
      },
      { label: "Registered Delegates", href: `${env.SITE_ORIGIN}/admin/delegates` },
    ],
  }),
};

const reference = (delegate: Delegate): Part => ({ facts: [referenceOf(delegate)] });
