import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import { endMinute, slotKey, startOnClock } from "#app/models/program-session/time-slot.ts";
import { STREAM_NAMES, TRACKS, type Track } from "#app/vocabulary/track.ts";

type Placed = { id: number; title: string; time: string; track: Track | null };

/**
 * What cannot happen on the day, as sentences: a track with two sessions at once, a speaker in two places.
 * Warnings, not refusals: while a program is being arranged both are normal for a moment.
 */
export function programConflicts(
  programSessions: Placed[],
  connections: { speakerId: number; programSessionId: number }[],
  speakers: { id: number; name: string }[],
): string[] {
  const trackClashes = TRACKS.flatMap((track) =>
    clashes(programSessions.filter((programSession) => programSession.track === track)).map(
      (together) => `${STREAM_NAMES[track]} has ${together.length} sessions ${whenAndWhich(together)}.`,
    ),
  );
  const sessionsOf = sessionsBySpeaker(programSessions, connections);
  const speakerClashes = speakers.flatMap(({ id, name }) =>
    clashes(sessionsOf.get(id) ?? []).map(
      (together) => `${name} is in ${together.length} places ${whenAndWhich(together)}.`,
    ),
  );
  return [...trackClashes, ...speakerClashes];
}

function whenAndWhich(together: Placed[]): string {
  const isOneSlot = new Set(together.map(({ time }) => slotKey(time))).size === 1;
  const names = together.map(({ title, time }) => (isOneSlot ? `'${title}'` : `'${title}' (${time})`));
  return `${isOneSlot ? `at ${together[0]?.time}` : "at once"}: ${names.join(" and ")}`;
}

/** The groups of two or more, each of whom begins before those before it are over. */
function clashes(programSessions: Placed[]): Placed[][] {
  const groups: { until: number; slot: string; together: Placed[] }[] = [];
  const inOrder = programSessions.toSorted((a, b) => startOf(a) - startOf(b));
  for (const programSession of inOrder) {
    const [slot, start] = [slotKey(programSession.time), startOf(programSession)];
    const until = endMinute(programSession.time) ?? start;
    // What names no hour, or no end, is at the same time as what says the same.
    const group = groups.find((other) => start < other.until || slot === other.slot);
    if (group) {
      group.together.push(programSession);
      group.until = Math.max(group.until, until);
    } else groups.push({ until, slot, together: [programSession] });
  }
  return groups.map(({ together }) => together).filter(({ length }) => length > 1);
}

/** Minutes after midnight; what names no hour comes last, and overlaps with nothing. */
const startOf = ({ time }: Placed): number => startOnClock(time) ?? Number.POSITIVE_INFINITY;
