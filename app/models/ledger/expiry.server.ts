import { and, eq, gt, isNotNull, isNull, lt, lte, not, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { changes, changesets } from "#app/db/schema.server.ts";
import { latestPlausibleTime, retentionCutoff } from "#app/db/trusted-clock.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year, plus the weeks in which the next conference's organisers look back. */
export const HISTORY_KEPT_DAYS = 400;
/** Period in which a deletion, import or correction can be undone. */
export const UNDO_MS = 10 * 60_000;
export const FORMS_KEPT_MS = DAY_MS;
/** Subject of changes that record skipped delegates. The history omits them. */
export const SKIPPED = "left alone";

export const IS_EXPIRY_DUE = `exists (select 1 from changesets where created_at < ?)
  or exists (select 1 from changesets where form_id is not null and created_at <= ?)
  or exists (select 1 from changesets where undo_until < ?)
  or exists (select 1 from changes where kind = 'delete' and before is not null and created_at < ?)`;
export const expiryMoments = (): number[] =>
  [HISTORY_KEPT_DAYS * DAY_MS, FORMS_KEPT_MS, 0, UNDO_MS].map((keptMs) => retentionCutoff(keptMs).getTime());

export function expireLedger(tx: Db): void {
  const before = retentionCutoff(HISTORY_KEPT_DAYS * DAY_MS);
  tx.delete(changesets).where(lt(changesets.createdAt, before)).run();
  tx.delete(changes).where(lt(changes.createdAt, before)).run();
  const used = tx
    .update(changesets)
    .set({ formId: null, result: null })
    .where(and(IS_USED, lte(changesets.createdAt, retentionCutoff(FORMS_KEPT_MS))))
    .returning({ id: changesets.id })
    .all();
  if (used.length > 0) {
    const ids = used.map(({ id }) => id);
    tx.delete(changes)
      .where(and(eq(changes.subject, SKIPPED), isAnyOf(changes.changesetId, ids)))
      .run();
    const hasChanges = sql`exists (select 1 from changes where changeset_id = changesets.id)`;
    tx.delete(changesets)
      .where(and(isAnyOf(changesets.id, ids), not(hasChanges)))
      .run();
  }
  tx.update(changesets)
    .set({ undoUntil: null })
    .where(lt(changesets.undoUntil, retentionCutoff(0)))
    .run();
  // Includes rows without an undo offer, such as emails retracted by a cancellation.
  tx.update(changes)
    .set({ before: null })
    .where(and(IS_KEPT, lt(changes.createdAt, retentionCutoff(UNDO_MS))))
    .run();
}

const IS_USED = and(isNotNull(changesets.formId), isNull(changesets.isOpen));

const IS_KEPT = sql`kind = 'delete' and before is not null`;

/** Treats rows dated by a clock that was ahead as created now. Otherwise they would be kept for years. */
export function countFromNow(tx: Db): void {
  const latest = latestPlausibleTime();
  const undoUntil = sql`${changesets.undoUntil} - ${changesets.createdAt} + ${latest.getTime()}`;
  tx.update(changesets).set({ createdAt: latest, undoUntil }).where(gt(changesets.createdAt, latest)).run();
  tx.update(changes).set({ createdAt: latest }).where(gt(changes.createdAt, latest)).run();
}
