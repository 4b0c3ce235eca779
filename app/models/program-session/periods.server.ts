import { TZDate } from "@date-fns/tz";
import { type Conference, conference } from "#app/conference/conference.ts";
import type { ConferenceDay } from "#app/models/program-session/parse-time.ts";
import { endMinute, parseClockMinute } from "#app/models/program-session/time-slot.ts";
import { groupBy } from "#app/platform/group-by.ts";
import type { Track } from "#app/vocabulary/program.ts";

export type Period = { start: Date; end: Date };

type Facts = ConferenceDay & Pick<Conference, "timeZone">;
type Placed = { id: number; time: string; track: Track | null };

const HOUR_MS = 60 * 60 * 1000;

/** Maps ids to known periods. A session without an end lasts until the next one in its stream. */
export function getPeriods(programSessions: Placed[], facts: Facts = conference): Map<number, Period> {
  const placed = programSessions.flatMap(({ id, time, track }) => {
    const start = parseClockMinute(time, facts);
    return start === null ? [] : [{ id, track, start, given: endMinute(time, facts) }];
  });
  const untilNext = placed.map(({ track, start, given, ...session }) => {
    const later = placed.filter((next) => next.start > start && isFollowedBy(track, next.track));
    const next = later.length > 0 ? Math.min(...later.map((next) => next.start)) : null;
    return { ...session, start, given, end: given ?? next };
  });
  // A stream's last session, if it has no end, gets the most common length.
  const usual = mostCommonLength(untilNext);
  return new Map(
    untilNext.map(({ id, start: minute, end }) => {
      const start = momentAt(minute, facts);
      const length = end === null ? usual : end - minute;
      return [
        id,
        { start, end: length === null ? endAfter(start, facts) : momentAt(minute + length, facts) },
      ];
    }),
  );
}

/** A session for everyone ends when any session starts, and its start ends all other sessions. */
const isFollowedBy = (track: Track | null, next: Track | null) =>
  track === null || next === null || next === track;

/** Returns the most common length in minutes (shortest if tied), or null if no end is known. */
function mostCommonLength(sessions: { start: number; end: number | null }[]): number | null {
  const lengths = sessions.flatMap(({ start, end }) => (end === null ? [] : [end - start]));
  lengths.sort((a, b) => a - b);
  const [most] = [...groupBy(lengths, (length) => length).values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? null;
}

function momentAt(minute: number, { date, timeZone }: Facts): Date {
  const [year = 0, month = 1, day = 1] = date.iso.split("-").map(Number);
  const moment = new TZDate(year, month - 1, day, Math.floor(minute / 60), minute % 60, 0, timeZone);
  return new Date(moment.getTime());
}

function endAfter(start: Date, { endsAt }: Facts): Date {
  const close = new Date(endsAt);
  return close > start ? close : new Date(start.getTime() + HOUR_MS);
}
