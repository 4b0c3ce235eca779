import { eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import { answerOf, inputOf } from "#app/models/editable/schemas.server.ts";
import { PROGRAM_SESSION_FIELDS, PROGRAM_SESSION_WORDS } from "#app/models/program-session/fields.ts";
import { columnOf, inProgramOrder, timeRemark } from "#app/models/program-session/time-slot.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

export const PROGRAM_SESSIONS = declareEditable({
  words: PROGRAM_SESSION_WORDS,
  table: programSessions,
  input: inputOf(PROGRAM_SESSION_FIELDS),
  answer: answerOf(PROGRAM_SESSION_FIELDS).describe("A session of the program."),
  nameOf: ({ title }) => title,
  remarkOn: ({ time }) => timeRemark(time),
  arrange: inProgramOrder,
  groupOf: columnOf,
  linkedBy: connections.programSessionId,
});

/** Lists sessions by start time, slot and stream, then sortOrder, then id (specification, 4). */
export const listProgramSessions = PROGRAM_SESSIONS.list;
export const getProgramSession = PROGRAM_SESSIONS.get;
export const toProgramSessionJson = PROGRAM_SESSIONS.toJson;

export async function listSessionsOfSpeaker(speakerId: number) {
  const linked = db
    .select({ programSession: programSessions, role: connections.role })
    .from(connections)
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId))
    .where(eq(connections.speakerId, speakerId))
    .all()
    .map(({ programSession, role }) => ({ ...programSession, role }));
  return inProgramOrder(linked);
}
