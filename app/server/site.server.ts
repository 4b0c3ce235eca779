import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { createRouteMatcher, type RouteTable } from "#app/server/route-table.server.ts";

export type Site = { routes: RouteTable; render: RequestHandler };

/** All: `refuseCrossSite` decides, and answers with the site's own page, not a bare one. */
const allowedActionOrigins = ["**"];

/**
 * Gives React Router only the matching route and its layouts, because it tries each route three
 * times. This and the lack of Express render `/` 1.8 times as fast (docs/performance.md).
 */
export function createSite(build: ServerBuild): Site {
  const { routes } = build;
  const routeAt = createRouteMatcher(routes);
  const anyRoute = handlerOf(build);
  const handlers = new Map<string, RequestHandler>();

  function handlerFor(pathname: string): RequestHandler {
    // React Router's own requests for data and for the route list need all routes.
    const route = pathname.endsWith(".data") || pathname === "/__manifest" ? null : routeAt(pathname);
    if (!route) return anyRoute;
    const known = handlers.get(route.id);
    if (known) return known;
    const handler = handlerOf(withRoutes(build, chainOf(routes, route.id)));
    handlers.set(route.id, handler);
    return handler;
  }

  return {
    routes,
    render: (request, context) => handlerFor(new URL(request.url).pathname)(request, context),
  };
}

const handlerOf = (build: ServerBuild): RequestHandler =>
  createRequestHandler({ ...build, allowedActionOrigins }, "production");

function chainOf(routes: RouteTable, id: string): Set<string> {
  const chain = new Set<string>();
  for (let each: string | undefined = id; each !== undefined; each = routes[each]?.parentId) chain.add(each);
  return chain;
}

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <T>(routes: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
