import type { ShownIn } from "#app/models/editable/fields.ts";
import type { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import type { SessionTime } from "#app/models/program-session/program-session.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";

export type ListedSession = Omit<ShownIn<"list", typeof PROGRAM_SESSION_FIELDS>, "room"> &
  SessionTime & {
    /** Left out where a session has none of its own: each byte of the page counts. */
    room?: string | null;
    /** The number of later rows that begin before it ends, and its end. */
    fills?: number;
    until?: string;
    /** In the slot of the session before it, although its time is written otherwise. */
    joins?: true;
  };

export const joinsSlot = ({ joins, time }: ListedSession, before: ListedSession | undefined): boolean =>
  joins === true || time === before?.time;

export type ListedSpeaker = ShownIn<"list", typeof SPEAKER_FIELDS>;

export type DialogSpeaker = ShownIn<"dialog", typeof SPEAKER_FIELDS>;

/** `ended` are ids; `isBreak` is between two sessions; on an evening that `isOver` nothing more is to come. */
export type Phase =
  | { kind: "lastWeek"; daysLeft: number }
  | { kind: "day"; now: Listing[]; next: Listing[]; ended: number[]; isBreak: boolean; isOver: boolean }
  | { kind: "after" };

/** Nothing more is to come. */
export const isDone = (phase: Phase | undefined): boolean =>
  phase?.kind === "after" || (phase?.kind === "day" && phase.isOver);

/** In milliseconds since 1970. */
export type Listing = { id: number; start: number; end: number };

/** By the plan's id; `until` is its last day, '1 August'. */
export type PricesForNow = Record<string, { price: string; until: string }>;

export type LandingData = {
  programSessions: ListedSession[];
  speakers: ListedSpeaker[];
  connections: { speakerId: number; programSessionId: number }[];
  /** Left out long before the day. */
  phase?: Phase;
  /** Left out where no plan has a price for a while. */
  prices?: PricesForNow;
};
