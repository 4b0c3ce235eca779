export type Undoable = {
  id: number;
  /** Null where the thing has no card of its own. */
  subjectId: number | null;
  label: string;
  actor: string;
  /** In ISO 8601. */
  until: string;
};
