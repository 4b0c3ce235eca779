export type Undoable = {
  id: number;
  /** Null for an item without a card on the page. */
  subjectId: number | null;
  label: string;
  actor: string;
  until: string;
};
