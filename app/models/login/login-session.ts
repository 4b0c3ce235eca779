export type OwnLogin = {
  /** Id for ending the login, which grants no access. */
  id: string;
  /** Name such as 'Firefox on Windows'; null if missing or unknown. */
  browser: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Accurate to five minutes. */
  lastUsedAt: string;
};

export const UNKNOWN_BROWSER = "An unknown browser";
