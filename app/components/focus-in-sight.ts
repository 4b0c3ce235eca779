/**
 * A message would lie over what has the focus, and over what is said about it. What was clicked stays below the
 * pointer all the same: whoever has one sees where they are.
 */
export function uncoverFocus(): void {
  const focused = focusedControl();
  const toast = document.querySelector(".toast");
  if (!focused?.matches(":focus-visible") || !toast || toast.contains(focused)) return;
  const { top, left } = toast.getBoundingClientRect();
  const { bottom, right } = focused.getBoundingClientRect();
  if (bottom > top && right > left) focused.scrollIntoView({ block: "center", behavior: "instant" });
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
