import { and, eq, isNotNull, isNull, lt, lte, not, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { apiTokens, changes, changesets } from "#app/db/schema.server.ts";
import { markForScrub, retentionCutoff } from "#app/db/scrub.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** One year plus five weeks, so that organisers of the next conference can look back. */
export const HISTORY_RETENTION_DAYS = 400;
/** Period in which a deletion, import or moved session can be undone. Other undos precede emails. */
export const UNDO_MS = 10 * 60_000;
export const FORM_RETENTION_MS = DAY_MS;

export function expireChangesets(tx: Db): void {
  const before = retentionCutoff(HISTORY_RETENTION_DAYS * DAY_MS);
  tx.delete(changesets).where(lt(changesets.createdAt, before)).run();
  tx.delete(changes).where(lt(changes.createdAt, before)).run();
  // Their last days are past, and the history no longer tells who created them.
  tx.delete(apiTokens).where(lt(apiTokens.createdAt, before)).run();
  const used = tx
    .update(changesets)
    .set({ formId: null, result: null })
    .where(and(IS_USED, lte(changesets.createdAt, retentionCutoff(FORM_RETENTION_MS))))
    .returning({ id: changesets.id })
    .all();
  const ids = used.map(({ id }) => id);
  const hasChanges = sql`exists (select 1 from changes where changeset_id = changesets.id)`;
  tx.delete(changesets)
    .where(and(isAnyOfSql(changesets.id, ids), not(hasChanges)))
    .run();
  tx.update(changesets)
    .set({ undoUntil: null })
    .where(lt(changesets.undoUntil, retentionCutoff(0)))
    .run();
  eraseDeletedSpeakers(tx);
  // Also erases the old values of deletions that had no undo, such as replaced emails.
  tx.update(changes)
    .set({ before: null })
    .where(and(IS_KEPT, lt(changes.createdAt, retentionCutoff(UNDO_MS))))
    .run();
}

/**
 * Erases everything that the history says about speakers whose deletion can no longer be undone,
 * including their names beside connections. The entries stay.
 */
function eraseDeletedSpeakers(tx: Db): void {
  const isOver = lt(changes.createdAt, retentionCutoff(UNDO_MS));
  const isGone = sql`${changes.rowId} not in (select id from speakers)`;
  const ofSpeakers = eq(changes.table, "speakers");
  const ids = tx
    .selectDistinct({ id: changes.rowId })
    .from(changes)
    .where(and(IS_KEPT, ofSpeakers, isOver, isGone))
    .all()
    .flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const isTheirs = and(ofSpeakers, isAnyOfSql(changes.rowId, ids));
  const told = tx.select({ name: changes.label }).from(changes).where(isTheirs).all();
  const names = JSON.stringify([...new Set(told.map(({ name }) => name))]);
  const beginsWithName = sql`exists (select 1 from json_each(${names}) where label like value || ' %')`;
  const isConnection = and(eq(changes.table, "connections"), beginsWithName);
  const erased = tx
    .update(changes)
    .set({ before: null, after: null, label: null })
    .where(or(isTheirs, isConnection))
    .returning({ changesetId: changes.changesetId })
    .all();
  const sets = erased.flatMap(({ changesetId }) => changesetId ?? []);
  tx.update(changesets).set({ label: null }).where(isAnyOfSql(changesets.id, sets)).run();
  markForScrub(tx);
}

const IS_USED = and(isNotNull(changesets.formId), isNull(changesets.isOpen));

const IS_KEPT = sql`kind = 'delete' and before is not null`;
