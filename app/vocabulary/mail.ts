/**
 * The occasions for an email to a delegate: of kind `message` organisers have written it themselves. `notification`
 * goes to the organisers.
 */
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

/**
 * What a correction is told by: to whoever holds the registration what has changed of it, or that it is theirs now;
 * and to the address that it had before that it has it no more.
 */
const CORRECTION_MAILS = ["changed", "taken-over", "moved"] as const satisfies MailKind[];
export type CorrectionMail = (typeof CORRECTION_MAILS)[number];

export const isAboutCorrection = (kind: MailKind): kind is CorrectionMail =>
  (CORRECTION_MAILS as readonly MailKind[]).includes(kind);

/** `failed` is what waits for somebody to look at it: the address was refused, or every attempt was. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An email about a delegate, as the organisers see it. */
export type DelegateMail = {
  id: number;
  delegateId: number;
  kind: MailKind;
  /** `held` since the restore of a backup. */
  state: MailState | "held";
  /** What stood in the way last, or null. */
  problem: string | null;
  /** Until when it is held back, because its address has had enough mail; null where it is not. */
  heldUntil: string | null;
  createdAt: string;
  sentAt: string | null;
};
