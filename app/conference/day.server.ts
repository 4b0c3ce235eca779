// The day of the conference by the clocks of its own city, and what the time is as far as the pages go by it.
import { TZDate } from "@date-fns/tz";
import { conference, isFromFile } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";

/** Midnight before the first day, and midnight after the last. */
export const dayOf = ({ date, endsAt, timeZone }: Pick<Conference, "date" | "endsAt" | "timeZone">) => ({
  startsAt: midnight(date.iso, timeZone),
  endsAt: midnight(new TZDate(Date.parse(endsAt), timeZone), timeZone, 1),
});

export const DAY = dayOf(conference);

/** When a day begins in a time zone, or another one so many days later. */
export function midnight(day: string | TZDate, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] =
    typeof day === "string"
      ? day.split("-").map(Number)
      : [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}

/**
 * By the clock, and for the sample conference always well before it: its day is in the specification, it is over, and
 * a site that nobody has told of another one would be closed.
 */
export const siteTime = (): Date => (isFromFile ? new Date() : SAMPLE_TIME);

const SAMPLE_TIME = new Date("2025-08-01T09:00:00+10:00");
