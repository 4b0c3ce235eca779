// How much one network may do. A shared office gets by with it; a program that tries does not.
import { createHmac } from "node:crypto";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterSQLite } from "rate-limiter-flexible";
import { type LimitCounts, openLimitCounts } from "#app/db/limit-counts.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";

/** How many of a kind one network or address may have, in how many seconds. */
const LIMITS = {
  registration: { points: env.RATE_LIMIT ?? 0, duration: 600 },
  token: { points: 20, duration: 180 },
  signIn: { points: 10, duration: 180 },
  mailedLink: { points: 3, duration: 900 },
  draft: { points: 20, duration: 3_600 },
} as const;
type Kind = keyof typeof LIMITS;
/** How many times as much the /48 around an IPv6 network may have: it has room for 65,536 networks. */
const AROUND = 5;
const LONGEST_MS = Math.max(...Object.values(LIMITS).map(({ duration }) => duration)) * 1000;

type Limiters = {
  of: Record<Kind, RateLimiterAbstract>;
  counts: LimitCounts | null;
  /** What turns a network into a code. */
  key: string;
};
let limiters: Limiters | null = null;

/** Made when something is first counted. All processes at one DATA_DIR count together, or, where that fails, each for itself. */
function makeLimiters(): Limiters {
  const counts = openLimitCounts();
  const of = (kind: Kind): RateLimiterAbstract => {
    // One count for both: a network uses five points each time, what is around it one.
    const limit = { ...LIMITS[kind], keyPrefix: kind, points: LIMITS[kind].points * AROUND };
    const own = new RateLimiterMemory(limit);
    if (!counts) return own;
    const { client: storeClient, table: tableName } = counts;
    const store = { storeClient, storeType: "better-sqlite3", tableName, tableCreated: true };
    return new RateLimiterSQLite({ ...limit, ...store, insuranceLimiter: own });
  };
  const all = {
    registration: of("registration"),
    token: of("token"),
    signIn: of("signIn"),
    mailedLink: of("mailedLink"),
    draft: of("draft"),
  };
  return { of: all, counts, key: signingKeys("limit")[0] ?? "" };
}

function allLimiters(): Limiters {
  limiters ??= makeLimiters();
  return limiters;
}

/** Forgets the networks whose time is over. */
export function forgetOldCounts(): void {
  try {
    limiters?.counts?.forget(LONGEST_MS);
  } catch (error) {
    log.warn({ error }, "old counts of the limits could not be removed");
  }
}

/** Closes the file that they are counted in. */
export function closeLimits(): void {
  forgetOldCounts();
  try {
    limiters?.counts?.close();
  } catch (error) {
    log.warn({ error }, "the counts of the limits could not be closed");
  }
  limiters = null;
}

/**
 * By what each is counted. A visitor is refused with what they came for, so phones that a carrier gives
 * neighbouring networks are told apart; a draft is something that nobody sends twenty of in an hour. A mailbox is
 * spared whoever it is that fills it.
 */
const COUNTED_BY = {
  registration: "network",
  token: "network",
  signIn: "network",
  mailedLink: "email",
  draft: "household",
} as const satisfies Record<Kind, "network" | "household" | "email">;

/**
 * What the request is counted by, and how many points it uses up of each; empty where nothing is counted. As it is kept
 * on disk, only the site's secret tells which network or email address it was.
 */
function counted(kind: Kind, email?: string): { client: string; points: number }[] {
  if (env.RATE_LIMIT === null) return [];
  const known = { ...requestContext.getStore(), email };
  const all = [known[COUNTED_BY[kind]], email === undefined ? known.around : undefined];
  return all.flatMap((by, index) => {
    if (by === undefined) return [];
    const client = createHmac("sha256", allLimiters().key).update(by).digest("base64url");
    return { client, points: index === 0 ? AROUND : 1 };
  });
}

/**
 * Counts one more of these for the network the request comes from, or for `email`. Answers null where that is fine,
 * else how many seconds it has to wait. Off with RATE_LIMIT=off, and where no server stands in front.
 */
export async function overLimitFor(kind: Kind, email?: string): Promise<number | null> {
  try {
    // One after the other: what a network is refused takes nothing from those beside it.
    for (const { client, points } of counted(kind, email))
      await allLimiters().of[kind].consume(client, points);
    return null;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    securityEvent("limit-reached", { limit: kind });
    // By the machine's clock, which may have gone back meanwhile: it is never longer than what is counted over.
    const seconds = (refusal as { msBeforeNext: number }).msBeforeNext / 1000;
    return Math.ceil(Math.min(seconds, LIMITS[kind].duration));
  }
}

/** Takes back the last one: it turned out to change nothing. */
export async function uncount(kind: Kind): Promise<void> {
  for (const { client, points } of counted(kind)) await allLimiters().of[kind].reward(client, points);
}

/** A wait in seconds as people say it. */
export const inMinutes = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
