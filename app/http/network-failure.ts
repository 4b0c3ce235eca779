import { isRouteErrorResponse } from "react-router";

/** A connection lost without notice would otherwise wait forever. */
const TIMEOUT_MS = 60_000;

// React Router reports these as an error of `fetch`, the text of a page, or an undecodable body.
/** True if the site did not respond: no connection, or a page of a proxy or of a network's login. */
export function isNetworkFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // An error of this site's server arrives as a plain Error without a cause.
  return error instanceof Error && (error.constructor !== Error || "cause" in error);
}

class TimedOut extends Error {}

/** Rejects with a network failure after TIMEOUT_MS. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: number;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new TimedOut()), TIMEOUT_MS);
  });
  return Promise.race([answer, timedOut]).finally(() => window.clearTimeout(timer));
}
