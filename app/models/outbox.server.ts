import { and, asc, eq, gt, inArray, lte } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { recordChange } from "#app/models/audit-log.server.ts";
import type { DelegateMail, MailKind } from "#app/models/outbox.ts";

/** A mail that is this process's to send, and whom it is about. */
export type ClaimedMail = { mail: typeof outbox.$inferSelect; delegate: typeof delegates.$inferSelect };

let listener: (() => void) | null = null;
let isTelling = false;

/** Has `tell` called each time mail was promised, once that is on disk; null for nobody. */
export function onMailPromised(tell: (() => void) | null): void {
  listener = tell;
}

/** The transaction that is running ends within this turn of the event loop. */
function tellAfterCommit(): void {
  if (!listener || isTelling) return;
  isTelling = true;
  setImmediate(() => {
    isTelling = false;
    listener?.();
  });
}

/** Promises a mail within the transaction that gives the occasion for it: both are kept, or neither is. */
export function promiseMail(tx: Db, delegateId: number, kind: MailKind): void {
  tx.insert(outbox).values({ delegateId, kind }).run();
  tellAfterCommit();
}

let withdrawer: ((delegateId: number) => Promise<void>) | null = null;

/** Has `withdraw` called, and waited for, when mail to a delegate may not go out any more; null for nobody. */
export function onMailWithdrawn(withdraw: ((delegateId: number) => Promise<void>) | null): void {
  withdrawer = withdraw;
}

/** Stops a mail about a deleted delegate that this process is sending; done when nothing of it is sent any more. */
export const withdrawMail = async (delegateId: number): Promise<void> => withdrawer?.(delegateId);

/** Whether a mail that was claimed is still to be sent: its delegate may have been deleted since. */
export const isMailWanted = (id: number): boolean =>
  db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).get() !== undefined;

/**
 * When the next mail is due, in milliseconds since 1970; null where none waits. Mail waits no longer than
 * `longestWaitMs`: what is due later than that was put off while the clock was wrong, and is due now.
 */
export async function nextMailAt(longestWaitMs: number): Promise<number | null> {
  const next = db
    .select({ at: outbox.nextAttemptAt })
    .from(outbox)
    .where(eq(outbox.state, "waiting"))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(1)
    .get();
  if (!next) return null;
  const now = Date.now();
  return next.at.getTime() > now + longestWaitMs ? now : next.at.getTime();
}

/**
 * Takes the mail that has been due longest, or answers null where none is. For `leaseMs` nobody else
 * gets it, in this process or another one; after that it is due again, as its sender must have died.
 * `longestWaitMs` as above.
 */
export async function claimMail(leaseMs: number, longestWaitMs: number): Promise<ClaimedMail | null> {
  return batch((tx) => {
    const now = Date.now();
    tx.update(outbox)
      .set({ nextAttemptAt: new Date(now) })
      .where(and(eq(outbox.state, "waiting"), gt(outbox.nextAttemptAt, new Date(now + longestWaitMs))))
      .run();
    const due = tx
      .select({ mail: outbox, delegate: delegates })
      .from(outbox)
      .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
      .where(and(eq(outbox.state, "waiting"), lte(outbox.nextAttemptAt, new Date(now))))
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
      .limit(1)
      .get();
    if (!due) return null;
    const nextAttemptAt = new Date(now + leaseMs);
    tx.update(outbox).set({ nextAttemptAt }).where(eq(outbox.id, due.mail.id)).run();
    return due;
  });
}

/** What became of an attempt; `attempts` counts those that the receiver's side answered. */
export type MailOutcome =
  | { state: "sent" }
  | { state: "failed"; attempts: number; problem: string }
  | { state: "waiting"; attempts: number; problem: string; nextAttemptAt: Date };

/** Notes what became of a claimed mail. One that was sent stays sent, whoever says otherwise later. */
export async function settleMail(id: number, outcome: MailOutcome): Promise<void> {
  const changes = outcome.state === "sent" ? { ...outcome, sentAt: new Date(), problem: null } : outcome;
  await batch((tx) =>
    tx
      .update(outbox)
      .set(changes)
      .where(and(eq(outbox.id, id), eq(outbox.state, "waiting")))
      .run(),
  );
}

/** How many mails are in this state. */
export async function countMail(state: "waiting" | "failed"): Promise<number> {
  return db.$count(outbox, eq(outbox.state, state));
}

/** The mail about these delegates, the oldest first, in one statement. */
export async function listMailOf(delegateIds: readonly number[]): Promise<DelegateMail[]> {
  const rows = db
    .select({
      id: outbox.id,
      delegateId: outbox.delegateId,
      kind: outbox.kind,
      state: outbox.state,
      problem: outbox.problem,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(inArray(outbox.delegateId, [...delegateIds]))
    .orderBy(asc(outbox.delegateId), asc(outbox.id))
    .all();
  return rows.map(({ createdAt, sentAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

/**
 * Makes a delegate's failed mails due now, with all their attempts, and says so in the audit log.
 * Answers how many there were.
 */
export async function sendAgain(delegateId: number, actor: string): Promise<number> {
  return batch((tx) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
    const failed = and(eq(outbox.delegateId, delegateId), eq(outbox.state, "failed"));
    const { changes } = tx
      .update(outbox)
      .set({ state: "waiting", attempts: 0, problem: null, nextAttemptAt: new Date() })
      .where(failed)
      .run();
    if (!delegate || changes === 0) return 0;
    recordChange(tx, {
      actor,
      subject: "delegate",
      subjectId: delegateId,
      action: "send-again",
      label: delegate.reference,
      changes: { mail: ["failed", "waiting"] },
    });
    tellAfterCommit();
    return changes;
  });
}
