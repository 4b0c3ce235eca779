/** Pages with a `personal` parameter, a secret, are not shared; those with `time` only outside the demo. */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

// List every parameter that the loader reads: with any other, visitors get the same page.
/** The `handle` of a route with the same response for everyone: its parameters (docs/decisions/cache.md). */
export type SharedPage = { shared: Record<string, SharedParameter> };

/** The `handle` of a page that changes over time: seconds until it reloads without JavaScript, or null. */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
