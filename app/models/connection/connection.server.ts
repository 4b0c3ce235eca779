import { and, asc, eq } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { connections, programSessions, speakers } from "#app/db/schema.server.ts";
import type { ConnectionValues } from "#app/models/connection/input.server.ts";
import { keepDeletion } from "#app/models/editable/deletion.server.ts";
import { recordChange } from "#app/models/history/audit-log.server.ts";
import {
  type ProgramSession,
  toProgramSessionJson,
} from "#app/models/program-session/program-session.server.ts";
import { type Speaker, toSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import { batchIdempotently, type Intent, idempotently } from "#app/models/submission/idempotency.server.ts";

export type Connection = typeof connections.$inferSelect;
type FullConnection = Connection & { speaker: Speaker; programSession: ProgramSession };

/** Every link between a speaker and a session, oldest first. */
export async function listConnections(): Promise<Connection[]> {
  return db.select().from(connections).orderBy(asc(connections.id)).all();
}

/** The same with the speaker and the session of each. */
export async function listFullConnections(): Promise<FullConnection[]> {
  return selectFull()
    .orderBy(asc(connections.id))
    .all()
    .map(({ connection, speaker, programSession }) => ({ ...connection, speaker, programSession }));
}

const selectFull = (tx: Db = db) =>
  tx
    .select({ connection: connections, speaker: speakers, programSession: programSessions })
    .from(connections)
    .innerJoin(speakers, eq(speakers.id, connections.speakerId))
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId));

type Connected =
  | { ok: true; connection: ReturnType<typeof toConnectionJson> }
  | { ok: false; reason: "noSpeaker" | "noSession" | "connected" };

/**
 * Connects a speaker to a session, once for one intent; refused where either is gone, or where they are
 * connected already. `actor` as for `createSpeaker`.
 */
export async function createConnection(
  { speakerId, sessionId, role }: ConnectionValues,
  actor: string,
  intent?: Intent,
): Promise<Connected | { ok: false; reason: "formUsed" }> {
  return batch((tx) =>
    idempotently(tx, intent, (): Connected => {
      const speaker = tx.select().from(speakers).where(eq(speakers.id, speakerId)).get();
      if (!speaker) return { ok: false, reason: "noSpeaker" };
      const programSession = tx.select().from(programSessions).where(eq(programSessions.id, sessionId)).get();
      if (!programSession) return { ok: false, reason: "noSession" };
      const created = tx
        .insert(connections)
        .values({ speakerId, programSessionId: sessionId, role })
        .onConflictDoNothing({ target: [connections.speakerId, connections.programSessionId] })
        .returning()
        .get();
      if (!created) return { ok: false, reason: "connected" };
      recordChange(tx, {
        actor,
        subject: "connection",
        subjectId: sessionId,
        action: "created",
        label: `${speaker.name} to ${programSession.title}`,
        changes: { role: [null, role] },
      });
      return { ok: true, connection: toConnectionJson({ ...created, speaker, programSession }) };
    }),
  );
}

/** Why a speaker and a session cannot be connected, for people, and which field says so, or '' for both. */
export const CONNECTION_REFUSALS = {
  noSpeaker: { status: 404, field: "speakerId", message: "This speaker no longer exists" },
  noSession: { status: 404, field: "sessionId", message: "This session no longer exists" },
  connected: { status: 409, field: "", message: "This speaker is already connected to this session" },
  formUsed: {
    status: 409,
    field: "",
    message:
      "This form was already used to connect a speaker. To connect this one to this session too, choose Connect again.",
  },
} as const;

/**
 * Takes a speaker off a session. Answers the id by which it is undone; null where they were not
 * connected. `formId` as for `deleteSpeaker`.
 */
export async function deleteConnection(
  speakerId: number,
  programSessionId: number,
  actor: string,
  formId?: string,
): Promise<string | null> {
  const pair = and(eq(connections.speakerId, speakerId), eq(connections.programSessionId, programSessionId));
  return batchIdempotently(formId, (tx) => {
    const full = selectFull(tx).where(pair).get();
    if (!full) return null;
    const { connection, speaker, programSession } = full;
    const label = `${speaker.name} from ${programSession.title}`;
    const rows = { connections: [connection] };
    const deletion = keepDeletion(tx, { subject: "connection", label, actor, rows });
    tx.delete(connections).where(eq(connections.id, connection.id)).run();
    return deletion;
  });
}

/** A connection as GET /api/admin/speaker-sessions shows it, with its speaker and its session. */
export function toConnectionJson({
  speaker,
  programSession,
  programSessionId,
  createdAt,
  ...rest
}: FullConnection) {
  return {
    ...rest,
    sessionId: programSessionId,
    createdAt: createdAt.toISOString(),
    speaker: toSpeakerJson(speaker),
    session: toProgramSessionJson(programSession),
  };
}
