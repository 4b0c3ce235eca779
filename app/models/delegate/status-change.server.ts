import { and, asc, eq, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates, outbox } from "#app/db/schema.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { matches } from "#app/models/delegate/search.server.ts";
import { changeStatusIfAsShown, UNDO_MS } from "#app/models/delegate/status.server.ts";
import { IS_STATUS, isRemembered, statusAt } from "#app/models/delegate/status-revision.server.ts";
import { changeset, offerUndo, recordEvent } from "#app/models/ledger/changeset.server.ts";
import { SKIPPED } from "#app/models/ledger/expiry.server.ts";
import { type Change, isOvertaken, isUndoable, undo } from "#app/models/ledger/undo.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import {
  type ChangedStatus,
  type DelegateStatus,
  MAX_CHANGED,
  MAX_NAMED,
  type ShownStatus,
  type UndoableChange,
} from "#app/vocabulary/delegate-status.ts";

/** The undo ends this long before the emails are due, which are queued before the last change. */
const MARGIN_MS = Math.min(1_000, UNDO_MS / 2);
const SUBJECT = "status";

/** `seen` is the `latestRevision` of the page that showed or counted the delegates. */
export type Chosen = { people: ShownStatus[] } | Counted;
type Counted = { filter: DelegateFilter; latestId: number; seen: number } | { leftBy: number; seen: number };

type Asked = { status: DelegateStatus; actor: string; formId: string; note?: string | null };

type Changed = { ok: true; id: number; status: DelegateStatus; changed: number };
/** `tooOld`: changes since the page was loaded are no longer stored. `tooMany`: more than MAX_CHANGED. */
export type StatusChangeRefused = { ok: false; reason: "tooOld" | "tooMany" };

/** Changes the chosen delegates in one transaction. Skips those whose status differs from the page. */
export const changeStatusOf = (
  chosen: Chosen,
  { status, actor, formId, note = null }: Asked,
): Promise<Changed | StatusChangeRefused> =>
  changeset({ actor, formId }, "status", (tx, id): Changed | StatusChangeRefused => {
    const people = "people" in chosen ? chosen.people : peopleOf(tx, chosen, status);
    if (people === "tooOld") return { ok: false, reason: "tooOld" };
    if (people.length > MAX_CHANGED) return { ok: false, reason: "tooMany" };
    const noted = people.map((person) => ({ ...person, note }));
    const outcomes = changeStatusIfAsShown(tx, noted, status, { waitMs: UNDO_MS });
    const changed = [...outcomes.values()].filter((outcome) => outcome === "changed").length;
    const left = { table: "delegates", subject: SKIPPED, after: { note } };
    for (const { id: rowId, shown } of people.filter(({ id }) => outcomes.get(id) === "asked"))
      recordEvent(tx, id, { ...left, rowId, before: { shown } });
    if (changed > 0) makeUndoable(tx, id);
    return { ok: true, id, status, changed };
  });

function makeUndoable(tx: Db, id: number): void {
  if (UNDO_MS > 0) offerUndo(tx, id, { subject: SUBJECT, label: "", ms: UNDO_MS - MARGIN_MS });
}

function peopleOf(tx: Db, counted: Counted, status: DelegateStatus): ShownStatus[] | "tooOld" {
  if (!isRemembered(tx, counted.seen)) return "tooOld";
  const shown = statusAt(counted.seen);
  const isMeant =
    "filter" in counted
      ? and(lte(delegates.id, counted.latestId), matches(counted.filter, shown))
      : inArray(delegates.id, tx.select({ id: changes.rowId }).from(changes).where(isLeftBy(counted.leftBy)));
  return tx
    .select({ id: delegates.id, shown })
    .from(delegates)
    .where(and(isMeant, ne(delegates.status, status)))
    .limit(MAX_CHANGED + 1)
    .all();
}

const isLeftBy = (id: number) => and(eq(changes.changesetId, id), eq(changes.subject, SKIPPED));

