// Everything has one address: with a slash at its end it would be a second one, for caches and for whoever lists it.

/** Whether a path has a slash at its end that is not all of it. */
export const endsWithSlash = (pathname: string): boolean => pathname !== "/" && pathname.endsWith("/");

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
