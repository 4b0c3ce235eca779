/** Each is named after the status that it announces. */
export const DECISION_MAILS = ["confirmed", "declined", "cancelled"] as const;
export type DecisionMail = (typeof DECISION_MAILS)[number];

/** Only `moved` is sent to the registration's previous address. */
const CORRECTION_MAILS = ["changed", "moved"] as const;
export type CorrectionMail = (typeof CORRECTION_MAILS)[number];

const LETTERS = ["registered", "offered", ...DECISION_MAILS, ...CORRECTION_MAILS] as const;
/** Kinds of email. Organisers write `message` emails and receive `notification` emails. */
export const MAIL_KINDS = [...LETTERS, "notification", "message"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const isCorrectionMail = (kind: MailKind): kind is CorrectionMail =>
  (CORRECTION_MAILS as readonly MailKind[]).includes(kind);

/**
 * `sending`: a worker has the email, and it may arrive even if the worker crashes.
 * `failed`: the address was refused or every attempt failed. `held`: the address had its five
 * registration letters of the day. `restored`: a backup with this waiting email was restored.
 * Only an organiser sends failed, held and restored emails.
 */
export const MAIL_STATES = ["waiting", "sending", "sent", "failed", "held", "restored"] as const;
export type MailState = (typeof MAIL_STATES)[number];
/** States of an email that the delegate has, or may have, received. */
export const MAY_BE_TOLD: MailState[] = ["sent", "sending", "restored"];

export type DelegateMail = {
  id: number;
  delegateId: number;
  kind: MailKind;
  state: MailState;
  problem: string | null;
  /** True if an organiser may send the email, or send it again. */
  isSendable: boolean;
  createdAt: string;
  sentAt: string | null;
};
