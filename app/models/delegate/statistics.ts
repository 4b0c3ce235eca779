export const SHOWN_DAYS = 60;

export type DelegateStatistics = {
  /** From the first registration, with the number for each pass. */
  days: { label: string; values: number[] }[];
  /** Of all days. */
  passes: { name: string; count: number }[];
  /** By quarters of an hour, from the first to the last arrival on the day. */
  arrivals: { label: string; count: number }[];
};
