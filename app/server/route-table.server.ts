// Matches routes as React Router does, for requests that never reach React Router.
import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject } from "react-router";

type Route = { id?: string; parentId?: string; path?: string; index?: boolean; module?: RouteModule };
type RouteModule = { handle?: unknown; default?: unknown; action?: unknown; middleware?: unknown };
export type RouteTable = Record<string, Route | undefined>;

/** `path` is the full pattern, like `/api/speakers/:id/sessions`. */
type LeafRoute = { id: string; path: string };

/** Pattern for addresses without a route. */
export const ANY_PATH = "/*";

/** Limits for caching matched paths. Matching takes longer than serving a cached page. */
const CACHED_PATHS = { count: 500, length: 100 };
const NO_ROUTE = Symbol("no route");

/** Returns a function that finds the most specific route for a path. */
export function createRouteMatcher(routes: RouteTable): (pathname: string) => LeafRoute | null {
  const tree = treeOf(routes);
  const leaves = listLeafRoutes(routes);
  const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]));
  const anything = leaves.find(({ path }) => path === ANY_PATH) ?? null;
  const beginnings = new Set(leaves.filter((leaf) => leaf !== anything).map(({ path }) => beginningOf(path)));
  const hasOpenBeginning = [...beginnings].some((word) => /[:*?]/.test(word));
  const matched = new LRUCache<string, LeafRoute | typeof NO_ROUTE>({ max: CACHED_PATHS.count });

  return (pathname) => {
    // Only the catch-all route can match this first segment.
    if (!hasOpenBeginning && !beginnings.has(beginningOf(pathname))) return anything;
    const remembered = matched.get(pathname);
    if (remembered) return remembered === NO_ROUTE ? null : remembered;
    const route = byId.get(matchRoutes(tree, pathname)?.at(-1)?.route.id ?? "") ?? null;
    if (pathname.length <= CACHED_PATHS.length) matched.set(pathname, route ?? NO_ROUTE);
    return route;
  };
}

export function listLeafRoutes(routes: RouteTable): LeafRoute[] {
  const all = Object.entries(routes);
  const parents = new Set(all.map(([, route]) => route?.parentId));
  return all.filter(([id]) => !parents.has(id)).map(([id]) => ({ id, path: fullPath(routes, id) || "/" }));
}

function fullPath(routes: RouteTable, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  return fullPath(routes, route.parentId) + (route.path ? `/${route.path}` : "");
}

/** Lower case, because routes ignore case. */
const beginningOf = (path: string): string => decodeURIComponent(path.split("/", 2)[1] ?? "").toLowerCase();

const treeOf = (routes: RouteTable, parentId?: string): RouteObject[] =>
  Object.entries(routes)
    .filter(([, route]) => route?.parentId === parentId)
    .map(([id, { path, index } = {}]) =>
      index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
    );
