export type Undoable = {
  id: number;
  /** Null if the item has no card. */
  subjectId: number | null;
  label: string;
  actor: string;
  /** In ISO 8601. */
  until: string;
};
