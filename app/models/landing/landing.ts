import type { ShownIn } from "#app/models/editable/fields.ts";
import type { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import type { SessionTime } from "#app/models/program-session/program-session.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";

export type ListedSession = Omit<ShownIn<"list", typeof PROGRAM_SESSION_FIELDS>, "room"> &
  SessionTime & {
    /** Omitted if the session has no room, to save bytes. */
    room?: string | null;
    /** `fills`: how many later rows begin before the session ends. `until`: when it ends. */
    fills?: number;
    until?: string;
    /** True if the session shares the previous session's slot, although their times are written differently. */
    joins?: true;
  };

export const joinsSlot = ({ joins, time }: ListedSession, before: ListedSession | undefined): boolean =>
  joins === true || time === before?.time;

export type ListedSpeaker = ShownIn<"list", typeof SPEAKER_FIELDS>;

export type DialogSpeaker = ShownIn<"dialog", typeof SPEAKER_FIELDS>;

/** `ended` contains ids. `isBreak` is true between two sessions, and `isOver` after the last one. */
export type Phase =
  | { kind: "lastWeek"; daysLeft: number }
  | { kind: "day"; now: Listing[]; next: Listing[]; ended: number[]; isBreak: boolean; isOver: boolean }
  | { kind: "after" };

export const isDone = (phase: Phase | undefined): boolean =>
  phase?.kind === "after" || (phase?.kind === "day" && phase.isOver);

export type Listing = { id: number; start: number; end: number };

/** Prices by plan id; `until` is the last day, such as '1 August'. */
export type PricesForNow = Record<string, { price: string; until: string }>;

export type LandingData = {
  programSessions: ListedSession[];
  speakers: ListedSpeaker[];
  connections: { speakerId: number; programSessionId: number }[];
  phase?: Phase;
  prices?: PricesForNow;
};
