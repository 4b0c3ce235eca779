import { TZDate } from "@date-fns/tz";
import { conference, isFromFile } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";

/** From midnight before the first day to midnight after the last. */
export const dayOf = ({ date, endsAt, timeZone }: Pick<Conference, "date" | "endsAt" | "timeZone">) => ({
  startsAt: midnight(date.iso, timeZone),
  endsAt: midnight(new TZDate(Date.parse(endsAt), timeZone), timeZone, 1),
});

export const DAY = dayOf(conference);

/** The beginning of a day in a time zone, or of one so many days later. */
export function midnight(day: string | TZDate, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] =
    typeof day === "string"
      ? day.split("-").map(Number)
      : [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}

/** The sample's day is over: its site goes by a time before it, or registration would be closed. */
export const siteTime = (): Date => (isFromFile ? new Date() : SAMPLE_TIME);

const SAMPLE_TIME = new Date("2025-08-01T09:00:00+10:00");
