// Where the focus goes, and that what has it can be seen.
import { useLayoutEffect, useRef } from "react";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** A second press within this time is part of a double click: the change of the page has not been seen yet. */
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

/**
 * Follows a link within the page by the focus alone: an address of its own would be another page to the router,
 * without what it says is wrong with a form.
 */
export function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

/**
 * A message would lie over what has the focus, and over what is said about it. What was clicked stays below the
 * pointer all the same: whoever has one sees where they are. Where a page ends and cannot be scrolled, the message goes
 * to the other end of the window.
 */
export function uncoverFocus(): void {
  const focused = focusedControl();
  const toast = document.querySelector(".toast");
  if (!focused?.matches(":focus-visible") || !toast || toast.contains(focused)) return;
  const [message, control] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  // What is said about a control stands above it.
  const isClear = toast.matches("[data-at-top]")
    ? control.top >= message.bottom
    : control.bottom <= message.top;
  if (isClear || !shareWidth(message, control)) return;
  toast.removeAttribute("data-at-top");
  focused.scrollIntoView({ block: "center", behavior: "instant" });
  toast.toggleAttribute("data-at-top", isOver(toast, focused));
}

/** Whether they have a part of the width of the window in common. */
const shareWidth = (one: DOMRect, other: DOMRect): boolean =>
  one.right > other.left && one.left < other.right;

function isOver(toast: Element, focused: Element): boolean {
  const [message, control] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  return shareWidth(message, control) && control.bottom > message.top && control.top < message.bottom;
}

/**
 * What has the focus only because an answer took it from what was pressed by pointer: the page stays under the pointer
 * until something else gets the focus.
 */
let unfollowed: Element | null = null;

/** To be told of everything that gets the focus. */
export function followAgain(focused: Element): void {
  if (focused !== unfollowed) unfollowed = null;
}

export function leaveUnfollowed(control: Element | null | undefined): void {
  unfollowed = control ?? null;
}

/** Follows what has the focus where a list that was loaded anew has it somewhere else. */
export function followFocus(): void {
  const focused = focusedControl();
  const box = focused === unfollowed ? null : focused?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > window.innerHeight))
    focused?.scrollIntoView({ block: "center", behavior: "instant" });
  uncoverFocus();
}

/** Not the page as a whole, which has the focus where nothing else is left to have it. */
function focusedControl(): Element | null {
  const focused = document.activeElement;
  return focused === document.body || focused?.id === "main" ? null : focused;
}
