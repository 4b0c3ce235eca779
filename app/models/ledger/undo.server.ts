// Taking a changeset back: row by row, the last first, where what it did still holds.
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { LEDGER } from "#app/db/ledger.server.ts";
import { prepared } from "#app/db/prepared.server.ts";
import { changes, changesets } from "#app/db/schema.server.ts";
import { withStatementCache } from "#app/db/statement-cache.server.ts";
import { type By, changesetWithin } from "#app/models/ledger/changeset.server.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";

export type Change = typeof changes.$inferSelect;

/** Without contents: the result of a form is kept for a day. */
export type Thing = Pick<Change, "subject" | "subjectId">;

export type Undone =
  | { ok: true; back: Thing[]; left: Thing[] }
  /** `over`: too late, or done already. `blocked`: nothing of it could be taken back, and nothing was. */
  | { ok: false; reason: "over"; left?: undefined }
  | { ok: false; reason: "blocked"; left: Thing[] };

/** Reverses the changes of one thing by rules of its own; false where they have to stay. */
type Reverse = (tx: Db, changes: Change[], undoId: number) => boolean;

export type UndoOptions = {
  /** What the history calls it. */
  action?: string;
  /** Says which things are reversed by rules of their own. */
  reverse?: (thing: Change[]) => Reverse | undefined;
  /** Runs in the same transaction, with what was taken back. */
  afterwards?: (tx: Db, back: Change[]) => void;
};

/**
 * Takes back a changeset of this subject, as a changeset of its own. Of one thing all of it is taken back or nothing:
 * `left` names what stays.
 */
export const undo = (
  by: By,
  wanted: { id: number; subject: string },
  options: UndoOptions = {},
): Promise<Undone> =>
  // Thousands of rows may change.
  batch((tx) => undoWithin(tx, by, wanted, options), { isAlone: true });

const undoWithin = (
  tx: Db,
  by: By,
  { id, subject }: { id: number; subject: string },
  { action = "undo", reverse, afterwards }: UndoOptions = {},
): Undone =>
  changesetWithin(tx, by, action, (undoId): Undone => {
    const isWanted = and(eq(changesets.id, id), eq(changesets.subject, subject), isUndoable());
    if (!tx.select({ id: changesets.id }).from(changesets).where(isWanted).get())
      return { ok: false, reason: "over" };
    const all = tx.select().from(changes).where(eq(changes.changesetId, id)).orderBy(desc(changes.id)).all();
    const removed = all.some(isAdded) ? removeAdded(id, undoId) : new Set<string>();
    const back: Change[][] = [];
    const stuck: Change[][] = [];
    for (const thing of Map.groupBy(all, thingOf).values()) {
      const added = thing.find(isAdded);
      const isRemoved = added !== undefined && removed.has(`${added.table} ${added.rowId}`);
      // Deleted since: there is nothing left to undo of it.
      if (!isRemoved && thing.some(isGone)) continue;
      (isRemoved || (!added && reverseThing(tx, thing, undoId, reverse?.(thing))) ? back : stuck).push(thing);
    }
    const left = stuck.toSorted((one, other) => firstId(one) - firstId(other)).map(toThing);
    if (back.length === 0 && left.length > 0) return { ok: false, reason: "blocked", left };
    tx.update(changesets).set({ undoneBy: undoId }).where(eq(changesets.id, id)).run();
    tx.update(changesets).set({ undoes: id }).where(eq(changesets.id, undoId)).run();
    for (const change of stuck.flat()) handOver(tx, change);
    afterwards?.(tx, back.flat());
    return { ok: true, back: back.map(toThing), left };
  });

/** All of its changes or none, the last first. */
function reverseThing(tx: Db, thing: Change[], undoId: number, own?: Reverse): boolean {
  sqlite.exec("savepoint thing");
  const isBack = own ? own(tx, thing, undoId) : thing.every((change) => reverseRow(change, undoId));
  sqlite.exec(isBack ? "release thing" : "rollback to thing; release thing");
  return isBack;
}

const firstId = (thing: Change[]): number => thing.at(-1)?.id ?? 0;
const toThing = ([change]: Change[]): Thing => ({
  subject: change?.subject ?? "",
  subjectId: change?.subjectId ?? null,
});

/** Of a changeset: the time for an undo is not over, and it has not been undone. */
export const isUndoable = () => and(gt(changesets.undoUntil, new Date()), isNull(changesets.undoneBy));

const thingOf = ({ table, rowId, subject, subjectId }: Change) =>
  LEDGER[table]?.isLink ? `${table} ${rowId}` : `${subject} ${subjectId}`;

/** A row that is a thing itself. Mail goes with what promised it. */
const isAdded = ({ table, kind }: Change) => kind === "insert" && table !== "outbox";

