import { conference } from "#app/conference/conference.ts";
import { DAY } from "#app/conference/day.server.ts";
import type { Board, BoardSession } from "#app/models/landing/board.ts";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import type { Listing } from "#app/models/landing/landing.ts";
import { phaseOf } from "#app/models/landing/phase.server.ts";
import { speakerNames } from "#app/models/speaker/names.ts";

/** The board at a time. An evening on which everything has been counts as afterwards. */
export async function getBoard(now: Date): Promise<Board> {
  const landing = await getLandingData(now);
  const { phase, programSessions } = landing;
  if (phase?.kind === "after" || (phase?.kind === "day" && phase.isOver))
    return { kind: "after", now: [], next: [] };
  const names = speakerNames(landing);
  const toSession = ({ id, start, end }: Listing): BoardSession[] =>
    programSessions
      .filter((programSession) => programSession.id === id)
      .map(({ title, type, track }) => ({
        id,
        title,
        type,
        track,
        start,
        end,
        speakers: names.get(id) ?? [],
      }));
  if (phase?.kind === "day")
    return { kind: "day", now: phase.now.flatMap(toSession), next: phase.next.flatMap(toSession) };
  const morning = phaseOf(DAY.startsAt, conference, programSessions);
  return { kind: "before", now: [], next: morning?.kind === "day" ? morning.next.flatMap(toSession) : [] };
}
