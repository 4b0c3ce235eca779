import { startClock } from "#app/models/time-slot.ts";

/** A session's time as it was entered. A range breaks after its dash, inside one of its ends only where that is wider than the page. */
export function SlotTime({ time }: { time: string }) {
  const dash = time.search(/[-\u2010-\u2015\u2212]/) + 1;
  return (
    <time dateTime={startClock(time)}>
      <span className="wrap-anywhere inline-block">{time.slice(0, dash)}</span>
      {time.slice(dash, dash + 1)}
      <span className="wrap-anywhere inline-block">{time.slice(dash + 1)}</span>
    </time>
  );
}
