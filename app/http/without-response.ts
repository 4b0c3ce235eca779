// What became of a request with script: whether it was this site that answered it, or something on the way.
import { isRouteErrorResponse } from "react-router";

/** How long an answer may take, in milliseconds: a connection that died without a word never ends by itself. */
const TIMEOUT_MS = 60_000;

/**
 * Whether a request failed without an answer of this site: no connection, one that broke, a proxy's own
 * error page, or the page of a network that wants a login first. React Router reports these as what `fetch`
 * threw, as the text of a page, and as a body that cannot be decoded; and as no data where there was no body.
 */
export function isWithoutResponse(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // What our server threw arrives as a plain Error without a cause.
  return error instanceof Error && (error.constructor !== Error || "cause" in error);
}

/** What is thrown where no answer came in time. */
class TimedOut extends Error {}

/** The same answer, or an error that counts as unanswered once it has taken too long. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: number;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new TimedOut()), TIMEOUT_MS);
  });
  return Promise.race([answer, timedOut]).finally(() => window.clearTimeout(timer));
}
