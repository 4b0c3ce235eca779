// The document behind the page: script may show pages of other addresses in it.

const documentLoad = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;

/** The address this document was loaded for; null where the browser does not tell. */
export function loadedAddress(): URL | null {
  const load = documentLoad();
  return load ? new URL(load.name) : null;
}

/**
 * After a reload the entries before and after this one, which script had made, belong to the same document: on the way
 * to them the browser changes the address alone, and leaves the page to a router that may not be there yet. Whoever
 * has gone on before that is shown what they have gone to by loading it.
 */
export function followEarlyHistory(): void {
  const load = documentLoad();
  // A document that a redirect has led to is nobody's reload, and not every browser has its own address there.
  if (!load || load.redirectCount) return;
  const loaded = pageOf(new URL(load.name));
  const follow = () => {
    // As soon as there is a router, it hears of it.
    if ("__reactRouterDataRouter" in window || loaded === pageOf(location)) return;
    location.reload();
  };
  addEventListener("popstate", follow);
  follow();
}

const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;
