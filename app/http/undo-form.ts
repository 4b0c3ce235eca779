import type { DeletedSubject } from "#app/models/editable/deletion.ts";

/** Whether a form asks for what was deleted to be restored. */
export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (subject: DeletedSubject) =>
  `Failed to restore ${subject}. Please try again later.`;
