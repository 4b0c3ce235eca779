export type OwnLogin = {
  /** For ending it; it lets no one in. */
  id: string;
  /** Like 'Firefox on Windows'; null where it was not said or understood. */
  browser: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Within five minutes. */
  lastUsedAt: string;
};

export const UNKNOWN_BROWSER = "An unknown browser";
