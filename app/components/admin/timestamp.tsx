import { clockText, momentText } from "#app/conference/date-text.ts";

/** Shows a date and time, such as '12 Sep 2025, 9:14 AM', or only the time. `at` is ISO 8601. */
export function Timestamp({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="moment">
      {(isToday ? clockText : momentText)(new Date(at))}
    </time>
  );
}
