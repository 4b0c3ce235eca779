/** Whether a form asks for what was deleted to be restored. */
export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (noun: string) => `Failed to restore ${noun}. Please try again later.`;
