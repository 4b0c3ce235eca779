import { conference } from "#app/conference/conference.ts";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-AU", { ...options, timeZone: conference.timeZone });
const WHOLE = format({ dateStyle: "medium", timeStyle: "short" });
const CLOCK = format({ timeStyle: "short" });
const DAY_SHORT = format({ day: "numeric", month: "short" });
const WEEKDAY = format({ weekday: "long" });
const DAY = format({ day: "numeric", month: "long" });

/** '12 Sep 2025, 9:14 AM', in the conference's own time zone. */
export const momentText = (at: Date): string => asWritten(WHOLE.format(at));

/** '9:14 AM'. */
export const clockText = (at: Date): string => asWritten(CLOCK.format(at));

/** '12 September'. */
export const dayText = (at: Date): string => DAY.format(at);

export const weekdayText = (at: Date): string => WEEKDAY.format(at);

/** '12 Sept'. */
export const dayShort = (at: Date): string => DAY_SHORT.format(at);

/** Some runtimes write a narrow space before 'am'. Capitals: specification, 3. */
const asWritten = (text: string): string =>
  text.replace(/\u202f/g, " ").replace(/\b[ap]m\b/g, (half) => half.toUpperCase());
