import { useSyncExternalStore } from "react";

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
