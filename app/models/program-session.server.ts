import { eq, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import type { ConnectionRole } from "#app/models/connection.ts";
import { laterThan, swapNeighbours } from "#app/models/order.ts";
import type { ProgramSessionJson } from "#app/models/program-session.ts";
import type { ProgramSessionValues } from "#app/models/program-session-input.server.ts";
import { byStartTime } from "#app/models/time-slot.ts";
import { isFirstUse } from "#app/models/used-form.server.ts";

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

/** Creates a session, last in its slot. Null where the form with this one-time id has created it already. */
export async function createProgramSession(values: ProgramSessionValues): Promise<ProgramSession>;
export async function createProgramSession(
  values: ProgramSessionValues,
  formId: string,
): Promise<ProgramSession | null>;
export async function createProgramSession(
  values: ProgramSessionValues,
  formId?: string,
): Promise<ProgramSession | null> {
  const sortOrder = sql`(select coalesce(max(${programSessions.sortOrder}), -1) + 1 from ${programSessions})`;
  return batch((tx) => {
    if (formId !== undefined && !isFirstUse(tx, formId)) return null;
    return tx
      .insert(programSessions)
      .values({ ...values, sortOrder })
      .returning()
      .get();
  });
}

/** Replaces a session; `seen` as for `updateSpeaker`. */
export async function updateProgramSession(
  id: number,
  values: ProgramSessionValues,
  { seen }: { seen?: number } = {},
): Promise<{ ok: true; programSession: ProgramSession } | { ok: false; reason: "notFound" | "stale" }> {
  return batch((tx) => {
    const current = tx.select().from(programSessions).where(eq(programSessions.id, id)).get();
    if (!current) return { ok: false, reason: "notFound" };
    if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
    const programSession = tx
      .update(programSessions)
      .set({ ...values, updatedAt: laterThan(current.updatedAt) })
      .where(eq(programSessions.id, id))
      .returning()
      .get();
    return { ok: true, programSession };
  });
}

/** Deletes a session and its connections; false where there was none. */
export async function deleteProgramSession(id: number): Promise<boolean> {
  return batch((tx) => tx.delete(programSessions).where(eq(programSessions.id, id)).run().changes > 0);
}

/** Moves a session one place within its slot. */
export async function moveProgramSession(id: number, direction: "up" | "down"): Promise<void> {
  await batch((tx) => {
    const all = tx.select().from(programSessions).all().sort(byStartTime);
    const moved = all.find((programSession) => programSession.id === id);
    const order = swapNeighbours(all, ({ time }) => time === moved?.time, id, direction);
    for (const [sortOrder, { id, updatedAt }] of order.entries()) {
      tx.update(programSessions).set({ sortOrder, updatedAt }).where(eq(programSessions.id, id)).run();
    }
  });
}
