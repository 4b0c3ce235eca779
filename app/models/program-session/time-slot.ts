import { conference } from "#app/conference/conference.ts";
import { type ConferenceDay, type ParsedTime, parseTime } from "#app/models/program-session/parse-time.ts";
import { parseClock, type SessionTime } from "#app/models/program-session/program-session.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { TRACKS, type Track } from "#app/vocabulary/program.ts";

/** Caches parsed times, because sorting and grouping parse the same few texts repeatedly. */
const READ = new Map<string, ParsedTime>();
function read(time: string, day: ConferenceDay = conference): ParsedTime {
  const known = day === conference ? READ.get(time) : undefined;
  if (known) return known;
  const found = parseTime(time, day);
  if (READ.size > 2_000) READ.clear();
  if (day === conference) READ.set(time, found);
  return found;
}

/**
 * Returns the start for sorting, or null. 1–5 are PM unless `time` contains '8:' or '9:' (§ 4).
 * Starts after midnight are 1,440 or more at a conference that runs past midnight.
 */
export function parseSortMinute(time: string): number | null {
  const found = read(time);
  if (found.ok && found.start >= 24 * 60) return found.start;
  const first = found.ok ? found.first : firstNumber(time);
  if (!first) return null;
  const { hour, minute, half } = first;
  const byRule = hour >= 1 && hour <= 5 && !/[89]:/.test(time);
  const bySuffix = half === "p" && hour < 12;
  return (byRule || bySuffix ? hour + 12 : hour) * 60 + minute;
}

/** Returns the first number in a text that cannot be parsed, for sorting. */
function firstNumber(text: string) {
  const match = /(\d{1,2})(?:[:.h](\d{2}))?\s*(?:([ap])\.?m\b)?/i.exec(text);
  const hour = Number(match?.[1]);
  const minute = Number(match?.[2] ?? 0);
  return match && hour <= 23 && minute <= 59 ? { hour, minute, half: match[3]?.toLowerCase() } : null;
}

/** Returns the intended start for calendars and clocks, or null if it cannot be parsed. */
export function parseClockMinute(time: string, day?: ConferenceDay): number | null {
  const found = read(time, day);
  return found.ok ? found.start : null;
}

export function isOnAnotherDay(time: string): boolean {
  const found = read(time);
  return !found.ok && found.reason === "otherDay";
}

/** True for a date without a time. */
export const isOnConferenceDay = (date: string): boolean =>
  /\d/.test(date) && !read(date).ok && read(`${date} 12:00`).ok;

/** Returns the clock if the browser would misread it, and the time as a 24-hour clock shows it. */
export function createClockField(time: string): Partial<SessionTime> {
  const start = parseClockMinute(time);
  const end = endMinute(time);
  if (isWholeDay(time)) return { clock: "", isAllDay: true };
  const clock = start === null ? "" : clockText(start);
  if (conference.clock === 24 && start !== null)
    return { clock, time: end === null ? clock : `${clock} - ${clockText(end)}` };
  return clock === (parseClock(time) ?? "") ? {} : { clock };
}

function clockText(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}

/** Returns the minutes after midnight at which a range ends, or null if the text is not a range. */
export function endMinute(time: string, day?: ConferenceDay): number | null {
  const found = read(time, day);
  return found.ok ? found.end : null;
}

/** Texts for a session that lasts all day, in some of the languages of parse-time.ts. */
const WHOLE_DAY =
  /^\s*(?:(?:all|whole|full)[ -]?day|ganzt[äa]gig|toute la journée|todo el día|hele dagen)\s*$/i;
const isWholeDay = (time: string): boolean => WHOLE_DAY.test(time);

/** False for a time that cannot be parsed, unless it is an all-day event. */
export const isInCalendars = (time: string): boolean => read(time).ok || isWholeDay(time);

