import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { RouteTable } from "#app/server/route-table.server.ts";

export type RenderPage = (request: Request, context?: RouterContextProvider) => Promise<Response>;

/** The build that is served, as far as the pipeline needs it. */
export type Site = {
  routes: RouteTable;
  /** Answers a request by its route, as React Router does for whatever gets past the pipeline. */
  render: RenderPage;
};

export const siteOf = (build: ServerBuild): Site => ({
  routes: build.routes,
  render: createRequestHandler(build, "production"),
});
