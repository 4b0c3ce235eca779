import { eq, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import { connectionsOf, keepDeletion } from "#app/models/editable/deletion.server.ts";
import { laterThan, placesOf, swapNeighbours } from "#app/models/editable/order.ts";
import { changesBetween, recordChange } from "#app/models/history/audit-log.server.ts";
import type { ProgramSessionValues } from "#app/models/program-session/input.server.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { byStartTime, slotKey } from "#app/models/program-session/time-slot.ts";
import { batchIdempotently, type Intent, idempotently } from "#app/models/submission/idempotency.server.ts";
import type { ConnectionRole } from "#app/vocabulary/connection.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

/** The whole program: by start time, then sortOrder, then id (specification, 4). */
export async function listProgramSessions(): Promise<ProgramSession[]> {
  return db.select().from(programSessions).all().sort(byStartTime);
}

/** The ids of all sessions there are. */
export async function listProgramSessionIds(): Promise<number[]> {
  return db
    .select({ id: programSessions.id })
    .from(programSessions)
    .all()
    .map(({ id }) => id);
}

/** The session with this id, or null. */
export async function getProgramSession(id: number): Promise<ProgramSession | null> {
  return findProgramSession(db, id) ?? null;
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

type Created = { ok: true; programSession: ProgramSessionJson } | { ok: false; reason: "stale" };

/** Creates a session, last in its slot; `actor`, `intent` and `insteadOf` as for `createSpeaker`. */
export async function createProgramSession(
  values: ProgramSessionValues,
  actor: string,
  { intent, insteadOf }: { intent?: Intent; insteadOf?: number } = {},
): Promise<Created | { ok: false; reason: "formUsed" }> {
  const sortOrder = sql`(select coalesce(max(${programSessions.sortOrder}), -1) + 1 from ${programSessions})`;
  return batch((tx) =>
    idempotently(tx, intent, (): Created => {
      if (insteadOf !== undefined && findProgramSession(tx, insteadOf)) return { ok: false, reason: "stale" };
      const programSession = tx
        .insert(programSessions)
        .values({ ...values, sortOrder })
        .returning()
        .get();
      record(tx, actor, "created", programSession);
      return { ok: true, programSession: toProgramSessionJson(programSession) };
    }),
  );
}

const findProgramSession = (tx: Db, id: number) =>
  tx.select().from(programSessions).where(eq(programSessions.id, id)).get();

type Updated = { ok: true; programSession: ProgramSessionJson } | { ok: false; reason: "notFound" | "stale" };

/** Replaces a session; `seen` and `formId` as for `updateSpeaker`. */
export async function updateProgramSession(
  id: number,
  values: ProgramSessionValues,
  actor: string,
  { seen, formId }: { seen?: number; formId?: string } = {},
): Promise<Updated> {
  return batchIdempotently(formId, (tx): Updated => {
    const current = findProgramSession(tx, id);
    if (!current) return { ok: false, reason: "notFound" };
    if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
    const programSession = tx
      .update(programSessions)
      .set({ ...values, updatedAt: laterThan(current.updatedAt) })
      .where(eq(programSessions.id, id))
      .returning()
      .get();
    const changes = changesBetween<ProgramSession>(current, values);
    if (Object.keys(changes).length > 0) record(tx, actor, "updated", programSession, changes);
    return { ok: true, programSession: toProgramSessionJson(programSession) };
  });
}

/** Deletes a session and its connections. Answers the id by which it is undone; null where there was none. */
export async function deleteProgramSession(
  id: number,
  actor: string,
  formId?: string,
): Promise<string | null> {
  return batchIdempotently(formId, (tx) => {
    const programSession = findProgramSession(tx, id);
    if (!programSession) return null;
    const rows = {
      programSessions: [programSession],
      connections: connectionsOf(tx, { programSessionId: id }),
    };
    const deletion = keepDeletion(tx, { subject: "session", label: programSession.title, actor, rows });
    tx.delete(programSessions).where(eq(programSessions.id, id)).run();
    return deletion;
  });
}

/** Moves a session one place within its slot, as `moveSpeaker` does. */
export async function moveProgramSession(
  id: number,
  direction: "up" | "down",
  actor: string,
  formId?: string,
): Promise<boolean> {
  return batchIdempotently(formId, (tx) => {
    const all = tx.select().from(programSessions).all().sort(byStartTime);
    const moved = all.find((programSession) => programSession.id === id);
    const isInSlot = ({ time }: ProgramSession) => slotKey(time) === slotKey(moved?.time ?? "");
    const order = swapNeighbours(all, isInSlot, id, direction);
    if (!moved) return false;
    if (order === all) return true;
    for (const [sortOrder, { id, updatedAt }] of order.entries()) {
      tx.update(programSessions).set({ sortOrder, updatedAt }).where(eq(programSessions.id, id)).run();
    }
    record(tx, actor, "moved", moved, { place: placesOf(id, all.filter(isInSlot), order.filter(isInSlot)) });
    return true;
  });
}

function record(
  tx: Db,
  actor: string,
  action: string,
  { id, title }: ProgramSession,
  changes?: Record<string, [unknown, unknown]>,
): void {
  recordChange(tx, { actor, subject: "session", subjectId: id, action, label: title, changes });
}
