import { clockText, momentText } from "#app/conference/date-text.ts";

/** '12 Sep 2025, 9:14 AM', or the hour alone, on one line; `at` is ISO 8601. */
export function Moment({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="moment">
      {(isToday ? clockText : momentText)(new Date(at))}
    </time>
  );
}
