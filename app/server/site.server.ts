import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { env } from "#app/platform/env.server.ts";
import type { RouteTable } from "#app/server/route-table.server.ts";

export type RenderPage = (request: Request, context?: RouterContextProvider) => Promise<Response>;

/** The build that is served, as far as the pipeline needs it. */
export type Site = {
  routes: RouteTable;
  /** Answers a request by its route, as React Router does for whatever gets past the pipeline. */
  render: RenderPage;
};

/**
 * The only host whose pages may post forms here. Behind a proxy that ends TLS the request's own URL says http, so
 * React Router would refuse the site's own forms; SITE_URL knows better.
 */
const allowedActionOrigins = [new URL(env.SITE_ORIGIN).host];

export const siteOf = (build: ServerBuild): Site => ({
  routes: build.routes,
  render: createRequestHandler({ ...build, allowedActionOrigins }, "production"),
});
