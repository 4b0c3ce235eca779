// Provides reliable times for deletion by age, even while the server's clock is wrong.
import { type Db, db } from "#app/db/connection.server.ts";
import { trustedClock } from "#app/db/schema.server.ts";

/** Exceeds the usual difference after a restart or a clock correction. */
const TOLERANCE_MS = 5 * 60_000;
const DOUBT_FOR_MS = 48 * 60 * 60_000;

/** In milliseconds: the trusted time (since 1970) and how long the server's clock has differed. */
type ClockState = { at: number; doubtedMs: number };
type Clocks = { wall: () => number; monotonic: () => number };

/** Trusts a changed clock only after two days of uptime. Until then, `look` returns both times. */
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

/** Returns a cutoff. Data before it is at least `keptForMs` old, even if the clock is wrong. */
export const retentionCutoff = (keptForMs: number): Date => new Date(clock.look().earliest - keptForMs);

export const latestPlausibleTime = (): Date => new Date(clock.look().latest + TOLERANCE_MS);

export function recordTime(tx: Db): void {
  const { at, doubtedMs } = clock.belief();
  const row = { id: 1, at: new Date(at), doubtedMs };
  tx.insert(trustedClock).values(row).onConflictDoUpdate({ target: trustedClock.id, set: row }).run();
}

/** True for a time in the future, set while the clock was wrong. It would be valid too long. */
export const isFromFuture = (madeAt: number): boolean => madeAt > Date.now() + TOLERANCE_MS;
