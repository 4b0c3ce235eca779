import type { MiddlewareFunction } from "react-router";
import { setCachePolicy } from "#app/http/cache-policy.server.ts";
import { methodNotAllowed } from "#app/http/json.server.ts";
import { addSecurityHeaders } from "#app/http/security-headers.server.ts";

/** The first one: what it adds is on every answer of the ones after it, refusals included. */
export const responseHeaders: MiddlewareFunction<Response> = async (_, next) => {
  const response = inOurWords(await next());
  addSecurityHeaders(response.headers);
  setCachePolicy(response.headers);
  return response;
};

/** React Router refuses a post to what is only read: HTTP, and whoever sent it, want to hear what is not refused. */
function inOurWords(response: Response): Response {
  if (response.status !== 405 || response.headers.has("Allow")) return response;
  const { headers, body } = methodNotAllowed("GET", "HEAD");
  response.headers.set("Allow", headers.get("Allow") ?? "");
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return isJson ? new Response(body, response) : response;
}
