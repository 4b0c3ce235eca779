// What a route says of its page, in its `handle`.

/**
 * What a parameter of a shared address may be: a session of the program or a speaker, of which a page shows one; a pass
 * to choose; `personal`, a secret with which the page is somebody's own and not shared at all; or `time`, which nobody
 * but the demo listens to, and then the page is not shared either.
 */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

/**
 * Said in the `handle` of a route whose page, or answer to a call, is the same for every visitor: which
 * parameters of its address are part of it. Whatever else an address has, a newspaper's `utm_source` or an
 * advertiser's `fbclid`, is not: with it the page is the same one (docs/decisions/027). A parameter that the
 * loader reads has to stand here, or visitors get the page without it.
 */
export type SharedPage = { shared: Record<string, SharedParameter> };

/**
 * Said in the `handle` of a route whose page shows something that goes on by itself: after how many seconds, by the
 * data of its loader, a browser without script looks again; null for not at all.
 */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
