import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections, programSessions, speakers } from "#app/db/schema.server.ts";
import {
  type Intent,
  offerUndo,
  recordEvent,
  runChangeset,
  runIntentChangeset,
} from "#app/models/changeset/changeset.server.ts";
import { listUndoable, type UndoResult, undo } from "#app/models/changeset/undo.server.ts";
import { CONNECTION_FIELDS, CONNECTION_WORDS, speakersText } from "#app/models/connection/fields.ts";
import type { Beside, DeleteResult } from "#app/models/editable/declaration.server.ts";
import type { HistoryWords, ValuesOf } from "#app/models/editable/fields.ts";
import { isOtherVersion } from "#app/models/editable/order.ts";
import { createInputSchema, createResponseSchema, toAnswer } from "#app/models/editable/schemas.server.ts";
import {
  PROGRAM_SESSIONS,
  SessionAnswer,
  toSessionAnswers,
} from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

export type Connection = typeof connections.$inferSelect;
type FullConnection = Awaited<ReturnType<typeof listFullConnections>>[number];

export async function listConnections(): Promise<Connection[]> {
  return db.select().from(connections).orderBy(asc(connections.id)).all();
}

/** Leaves out those of a draft. */
export async function listPublicConnections() {
  const all = await listFullConnections();
  return all.filter(
    ({ speaker, programSession }) => !SPEAKERS.isDraft(speaker) && !PROGRAM_SESSIONS.isDraft(programSession),
  );
}

