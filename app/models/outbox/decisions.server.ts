// The emails that tell delegates what has been decided about them, while it holds.
import { and, asc, eq, exists, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { delegates, outbox, retractedMails, statusRevisions } from "#app/db/schema.server.ts";
import { UNDO_MS } from "#app/models/editable/deletion-lifetime.server.ts";
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

/** An email about a decision that was taken back unsent. */
type RetractedMail = { delegateId: number; kind: DecisionMail; note: string | null };

/** Takes emails out of the outbox, and keeps what they said for whoever undoes the change that they were taken back for. */
function takeBack(tx: Db, which: SQL | undefined): RetractedMail[] {
  const retracted = tx
    .delete(outbox)
    .where(which)
    .returning({ id: outbox.id, delegateId: outbox.delegateId, kind: outbox.kind, note: outbox.note })
    .all()
    .toSorted((one, other) => one.id - other.id)
    .map(({ delegateId, kind, note }) => ({ delegateId, kind: kind as DecisionMail, note }));
  if (retracted.length === 0) return retracted;
  forgetRetracted(tx);
  tx.run(sql`
    insert into retracted_mails (delegate_id, revision, kind, note)
    select value ->> 'delegateId', coalesce(max(status_revisions.revision), 0), value ->> 'kind', value ->> 'note'
    from json_each(${JSON.stringify(retracted)})
    left join status_revisions on status_revisions.delegate_id = value ->> 'delegateId'
    group by json_each.key order by json_each.key`);
  return retracted;
}

/** What the latest change of each of these delegates that stands has taken back, the earliest first. */
export const retractedByLatestChange = (tx: Db, delegateIds: readonly number[]): RetractedMail[] =>
  tx
    .select({
      delegateId: retractedMails.delegateId,
      kind: sql<DecisionMail>`${retractedMails.kind}`,
      note: retractedMails.note,
    })
    .from(retractedMails)
    .where(
      and(
        isAnyOf(retractedMails.delegateId, delegateIds),
        sql`${retractedMails.revision} = (select max(${statusRevisions.revision}) from ${statusRevisions} where ${statusRevisions.delegateId} = ${retractedMails.delegateId} and not ${statusRevisions.isUndone})`,
      ),
    )
    .orderBy(asc(retractedMails.id))
    .all();

/** Removes what nobody can undo any more. */
export const forgetRetracted = (tx: Db): void => {
  tx.delete(retractedMails)
    .where(lt(retractedMails.createdAt, keptSince(UNDO_MS)))
    .run();
};

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
export const retractOvertaken = (tx: Db, which: SQL | undefined): void => {
  takeBack(tx, and(which, isOvertaken(tx)));
};

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
