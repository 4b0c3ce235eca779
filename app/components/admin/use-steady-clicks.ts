import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { DOUBLE_PRESS_MS, takeFocus, wasJustGivenFocus } from "#app/components/focus.ts";

const SAME_PLACE_PX = 10;

/** What a click does something to, and what it takes the focus to; a tick is taken away as it was set. */
const PRESSED = "button, a[href], summary";
const FOCUSED = `${PRESSED}, select, textarea, input:not([type=checkbox], [type=radio])`;
/** What a click chooses, by its label too. */
const CHOSEN = "label, input:is([type=checkbox], [type=radio])";
/** What moves an item may be pressed as fast as one likes. */
const SENT_ONCE = "button[type=submit]:not([data-repeats])";

/**
 * Ignores a click at the place of the one before if that, or an answer, has just moved another control there, and a
 * key that is pressed again where the page has just given the focus to another control, or has answered. Otherwise the
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
    /** The click before this one, and what was pressed before, by mouse or by keyboard. */
    let last: { x: number; y: number; control: Element | null; at: number } | null = null;
    let pressed: Element | null = null;
    /** The key that was pressed before, and the one that is pressed now. */
    let keys = ["", ""];
    const isJustNow = (moment: number) => performance.now() - moment <= DOUBLE_PRESS_MS;
    /** A form that was answered is not sent once more, and then refused, by the second half. */
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
      // A press on a button chooses nothing that its answer brings; one on a tick may be taken back by the next.
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
      // Also where the control is gone: a press on nothing takes the focus away, or selects a word.
      if ((control ?? last?.control) && isSecondHalf(event, control)) ignore(event);
    };
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    document.addEventListener("click", guardClick, options);
    document.addEventListener("mousedown", guardPress, options);
    /** What is filled in since the last press makes the next one a press of its own. */
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
