import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { env } from "#app/platform/env.server.ts";
import { createRouteMatcher, type RouteTable } from "#app/server/route-table.server.ts";

type RenderPage = (request: Request, context?: RouterContextProvider) => Promise<Response>;

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

/**
 * React Router tries its routes one after the other, three times for a request, and describes all of them to React for
 * each page. So it gets a request with the one route that it is for, and the layouts around that.
 */
export function siteOf(build: ServerBuild): Site {
  const { routes } = build;
  const routeAt = createRouteMatcher(routes);
  const answerAny = handlerOf(build);
  const handlers = new Map<string, RequestHandler>();

  function handlerFor(pathname: string): RequestHandler {
    // Both are React Router's own: the data of a page, and the list of routes.
    const route = pathname.endsWith(".data") || pathname === "/__manifest" ? null : routeAt(pathname);
    if (!route) return answerAny;
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

/** The ids of a route and of the layouts around it. */
function chainOf(routes: RouteTable, id: string): Set<string> {
  const chain = new Set<string>();
  for (let each: string | undefined = id; each !== undefined; each = routes[each]?.parentId) chain.add(each);
  return chain;
}

/** A build that has these of its routes alone. */
function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <T>(routes: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
