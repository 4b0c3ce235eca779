import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import { type MessageJson, MIN_MINUTES_BEFORE_SENDING } from "#app/vocabulary/organiser-message.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const SOON_WITH_TIME = `You chose “In ${MIN_MINUTES_BEFORE_SENDING} minutes” but entered a time. Clear the time, or choose “At a chosen time”`;

type SendTime = { ok: true; at: Date | null } | { ok: false; field: "when" | "at"; problem: string };

/** Browsers submit a partly entered time as empty, so an empty time does not mean 'soon'. */
export function readSendChoice(when: string, text: string): SendTime {
  const hasTime = text.trim() !== "";
  if (when === "soon" && hasTime) return { ok: false, field: "at", problem: SOON_WITH_TIME };
  if (when === "soon") return { ok: true, at: null };
  if (hasTime) {
    const time = readSendTime(text);
    return time.ok ? time : { ...time, field: "at" };
  }
  return when === "at"
    ? { ok: false, field: "at", problem: "Choose a date and a time" }
    : { ok: false, field: "when", problem: "Choose when to send it" };
}

export function readSendTime(text: string): { ok: true; at: Date } | { ok: false; problem: string } {
  const at = momentOf(text.trim());
  if (at === null) return { ok: false, problem: "Enter a date and a time, like 2025-09-10 08:00" };
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

/** Also accepts text typed in browsers without a date field. */
function momentOf(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2})?$/.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const at = new TZDate(year, month - 1, day, hour, minute, conference.timeZone);
  // False for dates such as 31 February.
  const isReal = at.getMonth() === month - 1 && at.getDate() === day && hour < 24 && minute < 60;
  return isReal ? new Date(at.getTime()) : null;
}
