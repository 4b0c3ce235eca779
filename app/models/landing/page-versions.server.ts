// An edition is a version of the public pages. It is valid until they change or until a set time.
import { conference } from "#app/conference/conference.ts";
import { CONFERENCE_PERIOD, currentSiteTime } from "#app/conference/day.server.ts";
import { getFullPasses } from "#app/models/delegate/places.server.ts";
import { listChangeTimes } from "#app/models/landing/phase.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

export type PageVersion = {
  version: string;
  /** True if the edition ends too soon to be cached. */
  isEnding: boolean;
  ids: Ids;
};

type Ids = Record<"programSession" | "speaker", ReadonlySet<string>>;

const MINUTE_MS = 60_000;

/** Rereads the program for a new `entered` version. `isEnding` is true in the last `noticeMs`. */
export function createPageVersionReader(noticeMs: number): (entered: string) => Promise<PageVersion> {
  let latest: { entered: string; turns: number[]; ids: Ids } | undefined;
  let current: { full: number; since: number; until: number; edition: PageVersion } | undefined;

  return async (entered) => {
    if (latest?.entered !== entered) {
      const programSessions = await PROGRAM_SESSIONS.listPublic();
      const speakers = await SPEAKERS.listPublic();
      latest = {
        entered,
        turns: listChangeTimes(conference, programSessions).map((at) => at.getTime()),
        ids: { programSession: idsOf(programSessions), speaker: idsOf(speakers) },
      };
      current = undefined;
    }
    const now = currentSiteTime().getTime();
    const { version: full } = getFullPasses();
    if (current?.full === full && now >= current.since && now < current.until) return current.edition;
    const { turns, ids } = latest;
    const begins = turns.findLast((turn) => turn <= now) ?? Number.NEGATIVE_INFINITY;
    const ends = turns.find((turn) => turn > now) ?? Number.POSITIVE_INFINITY;
    const isEnding = now >= ends - noticeMs;
    // On the day, pages have a clock.
    const minute = now - (now % MINUTE_MS);
    const isDay = now >= CONFERENCE_PERIOD.startsAt.getTime() && now < CONFERENCE_PERIOD.endsAt.getTime();
    const edges = [begins, ends - noticeMs, ends, ...(isDay ? [minute, minute + MINUTE_MS] : [])];
    const edition = { version: `${entered} ${ends} ${isEnding} ${isDay && minute} ${full}`, isEnding, ids };
    current = {
      full,
      since: Math.max(...edges.filter((edge) => edge <= now)),
      until: Math.min(...edges.filter((edge) => edge > now)),
      edition,
    };
    return edition;
  };
}

const idsOf = (rows: { id: number }[]) => new Set(rows.map(({ id }) => String(id)));
