let rowId = "";

/** Notes the row about which something was decided just now: the key for Undo undoes that too, from the row it went on to. */
export function noteDecided(row: Element | null): void {
  rowId = row?.id ?? "";
}

/** Null where that row is not in the list any more. */
export const lastDecided = (): Element | null => document.getElementById(rowId);
