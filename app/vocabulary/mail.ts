/** Kinds of email. Organisers write `message` emails and receive `notification` emails. */
export const MAIL_KINDS = [
  "registered",
  "confirmed",
  "declined",
  "cancelled",
  "changed",
  "taken-over",
  "moved",
  "notification",
  "message",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Only `moved` is sent to the registration's previous address. */
const CORRECTION_MAILS = ["changed", "taken-over", "moved"] as const satisfies MailKind[];
export type CorrectionMail = (typeof CORRECTION_MAILS)[number];

export const isCorrectionMail = (kind: MailKind): kind is CorrectionMail =>
  (CORRECTION_MAILS as readonly MailKind[]).includes(kind);

/** `failed`: the address was refused or every attempt failed, so an organiser must act. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export type DelegateMail = {
  id: number;
  delegateId: number;
  kind: MailKind;
  /** `held` means held back because a backup was restored. */
  state: MailState | "held";
  problem: string | null;
  /** End of the delay caused by the address's daily limit, or null. */
  heldUntil: string | null;
  createdAt: string;
  sentAt: string | null;
};
