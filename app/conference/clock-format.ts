import type { Conference } from "#app/conference/types.ts";

/** Returns a formatter for '9:14 AM' or '09:14'. Some runtimes put a narrow space before AM. */
export function clockFormat({ timeZone, locale, clock }: Pick<Conference, "timeZone" | "locale" | "clock">) {
  const format =
    clock === 12
      ? new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone })
      : new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle: "h23", timeZone });
  return (at: Date): string => format.format(at).replace(/\u202f/g, " ");
}
