const documentLoad = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;

/** Returns null in browsers that do not report it. */
export function loadedAddress(): URL | null {
  const load = documentLoad();
  return load ? new URL(load.name) : null;
}

/** Loads the page if Back or Forward changes the address of a reloaded page before the router starts. */
export function followEarlyHistory(): void {
  const load = documentLoad();
  // After a redirect, the address differs between browsers.
  if (!load || load.redirectCount) return;
  const loaded = pageOf(new URL(load.name));
  const follow = () => {
    // The router handles it.
    if ("__reactRouterDataRouter" in window || loaded === pageOf(location)) return;
    location.reload();
  };
  addEventListener("popstate", follow);
  follow();
}

const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;
