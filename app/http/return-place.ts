/**
 * Where on a list the answer to a form without script is read: at a row, at the first button of a thing, at what moves
 * it, or at the session that somebody was taken from. The value of the form's `return`.
 */
export const RETURN_PLACES = ["row", "edit", "move", "session"] as const;
export type ReturnPlace = (typeof RETURN_PLACES)[number];

/** The address of the screen, at the thing with this id that the form was about, if it came without script. */
export function placeOf(screen: string, form: URLSearchParams, id: number | null): string {
  const at = RETURN_PLACES.find((known) => known === form.get("return"));
  return id === null || at === undefined ? screen : `${screen}#${at}-${id}`;
}
