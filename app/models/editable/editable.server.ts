// Things that organisers edit, one mechanism for all kinds of them: created once, updated if unchanged, moved,
// deleted with undo, each in one transaction with its entry in the audit log. A kind declares itself to it.
import { asc, eq, getTableName, type InferSelectModel, sql } from "drizzle-orm";
import { toCamelCase } from "drizzle-orm/casing";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { type Link, linkEntries, restoreLinks } from "#app/models/connection/links.server.ts";
import {
  keepDeletion,
  listDeletionsOf,
  revived,
  type Undone,
  undoDeletionOf,
} from "#app/models/editable/deletion.server.ts";
import { laterThan, placesOf, swapNeighbours } from "#app/models/editable/order.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import { changesBetween, recordChanges } from "#app/models/history/audit-log.server.ts";
import type { HistoryWords } from "#app/models/history/history.ts";
import { batchIdempotently, type Intent, idempotently } from "#app/models/submission/idempotency.server.ts";

export type EditableRow = { id: number; sortOrder: number; createdAt: Date; updatedAt: Date };
type EditableTable = SQLiteTable &
  Record<"id" | "sortOrder" | "createdAt" | "updatedAt", SQLiteColumn> & { $inferSelect: EditableRow };
export type EditableJson = { id: number; updatedAt: string };
/** What a row may show of itself as JSON. */
type JsonOf<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

/** What a kind says of itself. */
type Declaration<Words, Table extends EditableTable, Values, Json> = {
  words: Words;
  table: Table;
  /** What forms and calls send to create or replace one. */
  input: z.ZodType<Values>;
  /** What calls answer with: these fields of a row, and no others. */
  answer: z.ZodObject & z.ZodType<Json>;
  /** What one is called in lists, questions and the audit log. */
  nameOf(row: InferSelectModel<Table>): string;
  /** The order, where it is not that of `sortOrder`, then `id`. */
  compare?(a: InferSelectModel<Table>, b: InferSelectModel<Table>): number;
  /** Among which others one is moved, where it is not all of them. */
  groupOf?(row: InferSelectModel<Table>): unknown;
  /** The fields of which a blank keeps what there is (specification, 5). */
  keepsIfBlank?: readonly string[];
  /** The connections that go with one, where it has any. */
  linksOf?(tx: Db, id: number): Link[];
  /** What the API's document says of its calls, where it is more than 'Replace a speaker'. */
  summaries?: { update?: string; delete?: string };
  /** In which words its history is told, beside its labels. */
  history?: HistoryWords;
};

type Created<Json> = { ok: true; item: Json } | { ok: false; reason: "stale" };
type Updated<Json> = { ok: true; item: Json } | { ok: false; reason: "notFound" | "stale" };

export type Editable<
  Words extends EditableWords = EditableWords,
  Table extends EditableTable = EditableTable,
  Values = object,
  Json = EditableJson,
> = Declaration<Words, Table, Values, Json> & {
  /** All of them, in their order. */
  list(): Promise<InferSelectModel<Table>[]>;
  /** The one with this id, or null. */
  get(id: number): Promise<InferSelectModel<Table> | null>;
  toJson(row: InferSelectModel<Table>): Json;
  /**
   * Creates one, last in the order; once for one intent. With `insteadOf`, the id of one that was deleted, it
   * is refused as `stale` where that one has been restored.
   * Here and below `actor` is the email address of the organiser who does it, for the audit log.
   */
  create(
    values: Values,
    actor: string,
    options?: { intent?: Intent; insteadOf?: number },
  ): Promise<Created<Json> | { ok: false; reason: "formUsed" }>;
  /**
   * Replaces the fields that `values` names. With `seen`, the updatedAt (in milliseconds) that the editor saw,
   * one that somebody saved in between stays as it is: `stale`.
   * Here and below `formId` is the one-time id of the form that asks, which says itself what for: its second
   * copy is answered like the first.
   */
  update(
    id: number,
    values: Partial<Values>,
    actor: string,
    options?: { seen?: number; formId?: string },
  ): Promise<Updated<Json>>;
  /** Deletes one and its connections. Answers the id by which it is undone; null where there was none. */
  delete(id: number, actor: string, formId?: string): Promise<string | null>;
  /** Puts back what was deleted, as it was: id, place and connections. */
  undo(deletion: string, actor: string, formId?: string): Promise<Undone>;
  /** What can still be brought back, the latest first. */
  listDeletions(): ReturnType<typeof listDeletionsOf>;
  /** Moves one a place among those of its group; nothing at the end of the list. False where there is none. */
  move(id: number, direction: "up" | "down", actor: string, formId?: string): Promise<boolean>;
};

/** Makes a kind editable by what it declares. Its line in editables.server.ts makes it known. */
export function declareEditable<
  const Words extends EditableWords,
  Table extends EditableTable,
  Values extends Partial<InferSelectModel<Table>>,
  Json extends EditableJson & Partial<JsonOf<InferSelectModel<Table>>>,
