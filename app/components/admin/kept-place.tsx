// Keeps a list where it was on the screen: with script after a move, without it after any form.
import { useLayoutEffect, useRef } from "react";
import { useActionData, useNavigation } from "react-router";
import type { ReturnPlace } from "#app/http/list-form.ts";

/** A control of an item that is being moved, as it was on the screen when its form was sent. */
type Kept = { control: HTMLElement; top: number; isHovered: boolean; settle?: () => void };

/**
 * After a move the item is where it was on the screen, or where it was dropped: the same control of it is under the
 * pointer, and has the focus. The function that is answered takes that control as its form is sent, and what is to be
 * taken back before the list is seen in its new order.
 */
export function useKeptPlace() {
  const kept = useRef<Kept | null>(null);
  const { state } = useNavigation();
  const isRefused = useActionData<{ result?: unknown }>()?.result !== undefined;
  // Before the list is painted in its new order.
  useLayoutEffect(() => {
    if (state !== "idle" || !kept.current) return;
    const { control, top, isHovered, settle } = kept.current;
    kept.current = null;
    settle?.();
    // Then what is wrong has the focus, at the beginning of the page.
    if (isRefused) return;
    control.focus({ preventScroll: true });
    putAt(top, control, isHovered);
  }, [state, isRefused]);
  return (control: HTMLElement, settle?: () => void) => {
    const { top } = control.getBoundingClientRect();
    kept.current = { control, top, isHovered: control.matches(":hover"), settle };
  };
}

/** Scrolls until the control is at this height of the window. Where the page ends, a pointer gets the room that is missing. */
function putAt(top: number, control: HTMLElement, isForPointer: boolean): void {
  const offset = () => control.getBoundingClientRect().top - top;
  window.scrollBy({ top: offset(), behavior: "instant" });
  const missing = Math.round(offset());
  const list = control.closest<HTMLElement>(".reordered");
  if (!isForPointer || list === null || missing === 0) return;
  const side = missing < 0 ? "paddingTop" : "paddingBottom";
  const room = Number.parseFloat(list.style[side]) || 0;
  list.style[side] = `${room + Math.abs(missing)}px`;
  window.scrollBy({ top: offset(), behavior: "instant" });
  takeBackRoom(list, control);
}

/** As soon as the pointer is somewhere else, or the focus. */
function takeBackRoom(list: HTMLElement, control: HTMLElement): void {
  const listeners = new AbortController();
  const takeBack = ({ target }: Event) => {
    if (target instanceof Node && control.contains(target)) return;
    listeners.abort();
    const above = Number.parseFloat(list.style.paddingTop) || 0;
    list.style.padding = "";
    window.scrollBy({ top: -above, behavior: "instant" });
  };
  for (const name of ["pointermove", "pointerdown", "focusin"])
    document.addEventListener(name, takeBack, { signal: listeners.signal });
}

/** Has the answer to a form about one thing of a list come back there, where no script keeps the page in its place. */
export function ReturnToPlace({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
