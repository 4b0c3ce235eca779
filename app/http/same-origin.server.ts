// Cross-site requests change nothing: one check in front of every form, JSON call and upload.

import { hasCookie } from "#app/http/site-cookies.server.ts";
import { bearerOf } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request that could change something comes from this site's own pages, or from a client
 * that is no browser. What browsers say of it decides: `Sec-Fetch-Site`, then `Origin`, and both have
 * to agree where both are sent. Text browsers and old devices send neither: where such a request has a login,
 * it comes from the page that its `Referer` names, or it is not trusted; without a login there is nothing that
 * another site could use. One with a token and without cookies is not asked: no page of another site can make
 * a browser send that.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const cookies = request.headers.get("Cookie") ?? "";
  if (bearerOf(request) !== null && cookies === "") return true;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin !== null) return isOwnOrigin(origin, request);
  if (site !== null || !hasCookie(cookies, "login")) return true;
  const referer = request.headers.get("Referer") ?? "";
  return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, request);
}

/** SITE_URL's origin; without that setting the host that the browser itself asked. */
function isOwnOrigin(origin: string, request: Request): boolean {
  if (origin === env.SITE_ORIGIN) return true;
  return !env.isSiteOriginKnown && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}

export const CROSS_SITE_MESSAGE = `This request came from another site, so nothing was changed. Open ${env.SITE_ORIGIN} and try again there.`;
