import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { takeFocus, wasJustGivenFocus } from "#app/components/given-focus.ts";

/** The time in which a second click still belongs to a double click, and nobody has seen that the page has changed. */
const STEADY_MS = 500;
const SAME_PLACE_PX = 10;

/**
 * Ignores a click at the place of the one before if an answer has just moved another control there, and a key that is
 * pressed again where the page has just given the focus to another control. Otherwise the second half of a double
 * click on Decline would decline the next person.
 */
export function useSteadyClicks(): void {
  const { state } = useNavigation();
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  const isAsking = useRef(false);
  // With the commit that moves things: the second click may come before any effect after it.
  useLayoutEffect(() => {
    if (isAsking.current && state === "idle") answeredAt.current = performance.now();
    isAsking.current = state !== "idle";
  }, [state]);
  useEffect(() => {
    let last: { x: number; y: number; control: Element } | null = null;
    const isMovedHere = (event: MouseEvent, control: Element): boolean => {
      const before = last;
      last = { x: event.clientX, y: event.clientY, control };
      if (!before || before.control === control) return false;
      const distance = Math.hypot(before.x - event.clientX, before.y - event.clientY);
      return distance <= SAME_PLACE_PX && performance.now() - answeredAt.current <= STEADY_MS;
    };
    const guard = (event: MouseEvent) => {
      const control = (event.target as Element).closest("button, a[href], summary");
      if (!control) return;
      // A click that a key makes has no place.
      const isAnother = event.detail === 0 ? wasJustGivenFocus(STEADY_MS) : isMovedHere(event, control);
      if (!isAnother) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("click", guard, true);
    document.addEventListener("input", takeFocus, true);
    return () => {
      document.removeEventListener("click", guard, true);
      document.removeEventListener("input", takeFocus, true);
    };
  }, []);
}
