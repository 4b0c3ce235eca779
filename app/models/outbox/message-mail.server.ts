import { and, count, eq, exists, inArray, isNotNull, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates, messages, outbox } from "#app/db/schema.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { MAIL_STATES, type MailState } from "#app/vocabulary/mail.ts";
import type { MessageCounts } from "#app/vocabulary/organiser-message.ts";

type Mail = typeof outbox.$inferSelect;
type Delegate = typeof delegates.$inferSelect;

/** Delegates with these statuses receive a message only if it is for all. */
export const WITHDRAWN_STATUSES = ["declined", "cancelled"] satisfies DelegateStatus[];

/** True for an email of a message that declined and cancelled delegates do not receive. */
export const isForWithdrawn = (message: { isForAll: boolean } | null, { status }: Delegate): boolean =>
  message !== null && !message.isForAll && WITHDRAWN_STATUSES.some((withdrawn) => withdrawn === status);

/** Drops a message's restored mail and unclaimed waiting mail. Returns the number of emails. */
export function dropUnsentMessageMail(tx: Db, messageId: number): number {
  const isUnsent = inArray(outbox.state, ["waiting", "restored"]);
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

/** Drops a claimed but unsent email if its message was stopped. */
export function dropStoppedMail(tx: Db, id: number): void {
  const isStopped = exists(
    tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, outbox.messageId), isNotNull(messages.stoppedAt))),
  );
  const dropped = tx
    .delete(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.state, "sending"), isStopped))
    .returning({ messageId: outbox.messageId })
    .get();
  if (dropped) increaseStoppedCount(tx, dropped.messageId ?? 0, 1);
}

export function getMailMessage(tx: Db, { messageId }: Mail) {
  if (messageId === null) return null;
  const { subject, text, isForAll } = messages;
  return (
    tx.select({ subject, text, isForAll }).from(messages).where(eq(messages.id, messageId)).get() ?? null
  );
}

export const ZERO_MESSAGE_COUNTS: MessageCounts = { delivered: 0, waiting: 0, failed: 0, restored: 0 };
const COUNTED_AS = {
  sent: "delivered",
  waiting: "waiting",
  sending: "waiting",
  failed: "failed",
  // Only registration letters are held.
  held: "waiting",
  restored: "restored",
} as const satisfies Record<MailState, keyof MessageCounts>;

export function countMessageMail(messageIds: readonly number[]): Map<number, MessageCounts> {
  const counts = new Map<number, MessageCounts>();
  const rows = db
    .select({ messageId: outbox.messageId, state: outbox.state, count: count() })
    .from(outbox)
    // Names every state, so that the index by state and message is used.
    .where(and(inArray(outbox.state, [...MAIL_STATES]), inArray(outbox.messageId, [...messageIds])))
    .groupBy(outbox.messageId, outbox.state)
    .all();
  for (const { messageId, state, count } of rows) {
    const known = counts.get(messageId ?? 0) ?? ZERO_MESSAGE_COUNTS;
    const name = COUNTED_AS[state];
    counts.set(messageId ?? 0, { ...known, [name]: known[name] + count });
  }
  return counts;
}

export const listUnreachedDelegates = (messageId: number, atMost: number) =>
  db
    .select({ id: delegates.id, name: delegates.name, problem: outbox.problem })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(and(eq(outbox.state, "failed"), eq(outbox.messageId, messageId)))
    .orderBy(outbox.id)
    .limit(atMost)
    .all();
