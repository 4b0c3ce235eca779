import { TZDate } from "@date-fns/tz";

/** Returns ISO 8601 with the time zone's offset, such as 2025-09-11T08:30:00+10:00. */
export const toIsoInZone = (moment: Date, timeZone: string): string =>
  new TZDate(moment.getTime(), timeZone).toISOString().replace(/\.000(?=[+Z-])/, "");

export const TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?$/;

export function isTimeText(text: string): boolean {
  const utc = `${text.slice(0, 16)}Z`;
  return (
    TIME_PATTERN.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(utc).toJSON()?.slice(0, 16) === text.slice(0, 16)
  );
}

/** Uses the offset in the text, or `timeZone` if the text has none. */
export function parseInZone(text: string, timeZone: string): Date {
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return new Date(text);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  return new Date(new TZDate(year, month - 1, day, hour, minute, second, timeZone).getTime());
}
