export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (noun: string) => `Failed to restore ${noun}. Please try again later.`;

/** Values of a form's `return`: prefixes of the element ids to which it returns without JavaScript. */
const RETURN_PLACES = ["delegate", "edit", "move", "session"] as const;
export type ReturnPlace = (typeof RETURN_PLACES)[number];

/** The screen's address, with the form's item as fragment if JavaScript is off. */
export function placeOf(screen: string, form: URLSearchParams, id: number | null): string {
  const at = RETURN_PLACES.find((known) => known === form.get("return"));
  return id === null || at === undefined ? screen : `${screen}#${at}-${id}`;
}
