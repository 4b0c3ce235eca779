// What a form of a list says of itself: that it takes something back, and where its answer is read.

/** Whether a form asks for what was deleted to be restored. */
export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (noun: string) => `Failed to restore ${noun}. Please try again later.`;

/**
 * Where on a list the answer to a form without script is read: at a delegate's row, at the first button of a card, at
 * the buttons that move it, or at the session that a speaker was taken from. The value of the form's `return`, and how
 * the ids of those elements begin.
 */
const RETURN_PLACES = ["delegate", "edit", "move", "session"] as const;
export type ReturnPlace = (typeof RETURN_PLACES)[number];

/** The address of the screen, at the thing with this id that the form was about, if it came without script. */
export function placeOf(screen: string, form: URLSearchParams, id: number | null): string {
  const at = RETURN_PLACES.find((known) => known === form.get("return"));
  return id === null || at === undefined ? screen : `${screen}#${at}-${id}`;
}
