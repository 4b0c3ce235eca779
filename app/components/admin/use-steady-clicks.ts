import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** The time in which a second click still belongs to a double click, and nobody has seen that the page has changed. */
const STEADY_MS = 500;
const SAME_PLACE_PX = 10;

/**
 * Ignores a click at the place of the one before if an answer has just moved another control there. Otherwise the
 * second half of a double click on Decline would decline the next person.
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
    const guard = (event: MouseEvent) => {
      const control = (event.target as Element).closest("button, a[href], summary");
      // A click made by the keyboard has no place.
      if (!control || event.detail === 0) return;
      const before = last;
      last = { x: event.clientX, y: event.clientY, control };
      if (!before || before.control === control) return;
      const distance = Math.hypot(before.x - event.clientX, before.y - event.clientY);
      if (distance > SAME_PLACE_PX || performance.now() - answeredAt.current > STEADY_MS) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("click", guard, true);
    return () => document.removeEventListener("click", guard, true);
  }, []);
}
