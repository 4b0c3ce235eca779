import type { Conference } from "#app/conference/schema.server.ts";

/** Returns a formatter for times such as '9:14 AM' or '09:14'. Replaces narrow spaces before AM. */
export function createClockFormatter({
  timeZone,
  locale,
  clock,
}: Pick<Conference, "timeZone" | "locale" | "clock">) {
  const format =
    clock === 12
      ? new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone })
      : new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle: "h23", timeZone });
  return (at: Date): string => format.format(at).replace(/\u202f/g, " ");
}
