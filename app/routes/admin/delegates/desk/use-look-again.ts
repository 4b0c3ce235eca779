import { useEffect } from "react";
import { useFetcher } from "react-router";
import { lookAt } from "#app/http/look.ts";

/**
 * With script, what an address of the desk says by now, looked at again for as long as `isGoingOn` of what it said
 * last; null before the first look, and after one that was not answered, which is the last.
 */
export function useLookAgain<Page>(
  address: string,
  everyMs: number,
  isGoingOn: (page: Page | null) => boolean,
): Page | null {
  const { data, state, load } = useFetcher<Page | null>();
  const page = (data ?? null) as Page | null;
  const isWanted = data !== null && isGoingOn(page);
  useEffect(() => {
    if (state !== "idle" || !isWanted) return;
    const timer = setTimeout(() => load(lookAt(address)), everyMs);
    return () => clearTimeout(timer);
  }, [state, isWanted, load, address, everyMs]);
  return page;
}
