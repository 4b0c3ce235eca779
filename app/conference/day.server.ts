import { TZDate } from "@date-fns/tz";
import { type Conference, conference, isConferenceFromFile } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";
import { isTimeText, parseInZone } from "#app/platform/zoned-time.server.ts";

/** Returns midnight at the start of the first day and after the end, which may be that minute. */
export const getConferencePeriod = ({
  date,
  endsAt,
  timeZone,
}: Pick<Conference, "date" | "endsAt" | "timeZone">) => ({
  startsAt: getStartOfDay(date.iso, timeZone),
  endsAt: getStartOfDay(endsAt.slice(0, 10), timeZone, endsAt.slice(11, 16) === "00:00" ? 0 : 1),
});

export const CONFERENCE_PERIOD = getConferencePeriod(conference);

/** Returns midnight, or another full hour, on `day` or `daysLater` days later in a time zone. */
export function getStartOfDay(day: string, timeZone: string, daysLater = 0, hour = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, hour, timeZone).getTime());
}

/** True in the two weeks before the conference, when delegates are asked whether they still come. */
export const isAskingWhoComes = (at = currentSiteTime()): boolean =>
  at >= getStartOfDay(conference.date.iso, conference.timeZone, -14) && at < new Date(conference.startsAt);

/** Until then, delegates can change and pass on their registrations. By default, 18:00 on the day before. */
export const CHANGES_UNTIL: Date = conference.registration.changesUntil
  ? new Date(conference.registration.changesUntil)
  : getStartOfDay(conference.date.iso, conference.timeZone, -1, 18);

const { deleteAfterDays } = conference;

/** Midnight at the start of the day on which all delegates are deleted, or null for never. */
export const DELETION_DAY =
  deleteAfterDays === null
    ? null
    : getStartOfDay(conference.endsAt.slice(0, 10), conference.timeZone, deleteAfterDays);

export const ANNOUNCED_MS = 14 * 24 * 60 * 60 * 1000;

export const isDeletionNear = (at: Date): boolean =>
  DELETION_DAY !== null && at.getTime() >= DELETION_DAY.getTime() - ANNOUNCED_MS;

/** Returns the current time. For the sample, returns a fixed time at which registration is open. */
export const currentSiteTime = (): Date => (isConferenceFromFile ? new Date() : SAMPLE_TIME);

const SAMPLE_TIME = new Date("2025-08-01T09:00:00+10:00");

/** The site's time. In the demo, `?at=2025-09-11T10:00` overrides it. */
export function getPageTime(request: Request): Date {
  const at = env.DEMO === "on" ? new URL(request.url).searchParams.get("at") : null;
  return at !== null && isTimeText(at) ? parseInZone(at, conference.timeZone) : currentSiteTime();
}
