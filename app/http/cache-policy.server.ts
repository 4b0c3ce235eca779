import { createContext, type MiddlewareFunction } from "react-router";

/** Shared caches keep a page for 10 s, 10 s more while revalidating, a day if the site is down. */
export const SHARED_CACHE_CONTROL =
  "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";

/** Longest time for which a shared cache serves a page: s-maxage plus stale-while-revalidate. */
export const SHARED_CACHE_MS = 20_000;

/** For a page whose content is about to change. */
export const REVALIDATED_CACHE_CONTROL = SHARED_CACHE_CONTROL.replace(
  "s-maxage=10, stale-while-revalidate=10",
  "s-maxage=0",
);

/** Forbids caching of a response without a policy, because the response may be private. */
export function setCachePolicy(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
}

/** True if the response to an API request is the same for everyone. */
export const publicResponseContext = createContext(false);

/** Lets pages and scripts of other sites show and read what is public anyway. */
export const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const markPublicResponse: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(publicResponseContext, true);
  const response = await next();
  if (request.method !== "GET" && request.method !== "HEAD") return response;
  for (const [name, value] of Object.entries(OPEN_TO_ALL)) response.headers.set(name, value);
  return response;
};

/** Pages with a `personal` (secret) parameter are never shared, nor are demo pages with `time`. */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

/**
 * `handle` of a route whose response is the same for everyone (docs/decisions/cache.md). Lists every
 * parameter that the loader reads: others are dropped before rendering. A list has the only values
 * that are shared.
 */
export type SharedPage = { shared: Record<string, SharedParameter | readonly string[]> };
