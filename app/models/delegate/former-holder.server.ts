// Those who had registrations that were passed on to somebody else: what is theirs, and when it is forgotten.
import { and, desc, eq, gt, inArray, lt, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db, sqlite } from "#app/db/connection.server.ts";
import { forgetting } from "#app/db/ledger.server.ts";
import { prepared } from "#app/db/prepared.server.ts";
import { changes, changesets, delegates, outbox } from "#app/db/schema.server.ts";
import { markForScrub } from "#app/db/scrub.server.ts";
import { type Correction, correctionsOf, PASSED_ON } from "#app/models/delegate/corrections.server.ts";
import { UNDO_MS } from "#app/models/ledger/expiry.server.ts";
import { forgetMessagesToNobody } from "#app/models/message/forget-message.server.ts";

/**
 * Forgets those who had registrations that were passed on to somebody else: what they had said, and the emails to
 * them, once nobody can undo it any more and the notice to them is not waiting. Traces in the database's files go
 * with the next `finishScrubs`.
 */
export async function forgetFormerHolders(): Promise<void> {
  await batch((tx) => {
    const passedOn = listForgettable(tx);
    for (const { changeId, delegateId } of passedOn) {
      const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
      const corrections = delegate ? correctionsOf(tx, delegate) : [];
      if (isTakenBackSince(corrections, changeId)) continue;
      const past = corrections.filter((correction) => correction.changeId <= changeId).map(({ id }) => id);
      tx.delete(outbox)
        .where(
          and(
            eq(outbox.delegateId, delegateId),
            or(
              // To whoever has it now nothing of the past is said.
              and(inArray(outbox.changesetId, past), ne(outbox.kind, "taken-over")),
              isToOtherHolder(corrections),
            ),
          ),
        )
        .run();
      forgetUpTo().run(delegateId, changeId);
    }
    if (passedOn.length === 0) return;
    forgetMessagesToNobody(tx);
    markForScrub(tx);
  });
}

/** Of a delegate, up to a change. */
const forgetUpTo = prepared(() =>
  sqlite.prepare(forgetting("subject = 'delegate' and subject_id = ? and id <= ?")),
);

type Times = { from: Date | null; until: Date }[];

/** Emails that were sent while somebody else had the registration. */
const isToOtherHolder = (corrections: readonly Correction[]): SQL | undefined =>
  and(
    eq(outbox.state, "sent"),
    or(
      // Nothing at all, where it was never passed on.
      lt(outbox.id, 0),
      ...formerHolders(corrections).times.map(({ from, until }) =>
        and(from ? gt(outbox.sentAt, from) : undefined, lte(outbox.sentAt, until)),
      ),
    ),
  );

/** The same of an email that was read. `own` are the changesets that corrected the registration for its present holder. */
export const isMailToOther = (
  { kind, sentAt, changesetId }: Pick<typeof outbox.$inferSelect, "kind" | "sentAt" | "changesetId">,
  times: Times,
  own: ReadonlySet<number>,
): boolean =>
  // An address that somebody had before is still theirs: that of those who passed it on is not.
  (kind === "moved" && changesetId !== null && !own.has(changesetId)) ||
  times.some(({ from, until }) => sentAt !== null && (!from || sentAt > from) && sentAt <= until);

/**
 * When others had a registration than whoever has it now: until it was passed on to them, and between a passing on
 * and its undo. And the change with which it became theirs. By its corrections, the latest first: that there was one is
 * kept when what it said is forgotten.
 */
export function formerHolders(corrections: readonly Correction[]): { times: Times; firstChange: number } {
  const times: Times = [];
  for (let at = 0; at < corrections.length; at += 1) {
    const [correction, before] = corrections.slice(at, at + 2);
    if (!correction?.isOtherPerson) continue;
    if (!correction.isUndo)
      return {
        times: [...times, { from: null, until: correction.createdAt }],
        firstChange: correction.changeId,
      };
    // An undo stands after what it undoes.
    if (!before?.isOtherPerson) continue;
    times.push({ from: before.createdAt, until: correction.createdAt });
    at += 1;
  }
  return { times, firstChange: 0 };
}

/** Whoever had it before has it again: they are forgotten no sooner than whoever had it in between. */
const isTakenBackSince = (corrections: readonly Correction[], changeId: number): boolean => {
  const next = corrections.findLast((correction) => correction.changeId > changeId);
  return Boolean(next?.isUndo && next.isOtherPerson);
};

/** Registrations that were passed on and not forgotten yet, the last time of each first. */
const listForgettable = (tx: Db) =>
  tx
    .select({ changeId: changes.id, delegateId: sql<number>`${changes.rowId}` })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(
      and(
        eq(changes.table, "delegates"),
        // Also the undo of one: it ends the time of a holder in between.
        or(
          eq(changesets.action, PASSED_ON),
          sql`${changesets.undoes} in (select id from changesets where action = ${PASSED_ON})`,
        ),
        sql`${changes.before} ->> 'link_token' is not null`,
        lt(changes.createdAt, keptSince(UNDO_MS)),
        notExists(
          tx
            .select({ id: outbox.id })
            .from(outbox)
            .where(
              and(
                eq(outbox.delegateId, sql`${changes.rowId}`),
                eq(outbox.kind, "moved"),
                or(eq(outbox.state, "waiting"), eq(outbox.isInHand, true)),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(changes.id))
    .all();
