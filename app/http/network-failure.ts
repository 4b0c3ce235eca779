import { isRouteErrorResponse } from "react-router";

/** Without a limit, a lost connection can wait forever. */
const TIMEOUT_MS = 60_000;

// React Router reports network failures as an error of `fetch`, a page's text, or an undecodable body.
/** True if the site did not respond: no connection, or the page of a proxy or of a network's login. */
export function isNetworkFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // Errors from this site's server arrive as plain Errors without a cause.
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
