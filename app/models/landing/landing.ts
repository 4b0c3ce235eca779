import type { ShownIn } from "#app/models/editable/fields.ts";
import type { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import type { SessionTime } from "#app/models/program-session/program-session.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";

/** A session as the program lists it. */
export type ListedSession = ShownIn<"list", typeof PROGRAM_SESSION_FIELDS> &
  SessionTime & {
    /** Set if it is in the slot of the session before it, although its time is written otherwise. */
    joins?: true;
  };

/** Whether a session is in the slot of the one before it. */
export const joinsSlot = ({ joins, time }: ListedSession, before: ListedSession | undefined): boolean =>
  joins === true || time === before?.time;

/** A speaker as the line-up lists them. */
export type ListedSpeaker = ShownIn<"list", typeof SPEAKER_FIELDS>;

/** A speaker as the dialogs show them. */
export type DialogSpeaker = ShownIn<"dialog", typeof SPEAKER_FIELDS>;

/**
 * Where the page stands in time, when that is near the day (phase.server.ts). Sessions are in the order of the program;
 * `ended` are the ids of those that are over; `isBreak` is between two of them; `isOver` is the evening, when everything
 * that was to come has been.
 */
export type Phase =
  | { kind: "lastWeek"; daysLeft: number }
  | { kind: "day"; now: Listing[]; next: Listing[]; ended: number[]; isBreak: boolean; isOver: boolean }
  | { kind: "after" };

/** Whether the last session is over: nobody is asked to come any more. */
export const isDone = (phase: Phase | undefined): boolean =>
  phase?.kind === "after" || (phase?.kind === "day" && phase.isOver);

/** A session, and when it is on, in milliseconds since 1970. */
export type Listing = { id: number; start: number; end: number };

/** What a plan costs for a while, by its id: the price, and the last day of it, '1 August'. */
export type PricesForNow = Record<string, { price: string; until: string }>;

/** What the landing page needs of the database: sessions in program order, speakers in theirs. */
export type LandingData = {
  programSessions: ListedSession[];
  speakers: ListedSpeaker[];
  connections: { speakerId: number; programSessionId: number }[];
  /** Left out long before the day. */
  phase?: Phase;
  /** Left out where no plan has a price for a while. */
  prices?: PricesForNow;
};
