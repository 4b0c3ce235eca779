/** Focuses the line at once: letters typed on the button would be keys of the desk. */
export function openDecline(decline: HTMLDetailsElement): void {
  decline.open = true;
  const form = decline.querySelector("form");
  const above = form && placeAbove(decline, form);
  if (above) decline.setAttribute("data-above", above);
  decline.querySelector<HTMLInputElement>("input.input")?.focus({ preventScroll: true });
  if (!above) form?.scrollIntoView({ block: "nearest" });
}

/**
 * Opens the form upwards, over the rows or the bar, where it would end below the window.
 * Null where it has room below, or none above either.
 */
function placeAbove(decline: HTMLDetailsElement, form: HTMLFormElement): "rows" | "bar" | null {
  decline.removeAttribute("data-above");
  if (form.getBoundingClientRect().bottom <= window.innerHeight) return null;
  decline.setAttribute("data-above", "rows");
  const { top } = form.getBoundingClientRect();
  decline.removeAttribute("data-above");
  if (top < 0) return null;
  const bar = document.querySelector(".desk-bar")?.getBoundingClientRect().bottom ?? 0;
  return top < bar ? "bar" : "rows";
}

export function goTo(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>(".desk-person > summary")?.focus();
}

/** Goes to the next row after a key, not after a pointer: its focus is not visible. */
export function goOnFrom(decline: Element): void {
  if (decline.querySelector(":focus-visible")) goTo(decline.closest(".desk-row")?.nextElementSibling);
}

let decidedId = "";

/** Notes the row of the last decision, for the key that undoes it from another row. */
export function noteDecided(row: Element | null): void {
  decidedId = row?.id ?? "";
}

export const lastDecided = (): Element | null => document.getElementById(decidedId);
