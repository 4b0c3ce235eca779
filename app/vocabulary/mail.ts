/** Organisers have written a `message` themselves; a `notification` goes to them. */
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

/** `moved` goes to the registration's former address, the others to its present one. */
const CORRECTION_MAILS = ["changed", "taken-over", "moved"] as const satisfies MailKind[];
export type CorrectionMail = (typeof CORRECTION_MAILS)[number];

export const isAboutCorrection = (kind: MailKind): kind is CorrectionMail =>
  (CORRECTION_MAILS as readonly MailKind[]).includes(kind);

/** `failed` waits for a person: the address was refused, or every attempt was. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export type DelegateMail = {
  id: number;
  delegateId: number;
  kind: MailKind;
  /** `held` since the restore of a backup. */
  state: MailState | "held";
  /** The reason why it was not sent last time, or null. */
  problem: string | null;
  /** The time until which it waits because its address has had enough mail, or null. */
  heldUntil: string | null;
  createdAt: string;
  sentAt: string | null;
};
