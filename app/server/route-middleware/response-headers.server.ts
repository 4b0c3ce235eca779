import type { MiddlewareFunction } from "react-router";
import { setCachePolicy } from "#app/http/cache-policy.server.ts";
import { addSecurityHeaders } from "#app/http/security-headers.server.ts";

/** The first one: what it adds is on every answer of the ones after it, refusals included. */
export const responseHeaders: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  // React Router refuses a post to what is only read; HTTP wants to hear what is not refused.
  if (response.status === 405 && !response.headers.has("Allow")) response.headers.set("Allow", "GET, HEAD");
  addSecurityHeaders(response.headers);
  setCachePolicy(response.headers);
  return response;
};
