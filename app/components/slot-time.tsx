import { clockOf, type SessionTime } from "#app/models/program-session/program-session.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/**
 * A session's time, written one way however it was entered: '8:45 – 9:30 AM'. A range breaks before its dash,
 * inside one of its ends only where that is wider than the page. One that is not understood stays as it is.
 */
export function SlotTime(session: SessionTime) {
  const { time } = session;
  const clock = clockOf(session);
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

/** When it starts, alone and without the half of the day: '8:45'. A text that is not understood stays what it is. */
export const startText = (session: SessionTime): string =>
  clockOf(session) === undefined
    ? session.time
    : (RANGE.exec(session.time.trim())?.[1] ?? session.time).replace(HALF, "").trim();

/** A range: its start and its end, around the one dash. */
const RANGE = /^([^-\u2010-\u2015\u2212]+?)\s*[-\u2010-\u2015\u2212]\s*([^-\u2010-\u2015\u2212]+)$/;
const HALF = /\s*\b([ap])\.?m\.?$/i;

/** '8:45 AM' before '9:30 AM' is '8:45'. */
const withoutSharedHalf = (start: string, end: string): string =>
  HALF.exec(start)?.[1]?.toLowerCase() === HALF.exec(end)?.[1]?.toLowerCase()
    ? start.replace(HALF, "")
    : start;
