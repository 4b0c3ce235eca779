export type LoginSummary = {
  /** Identifies the session to end. Grants no access. */
  id: string;
  /** Name such as 'Firefox on Windows', or null if missing or unknown. */
  browser: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Accurate to one minute. */
  lastUsedAt: string;
};

export const UNKNOWN_BROWSER = "An unknown browser";
