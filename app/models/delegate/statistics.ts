export const CHART_DAYS = 60;

export type DelegateStatistics = {
  /** Days since the first registration, each with a count for every pass. */
  days: { label: string; values: number[] }[];
  passes: { name: string; count: number }[];
  /** Check-ins per quarter of an hour on conference day. */
  arrivals: { label: string; count: number }[];
};
