import type { ShownFields } from "#app/models/editable/fields.ts";
import type { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import type { SessionTime } from "#app/models/program-session/program-session.ts";
import type { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import type { Availability } from "#app/vocabulary/availability.ts";

export type ListedSession = Omit<ShownFields<"list", typeof PROGRAM_SESSION_FIELDS>, "room"> &
  SessionTime & {
    /** Omitted if the session has no room, to save bytes. */
    room?: string | null;
    /** `fills`: how many later rows begin before the session ends. `until`: when it ends. */
    fills?: number;
    until?: string;
    /** True if the session shares the previous one's slot, but its time is written differently. */
    joins?: true;
  };

export const isInSameSlot = ({ joins, time }: ListedSession, before: ListedSession | undefined): boolean =>
  joins === true || time === before?.time;

export type ListedSpeaker = ShownFields<"list", typeof SPEAKER_FIELDS>;

/** Facts that a dialog places by name. It lists all others below them, with their labels. */
export const PLACED_IN_DIALOG = {
  session: ["title", "time", "type", "track", "room", "description", "tags", "links", "status"],
  speaker: ["name", "pronouns", "title", "company", "bio", "links", "imageUrl"],
} as const;
type Placed<Kind extends keyof typeof PLACED_IN_DIALOG> = "id" | (typeof PLACED_IN_DIALOG)[Kind][number];
export type DialogSession = Pick<ShownFields<"dialog", typeof PROGRAM_SESSION_FIELDS>, Placed<"session">>;
export type DialogSpeaker = Pick<ShownFields<"dialog", typeof SPEAKER_FIELDS>, Placed<"speaker">>;

/** `clock` is the time of the page, such as '11:20 AM'. `ended` lists session ids. `isBreak` is true between sessions, `isOver` after the last one. */
export type ConferencePhase =
  | { kind: "lastWeek"; daysLeft: number }
  | {
      kind: "day";
      clock: string;
      now: SessionSpan[];
      next: SessionSpan[];
      ended: number[];
      isBreak: boolean;
      isOver: boolean;
    }
  | { kind: "after" };

export const isProgramOver = (phase: ConferencePhase | undefined): boolean =>
  phase?.kind === "after" || (phase?.kind === "day" && phase.isOver);

export type SessionSpan = { id: number; start: number; end: number };

/** Prices by plan id. `until` is the last day of the price, such as '1 August'. */
export type CurrentPrices = Record<string, { price: string; until: string }>;

export type LandingData = {
  programSessions: ListedSession[];
  speakers: ListedSpeaker[];
  connections: { speakerId: number; programSessionId: number }[];
  phase?: ConferencePhase;
  prices?: CurrentPrices;
  /** Omitted while registration is open for every pass. */
  registration?: Availability;
};

/** True if the page no longer invites visitors to register. */
export const isRegistrationOver = (data: Pick<LandingData, "phase" | "registration"> | null): boolean =>
  isProgramOver(data?.phase) || data?.registration?.state === "closed";
