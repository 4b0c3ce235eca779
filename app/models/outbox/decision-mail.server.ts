import { and, desc, eq, exists, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { changes, delegates, outbox } from "#app/db/schema.server.ts";
import { IS_STATUS_CHANGE } from "#app/models/delegate/status-revision.server.ts";
import { addToChangeset } from "#app/models/ledger/changeset.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

const DECISION_MAILS = ["confirmed", "declined", "cancelled"] as const satisfies MailKind[];
export type DecisionMail = (typeof DECISION_MAILS)[number];

/**
 * Retracts unsent emails about decisions other than the current one (`holding`), but keeps claimed
 * mail, which may have been sent. For each delegate with retracted mail, returns the last decision
 * that the delegate has received or will receive.
 */
export function retractDecisions(
  tx: Db,
  delegateIds: readonly number[],
  holding: DecisionMail | null,
): Map<number, DecisionMail | null> {
  const retracted = takeBack(
    tx,
    and(
      isAnyOfSql(outbox.delegateId, delegateIds),
      inArray(outbox.kind, [...DECISION_MAILS]),
      holding ? ne(outbox.kind, holding) : undefined,
      ne(outbox.state, "sent"),
      eq(outbox.isInHand, false),
    ),
  );
  const ids = retracted.map(({ delegateId }) => delegateId);
  const told = lastDecisions(tx, ids);
  return new Map(ids.map((id) => [id, told.get(id) ?? null]));
}

/** Deletes mail. Undoing the changeset queues the mail again. */
const takeBack = (tx: Db, which: SQL | undefined) =>
  tx.delete(outbox).where(which).returning({ delegateId: outbox.delegateId }).all();

function lastDecisions(tx: Db, delegateIds: readonly number[]): Map<number, DecisionMail> {
  const mails = tx
    .select({ delegateId: outbox.delegateId, kind: outbox.kind })
    .from(outbox)
    .where(and(isAnyOfSql(outbox.delegateId, delegateIds), inArray(outbox.kind, [...DECISION_MAILS])))
    .orderBy(outbox.id)
    .all();
  return new Map(mails.map(({ delegateId, kind }) => [delegateId, kind as DecisionMail]));
}

/** Retracts mail that no longer matches the status. Ignores check-ins, which may be undone. */
export function retractOutdatedMail(tx: Db, which: SQL | undefined): void {
  const overtaken = tx
    .select({ id: outbox.id, delegateId: outbox.delegateId })
    .from(outbox)
    .where(and(which, isOvertaken(tx)))
    .all();
  for (const { id, delegateId } of overtaken)
    addToChangeset(tx, latestDecision(tx, delegateId), () => takeBack(tx, eq(outbox.id, id)));
}

/** Returns the last status change's changeset. Undoing it queues the retracted emails again. */
const latestDecision = (tx: Db, delegateId: number): number | null =>
  tx
    .select({ id: changes.changesetId })
    .from(changes)
    .where(and(IS_STATUS_CHANGE, eq(changes.rowId, delegateId)))
    .orderBy(desc(changes.id))
    .limit(1)
    .get()?.id ?? null;

const isOvertaken = (tx: Db) =>
  and(
    inArray(outbox.kind, [...DECISION_MAILS]),
    exists(
      tx
        .select({ id: delegates.id })
        .from(delegates)
        .where(
          and(
            eq(delegates.id, outbox.delegateId),
            ne(delegates.status, "attended"),
            sql`${delegates.status} <> ${outbox.kind}`,
          ),
        ),
    ),
  );
