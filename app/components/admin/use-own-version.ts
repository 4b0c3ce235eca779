import { useState } from "react";
import type { OpenForm } from "#app/components/admin/dialogs.tsx";

/**
 * The version that a form was opened with, or came back with. It stays the form's own, however often the list behind
 * it is loaded anew: what its fields say is no newer, and saved with a newer one it would take back somebody's save.
 * A form that tells of such a save shows it as the list has it, so there it is the list's version that is known.
 */
export function useOwnVersion({
  editedId,
  refused,
  seen,
}: Pick<OpenForm<unknown, string>, "editedId" | "refused" | "seen">): string {
  const [own, setOwn] = useState({ editedId, refused, seen });
  if (refused?.conflict === "stale") return seen;
  // An address that names no number has NaN, which is not equal to itself.
  if (Object.is(own.editedId, editedId) && own.refused === refused) return own.seen;
  setOwn({ editedId, refused, seen });
  return seen;
}
