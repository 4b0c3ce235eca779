// Which edition of the public pages is the latest: what an organiser changes makes another one, and so does time.
import { conference } from "#app/conference/conference.ts";
import { siteTime } from "#app/conference/day.server.ts";
import { turningPoints } from "#app/models/landing/phase.server.ts";
import { listProgramSessions } from "#app/models/program-session/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";

export type Edition = {
  /** Another text for each. */
  version: string;
  /** Whether time ends it so soon that nobody else may keep it. */
  isEnding: boolean;
  ids: Ids;
};

/** The ids of the program's sessions and of the speakers, as addresses have them. */
type Ids = Record<"programSession" | "speaker", ReadonlySet<string>>;

/**
 * Answers a function that gives the latest edition for a version of what organisers have entered. It looks at the clock
 * each time, and at the program where that version is another one. `noticeMs` before its end an edition is ending.
 */
export function createEditions(noticeMs: number): (entered: string) => Promise<Edition> {
  let latest: { entered: string; turns: number[]; ids: Ids } | undefined;
  let current: { since: number; until: number; edition: Edition } | undefined;

  return async (entered) => {
    if (latest?.entered !== entered) {
      const [programSessions, speakers] = await Promise.all([listProgramSessions(), listSpeakers()]);
      latest = {
        entered,
        turns: turningPoints(conference, programSessions).map((at) => at.getTime()),
        ids: { programSession: idsOf(programSessions), speaker: idsOf(speakers) },
      };
      current = undefined;
    }
    const now = siteTime().getTime();
    if (current && now >= current.since && now < current.until) return current.edition;
    const { turns, ids } = latest;
    const begins = turns.findLast((turn) => turn <= now) ?? Number.NEGATIVE_INFINITY;
    const ends = turns.find((turn) => turn > now) ?? Number.POSITIVE_INFINITY;
    const isEnding = now >= ends - noticeMs;
    const edition = { version: `${entered} ${ends} ${isEnding}`, isEnding, ids };
    current = isEnding
      ? { since: ends - noticeMs, until: ends, edition }
      : { since: begins, until: ends - noticeMs, edition };
    return edition;
  };
}

const idsOf = (rows: { id: number }[]) => new Set(rows.map(({ id }) => String(id)));
