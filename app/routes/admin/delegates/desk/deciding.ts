// What the buttons of a row and the keys of the desk have in common.

/**
 * Opens the line to whoever is declined, with the focus in it at once, so that no letter is lost: on the button,
 * letters are the keys of the desk.
 */
export function openDecline(decline: HTMLDetailsElement): void {
  decline.open = true;
  const form = decline.querySelector("form");
  const above = form && placeAbove(decline, form);
  if (above) decline.setAttribute("data-above", above);
  decline.querySelector<HTMLInputElement>("input.input")?.focus({ preventScroll: true });
  if (!above) form?.scrollIntoView({ block: "nearest" });
}

/**
 * Where a form that would end below the window stands above its row: over the `rows`, or over the `bar`. Null where it
 * has room below, or none above either: on a phone a row that is folded out is as high as the window.
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

/** Goes on from a row to the name of another one; stays where there is none. */
export function goTo(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>(".desk-person > summary")?.focus();
}

/**
 * Goes on to the next row from a line that was sent by a key, as the key that accredits does. A pointer stays where it is:
 * a button that it pressed has the focus, and nothing shows that.
 */
export function goOnFrom(decline: Element): void {
  if (decline.querySelector(":focus-visible")) goTo(decline.closest(".desk-row")?.nextElementSibling);
}

let decidedId = "";

/** Notes the row of the last decision: the key for Undo undoes it from the row that the focus has moved on to. */
export function noteDecided(row: Element | null): void {
  decidedId = row?.id ?? "";
}

/** Null where that row is not in the list any more. */
export const lastDecided = (): Element | null => document.getElementById(decidedId);
