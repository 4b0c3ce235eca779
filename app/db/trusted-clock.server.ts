// A machine's clock may be wrong for a while: deletion by age needs a time that can be believed.
import { type Db, db } from "#app/db/connection.server.ts";
import { believedClock } from "#app/db/schema.server.ts";

/** A restart or a corrected clock differs by no more. */
const TOLERANCE_MS = 5 * 60_000;
/** A clock that is ahead for so long of running time is right after all. */
const DOUBT_FOR_MS = 48 * 60 * 60_000;

/** The believed time since 1970, and for how long the machine's clock has been ahead of it, in milliseconds. */
type ClockState = { at: number; doubtedMs: number };
type Clocks = { wall: () => number; monotonic: () => number };

/** A jump ahead counts after two days, by the monotonic clock; one back at once, as `earliest`. */
export function createTrustedClock({ at, doubtedMs }: ClockState, { wall, monotonic }: Clocks) {
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
    belief: (): ClockState => {
      look();
      return { at: Math.round(at), doubtedMs: Math.round(doubtedMs) };
    },
  };
}

const stored = db.select().from(believedClock).get();
const clock = createTrustedClock(
  { at: stored?.at.getTime() ?? Date.now(), doubtedMs: stored?.doubtedMs ?? 0 },
  { wall: () => Date.now(), monotonic: () => performance.now() },
);

/** Older things have been kept for so long, whatever the machine's clock says. */
export const retentionCutoff = (keptForMs: number): Date => new Date(clock.look().earliest - keptForMs);

/** A later time was written while the clock was wrong. */
export const latestPlausibleTime = (): Date => new Date(clock.look().latest + TOLERANCE_MS);

export function rememberTime(tx: Db): void {
  const { at, doubtedMs } = clock.belief();
  const row = { id: 1, at: new Date(at), doubtedMs };
  tx.insert(believedClock).values(row).onConflictDoUpdate({ target: believedClock.id, set: row }).run();
}

/** A thing from the future was made by a wrong clock, and would be good for years. */
export const isFromFuture = (madeAt: number): boolean => madeAt > Date.now() + TOLERANCE_MS;
