import { createClockFormatter } from "#app/conference/clock-format.ts";
import { conference } from "#app/conference/conference.ts";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(conference.locale, { ...options, timeZone: conference.timeZone });
const MEDIUM = format({ dateStyle: "medium" });
const DAY_SHORT = format({ day: "numeric", month: "short" });
const WEEKDAY = format({ weekday: "long" });
const DAY = format({ day: "numeric", month: "long" });

/** Returns text such as '12 Sep 2025, 9:14 AM', in the conference's time zone. */
export const momentText = (at: Date): string => `${MEDIUM.format(at)}, ${clockText(at)}`;

/** Returns a time such as '9:14 AM'. */
export const clockText = createClockFormatter(conference);

/** Returns a day such as '12 September'. */
export const dayText = (at: Date): string => DAY.format(at);

const DATE = format({ day: "numeric", month: "long", year: "numeric" });

/** Returns a date in a sentence, such as '12 September 2025'. */
export const dateInWords = (at: Date): string => DATE.format(at);

/** Returns a moment in a sentence, such as '12 September 2025 at 9:14 AM'. */
export const momentInWords = (at: Date): string => `${dateInWords(at)} at ${clockText(at)}`;

export const weekdayText = (at: Date): string => WEEKDAY.format(at);

/** Returns a day such as '12 Sept'. */
export const shortDayText = (at: Date): string => DAY_SHORT.format(at);
