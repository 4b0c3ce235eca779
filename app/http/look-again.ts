// A screen that follows what goes on looks again by itself: with script, and without it.

const PARAMETER = "look";

/** The address to look at again. */
export function lookAt(address: string): string {
  const url = new URL(address, "http://site");
  url.searchParams.set(PARAMETER, "");
  return url.pathname + url.search;
}

/** Whether a request is such a look: where it is not answered, it says nothing and leads nowhere. */
export const isLook = ({ url }: Request): boolean => new URL(url).searchParams.has(PARAMETER);

/**
 * Said in the `handle` of a route whose page shows something that goes on by itself: after how many seconds, by the
 * data of its loader, a browser without script looks again; null for not at all.
 */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
