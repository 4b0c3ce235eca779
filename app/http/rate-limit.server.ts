// The limits are high enough for a shared office and low enough to stop a script.
import { createHmac } from "node:crypto";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterSQLite } from "rate-limiter-flexible";
import { type LimitCounts, openLimitCounts } from "#app/db/limit-counts.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";

/** Points that a network, household or email address may spend within `duration` seconds. */
const LIMITS = {
  registration: { points: env.RATE_LIMIT ?? 0, duration: 600 },
  token: { points: 20, duration: 180 },
  signIn: { points: 10, duration: 180 },
  mailedLink: { points: 3, duration: 900 },
  draft: { points: 20, duration: 3_600 },
} as const;
type Kind = keyof typeof LIMITS;
/** An IPv6 /48 contains 65,536 networks. It may spend this many times the points of one network. */
const AROUND_FACTOR = 5;
const LONGEST_MS = Math.max(...Object.values(LIMITS).map(({ duration }) => duration)) * 1000;

type Limiters = { of: Record<Kind, RateLimiterAbstract>; counts: LimitCounts | null; key: string };
let limiters: Limiters | null = null;

/** Processes with the same DATA_DIR share counts. If the store fails, each process counts alone. */
function makeLimiters(): Limiters {
  const counts = openLimitCounts();
  const of = (kind: Kind): RateLimiterAbstract => {
    // A request costs its own network five points and the surrounding /48 one point.
    const limit = { ...LIMITS[kind], keyPrefix: kind, points: LIMITS[kind].points * AROUND_FACTOR };
    const own = new RateLimiterMemory(limit);
    if (!counts) return own;
    const { client: storeClient, table: tableName } = counts;
    const store = { storeClient, storeType: "better-sqlite3", tableName, tableCreated: true };
    return new RateLimiterSQLite({ ...limit, ...store, insuranceLimiter: own });
  };
  const all = Object.fromEntries((Object.keys(LIMITS) as Kind[]).map((kind) => [kind, of(kind)]));
  return { of: all as Limiters["of"], counts, key: signingKeys("limit")[0] ?? "" };
}

function allLimiters(): Limiters {
  limiters ??= makeLimiters();
  return limiters;
}

export function removeOldRateCounts(): void {
  try {
    limiters?.counts?.forget(LONGEST_MS);
  } catch (error) {
    log.warn({ error }, "old rate limit counts could not be removed");
  }
}

export function closeRateLimits(): void {
  removeOldRateCounts();
  try {
    limiters?.counts?.close();
  } catch (error) {
    log.warn({ error }, "the rate limit counts could not be closed");
  }
  limiters = null;
}

// Registrations are counted by network, because one carrier's phones share larger address blocks.
const COUNTED_BY = {
  registration: "network",
  token: "network",
  signIn: "network",
  mailedLink: "email",
  draft: "household",
} as const satisfies Record<Kind, "network" | "household" | "email">;

/** Returns the clients to count, hashed because counts are stored, or [] if limits are off. */
function counted(kind: Kind, email?: string): { client: string; points: number }[] {
  if (env.RATE_LIMIT === null) return [];
  const known = { ...requestContext.getStore(), email };
  const all = [known[COUNTED_BY[kind]], email === undefined ? known.around : undefined];
  return all.flatMap((by, index) => {
    if (by === undefined) return [];
    const client = createHmac("sha256", allLimiters().key).update(by).digest("base64url");
    return { client, points: index === 0 ? AROUND_FACTOR : 1 };
  });
}

/** Counts a request by the sender or for `email`. Returns seconds to wait, or null if allowed. */
export async function countRequest(kind: Kind, email?: string): Promise<number | null> {
  try {
    // Counts the sender's own network first, so a refusal spends no points of the surrounding /48.
    for (const { client, points } of counted(kind, email))
      await allLimiters().of[kind].consume(client, points);
    return null;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    logSecurityEvent("limit-reached", { limit: kind });
    // After the server's clock is set back, msBeforeNext may exceed the limit's duration.
    const seconds = (refusal as { msBeforeNext: number }).msBeforeNext / 1000;
    return Math.ceil(Math.min(seconds, LIMITS[kind].duration));
  }
}

/** Refunds the points of a request that changed nothing. */
export async function refundRequest(kind: Kind): Promise<void> {
  for (const { client, points } of counted(kind)) await allLimiters().of[kind].reward(client, points);
}

export const minutesText = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
