// What the buttons of a row and the keys of the desk have in common.

/**
 * Opens the line to whoever is declined, with the focus in it at once, so that no letter is lost: on the button,
 * letters are the keys of the desk.
 */
export function openDecline(decline: HTMLDetailsElement): void {
  decline.open = true;
  const form = decline.querySelector("form");
  const isAbove = form !== null && fitsAboveAlone(decline, form);
  decline.toggleAttribute("data-above", isAbove);
  decline.querySelector<HTMLInputElement>("input.input")?.focus({ preventScroll: true });
  if (!isAbove) form?.scrollIntoView({ block: "nearest" });
}

const GAP_PX = 16;

/** Whether a form ends below the window where it stands, and is in it where it would stand above its row, over the bar. */
function fitsAboveAlone(decline: HTMLDetailsElement, form: HTMLFormElement): boolean {
  decline.removeAttribute("data-above");
  const { bottom, height } = form.getBoundingClientRect();
  return bottom > window.innerHeight && decline.getBoundingClientRect().top - height > GAP_PX;
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
