/** Keep what a private link gives out of caches, search engines and the Referer of other requests. */
export const PRIVATE_LINK_HEADERS = {
  "Cache-Control": "no-store",
  // Not no-referrer: browsers would send `Origin: null` with the form that cancels.
  "Referrer-Policy": "strict-origin",
  "X-Robots-Tag": "noindex",
};
