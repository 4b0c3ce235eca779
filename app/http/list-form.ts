export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (noun: string) => `Failed to restore ${noun}. Please try again later.`;

/** Values of a form's `return`, which are beginnings of the ids to which its answer leads without script. */
const RETURN_PLACES = ["delegate", "edit", "move", "session"] as const;
export type ReturnPlace = (typeof RETURN_PLACES)[number];

/** The screen's address, at the form's item if it came without script. */
export function placeOf(screen: string, form: URLSearchParams, id: number | null): string {
  const at = RETURN_PLACES.find((known) => known === form.get("return"));
  return id === null || at === undefined ? screen : `${screen}#${at}-${id}`;
}
