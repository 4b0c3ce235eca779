import { useEffect, useRef, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";

/** Returns the address the document was loaded from, or null if the browser does not report it. */
export function getLoadedUrl(): URL | null {
  const [load] = performance.getEntriesByType("navigation");
  return load ? new URL(load.name) : null;
}

const never = () => () => {};

/** False on the server and during the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * With JavaScript, loads the page's data again some seconds after it was read, unless null. Stops after
 * a failure, which keepScreenOnFailure hides: the user's next action will report it.
 */
export function useRefresh(seconds: number | null, readAt: unknown): void {
  const { revalidate, state } = useRevalidator();
  const asked = useRef<unknown>(null);
  useEffect(() => {
    if (seconds === null || state !== "idle" || asked.current === readAt) return;
    const refresh = () => {
      asked.current = readAt;
      revalidate();
    };
    const timer = setTimeout(refresh, seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds, state, revalidate, readAt]);
}
