import { isRouteErrorResponse } from "react-router";

/** Without a limit, a request on a lost connection can wait forever. */
const TIMEOUT_MS = 60_000;

/**
 * True if there is no connection, or a proxy or captive portal responded instead of the site. React
 * Router reports these as a `fetch` error, an HTML page or an undecodable body.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // Errors from this site's server arrive as plain Errors without a cause.
  return error instanceof Error && (error.constructor !== Error || "cause" in error);
}

/** Rejects with a network failure after TIMEOUT_MS. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: number;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new DOMException("No response", "TimeoutError")), TIMEOUT_MS);
  });
  return Promise.race([answer, timedOut]).finally(() => window.clearTimeout(timer));
}
