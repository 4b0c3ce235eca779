import { isRouteErrorResponse } from "react-router";

/** A connection that died without a word never ends by itself. */
const TIMEOUT_MS = 60_000;

// React Router reports these as the error of `fetch`, the text of a page, or a body that cannot be decoded.
/** True where this site did not answer: no connection, or a page of a proxy or of a network's login. */
export function isNetworkFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // An error of our server arrives as a plain Error without a cause.
  return error instanceof Error && (error.constructor !== Error || "cause" in error);
}

class TimedOut extends Error {}

/** An error that counts as unanswered takes the place of an answer after TIMEOUT_MS. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: number;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new TimedOut()), TIMEOUT_MS);
  });
  return Promise.race([answer, timedOut]).finally(() => window.clearTimeout(timer));
}
