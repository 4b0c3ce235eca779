import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during the first render, true once the page is hydrated. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
