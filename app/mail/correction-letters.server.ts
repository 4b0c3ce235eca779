import { conference } from "#app/conference/conference.ts";
import {
  beforeTheDay,
  closing,
  type Delegate,
  facts,
  greeting,
  isComing,
  type Letter,
  linkTo,
  privateLink,
  quoted,
  referenceOf,
} from "#app/mail/letter-parts.server.ts";
import { type Correction, changedFields } from "#app/models/delegate/correction-history.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { CorrectionMail } from "#app/vocabulary/mail.ts";
import {
  answerText,
  REGISTRATION_LABELS,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

const { name: event } = conference;

/** `correction` is null after the former holder's erasure. */
type CorrectedDelegate = { delegate: Delegate; correction: Correction | null };

export const correctionLetter = (kind: CorrectionMail, corrected: CorrectedDelegate): Letter =>
  LETTERS[kind](corrected);

const LETTERS: Record<CorrectionMail, (corrected: CorrectedDelegate) => Letter> = {
  changed: ({ delegate, correction }) => ({
    subject: `Your registration for ${event} was changed`,
    parts: [
      greeting(delegate),
      `We have changed your registration for ${event}:`,
      { facts: [...changesOf(correction), referenceOf(delegate)] },
      "You can see all of it here. Keep this link private: anyone who has it can cancel.",
      { label: "Your registration", href: linkTo(delegate) },
      ...closing,
    ],
  }),

  "taken-over": ({ delegate, correction }) => ({
    subject: `A registration for ${event} is now in your name`,
    parts: [
      greeting(delegate),
      `${correction?.isUndo ? `The registration for ${event} is in your name again.` : `A registration for ${event} has been passed on to you and is in your name now.`} ${STATUS_SENTENCES[delegate.status]}`,
      facts(delegate),
      ...(isComing(delegate)
        ? [...privateLink(delegate), ...beforeTheDay]
        : [{ label: "Your registration", href: linkTo(delegate) }]),
      "If you were not expecting this, we have the wrong address: please reply to this email.",
      ...closing,
    ],
    hasCalendar: isComing(delegate),
  }),

  // Contains no current values, because the registration may now belong to someone else.
  moved: ({ correction }) => {
    const { subject, text } = correction?.isOtherPerson ? IN_ANOTHER_NAME : AT_ANOTHER_ADDRESS;
    return {
      subject,
      parts: [
        ...(correction ? [greeting(correction.before)] : []),
        text,
        "If you did not expect this, reply to this email.",
        ...closing,
      ],
    };
  },
};

const IN_ANOTHER_NAME = {
  subject: `Your registration for ${event} has been transferred`,
  text: `Your place at ${event} has been transferred to someone else. The link and the code in our earlier emails no longer work. There is nothing else you need to do.`,
};
const AT_ANOTHER_ADDRESS = {
  subject: `The email address of your registration for ${event} has changed`,
  text: `Emails about your registration for ${event} will now go to another address. This is the last one to this address. The link and the code in our earlier emails no longer work.`,
};

const STATUS_SENTENCES: Record<DelegateStatus, string> = {
  pending: "It is awaiting confirmation, and we will email you again.",
  confirmed: "It is confirmed, and we look forward to seeing you.",
  attended: "It has been checked in.",
  declined: "It has been declined.",
  cancelled: "It has been cancelled.",
};

const changesOf = (correction: Correction | null): [name: string, value: string][] =>
  correction === null
    ? []
    : changedFields(correction.before, correction.after).map((field) => [
        REGISTRATION_LABELS[field],
        `${shownAnswer(correction.before, field)} → ${shownAnswer(correction.after, field)}`,
      ]);

/** Quotes all text except plain email addresses, which only open a mail program when clicked. */
function shownAnswer(registration: Registration, field: RegistrationField): string {
  const text = answerText(registration, field);
  if (text === null) return "not given";
  return field === "email" && !/[/?#]/.test(text) ? text : quoted(text);
}
