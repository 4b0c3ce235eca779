import { useMatches } from "react-router";
import { isRefreshing } from "#app/http/refreshing-page.ts";

/** Looks again where a route says that its page is soon out of date. HTML has this in its head alone. */
export function RefreshWithoutScript() {
  const [seconds] = useMatches().flatMap(({ handle, loaderData }) =>
    isRefreshing(handle) && loaderData ? (handle.refreshAfter(loaderData) ?? []) : [],
  );
  if (seconds === undefined) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
