export const SHOWN_DAYS = 60;

export type DelegateStatistics = {
  /** Days from the first registration, with a count for each pass. */
  days: { label: string; values: number[] }[];
  passes: { name: string; count: number }[];
  /** Arrivals per quarter of an hour, from the first to the last on the day. */
  arrivals: { label: string; count: number }[];
};
