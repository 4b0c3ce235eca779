import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  ANY_PATH,
  createRouteMatcher,
  listLeafRoutes,
  type RouteTable,
} from "#app/server/route-table.server.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

/** `isPage` is false for an API call. `path` is the canonical URL for rendering and caching. */
export type SharedPageUrl = { isPage: boolean; path: string };
type SharedRoute = SharedPageUrl & SharedPage;

/** No session or speaker has this id, so all missing sessions and speakers share one page. */
const MISSING_ID = "0";

/** Returns a function that finds the shared page for a URL. The number of pages is bounded. */
export function createSharedPageFinder(
  routes: RouteTable,
  isThere: (kind: "programSession" | "speaker", id: string) => boolean,
): (url: string) => SharedPageUrl | null {
  const routeAt = createRouteMatcher(routes);
  const sharedRoutes = new Map<string, SharedRoute>();
  for (const { id, path } of listLeafRoutes(routes)) {
    const { handle, default: component } = routes[id]?.module ?? {};
    if (isShared(handle)) sharedRoutes.set(id, { ...handle, isPage: component !== undefined, path });
  }
  const byPath = new Map([...sharedRoutes.values()].map((route) => [route.path, route]));

  function routeOf(pathname: string): SharedRoute | null {
    const known = byPath.get(pathname);
    if (known) return known;
    // Excludes React Router's own requests for data and for the route list.
    if (pathname.endsWith(".data") || pathname === "/__manifest") return null;
    return sharedRoutes.get(routeAt(pathname)?.id ?? "") ?? null;
  }

  return (url) => {
    const asWritten = byPath.get(url);
    if (asWritten) return asWritten;
    const { pathname, searchParams } = new URL(url, "http://site");
    const route = routeOf(pathname);
    if (!route) return null;
    if (route.path !== ANY_PATH && endsWithSlash(pathname)) return null;
    // A call without this parameter refuses it.
    const isUnknown = (name: string) => !Object.hasOwn(route.shared, name);
    if (!route.isPage && [...searchParams.keys()].some(isUnknown)) return null;
    const kept = new URLSearchParams();
    for (const [name, kind] of Object.entries(route.shared)) {
      const value = searchParams.get(name);
      if (value === null) continue;
      if (kind === "personal") return null;
      if (kind === "time" && env.DEMO === "on") return null;
      if (typeof kind === "object") {
        if (!kind.includes(value)) return null;
        kept.set(name, value);
      }
      // A page uses only the first of these parameters that has a value.
      if ((kind === "programSession" || kind === "speaker") && value !== "" && kept.size === 0)
        kept.set(name, isThere(kind, value) ? value : MISSING_ID);
      if (kind === "registrationType" && REGISTRATION_TYPES.some((type) => type === value))
        kept.set(name, value);
    }
    return { isPage: route.isPage, path: kept.size === 0 ? route.path : `${route.path}?${kept}` };
  };
}

const isShared = (handle: unknown): handle is SharedPage =>
  typeof handle === "object" && handle !== null && "shared" in handle;

/** For caches and search engines, a trailing slash would give a page a second URL. */
const endsWithSlash = (pathname: string): boolean => pathname !== "/" && pathname.endsWith("/");

/** Returns null without a trailing slash, or if the path would lead to another site (`//`). */
export function removeTrailingSlash({ method, url }: Request): string | null {
  const { pathname, search } = new URL(url);
  if (method !== "GET" && method !== "HEAD") return null;
  if (!endsWithSlash(pathname) || pathname.startsWith("//")) return null;
  return pathname.replace(/(?<!\/)\/+$/, "") + search;
}
