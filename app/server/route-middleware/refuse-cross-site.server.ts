import type { MiddlewareFunction } from "react-router";
import { errorPage } from "#app/http/form.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { CROSS_SITE_MESSAGE, isSameOrigin } from "#app/http/same-origin.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";

/** No form, call or upload of another site changes anything. */
export const refuseCrossSite: MiddlewareFunction<Response> = async ({ request }) => {
  if (isSameOrigin(request)) return;
  securityEvent("cross-site-refused", {});
  if (new URL(request.url).pathname.startsWith("/api/")) throw jsonError(403, CROSS_SITE_MESSAGE);
  throw errorPage(403, CROSS_SITE_MESSAGE);
};
