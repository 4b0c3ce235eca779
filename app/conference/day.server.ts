import { TZDate } from "@date-fns/tz";
import { conference, isFromFile } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";

/** Returns midnight at the start of the first day and midnight at the end of the last. */
export const dayOf = ({ date, endsAt, timeZone }: Pick<Conference, "date" | "endsAt" | "timeZone">) => ({
  startsAt: midnight(date.iso, timeZone),
  endsAt: midnight(new TZDate(Date.parse(endsAt), timeZone), timeZone, 1),
});

export const CONFERENCE_PERIOD = dayOf(conference);

/** Returns midnight at the start of a day in a time zone, or of the day `daysLater` days later. */
export function midnight(day: string | TZDate, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] =
    typeof day === "string"
      ? day.split("-").map(Number)
      : [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}

/** Returns the current time. For the sample, returns a fixed time at which registration is open. */
export const siteTime = (): Date => (isFromFile ? new Date() : SAMPLE_TIME);

const SAMPLE_TIME = new Date("2025-08-01T09:00:00+10:00");
