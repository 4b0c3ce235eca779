// The public pages get a new edition when an organiser changes them, and at fixed times.
import { conference } from "#app/conference/conference.ts";
import { siteTime } from "#app/conference/day.server.ts";
import { turningPoints } from "#app/models/landing/phase.server.ts";
import { listProgramSessions } from "#app/models/program-session/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";

export type Edition = {
  version: string;
  /** True if the edition ends too soon to be cached. */
  isEnding: boolean;
  ids: Ids;
};

type Ids = Record<"programSession" | "speaker", ReadonlySet<string>>;

/** Reads the program only if `entered` changes. An edition is ending during its last `noticeMs`. */
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
