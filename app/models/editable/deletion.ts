/** Something that was deleted a short while ago, as the screens show it. */
export type RecentDeletion = {
  id: string;
  /** The id of what was deleted; null for a connection, which is known by its ends. */
  subjectId: number | null;
  label: string;
  actor: string;
  /** Until when it can be brought back, in ISO 8601. */
  until: string;
};
