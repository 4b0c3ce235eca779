import { countText, numberText } from "#app/platform/text.ts";
import { type FilterChoices, filterWords } from "#app/vocabulary/admin-passes.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";

/** `promised`: scheduled, but can still be withdrawn. `started`: the emails are in the outbox. */
export const MESSAGE_STATES = ["draft", "promised", "started", "taken back"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Minimum number of minutes between pressing 'Send' and the first email, by the choice of the time. */
export const MINUTES_BEFORE_SENDING = { minute: 1, soon: 10, at: 10 } as const;
export type SendChoice = keyof typeof MINUTES_BEFORE_SENDING;

/** The filter that a message was begun with. If `isLive`, it chooses the recipients when the message is sent. */
export type Audience = FilterChoices & { isLive: boolean };

/** Such as 'everyone confirmed when it is sent (Student Pass)'. */
export function audienceText({ status, ...choices }: Audience): string {
  const others = filterWords({ ...choices, status: null }).join(", ");
  const are = status === "attended" ? "marked as attended" : (status ?? "registered");
  return `everyone ${are} when it is sent${others && ` (${others})`}`;
}

export const MESSAGE_LABELS = {
  subject: "Subject",
  text: "Text",
  isForAll: "Also write to those who were declined or have cancelled",
  isLive: "Choose the recipients when it is sent",
} as const;

/** Email counts, excluding dropped mail and deleted delegates. Only a restore makes mail `restored`. */
export type MessageCounts = { delivered: number; waiting: number; failed: number; restored: number };

/** All times are ISO 8601, UTC. */
export type MessageJson = MessageCounts & {
  id: number;
  state: MessageState;
  subject: string;
  text: string;
  isForAll: boolean;
  isLive: boolean;
  /** Those whom the filter would choose, in words, and their current number. Null for a list alone. */
  audience: { text: string; now: number } | null;
  /** Number of recipients; before sending, the current number of those on the list. */
  recipients: number;
  /** Number of chosen delegates who were declined or have cancelled. 0 after sending. */
  gone: number;
  /** Number of chosen delegates without an email address. 0 after sending. */
  withoutEmail: number;
  sendAt: string | null;
  /** True after a restore: the message may have been sent since the backup. */
  isRestored: boolean;
  isStopped: boolean;
  stopped: number;
  updatedAt: string;
};

export const isMessageEditable = ({ state }: Pick<MessageJson, "state">): boolean =>
  state === "draft" || state === "taken back";

export const canBeStopped = ({ state, waiting, isStopped }: MessageJson): boolean =>
  state === "started" && waiting > 0 && !isStopped;

export const messageName = ({ subject }: Pick<MessageJson, "subject">): string => subject || "No subject yet";

/** The number of recipients or, if they are chosen later, who they are. */
export const recipientsText = ({ state, isLive, audience, recipients }: MessageJson): string =>
  isLive && audience && state !== "started"
    ? `${audience.text}: ${delegateCountText(audience.now)} now`
    : delegateCountText(recipients);

export const withdrawnRecipientsText = (gone: number): string =>
  `${numberText(gone)} who ${gone === 1 ? "was declined or has" : "were declined or have"} cancelled`;

export const withoutEmailText = (many: number): string =>
  `${numberText(many)} without an email address will not get the message.`;

export function messageProgress(message: MessageJson): string {
  const { recipients, delivered, waiting, failed, restored, isStopped, stopped } = message;
  const left = recipients - delivered - waiting - failed - restored - stopped;
  return [
    `It has been sent to ${numberText(delivered)} of ${countText(recipients, "delegate")}.`,
    isStopped && `It was stopped: ${numberText(stopped)} will not receive it.`,
    waiting > 0 &&
      (isStopped
        ? `${numberText(waiting)} ${waiting === 1 ? "was" : "were"} already on the way.`
        : `${numberText(waiting)} ${waiting === 1 ? "is" : "are"} waiting and will be sent automatically.`),
    failed > 0 && `${numberText(failed)} could not be delivered.`,
    restored > 0 &&
      `${numberText(restored)} ${restored === 1 ? "has" : "have"} been held since the restore. See the dashboard.`,
    left > 0 &&
      `${numberText(left)} ${left === 1 ? "was" : "were"} left out after they cancelled or were declined or deleted.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Time to read the page before it reloads itself, if JavaScript is off. */
const REFRESH_S = 8;
const HOUR_S = 60 * 60;

/** Returns the seconds until a message's state may change, or null if not within an hour. */
export function secondsUntilChange({ state, waiting, sendAt }: MessageJson, now: number): number | null {
  if (state === "started") return waiting > 0 ? REFRESH_S : null;
  if (state !== "promised" || sendAt === null) return null;
  const seconds = Math.ceil((Date.parse(sendAt) - now) / 1000) + 2;
  return seconds > HOUR_S ? null : Math.max(seconds, REFRESH_S);
}
