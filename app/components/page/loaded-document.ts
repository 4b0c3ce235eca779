const documentLoad = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;

/** Null where the browser does not tell. */
export function loadedAddress(): URL | null {
  const load = documentLoad();
  return load ? new URL(load.name) : null;
}

/** After a reload, Back and Forward change the address alone until there is a router: the page is loaded. */
export function followEarlyHistory(): void {
  const load = documentLoad();
  // A document after a redirect is no reload, and its address differs between browsers.
  if (!load || load.redirectCount) return;
  const loaded = pageOf(new URL(load.name));
  const follow = () => {
    // The router follows the history itself.
    if ("__reactRouterDataRouter" in window || loaded === pageOf(location)) return;
    location.reload();
  };
  addEventListener("popstate", follow);
  follow();
}

const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;
