/** What a speaker does in a session; a speaker unless said otherwise (specification, 3). */
export const CONNECTION_ROLES = ["speaker", "moderator", "panelist"] as const;
export type ConnectionRole = (typeof CONNECTION_ROLES)[number];
