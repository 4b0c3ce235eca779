import { conference } from "#app/conference/conference.ts";
import {
  closingParts,
  type Delegate,
  greeting,
  type Letter,
  privateLinkUrl,
  referenceFact,
  toSafeLine,
} from "#app/mail/letter-parts.server.ts";
import type { Correction } from "#app/models/delegate/correction-history.server.ts";
import type { CorrectionMail } from "#app/vocabulary/mail.ts";
import {
  fieldLabel,
  getAnswerText,
  listChangedFields,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

const { name: event } = conference;

/** `correction` is null if it has expired from the history. */
type CorrectedDelegate = { delegate: Delegate; correction: Correction | null };

export const correctionLetter = (kind: CorrectionMail, corrected: CorrectedDelegate): Letter =>
  LETTERS[kind](corrected);

const LETTERS: Record<CorrectionMail, (corrected: CorrectedDelegate) => Letter> = {
  changed: ({ delegate, correction }) => ({
    subject: `Your registration for ${event} was changed`,
    parts: [
      greeting(delegate),
      `${correction?.actor === "delegate" ? "You changed" : "We have changed"} your registration for ${event}:`,
      { facts: [...changesOf(correction), referenceFact(delegate)] },
      "View your full registration here. Keep this link private: anyone who has it can change or cancel your registration.",
      { label: "Your registration", href: privateLinkUrl(delegate) },
      ...closingParts,
    ],
  }),

  moved: ({ correction }) => ({
    subject: `The email address on your registration for ${event} has changed`,
    parts: [
      ...(correction ? [greeting(correction.before)] : []),
      `Emails about your registration for ${event} will now go to another address. This is the last email to this address. The link and the code in our earlier emails no longer work.`,
      "If you did not expect this, reply to this email.",
      ...closingParts,
    ],
  }),
};

const changesOf = (correction: Correction | null): [name: string, value: string][] =>
  correction === null
    ? []
    : listChangedFields(correction.before, correction.after).map((field) => [
        fieldLabel(field),
        `${shownAnswer(correction.before, field)} → ${shownAnswer(correction.after, field)}`,
      ]);

/** Prevents links in all text except plain email addresses, which only open a mail program. */
function shownAnswer(registration: Registration, field: RegistrationField): string {
  const text = getAnswerText(registration, field);
  if (text === null) return "not given";
  return field === "email" && !/[/?#]/.test(text) ? text : toSafeLine(text);
}
