import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { giveFocus } from "#app/components/given-focus.ts";

/**
 * Where the next page has nothing of what had the focus, its `main` gets it: a keyboard goes on there, past the
 * navigation, and a screen reader says where it is. A page that a browser loads begins as browsers do it.
 */
export function useFocusAfterNavigation(): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  const seen = useRef(key);
  useEffect(() => {
    if (state !== "idle" || seen.current === key) return;
    seen.current = key;
    if (document.activeElement === document.body)
      giveFocus(document.querySelector<HTMLElement>("main:not([inert])"), { preventScroll: true });
  }, [state, key]);
}
