import { STREAM_NAMES, type Track } from "#app/models/track.ts";

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
  const trackClashes = clashes(programSessions, ({ time, track }) => (track ? `${time} ${track}` : null)).map(
    ([first, ...others]) =>
      `${first.track ? STREAM_NAMES[first.track] : ""} has ${others.length + 1} sessions at ${first.time}: ${titles([first, ...others])}.`,
  );
  const speakerClashes = speakers.flatMap(({ id, name }) => {
    const ids = new Set(
      connections.filter(({ speakerId }) => speakerId === id).map((link) => link.programSessionId),
    );
    const theirs = programSessions.filter((programSession) => ids.has(programSession.id));
    return clashes(theirs, ({ time }) => time).map(
      (together) => `${name} is in ${together.length} places at ${together[0].time}: ${titles(together)}.`,
    );
  });
  return [...trackClashes, ...speakerClashes];
}

const titles = (programSessions: Placed[]) => programSessions.map(({ title }) => `'${title}'`).join(" and ");

/** The groups of two or more that share a place. */
function clashes(programSessions: Placed[], placeOf: (programSession: Placed) => string | null) {
  const places = new Map<string, [Placed, ...Placed[]]>();
  for (const programSession of programSessions) {
    const place = placeOf(programSession);
    if (place === null) continue;
    const there = places.get(place);
    if (there) there.push(programSession);
    else places.set(place, [programSession]);
  }
  return [...places.values()].filter((together) => together.length > 1);
}
