import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** As long as the second half of a double click may take, and somebody needs to see that the page has changed. */
const STEADY_MS = 500;
const SAME_PLACE_PX = 10;

/**
 * A click at the place of the one before is not taken by another button that an answer has just moved there: the
 * second half of a double click on Decline would decline the next person.
 */
export function useSteadyClicks(): void {
  const { state } = useNavigation();
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (state === "idle") answeredAt.current = performance.now();
  }, [state]);
  useEffect(() => {
    let last: { x: number; y: number; control: Element } | null = null;
    const look = (event: MouseEvent) => {
      const control = (event.target as Element).closest("button, a[href], summary");
      // A click by the keyboard has no place.
      if (!control || event.detail === 0) return;
      const before = last;
      last = { x: event.clientX, y: event.clientY, control };
      if (!before || before.control === control) return;
      const distance = Math.hypot(before.x - event.clientX, before.y - event.clientY);
      if (distance > SAME_PLACE_PX || performance.now() - answeredAt.current > STEADY_MS) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("click", look, true);
    return () => document.removeEventListener("click", look, true);
  }, []);
}
