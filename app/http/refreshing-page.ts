/**
 * Said in the `handle` of a route whose page shows something that goes on by itself: after how many seconds, by the
 * data of its loader, a browser without script looks again; null for not at all.
 */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
