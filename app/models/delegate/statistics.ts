export const SHOWN_DAYS = 60;

export type DelegateStatistics = {
  /** Days from the first registration; each has a count for each pass. */
  days: { label: string; values: number[] }[];
  passes: { name: string; count: number }[];
  /** Arrivals per quarter of an hour on the day of the conference. */
  arrivals: { label: string; count: number }[];
};
