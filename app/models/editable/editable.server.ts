// Things that organisers edit, one mechanism for all kinds of them: created once, updated if unchanged, moved,
// deleted with undo, each in one transaction with its entry in the audit log. A kind declares itself to it.

import { asc, eq, getTableName, type InferSelectModel, sql } from "drizzle-orm";
import { toCamelCase } from "drizzle-orm/casing";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { prepared } from "#app/db/prepared.server.ts";
import { linkEntries, restoreLinks } from "#app/models/connection/links.server.ts";
import type {
  Created,
  Declaration,
  Editable,
  EditableJson,
  EditableRow,
  EditableTable,
  Moved,
  Updated,
} from "#app/models/editable/declaration.server.ts";
import {
  keepDeletion,
  listDeletionsOf,
  revived,
  undoDeletionOf,
} from "#app/models/editable/deletion.server.ts";
import { laterThan, moveInGroup } from "#app/models/editable/order.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import { changesBetween, recordChanges } from "#app/models/history/audit-log.server.ts";
import { batchIdempotently, idempotently } from "#app/models/submission/idempotency.server.ts";

/** Makes a kind editable by what it declares. Its line in editables.server.ts makes it known. */
export function declareEditable<
  const Words extends EditableWords,
  Table extends EditableTable,
  // Each column has a field, and each field a column.
  Values extends Omit<InferSelectModel<Table>, keyof EditableRow>,
  Json extends EditableJson & Values,
>(
  declaration: Declaration<Words, Table, Values, Json> & {
    table: { [Name in keyof Values]: SQLiteColumn };
    keepsIfBlank?: readonly (keyof Values)[];
  },
): Editable<Words, Table, Values, Json> {
  type Row = InferSelectModel<Table> & EditableRow;
  const { words, answer, nameOf, arrange, groupOf = () => null, linksOf } = declaration;
  const keepsIfBlank: readonly PropertyKey[] = declaration.keepsIfBlank ?? [];
  // Drizzle cannot compute the types of a table that is a type parameter; what it answers are rows of it.
  const table: EditableTable = declaration.table;
  const tableName = toCamelCase(getTableName(table));
  const nextSortOrder = sql`(select coalesce(max(${table.sortOrder}), -1) + 1 from ${table})`;

  const find = (tx: Db, id: number) =>
    tx.select().from(table).where(eq(table.id, id)).get() as Row | undefined;
  const selectAll = prepared(() =>
    db
      .select()
      .from(table)
      .orderBy(...(arrange ? [] : [asc(table.sortOrder), asc(table.id)]))
      .prepare(),
  );
  const listAll = () => {
    const all = selectAll().all() as Row[];
    return arrange ? (arrange(all) as Row[]) : all;
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

  const insert = (tx: Db, values: Values, actor: string): Row => {
    const row = tx
      .insert(table)
      .values({ ...values, sortOrder: nextSortOrder })
      .returning()
      .get() as Row;
    recordChanges([entry(actor, "created", row)]);
    return row;
  };
  const replace = (tx: Db, current: Row, values: Partial<Values>, actor: string): Row => {
    const row = tx
      .update(table)
      .set({ ...values, updatedAt: laterThan(current.updatedAt) })
      .where(eq(table.id, current.id))
      .returning()
      .get() as Row;
    const changes = changesBetween<Row>(current, values as Partial<Row>);
    if (Object.keys(changes).length > 0) recordChanges([entry(actor, "updated", row, changes)]);
    return row;
  };
  const remove = (tx: Db, row: Row, actor: string) => {
    const links = linksOf?.(tx, row.id) ?? [];
    recordChanges([...linkEntries(tx, "deleted", actor, links), entry(actor, "deleted", row)]);
    tx.delete(table).where(eq(table.id, row.id)).run();
    return links;
  };

  return {
    ...declaration,
    toJson,
    within: {
      list: listAll,
      insert,
      replace: (tx, row, values, actor) => replace(tx, row as Row, values, actor),
      remove: (tx, row, actor) => remove(tx, row as Row, actor),
    },
    list: async () => listAll(),
    get: async (id) => find(db, id) ?? null,

    create: (values, actor, { intent, insteadOf } = {}) =>
      batch((tx) =>
        idempotently(tx, intent, (): Created<Json> => {
          if (insteadOf !== undefined && find(tx, insteadOf)) return { ok: false, reason: "stale" };
          return { ok: true, item: toJson(insert(tx, values, actor)) };
        }),
      ),

    update: (id, given, actor, { seen, formId, blanks = [] } = {}) =>
      batchIdempotently(formId, (tx): Updated<Json> => {
        const current = find(tx, id);
        if (!current) return { ok: false, reason: "notFound" };
        if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
        const isKept = (name: string, value: unknown) =>
          value === null && keepsIfBlank.includes(name) && !blanks.includes(name);
        const values = Object.fromEntries(
          Object.entries(given).filter(([name, value]) => !isKept(name, value)),
        ) as Partial<Values>;
        return { ok: true, item: toJson(replace(tx, current, values, actor)) };
      }),

    delete: (id, actor, formId) =>
      batchIdempotently(formId, (tx) => {
        const row = find(tx, id);
        if (!row) return null;
        const links = remove(tx, row, actor);
        const rows = { [tableName]: [row], connections: links };
        return keepDeletion(tx, { noun: words.noun, label: nameOf(row), actor, rows });
      }),

    undo: (deletion, actor, formId) =>
      undoDeletionOf(
        words.noun,
        deletion,
        (tx, kept) => {
          const rows = revived(table, kept[tableName]) as Row[];
          for (const row of rows) tx.insert(table).values(row).run();
          const { back, leftOut } = restoreLinks(tx, kept.connections);
          recordChanges([
            ...linkEntries(tx, "restored", actor, back),
            ...rows.map((row) => entry(actor, "restored", row)),
          ]);
          return { ok: true, id: rows[0]?.id, leftOut };
        },
        formId,
      ),

    listDeletions: () => listDeletionsOf(words.noun, tableName),

    move: (id, target, actor, formId) =>
      batchIdempotently(formId, (tx): Moved => {
        const moved = moveInGroup(listAll(), groupOf, id, target);
        if (!moved.ok) return moved;
        const [before, after] = moved.places;
        if (before === after) return { ok: true };
        for (const [sortOrder, { id, updatedAt }] of moved.list.entries()) {
          tx.update(table).set({ sortOrder, updatedAt }).where(eq(table.id, id)).run();
        }
        recordChanges([entry(actor, "moved", moved.item, { place: [before, after] })]);
        return { ok: true };
      }),
  };
}

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