export async function listFullConnections() {
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

type ConnectResult =
  | { ok: true; connection: object }
  | { ok: false; reason: "noSpeaker" | "noSession" | "connected" };

/** Refuses an unknown speaker or session, or a duplicate connection. Idempotent per intent. */
export async function createConnection(
  { sessionId: programSessionId, ...values }: ValuesOf<typeof CONNECTION_FIELDS>,
  actor: string,
  intent?: Intent,
): Promise<ConnectResult | { ok: false; reason: "formUsed" }> {
  return runIntentChangeset(intent, actor, "created", (tx): ConnectResult => {
    const speaker = tx.select().from(speakers).where(eq(speakers.id, values.speakerId)).get();
    if (!speaker) return { ok: false, reason: "noSpeaker" };
    const programSession = tx
      .select()
      .from(programSessions)
      .where(eq(programSessions.id, programSessionId))
      .get();
    if (!programSession) return { ok: false, reason: "noSession" };
    const created = tx
      .insert(connections)
      .values({ ...values, programSessionId })
      .onConflictDoNothing({ target: [connections.speakerId, connections.programSessionId] })
      .returning()
      .get();
    if (!created) return { ok: false, reason: "connected" };
    const [connection = {}] = toConnectionAnswers([{ ...created, speaker, programSession }]);
    return { ok: true, connection };
  });
}

/** Error messages for users. `field` names the invalid field, or is '' if no single field is. */
export const CONNECTION_REFUSALS = {
  noSpeaker: { status: 404, field: "speakerId", message: "This speaker no longer exists" },
  noSession: { status: 404, field: "sessionId", message: "This session no longer exists" },
  connected: { status: 409, field: "", message: "This speaker is already connected to this session" },
  formUsed: {
    status: 409,
    field: "",
    message:
      "This form was already used to connect a speaker. To connect this speaker to this session as well, choose Connect again.",
  },
} as const;

/** `seen` is the `createdAt` (ms) of the connection to delete: a connection never changes. */
export async function deleteConnection(
  speakerId: number,
  programSessionId: number,
  actor: string,
  { seen, formId }: { seen?: number; formId?: string } = {},
): Promise<DeleteResult> {
  const pair = and(eq(connections.speakerId, speakerId), eq(connections.programSessionId, programSessionId));
  return runChangeset({ actor, formId }, "deleted", (tx, changesetId) => {
    const full = selectFull(tx).where(pair).get();
    if (!full) return null;
    const { connection, speaker, programSession } = full;
    if (isOtherVersion(connection.createdAt, seen)) return "stale";
    tx.delete(connections).where(eq(connections.id, connection.id)).run();
    const label = `${speaker.name} from ${programSession.title}`;
    offerUndo(tx, changesetId, { subject: CONNECTION_WORDS.noun, label });
    return changesetId;
  });
}

const ANSWER = createResponseSchema(CONNECTION_FIELDS)
  .omit({ sortOrder: true, updatedAt: true })
  .extend({ speaker: SPEAKERS.answer, session: SessionAnswer })
  .describe("A speaker’s part in a session.");

export function toConnectionAnswers(connections: FullConnection[]) {
  const sessions = toSessionAnswers(connections.map(({ programSession }) => programSession));
  return connections.map(({ speaker, programSessionId: sessionId, ...row }, at) =>
    toAnswer(ANSWER, { ...row, sessionId, speaker: SPEAKERS.toJson(speaker), session: sessions[at] }),
  );
}

const role = z
  .string()
  .nullish()
  .transform((role) => role || "speaker")
  .pipe(z.enum(CONNECTION_FIELDS.role.choices))
  .meta({ enum: [...CONNECTION_FIELDS.role.choices, "", null] });

const { speakerId, role: roleField } = CONNECTION_FIELDS;
export const SessionSpeakerInput = createInputSchema({ speakerId, role: roleField }, { role });

export type SessionSpeaker = z.output<typeof SessionSpeakerInput>;

const partOf = ({ speakerId, role }: SessionSpeaker) => `${speakerId}${role}`;
/** Version of a session's speakers and their roles, whatever their order. */
export const speakersVersion = (all: SessionSpeaker[]): string => all.map(partOf).toSorted().join();

/** `seen` is the version that the form is based on, or null for a new session. */
export const withSpeakers = (wanted: SessionSpeaker[], seen: string | null): Beside => ({
  isStale: (tx, id) => seen !== null && speakersVersion(listSpeakers(tx, id)) !== seen,
  save(tx, changesetId, { id, label }) {
    const before = listSpeakers(tx, id);
    if (speakersVersion(before) === speakersVersion(wanted)) return false;
    // A changed role is a new connection, because an undo can only remove and restore connections.
    const parts = wanted.map(partOf);
    for (const one of before.filter((each) => !parts.includes(partOf(each))))
      tx.delete(connections).where(eq(connections.id, one.id)).run();
    for (const one of wanted)
      tx.insert(connections)
        .values({ ...one, programSessionId: id })
        .onConflictDoNothing()
        .run();
    recordEvent(tx, changesetId, {
      subject: PROGRAM_SESSIONS.words.noun,
      subjectId: id,
      label,
      before: { speakers: speakersText(before) },
      after: { speakers: speakersText(listSpeakers(tx, id)) },
    });
    return true;
  },
});

const listSpeakers = (tx: Db, id: number) =>
  selectFull(tx)
    .where(eq(connections.programSessionId, id))
    .orderBy(asc(speakers.sortOrder), asc(speakers.id))
    .all()
    .map(({ connection, speaker }) => ({ ...connection, name: speaker.name }));

export const CONNECTIONS = {
  words: CONNECTION_WORDS,
  input: createInputSchema(CONNECTION_FIELDS, { role }),
  answer: ANSWER,
  /** Example labels: 'Ada Lovelace to Results day' and, for deletions, 'Ada Lovelace from …'. */
  history: {
    includesSubject: true,
    texts: {
      created: (label) => `Connected ${label}`,
      deleted: (label) => `Disconnected ${label}`,
      restored: (label) => `Reconnected ${label}`,
    },
  } satisfies HistoryWords as HistoryWords,
  /** Lists each speaker and session pair once, even if it was disconnected several times. */
  listDeletions: async () => listUndoable(CONNECTION_WORDS.noun, IS_LAST_DISCONNECTION, "row_id"),
  undo: (id: number, actor: string, formId?: string): Promise<UndoResult> =>
    undo({ actor, formId }, { id, subject: CONNECTION_WORDS.noun }),
};

/** SQL: the changeset was the last to disconnect the pair, and the pair is not connected now. */
const IS_LAST_DISCONNECTION = sql`changesets.id in (
  select max(changeset_id) from changes where table_name = 'connections' and kind = 'delete' and not exists (
    select 1 from connections
    where speaker_id = changes.before ->> 'speaker_id' and program_session_id = changes.subject_id)
  group by changes.before ->> 'speaker_id', subject_id)`;
