// The build's route table, and which of its routes a path belongs to, as React Router finds it: also for requests
// that React Router never sees, because the page cache answers them or something refuses them first.
import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject } from "react-router";

/** The table as far as addresses go, with what a route's module says of itself. */
export type RouteTable = Record<
  string,
  | {
      id?: string;
      parentId?: string;
      path?: string;
      index?: boolean;
      module?: { handle?: unknown; default?: unknown };
    }
  | undefined
>;

/** A route that addresses lead to, with its whole pattern, like `/api/speakers/:id/sessions`. */
type LeafRoute = { id: string; path: string };

/** What answers an address that no route has: a file of the build, or nothing. */
export const ANYTHING = "/*";

/** Matching takes longer than answering from the cache: the paths that are asked for most are remembered. */
const REMEMBERED = { count: 500, length: 100 };
const nowhere = Symbol("no route");

/** Answers a function that finds the route of a path. Of paths that match several it is the most exact one. */
export function createRouteMatcher(routes: RouteTable): (pathname: string) => LeafRoute | null {
  const tree = treeOf(routes);
  const leaves = leafRoutes(routes);
  const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]));
  const anything = leaves.find(({ path }) => path === ANYTHING) ?? null;
  const beginnings = new Set(leaves.filter((leaf) => leaf !== anything).map(({ path }) => beginningOf(path)));
  const hasOpenBeginning = [...beginnings].some((word) => /[:*?]/.test(word));
  const matched = new LRUCache<string, LeafRoute | typeof nowhere>({ max: REMEMBERED.count });

  return (pathname) => {
    // Where no route but the one for anything begins like this, there is nothing to match.
    if (!hasOpenBeginning && !beginnings.has(beginningOf(pathname))) return anything;
    const remembered = matched.get(pathname);
    if (remembered) return remembered === nowhere ? null : remembered;
    const route = byId.get(matchRoutes(tree, pathname)?.at(-1)?.route.id ?? "") ?? null;
    if (pathname.length <= REMEMBERED.length) matched.set(pathname, route ?? nowhere);
    return route;
  };
}

/** The routes that addresses lead to. */
export function leafRoutes(routes: RouteTable): LeafRoute[] {
  const all = Object.entries(routes);
  const parents = new Set(all.map(([, route]) => route?.parentId));
  return all.filter(([id]) => !parents.has(id)).map(([id]) => ({ id, path: fullPath(routes, id) || "/" }));
}

function fullPath(routes: RouteTable, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  return fullPath(routes, route.parentId) + (route.path ? `/${route.path}` : "");
}

/** The first word of a path, in the case in which all are compared: routes match in any. */
const beginningOf = (path: string): string => decodeURIComponent(path.split("/", 2)[1] ?? "").toLowerCase();

/** The flat table of a build as React Router matches it. */
const treeOf = (routes: RouteTable, parentId?: string): RouteObject[] =>
  Object.entries(routes)
    .filter(([, route]) => route?.parentId === parentId)
    .map(([id, { path, index } = {}]) =>
      index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
    );
