import type { ICalCalendar } from "ical-generator";

/** A calendar as a file: CRLF ends every line (RFC 5545, 3.1), also the last one. */
export const calendarText = (calendar: ICalCalendar): string => `${calendar}\r\n`;
