export const SHOWN_DAYS = 60;

export type DelegateStatistics = {
  /** From the first registration, with a count for each pass. */
  days: { label: string; values: number[] }[];
  /** Totals of all days. */
  passes: { name: string; count: number }[];
  /** Per quarter of an hour, from the first to the last arrival on the day. */
  arrivals: { label: string; count: number }[];
};