/** Returns null for an unknown change. Names only the first skipped delegates. */
export async function getStatusChange(id: number): Promise<ChangedStatus | null> {
  const row = db.select({ result: changesets.result }).from(changesets).where(eq(changesets.id, id)).get();
  const done = row?.result as Changed | StatusChangeRefused | null | undefined;
  if (!done?.ok || done.status === undefined) return null;
  const skipped = db
    .select({
      id: delegates.id,
      name: delegates.name,
      reference: delegates.reference,
      status: delegates.status,
      shown: sql<DelegateStatus | null>`${changes.before} ->> 'shown'`,
      note: sql<string | null>`${changes.after} ->> 'note'`,
    })
    .from(changes)
    .innerJoin(delegates, eq(delegates.id, changes.rowId))
    .where(and(isLeftBy(id), ne(delegates.status, done.status)))
    .orderBy(asc(delegates.id))
    .all();
  const { status, changed } = done;
  return { id, status, changed, asked: skipped.length, skipped: skipped.slice(0, MAX_NAMED) };
}

export const isStatusUndoable = (id: number): boolean => undoableChanges(eq(changesets.id, id)).length > 0;

const undoableChanges = (which?: SQL) =>
  db
    .select({ id: changesets.id, until: changesets.undoUntil })
    .from(changesets)
    .where(and(isUndoable(), eq(changesets.subject, SUBJECT), which))
    .orderBy(asc(changesets.id))
    .all();

type UndoneStatus = { ok: true; restored: number; only: number | null; left: number } | { ok: false };

/** Keeps statuses that were changed again, and queues retracted emails again. */
export async function undoStatusChange(id: number, actor: string, formId?: string): Promise<UndoneStatus> {
  const undone = await undo(
    { actor, formId },
    { id, subject: SUBJECT },
    { action: "status", afterwards: restorePromisedMail },
  );
  if (!undone.ok) return { ok: false };
  const idsOf = (rows: typeof undone.back) => [...new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))];
  const [restored, left] = [idsOf(undone.back), idsOf(undone.left)];
  const [one = null, ...others] = restored;
  return { ok: true, restored: restored.length, only: others.length === 0 ? one : null, left: left.length };
}

/** Moves the status change that first queued a restored email to a new changeset, so it can be undone again. */
export function restorePromisedMail(tx: Db, back: Change[]): void {
  const promised = back.filter(({ table, kind }) => table === "outbox" && kind === "delete");
  for (const { rowId, subjectId } of promised) {
    if (rowId === null || subjectId === null) continue;
    const nextAttemptAt = new Date(Date.now() + UNDO_MS);
    const again = tx.update(outbox).set({ nextAttemptAt, letterId: null }).where(eq(outbox.id, rowId)).run();
    if (again.changes === 0) continue;
    const first = tx
      .select({ id: changesets.id, actor: changesets.actor })
      .from(changes)
      .innerJoin(changesets, eq(changesets.id, changes.changesetId))
      .where(
        and(
          eq(changes.table, "outbox"),
          eq(changes.rowId, rowId),
          eq(changes.kind, "insert"),
          eq(changesets.action, "status"),
          isNull(changesets.undoes),
        ),
      )
      .get();
    if (!first) continue;
    const { id } = tx
      .insert(changesets)
      .values({ actor: first.actor, action: "status" })
      .returning({ id: changesets.id })
      .get();
    const isOfPerson = and(eq(changes.subject, "delegate"), eq(changes.subjectId, subjectId));
    tx.update(changes)
      .set({ changesetId: id })
      .where(and(eq(changes.changesetId, first.id), isOfPerson))
      .run();
    makeUndoable(tx, id);
  }
  if (promised.length > 0) notifyAfterCommit();
}

/** Maps each delegate to the latest undoable change and the number of delegates its undo affects. */
export function listUndoableChanges(delegateIds: readonly number[]): Map<number, UndoableChange> {
  const shown = new Set(delegateIds);
  return new Map(
    undoableChanges().flatMap(({ id, until }) => {
      const standing = db
        .select({ id: changes.rowId })
        .from(changes)
        .where(and(eq(changes.changesetId, id), IS_STATUS, IS_LATEST))
        .all()
        .flatMap((row) => row.id ?? []);
      const undoable = { change: id, people: standing.length, msLeft: Number(until) - Date.now() };
      return standing.flatMap((id): [number, UndoableChange][] => (shown.has(id) ? [[id, undoable]] : []));
    }),
  );
}

/** SQL: no later status change of the same delegate is in effect. */
const IS_LATEST = sql.raw(
  `not ${isOvertaken("delegates", ["changes.row_id", "changes.id"], "later.before ->> 'status' is not null")}`,
);
