import { conference } from "#app/conference/conference.ts";
import { startOnClock } from "#app/models/program-session/time-slot.ts";

/** Like '10:00 - 10:45 AM', of a start with an end or a length; a start that is not understood stays as it is. */
export function timeOf(start: string, end: string, duration: string): string {
  const begins = startOnClock(start);
  if (begins === null) return start;
  const minutes = minutesIn(duration);
  const ends = end ? startOnClock(end) : minutes && begins + minutes;
  if (!ends) return onClock(begins);
  const [first, last] = [onClock(begins), onClock(ends)];
  const hasSameHalf = conference.clock === 12 && first.slice(-2) === last.slice(-2);
  return `${hasSameHalf ? first.slice(0, -3) : first} - ${last}`;
}

function onClock(minute: number): string {
  const [hour, minutes] = [Math.floor(minute / 60) % 24, String(minute % 60).padStart(2, "0")];
  if (conference.clock === 24) return `${hour}:${minutes}`;
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** Of '45', '45 min' and '1:30'. */
function minutesIn(duration: string): number {
  const [, hours, minutes] = /^(\d+):(\d\d)/.exec(duration) ?? [];
  return hours ? Number(hours) * 60 + Number(minutes) : Number(/\d+/.exec(duration)?.[0] ?? 0);
}
