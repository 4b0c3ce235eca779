import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { DOUBLE_PRESS_MS, takeFocus, wasJustGivenFocus } from "#app/components/focus.ts";

const SAME_PLACE_PX = 10;

/** Controls that a click acts on, and those that get the focus. */
const PRESSED = "button, a[href], summary";
const FOCUSED = `${PRESSED}, select, textarea, input:not([type=checkbox], [type=radio])`;
const CHOSEN = "label, input:is([type=checkbox], [type=radio])";
/** Buttons that move an item may be pressed as fast as one likes. */
const SENT_ONCE = "button[type=submit]:not([data-repeats])";

// The second half of a double click on Decline would decline the next person.
/** Ignores a second click or key that meets another control, which an answer has just put in that place. */
export function useSteadyClicks(): void {
  const { state } = useNavigation();
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  const isAsking = useRef(false);
  // With the commit that moves things: the second click may come before any later effect.
  useLayoutEffect(() => {
    if (isAsking.current && state === "idle") answeredAt.current = performance.now();
    isAsking.current = state !== "idle";
  }, [state]);
  useEffect(() => {
    /** The click before this one, and the control pressed before, by mouse or keyboard. */
    let last: { x: number; y: number; control: Element | null; at: number } | null = null;
    let pressed: Element | null = null;
    /** The last two keys. */
    let keys = ["", ""];
    const isJustNow = (moment: number) => performance.now() - moment <= DOUBLE_PRESS_MS;
    /** The second half of a double press must not send the form again. */
    const isAnswered = (control: Element | null) =>
      control !== null && control === pressed && control.matches(SENT_ONCE) && isJustNow(answeredAt.current);
    const isSecondHalf = ({ clientX, clientY, detail }: MouseEvent, control: Element | null): boolean => {
      const isOfDoubleClick = detail > 1;
      // The first half was on the page before, or filled something in.
      if (!last) return isOfDoubleClick;
      if (last.control === control) return isOfDoubleClick && isAnswered(control);
      if (Math.hypot(last.x - clientX, last.y - clientY) > SAME_PLACE_PX) return false;
      return (isOfDoubleClick && isJustNow(last.at)) || isJustNow(answeredAt.current);
    };
    const isPressedAgain = (control: Element) =>
      keys.every((key) => key === "Enter" || key === " ") && (wasJustGivenFocus() || isAnswered(control));
    const ignore = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const guardClick = (event: MouseEvent) => {
      const control = (event.target as Element).closest(PRESSED);
      // A click that a key makes has no place.
      const isAgain = event.detail === 0 ? isPressedAgain : (it: Element) => isSecondHalf(event, it);
      if (control && isAgain(control)) ignore(event);
      // A press on a button chooses nothing that its answer brings; a tick may be taken back by the next press.
      const choice = control || event.detail === 0 ? null : (event.target as Element).closest(CHOSEN);
      if (choice && last?.control?.matches(PRESSED) && isSecondHalf(event, choice)) ignore(event);
      pressed = control;
      if (event.detail === 0) return;
      // A field counts as well: the second press in the same one selects the word.
      const pressedAt = { x: event.clientX, y: event.clientY, at: performance.now() };
      last = { ...pressedAt, control: (event.target as Element).closest(FOCUSED) };
    };
    const guardPress = (event: MouseEvent) => {
      const control = (event.target as Element).closest(FOCUSED);
      // A press on nothing, where the control is gone, would take the focus away.
      if ((control ?? last?.control) && isSecondHalf(event, control)) ignore(event);
    };
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    document.addEventListener("click", guardClick, options);
    document.addEventListener("mousedown", guardPress, options);
    /** Input since the last press makes the next one a press of its own. */
    const takeInput = () => {
      takeFocus();
      [pressed, last] = [null, null];
    };
    document.addEventListener("input", takeInput, options);
    const remember = ({ key }: KeyboardEvent) => {
      keys = [...keys.slice(1), key];
    };
    document.addEventListener("keydown", remember, options);
    return () => listeners.abort();
  }, []);
}
