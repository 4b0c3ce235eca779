/** Pages with a `personal` (secret) parameter are never shared, nor are demo pages with `time`. */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

// Lists every parameter that the loader reads. Other parameters are dropped before rendering.
/** `handle` of a route whose response is the same for everyone (docs/decisions/cache.md). */
export type SharedPage = { shared: Record<string, SharedParameter> };

/** `handle` of a changing page. Without JavaScript, it reloads after `refreshAfter` seconds. */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshingPage = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
