import { and, eq, inArray, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates } from "#app/db/schema.server.ts";
import { offerUndo, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { isChangedLaterSql, listUndoable, undo } from "#app/models/changeset/undo.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { setPaid } from "#app/models/delegate/payment.server.ts";
import { filterCondition } from "#app/models/delegate/search.server.ts";
import {
  changeStatusIfAsShown,
  MAIL_WAIT_MS,
  offerUndoBeforeMail,
} from "#app/models/delegate/status.server.ts";
import {
  type DelegateChange,
  MAX_NAMED_DELEGATES,
  MAX_STATUS_CHANGES,
  type PaymentState,
  type ShownStatus,
  type StatusChangeOutcome,
  type StatusChangeSummary,
  type UndoableChange,
} from "#app/vocabulary/delegate-status.ts";

const SUBJECT = "status";
const LARGE = 500;

type Asked = { status: DelegateChange; actor: string; formId?: string; note?: string | null };

type Changed = { ok: true } & StatusChangeSummary;
type TooMany = { ok: false; reason: "tooMany" };

/** Sets statuses in one transaction. Skips delegates whose status is no longer the one shown. */
export const changeStatuses = (people: ShownStatus[], asked: Asked): Promise<Changed | TooMany> =>
  runChangeset(asked, "status", (tx, id) => setStatuses(tx, id, people, asked));

/** Sets the status of all delegates who match or, if any has changed since the count, of none. */
export const changeAllStatuses = (
  { filter, counted }: { filter: DelegateFilter; counted: string },
  asked: Asked,
): Promise<Changed | TooMany | { ok: false; reason: "changed" }> =>
  runChangeset(asked, "status", (tx, id) => {
    if (countMatchingText(filter, tx) !== counted) return { ok: false, reason: "changed" };
    const people = tx
      .select({ id: delegates.id, shown: delegates.status })
      .from(delegates)
      .where(and(filterCondition(filter), sql`${delegates.status} <> ${asked.status}`))
      .limit(MAX_STATUS_CHANGES + 1)
      .all();
    return setStatuses(tx, id, people, asked);
  });

/** Returns the number of delegates who match, and two sums that differ after any of them has changed. */
export function countMatchingText(filter: DelegateFilter, tx: Db = db): string {
  const { id, updatedAt } = delegates;
  const text = sql<string>`concat_ws('-', count(*), sum(${id}), sum(${updatedAt}))`;
  // Finds the ids in an index first, like a search, because no index contains the time.
  const condition = filterCondition(filter);
  const found = condition && inArray(id, tx.select({ id }).from(delegates).where(condition));
  return tx.select({ text }).from(delegates).where(found).get()?.text ?? "";
}

function setStatuses(tx: Db, id: number, people: ShownStatus[], { status, note = null }: Asked) {
  if (people.length > MAX_STATUS_CHANGES) return { ok: false as const, reason: "tooMany" as const };
  if (status === "paid" || status === "unpaid") return setPayments(tx, id, people, status);
  const noted = people.map((person) => ({ ...person, note }));
  const outcomes = changeStatusIfAsShown(tx, noted, status, MAIL_WAIT_MS);
  const idsOf = (outcome: StatusChangeOutcome) =>
    people.flatMap(({ id }) => (outcomes.get(id) === outcome ? [id] : []));
  const changed = idsOf("changed").length;
  const asked = idsOf("asked");
  if (changed > 0) offerUndoBeforeMail(tx, id, SUBJECT, "");
  const firstAsked = asked.slice(0, MAX_NAMED_DELEGATES);
  return { ok: true as const, id, status, changed, asked: asked.length, firstAsked };
}

/** Repeating it does no harm, so no one is asked whether anything has changed meanwhile. */
function setPayments(tx: Db, id: number, people: ShownStatus[], status: PaymentState) {
  const ids = people.map((person) => person.id);
  const changed = setPaid(tx, ids, status === "paid");
  if (changed > 0) offerUndo(tx, id, { subject: SUBJECT, label: "" });
  return { ok: true as const, id, status, changed, asked: 0, firstAsked: [] };
}

export const isStatusChangeUndoable = (id: number): boolean =>
  listUndoable(SUBJECT, eq(changesets.id, id)).length > 0;

/** True if its undo in this thread would delay other requests. */
export const isLargeStatusChange = (id: number): boolean =>
  db.select().from(changes).where(eq(changes.changesetId, id)).limit(LARGE).all().length === LARGE;

type UndoneStatus = { ok: true; restored: number; only: number | null; left: number } | { ok: false };

/** Keeps statuses that have changed again since. */
export async function undoStatusChange(id: number, actor: string, formId?: string): Promise<UndoneStatus> {
  const undone = await undo({ actor, formId }, { id, subject: SUBJECT }, { action: "status" });
  if (!undone.ok) return { ok: false };
  const idsOf = (rows: typeof undone.back) => [...new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))];
  const restored = idsOf(undone.back);
  const left = idsOf(undone.left);
  const [one = null, ...others] = restored;
  return { ok: true, restored: restored.length, only: others.length === 0 ? one : null, left: left.length };
}

/** Maps each delegate to the latest undoable change and the number of delegates it affects. */
export function listUndoableChanges(delegateIds: readonly number[]): Map<number, UndoableChange> {
  const shown = new Set(delegateIds);
  return new Map(
    listUndoable(SUBJECT).flatMap(({ id, until }) => {
      const standing = db
        .select({ id: changes.rowId })
        .from(changes)
        .where(and(eq(changes.changesetId, id), IS_STATUS_CHANGE, IS_LATEST))
        .all()
        .flatMap((row) => row.id ?? []);
      const undoable = { change: id, people: standing.length, msLeft: Date.parse(until) - Date.now() };
      return standing.flatMap((id): [number, UndoableChange][] => (shown.has(id) ? [[id, undoable]] : []));
    }),
  );
}

export const IS_STATUS_CHANGE = and(
  eq(changes.table, "delegates"),
  sql`${changes.before} ->> 'status' is not null`,
);

/** SQL: no later status change of the same delegate is in effect. */
const IS_LATEST = sql.raw(
  `not ${isChangedLaterSql("delegates", ["changes.row_id", "changes.id"], "later.before ->> 'status' is not null")}`,
);
