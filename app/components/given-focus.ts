// What the page gives the focus by itself: whoever presses a key there at once had pressed it on something else.
import { useLayoutEffect, useRef } from "react";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** The time in which a second press still belongs to a double one, and nobody has seen that the page has changed. */
export const DOUBLE_PRESS_MS = 500;

let given: { control: Element; at: number } | null = null;

/** Gives another control the focus than the one that was pressed. */
export function giveFocus(control: HTMLElement | null | undefined, options?: FocusOptions): void {
  control?.focus(options);
  noteFocus(control ?? null);
}

/** The same of a control that React itself focuses as it comes (`autoFocus`), wherever the answer made it come. */
export function useGivenFocus<Control extends HTMLElement>(isGiven: boolean) {
  const control = useRef<Control>(null);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  // As soon as it has the focus: an effect after the paint could come after the first letter, and undo takeFocus.
  useLayoutEffect(() => {
    if (isGiven && wasPutByScript.current) noteFocus(control.current);
  }, [isGiven]);
  return control;
}

/** Notes that this has been given the focus, where it has it. */
export function noteFocus(control: Element | null): void {
  if (control && document.activeElement === control) given = { control, at: performance.now() };
}

/** Whoever types there knows where they are, be it a scanner that types and presses Enter in one go. */
export function takeFocus(): void {
  given = null;
}

/** Whether what has the focus was given it just now. */
export const wasJustGivenFocus = (): boolean =>
  given !== null &&
  given.control === document.activeElement &&
  performance.now() - given.at <= DOUBLE_PRESS_MS;
