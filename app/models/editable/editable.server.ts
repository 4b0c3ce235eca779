// Functions shared by all editable kinds. Each write is one transaction with a changeset.
import { asc, eq, type InferSelectModel, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Db, db } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { changesets, connections } from "#app/db/schema.server.ts";
import {
  offerUndo,
  recordEvent,
  runChangeset,
  runIntentChangeset,
} from "#app/models/changeset/changeset.server.ts";
import { listUndoable, undo } from "#app/models/changeset/undo.server.ts";
import type {
  CreateResult,
  Editable,
  EditableDeclaration,
  EditableJson,
  EditableRow,
  EditableTable,
  MoveResult,
  UpdateResult,
} from "#app/models/editable/declaration.server.ts";
import type { EditableWords } from "#app/models/editable/fields.ts";
import { moveInGroup, timeAfter } from "#app/models/editable/order.ts";
import { toAnswer } from "#app/models/editable/schemas.server.ts";

/** Creates an editable kind from its declaration. Add the result to editables.server.ts. */
export function declareEditable<
  const Words extends EditableWords,
  Table extends EditableTable,
  // Requires a field for each column and a column for each field.
  Values extends Omit<InferSelectModel<Table>, keyof EditableRow>,
  Json extends EditableJson & Partial<Values>,
>(
  declaration: EditableDeclaration<Words, Table, Values, Json> & {
    table: { [Name in keyof Values]: SQLiteColumn };
    keepsIfBlank?: readonly (keyof Values)[];
  },
): Editable<Words, Table, Values, Json> {
  type Row = InferSelectModel<Table> & EditableRow;
  const { words, answer, nameOf, arrange, groupOf = () => null, linkedBy } = declaration;
  const keepsIfBlank: readonly PropertyKey[] = declaration.keepsIfBlank ?? [];
  // Drizzle cannot infer the types of a table that is a type parameter.
  const table: EditableTable = declaration.table;
  const nextSortOrder = sql`(select coalesce(max(${table.sortOrder}), -1) + 1 from ${table})`;

  const find = (tx: Db, id: number) =>
    tx.select().from(table).where(eq(table.id, id)).get() as Row | undefined;
  const selectAll = prepareOnce(() =>
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
  const toJson = (row: InferSelectModel<Table>) => toAnswer(answer, row) as Json;

  const insert = (tx: Db, values: Values): Row =>
    tx
      .insert(table)
      .values({ ...values, sortOrder: nextSortOrder })
      .returning()
      .get() as Row;
  const replace = (tx: Db, current: EditableRow, values: Partial<Values>): Row => {
    const row = tx
      .update(table)
      .set({ ...values, updatedAt: timeAfter(current.updatedAt) })
      .where(eq(table.id, current.id))
      .returning()
      .get() as Row;
    declaration.follow?.(tx, current as Row, row);
    return row;
  };

  return {
    ...declaration,
    toJson,
    within: { list: listAll, insert, replace },
    list: async () => listAll(),
    get: async (id) => find(db, id) ?? null,

    create: (values, actor, { intent, insteadOf, beside } = {}) =>
      runIntentChangeset(intent, actor, "created", (tx, changesetId): CreateResult<Json> => {
        if (insteadOf !== undefined && find(tx, insteadOf)) return { ok: false, reason: "stale" };
        const row = insert(tx, values);
        beside?.save(tx, changesetId, { id: row.id, label: nameOf(row) });
        return { ok: true, item: toJson(row) };
      }),

    update: (id, given, actor, { seen, formId, blanks = [], beside } = {}) =>
      runChangeset({ actor, formId }, "updated", (tx, changesetId): UpdateResult<Json> => {
        const current = find(tx, id);
        if (!current) return { ok: false, reason: "notFound" };
        const isStale = seen !== undefined && current.updatedAt.getTime() !== seen;
        if (isStale || beside?.isStale(tx, id)) return { ok: false, reason: "stale" };
        const isKept = (name: string, value: unknown) =>
          value === undefined || (value === null && keepsIfBlank.includes(name) && !blanks.includes(name));
        const values = Object.fromEntries([
          ...blanks.map((name) => [name, null]),
          ...Object.entries(given).filter(([name, value]) => !isKept(name, value)),
        ]) as Partial<Values>;
        const row = replace(tx, current, values);
        const item = toJson(row);
        const label = nameOf(row);
        const isMoved = declaration.placeOf !== undefined && groupOf(row) !== groupOf(current);
        if (!beside?.save(tx, changesetId, { id, label }) && !isMoved) return { ok: true, item };
        offerUndo(tx, changesetId, { subject: words.noun, label });
        return { ok: true, item, undoable: changesetId, isMoved };
      }),

    delete: (id, actor, formId) =>
      runChangeset({ actor, formId }, "deleted", (tx, changesetId) => {
        const row = find(tx, id);
        if (!row) return null;
        // Connections are deleted first, while their changes can still name both ends.
        if (linkedBy) tx.delete(connections).where(eq(linkedBy, id)).run();
        tx.delete(table).where(eq(table.id, id)).run();
        offerUndo(tx, changesetId, { subject: words.noun, label: nameOf(row) });
        return changesetId;
      }),

    undo: (id, actor, formId) => undo({ actor, formId }, { id, subject: words.noun }),

    listDeletions: async () => listUndoable(words.noun, eq(changesets.action, "deleted")),

    move: (id, target, actor, formId) =>
      runChangeset({ actor, formId }, "moved", (tx, changesetId): MoveResult => {
        const moved = moveInGroup(listAll(), groupOf, id, target);
        if (!moved.ok) return moved;
        const [before, after] = moved.places;
        if (before === after) return { ok: true };
        for (const [sortOrder, { id, updatedAt }] of moved.list.entries())
          tx.update(table).set({ sortOrder, updatedAt }).where(eq(table.id, id)).run();
        recordEvent(tx, changesetId, {
          subject: words.noun,
          subjectId: moved.item.id,
          label: nameOf(moved.item),
          before: { place: before },
          after: { place: after },
        });
        return { ok: true };
      }),
  };
}
