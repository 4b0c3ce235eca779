import { counted, numberText } from "#app/vocabulary/counted.ts";

/**
 * How far a message to many delegates is: `promised` is between 'Send' and the moment at which it goes out, and can
 * be taken back; `started` is when its emails are in the outbox.
 */
export const MESSAGE_STATES = ["draft", "promised", "started", "taken back"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Nothing goes out earlier than so many minutes after 'Send'. */
export const TAKE_BACK_MINUTES = 10;

/** The fields of its form in their order, and their labels. */
export const MESSAGE_LABELS = {
  subject: "Subject",
  text: "Text",
  isForAll: "Also write to those who were declined or have cancelled",
} as const;

/** What became of the emails of a message; `held` since a restore. Who was deleted, or has cancelled since, is in none. */
export type MessageCounts = { delivered: number; waiting: number; failed: number; held: number };

/** A message as the panel shows it. Times are ISO 8601, UTC. */
export type MessageJson = MessageCounts & {
  id: number;
  state: MessageState;
  subject: string;
  text: string;
  isForAll: boolean;
  /** To how many it went or goes; of one that has not been sent, to how many it would. */
  recipients: number;
  /** Of those who were chosen, how many were declined or have cancelled. 0 once it has gone out. */
  gone: number;
  /** The same of those who have no address to be written to. */
  withoutEmail: number;
  /** When it goes or went out; of one that was taken back, when it was to, where that was chosen. */
  sendAt: string | null;
  /** Whether it was scheduled in a backup that has been restored, and may have gone out since that was made. */
  isRestored: boolean;
  /** Whether it was stopped on its way out, and how many never get it for that reason. */
  isStopped: boolean;
  stopped: number;
  updatedAt: string;
};

/** Whether it can still be changed: nothing of it is promised to anybody. */
export const isEditable = ({ state }: Pick<MessageJson, "state">): boolean =>
  state === "draft" || state === "taken back";

/** Whether there is something left of it to stop. */
export const canBeStopped = ({ state, waiting, isStopped }: MessageJson): boolean =>
  state === "started" && waiting > 0 && !isStopped;

/** What it is called in lists; one that has no subject yet by what it is. */
export const messageName = ({ subject }: Pick<MessageJson, "subject">): string => subject || "No subject yet";

/** So many of those who were chosen who have left: '1 who was declined or has cancelled'. */
export const goneText = (gone: number): string =>
  `${numberText(gone)} who ${gone === 1 ? "was declined or has" : "were declined or have"} cancelled`;

export const withoutEmailText = (many: number): string =>
  `${numberText(many)} without an email address ${many === 1 ? "gets" : "get"} nothing.`;

/** How far its emails are, in a sentence or two. */
export function messageProgress({
  recipients,
  delivered,
  waiting,
  failed,
  held,
  isStopped,
  stopped,
}: MessageJson): string {
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

/** Without script a page is loaded anew as a whole: no more often than one can read it. */
const LOOK_AGAIN_S = 8;
const HOUR_S = 60 * 60;

/** After how many seconds there is more to know of a message; null where nothing changes by itself for long. */
export function secondsUntilNews({ state, waiting, sendAt }: MessageJson, now: number): number | null {
  if (state === "started") return waiting > 0 ? LOOK_AGAIN_S : null;
  if (state !== "promised" || sendAt === null) return null;
  const seconds = Math.ceil((Date.parse(sendAt) - now) / 1000) + 2;
  return seconds > HOUR_S ? null : Math.max(seconds, LOOK_AGAIN_S);
}
