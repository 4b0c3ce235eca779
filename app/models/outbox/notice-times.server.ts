import { TZDate } from "@date-fns/tz";
import { conference } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/** When the notice of a registration at `now` is due, or null if it is sent at once. Allows for clock changes. */
export function nextNoticeAt(now: number, times = env.NOTIFY_AT, zone = conference.timeZone): number | null {
  if (typeof times === "string") return times === "each" ? null : (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const today = new TZDate(now, zone);
  const onDay = (day: number, time: string) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    return new TZDate(today.getFullYear(), today.getMonth(), day, hour, minute, zone).getTime();
  };
  const day = today.getDate();
  const slots = [day, day + 1].flatMap((one) => times.map((time) => onDay(one, time)));
  return Math.min(...slots.filter((at) => at > now));
}
