/**
 * Sets Cache-Control where an answer has none: it is kept by nobody. An answer that may be kept says so
 * itself, as the page cache does for shared pages, and the layout of the JSON calls for those that say `answersEverybody`.
 * Guessed from an address, a method or a cookie, one that is somebody's was taken for everybody's.
 */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}
