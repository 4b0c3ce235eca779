import { eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import type { ConnectionRole } from "#app/models/connection.ts";
import type { ProgramSessionJson } from "#app/models/program-session.ts";
import { byStartTime } from "#app/models/time-slot.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

/** The whole program: by start time, then sortOrder, then id (specification, 4). */
export async function listProgramSessions(): Promise<ProgramSession[]> {
  return db.select().from(programSessions).all().sort(byStartTime);
}

/** The session with this id, or null. */
export async function getProgramSession(id: number): Promise<ProgramSession | null> {
  return db.select().from(programSessions).where(eq(programSessions.id, id)).get() ?? null;
}

/** The sessions in which a speaker takes part, in the order of the program, each with the role there. */
export async function listSessionsOfSpeaker(
  speakerId: number,
): Promise<(ProgramSession & { role: ConnectionRole })[]> {
  return db
    .select({ programSession: programSessions, role: connections.role })
    .from(connections)
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId))
    .where(eq(connections.speakerId, speakerId))
    .all()
    .map(({ programSession, role }) => ({ ...programSession, role }))
    .sort(byStartTime);
}

export function toProgramSessionJson(programSession: ProgramSession): ProgramSessionJson {
  const { createdAt, updatedAt, ...rest } = programSession;
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
