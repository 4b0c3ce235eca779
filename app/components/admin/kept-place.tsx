import { useLayoutEffect, useRef } from "react";
import { useActionData, useNavigation } from "react-router";
import type { ReturnPlace } from "#app/http/list-form.ts";

/** A control of a moved item, as it was on the screen when its form was sent. */
type Kept = { control: HTMLElement; top: number; isHovered: boolean; settle?: () => void };

/** After a move the same control is under the pointer: the returned function takes it on submit. */
export function useKeptPlace() {
  const kept = useRef<Kept | null>(null);
  const { state } = useNavigation();
  const isRefused = useActionData<{ result?: unknown }>()?.result !== undefined;
  useLayoutEffect(() => {
    if (state !== "idle" || !kept.current) return;
    const { control, top, isHovered, settle } = kept.current;
    kept.current = null;
    settle?.();
    // The problem has the focus, at the beginning of the page.
    if (isRefused) return;
    control.focus({ preventScroll: true });
    putAt(top, control, isHovered);
  }, [state, isRefused]);
  return (control: HTMLElement, settle?: () => void) => {
    const { top } = control.getBoundingClientRect();
    kept.current = { control, top, isHovered: control.matches(":hover"), settle };
  };
}

/** Scrolls the control to this height. At the page's end a pointer gets the missing room. */
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

/** The room goes with the next move of the pointer or the focus. */
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

/** Without script the answer to a form leads back to its item. */
export function ReturnToPlace({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
