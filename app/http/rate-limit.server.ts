// How much one network may do. A shared office gets by with it; a program that tries does not.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "#app/env.server.ts";
import { requestContext } from "#app/server/request-context.server.ts";

const limiters = {
  registration: new RateLimiterMemory({ keyPrefix: "registration", points: 30, duration: 600 }),
  token: new RateLimiterMemory({ keyPrefix: "token", points: 20, duration: 180 }),
  signIn: new RateLimiterMemory({ keyPrefix: "signIn", points: 10, duration: 180 }),
};

/**
 * Counts one more of these for the network the request comes from. Answers null where that is fine,
 * else how many seconds it has to wait. Off with RATE_LIMIT=off, and where no server stands in front.
 */
export async function overLimitFor(kind: keyof typeof limiters): Promise<number | null> {
  const network = requestContext.getStore()?.network;
  if (env.RATE_LIMIT === "off" || network === undefined) return null;
  try {
    await limiters[kind].consume(network);
    return null;
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    // By the machine's clock, which may have gone back meanwhile: it is never longer than what is counted over.
    const seconds = (refusal as { msBeforeNext: number }).msBeforeNext / 1000;
    return Math.ceil(Math.min(seconds, limiters[kind].duration));
  }
}

/** Takes back the last one: it turned out to change nothing. */
export async function uncount(kind: keyof typeof limiters): Promise<void> {
  const network = requestContext.getStore()?.network;
  if (env.RATE_LIMIT === "on" && network !== undefined) await limiters[kind].reward(network);
}

/** A wait in seconds as people say it. */
export const inMinutes = (seconds: number): string =>
  seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
