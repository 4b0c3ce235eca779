import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * Reads when a message is to go out, as a form says it by the clocks of the conference: '2025-09-10T08:00'. Nothing
 * means as soon as it may.
 */
export function readSendTime(text: string): { ok: true; at: Date | null } | { ok: false; problem: string } {
  if (text.trim() === "") return { ok: true, at: null };
  const at = momentOf(text.trim());
  if (at === null) return { ok: false, problem: "Enter a date and a time, like 2025-09-10 08:00" };
  if (at.getTime() < Date.now()) return { ok: false, problem: "Choose a time that is still to come" };
  if (at.getTime() > Date.now() + YEAR_MS)
    return { ok: false, problem: "Choose a time within the next twelve months" };
  return { ok: true, at };
}

/** The time that was chosen for a message which was taken back, as its field has it; nothing where it is over. */
export function keptSendTime({ state, sendAt }: Pick<MessageJson, "state" | "sendAt">): string {
  if (state !== "taken back" || sendAt === null || Date.parse(sendAt) < Date.now()) return "";
  return new TZDate(sendAt, conference.timeZone).toISOString().slice(0, "2025-09-10T08:00".length);
}

/** Browsers without a field for it send what was typed. */
function momentOf(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2})?$/.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const at = new TZDate(year, month - 1, day, hour, minute, conference.timeZone);
  // The 31st of February is none.
  const isReal = at.getMonth() === month - 1 && at.getDate() === day && hour < 24 && minute < 60;
  return isReal ? new Date(at.getTime()) : null;
}
