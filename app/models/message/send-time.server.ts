import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import { isTimeText, parseInZone } from "#app/platform/zoned-time.server.ts";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

type SendTime = { ok: true; at: Date | null } | { ok: false; field: "when" | "at"; problem: string };

/** The form hides the time for 'soon'. Browsers submit a partly entered time as empty. */
export function readSendChoice(when: string, text: string): SendTime {
  if (when === "soon") return { ok: true, at: null };
  if (when !== "at") return { ok: false, field: "when", problem: "Choose when to send it" };
  if (text.trim() === "") return { ok: false, field: "at", problem: "Choose a date and a time" };
  const time = readSendTime(text);
  return time.ok ? time : { ...time, field: "at" };
}

export function readSendTime(text: string): { ok: true; at: Date } | { ok: false; problem: string } {
  const typed = text.trim().replace(" ", "T");
  if (!isTimeText(typed)) return { ok: false, problem: "Enter a date and a time, like 2025-09-10 08:00" };
  const at = parseInZone(typed, conference.timeZone);
  if (at.getTime() < Date.now()) return { ok: false, problem: "Choose a time in the future" };
  if (at.getTime() > Date.now() + YEAR_MS)
    return { ok: false, problem: "Choose a time within the next twelve months" };
  return { ok: true, at };
}

export function initialSendTime({ state, sendAt }: Pick<MessageJson, "state" | "sendAt">): string {
  if (state !== "taken back" || sendAt === null || Date.parse(sendAt) < Date.now()) return "";
  return fieldText(sendAt);
}

/** Limits for the time field. They also restrict the year to four digits. */
export const sendTimeLimits = () => ({ min: fieldText(Date.now()), max: fieldText(Date.now() + YEAR_MS) });

const fieldText = (at: string | number): string =>
  new TZDate(new Date(at), conference.timeZone).toISOString().slice(0, "2025-09-10T08:00".length);
