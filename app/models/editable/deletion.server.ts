// What was deleted can be brought back for ten minutes: its rows are kept whole until then.
import { and, desc, eq, getTableColumns, gte } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, db } from "#app/db/connection.server.ts";
import { deletions } from "#app/db/schema.server.ts";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import { undoableSince, undoableUntil } from "#app/models/editable/deletion-lifetime.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";

/** The deleted rows by table, as JSON keeps them. */
export type KeptRows = Record<string, Record<string, unknown>[] | undefined>;

/**
 * Keeps what is about to be deleted, within the transaction that deletes it. Answers the id by which it is
 * undone. `noun` is what the kind is called, `label` the thing.
 */
export function keepDeletion(
  tx: Db,
  {
    noun,
    label,
    actor,
    rows,
  }: { noun: string; label: string; actor: string; rows: Record<string, Record<string, unknown>[]> },
): string {
  const id = crypto.randomUUID();
  tx.insert(deletions).values({ id, subject: noun, label, actor, rows }).run();
  return id;
}

/**
 * What can still be brought back of one kind, the latest first. `table` is the one by whose row it is known,
 * or null. `isStillGone` says of kept rows whether there is anything to bring back.
 */
export async function listDeletionsOf(
  noun: string,
  table: string | null,
  isStillGone: (rows: KeptRows) => boolean = () => true,
): Promise<RecentDeletion[]> {
  return db
    .select()
    .from(deletions)
    .where(and(isUndoable(), eq(deletions.subject, noun)))
    .orderBy(desc(deletions.createdAt))
    .all()
    .filter(({ rows }) => isStillGone(rows))
    .map(({ id, label, actor, createdAt, rows }) => ({
      id,
      subjectId: table === null ? null : ((rows[table]?.[0]?.id as number | undefined) ?? null),
      label,
      actor,
      until: undoableUntil(createdAt).toISOString(),
    }));
}

/** The images of what can still be restored. */
export function keptImageUrls(): string[] {
  return undoableDeletions(db)
    .flatMap(({ rows }) => Object.values(rows).flat())
    .flatMap(({ imageUrl }) => (typeof imageUrl === "string" ? [imageUrl] : []));
}

const isUndoable = () => gte(deletions.createdAt, undoableSince());
export const undoableDeletions = (tx: Db) => tx.select().from(deletions).where(isUndoable()).all();

export type Undone =
  | {
      ok: true;
      /** What is there again, where that has a card of its own. */
      id?: number;
      /** How many connections could not be restored with it. */
      leftOut: number;
    }
  /** `over`: too late, or done already. `blocked`: a connection that would have no end, or two of them. */
  | { ok: false; reason: "over" | "blocked" };

/**
 * Puts back what was deleted: `restore` does, in one transaction, and says what became of it. With the
 * one-time id of the form that asks, a second copy of it is answered like the first.
 */
export const undoDeletionOf = <Done extends { ok: boolean }>(
  noun: string,
  id: string,
  restore: (tx: Db, rows: KeptRows) => Done,
  formId?: string,
): Promise<Done | { ok: false; reason: "over" }> =>
  batchIdempotently(formId, (tx): Done | { ok: false; reason: "over" } => {
    const wanted = and(eq(deletions.id, id), eq(deletions.subject, noun), isUndoable());
    const deletion = tx.select().from(deletions).where(wanted).get();
    if (!deletion) return { ok: false, reason: "over" };
    const undone = restore(tx, deletion.rows);
    if (undone.ok) tx.delete(deletions).where(eq(deletions.id, id)).run();
    return undone;
  });

/** Kept rows of a table as they were before they were JSON. */
export function revived<Table extends SQLiteTable>(
  table: Table,
  rows: KeptRows[string] = [],
): Table["$inferSelect"][] {
  const dates = Object.entries(getTableColumns(table)).filter(([, { dataType }]) => dataType === "date");
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      dates.flatMap(([name]) => (typeof row[name] === "string" ? [[name, new Date(row[name])]] : [])),
    ),
  }));
}
