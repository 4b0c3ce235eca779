// What the time is as far as it is believed. A machine's clock may be wrong for a while (a virtual machine that
// resumes, a time server that errs): what is deleted by its age then would be gone for good.
import { type Db, db } from "#app/db/connection.server.ts";
import { believedClock } from "#app/db/schema.server.ts";

/** So much more than has passed is nothing unusual: a restart, a clock that was set right. */
const TOLERANCE_MS = 5 * 60_000;
/** A clock that has been ahead for so long, of the time that the site was running, is right after all. */
const DOUBT_FOR_MS = 48 * 60 * 60_000;

type Belief = {
  /** The time as it was believed, in milliseconds since 1970. */
  at: number;
  /** For how long the machine's clock has been ahead of that. */
  doubtedMs: number;
};
type Clocks = { wall: () => number; monotonic: () => number };

/**
 * Follows the machine's clock from a belief on, but no faster than time passes by the monotonic clock, which
 * nobody sets. Where the machine's clock jumps ahead it is followed after two days; where it goes back, its
 * earlier time is the `earliest` that it can be at once, and the later one the `latest` for two days.
 */
export function createBelievedClock({ at, doubtedMs }: Belief, { wall, monotonic }: Clocks) {
  let lookedAt = monotonic();

  function look(): { earliest: number; latest: number } {
    const now = wall();
    const passed = Math.max(0, monotonic() - lookedAt);
    lookedAt += passed;
    at += passed;
    doubtedMs += passed;
    if (Math.abs(now - at) <= TOLERANCE_MS || doubtedMs >= DOUBT_FOR_MS) {
      at = now;
      doubtedMs = 0;
    }
    return { earliest: Math.min(at, now), latest: Math.max(at, now) };
  }

  return {
    look,
    /** What the next process goes on from. */
    belief: (): Belief => {
      look();
      return { at: Math.round(at), doubtedMs: Math.round(doubtedMs) };
    },
  };
}

const stored = db.select().from(believedClock).get();
const clock = createBelievedClock(
  { at: stored?.at.getTime() ?? Date.now(), doubtedMs: stored?.doubtedMs ?? 0 },
  { wall: () => Date.now(), monotonic: () => performance.now() },
);

/** What was made before this moment has been kept for so long, whatever the machine's clock says. */
export const keptSince = (keptForMs: number): Date => new Date(clock.look().earliest - keptForMs);

/** What is later than this was made while the clock was wrong. */
export const latestMoment = (): Date => new Date(clock.look().latest + TOLERANCE_MS);

/** Stores what is believed, for the next process. */
export function rememberTime(tx: Db): void {
  const { at, doubtedMs } = clock.belief();
  const row = { id: 1, at: new Date(at), doubtedMs };
  tx.insert(believedClock).values(row).onConflictDoUpdate({ target: believedClock.id, set: row }).run();
}

/** Whether something was made by a clock that was wrong: what it is good for would be good for years. */
export const isFromFuture = (madeAt: number): boolean => madeAt > Date.now() + TOLERANCE_MS;
