import { type MiddlewareFunction, redirect } from "react-router";
import { getCurrentLogin, helperContext, userContext } from "#app/auth/auth.server.ts";
import { setCachePolicy } from "#app/http/cache-policy.server.ts";
import { errorPage } from "#app/http/form.server.ts";
import { isJsonPath, jsonError } from "#app/http/json.server.ts";
import { readFormFields } from "#app/http/read-body.server.ts";
import { hasCookie } from "#app/http/site-cookies.server.ts";
import { readBearerToken } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { removeTrailingSlash } from "#app/server/shared-urls.server.ts";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";

/** Runs first, so refusals by other middleware have a cache policy too. */
export const setResponseHeaders: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  setCachePolicy(response.headers);
  return response;
};

export const refuseCrossSite: MiddlewareFunction<Response> = async ({ request }) => {
  if (isSameOrigin(request)) return;
  logSecurityEvent("cross-site-refused", {});
  if (!env.isSiteOriginKnown)
    log.warn({}, "if this form was the site's own, set SITE_URL to the address that visitors use");
  if (isJsonPath(new URL(request.url).pathname)) throw jsonError(403, CROSS_SITE_MESSAGE);
  throw errorPage(403, `${CROSS_SITE_MESSAGE} ${await readTyped(request)}`);
};

/**
 * Returns what was typed into the site's own form at another of its names, such as www. Only the
 * browser's `Sec-Fetch-Site` proves that the words are not those of another site.
 */
async function readTyped(request: Request): Promise<string> {
  const isOwn = request.headers.get("Sec-Fetch-Site") === "same-origin";
  const read = isOwn ? await readFormFields(request) : null;
  const lines = Object.entries(REGISTRATION_LABELS).flatMap(([name, label]) => {
    const text = read?.ok && read.value.get(name);
    return text ? `${label}: ${text}` : [];
  });
  if (lines.length === 0) return "If you go back, the form may still have what you typed.";
  return `This is what you typed:\n\n${lines.join("\n")}`;
}

export const redirectTrailingSlash: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  // Redirects a 401 too, because visitors return to this URL after logging in.
  const leadsOn = response.ok || response.status === 401;
  const url = leadsOn ? removeTrailingSlash(request) : null;
  return url === null ? response : redirect(url, 308);
};

export const loadUser: MiddlewareFunction<Response> = async ({ request, context }) => {
  const login = await getCurrentLogin(request);
  if (login) context.set(login.role === "organiser" ? userContext : helperContext, login.user);
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * `Sec-Fetch-Site` and `Origin` must match if sent. Old browsers send neither, so `Referer` must
 * match if there is a login cookie. Requests with a token and no cookies always pass, because
 * other sites cannot forge them.
 */
function isSameOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const cookies = request.headers.get("Cookie") ?? "";
  if (readBearerToken(request.headers.get("Authorization")) !== null && cookies === "") return true;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  // A proxy's `Referrer-Policy: no-referrer` hides the origin.
  const isHidden = origin === "null" && site === "same-origin";
  if (origin !== null && !isHidden) return isOwnOrigin(origin, request);
  if (site !== null || !hasCookie(cookies, "login")) return true;
  const referer = request.headers.get("Referer") ?? "";
  return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, request);
}

/** Without SITE_URL, the requested host counts as the site's own. */
function isOwnOrigin(origin: string, request: Request): boolean {
  if (origin === env.SITE_ORIGIN) return true;
  return !env.isSiteOriginKnown && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}

const CROSS_SITE_MESSAGE = `This request came from another address, so nothing was changed. Open ${env.SITE_ORIGIN} and try again there.`;
