import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { takeFocus, wasJustGivenFocus } from "#app/components/given-focus.ts";

/** The time in which a second click still belongs to a double click, and nobody has seen that the page has changed. */
const STEADY_MS = 500;
const SAME_PLACE_PX = 10;

/** What a click does something to, and what it takes the focus to; a tick is taken away as it was set. */
const PRESSED = "button, a[href], summary";
const FOCUSED = `${PRESSED}, select, textarea, input:not([type=checkbox], [type=radio])`;

/**
 * Ignores a click at the place of the one before if that, or an answer, has just moved another control there, and a
 * key that is pressed again where the page has just given the focus to another control. Otherwise the second half of a
 * double click on Decline would decline the next person.
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
    let last: { x: number; y: number; control: Element | null; at: number } | null = null;
    /** The key that was pressed before, and the one that is pressed now. */
    let keys = ["", ""];
    /** What is done once is not done again, and then refused, by the second half. */
    const isDone = (control: Element) =>
      control.hasAttribute("data-once") && performance.now() - answeredAt.current <= STEADY_MS;
    const isMovedHere = ({ clientX, clientY, detail }: MouseEvent, control: Element): boolean => {
      // The first half was on the page before.
      if (!last) return detail > 1;
      if (last.control === control) return isDone(control);
      if (Math.hypot(last.x - clientX, last.y - clientY) > SAME_PLACE_PX) return false;
      const isOfDoubleClick = detail > 1 && performance.now() - last.at <= STEADY_MS;
      return isOfDoubleClick || performance.now() - answeredAt.current <= STEADY_MS;
    };
    const isPressedAgain = (control: Element) =>
      keys.every((key) => key === "Enter" || key === " ") &&
      (wasJustGivenFocus(STEADY_MS) || isDone(control));
    const ignore = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const guardClick = (event: MouseEvent) => {
      const control = (event.target as Element).closest(PRESSED);
      // A click that a key makes has no place.
      if (event.detail === 0) {
        if (control && isPressedAgain(control)) ignore(event);
        return;
      }
      if (control && isMovedHere(event, control)) ignore(event);
      last = { x: event.clientX, y: event.clientY, control, at: performance.now() };
    };
    const guardPress = (event: MouseEvent) => {
      const control = (event.target as Element).closest(FOCUSED);
      if (control && isMovedHere(event, control)) ignore(event);
    };
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    document.addEventListener("click", guardClick, options);
    document.addEventListener("mousedown", guardPress, options);
    document.addEventListener("input", takeFocus, options);
    const remember = ({ key }: KeyboardEvent) => {
      keys = [...keys.slice(1), key];
    };
    document.addEventListener("keydown", remember, options);
    return () => listeners.abort();
  }, []);
}
