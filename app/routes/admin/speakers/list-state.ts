import { useEffect } from "react";

let isStale = false;

/** A photo was stored beside the list, which does not show it yet: whatever way is gone next brings it. */
export function noteStaleList(): void {
  isStale = true;
}

export const isListStale = (): boolean => isStale;

/** Notes the list that has come. */
export function useListState(list: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it comes
  useEffect(() => {
    isStale = false;
  }, [list]);
}
