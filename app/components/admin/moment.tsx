import { clockText, momentText } from "#app/conference/moment.ts";

/** A moment, ISO 8601, as every screen writes it: '12 Sep 2025, 9:14 AM', or the hour alone. */
export function Moment({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="inline-block">
      {(isToday ? clockText : momentText)(new Date(at))}
    </time>
  );
}
