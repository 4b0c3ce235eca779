// The steps that handle a request, in order, from its connection to its route.
import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";
import { randomHex } from "#app/platform/form-id.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { accessLog } from "#app/server/middleware/access-log.server.ts";
import { findClientNetworks } from "#app/server/middleware/client-network.server.ts";
import { setDefaultHeaders } from "#app/server/middleware/default-headers.server.ts";
import { handleRoutes } from "#app/server/middleware/handle-routes.server.ts";
import { limitPendingRequests, limitSlowBodies } from "#app/server/middleware/limits.server.ts";
import { checkMethod } from "#app/server/middleware/methods.server.ts";
import { createMetrics } from "#app/server/middleware/metrics.server.ts";
import { pageCache } from "#app/server/middleware/page-cache.server.ts";
import { redirectMistyped, redirectWww } from "#app/server/middleware/redirect-mistyped.server.ts";
import { refuseMalformed } from "#app/server/middleware/refuse-malformed.server.ts";
import { staticFiles } from "#app/server/middleware/static-files.server.ts";
import { composeMiddleware, type Middleware } from "#app/server/middleware.server.ts";
import { discardBody, hasBody, refuse } from "#app/server/refuse.server.ts";
import {
  loadUser,
  redirectTrailingSlash,
  refuseCrossSite,
  setResponseHeaders,
} from "#app/server/route-middleware.server.ts";
import { createSite } from "#app/server/site.server.ts";

// 1. The connection, in server.js. refuse.server.ts responds to requests with invalid syntax or over a limit.

/** 2. The site's middleware. */
export function createListener(build: ServerBuild): RequestListener {
  const site = createSite(build);
  const metrics = createMetrics(site);
  return composeMiddleware([
    limitPendingRequests,
    identifyRequest,
    accessLog(site),
    metrics.countRequests,
    setDefaultHeaders,
    limitSlowBodies,
    refuseMalformed,
    /** Reads a body that no other step reads, so the client receives the response. */
    discardBodies,
    redirectWww,
    redirectMistyped,
    respondToFailures,
    metrics.serveMetrics,
    staticFiles("build/client"),
    checkMethod(site),
    pageCache(site),
    // 3. React Router, for everything else.
    handleRoutes(site),
  ]);
}

/** 4. React Router, before any loader or action: the middleware of root.tsx. */
export const routeMiddleware = [setResponseHeaders, refuseCrossSite, redirectTrailingSlash, loadUser];

// 5. The middleware of the route and its layouts, such as routes/admin/layout.tsx.
// 6. The route's loader or action. entry.server.tsx renders pages.

const respondToFailures: Middleware = async (_, response, next) => {
  try {
    await next();
  } catch (error) {
    log.error({ error }, "a request failed");
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, message: "Sorry, something went wrong on our side." });
  }
};

const IGNORE_BODY = /^(GET|HEAD|OPTIONS)$/;
const discardBodies: Middleware = (request, response, next) => {
  if (!hasBody(request)) return next();
  if (IGNORE_BODY.test(request.method ?? "")) discardBody(request);
  else response.once("finish", () => discardBody(request));
  return next();
};

/** Provides the request's id and networks to all later steps in `requestContext`. */
export const identifyRequest: Middleware = (request, _, next) =>
  requestContext.run({ id: randomHex(12), ...findClientNetworks(request) }, next);
