export type OwnLogin = {
  /** Used to end the login; grants no access. */
  id: string;
  /** Name such as 'Firefox on Windows', or null if missing or unknown. */
  browser: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Accurate to five minutes. */
  lastUsedAt: string;
};

export const UNKNOWN_BROWSER = "An unknown browser";
