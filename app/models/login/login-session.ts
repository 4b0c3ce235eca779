/** A login as its owner sees it. */
export type OwnLogin = {
  /** What it is ended by; it lets nobody in. */
  id: string;
  /** Like 'Firefox on Windows'; null where it was not said, or not understood. */
  browser: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** The same, within five minutes. */
  lastUsedAt: string;
};

export const UNKNOWN_BROWSER = "An unknown browser";
