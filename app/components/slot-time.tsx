import { startClock } from "#app/models/program-session/time-slot.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/**
 * A session's time, written one way however it was entered: '8:45 – 9:30 AM'. A range breaks before its dash,
 * inside one of its ends only where that is wider than the page.
 */
export function SlotTime({ time }: { time: string }) {
  const clock = startClock(time);
  const [, start, end] = (clock && RANGE.exec(time.trim())) || [];
  return (
    <time dateTime={clock}>
      {start === undefined || end === undefined ? (
        <span className="wrap-anywhere">{unbroken(time)}</span>
      ) : (
        <>
          <span className="wrap-anywhere inline-block">{unbroken(withoutSharedHalf(start, end))}</span>{" "}
          <span className="wrap-anywhere inline-block">{unbroken(`– ${end}`)}</span>
        </>
      )}
    </time>
  );
}

/** A range: its start and its end, around the one dash. */
const RANGE = /^([^-\u2010-\u2015\u2212]+?)\s*[-\u2010-\u2015\u2212]\s*([^-\u2010-\u2015\u2212]+)$/;
const HALF = /\s*\b([ap])\.?m\.?$/i;

/** '8:45 AM' before '9:30 AM' is '8:45'. */
const withoutSharedHalf = (start: string, end: string): string =>
  HALF.exec(start)?.[1]?.toLowerCase() === HALF.exec(end)?.[1]?.toLowerCase()
    ? start.replace(HALF, "")
    : start;
