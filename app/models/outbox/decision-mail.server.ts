import { and, desc, eq, exists, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { changes, delegates, outbox } from "#app/db/schema.server.ts";
import { IS_STATUS } from "#app/models/delegate/status-revision.server.ts";
import { addToChangeset } from "#app/models/ledger/changeset.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

const DECISION_MAILS = ["confirmed", "declined", "cancelled"] as const satisfies MailKind[];
export type DecisionMail = (typeof DECISION_MAILS)[number];

/**
 * Retracts unsent emails about decisions other than `holding`, the current one. Mail in hand stays, because it
 * may have been sent. Returns the last decision that each of these delegates has received or will receive.
 */
export function retractDecisions(
  tx: Db,
  delegateIds: readonly number[],
  holding: DecisionMail | null,
): Map<number, DecisionMail | null> {
  const retracted = takeBack(
    tx,
    and(
      isAnyOf(outbox.delegateId, delegateIds),
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

/** Deletes mail. An undo of the changeset queues it again. */
const takeBack = (tx: Db, which: SQL | undefined) =>
  tx.delete(outbox).where(which).returning({ delegateId: outbox.delegateId }).all();

function lastDecisions(tx: Db, delegateIds: readonly number[]): Map<number, DecisionMail> {
  const mails = tx
    .select({ delegateId: outbox.delegateId, kind: outbox.kind })
    .from(outbox)
    .where(and(isAnyOf(outbox.delegateId, delegateIds), inArray(outbox.kind, [...DECISION_MAILS])))
    .orderBy(outbox.id)
    .all();
  return new Map(mails.map(({ delegateId, kind }) => [delegateId, kind as DecisionMail]));
}

/** Retracts emails that no longer match the status, except after a check-in, which may be undone. */
export function retractOvertaken(tx: Db, which: SQL | undefined): void {
  const overtaken = tx
    .select({ id: outbox.id, delegateId: outbox.delegateId })
    .from(outbox)
    .where(and(which, isOvertaken(tx)))
    .all();
  for (const { id, delegateId } of overtaken)
    addToChangeset(tx, latestDecision(tx, delegateId), () => takeBack(tx, eq(outbox.id, id)));
}

/** Returns the changeset of the last status change. Its undo queues the retracted emails again. */
const latestDecision = (tx: Db, delegateId: number): number | null =>
  tx
    .select({ id: changes.changesetId })
    .from(changes)
    .where(and(IS_STATUS, eq(changes.rowId, delegateId)))
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
