/** How many days are shown at most, the last ones. */
export const SHOWN_DAYS = 60;

/** What the charts of the dashboard are drawn from. */
export type Figures = {
  /** From the first registration, each with what came for each pass; empty while there is none. */
  days: { label: string; values: number[] }[];
  /** Of all, not only of the days that are shown. */
  passes: { name: string; count: number }[];
  /** By quarters of an hour, from the first to the last arrival on the conference's day; empty before. */
  arrivals: { label: string; count: number }[];
};
