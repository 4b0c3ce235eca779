/** What can be brought back after it was deleted. */
export type DeletedSubject = "speaker" | "session" | "connection";

/** Something that was deleted a short while ago, as the screens show it. */
export type RecentDeletion = {
  id: string;
  /** The id of the speaker or the session that was deleted; null for a connection. */
  subjectId: number | null;
  label: string;
  actor: string;
  /** Until when it can be brought back, in ISO 8601. */
  until: string;
};
