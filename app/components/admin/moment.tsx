import { clockText, momentText } from "#app/conference/moment.ts";

/**
 * A moment, ISO 8601, as every screen writes it: '12 Sep 2025, 9:14 AM', or the hour alone; on one line, with the full
 * stop after it.
 */
export function Moment({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="moment">
      {(isToday ? clockText : momentText)(new Date(at))}
    </time>
  );
}
