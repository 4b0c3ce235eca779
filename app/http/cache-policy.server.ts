import { createContext, type MiddlewareFunction } from "react-router";

/** A shared cache keeps it ten seconds, ten more while it asks, and a day while the site fails (RFC 5861). */
export const SHARED_CACHE_CONTROL =
  "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";

/** The time for which a shared cache may answer with it, both tens together. */
export const SHARED_CACHE_MS = 20_000;

/** A page that changes before that is asked for each time. */
export const REVALIDATED_CACHE_CONTROL = SHARED_CACHE_CONTROL.replace(
  "s-maxage=10, stale-while-revalidate=10",
  "s-maxage=0",
);

// Guessed from an address, a method or a cookie, one person's answer was taken for everyone's.
/** An answer that does not itself say that it may be kept is not kept. */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** True for a call whose answer is the same for everyone. */
export const publicResponseContext = createContext(false);

/** Middleware of such a route: its answer may be kept, and is asked for each time. */
export const markPublicResponse: MiddlewareFunction<Response> = ({ context }) => {
  context.set(publicResponseContext, true);
};
