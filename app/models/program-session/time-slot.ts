import { groupBy } from "#app/platform/group-by.ts";
import { TRACKS, type Track } from "#app/vocabulary/track.ts";

/**
 * Minutes after midnight at which a free text such as '9:00 AM' or '1:30 - 2:15' starts where slots are put in
 * order, or null where it names no hour. Hours 1 to 5 are in the afternoon unless the text contains '8:' or '9:'
 * (specification, 4). A start that says PM is in the afternoon in any case.
 */
export function startMinute(time: string): number | null {
  const first = readHour(time);
  if (!first) return null;
  const { hour, minute, half } = first;
  const byRule = hour >= 1 && hour <= 5 && !/[89]:/.test(time);
  const bySuffix = half === "p" && hour < 12;
  return (byRule || bySuffix ? hour + 12 : hour) * 60 + minute;
}

/** The first hour that a text names, and the half of the day that it says: 'a', 'p' or neither. */
function readHour(text: string) {
  const match = /(\d{1,2})(?:[:.h](\d{2}))?\s*(?:([ap])\.?m\b)?/i.exec(withNoon(text));
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  return match && hour <= 23 && minute <= 59 ? { hour, minute, half: match[3]?.toLowerCase() } : null;
}

const withNoon = (text: string): string => text.replace(/\b(?:12\s*)?(?:noon|midday)\b/gi, "12:00 PM");

/** What stands behind the dash of a range. */
const endOf = (time: string): string | undefined =>
  /\d.*?(?:\s*[-\u2013\u2014]\s*|\s(?:to|until|till)\s)(.*)/i.exec(withNoon(time))?.[1];

/**
 * Whether a text says only until when, or ends before it begins by what it says itself: '5 PM - 4:30 PM', '3:00 - 2:00 PM'.
 * Who begins in the evening may end in the morning.
 */
function isUnclear(time: string): boolean {
  if (/^\W*(?:until|till|to)\b/i.test(time)) return true;
  const rest = endOf(time) ?? "";
  const [first, last] = [readHour(time), readHour(rest)];
  if (!first || !last?.half) return false;
  if (!first.half) return (startMinute(rest) ?? 0) <= (startAsMeant(time) ?? 0);
  const minutes = ({ hour, minute }: { hour: number; minute: number }) => (hour % 12) * 60 + minute;
  return first.half === last.half && minutes(last) <= minutes(first);
}

/**
 * The same as people mean it, for calendars and clocks: the start of '7:00 - 9:00 PM' is in the evening too. It
 * takes the PM of its end where it says nothing else and is before that end then. Null where it is not clear.
 */
export const startOnClock = (time: string): number | null => (isUnclear(time) ? null : startAsMeant(time));

function startAsMeant(time: string): number | null {
  const [first, start] = [readHour(time), startMinute(time)];
  const last = endOf(time) ?? "";
  if (!first || first.half || first.hour < 1 || first.hour > 11 || readHour(last)?.half !== "p") return start;
  const afterNoon = (first.hour + 12) * 60 + first.minute;
  return afterNoon < (startMinute(last) ?? 0) ? afterNoon : start;
}

/** The start as HH:MM for `<time datetime>`, or undefined where the text names no hour. */
export function startClock(time: string): string | undefined {
  const start = startOnClock(time);
  if (start === null) return undefined;
  return `${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`;
}

/**
 * Minutes after midnight at which a range such as '1:15 - 2:15 PM' ends, or null where the text is no
 * range or names no hour. An end is after its start: '6:30' after '5:30' is in the evening, and past
 * midnight counts on from 24 hours.
 */
export function endMinute(time: string): number | null {
  const start = startOnClock(time);
  const rest = endOf(time);
  const end = rest === undefined ? null : startMinute(rest);
  if (start === null || end === null) return null;
  const HALF_A_DAY = 12 * 60;
  return end > start ? end : end + HALF_A_DAY * (Math.floor((start - end) / HALF_A_DAY) + 1);
}

/** Whether a text gives an end that no clock shows: '9:00 - 10:60'. */
export const isEndUnclear = (time: string): boolean =>
  startOnClock(time) !== null && /\d/.test(endOf(time) ?? "") && endMinute(time) === null;

/** Sorts by start time, then sortOrder, then id; what names no hour comes last. */
export function byStartTime(a: Scheduled, b: Scheduled): number {
  const difference = (startMinute(a.time) ?? Infinity) - (startMinute(b.time) ?? Infinity);
  // Infinity - Infinity is NaN: two sessions without an hour are ordered by what follows.
  return (Number.isNaN(difference) ? 0 : difference) || a.sortOrder - b.sortOrder || a.id - b.id;
}

type Scheduled = { id: number; time: string; sortOrder: number };

/**
 * What the times of one slot have in common. The range '9:40 – 10:30 AM', as pages write it, is '9:40 AM - 10:30 AM', where
 * both stand at one place in the order. Of other texts kinds of dashes and spaces, and capitals, make no difference.
 */
export function slotKey(time: string): string {
  const text = time
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();
  const isPlain = PLAIN.test(text) && startOnClock(time) !== null;
  return isPlain ? [startMinute(time), startOnClock(time), endMinute(time)].join(" ") : text;
}

/** Two hours and nothing else, of what can be read. */
const PLAIN = /^[\d:. apm]+-[\d:. apm]+$/;

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
