import { and, eq, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { DECISION_MAILS, type DecisionMail, MAY_BE_TOLD, type MailKind } from "#app/vocabulary/mail.ts";

const IS_DECISION = inArray(outbox.kind, [...DECISION_MAILS]);

/**
 * Deletes unsent emails about decisions other than `kept`, and held letters, which `kept` makes
 * needless. An undo restores them.
 * Returns the last decision that each delegate knows, may know or will know.
 */
export function replaceDecisions(
  tx: Db,
  delegateIds: readonly number[],
  kept: DecisionMail | null,
): Map<number, MailKind> {
  const isOfThem = isAnyOfSql(outbox.delegateId, delegateIds);
  const isUnsent = and(
    IS_DECISION,
    kept ? ne(outbox.kind, kept) : undefined,
    notInArray(outbox.state, MAY_BE_TOLD),
  );
  const isAnswered = kept ? eq(outbox.state, "held") : undefined;
  tx.delete(outbox)
    .where(and(isOfThem, or(isUnsent, isAnswered)))
    .run();
  const mails = tx
    .select({ delegateId: outbox.delegateId, kind: outbox.kind })
    .from(outbox)
    .where(and(isOfThem, IS_DECISION))
    .orderBy(outbox.id)
    .all();
  return new Map(mails.map(({ delegateId, kind }) => [delegateId, kind]));
}

/**
 * SQL: the status has changed since the decision, or the offer is over. A check-in may be undone, so
 * it does not count.
 */
export const IS_OUTDATED =
  sql<boolean>`exists (select 1 from delegates of where of.id = ${outbox.delegateId} and (
  (${IS_DECISION} and of.status not in (${outbox.kind}, 'attended'))
  or (${outbox.kind} = 'offered' and (of.status <> 'pending' or of.placed_at is not null
    or of.offered_until <= unixepoch('subsec') * 1000))))`.mapWith(Boolean);
