/** What can still be undone, as the screens show it. */
export type Undoable = {
  /** The id of the changeset. */
  id: number;
  /** The id of the thing that an undo brings back; null where it has no card of its own. */
  subjectId: number | null;
  label: string;
  actor: string;
  /** Until when, in ISO 8601. */
  until: string;
};
