// Which addresses have one answer for everybody, as their routes say it, and how each of them is written.
import type { SharedPage } from "#app/http/route-handle.ts";
import { env } from "#app/platform/env.server.ts";
import { ANYTHING, createRouteMatcher, leafRoutes, type RouteTable } from "#app/server/route-table.server.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

export type SharedAddress = {
  /** A page; otherwise the JSON of a call. */
  isPage: boolean;
  /** The one way in which it is kept and rendered, however a visitor has written it. */
  path: string;
};
type SharedRoute = SharedAddress & SharedPage;

/** An id that no session and no speaker has: all that are not there have one page. */
const NOT_THERE = "0";

/**
 * Answers a function that gives what is shared at an address, or null where that is nothing. It finds the
 * route as React Router does, and reads the parameters as loaders do, so that no address is answered with
 * what belongs to another one. There are only as many answers as there are pages, whatever is asked for.
 */
export function createSharedAddresses(
  routes: RouteTable,
  /** Whether there is a session, or a speaker, with this id. */
  isThere: (kind: "programSession" | "speaker", id: string) => boolean,
): (url: string) => SharedAddress | null {
  const routeAt = createRouteMatcher(routes);
  const sharedRoutes = new Map<string, SharedRoute>();
  for (const { id, path } of leafRoutes(routes)) {
    const { handle, default: component } = routes[id]?.module ?? {};
    if (isShared(handle)) sharedRoutes.set(id, { ...handle, isPage: component !== undefined, path });
  }
  const byPath = new Map([...sharedRoutes.values()].map((route) => [route.path, route]));

  function routeOf(pathname: string): SharedRoute | null {
    const known = byPath.get(pathname);
    if (known) return known;
    // Both are React Router's own: the data of a page, and the list of routes.
    if (pathname.endsWith(".data") || pathname === "/__manifest") return null;
    return sharedRoutes.get(routeAt(pathname)?.id ?? "") ?? null;
  }

  return (url) => {
    const asWritten = byPath.get(url);
    if (asWritten) return asWritten;
    const { pathname, searchParams } = new URL(url, "http://site");
    const route = routeOf(pathname);
    if (!route) return null;
    // It is sent on to the address without the slash.
    if (route.path !== ANYTHING && endsWithSlash(pathname)) return null;
    const kept = new URLSearchParams();
    for (const [name, kind] of Object.entries(route.shared)) {
      const value = searchParams.get(name);
      if (value === null) continue;
      if (kind === "personal") return null;
      if (kind === "time" && env.DEMO === "on") return null;
      // One is shown: the first that the address has a value for.
      if ((kind === "programSession" || kind === "speaker") && value !== "" && kept.size === 0)
        kept.set(name, isThere(kind, value) ? value : NOT_THERE);
      if (kind === "registrationType" && REGISTRATION_TYPES.some((type) => type === value))
        kept.set(name, value);
    }
    return { isPage: route.isPage, path: kept.size === 0 ? route.path : `${route.path}?${kept}` };
  };
}

const isShared = (handle: unknown): handle is SharedPage =>
  typeof handle === "object" && handle !== null && "shared" in handle;

// Everything has one address: with a slash at its end it would be a second one, for caches and for whoever lists it.

/** Whether a path has a slash at its end that is not all of it. */
const endsWithSlash = (pathname: string): boolean => pathname !== "/" && pathname.endsWith("/");

/**
 * The address of this site without that slash, for a request that reads what is there; null for any other.
 * What begins with two slashes is left alone: it would be another site's address.
 */
export function addressWithoutSlash({ method, url }: Request): string | null {
  const { pathname, search } = new URL(url);
  if (method !== "GET" && method !== "HEAD") return null;
  if (!endsWithSlash(pathname) || pathname.startsWith("//")) return null;
  return pathname.replace(/(?<!\/)\/+$/, "") + search;
}
