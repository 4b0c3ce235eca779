/** With a `personal` parameter, a secret, a page is not shared; with `time` it is not in the demo alone. */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

// A parameter that the loader reads has to be here: with any other one visitors get the same page.
/** The `handle` of a route with one page or answer for everyone: its parameters (docs/decisions/cache.md). */
export type SharedPage = { shared: Record<string, SharedParameter> };

/** The `handle` of a page that changes by itself: seconds until a look without script, or null. */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