const ADDED_TO = Object.keys(LEDGER).filter((table) => !LEDGER[table]?.on);

/** Removes what a changeset has added and nothing has changed since, thousands of rows in one statement. */
function removeAdded(id: number, undoId: number): Set<string> {
  const removed = ADDED_TO.flatMap((table) => {
    const ids = statements()
      .prepare(
        `delete from ${table} where id in (select row_id from changes added
          where changeset_id = ? and tbl = '${table}' and kind = 'insert'
          and not ${isOvertaken(table, ["added.row_id", "added.id"], IS_OTHER)})
        and ${LEDGER[table]?.removableIf ?? "1"} returning id`,
      )
      .all(id, undoId, id) as { id: number }[];
    return ids.map((row) => `${table} ${row.id}`);
  });
  return new Set(removed);
}

/** An import of thousands is undone row by row: each text is compiled once. */
const statements = prepared(() => withStatementCache(sqlite));

function isGone({ table, rowId, kind }: Change): boolean {
  if (table === "outbox" || (kind !== "insert" && kind !== "update")) return false;
  return statements().prepare(`select 1 from ${table} where id = ?`).get(rowId) === undefined;
}

/** In SQL, of a `later` change made `by` a changeset: the undo of that has not reversed it. */
const NOT_REVERSED = `(by.undone_by is null or not exists (
  select 1 from changes reversed where reversed.changeset_id = by.undone_by
  and reversed.tbl = later.tbl and reversed.row_id = later.row_id))`;

/** In SQL: a later change of a row holds, of those that `how` asks for. An undone change and its undo do not count. */
export const isOvertaken = (table: string, [row, id]: [row: string, id: string], how: string): string =>
  `exists (select 1 from changes later left join changesets by on by.id = later.changeset_id
    where later.tbl = '${table}' and later.row_id = ${row} and later.id > ${id}
    and by.undoes is null and ${NOT_REVERSED} and ${how})`;

/** With places for two changesets that do not count. */
const IS_OTHER = "later.changeset_id is not ? and later.changeset_id is not ?";
/** The same with places for the row and the change too. */
const changedSince = (table: string, how = "1"): string =>
  isOvertaken(table, ["?", "?"], `${IS_OTHER} and ${how}`);

/** Whether anything of the row of a change has been changed since, but by its undo. */
export const isChangedSince = ({ id, changesetId, table, rowId }: Change, undoId: number): boolean =>
  statements()
    .prepare(`select 1 where ${changedSince(table)}`)
    .get(rowId, id, undoId, changesetId) !== undefined;

/** Reverses one change; false where the row is not as the change left it. */
export function reverseRow(
  { id, changesetId, table, rowId, kind, before, after }: Change,
  undoId: number,
): boolean {
  if (kind === "event") return true;
  const [was, is] = [Object.entries(before ?? {}), Object.entries(after ?? {})];
  const run = (text: string, values: unknown[]) =>
    statements()
      .prepare(text)
      .run(...values).changes > 0;
  const since = [rowId, id, undoId, changesetId];
  if (kind === "insert") {
    const isThere = statements().prepare(`select 1 from ${table} where id = ?`).get(rowId) !== undefined;
    return (
      !isThere || run(`delete from ${table} where id = ? and ${LEDGER[table]?.removableIf ?? "1"}`, [rowId])
    );
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
    return run(
      `update ${table} set ${set}, updated_at = max(updated_at + 1, cast(unixepoch('subsec') * 1000 as integer))
       where id = ? and ${isAsLeft} and not ${isOther}`,
      [...was.map(([, value]) => value), rowId, ...is.map(([, value]) => value), ...since],
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

/** Gives a link whose other end is gone to the changeset that would bring that back. */
function handOver(tx: Db, { id, table, kind, before }: Change): void {
  if (kind !== "delete" || !LEDGER[table]?.isLink) return;
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

/** The offers of this subject, the latest first. */
export const listUndoable = (
  subject: string,
  which?: SQL,
  /** A link goes by its own row. */
  idOf: "subject_id" | "row_id" = "subject_id",
): Undoable[] =>
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

/** The number of offers of these subjects, in a query. */
export const countUndoable = (...subjects: string[]): SQL<number> =>
  sql`(select count(*) from changesets where ${inArray(changesets.subject, subjects)} and undone_by is null
    and undo_until > (unixepoch('subsec') * 1000))`;

/** The images that an undo may bring back. */
export const undoableImages = (): string[] =>
  db
    .select({ url: sql<string>`${changes.before} ->> 'image_url'` })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(and(isUndoable(), sql`${changes.before} ->> 'image_url' is not null`))
    .all()
    .map(({ url }) => url);
