import type { EditableWords } from "#app/models/editable/words.ts";
import { groupBy } from "#app/platform/group-by.ts";
import type { Track } from "#app/vocabulary/track.ts";

/** A session of the program as the JSON calls show it. */
export type ProgramSessionJson = {
  id: number;
  title: string;
  time: string;
  description: string | null;
  type: string;
  track: Track | null;
  sortOrder: number;
  createdAt: string;
  updatedAt: string;
};

export const PROGRAM_SESSION_WORDS = {
  noun: "session",
  path: "program",
  /** The specification's (7). */
  labels: { title: "Title", time: "Time", type: "Type", track: "Track", description: "Description" },
  connectedTo: "speaker",
} as const satisfies EditableWords;

/** The sessions of each speaker's id, in the order they are given in. */
export function sessionsBySpeaker<Session extends { id: number }>(
  programSessions: readonly Session[],
  connections: readonly { speakerId: number; programSessionId: number }[],
): Map<number, Session[]> {
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  const pairs = programSessions.flatMap((programSession) =>
    (links.get(programSession.id) ?? []).map(({ speakerId }) => ({ speakerId, programSession })),
  );
  const groups = groupBy(pairs, ({ speakerId }) => speakerId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ programSession }) => programSession)]));
}
