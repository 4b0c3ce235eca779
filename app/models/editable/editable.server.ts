// Functions shared by all editable kinds. Each write is one transaction with a changeset.
import { isDeepStrictEqual } from "node:util";
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
import { isOtherVersion, moveInGroup, timeAfter } from "#app/models/editable/order.ts";
import { toAnswer } from "#app/models/editable/schemas.server.ts";
import { countText } from "#app/platform/text.ts";

/** Creates an editable kind from its declaration. Add the result to editables.server.ts. */
export function declareEditable<
  const Words extends EditableWords,
  Table extends EditableTable,
  // Requires a field for each column and a column for each field.
  // A speaker's proposal has a screen of its own.
  Values extends Omit<InferSelectModel<Table>, keyof EditableRow | "proposed">,
  Json extends EditableJson & Partial<Values>,
>(
  declaration: EditableDeclaration<Words, Table, Values, Json> & {
    table: { [Name in keyof Values]: SQLiteColumn };
    keepsIfBlank?: readonly (keyof Values)[];
  },
): Editable<Words, Table, Values, Json> {
  type Row = InferSelectModel<Table> & EditableRow;
  const { words, answer, nameOf, arrange, groupOf = () => null, isDraft, linkedBy } = declaration;
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
  type Identified = { externalId?: string | null };
  const findByExternalId = ({ externalId }: Identified) =>
    listAll().filter((row: Row & Identified) => externalId && row.externalId === externalId);
  const toJson = (row: InferSelectModel<Table>) => toAnswer(answer, row) as Json;

  const insert = (tx: Db, values: Values): Row =>
    tx
      .insert(table)
      .values({ ...values, sortOrder: nextSortOrder })
      .returning()
      .get() as Row;
  const replace = (tx: Db, current: EditableRow, values: Partial<Values>): Row => {
    const before: Record<string, unknown> = current;
    const isNew = ([name, value]: [string, unknown]) =>
      value !== undefined && !isDeepStrictEqual(value, before[name]);
    if (!Object.entries(values).some(isNew)) return current as Row;
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
    findByExternalId,
    within: { list: listAll, insert, replace },
    list: async () => listAll(),
    get: async (id) => find(db, id) ?? null,
    listPublic: async () => listAll().filter((row) => !isDraft(row)),
    getPublic: async (id) => {
      const row = find(db, id);
      return row && !isDraft(row) ? row : null;
    },

    create: (values, actor, { intent, insteadOf, beside } = {}) =>
      runIntentChangeset(intent, actor, "created", (tx, changesetId): CreateResult<Json> => {
        const isThere = insteadOf !== undefined && find(tx, insteadOf);
        if (isThere || findByExternalId(values).length > 0) return { ok: false, reason: "stale" };
        const row = insert(tx, values);
        beside?.save(tx, changesetId, { id: row.id, label: nameOf(row) });
        return { ok: true, item: toJson(row) };
      }),

    update: (id, given, actor, { seen, formId, blanks = {}, beside } = {}) =>
      runChangeset({ actor, formId }, "updated", (tx, changesetId): UpdateResult<Json> => {
        const current = find(tx, id);
        if (!current) return { ok: false, reason: "notFound" };
        if (isOtherVersion(current.updatedAt, seen) || beside?.isStale(tx, id))
          return { ok: false, reason: "stale" };
        const isKept = (name: string, value: unknown) =>
          value === undefined || (value === null && keepsIfBlank.includes(name) && !(name in blanks));
        const values = Object.fromEntries([
          ...Object.entries(blanks),
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

    publish: (ids, actor, formId) =>
      runChangeset({ actor, formId }, "published", (tx, changeset) => {
        const drafts = listAll().filter((row) => isDraft(row) && ids.includes(row.id));
        const [first] = drafts;
        if (!first) return null;
        for (const row of drafts) replace(tx, row, declaration.published);
        const count = drafts.length;
        const label = count === 1 ? nameOf(first) : countText(count, words.noun);
        offerUndo(tx, changeset, { subject: words.noun, label });
        return { count, changeset };
      }),

    delete: (id, actor, { seen, formId } = {}) =>
      runChangeset({ actor, formId }, "deleted", (tx, changesetId) => {
        const row = find(tx, id);
        if (!row) return null;
        if (isOtherVersion(row.updatedAt, seen)) return "stale";
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
