import { counted, numberText } from "#app/vocabulary/counted.ts";

/** `promised` can be taken back until it goes out; the emails of `started` are in the outbox. */
export const MESSAGE_STATES = ["draft", "promised", "started", "taken back"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The least time between 'Send' and the first email. */
export const TAKE_BACK_MINUTES = 10;

export const MESSAGE_LABELS = {
  subject: "Subject",
  text: "Text",
  isForAll: "Also write to those who were declined or have cancelled",
} as const;

/** `held` since a restore. Delegates who were deleted or have cancelled since are in none. */
export type MessageCounts = { delivered: number; waiting: number; failed: number; held: number };

/** Times are ISO 8601, UTC. */
export type MessageJson = MessageCounts & {
  id: number;
  state: MessageState;
  subject: string;
  text: string;
  isForAll: boolean;
  /** The number of people it went or goes to; a draft's as of now. */
  recipients: number;
  /** The number of chosen people who were declined or have cancelled. 0 once it has gone out. */
  gone: number;
  /** The number of chosen people without an email address. 0 once it has gone out. */
  withoutEmail: number;
  /** A message that was taken back has the time at which it was to go out, if one was chosen. */
  sendAt: string | null;
  /** True after a restore: it may have gone out since the backup. */
  isRestored: boolean;
  isStopped: boolean;
  stopped: number;
  updatedAt: string;
};

/** A message can be changed while nothing of it is promised. */
export const isEditable = ({ state }: Pick<MessageJson, "state">): boolean =>
  state === "draft" || state === "taken back";

export const canBeStopped = ({ state, waiting, isStopped }: MessageJson): boolean =>
  state === "started" && waiting > 0 && !isStopped;

export const messageName = ({ subject }: Pick<MessageJson, "subject">): string => subject || "No subject yet";

/** '1 who was declined or has cancelled'. */
export const goneText = (gone: number): string =>
  `${numberText(gone)} who ${gone === 1 ? "was declined or has" : "were declined or have"} cancelled`;

export const withoutEmailText = (many: number): string =>
  `${numberText(many)} without an email address ${many === 1 ? "gets" : "get"} nothing.`;

export function messageProgress(message: MessageJson): string {
  const { recipients, delivered, waiting, failed, held, isStopped, stopped } = message;
  const left = recipients - delivered - waiting - failed - held - stopped;
  return [
    `${numberText(delivered)} of ${counted(recipients, "delegate")} ${delivered === 1 ? "has" : "have"} been sent it.`,
    isStopped && `It was stopped: ${numberText(stopped)} never ${stopped === 1 ? "gets" : "get"} it.`,
    waiting > 0 &&
      (isStopped
        ? `${numberText(waiting)} ${waiting === 1 ? "was" : "were"} on the way already.`
        : `${numberText(waiting)} ${waiting === 1 ? "waits" : "wait"}; the rest follows by itself.`),
    failed > 0 && `${numberText(failed)} could not be delivered.`,
    held > 0 && `${numberText(held)} ${held === 1 ? "is" : "are"} held since the restore: see the dashboard.`,
    left > 0 &&
      `${numberText(left)} ${left === 1 ? "was" : "were"} left out: cancelled, declined or deleted since.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Without script the whole page is loaded again, and people need time to read it. */
const LOOK_AGAIN_S = 8;
const HOUR_S = 60 * 60;

/** Seconds until there is news of a message, or null where nothing changes for long. */
export function secondsUntilNews({ state, waiting, sendAt }: MessageJson, now: number): number | null {
  if (state === "started") return waiting > 0 ? LOOK_AGAIN_S : null;
  if (state !== "promised" || sendAt === null) return null;
  const seconds = Math.ceil((Date.parse(sendAt) - now) / 1000) + 2;
  return seconds > HOUR_S ? null : Math.max(seconds, LOOK_AGAIN_S);
}
