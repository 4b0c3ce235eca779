import { conference } from "#app/conference/conference.ts";
import {
  closingParts,
  type Delegate,
  greeting,
  isExpectedToAttend,
  type Letter,
  preparationParts,
  privateLinkParts,
  privateLinkUrl,
  referenceFact,
  registrationFacts,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import { type Correction, listChangedFields } from "#app/models/delegate/correction-history.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { CorrectionMail } from "#app/vocabulary/mail.ts";
import {
  getAnswerText,
  REGISTRATION_LABELS,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

const { name: event } = conference;

/** `correction` is null if the former holder's data has been erased. */
type CorrectedDelegate = { delegate: Delegate; correction: Correction | null };

export const correctionLetter = (kind: CorrectionMail, corrected: CorrectedDelegate): Letter =>
  LETTERS[kind](corrected);

const LETTERS: Record<CorrectionMail, (corrected: CorrectedDelegate) => Letter> = {
  changed: ({ delegate, correction }) => ({
    subject: `Your registration for ${event} was changed`,
    parts: [
      greeting(delegate),
      `We have changed your registration for ${event}:`,
      { facts: [...changesOf(correction), referenceFact(delegate)] },
      "View your full registration here. Keep this link private: anyone who has it can cancel your registration.",
      { label: "Your registration", href: privateLinkUrl(delegate) },
      ...closingParts,
    ],
  }),

  "taken-over": ({ delegate, correction }) => ({
    subject: `A registration for ${event} is now in your name`,
    parts: [
      greeting(delegate),
      `${correction?.isUndo ? `The registration for ${event} is in your name again.` : `A registration for ${event} has been transferred to you and is now in your name.`} ${STATUS_SENTENCES[delegate.status]}`,
      registrationFacts(delegate),
      ...(isExpectedToAttend(delegate)
        ? [...privateLinkParts(delegate), ...preparationParts]
        : [{ label: "Your registration", href: privateLinkUrl(delegate) }]),
      "If you were not expecting this, we may have the wrong address. Please reply to this email.",
      ...closingParts,
    ],
    hasCalendar: isExpectedToAttend(delegate),
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
        ...closingParts,
      ],
    };
  },
};

const IN_ANOTHER_NAME = {
  subject: `Your registration for ${event} has been transferred`,
  text: `Your place at ${event} has been transferred to someone else. The link and the code in our earlier emails no longer work. There is nothing else you need to do.`,
};
const AT_ANOTHER_ADDRESS = {
  subject: `The email address on your registration for ${event} has changed`,
  text: `Emails about your registration for ${event} will now go to another address. This is the last email to this address. The link and the code in our earlier emails no longer work.`,
};

const STATUS_SENTENCES: Record<DelegateStatus, string> = {
  pending: "It is awaiting confirmation. We will email you again.",
  confirmed: "It is confirmed, and we look forward to seeing you.",
  attended: "It has been checked in.",
  declined: "It has been declined.",
  cancelled: "It has been cancelled.",
};

const changesOf = (correction: Correction | null): [name: string, value: string][] =>
  correction === null
    ? []
    : listChangedFields(correction.before, correction.after).map((field) => [
        REGISTRATION_LABELS[field],
        `${shownAnswer(correction.before, field)} → ${shownAnswer(correction.after, field)}`,
      ]);

/** Prevents links in all text except plain email addresses, which only open a mail program. */
function shownAnswer(registration: Registration, field: RegistrationField): string {
  const text = getAnswerText(registration, field);
  if (text === null) return "not given";
  return field === "email" && !/[/?#]/.test(text) ? text : toSafeLine(text);
}
