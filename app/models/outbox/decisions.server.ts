// The emails that tell delegates what has been decided about them, while it holds.
import { and, asc, eq, exists, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
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
  const isDecision = inArray(outbox.kind, [...DECISION_MAILS]);
  const retracted = tx
    .delete(outbox)
    .where(
      and(
        inArray(outbox.delegateId, [...delegateIds]),
        isDecision,
        holding ? ne(outbox.kind, holding) : undefined,
        ne(outbox.state, "sent"),
        eq(outbox.isInHand, false),
      ),
    )
    .returning({ id: outbox.id, delegateId: outbox.delegateId, kind: outbox.kind })
    .all();
  const outcomes = new Map<number, Retraction>(
    retracted
      .toSorted((one, other) => one.id - other.id)
      .map(({ delegateId, kind }) => [delegateId, { retracted: kind as DecisionMail, told: null }]),
  );
  if (outcomes.size === 0) return outcomes;
  const told = lastDecisions(tx, [...outcomes.keys()]);
  for (const [delegateId, outcome] of outcomes) outcome.told = told.get(delegateId) ?? null;
  return outcomes;
}

/** The last decision that each of these delegates has been told of, or will be. */
export function lastDecisions(tx: Db, delegateIds: readonly number[]): Map<number, DecisionMail> {
  const mails = tx
    .select({ delegateId: outbox.delegateId, kind: outbox.kind })
    .from(outbox)
    .where(and(inArray(outbox.delegateId, [...delegateIds]), inArray(outbox.kind, [...DECISION_MAILS])))
    .orderBy(asc(outbox.id))
    .all();
  return new Map(mails.map(({ delegateId, kind }) => [delegateId, kind as DecisionMail]));
}

/** Mail of a decision that does not hold any more. Whoever has come may go again, to what they were before. */
export const isOvertaken = (tx: Db) =>
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
