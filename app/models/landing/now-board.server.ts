import { conference } from "#app/conference/conference.ts";
import { CONFERENCE_PERIOD } from "#app/conference/day.server.ts";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import { isDone, type ListedSession, type Listing } from "#app/models/landing/landing.ts";
import { phaseOf } from "#app/models/landing/phase.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";

export type BoardSession = Pick<ListedSession, "id" | "title" | "type" | "track" | "room" | "status"> & {
  start: number;
  end: number;
  speakers: string[];
};

/** Before the day, `now` is empty and `next` contains the first sessions. */
export type Board = {
  kind: "before" | "day" | "after";
  now: BoardSession[];
  next: BoardSession[];
  isBreak: boolean;
  isOpen: boolean;
};

/** After the last session, the conference counts as over. */
export async function getBoard(now: Date): Promise<Board> {
  const landing = await getLandingData(now);
  const { phase, programSessions } = landing;
  if (isDone(phase)) return { ...EMPTY, kind: "after" };
  const isToday = phase?.kind === "day";
  const day = isToday ? phase : phaseOf(CONFERENCE_PERIOD.startsAt, conference, programSessions);
  if (day?.kind !== "day") return { ...EMPTY, kind: "before" };
  const speakers = speakersBySession(landing.speakers, landing.connections);
  const toSession = ({ id, start, end }: Listing): BoardSession[] =>
    programSessions
      .filter((programSession) => programSession.id === id)
      .map(({ title, type, track, room, status }) => ({
        ...{ id, title, type, track, room, status, start, end },
        speakers: (speakers.get(id) ?? []).map(({ name }) => name),
      }));
  return {
    kind: isToday ? "day" : "before",
    now: day.now.flatMap(toSession),
    next: day.next.flatMap(toSession),
    isBreak: day.isBreak,
    isOpen: isToday && now >= new Date(conference.startsAt),
  };
}

const EMPTY = { now: [], next: [], isBreak: false, isOpen: false };
