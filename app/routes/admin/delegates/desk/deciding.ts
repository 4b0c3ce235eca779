// What the buttons of a row and the keys of the desk have in common.

/**
 * Opens the line to whoever is declined, with the focus in it at once, so that no letter is lost: on the button,
 * letters are the keys of the desk.
 */
export function openDecline(decline: HTMLDetailsElement): void {
  decline.open = true;
  decline.querySelector<HTMLInputElement>("input.input")?.focus();
}

let decidedId = "";

/** Notes the row of the last decision: the key for Undo undoes it from the row that the focus has moved on to. */
export function noteDecided(row: Element | null): void {
  decidedId = row?.id ?? "";
}

/** Null where that row is not in the list any more. */
export const lastDecided = (): Element | null => document.getElementById(decidedId);
