import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import { linksOfSession } from "#app/models/connection/links.server.ts";
import { id, moment, sortOrder, text } from "#app/models/editable/answer.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import { ANY_TYPE, ProgramSessionInput } from "#app/models/program-session/input.server.ts";
import {
  PROGRAM_SESSION_WORDS,
  type ProgramSessionJson,
} from "#app/models/program-session/program-session.ts";
import { columnOf, inProgramOrder, timeRemark } from "#app/models/program-session/time-slot.ts";
import { type ConnectionRole, TRACKS } from "#app/vocabulary/program.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

const ProgramSessionAnswer = z
  .object({
    id,
    title: text,
    time: text.describe("As people write it, such as `9:00 AM` or `1:15 - 2:15 PM`, at the venue."),
    description: text.nullable(),
    type: text.describe(ANY_TYPE),
    track: z.enum(TRACKS).nullable().describe("Null when the session is for everyone."),
    sortOrder,
    createdAt: moment,
    updatedAt: moment,
  })
  .describe("A session of the program.") satisfies z.ZodType<ProgramSessionJson>;

export const PROGRAM_SESSIONS = declareEditable({
  words: PROGRAM_SESSION_WORDS,
  table: programSessions,
  input: ProgramSessionInput,
  answer: ProgramSessionAnswer,
  nameOf: ({ title }) => title,
  remarkOn: ({ time }) => timeRemark(time),
  arrange: inProgramOrder,
  groupOf: columnOf,
  linksOf: linksOfSession,
});

/** The whole program, in the order of the page: by start time, slot and stream, then sortOrder, then id (specification, 4). */
export const listProgramSessions = PROGRAM_SESSIONS.list;
/** The session with this id, or null. */
export const getProgramSession = PROGRAM_SESSIONS.get;
export const toProgramSessionJson = PROGRAM_SESSIONS.toJson;

/** The ids of all sessions there are. */
export async function listProgramSessionIds(): Promise<number[]> {
  return db
    .select({ id: programSessions.id })
    .from(programSessions)
    .all()
    .map(({ id }) => id);
}

/** The sessions in which a speaker takes part, in the order of the program, each with the role there. */
export async function listSessionsOfSpeaker(
  speakerId: number,
): Promise<(ProgramSession & { role: ConnectionRole })[]> {
  const linked = db
    .select({ programSession: programSessions, role: connections.role })
    .from(connections)
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId))
    .where(eq(connections.speakerId, speakerId))
    .all()
    .map(({ programSession, role }) => ({ ...programSession, role }));
  return inProgramOrder(linked);
}
