import { type Conference, conference } from "#app/conference/conference.ts";
import { getStartOfDay } from "#app/conference/day.server.ts";
import type { CurrentPrices } from "#app/models/landing/landing.ts";

type Facts = Pick<Conference, "plans" | "timeZone">;

export function pricesAt(now: Date, { plans, timeZone }: Facts): CurrentPrices | undefined {
  const steps = plans.flatMap(({ planId, steps = [] }) => {
    const step = steps.find(({ until }) => now < getStartOfDay(until, timeZone, 1));
    if (!step) return [];
    return [[planId, { price: step.price, until: DAY_TEXT.format(new Date(step.until)) }] as const];
  });
  return steps.length === 0 ? undefined : Object.fromEntries(steps);
}

/** Uses UTC, because a date without a time has no time zone. */
const DAY_FORM = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const DAY_TEXT = new Intl.DateTimeFormat(conference.locale, DAY_FORM);

export const priceEnds = ({ plans, timeZone }: Facts): Date[] =>
  plans.flatMap(({ steps = [] }) => steps.map(({ until }) => getStartOfDay(until, timeZone, 1)));
