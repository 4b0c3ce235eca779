import onHeaders from "on-headers";
import { SECURITY_HEADERS, STRICT_POLICY } from "#app/http/security-headers.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { isStopping } from "#app/server/shutdown.server.ts";

/** What a route has set itself stays; static files, refusals and the layers' own errors get it here. */
export const defaultHeaders: Middleware = (_, response, next) => {
  const id = requestContext.getStore()?.id ?? "";
  onHeaders(response, () => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    if (!response.hasHeader("Content-Security-Policy")) {
      response.setHeader("Content-Security-Policy", STRICT_POLICY);
    }
    if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Request-Id", id);
    if (isStopping()) response.setHeader("Connection", "close");
  });
  return next();
};
