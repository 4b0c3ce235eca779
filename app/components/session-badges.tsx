import { capitalise } from "#app/platform/capitalise.ts";
import { knownSessionType, type SessionType } from "#app/vocabulary/session-type.ts";
import type { Track } from "#app/vocabulary/track.ts";

/** Colours of session types (specification, 9); the word is always printed too. */
const TONES: Record<SessionType | "other", string> = {
  keynote: "red",
  panel: "blue",
  workshop: "green",
  networking: "yellow",
  other: "grey",
};

export const sessionTone = (type: string): string => TONES[knownSessionType(type)];

export function SessionTypeBadge({ type }: { type: string }) {
  return (
    <span className="badge" data-tone={sessionTone(type)}>
      {capitalise(type)}
    </span>
  );
}

export function TrackBadge({ track }: { track: Track }) {
  return <span className="badge uppercase">{track}</span>;
}
