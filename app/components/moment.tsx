import { conference } from "#app/conference.ts";

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-AU", { ...options, timeZone: conference.timeZone });
const WHOLE = format({ dateStyle: "medium", timeStyle: "short" });
const CLOCK = format({ timeStyle: "short" });

/** A moment, ISO 8601, in the conference's own zone, the en-AU way: '12 Sep 2025, 9:14 am', or the hour alone. */
export function Moment({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="inline-block">
      {/* Some runtimes write a narrow space before 'am', others an ordinary one. */}
      {(isToday ? CLOCK : WHOLE).format(new Date(at)).replace(/\u202f/g, " ")}
    </time>
  );
}
