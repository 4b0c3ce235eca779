import { useLayoutEffect, useRef } from "react";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** A second press within this time belongs to a double click: the changed page has not been seen yet. */
export const DOUBLE_PRESS_MS = 500;

let given: { control: Element; at: number } | null = null;

/** Gives the focus to another control than the pressed one. */
export function giveFocus(control: HTMLElement | null | undefined, options?: FocusOptions): void {
  control?.focus(options);
  noteFocus(control ?? null);
}

/** The same for a control with `autoFocus`, which React itself focuses. */
export function useGivenFocus<Control extends HTMLElement>(isGiven: boolean) {
  const control = useRef<Control>(null);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  // An effect after the paint could come after the first letter, and undo takeFocus.
  useLayoutEffect(() => {
    if (isGiven && wasPutByScript.current) noteFocus(control.current);
  }, [isGiven]);
  return control;
}

export function noteFocus(control: Element | null): void {
  if (control && document.activeElement === control) given = { control, at: performance.now() };
}

/** A person who types has seen the focus; a scanner types and presses Enter in one go. */
export function takeFocus(): void {
  given = null;
}

export const wasJustGivenFocus = (): boolean =>
  given !== null &&
  given.control === document.activeElement &&
  performance.now() - given.at <= DOUBLE_PRESS_MS;

/** Follows a link by the focus: to the router its address would be a page without the form's problems. */
export function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

/** Scrolls until no message covers the focus, or moves the message to the other end. Clicked controls stay. */
export function uncoverFocus(): void {
  const focused = focusedControl();
  // In the strip it covers nothing; over a dialog it leaves the strip.
  const toast = document.querySelector(".toast:not(html:not(:has([role=dialog])) .strip *)");
  if (!focused?.matches(":focus-visible") || !toast || toast.contains(focused)) return;
  const [message, control] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  // The texts about a control are above it.
  const isClear = toast.matches("[data-at-top]")
    ? control.top >= message.bottom
    : control.bottom <= message.top;
  if (isClear || !shareWidth(message, control)) return;
  toast.removeAttribute("data-at-top");
  focused.scrollIntoView({ block: "center", behavior: "instant" });
  toast.toggleAttribute("data-at-top", isOver(toast, focused));
}

const shareWidth = (one: DOMRect, other: DOMRect): boolean =>
  one.right > other.left && one.left < other.right;

function isOver(toast: Element, focused: Element): boolean {
  const [message, control] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  return shareWidth(message, control) && control.bottom > message.top && control.top < message.bottom;
}

/** A control that got the focus from an answer to a click: the page stays under the pointer. */
let unfollowed: Element | null = null;

/** Called for each new focus. */
export function followAgain(focused: Element): void {
  if (focused !== unfollowed) unfollowed = null;
}

export function leaveUnfollowed(control: Element | null | undefined): void {
  unfollowed = control ?? null;
}

/** A reloaded list may have the focus somewhere else. */
export function followFocus(): void {
  const focused = focusedControl();
  const box = focused === unfollowed ? null : focused?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > window.innerHeight))
    focused?.scrollIntoView({ block: "center", behavior: "instant" });
  uncoverFocus();
}

/** The page as a whole has the focus where nothing else is left. */
function focusedControl(): Element | null {
  const focused = document.activeElement;
  return focused === document.body || focused?.id === "main" ? null : focused;
}
