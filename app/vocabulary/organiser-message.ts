import { counted, numberText } from "#app/vocabulary/counted.ts";

/** `promised` means scheduled: the message can still be withdrawn. Emails of `started` are in the outbox. */
export const MESSAGE_STATES = ["draft", "promised", "started", "taken back"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Minimum time between 'Send' and the first email. */
export const TAKE_BACK_MINUTES = 10;

export const MESSAGE_LABELS = {
  subject: "Subject",
  text: "Text",
  isForAll: "Also write to those who were declined or have cancelled",
} as const;

/** Email counts (`held` only after a restore). Excludes delegates who have since cancelled or been deleted. */
export type MessageCounts = { delivered: number; waiting: number; failed: number; held: number };

/** All times are ISO 8601, UTC. */
export type MessageJson = MessageCounts & {
  id: number;
  state: MessageState;
  subject: string;
  text: string;
  isForAll: boolean;
  /** Number of recipients; for a draft, the current number. */
  recipients: number;
  /** Number of chosen delegates who were declined or have cancelled. 0 once sent. */
  gone: number;
  /** Number of chosen delegates without an email address. 0 once sent. */
  withoutEmail: number;
  /** For a withdrawn message, the time chosen earlier, if any. */
  sendAt: string | null;
  /** True after a restore: the message may have been sent since the backup. */
  isRestored: boolean;
  isStopped: boolean;
  stopped: number;
  updatedAt: string;
};

export const isEditable = ({ state }: Pick<MessageJson, "state">): boolean =>
  state === "draft" || state === "taken back";

export const canBeStopped = ({ state, waiting, isStopped }: MessageJson): boolean =>
  state === "started" && waiting > 0 && !isStopped;

export const messageName = ({ subject }: Pick<MessageJson, "subject">): string => subject || "No subject yet";

export const goneText = (gone: number): string =>
  `${numberText(gone)} who ${gone === 1 ? "was declined or has" : "were declined or have"} cancelled`;

export const withoutEmailText = (many: number): string =>
  `${numberText(many)} without an email address ${many === 1 ? "gets" : "get"} nothing.`;

export function messageProgress(message: MessageJson): string {
  const { recipients, delivered, waiting, failed, held, isStopped, stopped } = message;
  const left = recipients - delivered - waiting - failed - held - stopped;
  return [
    `It has been sent to ${numberText(delivered)} of ${counted(recipients, "delegate")}.`,
    isStopped && `It was stopped: ${numberText(stopped)} will not receive it.`,
    waiting > 0 &&
      (isStopped
        ? `${numberText(waiting)} ${waiting === 1 ? "was" : "were"} already on the way.`
        : `${numberText(waiting)} ${waiting === 1 ? "is" : "are"} waiting and will be sent automatically.`),
    failed > 0 && `${numberText(failed)} could not be delivered.`,
    held > 0 &&
      `${numberText(held)} ${held === 1 ? "has" : "have"} been held since the restore: see the dashboard.`,
    left > 0 &&
      `${numberText(left)} ${left === 1 ? "was" : "were"} left out: since cancelled, declined or deleted.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Long enough to read the page, which reloads itself if JavaScript is off. */
const REFRESH_S = 8;
const HOUR_S = 60 * 60;

/** Returns the seconds until a message's state may change, or null if that will take more than an hour. */
export function secondsUntilChange({ state, waiting, sendAt }: MessageJson, now: number): number | null {
  if (state === "started") return waiting > 0 ? REFRESH_S : null;
  if (state !== "promised" || sendAt === null) return null;
  const seconds = Math.ceil((Date.parse(sendAt) - now) / 1000) + 2;
  return seconds > HOUR_S ? null : Math.max(seconds, REFRESH_S);
}
