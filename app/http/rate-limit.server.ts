// The limits are high enough for a shared office and low enough to stop a script.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "#app/platform/env.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";

/** An IPv6 /48 contains 65,536 networks. It may spend this many times the points of one network. */
const AROUND_FACTOR = 5;

/** Counts are kept in memory, so each process counts alone and a restart clears them. */
const limit = (by: "network" | "household" | "client", points: number, duration: number) => ({
  by,
  // A request costs its own network five points and the surrounding /48 one point.
  counts: new RateLimiterMemory({ points: points * AROUND_FACTOR, duration }),
});

/** A token's registrations, as a multiple of those of a network. */
const TOKEN_FACTOR = 20;

/** Requests that a network, household, token or email address may send, and in how many seconds. */
const LIMITS = {
  // Counted by network, because one carrier's phones share larger address blocks.
  registration: limit("network", env.RATE_LIMIT ?? 0, 600),
  tokenRegistration: limit("client", (env.RATE_LIMIT ?? 0) * TOKEN_FACTOR, 600),
  token: limit("network", 20, 180),
  login: limit("network", 10, 180),
  mailedLink: limit("client", 3, 900),
  draft: limit("household", 20, 3_600),
};
type Kind = keyof typeof LIMITS;

/** Returns the clients to count, or [] if limits are off. */
function counted(kind: Kind, counting?: string): { client: string; points: number }[] {
  if (env.RATE_LIMIT === null) return [];
  const known = { ...requestContext.getStore(), client: counting };
  const all = [known[LIMITS[kind].by], counting === undefined ? known.around : undefined];
  return all.flatMap((client, index) =>
    client === undefined ? [] : { client, points: index === 0 ? AROUND_FACTOR : 1 },
  );
}

/**
 * Counts a request by the sender's network, or by `counting`: an email address or a token's name.
 * Returns seconds to wait, or null if allowed.
 */
export async function countRequest(kind: Kind, counting?: string): Promise<number | null> {
  try {
    // Counts the sender's own network first, so a refusal spends no points of the surrounding /48.
    for (const { client, points } of counted(kind, counting))
      await LIMITS[kind].counts.consume(client, points);
    return null;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    logSecurityEvent("limit-reached", { limit: kind });
    return Math.ceil((refusal as { msBeforeNext: number }).msBeforeNext / 1000);
  }
}

/** Refunds the points of a request that changed nothing. */
export async function refundRequest(kind: Kind, counting?: string): Promise<void> {
  for (const { client, points } of counted(kind, counting)) await LIMITS[kind].counts.reward(client, points);
}

export const minutesText = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
