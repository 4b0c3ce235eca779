import { conference } from "#app/conference/conference.ts";
import { plainClock, type SessionTime } from "#app/models/program-session/program-session.ts";
import { type DayOfTimes, readTime, type TimeRead } from "#app/models/program-session/read-time.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { TRACKS, type Track } from "#app/vocabulary/program.ts";

/** Sorting and grouping read the same few texts again and again. */
const READ = new Map<string, TimeRead>();
function read(time: string, day: DayOfTimes = conference): TimeRead {
  const known = day === conference ? READ.get(time) : undefined;
  if (known) return known;
  const found = readTime(time, day);
  if (READ.size > 2_000) READ.clear();
  if (day === conference) READ.set(time, found);
  return found;
}

/**
 * Minutes after midnight at which a free text such as '9:00 AM' or '1:30 - 2:15' starts where slots are put in
 * order, or null if it names no hour. Hours 1 to 5 are in the afternoon unless the text contains '8:' or '9:'
 * (specification, 4). A start that says PM is in the afternoon in any case.
 */
export function startMinute(time: string): number | null {
  const found = read(time);
  const first = found.ok ? found.first : firstNumber(time);
  if (!first) return null;
  const { hour, minute, half } = first;
  const byRule = hour >= 1 && hour <= 5 && !/[89]:/.test(time);
  const bySuffix = half === "p" && hour < 12;
  return (byRule || bySuffix ? hour + 12 : hour) * 60 + minute;
}

/** The first hour in a text that is not understood. It has a place in the order, too. */
function firstNumber(text: string) {
  const match = /(\d{1,2})(?:[:.h](\d{2}))?\s*(?:([ap])\.?m\b)?/i.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  return match && hour <= 23 && minute <= 59 ? { hour, minute, half: match[3]?.toLowerCase() } : null;
}

/** The same as people mean it, for calendars and clocks. Null if the text is not understood. */
export function startOnClock(time: string, day?: DayOfTimes): number | null {
  const found = read(time, day);
  return found.ok ? found.start : null;
}

/** The start as HH:MM, as `clockOf` reads it from the data of a page. */
export function withClock(time: string): Omit<SessionTime, "time"> {
  const start = startOnClock(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const clock = start === null ? "" : `${two(Math.floor(start / 60) % 24)}:${two(start % 60)}`;
  return clock === (plainClock(time) ?? "") ? {} : { clock };
}

/** Minutes after midnight at which a range such as '1:15 - 2:15 PM' ends, or null if the text is no range. */
export function endMinute(time: string, day?: DayOfTimes): number | null {
  const found = read(time, day);
  return found.ok ? found.end : null;
}

/** Whether calendars have a session at this time. A text that names no hour is for the whole day. */
export function isInCalendars(time: string): boolean {
  const found = read(time);
  return found.ok || found.reason === "noHour";
}

/** What calendars make of a time that is not plain, and how to write it; null if all is well. */
export function timeRemark(time: string, day = conference): string | null {
  const found = read(time, day);
  if (found.ok) {
    const [listed, meant] = [startMinute(time) ?? 0, found.start % (24 * 60)];
    if (listed === meant) return null;
    return meant > listed
      ? `“${time}” is listed with the morning’s sessions, since its first hour says neither AM nor PM: to move it, write PM after both hours.`
      : `“${time}” is listed later in the day than it is: the page counts hours 1 to 5 as afternoon, and 12 as noon.`;
  }
  if (WHOLE_DAY.test(time)) return null;
  const how = "write it like 9:00 AM or 9:00 - 10:30 AM.";
  if (found.reason === "noHour")
    return `“${time}” names no hour, so calendars have it for the whole day: ${how}`;
  return found.reason === "otherDay"
    ? `“${time}” is not on ${day.date.long}, the day of the conference, so it is in no calendar: ${how}`
    : `“${time}” is not understood as a time, so it is in no calendar: ${how}`;
}

const WHOLE_DAY = /^\s*(all|whole)[ -]day\s*$/i;

/** Sorts by start time, then sortOrder, then id; what names no hour comes last. */
export function byStartTime(a: Scheduled, b: Scheduled): number {
  const difference = (startMinute(a.time) ?? Infinity) - (startMinute(b.time) ?? Infinity);
  // Infinity - Infinity is NaN: two sessions without an hour are ordered by what follows.
  return (Number.isNaN(difference) ? 0 : difference) || a.sortOrder - b.sortOrder || a.id - b.id;
}

type Scheduled = { id: number; time: string; sortOrder: number };

/**
 * What the times of one slot have in common. The range '9:40 – 10:30 AM', as pages write it, is '9:40 AM - 10:30 AM', where
 * both are at one place in the order. Of other texts kinds of dashes and spaces, and capitals, make no difference.
 */
export function slotKey(time: string): string {
  const found = read(time);
  if (found.ok && found.isPlainRange) return [startMinute(time), found.start, found.end].join(" ");
  return time
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** The sessions among which one stands on the page: those of its time and stream. */
export const columnOf = ({ time, track }: { time: string; track: Track | null }): string =>
  `${track ?? ""} ${slotKey(time)}`;

/** Groups sessions that are already in order by their time slot, under its time as it is first written. */
export function groupBySlot<T extends { time: string }>(programSessions: T[]): TimeSlot<T>[] {
  return [...groupBy(programSessions, ({ time }) => slotKey(time)).values()].map((inSlot) => ({
    time: inSlot[0]?.time ?? "",
    programSessions: inSlot,
  }));
}

type TimeSlot<T> = { time: string; programSessions: T[] };

/** From the left, what has no stream before all others. */
const streamOf = ({ track }: { track: Track | null }): number =>
  track === null ? -1 : TRACKS.indexOf(track);

/** The program as the page shows it: slot after slot, in each what has no track, then the streams (specification, 2 and 4). */
export const inProgramOrder = <T extends Scheduled & { track: Track | null }>(programSessions: T[]): T[] =>
  groupBySlot(programSessions.toSorted(byStartTime)).flatMap((slot) =>
    slot.programSessions.toSorted((a, b) => streamOf(a) - streamOf(b)),
  );
