import type { Conference } from "#app/conference/conference.ts";
import { clockText } from "#app/conference/date-text.ts";
import { getConferencePeriod, getStartOfDay } from "#app/conference/day.server.ts";
import type { ConferencePhase, SessionSpan } from "#app/models/landing/landing.ts";
import { priceEnds } from "#app/models/landing/prices.server.ts";
import { getPeriods, type Period } from "#app/models/program-session/periods.server.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

type Facts = Pick<Conference, "date" | "startsAt" | "endsAt" | "timeZone" | "plans" | "registration">;
type Placed = Parameters<typeof getPeriods>[0][number] & { status?: string };

const LAST_DAYS = 7;

/** Returns undefined until a week before the conference. Ignores sessions without a start time. */
export function getPhase(now: Date, facts: Facts, programSessions: Placed[]): ConferencePhase | undefined {
  const day = getConferencePeriod(facts);
  if (now >= day.endsAt) return { kind: "after" };
  if (now < day.startsAt) {
    const daysLeft = 1 + lastMidnights(facts).findIndex((midnight) => now >= midnight);
    return daysLeft === 0 ? undefined : { kind: "lastWeek", daysLeft };
  }
  const periods = [...getPeriods(programSessions, facts)];
  const cancelled = new Set(programSessions.filter(isCancelled).map(({ id }) => id));
  const inOrder = programSessions.flatMap(({ id }) => periods.filter(([of]) => of === id));
  const listed = (isOne: (period: Period) => boolean): SessionSpan[] =>
    inOrder
      .filter(([, period]) => isOne(period))
      .map(([id, { start, end }]) => ({ id, start: start.getTime(), end: end.getTime() }));
  const nextStart = Math.min(
    ...periods.flatMap(([id, { start }]) => (start > now && !cancelled.has(id) ? [start.getTime()] : [])),
  );
  const onNow = listed(({ start, end }) => start <= now && now < end);
  const isIdle = onNow.every(({ id }) => cancelled.has(id));
  const next = listed(({ start }) => start.getTime() === nextStart);
  const ended = periods.filter(([, { end }]) => end <= now).map(([id]) => id);
  const isBreak = isIdle && next.length > 0 && ended.length > 0;
  const isOver = isIdle && next.length === 0 && now >= new Date(facts.endsAt);
  return { kind: "day", clock: clockText(now), now: onNow, next, ended, isBreak, isOver };
}

/** Returns, in order, every moment at which the phase, the board, a price or registration changes. */
export function listChangeTimes(facts: Facts, programSessions: Placed[]): Date[] {
  const day = getConferencePeriod(facts);
  const onTheDay = [
    new Date(facts.startsAt),
    new Date(facts.endsAt),
    ...[...getPeriods(programSessions, facts).values()].flatMap(({ start, end }) => [start, end]),
  ].filter((at) => at > day.startsAt && at < day.endsAt);
  const { opens, closes } = facts.registration;
  const ofRegistration = [opens, closes].flatMap((at) => (at === null ? [] : new Date(at)));
  const ofConference = [day.startsAt, day.endsAt, ...onTheDay, ...priceEnds(facts), ...ofRegistration];
  return [...lastMidnights(facts), ...ofConference].sort((a, b) => a.getTime() - b.getTime());
}

const lastMidnights = ({ date, timeZone }: Facts): Date[] =>
  Array.from({ length: LAST_DAYS }, (_, index) => getStartOfDay(date.iso, timeZone, -1 - index));
