import { and, count, eq, exists, inArray, isNotNull, not, or, type SQL, sql, sum } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates, messages, outbox } from "#app/db/schema.server.ts";
import { isRestoredSql, selectIdsByEmail } from "#app/models/outbox/letter.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { MessageCounts } from "#app/vocabulary/organiser-message.ts";

type Mail = typeof outbox.$inferSelect;
type Delegate = typeof delegates.$inferSelect;

/** Delegates with these statuses receive a message only if it is for all. */
export const WITHDRAWN_STATUSES = ["declined", "cancelled"] satisfies DelegateStatus[];

/** Drops unclaimed mail to withdrawn delegates at this address. Returns true if it drops `mail`. */
export function dropMailToWithdrawnDelegates(
  tx: Db,
  { mail, delegate }: { mail: Mail; delegate: Delegate },
): boolean {
  if (mail.messageId === null) return false;
  const isForSome = tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, outbox.messageId), eq(messages.isForAll, false)));
  const left = tx
    .select({ id: delegates.id })
    .from(delegates)
    .where(and(eq(delegates.id, outbox.delegateId), inArray(delegates.status, WITHDRAWN_STATUSES)));
  const dropped = tx
    .delete(outbox)
    .where(
      and(
        eq(outbox.messageId, mail.messageId),
        eq(outbox.state, "waiting"),
        eq(outbox.isInHand, false),
        inArray(outbox.delegateId, selectIdsByEmail(tx, delegate.email)),
        exists(isForSome),
        exists(left),
      ),
    )
    .returning({ id: outbox.id })
    .all();
  return dropped.some(({ id }) => id === mail.id);
}

/** Drops a message's restored mail and unclaimed waiting mail. Returns the number of emails. */
export function dropUnsentMessageMail(tx: Db, messageId: number): number {
  const isUnsent = or(and(eq(outbox.state, "waiting"), eq(outbox.isInHand, false)), isRestoredSql);
  return tx
    .delete(outbox)
    .where(and(eq(outbox.messageId, messageId), isUnsent))
    .run().changes;
}

export const increaseStoppedCount = (tx: Db, messageId: number, many: number) =>
  tx
    .update(messages)
    .set({ stopped: sql`${messages.stopped} + ${many}` })
    .where(eq(messages.id, messageId))
    .run();

/** Drops claimed but unsent emails of stopped messages. Returns the email ids. */
export function dropStoppedMail(tx: Db, which: SQL | undefined): number[] {
  const isStopped = exists(
    tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, outbox.messageId), isNotNull(messages.stoppedAt))),
  );
  const dropped = tx
    .delete(outbox)
    .where(and(which, eq(outbox.state, "waiting"), eq(outbox.isInHand, true), isStopped))
    .returning({ id: outbox.id, messageId: outbox.messageId })
    .all();
  for (const { messageId } of dropped) increaseStoppedCount(tx, messageId ?? 0, 1);
  return dropped.map(({ id }) => id);
}

export function getMailMessage(tx: Db, { messageId }: Mail): { subject: string; text: string } | null {
  if (messageId === null) return null;
  const text = { subject: messages.subject, text: messages.text };
  return tx.select(text).from(messages).where(eq(messages.id, messageId)).get() ?? null;
}

export const ZERO_MESSAGE_COUNTS: MessageCounts = { delivered: 0, waiting: 0, failed: 0, held: 0 };
const COUNTED_AS = { sent: "delivered", waiting: "waiting", failed: "failed" } as const;

export function countMessageMail(messageIds: readonly number[]): Map<number, MessageCounts> {
  const counts = new Map<number, MessageCounts>();
  const rows = db
    .select({
      messageId: outbox.messageId,
      state: outbox.state,
      count: count(),
      held: sum(isRestoredSql).mapWith(Number),
    })
    .from(outbox)
    .where(
      and(inArray(outbox.state, ["sent", "waiting", "failed"]), inArray(outbox.messageId, [...messageIds])),
    )
    .groupBy(outbox.messageId, outbox.state)
    .all();
  for (const { messageId, state, count, held } of rows) {
    const known = counts.get(messageId ?? 0) ?? ZERO_MESSAGE_COUNTS;
    counts.set(messageId ?? 0, { ...known, held: known.held + held, [COUNTED_AS[state]]: count - held });
  }
  return counts;
}

export const listUnreachedDelegates = (messageId: number, atMost: number) =>
  db
    .select({ id: delegates.id, name: delegates.name, problem: outbox.problem })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(and(eq(outbox.state, "failed"), not(isRestoredSql), eq(outbox.messageId, messageId)))
    .orderBy(outbox.id)
    .limit(atMost)
    .all();