/** Returns advice on a time that calendars would misread, or null. */
export function findTimeRemark(time: string, day = conference): string | null {
  const found = read(time, day);
  if (found.ok) {
    const listed = parseSortMinute(time) ?? 0;
    const meant = found.start;
    if (listed === meant) return null;
    return meant > listed
      ? `“${time}” is listed with the morning’s sessions, because its first hour has neither AM nor PM. To move it, write PM after both hours.`
      : `“${time}” is listed too late in the day, because hours 1 to 5 count as afternoon, and 12 as noon.`;
  }
  if (isWholeDay(time)) return null;
  const how = `Write it like ${conference.clock === 24 ? "9:00 or 9:00 - 10:30" : "9:00 AM or 9:00 - 10:30 AM"}.`;
  if (found.reason === "noHour") return `“${time}” has no hour, so it does not appear in calendars. ${how}`;
  return found.reason === "otherDay"
    ? `“${time}” is not on ${day.date.long}, the day of the conference, so it does not appear in calendars. ${how}`
    : `“${time}” cannot be read as a time, so it does not appear in calendars. ${how}`;
}

export function compareStartTimes(a: Scheduled, b: Scheduled): number {
  const difference = (parseSortMinute(a.time) ?? Infinity) - (parseSortMinute(b.time) ?? Infinity);
  // Infinity - Infinity is NaN, so sessions without a start time are sorted by the other criteria.
  return (Number.isNaN(difference) ? 0 : difference) || a.sortOrder - b.sortOrder || a.id - b.id;
}

type Scheduled = { id: number; time: string; sortOrder: number };

/** Treats '9:40 – 10:30 AM' as '9:40 AM - 10:30 AM'. Otherwise unifies dashes and case. */
export function slotKey(time: string): string {
  const found = read(time);
  if (found.ok && found.isPlainRange) return [parseSortMinute(time), found.start, found.end].join(" ");
  return time
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

export const slotGroupKey = ({ time, track }: { time: string; track: Track | null }): string =>
  `${track ?? ""} ${slotKey(time)}`;

/** Expects sessions in order. Each slot has the time of its first session. */
export function groupBySlot<T extends { time: string }>(programSessions: T[]): TimeSlot<T>[] {
  return [...groupBy(programSessions, ({ time }) => slotKey(time)).values()].map((inSlot) => ({
    time: inSlot[0]?.time ?? "",
    programSessions: inSlot,
  }));
}

type TimeSlot<T> = { time: string; programSessions: T[] };

type InTrack = { time: string; track: Track | null };

/** Returns program rows. Slots with the same start share a row if one runs past the next start. */
export function groupProgramRows<T extends InTrack>(programSessions: T[]): T[][] {
  const starts = programSessions.map(({ time }) => parseClockMinute(time) ?? 0);
  const rows: T[][] = [];
  for (const { programSessions: slot } of groupBySlot(programSessions)) {
    const last = rows.at(-1) ?? [];
    const [one, other] = [last, slot].map(spanOf);
    const next = Math.min(...starts.filter((start) => start > (one?.start ?? 0)));
    const isTorn = one && other && one.start === other.start && Math.max(one.end, other.end) > next;
    if (isTorn && slot.every(({ track }) => last.every((before) => before.track !== track)))
      rows.splice(-1, 1, one.end <= other.end ? [...last, ...slot] : [...slot, ...last]);
    else rows.push(slot);
  }
  return rows;
}

function spanOf(slot: InTrack[]): { start: number; end: number } | null {
  const time = slot[0]?.time ?? "";
  const start = parseClockMinute(time);
  const end = endMinute(time);
  return start === null || end === null || slot.some(({ track }) => track === null) ? null : { start, end };
}

export function countFilledRows(session: InTrack, later: InTrack[][]): number {
  const { start, end } = spanOf([session]) ?? { start: 0, end: 0 };
  const isFilled = (row: InTrack[]) => {
    const at = parseClockMinute(row[0]?.time ?? "") ?? Infinity;
    return start <= at && at < end;
  };
  return [...later, []].findIndex((row) => !isFilled(row));
}

const streamOf = ({ track }: { track: Track | null }): number =>
  track === null ? -1 : TRACKS.includes(track) ? TRACKS.indexOf(track) : TRACKS.length;

/** Sorts by slot. Sessions without a track come before the streams (§ 2 and § 4). */
export const sortByProgram = <T extends Scheduled & { track: Track | null }>(programSessions: T[]): T[] =>
  groupBySlot(programSessions.toSorted(compareStartTimes)).flatMap((slot) =>
    slot.programSessions.toSorted((a, b) => streamOf(a) - streamOf(b)),
  );
