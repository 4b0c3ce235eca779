import type { DeletedSubject } from "#app/models/deletion.ts";

/** Whether a form asks for what was deleted to be brought back. */
export const isUndo = (form: URLSearchParams): boolean => form.get("intent") === "undo";

export const undoFailed = (subject: DeletedSubject) =>
  `Failed to bring back ${subject}. Please try again later.`;
