import { SessionTypeBadge, TrackBadge } from "#app/components/session-badges.tsx";
import { SlotTime } from "#app/components/slot-time.tsx";
import type { ProgramSessionJson, SessionTime } from "#app/models/program-session/program-session.ts";

/** When a session is, of what type, and in which track. */
export function SessionFacts({
  time,
  clock,
  type,
  track,
}: Pick<ProgramSessionJson, "type" | "track"> & SessionTime) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="mr-2 font-semibold">
        <SlotTime time={time} clock={clock} />
      </span>{" "}
      <SessionTypeBadge type={type} /> {track && <TrackBadge track={track} />}
    </p>
  );
}
