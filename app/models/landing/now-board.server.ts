import { conference } from "#app/conference/conference.ts";
import { CONFERENCE_PERIOD } from "#app/conference/day.server.ts";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import { isProgramOver, type ListedSession, type SessionSpan } from "#app/models/landing/landing.ts";
import { getPhase } from "#app/models/landing/phase.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";

export type NowBoardSession = Pick<ListedSession, "id" | "title" | "type" | "track" | "room" | "status"> & {
  start: number;
  end: number;
  speakers: string[];
};

/** Before conference day, `now` is empty and `next` contains the first sessions. */
export type NowBoard = {
  kind: "before" | "day" | "after";
  /** The time of the page, on conference day alone. */
  clock?: string;
  now: NowBoardSession[];
  next: NowBoardSession[];
  isBreak: boolean;
  isOpen: boolean;
};

/** Returns 'after' as soon as the last session is over. */
export async function getNowBoard(now: Date): Promise<NowBoard> {
  const landing = await getLandingData(now);
  const { phase, programSessions } = landing;
  if (isProgramOver(phase)) return { ...EMPTY, kind: "after" };
  const isToday = phase?.kind === "day";
  const day = isToday ? phase : getPhase(CONFERENCE_PERIOD.startsAt, conference, programSessions);
  if (day?.kind !== "day") return { ...EMPTY, kind: "before" };
  const speakers = speakersBySession(landing.speakers, landing.connections);
  const toSession = ({ id, start, end }: SessionSpan): NowBoardSession[] =>
    programSessions
      .filter((programSession) => programSession.id === id)
      .map(({ title, type, track, room, status }) => ({
        id,
        title,
        type,
        track,
        room,
        status,
        start,
        end,
        speakers: (speakers.get(id) ?? []).map(({ name }) => name),
      }));
  return {
    kind: isToday ? "day" : "before",
    ...(isToday && { clock: phase.clock }),
    now: day.now.flatMap(toSession),
    next: day.next.flatMap(toSession),
    isBreak: day.isBreak,
    isOpen: isToday && now >= new Date(conference.startsAt),
  };
}

const EMPTY = { now: [], next: [], isBreak: false, isOpen: false };
