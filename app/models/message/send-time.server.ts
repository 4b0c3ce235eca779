import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import { isTimeText, parseInZone } from "#app/platform/zoned-time.server.ts";
import { MINUTES_BEFORE_SENDING } from "#app/vocabulary/organiser-message.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

type SendTime =
  | { ok: true; at: Date | null; minutes: number }
  | { ok: false; field: "when" | "at"; problem: string };

/** The form hides the time unless 'at' is chosen. Browsers submit a partly entered time as empty. */
export function readSendChoice(when: string, text: string): SendTime {
  if (when === "soon" || when === "minute")
    return { ok: true, at: null, minutes: MINUTES_BEFORE_SENDING[when] };
  if (when !== "at") return { ok: false, field: "when", problem: "Choose when to send it" };
  const refuse = (problem: string) => ({ ok: false, field: "at", problem }) as const;
  const typed = text.trim().replace(" ", "T");
  if (typed === "") return refuse("Choose a date and a time");
  if (!isTimeText(typed)) return refuse("Enter a date and a time, like 2025-09-10 08:00");
  const at = parseInZone(typed, conference.timeZone);
  if (at.getTime() < Date.now()) return refuse("Choose a time in the future");
  if (at.getTime() > Date.now() + YEAR_MS) return refuse("Choose a time within the next twelve months");
  return { ok: true, at, minutes: MINUTES_BEFORE_SENDING.at };
}

/** Limits for the time field. They also restrict the year to four digits. */
export const sendTimeLimits = () => ({ min: fieldText(Date.now()), max: fieldText(Date.now() + YEAR_MS) });

const fieldText = (at: string | number): string =>
  new TZDate(new Date(at), conference.timeZone).toISOString().slice(0, "2025-09-10T08:00".length);
