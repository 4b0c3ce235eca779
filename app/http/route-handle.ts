/** A page with a `personal` parameter (a secret) is never shared; in the demo, nor is a page with `time`. */
type SharedParameter = "programSession" | "speaker" | "registrationType" | "personal" | "time";

// Lists every parameter that the loader reads; others are dropped before the page is rendered.
/** `handle` of a route that responds the same to everyone, with its parameters (docs/decisions/cache.md). */
export type SharedPage = { shared: Record<string, SharedParameter> };

/** `handle` of a page that changes over time. Without JavaScript it reloads after these seconds. */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshing = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;
