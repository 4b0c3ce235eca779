/**
 * A message would lie over what has the focus, and over what is said about it. What was clicked stays below the
 * pointer all the same: whoever has one sees where they are. Where a page ends and cannot be scrolled, the message goes
 * to the other end of the window.
 */
export function uncoverFocus(): void {
  const focused = focusedControl();
  const toast = document.querySelector(".toast");
  if (!focused?.matches(":focus-visible") || !toast || toast.contains(focused)) return;
  if (!isOver(toast, focused)) return;
  focused.scrollIntoView({ block: "center", behavior: "instant" });
  if (isOver(toast, focused)) toast.toggleAttribute("data-at-top");
}

function isOver(toast: Element, focused: Element): boolean {
  const [above, below] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()];
  return (
    below.bottom > above.top &&
    below.top < above.bottom &&
    below.right > above.left &&
    below.left < above.right
  );
}

/** Follows what has the focus where a list that was loaded anew has it somewhere else. */
export function followFocus(): void {
  const focused = focusedControl();
  const box = focused?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > window.innerHeight))
    focused?.scrollIntoView({ block: "center", behavior: "instant" });
  uncoverFocus();
}

/** Not the page as a whole, which has the focus where nothing else is left to have it. */
function focusedControl(): Element | null {
  const focused = document.activeElement;
  return focused === document.body || focused?.id === "main" ? null : focused;
}
