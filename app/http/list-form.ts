export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailedText = (noun: string) => `Failed to restore ${noun}. Please try again later.`;

/** Allowed values of the form field `return`: prefixes of element ids on the screen. */
const RETURN_PLACES = ["delegate", "edit", "move", "session"] as const;
export type ReturnPlace = (typeof RETURN_PLACES)[number];

/** Adds the item's fragment to the URL, so browsers without JavaScript return to the item. */
export function returnTarget(screen: string, form: URLSearchParams, id: number | null): string {
  const at = RETURN_PLACES.find((known) => known === form.get("return"));
  return id === null || at === undefined ? screen : `${screen}#${at}-${id}`;
}
