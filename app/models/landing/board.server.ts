import { conference } from "#app/conference/conference.ts";
import { DAY } from "#app/conference/day.server.ts";
import type { Board, BoardSession } from "#app/models/landing/board.ts";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import type { Listing } from "#app/models/landing/landing.ts";
import { phaseOf } from "#app/models/landing/phase.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";

/** The board at a time. An evening on which everything has been counts as afterwards. */
export async function getBoard(now: Date): Promise<Board> {
  const landing = await getLandingData(now);
  const { phase, programSessions } = landing;
  if (phase?.kind === "after" || (phase?.kind === "day" && phase.isOver)) return { ...EMPTY, kind: "after" };
  const isToday = phase?.kind === "day";
  const day = isToday ? phase : phaseOf(DAY.startsAt, conference, programSessions);
  if (day?.kind !== "day") return { ...EMPTY, kind: "before" };
  const speakers = speakersBySession(landing.speakers, landing.connections);
  const toSession = ({ id, start, end }: Listing): BoardSession[] =>
    programSessions
      .filter((programSession) => programSession.id === id)
      .map(({ title, type, track }) => ({
        ...{ id, title, type, track, start, end },
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
