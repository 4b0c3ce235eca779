import { TZDate } from "@date-fns/tz";

/** A moment as the clocks of a time zone show it, in ISO 8601: 2025-09-11T08:30:00+10:00. */
export const isoInZone = (moment: Date, timeZone: string): string =>
  new TZDate(moment.getTime(), timeZone).toISOString().replace(/\.000(?=[+Z-])/, "");
