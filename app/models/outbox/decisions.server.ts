// The emails that tell delegates what has been decided about them, while it holds.
import { and, asc, desc, eq, exists, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { changes, delegates, outbox } from "#app/db/schema.server.ts";
import { addToChangeset } from "#app/models/ledger/changeset.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

const DECISION_MAILS = ["confirmed", "declined", "cancelled"] as const satisfies MailKind[];
export type DecisionMail = (typeof DECISION_MAILS)[number];

/** Of a delegate of whom emails were taken back: the last of these, and the last that they still have or get. */
export type Retraction = { retracted: DecisionMail; told: DecisionMail | null };

/**
 * Takes back what these delegates have not been told yet of decisions that no longer hold; `holding` is the mail
 * of the one that does, null where none is told. An email that a sender has in hand may have been sent, and stays.
 */
export function retractDecisions(
  tx: Db,
  delegateIds: readonly number[],
  holding: DecisionMail | null,
): Map<number, Retraction> {
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
  const outcomes = new Map<number, Retraction>(
    retracted.map(({ delegateId, kind }) => [delegateId, { retracted: kind, told: null }]),
  );
  if (outcomes.size === 0) return outcomes;
  const told = lastDecisions(tx, [...outcomes.keys()]);
  for (const [delegateId, outcome] of outcomes) outcome.told = told.get(delegateId) ?? null;
  return outcomes;
}

/** Takes emails out of the outbox; an undo of the changeset that does it promises them again. */
const takeBack = (tx: Db, which: SQL | undefined) =>
  tx
    .delete(outbox)
    .where(which)
    .returning({ id: outbox.id, delegateId: outbox.delegateId, kind: outbox.kind })
    .all()
    .toSorted((one, other) => one.id - other.id)
    .map(({ delegateId, kind }) => ({ delegateId, kind: kind as DecisionMail }));

/** The last decision that each of these delegates has been told of, or will be. */
function lastDecisions(tx: Db, delegateIds: readonly number[]): Map<number, DecisionMail> {
  const mails = tx
    .select({ delegateId: outbox.delegateId, kind: outbox.kind })
    .from(outbox)
    .where(and(isAnyOf(outbox.delegateId, delegateIds), inArray(outbox.kind, [...DECISION_MAILS])))
    .orderBy(asc(outbox.id))
    .all();
  return new Map(mails.map(({ delegateId, kind }) => [delegateId, kind as DecisionMail]));
}

/**
 * Takes back which of these emails are of a decision that does not hold any more. Whoever has come may go again, to
 * what they were before.
 */
export function retractOvertaken(tx: Db, which: SQL | undefined): void {
  const overtaken = tx
    .select({ id: outbox.id, delegateId: outbox.delegateId })
    .from(outbox)
    .where(and(which, isOvertaken(tx)))
    .all();
  for (const { id, delegateId } of overtaken)
    addToChangeset(tx, latestDecision(tx, delegateId), () => takeBack(tx, eq(outbox.id, id)));
}

/** The changeset that last changed a person's status: its undo promises the overtaken emails again. */
const latestDecision = (tx: Db, delegateId: number): number | null =>
  tx
    .select({ id: changes.changesetId })
    .from(changes)
    .where(
      and(
        eq(changes.table, "delegates"),
        eq(changes.rowId, delegateId),
        sql`${changes.before} ->> 'status' is not null`,
      ),
    )
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
