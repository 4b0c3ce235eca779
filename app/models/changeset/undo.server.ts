// Undoes a changeset row by row, starting with its last change. Keeps rows that were changed later.
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { WATCHED_TABLES } from "#app/db/change-triggers.server.ts";
import { type Db, db, sqlite, withStatementCache } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { changes, changesets } from "#app/db/schema.server.ts";
import { type ActionSource, runChangeset } from "#app/models/changeset/changeset.server.ts";

export type RowChange = typeof changes.$inferSelect;

/** Contains no personal data, because form results are kept for a day. */
export type ItemReference = Pick<RowChange, "subject" | "subjectId">;

export type UndoResult =
  | { ok: true; back: ItemReference[]; left: ItemReference[] }
  /** `over`: too late, or already undone. `blocked`: nothing could be undone. */
  | { ok: false; reason: "over"; left?: undefined }
  | { ok: false; reason: "blocked"; left: ItemReference[] };

export type UndoOptions = {
  action?: string;
  /** Undoes everything or, if anything has changed since, nothing. */
  isWhole?: boolean;
  /** Runs in the same transaction and receives the undone changes. */
  afterwards?: (tx: Db, back: RowChange[]) => void;
};

/** Undoes a changeset in a new changeset. Undoes each item completely or lists it in `left`. */
export const undo = (
  by: ActionSource,
  { id, subject }: { id: number; subject: string },
  { action = "undo", isWhole = false, afterwards }: UndoOptions = {},
): Promise<UndoResult> =>
  runChangeset({ ...by, isAlone: true }, action, (tx, undoId): UndoResult => {
    const isWanted = and(eq(changesets.id, id), eq(changesets.subject, subject), isUndoable());
    if (!tx.select({ id: changesets.id }).from(changesets).where(isWanted).get())
      return { ok: false, reason: "over" };
    if (isWhole) sqlite.exec("savepoint undo");
    const all = tx.select().from(changes).where(eq(changes.changesetId, id)).orderBy(desc(changes.id)).all();
    const removed = all.some(isAdded) ? removeAdded(id, undoId) : new Set<string>();
    const back: RowChange[][] = [];
    const stuck: RowChange[][] = [];
    for (const thing of Map.groupBy(all, thingKey).values()) {
      const added = thing.find(isAdded);
      const isRemoved = added !== undefined && removed.has(`${added.table} ${added.rowId}`);
      if (!isRemoved && thing.some(isGone)) continue;
      (isRemoved || (!added && reverseThing(thing, undoId)) ? back : stuck).push(thing);
    }
    const left = stuck.toSorted((one, other) => firstId(one) - firstId(other)).map(toThing);
    const isBlocked = isWhole ? back.flat().length < all.length : back.length === 0 && left.length > 0;
    if (isWhole) sqlite.exec(isBlocked ? "rollback to undo; release undo" : "release undo");
    if (isBlocked) return { ok: false, reason: "blocked", left };
    tx.update(changesets).set({ undoneBy: undoId }).where(eq(changesets.id, id)).run();
    tx.update(changesets).set({ undoes: id }).where(eq(changesets.id, undoId)).run();
    for (const change of stuck.flat()) handOver(tx, change);
    afterwards?.(tx, back.flat());
    return { ok: true, back: back.map(toThing), left };
  });

function reverseThing(thing: RowChange[], undoId: number): boolean {
  sqlite.exec("savepoint thing");
  const isBack = thing.every((change) => reverseRow(change, undoId));
  sqlite.exec(isBack ? "release thing" : "rollback to thing; release thing");
  return isBack;
}

const firstId = (thing: RowChange[]): number => thing.at(-1)?.id ?? 0;
const toThing = ([change]: RowChange[]): ItemReference => ({
  subject: change?.subject ?? "",
  subjectId: change?.subjectId ?? null,
});

const isUndoable = () => and(gt(changesets.undoUntil, new Date()), isNull(changesets.undoneBy));

const thingKey = ({ table, rowId, subject, subjectId }: RowChange) =>
  WATCHED_TABLES[table]?.isLink ? `${table} ${rowId}` : `${subject} ${subjectId}`;

/** True if the change added an item. Emails do not count, because another item caused them. */
const isAdded = ({ table, kind }: RowChange) => kind === "insert" && table !== "outbox";

const ADDED_TO = Object.keys(WATCHED_TABLES).filter((table) => !WATCHED_TABLES[table]?.on);

/** Removes a changeset's added rows if they are unchanged, thousands per statement. */
function removeAdded(id: number, undoId: number): Set<string> {
  const removed = ADDED_TO.flatMap((table) => {
    const ids = statements()
      .prepare(
        `delete from ${table} where id in (select row_id from changes added
          where changeset_id = ? and table_name = '${table}' and kind = 'insert'
          and not ${isChangedLaterSql(table, ["added.row_id", "added.id"], IS_OTHER)})
        and ${WATCHED_TABLES[table]?.removableIf ?? "1"} returning id`,
      )
      .all(id, undoId, id) as { id: number }[];
    return ids.map((row) => `${table} ${row.id}`);
  });
  return new Set(removed);
}

/** Compiles each statement once, because a large import is undone row by row. */
const statements = prepareOnce(() => withStatementCache(sqlite));

