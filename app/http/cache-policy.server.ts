// What caches may keep, and for how long.
import { createContext, type MiddlewareFunction } from "react-router";

/**
 * What everybody sees, as caches may keep it (RFC 9111, RFC 5861). A shared one keeps it for ten seconds, and ten more
 * while it asks for it anew, so that nobody waits for that; where the site does not answer, or fails, for a day.
 * Browsers ask each time.
 */
export const KEPT_BY_CACHES =
  "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";

/** How long a shared cache may answer with that: as it is, and while it asks. */
export const KEPT_FOR_MS = 20_000;

/** The same for what will be another page before that: a shared cache asks each time, too. */
export const ASKED_FOR_EACH_TIME = KEPT_BY_CACHES.replace(
  "s-maxage=10, stale-while-revalidate=10",
  "s-maxage=0",
);

/**
 * Sets Cache-Control where an answer has none: it is kept by nobody. An answer that may be kept says so
 * itself, as the page cache does for shared pages, and the layout of the JSON calls for those that say `answersEverybody`.
 * Guessed from an address, a method or a cookie, one that is somebody's was taken for everybody's.
 */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** Whether the call of this request answers the same to everybody, as its route says it. */
export const publicAnswerContext = createContext(false);

/** Said by the route of such a call, as its middleware: what it answers may be kept, and is asked about each time. */
export const answersEverybody: MiddlewareFunction<Response> = ({ context }) => {
  context.set(publicAnswerContext, true);
};
