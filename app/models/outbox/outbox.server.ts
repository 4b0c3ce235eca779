// The queue of emails. A row is one email about one registration (docs/decisions/mail.md).
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { placeholders, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { IS_OUTDATED } from "#app/models/outbox/decision-mail.server.ts";
import { dropStoppedMail, getMailMessage, isForWithdrawn } from "#app/models/outbox/message-mail.server.ts";
import { nextNoticeAt } from "#app/models/outbox/notice-times.server.ts";
import type { MailKind, MailState } from "#app/vocabulary/mail.ts";

/** An email claimed by this process. */
export type ClaimedMail = Exclude<ReturnType<typeof claimDue>, typeof DROPPED | null>;

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

const DAY_MS = 24 * 60 * 60 * 1000;
/** Anyone can enter any address in the public form, so an address gets only a few letters a day. */
export const REGISTRATION_LETTERS_A_DAY = 5;

const selectLettersToMailbox = prepareOnce(() =>
  sqlite.prepare(`select 1 from delegates join outbox on outbox.delegate_id = delegates.id
    where delegates.mailbox = (select mailbox from delegates where id = ?)
    and outbox.kind = 'registered' and outbox.state not in ('held', 'failed') and outbox.created_at > ?
    limit ${REGISTRATION_LETTERS_A_DAY}`),
);
const selectLastDue = prepareOnce(() =>
  sqlite
    .prepare<[number], number | null>(
      `select max(next_attempt_at) from outbox indexed by outbox_delegate where delegate_id = ?
       and state = 'waiting' and message_id is null and not (kind = 'notification' and note is not null)`,
    )
    .pluck(),
);
const insertMail = prepareOnce(() =>
  db
    .insert(outbox)
    .values(placeholders("delegateId", "kind", "note", "changesetId", "state", "nextAttemptAt"))
    .prepare(),
);

type MailOptions = { note?: string | null; waitMs?: number; changesetId?: number | null };
/**
 * Queues an email, due in `waitMs`, but never before an earlier one to the delegate that waits. Holds
 * a registration letter if its mailbox had its share today. Call in its cause's `batch`, so both or
 * neither are stored.
 */
export function enqueueMail(
  delegateId: number,
  kind: MailKind,
  { note = null, waitMs = 0, changesetId = null }: MailOptions = {},
): void {
  const now = Date.now();
  const isFirst = kind === "registered";
  const isLimited =
    isFirst && selectLettersToMailbox().all(delegateId, now - DAY_MS).length === REGISTRATION_LETTERS_A_DAY;
  const state: MailState = isLimited ? "held" : "waiting";
  const lastDue = isFirst ? null : selectLastDue().get(delegateId);
  const nextAttemptAt = new Date(Math.max(now + waitMs, lastDue ?? 0));
  insertMail().run({ delegateId, kind, note, changesetId, state, nextAttemptAt });
  notifyAfterCommit();
}

/** Tells the organisers of a registration. A notice that waits for its letter has the letter's time as its note. */
export function enqueueNotice(delegateId: number): void {
  const now = Date.now();
  const at = nextNoticeAt(now);
  const later = at === null ? {} : { note: new Date(at).toISOString(), waitMs: at - now };
  enqueueMail(delegateId, "notification", later);
}

const UNFINISHED = inArray(outbox.state, ["waiting", "sending"]);

/** Returns the next due time in ms, or null. */
export const nextMailAt = (): number | null => selectNext().get() ?? null;

const NEXT_OF = (state: string) => `select min(next_attempt_at) at from outbox where state = '${state}'`;
const selectNext = prepareOnce(() =>
  sqlite
    .prepare<[], number | null>(`select min(at) from (${NEXT_OF("waiting")} union all ${NEXT_OF("sending")})`)
    .pluck(),
);

/** Claims the most overdue email, which becomes due again after `leaseMs` if this process dies. */
export async function claimMail(leaseMs: number): Promise<ClaimedMail | null> {
  for (;;) {
    const claimed = await batch((tx) => claimDue(tx, leaseMs));
    if (claimed !== DROPPED) return claimed;
  }
}

/** Means that due mail was dropped, and that more mail may be due. */
const DROPPED = "dropped";

function claimDue(tx: Db, leaseMs: number) {
  const now = new Date();
  const due =
    firstDue(tx, now, "sending") ??
    // Registration emails do not wait for a message to thousands of delegates.
    firstDue(tx, now, "waiting", and(isNull(outbox.messageId), OVERTAKES_NONE)) ??
    firstDue(tx, now, "waiting", OVERTAKES_NONE);
  if (!due) return null;
  const { mail, delegate, isOutdated } = due;
  const message = getMailMessage(tx, mail);
  const hasNoAddress = delegate.email === "" && mail.kind !== "moved";
  // A message whose sender has died may have been sent, so it is sent to the end.
  const isWithdrawn = mail.state === "waiting" && isForWithdrawn(message, delegate);
  const isMail = eq(outbox.id, mail.id);
  if (hasNoAddress || isOutdated || isWithdrawn) {
    tx.delete(outbox).where(isMail).run();
    return DROPPED;
  }
  const isClaimed = mail.kind === "notification" && mail.note !== null ? isOfLetter(mail.note) : isMail;
  tx.update(outbox)
    .set({ state: "sending", nextAttemptAt: new Date(now.getTime() + leaseMs) })
    .where(isClaimed)
    .run();
  /** Several for a letter about several registrations. */
  const all = tx
    .select({ id: outbox.id, delegate: delegates })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(isClaimed)
    .orderBy(asc(outbox.id))
    .all();
  return { mail, delegate, message, all };
}

/** True if no other email to the delegate is being sent. Notices go to the organisers. */
const OVERTAKES_NONE = sql`not exists (select 1 from outbox other where other.state = 'sending'
  and other.delegate_id = ${outbox.delegateId} and other.kind <> 'notification')`;

/** All notices of one letter are claimed together, and their outcome is stored together. */
const isOfLetter = (note: string) => and(eq(outbox.kind, "notification"), eq(outbox.note, note), UNFINISHED);

const firstDue = (tx: Db, now: Date, state: MailState, which?: SQL) =>
  tx
    .select({ mail: outbox, delegate: delegates, isOutdated: IS_OUTDATED })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(and(eq(outbox.state, state), which, lte(outbox.nextAttemptAt, now)))
    .orderBy(outbox.nextAttemptAt, outbox.id)
    .limit(1)
    .get();

/** `attempts` counts only attempts to which the receiving server responded. */
export type MailOutcome =
  | { state: "sent" }
  | { state: "failed"; attempts: number; problem: string }
  | { state: "waiting"; attempts: number; problem: string | null; nextAttemptAt: Date };

/** Stores the outcome. Mail marked as sent stays sent, even if a later outcome differs. */
export async function storeMailOutcome(ids: number | readonly number[], outcome: MailOutcome): Promise<void> {
  const changes = outcome.state === "sent" ? { ...outcome, sentAt: new Date(), problem: null } : outcome;
  await batch((tx) => {
    // Stopping a message keeps claimed emails. This one turned out to be unsent, so it is dropped.
    for (const id of [ids].flat()) {
      if (outcome.state === "waiting") dropStoppedMail(tx, id);
      tx.update(outbox)
        .set(changes)
        .where(and(eq(outbox.id, id), UNFINISHED))
        .run();
    }
  });
}
