import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";
import { endMinute, startOnClock } from "#app/models/program-session/time-slot.ts";
import { isoInZone } from "#app/platform/iso-in-zone.server.ts";

/** From when to when a session is. */
export type Period = { start: Date; end: Date };

type Facts = Pick<Conference, "date" | "endsAt" | "timeZone">;

const HOUR_MS = 60 * 60 * 1000;

/**
 * When each session of the program is, by its id, read from its time slot on the day and in the zone of the
 * conference; none for a time that names no hour. A slot that names no end lasts until the next one
 * begins, and the last one until the conference ends, or an hour.
 */
export function periodsOf(
  programSessions: { id: number; time: string }[],
  facts: Facts = conference,
): Map<number, Period> {
  const starts = programSessions
    .map(({ time }) => startOnClock(time))
    .filter((start) => start !== null)
    .sort((a, b) => a - b);
  return new Map(
    programSessions.flatMap(({ id, time }) => {
      const startsAt = startOnClock(time);
      if (startsAt === null) return [];
      const start = momentAt(startsAt, facts);
      const endsAt = endMinute(time) ?? starts.find((next) => next > startsAt);
      return [
        [
          id,
          { start, end: endsAt === undefined ? endAfter(start, facts) : momentAt(endsAt, facts) },
        ] as const,
      ];
    }),
  );
}

/** Minutes after midnight of the conference's day, as a moment. */
function momentAt(minute: number, { date, timeZone }: Facts): Date {
  const [year = 0, month = 1, day = 1] = date.iso.split("-").map(Number);
  const moment = new TZDate(year, month - 1, day, Math.floor(minute / 60), minute % 60, 0, timeZone);
  return new Date(moment.getTime());
}

function endAfter(start: Date, { endsAt }: Facts): Date {
  const close = new Date(endsAt);
  return close > start ? close : new Date(start.getTime() + HOUR_MS);
}

/** The offset of the conference's zone says more than UTC to whoever reads it. */
export const localIso = (moment: Date): string => isoInZone(moment, conference.timeZone);
