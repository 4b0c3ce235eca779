import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import {
  endMinute,
  findTimeRemark,
  parseClockMinute,
  slotKey,
} from "#app/models/program-session/time-slot.ts";
import {
  isBreak,
  isCancelled,
  listUsedTracks,
  needsSpeakers,
  type Track,
  trackColumnHeading,
} from "#app/vocabulary/program.ts";

type Placed = { id: number; title: string; time: string; track: Track | null; type: string; status?: string };

/** `what` is the conflict in a few words, for a row. `text` also names its sessions. */
export type ProgramConflict = { what: string; text: string; sessions: number[] };

/**
 * Reports tracks and speakers with simultaneous sessions, and sessions for everyone that overlap
 * others, unless one of the two is for networking. Conflicts are allowed during planning.
 */
export function findProgramConflicts(
  all: Placed[],
  connections: { speakerId: number; programSessionId: number }[],
  speakers: { id: number; name: string }[],
): ProgramConflict[] {
  const programSessions = all.filter((one) => !isBreak(one.type) && !isCancelled(one));
  const trackClashes = listUsedTracks(programSessions.map(({ track }) => track)).flatMap((track) =>
    clashes(programSessions.filter((programSession) => programSession.track === track)).map((together) =>
      conflictOf(together, `${trackColumnHeading(track)} has ${together.length} sessions`),
    ),
  );
  const sessionsOf = sessionsBySpeaker(programSessions, connections);
  const speakerClashes = speakers.flatMap(({ id, name }) =>
    clashes(sessionsOf.get(id) ?? []).map((together) =>
      conflictOf(together, `${name} is in ${together.length} places`),
    ),
  );
  const clashesWithSharedSessions = clashes(
    programSessions.filter(({ type }) => needsSpeakers(type) !== false),
  ).flatMap((together) => {
    const forAll = together.find(({ track }) => track === null);
    if (!forAll) return [];
    const others = together.filter((one) => one !== forAll);
    const saying = `${nameWithin(together)(forAll)} is for everyone, and ${others.length === 1 ? "another session is" : "other sessions are"} on`;
    return [{ ...conflictOf(together, saying, others), what: "For everyone, with others" }];
  });
  const said = new Set([...trackClashes, ...speakerClashes].map(({ sessions }) => String(sessions)));
  const unsaid = clashesWithSharedSessions.filter(({ sessions }) => !said.has(String(sessions)));
  return [...trackClashes, ...speakerClashes, ...unsaid];
}

export const findDoubtfulTimes = (programSessions: Placed[]): ProgramConflict[] =>
  programSessions.flatMap(({ id, title, time }) => {
    const remark = findTimeRemark(time);
    return remark === null ? [] : [{ what: "Check the time", text: `‘${title}’: ${remark}`, sessions: [id] }];
  });

/** Names the sessions of a visitor's choice that are on at the same time. */
export const findOverlaps = (chosen: Placed[]): string[] =>
  clashes(chosen.filter((one) => !isCancelled(one))).map(
    (together) => conflictOf(together, `You chose ${together.length} sessions`).text,
  );

const conflictOf = (together: Placed[], what: string, named = together): ProgramConflict => {
  const when = isOneSlot(together) ? `at ${together[0]?.time}` : "at the same time";
  return {
    what,
    text: `${what} ${when}: ${new Intl.ListFormat("en-AU").format(named.map(nameWithin(together)))}.`,
    sessions: together.map(({ id }) => id),
  };
};

/** Returns a function that names a session, with its time unless all times are the same. */
function nameWithin(together: Placed[]): (one: Placed) => string {
  const hasTime = !isOneSlot(together);
  return ({ title, time }) => (hasTime ? `‘${title}’ (${time})` : `‘${title}’`);
}

const isOneSlot = (together: Placed[]) => new Set(together.map(({ time }) => slotKey(time))).size === 1;

/** Groups each session with those still running when it starts. Omits subsets of later groups. */
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

/** Times are parsed only once, because every session is compared with every other. */
type Hours = {
  programSession: Placed;
  /** Minutes after midnight. Sessions without a start time come last and overlap nothing. */
  start: number;
  end: number;
  slot: string;
};

const hoursOf = (programSession: Placed): Hours => ({
  programSession,
  start: parseClockMinute(programSession.time) ?? Number.POSITIVE_INFINITY,
  end: endMinute(programSession.time) ?? 0,
  slot: slotKey(programSession.time),
});

/** Expects sessions in start order. Sessions in the same slot overlap even without known times. */
const isAtOnce = (earlier: Hours, later: Hours) => later.start < earlier.end || earlier.slot === later.slot;
