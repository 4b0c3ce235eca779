import { TZDate } from "@date-fns/tz";
import { conference, isFromFile } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";

/** From midnight at the start of the first day to midnight at the end of the last. */
export const dayOf = ({ date, endsAt, timeZone }: Pick<Conference, "date" | "endsAt" | "timeZone">) => ({
  startsAt: midnight(date.iso, timeZone),
  endsAt: midnight(new TZDate(Date.parse(endsAt), timeZone), timeZone, 1),
});

export const DAY = dayOf(conference);

/** The start of a day in a time zone, or of the day `daysLater` days on. */
export function midnight(day: string | TZDate, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] =
    typeof day === "string"
      ? day.split("-").map(Number)
      : [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}

/** The sample conference is over, so its site uses an earlier time; otherwise registration would be closed. */
export const siteTime = (): Date => (isFromFile ? new Date() : SAMPLE_TIME);

const SAMPLE_TIME = new Date("2025-08-01T09:00:00+10:00");
