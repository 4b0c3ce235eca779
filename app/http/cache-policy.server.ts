import { createContext, type MiddlewareFunction } from "react-router";

/** Cached for ten seconds, ten more while revalidating, and a day while the site is down (RFC 5861). */
export const SHARED_CACHE_CONTROL =
  "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";

/** How long a shared cache may serve it: the two times ten seconds above. */
export const SHARED_CACHE_MS = 20_000;

/** For a page that is about to change. */
export const REVALIDATED_CACHE_CONTROL = SHARED_CACHE_CONTROL.replace(
  "s-maxage=10, stale-while-revalidate=10",
  "s-maxage=0",
);

// A policy guessed from the address, method or cookie once made a private response public.
/** Responses are not cached unless they set a policy. */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** True for a call whose response is the same for everyone. */
export const publicResponseContext = createContext(false);

/** Route middleware: the response may be cached, but is revalidated on each request. */
export const markPublicResponse: MiddlewareFunction<Response> = ({ context }) => {
  context.set(publicResponseContext, true);
};
