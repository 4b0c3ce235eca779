import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import { endMinute, slotKey, startOnClock, timeRemark } from "#app/models/program-session/time-slot.ts";
import { STREAM_NAMES, TRACKS, type Track } from "#app/vocabulary/program.ts";

type Placed = { id: number; title: string; time: string; track: Track | null; type: string };

/** What deserves a second look, as a sentence, and the ids of the sessions that it is about. */
export type Conflict = { text: string; sessions: number[] };

/**
 * What cannot happen on the day: a track with two sessions at once, a speaker in two places, a session for everybody
 * beside another one, unless it is for meeting people.
 * Warnings, not refusals: while a program is being arranged all of it is normal for a moment.
 */
export function programConflicts(
  programSessions: Placed[],
  connections: { speakerId: number; programSessionId: number }[],
  speakers: { id: number; name: string }[],
): Conflict[] {
  const trackClashes = TRACKS.flatMap((track) =>
    clashes(programSessions.filter((programSession) => programSession.track === track)).map((together) =>
      conflictOf(together, `${STREAM_NAMES[track]} has ${together.length} sessions`),
    ),
  );
  const sessionsOf = sessionsBySpeaker(programSessions, connections);
  const speakerClashes = speakers.flatMap(({ id, name }) =>
    clashes(sessionsOf.get(id) ?? []).map((together) =>
      conflictOf(together, `${name} is in ${together.length} places`),
    ),
  );
  const everybodysClashes = clashes(programSessions.filter(({ type }) => type !== "networking")).flatMap(
    (together) => {
      const forAll = together.find(({ track }) => track === null);
      if (!forAll) return [];
      const others = together.filter((one) => one !== forAll);
      const what = `${nameWithin(together)(forAll)} is for everyone, and ${others.length === 1 ? "another is" : "others are"} on`;
      return [conflictOf(together, what, others)];
    },
  );
  const said = new Set([...trackClashes, ...speakerClashes].map(({ sessions }) => String(sessions)));
  const unsaid = everybodysClashes.filter(({ sessions }) => !said.has(String(sessions)));
  return [...trackClashes, ...speakerClashes, ...unsaid];
}

/** Times that are not understood, and those that are listed at another hour than people mean. */
export const doubtfulTimes = (programSessions: Placed[]): Conflict[] =>
  programSessions.flatMap(({ id, title, time }) => {
    const remark = timeRemark(time);
    return remark === null ? [] : [{ text: `‘${title}’: ${remark}`, sessions: [id] }];
  });

/** `named` are those that the sentence ends with. */
const conflictOf = (together: Placed[], what: string, named = together): Conflict => {
  const when = isOneSlot(together) ? `at ${together[0]?.time}` : "at once";
  return {
    text: `${what} ${when}: ${named.map(nameWithin(together)).join(" and ")}.`,
    sessions: together.map(({ id }) => id),
  };
};

/** Of one of these: with its time, unless they all have the same. */
function nameWithin(together: Placed[]): (one: Placed) => string {
  const hasTime = !isOneSlot(together);
  return ({ title, time }) => (hasTime ? `‘${title}’ (${time})` : `‘${title}’`);
}

const isOneSlot = (together: Placed[]): boolean =>
  new Set(together.map(({ time }) => slotKey(time))).size === 1;

/** What is at once: each session with those that are not over when it begins, and none that is in a larger group. */
function clashes(programSessions: Placed[]): Placed[][] {
  const inOrder = programSessions.map(hoursOf).toSorted((a, b) => a.start - b.start);
  const groups = inOrder.map((hours, index) => [
    ...inOrder.slice(0, index).filter((earlier) => isAtOnce(earlier, hours)),
    hours,
  ]);
  const members = groups.map((group) => new Set(group));
  const isInLarger = (group: Hours[], index: number) =>
    members.slice(index + 1).some((later) => group.every((each) => later.has(each)));
  return groups
    .filter((group, index) => group.length > 1 && !isInLarger(group, index))
    .map((group) => group.map(({ programSession }) => programSession));
}

/** Read once for each: every session is compared with every other one. */
type Hours = {
  programSession: Placed;
  /** Minutes after midnight; what names no hour comes last, and overlaps with nothing. */
  start: number;
  end: number;
  slot: string;
};

const hoursOf = (programSession: Placed): Hours => ({
  programSession,
  start: startOnClock(programSession.time) ?? Number.POSITIVE_INFINITY,
  end: endMinute(programSession.time) ?? 0,
  slot: slotKey(programSession.time),
});

/** Of two in their order. What names no hour, or no end, is at the same time as what says the same. */
const isAtOnce = (earlier: Hours, later: Hours): boolean =>
  later.start < earlier.end || earlier.slot === later.slot;
