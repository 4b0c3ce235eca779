import { type MiddlewareFunction, redirect } from "react-router";
import { currentLogin, helperContext, userContext } from "#app/auth/auth.server.ts";
import { setCachePolicy } from "#app/http/cache-policy.server.ts";
import { errorPage } from "#app/http/form.server.ts";
import { jsonError, methodNotAllowed } from "#app/http/json.server.ts";
import { addressWithoutSlash } from "#app/http/one-address.server.ts";
import { CROSS_SITE_MESSAGE, isSameOrigin } from "#app/http/same-origin.server.ts";
import { addSecurityHeaders } from "#app/http/security-headers.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";

/** The first one: what it adds is on every answer of the ones after it, refusals included. */
export const responseHeaders: MiddlewareFunction<Response> = async (_, next) => {
  const response = inOurWords(await next());
  addSecurityHeaders(response.headers);
  setCachePolicy(response.headers);
  return response;
};

/** React Router refuses a post to a read-only route. HTTP requires the allowed methods in the answer. */
function inOurWords(response: Response): Response {
  if (response.status !== 405 || response.headers.has("Allow")) return response;
  const { headers, body } = methodNotAllowed("GET", "HEAD");
  response.headers.set("Allow", headers.get("Allow") ?? "");
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return isJson ? new Response(body, response) : response;
}

/** No form, call or upload of another site changes anything. */
export const refuseCrossSite: MiddlewareFunction<Response> = async ({ request }) => {
  if (isSameOrigin(request)) return;
  securityEvent("cross-site-refused", {});
  if (new URL(request.url).pathname.startsWith("/api/")) throw jsonError(403, CROSS_SITE_MESSAGE);
  throw errorPage(403, CROSS_SITE_MESSAGE);
};

/** Everything has one address, without a slash at its end. */
export const redirectTrailingSlash: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  // A login that comes first leads back to the same address.
  const leadsOn = response.ok || response.status === 401;
  const address = leadsOn ? addressWithoutSlash(request) : null;
  return address === null ? response : redirect(address, 308);
};

/** Who is asking, for every loader, action and guard: `userContext` or `helperContext`. */
export const loadUser: MiddlewareFunction<Response> = async ({ request, context }) => {
  const login = await currentLogin(request);
  if (login) context.set(login.role === "organiser" ? userContext : helperContext, login.user);
};
