/** The occasions for an email: the last kind goes to the organisers, the others to the delegate. */
export const MAIL_KINDS = ["registered", "confirmed", "declined", "cancelled", "notification"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `failed` is what waits for somebody to look at it: the address was refused, or every attempt was. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An email about a delegate, as the organisers see it. */
export type DelegateMail = {
  id: number;
  delegateId: number;
  kind: MailKind;
  state: MailState;
  /** What stood in the way last, or null. */
  problem: string | null;
  /** Until when it is held back, because its address has had enough mail; null where it is not. */
  heldUntil: string | null;
  createdAt: string;
  sentAt: string | null;
};