>(
  declaration: Declaration<Words, Table, Values, Json> & { keepsIfBlank?: readonly (keyof Values)[] },
): Editable<Words, Table, Values, Json> {
  type Row = InferSelectModel<Table> & EditableRow;
  const { words, answer, nameOf, compare, groupOf = () => null, linksOf } = declaration;
  const keepsIfBlank: readonly PropertyKey[] = declaration.keepsIfBlank ?? [];
  // Drizzle cannot compute the types of a table that is a type parameter; what it answers are rows of it.
  const table: EditableTable = declaration.table;
  const tableName = toCamelCase(getTableName(table));
  const nextSortOrder = sql`(select coalesce(max(${table.sortOrder}), -1) + 1 from ${table})`;

  const find = (tx: Db, id: number) =>
    tx.select().from(table).where(eq(table.id, id)).get() as Row | undefined;
  const listIn = (tx: Db) => {
    const all = tx.select().from(table);
    return compare
      ? (all.all() as Row[]).sort(compare)
      : (all.orderBy(asc(table.sortOrder), asc(table.id)).all() as Row[]);
  };
  const entry = (actor: string, action: string, row: Row, changes?: Record<string, [unknown, unknown]>) => ({
    actor,
    subject: words.noun,
    subjectId: row.id,
    action,
    label: nameOf(row),
    changes,
  });
  const toJson = (row: InferSelectModel<Table>) => {
    const values: Record<string, unknown> = row;
    const shown = Object.keys(answer.shape).map((name) => [name, jsonOf(values[name])]);
    return Object.fromEntries(shown) as Json;
  };

  return {
    ...declaration,
    toJson,
    list: async () => listIn(db),
    get: async (id) => find(db, id) ?? null,

    create: (values, actor, { intent, insteadOf } = {}) =>
      batch((tx) =>
        idempotently(tx, intent, (): Created<Json> => {
          if (insteadOf !== undefined && find(tx, insteadOf)) return { ok: false, reason: "stale" };
          const row = tx
            .insert(table)
            .values({ ...values, sortOrder: nextSortOrder })
            .returning()
            .get() as Row;
          recordChanges(tx, [entry(actor, "created", row)]);
          return { ok: true, item: toJson(row) };
        }),
      ),

    update: (id, given, actor, { seen, formId } = {}) =>
      batchIdempotently(formId, (tx): Updated<Json> => {
        const current = find(tx, id);
        if (!current) return { ok: false, reason: "notFound" };
        if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
        const isKept = (name: string, value: unknown) => value === null && keepsIfBlank.includes(name);
        const values = Object.fromEntries(
          Object.entries(given).filter(([name, value]) => !isKept(name, value)),
        ) as Partial<Row>;
        const row = tx
          .update(table)
          .set({ ...values, updatedAt: laterThan(current.updatedAt) })
          .where(eq(table.id, id))
          .returning()
          .get() as Row;
        const changes = changesBetween<Row>(current, values);
        if (Object.keys(changes).length > 0) recordChanges(tx, [entry(actor, "updated", row, changes)]);
        return { ok: true, item: toJson(row) };
      }),

    delete: (id, actor, formId) =>
      batchIdempotently(formId, (tx) => {
        const row = find(tx, id);
        if (!row) return null;
        const links = linksOf?.(tx, id) ?? [];
        recordChanges(tx, [...linkEntries(tx, "deleted", actor, links), entry(actor, "deleted", row)]);
        const rows = { [tableName]: [row], connections: links };
        const deletion = keepDeletion(tx, { noun: words.noun, label: nameOf(row), actor, rows });
        tx.delete(table).where(eq(table.id, id)).run();
        return deletion;
      }),

    undo: (deletion, actor, formId) =>
      undoDeletionOf(
        words.noun,
        deletion,
        (tx, kept) => {
          const rows = revived(table, kept[tableName]) as Row[];
          for (const row of rows) tx.insert(table).values(row).run();
          const { back, leftOut } = restoreLinks(tx, kept.connections);
          recordChanges(tx, [
            ...linkEntries(tx, "restored", actor, back),
            ...rows.map((row) => entry(actor, "restored", row)),
          ]);
          return { ok: true, leftOut };
        },
        formId,
      ),

    listDeletions: () => listDeletionsOf(words.noun, tableName),

    move: (id, direction, actor, formId) =>
      batchIdempotently(formId, (tx) => {
        const all = listIn(tx);
        const moved = all.find((row) => row.id === id);
        if (!moved) return false;
        const isInGroup = (row: Row) => groupOf(row) === groupOf(moved);
        const order = swapNeighbours(all, isInGroup, id, direction);
        if (order === all) return true;
        for (const [sortOrder, { id, updatedAt }] of order.entries()) {
          tx.update(table).set({ sortOrder, updatedAt }).where(eq(table.id, id)).run();
        }
        const place = placesOf(id, all.filter(isInGroup), order.filter(isInGroup));
        recordChanges(tx, [entry(actor, "moved", moved, { place })]);
        return true;
      }),
  };
}

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
