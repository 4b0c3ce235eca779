import { and, eq, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { placeholders, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { type ActionSource, recordEvent, runChangeset } from "#app/models/ledger/changeset.server.ts";
import { retractOutdatedMail } from "#app/models/outbox/decision-mail.server.ts";
import {
  combineDueMail,
  holdBackMail,
  isEmailConfirmed,
  isHeldSql,
  isRestoredSql,
} from "#app/models/outbox/letter.server.ts";
import {
  dropMailToWithdrawnDelegates,
  dropStoppedMail,
  getMailMessage,
} from "#app/models/outbox/message-mail.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

/** A letter claimed by this process: one email, or several with the same text and address. */
export type ClaimedLetter = Exclude<ReturnType<typeof claimDue>, typeof HELD | null>;

let listener: (() => void) | null = null;
let isTelling = false;

/** Registers `tell`, which is called whenever queued mail has been committed. */
export function onMailEnqueued(tell: (() => void) | null): void {
  listener = tell;
}

/** Notifies the listener in the next event-loop turn, after the running transaction. */
export function notifyAfterCommit(): void {
  if (!listener || isTelling) return;
  isTelling = true;
  setImmediate(() => {
    isTelling = false;
    listener?.();
  });
}

const insertMail = prepareOnce(() =>
  db
    .insert(outbox)
    .values(placeholders("delegateId", "kind", "note", "changesetId", "nextAttemptAt"))
    .prepare(),
);

type MailOptions = { note?: string | null; waitMs?: number; changesetId?: number | null };
/** Queues an email, due in `waitMs`. Call in its cause's `batch`, so both or neither are stored. */
export function enqueueMail(
  delegateId: number,
  kind: MailKind,
  { note = null, waitMs = 0, changesetId = null }: MailOptions = {},
): void {
  const due = new Date(Date.now() + waitMs);
  insertMail().run({ delegateId, kind, note, changesetId, nextAttemptAt: due });
  notifyAfterCommit();
}

let withdrawer: ((delegateId: number) => Promise<void>) | null = null;

/** Registers `withdraw`, which is awaited when a delegate's mail must no longer be sent. */
export function onMailWithdrawn(withdraw: ((delegateId: number) => Promise<void>) | null): void {
  withdrawer = withdraw;
}

/** Resolves after this process has stopped sending to the delegate. */
export const withdrawMail = async (delegateId: number): Promise<void> => withdrawer?.(delegateId);

/** Returns false if one of the letter's delegates was deleted after the letter was claimed. */
export const isLetterWanted = ({ mailIds }: ClaimedLetter): boolean =>
  db.select({ count: sql<number>`count(*)` }).from(outbox).where(inArray(outbox.id, mailIds)).get()?.count ===
  mailIds.length;

/** Returns the next due time in ms, or null. If the wait exceeds `longestWaitMs`, returns now. */
export async function nextMailAt(longestWaitMs: number): Promise<number | null> {
  const next = db
    .select({ at: outbox.nextAttemptAt })
    .from(outbox)
    .where(eq(outbox.state, "waiting"))
    .orderBy(outbox.nextAttemptAt)
    .limit(1)
    .get();
  if (!next) return null;
  const now = Date.now();
  return next.at.getTime() > now + longestWaitMs ? now : next.at.getTime();
}

/** Claims the most overdue letter, which becomes due again after `leaseMs` if this process dies. */
export async function claimMail(leaseMs: number, longestWaitMs: number): Promise<ClaimedLetter | null> {
  for (;;) {
    const claimed = await batch((tx) => claimDue(tx, leaseMs, longestWaitMs));
    if (claimed !== HELD) return claimed;
  }
}

/** Means that due mail was held or dropped, and that more mail may be due. */
const HELD = "held";

function claimDue(tx: Db, leaseMs: number, longestWaitMs: number) {
  const now = Date.now();
  tx.update(outbox)
    .set({ nextAttemptAt: new Date(now) })
    .where(and(eq(outbox.state, "waiting"), gt(outbox.nextAttemptAt, new Date(now + longestWaitMs))))
    .run();
  // Registration emails do not wait for a message to thousands of delegates.
  const due = firstDue(tx, now, isNull(outbox.messageId)) ?? firstDue(tx, now);
  if (!due) return null;
  if (due.delegate.email === "" && due.mail.kind !== "moved") {
    tx.delete(outbox).where(eq(outbox.id, due.mail.id)).run();
    return HELD;
  }
  if (dropMailToWithdrawnDelegates(tx, due) || sendEarlier(tx, due.mail)) return HELD;
  if (due.mail.letterId === null && holdBackMail(tx, due)) return HELD;
  const letterId = due.mail.letterId ?? combineDueMail(tx, due);
  const nextAttemptAt = new Date(now + leaseMs);
  tx.update(outbox).set({ nextAttemptAt, isInHand: true }).where(isWaitingIn(letterId)).run();
  const inLetter = tx
    .select({ mail: outbox, delegate: delegates })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(isWaitingIn(letterId))
    .orderBy(outbox.id)
    .all();
  return {
    letterId,
    mailIds: inLetter.map(({ mail }) => mail.id),
    // The email that gave the letter its number may have been deleted.
    ...(inLetter.find(({ mail }) => mail.id === letterId) ?? inLetter[0] ?? due),
    delegates: inLetter.map(({ delegate }) => delegate),
    /** True if an email in the letter was held because its mailbox had reached the limit. */
    isFurther: inLetter.some(({ mail }) => mail.heldUntil !== null),
    isConfirmed: isEmailConfirmed(tx, due.delegate.email),
    message: getMailMessage(tx, due.mail),
  };
}

const firstDue = (tx: Db, now: number, which?: SQL) =>
  tx
    .select({ mail: outbox, delegate: delegates })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(and(eq(outbox.state, "waiting"), which, lte(outbox.nextAttemptAt, new Date(now))))
    .orderBy(outbox.nextAttemptAt, outbox.id)
    .limit(1)
    .get();

/** Kinds of email that an import delays until its undo period is over. */
const DELAYED_KINDS: MailKind[] = ["registered", "changed", "taken-over", "moved"];

/** Makes an imported delegate's earlier delayed emails due first. Returns true if there are any. */
function sendEarlier(tx: Db, { id, delegateId, kind, nextAttemptAt }: typeof outbox.$inferSelect): boolean {
  if (kind === "notification") return false;
  const { changes } = tx
    .update(outbox)
    .set({ nextAttemptAt: new Date(nextAttemptAt.getTime() - 1) })
    .where(
      and(
        eq(outbox.delegateId, delegateId),
        inArray(outbox.kind, DELAYED_KINDS),
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

/** `attempts` counts only attempts to which the receiving server responded. */
export type MailOutcome =
  | { state: "sent" }
  | { state: "failed"; attempts: number; problem: string }
  | { state: "waiting"; attempts: number; problem: string | null; nextAttemptAt: Date };

/** Stores the outcome. Mail marked as sent stays sent, even if a later outcome differs. */
export async function storeMailOutcome(letterId: number, outcome: MailOutcome): Promise<void> {
  const changes = outcome.state === "sent" ? { ...outcome, sentAt: new Date(), problem: null } : outcome;
  await batch((tx) => {
    // Stopping a message keeps claimed emails. These turned out to be unsent, so drops them.
    if (outcome.state === "waiting") dropStoppedMail(tx, eq(outbox.letterId, letterId));
    if (outcome.state !== "sent") retractOutdatedMail(tx, isWaitingIn(letterId));
    tx.update(outbox)
      .set({ ...changes, isInHand: false })
      .where(isWaitingIn(letterId))
      .run();
  });
}

/** Retries failed mail now, in new letters, with attempts reset to 0. Returns the email count. */
export const resendFailedMail = (delegateId: number, actor: string, formId?: string): Promise<number> => {
  const isFailed = and(eq(outbox.state, "failed"), not(isRestoredSql));
  return makeDue(delegateId, isFailed, ["send-again", "failed"], { actor, formId });
};

/** Makes held mail due now, at an organiser's request. Returns the number of emails. */
export const releaseHeldMail = (delegateId: number, actor: string, formId?: string): Promise<number> =>
  makeDue(delegateId, or(isHeldSql(), isRestoredSql), ["send-now", "held back"], { actor, formId });

async function makeDue(
  delegateId: number,
  which: SQL | undefined,
  [action, before]: [action: string, before: string],
  by: ActionSource,
): Promise<number> {
  return runChangeset(by, action, (tx, changesetId) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
    retractOutdatedMail(tx, and(eq(outbox.delegateId, delegateId), which, isRestoredSql));
    const isDue = { problem: null, attempts: 0, isInHand: false, nextAttemptAt: new Date() };
    const { changes } = tx
      .update(outbox)
      .set({ state: "waiting", ...isDue, letterId: sql`${outbox.id}` })
      .where(and(eq(outbox.delegateId, delegateId), which))
      .run();
    if (!delegate || changes === 0) return 0;
    const subject = { subject: "delegate", subjectId: delegateId, label: delegate.reference };
    recordEvent(tx, changesetId, { ...subject, before: { mail: before }, after: { mail: "waiting" } });
    notifyAfterCommit();
    return changes;
  });
}
