import { and, asc, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates } from "#app/db/schema.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { filterCondition } from "#app/models/delegate/search.server.ts";
import {
  changeStatusIfAsShown,
  MAIL_WAIT_MS,
  offerUndoBeforeMail,
} from "#app/models/delegate/status.server.ts";
import {
  IS_STATUS_CHANGE,
  isRevisionStored,
  statusAtRevision,
} from "#app/models/delegate/status-revision.server.ts";
import { runChangeset } from "#app/models/ledger/changeset.server.ts";
import { isChangedLaterSql, isUndoable, undo } from "#app/models/ledger/undo.server.ts";
import {
  type DelegateStatus,
  MAX_NAMED_DELEGATES,
  MAX_STATUS_CHANGES,
  type ShownStatus,
  type StatusChangeOutcome,
  type StatusChangeSummary,
  type UndoableChange,
} from "#app/vocabulary/delegate-status.ts";

const SUBJECT = "status";

/** `seen` is the `latestRevision` when the page listed or counted the delegates. */
export type DelegateSelection = { people: ShownStatus[] } | Counted;
type Counted = { filter: DelegateFilter; latestId: number; seen: number };

type Asked = { status: DelegateStatus; actor: string; formId: string; note?: string | null };

type Changed = { ok: true } & StatusChangeSummary;
/** `tooOld`: changes since `seen` are no longer stored. `tooMany`: more than MAX_STATUS_CHANGES. */
export type StatusChangeRefusal = { ok: false; reason: "tooOld" | "tooMany" };

/** Sets statuses in one transaction. Skips delegates whose status changed after the page loaded. */
export const changeStatuses = (
  chosen: DelegateSelection,
  { status, actor, formId, note = null }: Asked,
): Promise<Changed | StatusChangeRefusal> =>
  runChangeset({ actor, formId }, "status", (tx, id): Changed | StatusChangeRefusal => {
    const people = "people" in chosen ? chosen.people : peopleOf(tx, chosen, status);
    if (people === "tooOld") return { ok: false, reason: "tooOld" };
    if (people.length > MAX_STATUS_CHANGES) return { ok: false, reason: "tooMany" };
    const noted = people.map((person) => ({ ...person, note }));
    const outcomes = changeStatusIfAsShown(tx, noted, status, MAIL_WAIT_MS);
    const idsOf = (outcome: StatusChangeOutcome) =>
      people.flatMap(({ id }) => (outcomes.get(id) === outcome ? [id] : []));
    const changed = idsOf("changed").length;
    const asked = idsOf("asked");
    if (changed > 0) offerUndoBeforeMail(tx, id, SUBJECT, "");
    const firstAsked = asked.slice(0, MAX_NAMED_DELEGATES);
    return { ok: true, id, status, changed, asked: asked.length, firstAsked };
  });

function peopleOf(tx: Db, counted: Counted, status: DelegateStatus): ShownStatus[] | "tooOld" {
  if (!isRevisionStored(tx, counted.seen)) return "tooOld";
  const shown = statusAtRevision(counted.seen);
  const isMeant = and(lte(delegates.id, counted.latestId), filterCondition(counted.filter, shown));
  return tx
    .select({ id: delegates.id, shown })
    .from(delegates)
    .where(and(isMeant, ne(delegates.status, status)))
    .limit(MAX_STATUS_CHANGES + 1)
    .all();
}

export const isStatusChangeUndoable = (id: number): boolean =>
  undoableChanges(eq(changesets.id, id)).length > 0;

const undoableChanges = (which?: SQL) =>
  db
    .select({ id: changesets.id, until: changesets.undoUntil })
    .from(changesets)
    .where(and(isUndoable(), eq(changesets.subject, SUBJECT), which))
    .orderBy(asc(changesets.id))
    .all();

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
    undoableChanges().flatMap(({ id, until }) => {
      const standing = db
        .select({ id: changes.rowId })
        .from(changes)
        .where(and(eq(changes.changesetId, id), IS_STATUS_CHANGE, IS_LATEST))
        .all()
        .flatMap((row) => row.id ?? []);
      const undoable = { change: id, people: standing.length, msLeft: Number(until) - Date.now() };
      return standing.flatMap((id): [number, UndoableChange][] => (shown.has(id) ? [[id, undoable]] : []));
    }),
  );
}

/** SQL: no later status change of the same delegate is in effect. */
const IS_LATEST = sql.raw(
  `not ${isChangedLaterSql("delegates", ["changes.row_id", "changes.id"], "later.before ->> 'status' is not null")}`,
);
