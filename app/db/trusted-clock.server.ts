// The server's clock may be wrong for a while; deletion by age needs a time that can be trusted.
import { type Db, db } from "#app/db/connection.server.ts";
import { trustedClock } from "#app/db/schema.server.ts";

/** Larger than the difference after a restart or a clock correction. */
const TOLERANCE_MS = 5 * 60_000;
/** A clock that stays ahead for this much running time is accepted as right. */
const DOUBT_FOR_MS = 48 * 60 * 60_000;

/** The trusted time since 1970, and how long the server's clock has been ahead of it, in milliseconds. */
type ClockState = { at: number; doubtedMs: number };
type Clocks = { wall: () => number; monotonic: () => number };

/** Accepts a jump ahead after two days on the monotonic clock, and a jump back at once, as `earliest`. */
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

const stored = db.select().from(trustedClock).get();
const clock = createTrustedClock(
  { at: stored?.at.getTime() ?? Date.now(), doubtedMs: stored?.doubtedMs ?? 0 },
  { wall: () => Date.now(), monotonic: () => performance.now() },
);

/** Anything older has been kept for at least this long, even if the server's clock is wrong. */
export const retentionCutoff = (keptForMs: number): Date => new Date(clock.look().earliest - keptForMs);

/** Any later timestamp was written while the clock was wrong. */
export const latestPlausibleTime = (): Date => new Date(clock.look().latest + TOLERANCE_MS);

export function rememberTime(tx: Db): void {
  const { at, doubtedMs } = clock.belief();
  const row = { id: 1, at: new Date(at), doubtedMs };
  tx.insert(trustedClock).values(row).onConflictDoUpdate({ target: trustedClock.id, set: row }).run();
}

/** A timestamp in the future comes from a wrong clock and would stay valid for years. */
export const isFromFuture = (madeAt: number): boolean => madeAt > Date.now() + TOLERANCE_MS;
