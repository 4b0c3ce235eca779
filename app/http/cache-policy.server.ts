/**
 * What everybody sees, as caches may keep it (RFC 9111, RFC 5861). A shared one keeps it for ten seconds, and ten more
 * while it asks for it anew, so that nobody waits for that; where the site does not answer, or fails, for a day.
 * Browsers ask each time.
 */
export const KEPT_BY_CACHES =
  "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";

/**
 * Sets Cache-Control where an answer has none: it is kept by nobody. An answer that may be kept says so
 * itself, as the page cache does for shared pages, and the layout of the JSON calls for those that say `answersEverybody`.
 * Guessed from an address, a method or a cookie, one that is somebody's was taken for everybody's.
 */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}
