import { eq, inArray, max } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { changes, connections, programSessions } from "#app/db/schema.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import { createInputSchema, createResponseSchema } from "#app/models/editable/schemas.server.ts";
import { PROGRAM_SESSION_FIELDS, PROGRAM_SESSION_WORDS } from "#app/models/program-session/fields.ts";
import {
  createClockField,
  findTimeRemark,
  slotGroupKey,
  sortByProgram,
} from "#app/models/program-session/time-slot.ts";
import { trackColumnHeading } from "#app/vocabulary/program.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

export const PROGRAM_SESSIONS = declareEditable({
  words: PROGRAM_SESSION_WORDS,
  table: programSessions,
  input: createInputSchema(PROGRAM_SESSION_FIELDS),
  answer: createResponseSchema(PROGRAM_SESSION_FIELDS).describe("A session in the program."),
  nameOf: ({ title }) => title,
  remarkOn: ({ time }) => findTimeRemark(time),
  placeOf: ({ time, track }) =>
    (createClockField(time).time ?? time) + (track === null ? "" : `, ${trackColumnHeading(track)}`),
  // By start time, slot and stream, then sortOrder, then id (§ 4).
  arrange: sortByProgram,
  groupOf: slotGroupKey,
  linkedBy: connections.programSessionId,
});

/** When anything that a session's calendar event may show last changed, even by a deletion. */
export function getProgramChangedAt(): Date | null {
  const isShown = inArray(changes.table, ["program_sessions", "speakers", "connections"]);
  return (
    db
      .select({ at: max(changes.createdAt) })
      .from(changes)
      .where(isShown)
      .get()?.at ?? null
  );
}

export async function listSessionsOfSpeaker(speakerId: number) {
  const linked = db
    .select({ programSession: programSessions, role: connections.role })
    .from(connections)
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId))
    .where(eq(connections.speakerId, speakerId))
    .all()
    .map(({ programSession, role }) => ({ ...programSession, role }));
  return sortByProgram(linked);
}
