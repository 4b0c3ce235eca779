// What was deleted can be brought back for ten minutes: its rows are kept whole until then.
import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections, deletions, programSessions, speakers } from "#app/db/schema.server.ts";
import type { DeletedSubject, RecentDeletion } from "#app/models/editable/deletion.ts";
import { undoableSince, undoableUntil } from "#app/models/editable/deletion-lifetime.server.ts";
import { type AuditSubject, recordChanges } from "#app/models/history/audit-log.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";

type Speaker = typeof speakers.$inferSelect;
type ProgramSession = typeof programSessions.$inferSelect;
type Connection = typeof connections.$inferSelect;
type Deletion = typeof deletions.$inferSelect;
type Rows = { speakers?: Speaker[]; programSessions?: ProgramSession[]; connections?: Connection[] };

/**
 * Keeps what is about to be deleted, within the transaction that deletes it, and notes it in the audit
 * log, with each connection that goes along. Answers the id by which it is undone.
 */
export function keepDeletion(
  tx: Db,
  { subject, label, actor, rows }: { subject: DeletedSubject; label: string; actor: string; rows: Rows },
): string {
  recordRows(tx, "deleted", actor, rows);
  const id = crypto.randomUUID();
  tx.insert(deletions).values({ id, subject, label, actor, rows }).run();
  return id;
}

/** The connections of a speaker or a session, which go with it. */
export const connectionsOf = (tx: Db, where: { speakerId: number } | { programSessionId: number }) =>
  tx
    .select()
    .from(connections)
    .where(
      "speakerId" in where
        ? eq(connections.speakerId, where.speakerId)
        : eq(connections.programSessionId, where.programSessionId),
    )
    .all();

/** What can still be brought back of one kind, the latest first. */
export async function listDeletions(subject: DeletedSubject): Promise<RecentDeletion[]> {
  return db
    .select()
    .from(deletions)
    .where(and(isUndoable(), eq(deletions.subject, subject)))
    .orderBy(desc(deletions.createdAt))
    .all()
    .map(({ id, label, actor, createdAt, rows }) => ({
      id,
      subjectId: ((rows.speakers ?? rows.programSessions)?.[0]?.id as number | undefined) ?? null,
      label,
      actor,
      until: undoableUntil(createdAt).toISOString(),
    }));
}

/** The images of the speakers who can still be restored. */
export function keptImageUrls(): (string | null)[] {
  return undoable(db).flatMap(({ rows }) => (rows.speakers ?? []).map(({ imageUrl }) => imageUrl as string));
}

const isUndoable = () => gte(deletions.createdAt, undoableSince());
const undoable = (tx: Db) => tx.select().from(deletions).where(isUndoable()).all();

export type Undone =
  | { ok: true; subject: DeletedSubject; leftOut: number }
  /** `over`: too late, or done already. `blocked`: a connection that would have no end, or two of them. */
  | { ok: false; reason: "over" | "blocked" };

/**
 * Puts back what was deleted, as it was: ids, order and connections. A connection whose other end is
 * gone meanwhile, or that was made again, is left out; where its other end can itself still be brought
 * back, it comes back with that. `formId` as for `deleteSpeaker`.
 */
export async function undoDeletion(
  id: string,
  subject: DeletedSubject,
  actor: string,
  formId?: string,
): Promise<Undone> {
  return batchIdempotently(formId, (tx): Undone => {
    const wanted = and(eq(deletions.id, id), eq(deletions.subject, subject), isUndoable());
    const deletion = tx.select().from(deletions).where(wanted).get();
    if (!deletion) return { ok: false, reason: "over" };
    const rows = revived(deletion.rows);
    for (const row of rows.speakers ?? []) tx.insert(speakers).values(row).run();
    for (const row of rows.programSessions ?? []) tx.insert(programSessions).values(row).run();
    const [back, left] = putBackConnections(tx, rows.connections ?? []);
    if (subject === "connection" && back.length === 0) return { ok: false, reason: "blocked" };
    tx.delete(deletions).where(eq(deletions.id, id)).run();
    handOver(tx, left);
    recordRows(tx, "restored", actor, { ...rows, connections: back });
    return { ok: true, subject, leftOut: left.length };
  });
}

/** Rows as they were before they were JSON. */
function revived(rows: Deletion["rows"]): Rows {
  const date = (value: unknown) => new Date(value as string);
  const revive = (row: Record<string, unknown>) => ({
    ...row,
    createdAt: date(row.createdAt),
    ...("updatedAt" in row ? { updatedAt: date(row.updatedAt) } : {}),
  });
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map(revive)]));
}

function putBackConnections(tx: Db, rows: Connection[]): [back: Connection[], left: Connection[]] {
  const { speakerNames, titles } = namesOf(tx, rows);
  const back = rows.filter((row) => {
    if (!speakerNames.has(row.speakerId) || !titles.has(row.programSessionId)) return false;
    return tx.insert(connections).values(row).onConflictDoNothing().run().changes > 0;
  });
  return [back, rows.filter((row) => !back.includes(row))];
}

/** Gives connections that have no other end now to the deletion that would bring that back. */
function handOver(tx: Db, left: Connection[]): void {
  for (const { id, rows } of left.length > 0 ? undoable(tx) : []) {
    const has = (all: Record<string, unknown>[] | undefined, id: number) => all?.some((row) => row.id === id);
    const added = left.filter(
      ({ speakerId, programSessionId }) =>
        has(rows.speakers, speakerId) || has(rows.programSessions, programSessionId),
    );
    if (added.length === 0) continue;
    const all = { ...rows, connections: [...(rows.connections ?? []), ...added] };
    tx.update(deletions).set({ rows: all }).where(eq(deletions.id, id)).run();
  }
}

/** Notes what became of each row, in the words of the moment in which all of it is there. */
function recordRows(tx: Db, action: "deleted" | "restored", actor: string, rows: Rows): void {
  const entry = (subject: AuditSubject, subjectId: number, label: string) => ({
    actor,
    subject,
    subjectId,
    action,
    label,
  });
  const { speakerNames, titles } = namesOf(tx, rows.connections ?? []);
  const word = action === "deleted" ? "from" : "to";
  recordChanges(tx, [
    ...(rows.connections ?? []).map(({ speakerId, programSessionId }) =>
      entry(
        "connection",
        programSessionId,
        `${speakerNames.get(speakerId)} ${word} ${titles.get(programSessionId)}`,
      ),
    ),
    ...(rows.speakers ?? []).map(({ id, name }) => entry("speaker", id, name)),
    ...(rows.programSessions ?? []).map(({ id, title }) => entry("session", id, title)),
  ]);
}

/** What the ends of connections are called, of those that are there. */
function namesOf(tx: Db, rows: Connection[]) {
  if (rows.length === 0)
    return { speakerNames: new Map<number, string>(), titles: new Map<number, string>() };
  const speakerIds = rows.map(({ speakerId }) => speakerId);
  const sessionIds = rows.map(({ programSessionId }) => programSessionId);
  const people = tx
    .select({ id: speakers.id, name: speakers.name })
    .from(speakers)
    .where(inArray(speakers.id, speakerIds))
    .all();
  const sessions = tx
    .select({ id: programSessions.id, title: programSessions.title })
    .from(programSessions)
    .where(inArray(programSessions.id, sessionIds))
    .all();
  return {
    speakerNames: new Map(people.map(({ id, name }) => [id, name])),
    titles: new Map(sessions.map(({ id, title }) => [id, title])),
  };
}
