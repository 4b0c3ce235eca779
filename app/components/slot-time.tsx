import { startClock } from "#app/models/program-session/time-slot.ts";

/** A session's time as it was entered. A range breaks after its dash, inside one of its ends only where that is wider than the page. */
export function SlotTime({ time }: { time: string }) {
  const [, start, gap, end] = RANGE.exec(time) ?? [];
  return (
    <time dateTime={startClock(time)}>
      {start === undefined ? (
        <span className="wrap-anywhere">{time}</span>
      ) : (
        <>
          <span className="wrap-anywhere inline-block">{start}</span>
          {gap}
          <span className="wrap-anywhere inline-block">{end}</span>
        </>
      )}
    </time>
  );
}

/** A range: its start up to and with the first dash, the space after that, and its end. */
const RANGE = /^([^-\u2010-\u2015\u2212]+[-\u2010-\u2015\u2212])(\s*)(.+)$/s;
