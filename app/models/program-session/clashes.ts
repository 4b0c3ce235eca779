import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import { slotKey } from "#app/models/program-session/time-slot.ts";
import { STREAM_NAMES, type Track } from "#app/vocabulary/track.ts";

type Placed = { id: number; title: string; time: string; track: Track | null };

/**
 * What cannot happen on the day, as sentences: a track with two sessions in one slot, a speaker with
 * two. Warnings, not refusals: while a program is being arranged both are normal for a moment.
 */
export function programConflicts(
  programSessions: Placed[],
  connections: { speakerId: number; programSessionId: number }[],
  speakers: { id: number; name: string }[],
): string[] {
  const trackClashes = clashes(programSessions, ({ time, track }) =>
    track ? `${slotKey(time)} ${track}` : null,
  ).map(
    ([first, ...others]) =>
      `${first.track ? STREAM_NAMES[first.track] : ""} has ${others.length + 1} sessions at ${first.time}: ${titles([first, ...others])}.`,
  );
  const sessionsOf = sessionsBySpeaker(programSessions, connections);
  const speakerClashes = speakers.flatMap(({ id, name }) => {
    const theirs = sessionsOf.get(id) ?? [];
    return clashes(theirs, ({ time }) => slotKey(time)).map(
      (together) => `${name} is in ${together.length} places at ${together[0].time}: ${titles(together)}.`,
    );
  });
  return [...trackClashes, ...speakerClashes];
}

const titles = (programSessions: Placed[]) => programSessions.map(({ title }) => `'${title}'`).join(" and ");

/** The groups of two or more that share a place. */
function clashes(programSessions: Placed[], placeOf: (programSession: Placed) => string | null) {
  const places = Map.groupBy(programSessions, placeOf);
  places.delete(null);
  return [...places.values()].filter((together): together is [Placed, ...Placed[]] => together.length > 1);
}
