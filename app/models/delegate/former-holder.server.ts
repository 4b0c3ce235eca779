import { and, desc, eq, gt, inArray, lt, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { batch, type Db, sqlite } from "#app/db/connection.server.ts";
import { eraseValuesSql } from "#app/db/ledger.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { changes, changesets, delegates, outbox } from "#app/db/schema.server.ts";
import { markForScrub } from "#app/db/scrub.server.ts";
import { retentionCutoff } from "#app/db/trusted-clock.server.ts";
import {
  type Correction,
  listCorrections,
  TRANSFER_ACTION,
} from "#app/models/delegate/correction-history.server.ts";
import { UNDO_MS } from "#app/models/ledger/expiry.server.ts";
import { deleteOrphanedMessages } from "#app/models/message/orphaned-messages.server.ts";

/** Erases former holders' answers and emails once they are notified and no undo is possible. */
export async function eraseFormerHolders(): Promise<void> {
  await batch((tx) => {
    const passedOn = listErasable(tx);
    for (const { changeId, delegateId } of passedOn) {
      const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
      const corrections = delegate ? listCorrections(tx, delegate) : [];
      if (isUndoneSince(corrections, changeId)) continue;
      const past = corrections.filter((correction) => correction.changeId <= changeId).map(({ id }) => id);
      const isPast = and(inArray(outbox.changesetId, past), ne(outbox.kind, "taken-over"));
      tx.delete(outbox)
        .where(and(eq(outbox.delegateId, delegateId), or(isPast, isToOtherHolder(corrections))))
        .run();
      eraseUpTo().run(delegateId, changeId);
    }
    if (passedOn.length === 0) return;
    deleteOrphanedMessages(tx);
    markForScrub(tx);
  });
}

const eraseUpTo = prepareOnce(() =>
  sqlite.prepare(eraseValuesSql("subject = 'delegate' and subject_id = ? and id <= ?")),
);

type Times = { from: Date | null; until: Date }[];

const isToOtherHolder = (corrections: readonly Correction[]): SQL | undefined =>
  and(
    eq(outbox.state, "sent"),
    or(
      // Always false, so that `or` matches no row if there was no transfer.
      lt(outbox.id, 0),
      ...findFormerHolders(corrections).times.map(({ from, until }) =>
        and(from ? gt(outbox.sentAt, from) : undefined, lte(outbox.sentAt, until)),
      ),
    ),
  );

export const isMailToOtherHolder = (
  { kind, sentAt, changesetId }: Pick<typeof outbox.$inferSelect, "kind" | "sentAt" | "changesetId">,
  times: Times,
  own: ReadonlySet<number>,
): boolean =>
  // The holder may see notices to their own previous address, but not notices to former holders.
  (kind === "moved" && changesetId !== null && !own.has(changesetId)) ||
  times.some(({ from, until }) => sentAt !== null && (!from || sentAt > from) && sentAt <= until);

/** Returns the periods with another holder, and the id of the change to the current holder. */
export function findFormerHolders(corrections: readonly Correction[]): { times: Times; firstChange: number } {
  const times: Times = [];
  for (let at = 0; at < corrections.length; at += 1) {
    const [correction, before] = corrections.slice(at, at + 2);
    if (!correction?.isOtherPerson) continue;
    if (!correction.isUndo)
      return {
        times: [...times, { from: null, until: correction.createdAt }],
        firstChange: correction.changeId,
      };
    // An undo directly follows the change it undoes.
    if (!before?.isOtherPerson) continue;
    times.push({ from: before.createdAt, until: correction.createdAt });
    at += 1;
  }
  return { times, firstChange: 0 };
}

/** True if the next correction undid the transfer. The former holder's data is then kept. */
const isUndoneSince = (corrections: readonly Correction[], changeId: number): boolean => {
  const next = corrections.findLast((correction) => correction.changeId > changeId);
  return Boolean(next?.isUndo && next.isOtherPerson);
};

function listErasable(tx: Db) {
  // Undoing a transfer also counts, because the new holder then becomes a former holder.
  const isUndo = sql`${changesets.undoes} in (select id from changesets where action = ${TRANSFER_ACTION})`;
  const isNotice = and(eq(outbox.delegateId, sql`${changes.rowId}`), eq(outbox.kind, "moved"));
  const isUnsent = or(eq(outbox.state, "waiting"), eq(outbox.isInHand, true));
  const notice = tx.select({ id: outbox.id }).from(outbox).where(and(isNotice, isUnsent));
  return tx
    .select({ changeId: changes.id, delegateId: sql<number>`${changes.rowId}` })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(
      and(
        eq(changes.table, "delegates"),
        or(eq(changesets.action, TRANSFER_ACTION), isUndo),
        sql`${changes.before} ->> 'link_token' is not null`,
        lt(changes.createdAt, retentionCutoff(UNDO_MS)),
        notExists(notice),
      ),
    )
    .orderBy(desc(changes.id))
    .all();
}
