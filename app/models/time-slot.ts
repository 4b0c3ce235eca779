import { groupBy } from "#app/models/group-by.ts";

/**
 * Minutes after midnight at which a free text such as '9:00 AM' or '1:30 - 2:15' starts, or null
 * where it names no hour. Hours 1 to 5 are in the afternoon unless the text contains '8:' or '9:'
 * (specification, 4). A start that says PM is in the afternoon in any case.
 */
export function startMinute(time: string): number | null {
  const match = /(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\b)?/i.exec(time);
  if (!match) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (hour > 23 || minute > 59) return null;
  const byRule = hour >= 1 && hour <= 5 && !/[89]:/.test(time);
  const bySuffix = /^p/i.test(match[3] ?? "") && hour < 12;
  return (byRule || bySuffix ? hour + 12 : hour) * 60 + minute;
}

/** The start as HH:MM for `<time datetime>`, or undefined where the text names no hour. */
export function startClock(time: string): string | undefined {
  const start = startMinute(time);
  if (start === null) return undefined;
  return `${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`;
}

/**
 * Minutes after midnight at which a range such as '1:15 - 2:15 PM' ends, or null where the text is no
 * range or names no hour. An end is after its start: '6:30' after '5:30' is in the evening, and past
 * midnight counts on from 24 hours.
 */
export function endMinute(time: string): number | null {
  const start = startMinute(time);
  const [, rest] = /\d.*?(?:\s*[-\u2013\u2014]\s*|\s(?:to|until|till)\s)(.*)/i.exec(time) ?? [];
  const end = rest === undefined ? null : startMinute(rest);
  if (start === null || end === null) return null;
  const HALF_A_DAY = 12 * 60;
  return end > start ? end : end + HALF_A_DAY * (Math.floor((start - end) / HALF_A_DAY) + 1);
}

/** Sorts by start time, then sortOrder, then id; what names no hour comes last. */
export function byStartTime(a: Scheduled, b: Scheduled): number {
  const difference = (startMinute(a.time) ?? Infinity) - (startMinute(b.time) ?? Infinity);
  // Infinity - Infinity is NaN: two sessions without an hour are ordered by what follows.
  return (Number.isNaN(difference) ? 0 : difference) || a.sortOrder - b.sortOrder || a.id - b.id;
}

type Scheduled = { id: number; time: string; sortOrder: number };

/** Groups sessions that are already in order by their time slot: those whose time reads the same. */
export function groupBySlot<T extends { time: string }>(programSessions: T[]): TimeSlot<T>[] {
  return [...groupBy(programSessions, ({ time }) => time)].map(([time, inSlot]) => ({
    time,
    programSessions: inSlot,
  }));
}

type TimeSlot<T> = { time: string; programSessions: T[] };
