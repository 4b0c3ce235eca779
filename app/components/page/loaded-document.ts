import { useEffect, useRef, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";

const documentLoad = (): PerformanceNavigationTiming | undefined =>
  performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;

/** Returns the URL the document was loaded from, or null if the browser does not report it. */
export function getLoadedUrl(): URL | null {
  const load = documentLoad();
  return load ? new URL(load.name) : null;
}

/** Reloads the document if Back or Forward changes its URL before the router has started. */
export function reloadOnEarlyNavigation(): void {
  const load = documentLoad();
  // After a redirect, the reported URL depends on the browser.
  if (!load || load.redirectCount) return;
  const loaded = pageOf(new URL(load.name));
  const follow = () => {
    // The router handles later URL changes.
    if ("__reactRouterDataRouter" in window || loaded === pageOf(location)) return;
    location.reload();
  };
  addEventListener("popstate", follow);
  follow();
}

const pageOf = ({ pathname, search }: URL | Location): string => pathname + search;

const never = () => () => {};

/** False on the server and during the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Time until the next refresh after one that failed, for example because the login has ended. */
const AFTER_FAILURE_S = 120;

/**
 * With JavaScript, loads the page's data again some seconds after it was read, unless null. A failure
 * is not shown (keepScreenOnFailure), because the user's next action will show it.
 */
export function useRefresh(seconds: number | null, readAt: unknown): void {
  const { revalidate, state } = useRevalidator();
  const asked = useRef<unknown>(null);
  useEffect(() => {
    if (seconds === null || state !== "idle") return;
    const refresh = () => {
      asked.current = readAt;
      revalidate();
    };
    const wait = asked.current === readAt ? AFTER_FAILURE_S : seconds;
    const timer = setTimeout(refresh, wait * 1000);
    return () => clearTimeout(timer);
  }, [seconds, state, revalidate, readAt]);
}
