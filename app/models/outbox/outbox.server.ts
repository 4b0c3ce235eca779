import { and, asc, eq, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { placeholders, prepared } from "#app/db/prepared.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { changeset, noteEvent } from "#app/models/ledger/changeset.server.ts";
import { retractOvertaken } from "#app/models/outbox/decisions.server.ts";
import { holdBack, isConfirmed, isHeld, isRestored, sealLetter } from "#app/models/outbox/letter.server.ts";
import { dropStopped, dropThoseWhoLeft, messageOf } from "#app/models/outbox/message-mail.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

type Delegate = typeof delegates.$inferSelect;

/** A letter that is this process's to send: one mail, or several that say the same to one address. */
export type ClaimedLetter = {
  letterId: number;
  /** The ids of all of its mails. */
  mailIds: number[];
  /** The first of its mails, and whom that is about. */
  mail: typeof outbox.$inferSelect;
  delegate: Delegate;
  /** Whom all of its emails are about, in the order of those. */
  delegates: Delegate[];
  /** Some of them were held back, as their mailbox had had a letter before. */
  isFurther: boolean;
  /** The owner of the address has said that it is theirs. */
  isConfirmed: boolean;
  /** What it says, where organisers have written it. */
  message: { subject: string; text: string } | null;
};

let listener: (() => void) | null = null;
let isTelling = false;

/** Has `tell` called each time mail was promised, once that is on disk; null for nobody. */
export function onMailEnqueued(tell: (() => void) | null): void {
  listener = tell;
}

/** Says that mail is due. The transaction that is running ends within this turn of the event loop. */
export function notifyAfterCommit(): void {
  if (!listener || isTelling) return;
  isTelling = true;
  setImmediate(() => {
    isTelling = false;
    listener?.();
  });
}

const insertMail = prepared(() =>
  db
    .insert(outbox)
    .values(placeholders("delegateId", "kind", "note", "changesetId", "nextAttemptAt"))
    .prepare(),
);

/**
 * Promises an email, with a note in it, due in `waitMs` milliseconds, about a correction where there is one. To be
 * called in the `batch` that gives the occasion for it: both are kept, or neither is.
 */
export function enqueueMail(
  delegateId: number,
  kind: MailKind,
  {
    note = null,
    waitMs = 0,
    changesetId = null,
  }: { note?: string | null; waitMs?: number; changesetId?: number | null } = {},
): void {
  const due = new Date(Date.now() + waitMs);
  insertMail().run({ delegateId, kind, note, changesetId, nextAttemptAt: due });
  notifyAfterCommit();
}

let withdrawer: ((delegateId: number) => Promise<void>) | null = null;

/** Has `withdraw` called, and waited for, when mail to a delegate may not go out any more; null for nobody. */
export function onMailWithdrawn(withdraw: ((delegateId: number) => Promise<void>) | null): void {
  withdrawer = withdraw;
}

/** Stops a letter about a deleted delegate that this process is sending; done when nothing of it is sent any more. */
export const withdrawMail = async (delegateId: number): Promise<void> => withdrawer?.(delegateId);

/** Whether all emails of a claimed letter are still to be sent: a delegate of one may have been deleted since. */
export const isLetterWanted = ({ mailIds }: ClaimedLetter): boolean =>
  db.select({ count: sql<number>`count(*)` }).from(outbox).where(inArray(outbox.id, mailIds)).get()?.count ===
  mailIds.length;

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
 * Takes the letter whose mail has been due longest, or answers null where none is. For `leaseMs` nobody else
 * gets it, in this process or another one; after that it is due again, as its sender must have died.
 * `longestWaitMs` as above.
 */
export async function claimMail(leaseMs: number, longestWaitMs: number): Promise<ClaimedLetter | null> {
  for (;;) {
    const claimed = await batch((tx) => claimDue(tx, leaseMs, longestWaitMs));
    if (claimed !== HELD) return claimed;
  }
}

/** What was due is held back, or was not wanted any more: there may be something else. */
const HELD = "held";

function claimDue(tx: Db, leaseMs: number, longestWaitMs: number): ClaimedLetter | null | typeof HELD {
  const now = Date.now();
  tx.update(outbox)
    .set({ nextAttemptAt: new Date(now) })
    .where(and(eq(outbox.state, "waiting"), gt(outbox.nextAttemptAt, new Date(now + longestWaitMs))))
    .run();
  // Whoever registers is not to wait for the end of a message to thousands.
  const due = firstDue(tx, now, isNull(outbox.messageId)) ?? firstDue(tx, now);
  if (!due) return null;
  // An undo may have taken the address away again. The one before it may be told so.
  if (due.delegate.email === "" && due.mail.kind !== "moved") {
    tx.delete(outbox).where(eq(outbox.id, due.mail.id)).run();
    return HELD;
  }
  if (dropThoseWhoLeft(tx, due) || hastenEarlier(tx, due.mail)) return HELD;
  if (due.mail.letterId === null && holdBack(tx, due)) return HELD;
  const letterId = due.mail.letterId ?? sealLetter(tx, due);
  const nextAttemptAt = new Date(now + leaseMs);
  tx.update(outbox).set({ nextAttemptAt, isInHand: true }).where(isWaitingIn(letterId)).run();
  const inLetter = tx
    .select({ mail: outbox, delegate: delegates })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(isWaitingIn(letterId))
    .orderBy(asc(outbox.id))
    .all();
  return {
    letterId,
    mailIds: inLetter.map(({ mail }) => mail.id),
    // Whose mail gave the letter its number may have been deleted.
    ...(inLetter.find(({ mail }) => mail.id === letterId) ?? inLetter[0] ?? due),
    delegates: inLetter.map(({ delegate }) => delegate),
    isFurther: inLetter.some(({ mail }) => mail.heldUntil !== null),
    isConfirmed: isConfirmed(tx, due.delegate.email),
    message: messageOf(tx, due.mail),
  };
}

const firstDue = (tx: Db, now: number, which?: SQL) =>
  tx
    .select({ mail: outbox, delegate: delegates })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(and(eq(outbox.state, "waiting"), which, lte(outbox.nextAttemptAt, new Date(now))))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(1)
    .get();

/** What an import has put off until it can no longer be undone. What organisers decide is put off for an undo of its own. */
const PUT_OFF: MailKind[] = ["registered", "changed", "taken-over", "moved"];

/**
 * Whoever has yet to hear that they are registered, or what was changed before, hears that first: somebody of whom a list
 * was imported. Answers whether there were such emails, which are due before this one now, in their order.
 */
function hastenEarlier(tx: Db, { id, delegateId, kind, nextAttemptAt }: typeof outbox.$inferSelect): boolean {
  if (kind === "notification") return false;
  const { changes } = tx
    .update(outbox)
    .set({ nextAttemptAt: new Date(nextAttemptAt.getTime() - 1) })
    .where(
      and(
        eq(outbox.delegateId, delegateId),
        inArray(outbox.kind, PUT_OFF),
        lt(outbox.id, id),
        eq(outbox.state, "waiting"),
        eq(outbox.attempts, 0),
        eq(outbox.isInHand, false),
        isNull(outbox.heldUntil),
        gt(outbox.nextAttemptAt, nextAttemptAt),
      ),
    )
    .run();
  return changes > 0;
}

const isWaitingIn = (letterId: number) => and(eq(outbox.letterId, letterId), eq(outbox.state, "waiting"));

/** What became of an attempt; `attempts` counts those that the receiver's side answered. */
export type MailOutcome =
  | { state: "sent" }
  | { state: "failed"; attempts: number; problem: string }
  | { state: "waiting"; attempts: number; problem: string | null; nextAttemptAt: Date };

/** Notes what became of the emails of a claimed letter. One that was sent stays sent, whoever says otherwise later. */
export async function settleMail(letterId: number, outcome: MailOutcome): Promise<void> {
  const changes = outcome.state === "sent" ? { ...outcome, sentAt: new Date(), problem: null } : outcome;
  await batch((tx) => {
    // What was taken back meanwhile could not be stopped then; now it is known that it was not sent.
    if (outcome.state === "waiting") dropStopped(tx, eq(outbox.letterId, letterId));
    if (outcome.state !== "sent") retractOvertaken(tx, isWaitingIn(letterId));
    tx.update(outbox)
      .set({ ...changes, isInHand: false })
      .where(isWaitingIn(letterId))
      .run();
  });
}

/**
 * Makes a delegate's failed emails due now, with all their attempts, each in a letter of its own, and says so in
 * the history. Answers how many there were.
 */
export const sendAgain = (delegateId: number, actor: string, formId?: string): Promise<number> =>
  makeDue(
    delegateId,
    and(eq(outbox.state, "failed"), not(isRestored)),
    ["send-again", "failed"],
    actor,
    formId,
  );

/** The same for emails that are held back: an organiser knows whose address it is. */
export const sendNow = (delegateId: number, actor: string, formId?: string): Promise<number> =>
  makeDue(delegateId, or(isHeld(), isRestored), ["send-now", "held back"], actor, formId);

async function makeDue(
  delegateId: number,
  which: SQL | undefined,
  [action, before]: [action: string, before: string],
  actor: string,
  formId?: string,
): Promise<number> {
  return changeset({ actor, formId }, action, (tx, changesetId) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
    retractOvertaken(tx, and(eq(outbox.delegateId, delegateId), which, isRestored));
    const { changes } = tx
      .update(outbox)
      .set({
        state: "waiting",
        attempts: 0,
        problem: null,
        isInHand: false,
        nextAttemptAt: new Date(),
        letterId: sql`${outbox.id}`,
      })
      .where(and(eq(outbox.delegateId, delegateId), which))
      .run();
    if (!delegate || changes === 0) return 0;
    const mail = { before: { mail: before }, after: { mail: "waiting" } };
    noteEvent(tx, changesetId, {
      subject: "delegate",
      subjectId: delegateId,
      label: delegate.reference,
      ...mail,
    });
    notifyAfterCommit();
    return changes;
  });
}
