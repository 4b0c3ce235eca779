/** The build's route table, as far as addresses go, with what a route's module says of itself. */
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

/** What answers an address that no route has: a file of the build, or nothing. */
export const ANYTHING = "/*";

/**
 * Answers a function that gives the pattern of the route that a path belongs to, like `/api/speakers/:id/sessions`:
 * as many values as there are routes, whatever is asked for, and nothing in them that a visitor typed.
 */
export function createRoutePatterns(routes: RouteTable): (url: string) => string {
  const patterns = [...new Set([...leafRoutes(routes).map(({ path }) => path), "/assets/*", "/metrics"])]
    .sort((a, b) => openness(a) - openness(b))
    .map((pattern) => ({ pattern, matches: toExpression(pattern) }));
  return (url) => {
    const path = (url.split("?", 1)[0] ?? "").replace(/^\/_(root)?\.data$/, "/").replace(/\.data$/, "");
    return patterns.find(({ matches }) => matches.test(path))?.pattern ?? ANYTHING;
  };
}

/** The routes that addresses lead to, each with its whole path. */
export function leafRoutes(routes: RouteTable): { id: string; path: string }[] {
  const all = Object.entries(routes);
  const parents = new Set(all.map(([, route]) => route?.parentId));
  return all.filter(([id]) => !parents.has(id)).map(([id]) => ({ id, path: fullPath(routes, id) || "/" }));
}

function fullPath(routes: RouteTable, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  return fullPath(routes, route.parentId) + (route.path ? `/${route.path}` : "");
}

/** What is written out comes before what has parameters, and that before what takes anything below it. */
const openness = (pattern: string): number =>
  pattern.endsWith("*") ? 1_000 - pattern.length : (pattern.match(/:/g) ?? []).length;

function toExpression(pattern: string): RegExp {
  const parts = pattern
    .split("/")
    .map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replace(/\W/g, "\\$&")));
  return new RegExp(`^${parts.join("/")}/?$`, "i");
}
