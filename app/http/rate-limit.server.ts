// How much one network may do. A shared office gets by with it; a program that tries does not.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "#app/platform/env.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";

const limiters = {
  registration: new RateLimiterMemory({ keyPrefix: "registration", points: 30, duration: 600 }),
  token: new RateLimiterMemory({ keyPrefix: "token", points: 20, duration: 180 }),
  signIn: new RateLimiterMemory({ keyPrefix: "signIn", points: 10, duration: 180 }),
  draft: new RateLimiterMemory({ keyPrefix: "draft", points: 20, duration: 3_600 }),
};
type Kind = keyof typeof limiters;

/**
 * By what each is counted. A visitor is refused with what they came for, so phones that a carrier gives
 * neighbouring networks are told apart; a draft is something that nobody sends twenty of in an hour.
 */
const COUNTED_BY = {
  registration: "network",
  token: "network",
  signIn: "network",
  draft: "household",
} as const satisfies Record<Kind, "network" | "household">;

/** What the request is counted by, or undefined where nothing is counted. */
const counted = (kind: Kind): string | undefined =>
  env.RATE_LIMIT === "on" ? requestContext.getStore()?.[COUNTED_BY[kind]] : undefined;

/**
 * Counts one more of these for the network the request comes from. Answers null where that is fine,
 * else how many seconds it has to wait. Off with RATE_LIMIT=off, and where no server stands in front.
 */
export async function overLimitFor(kind: Kind): Promise<number | null> {
  const client = counted(kind);
  if (client === undefined) return null;
  try {
    await limiters[kind].consume(client);
    return null;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    securityEvent("limit-reached", { limit: kind });
    // By the machine's clock, which may have gone back meanwhile: it is never longer than what is counted over.
    const seconds = (refusal as { msBeforeNext: number }).msBeforeNext / 1000;
    return Math.ceil(Math.min(seconds, limiters[kind].duration));
  }
}

/** Takes back the last one: it turned out to change nothing. */
export async function uncount(kind: Kind): Promise<void> {
  const client = counted(kind);
  if (client !== undefined) await limiters[kind].reward(client);
}

/** A wait in seconds as people say it. */
export const inMinutes = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
