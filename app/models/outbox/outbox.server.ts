import { and, eq, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { placeholders, prepared } from "#app/db/prepared.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { type By, changeset, recordEvent } from "#app/models/ledger/changeset.server.ts";
import { retractOvertaken } from "#app/models/outbox/decision-mail.server.ts";
import { holdBack, isConfirmed, isHeld, isRestored, sealLetter } from "#app/models/outbox/letter.server.ts";
import { dropMailToWithdrawn, dropStopped, messageOf } from "#app/models/outbox/message-mail.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

/** A letter claimed by this process: one email, or several with the same text and address. */
export type ClaimedLetter = Exclude<ReturnType<typeof claimDue>, typeof HELD | null>;

let listener: (() => void) | null = null;
let isTelling = false;

/** Calls `tell` each time promised mail is on disk. */
export function onMailEnqueued(tell: (() => void) | null): void {
  listener = tell;
}

/** Waits for the next turn of the event loop, by which the running transaction has ended. */
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

type MailOptions = { note?: string | null; waitMs?: number; changesetId?: number | null };
/** Promises an email, due in `waitMs`, in the `batch` of its cause: both are stored, or neither. */
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

/** Calls and awaits `withdraw` when mail to a delegate must not be sent any more. */
export function onMailWithdrawn(withdraw: ((delegateId: number) => Promise<void>) | null): void {
  withdrawer = withdraw;
}

/** Resolves when this process no longer sends to a deleted delegate. */
export const withdrawMail = async (delegateId: number): Promise<void> => withdrawer?.(delegateId);

/** Returns false if a delegate of the letter has been deleted since it was claimed. */
export const isLetterWanted = ({ mailIds }: ClaimedLetter): boolean =>
  db.select({ count: sql<number>`count(*)` }).from(outbox).where(inArray(outbox.id, mailIds)).get()?.count ===
  mailIds.length;

/** In milliseconds since 1970, or null. Ignores a wait longer than `longestWaitMs`, due to a wrong clock. */
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

/** Claims the letter that has been due longest. If its sender dies, it is due again after `leaseMs`. */
export async function claimMail(leaseMs: number, longestWaitMs: number): Promise<ClaimedLetter | null> {
  for (;;) {
    const claimed = await batch((tx) => claimDue(tx, leaseMs, longestWaitMs));
    if (claimed !== HELD) return claimed;
  }
}

/** Due mail was held or dropped, so there may be more. */
const HELD = "held";

function claimDue(tx: Db, leaseMs: number, longestWaitMs: number) {
  const now = Date.now();
  tx.update(outbox)
    .set({ nextAttemptAt: new Date(now) })
    .where(and(eq(outbox.state, "waiting"), gt(outbox.nextAttemptAt, new Date(now + longestWaitMs))))
    .run();
  // A registration does not wait for a message to thousands.
  const due = firstDue(tx, now, isNull(outbox.messageId)) ?? firstDue(tx, now);
  if (!due) return null;
  // An undo may have removed the address; a `moved` email is sent to the previous one.
  if (due.delegate.email === "" && due.mail.kind !== "moved") {
    tx.delete(outbox).where(eq(outbox.id, due.mail.id)).run();
    return HELD;
  }
  if (dropMailToWithdrawn(tx, due) || sendEarlier(tx, due.mail)) return HELD;
  if (due.mail.letterId === null && holdBack(tx, due)) return HELD;
  const letterId = due.mail.letterId ?? sealLetter(tx, due);
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
    // The mail that gave the letter its number may have been deleted.
    ...(inLetter.find(({ mail }) => mail.id === letterId) ?? inLetter[0] ?? due),
    delegates: inLetter.map(({ delegate }) => delegate),
    /** True if mail in the letter was held, because its mailbox had received a letter. */
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
    .orderBy(outbox.nextAttemptAt, outbox.id)
    .limit(1)
    .get();

/** Kinds of mail from an import, delayed until its undo is over. */
const DELAYED_KINDS: MailKind[] = ["registered", "changed", "taken-over", "moved"];

/** Sends an imported delegate the registration and earlier changes first. True if such mail is due now. */
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

/** `attempts` counts attempts to which the receiving server responded. */
export type MailOutcome =
  | { state: "sent" }
  | { state: "failed"; attempts: number; problem: string }
  | { state: "waiting"; attempts: number; problem: string | null; nextAttemptAt: Date };

/** Mail marked as sent stays sent, even if a later outcome differs. */
export async function settleMail(letterId: number, outcome: MailOutcome): Promise<void> {
  const changes = outcome.state === "sent" ? { ...outcome, sentAt: new Date(), problem: null } : outcome;
  await batch((tx) => {
    // Mail of a stopped message stayed while in hand; now it is known to be unsent.
    if (outcome.state === "waiting") dropStopped(tx, eq(outbox.letterId, letterId));
    if (outcome.state !== "sent") retractOvertaken(tx, isWaitingIn(letterId));
    tx.update(outbox)
      .set({ ...changes, isInHand: false })
      .where(isWaitingIn(letterId))
      .run();
  });
}

/** Makes failed mail due now, with fresh attempts, each in a new letter. Returns the number. */
export const sendAgain = (delegateId: number, actor: string, formId?: string): Promise<number> => {
  const isFailed = and(eq(outbox.state, "failed"), not(isRestored));
  return makeDue(delegateId, isFailed, ["send-again", "failed"], { actor, formId });
};

/** Makes held mail due, because an organiser knows the owner of the address. */
export const sendNow = (delegateId: number, actor: string, formId?: string): Promise<number> =>
  makeDue(delegateId, or(isHeld(), isRestored), ["send-now", "held back"], { actor, formId });

async function makeDue(
  delegateId: number,
  which: SQL | undefined,
  [action, before]: [action: string, before: string],
  by: By,
): Promise<number> {
  return changeset(by, action, (tx, changesetId) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, delegateId)).get();
    retractOvertaken(tx, and(eq(outbox.delegateId, delegateId), which, isRestored));
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