function isGone({ table, rowId, kind }: RowChange): boolean {
  if (table === "outbox" || (kind !== "insert" && kind !== "update")) return false;
  return !isThere(table, rowId);
}

const isThere = (table: string, id: number | null) =>
  statements().prepare(`select 1 from ${table} where id = ?`).get(id) !== undefined;

/** SQL: no undo has reversed the change `later` in the changeset `by`. */
const NOT_REVERSED = `(by.undone_by is null or not exists (
  select 1 from changes reversed where reversed.changeset_id = by.undone_by
  and reversed.table_name = later.table_name and reversed.row_id = later.row_id))`;

/** SQL: a later change that satisfies `how` is in effect. Ignores undone changes and undos. */
export const isChangedLaterSql = (table: string, [row, id]: [row: string, id: string], how: string): string =>
  `exists (select 1 from changes later left join changesets by on by.id = later.changeset_id
    where later.table_name = '${table}' and later.row_id = ${row} and later.id > ${id}
    and by.undoes is null and ${NOT_REVERSED} and ${how})`;

const IS_OTHER = "later.changeset_id is not ? and later.changeset_id is not ?";
/** SQL with parameters for the row, the change and two ignored changesets. */
const changedSince = (table: string, how: string): string =>
  isChangedLaterSql(table, ["?", "?"], `${IS_OTHER} and ${how}`);

/** Returns false if the change can no longer be reversed. */
function reverseRow({ id, changesetId, table, rowId, kind, before, after }: RowChange, undoId: number) {
  if (kind === "event") return true;
  const was = Object.entries(before ?? {});
  const is = Object.entries(after ?? {});
  const run = (text: string, values: unknown[]) =>
    statements()
      .prepare(text)
      .run(...values).changes > 0;
  const since = [rowId, id, undoId, changesetId];
  if (kind === "insert") {
    const isRemovable = WATCHED_TABLES[table]?.removableIf ?? "1";
    return !isThere(table, rowId) || run(`delete from ${table} where id = ? and ${isRemovable}`, [rowId]);
  }
  if (was.length === 0) return false;
  const names = was.map(([name]) => name);
  if (kind === "update") {
    const set = names.map((name) => `${name} = ?`).join(", ");
    const isAsLeft = names.map((name) => `${name} is ?`).join(" and ");
    const isOther = changedSince(
      table,
      `exists (select 1 from json_each(later.before) where key in (${names.map((name) => `'${name}'`).join(", ")}))`,
    );
    // A statement of its own, because SQLite is much slower with both in one.
    if (statements().prepare(`select 1 where ${isOther}`).get(since)) return false;
    return run(
      `update ${table} set ${set}, updated_at = max(updated_at + 1, cast(unixepoch('subsec') * 1000 as integer))
       where id = ? and ${isAsLeft}`,
      [...was.map(([, value]) => value), rowId, ...is.map(([, value]) => value)],
    );
  }
  try {
    return run(
      `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      was.map(([, value]) => value),
    );
  } catch (error) {
    if (!/^SQLITE_CONSTRAINT/.test(String((error as { code?: string }).code))) throw error;
    return false;
  }
}

/** Moves a link's deletion to the changeset whose undo restores the linked item. */
function handOver(tx: Db, { id, table, kind, before }: RowChange): void {
  if (kind !== "delete" || !WATCHED_TABLES[table]?.isLink) return;
  const ends = sqlite.pragma(`foreign_key_list(${table})`) as { table: string; from: string }[];
  for (const end of ends) {
    const deleted = tx
      .select({ id: changesets.id })
      .from(changes)
      .innerJoin(changesets, eq(changesets.id, changes.changesetId))
      .where(
        and(
          eq(changes.table, end.table),
          eq(changes.rowId, Number(before?.[end.from])),
          eq(changes.kind, "delete"),
          isUndoable(),
        ),
      )
      .get();
    if (deleted) tx.update(changes).set({ changesetId: deleted.id }).where(eq(changes.id, id)).run();
  }
}

export const listUndoable = (
  subject: string,
  which?: SQL,
  /** Column that identifies an item; links need `row_id`. */
  idOf: "subject_id" | "row_id" = "subject_id",
) =>
  db
    .select({
      id: changesets.id,
      label: changesets.label,
      actor: changesets.actor,
      undoUntil: changesets.undoUntil,
      subjectId: sql<number | null>`(select ${sql.raw(idOf)} from changes
        where changeset_id = changesets.id and changes.subject = ${subject} limit 1)`,
    })
    .from(changesets)
    .where(and(isUndoable(), eq(changesets.subject, subject), which))
    .orderBy(desc(changesets.undoUntil))
    .all()
    .map(({ undoUntil, label, ...undoable }) => ({
      ...undoable,
      label: label ?? "",
      until: undoUntil?.toISOString() ?? "",
    }));

export const countUndoable = (...subjects: string[]): SQL<number> =>
  sql`(select count(*) from changesets where ${inArray(changesets.subject, subjects)} and undone_by is null
    and undo_until > (unixepoch('subsec') * 1000))`;

export const undoableImages = (): string[] =>
  db
    .select({ url: sql<string>`${changes.before} ->> 'image_url'` })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(and(isUndoable(), sql`${changes.before} ->> 'image_url' is not null`))
    .all()
    .map(({ url }) => url);
