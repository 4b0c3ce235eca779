import type { Conference } from "#app/conference/types.ts";

/** Returns '9:14 AM' or '09:14'. Some runtimes write a narrow space before AM. */
export function clockFormat({ timeZone, locale, clock }: Pick<Conference, "timeZone" | "locale" | "clock">) {
  const [of, hourCycle] = clock === 12 ? ["en-US", "h12" as const] : [locale, "h23" as const];
  const format = new Intl.DateTimeFormat(of, { timeStyle: "short", hourCycle, timeZone });
  return (at: Date): string => format.format(at).replace(/\u202f/g, " ");
}
