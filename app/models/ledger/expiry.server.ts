// What the ledger keeps for a while only.
import { and, eq, gt, isNotNull, isNull, lt, lte, not, sql } from "drizzle-orm";
import { keptSince, latestMoment } from "#app/db/clock.server.ts";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { changes, changesets } from "#app/db/schema.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year, and the weeks in which the next conference looks back at it. */
export const HISTORY_KEPT_DAYS = 400;
/** How long a deletion, an import or a correction can be undone. */
export const UNDO_MS = 10 * 60_000;
/** How long a used form and a draft of one are kept. */
export const KEPT_FOR_MS = DAY_MS;
/** The subject of what is noted of people whom a change of status has left alone; the history does not show it. */
export const LEFT_ALONE = "left alone";

/** In SQL, with `expiryMoments`: something is past its time. */
export const IS_EXPIRY_DUE = `exists (select 1 from changesets where created_at < ?)
  or exists (select 1 from changesets where form_id is not null and created_at <= ?)
  or exists (select 1 from changesets where undo_until < ?)
  or exists (select 1 from changes where kind = 'delete' and before is not null and created_at < ?)`;
export const expiryMoments = (): number[] =>
  [HISTORY_KEPT_DAYS * DAY_MS, KEPT_FOR_MS, 0, UNDO_MS].map((keptMs) => keptSince(keptMs).getTime());

/** Removes what is past its time: the history, used forms, and what an undo could have brought back. */
export function expireLedger(tx: Db): void {
  const before = keptSince(HISTORY_KEPT_DAYS * DAY_MS);
  tx.delete(changesets).where(lt(changesets.createdAt, before)).run();
  tx.delete(changes).where(lt(changes.createdAt, before)).run();
  const used = tx
    .update(changesets)
    .set({ formId: null, result: null })
    .where(and(IS_USED, lte(changesets.createdAt, keptSince(KEPT_FOR_MS))))
    .returning({ id: changesets.id })
    .all();
  if (used.length > 0) {
    const ids = used.map(({ id }) => id);
    tx.delete(changes)
      .where(and(eq(changes.subject, LEFT_ALONE), isAnyOf(changes.changesetId, ids)))
      .run();
    const hasChanges = sql`exists (select 1 from changes where changeset_id = changesets.id)`;
    tx.delete(changesets)
      .where(and(isAnyOf(changesets.id, ids), not(hasChanges)))
      .run();
  }
  tx.update(changesets)
    .set({ undoUntil: null })
    .where(lt(changesets.undoUntil, keptSince(0)))
    .run();
  // Also what no undo was offered for, such as an email that a cancellation took back.
  tx.update(changes)
    .set({ before: null })
    .where(and(IS_KEPT, lt(changes.createdAt, keptSince(UNDO_MS))))
    .run();
}

/** Of a changeset: its form has been carried out, and is not being carried out now. */
const IS_USED = and(isNotNull(changesets.formId), isNull(changesets.isOpen));

/** Of a change: the whole row that it deleted. */
const IS_KEPT = sql`kind = 'delete' and before is not null`;

/** What was made while the clock was ahead would be kept for years: it is kept as long as if it were made now. */
export function countFromNow(tx: Db): void {
  const latest = latestMoment();
  const undoUntil = sql`${changesets.undoUntil} - ${changesets.createdAt} + ${latest.getTime()}`;
  tx.update(changesets).set({ createdAt: latest, undoUntil }).where(gt(changesets.createdAt, latest)).run();
  tx.update(changes).set({ createdAt: latest }).where(gt(changes.createdAt, latest)).run();
}
