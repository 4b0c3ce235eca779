// What every request meets, in order, from the limits of its connection to the loader or action of its route.
import type { RequestListener } from "node:http";
import { randomHex } from "#app/platform/form-id.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { accessLog } from "#app/server/middleware/access-log.server.ts";
import { answerRoutes } from "#app/server/middleware/answer-routes.server.ts";
import { clientNetworks } from "#app/server/middleware/client-network.server.ts";
import { defaultHeaders } from "#app/server/middleware/default-headers.server.ts";
import { limitPendingRequests, limitSlowBodies } from "#app/server/middleware/limits.server.ts";
import { createMetrics } from "#app/server/middleware/metrics.server.ts";
import { pageCache } from "#app/server/middleware/page-cache.server.ts";
import { refuseMalformed } from "#app/server/middleware/refuse-malformed.server.ts";
import { staticFiles } from "#app/server/middleware/static-files.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { discardBody, hasBody, refuse } from "#app/server/refuse.server.ts";
import {
  loadUser,
  redirectTrailingSlash,
  refuseCrossSite,
  responseHeaders,
} from "#app/server/route-middleware.server.ts";
import type { Site } from "#app/server/site.server.ts";

/**
 * 1. The connection (Node's server). What breaks HTTP's syntax or these limits is no request yet:
 * refuse.server.ts answers it.
 */
export const CONNECTION_LIMITS = {
  headersTimeout: 20_000,
  requestTimeout: 10 * 60_000,
  keepAliveTimeout: 65_000,
  /** For a connection on which nothing moves at all. */
  timeout: 70_000,
  connectionsCheckingInterval: 5_000,
  /** Node would refuse such a request without the site's headers; refuseMalformed does it with them. */
  requireHostHeader: false,
};

/**
 * 2. The site's own middleware, also for requests that never reach a route. install.server.ts puts it in place;
 * `fromDisk` is the Express of react-router-serve that it replaces, which answers for large files.
 */
export function createPipeline(site: Site, fromDisk: RequestListener): Middleware[] {
  const metrics = createMetrics(site);
  return [
    limitPendingRequests,
    /** The id and the client's network, for everything after it. */
    identifyRequest,
    accessLog(site),
    metrics.countRequests,
    /** Whatever answers: the security headers, Cache-Control and the request's id. */
    defaultHeaders,
    limitSlowBodies,
    refuseMalformed,
    /** What nobody has read of a body is read and thrown away, so that its sender gets the answer. */
    discardBodies,
    answerFailures,
    metrics.answerMetrics,
    staticFiles("build/client", fromDisk),
    pageCache(site),
    // 3. React Router, for the rest.
    answerRoutes(site),
  ];
}

/** 4. React Router, before any loader or action: the middleware of root.tsx. */
export const routeMiddleware = [responseHeaders, refuseCrossSite, redirectTrailingSlash, loadUser];

// 5. The middleware of the route's layouts and its own:
//    routes/admin/layout.tsx            requireHelper, then for all but the door (organisers-only.tsx) requireOrganiser
//    routes/api/layout.ts               answerJson, then for organisers alone (api/admin, api/objects) requireOrganiserJson
//    routes/register/, routes/sharing/  what a private link may do, and what a page says of itself
// 6. The route's loader or action; for a page, entry.server.tsx renders what it gives.

/** Logs what a later step throws, and responds with a 500. */
const answerFailures: Middleware = async (_, response, next) => {
  try {
    await next();
  } catch (error) {
    log.error({ error }, "a page could not be answered");
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, message: "Sorry, something went wrong on our side." });
  }
};

/** No later step reads the body of a request with these methods. */
const READING_METHODS = ["GET", "HEAD"];

const discardBodies: Middleware = (request, response, next) => {
  if (!hasBody(request)) return next();
  if (READING_METHODS.includes(request.method ?? "")) discardBody(request);
  else response.once("finish", () => discardBody(request));
  return next();
};

/** Tells all later steps which request they work for, by `requestContext`. */
export const identifyRequest: Middleware = (request, _, next) =>
  requestContext.run({ id: randomHex(12), ...clientNetworks(request) }, next);
