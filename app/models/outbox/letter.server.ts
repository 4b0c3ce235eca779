// Which emails go out together, and when: a form that anybody can send is not to fill anybody's mailbox.
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

type Mail = typeof outbox.$inferSelect;
type Delegate = typeof delegates.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;
/** An email waits for its mailbox no longer than this, in milliseconds. */
export const HELD_BACK_MS = DAY_MS;

/**
 * How many letters about new registrations a mailbox gets in 24 hours. Anybody can enter any address; one whose
 * owner has said that it is theirs gets each at once, for colleagues who share it, but no flood either.
 */
const LETTERS_A_DAY = { unconfirmed: 1, confirmed: 10 };
/** More in one letter nobody reads; the others go with the next one. */
const MAILS_IN_LETTER = 100;

/** Mail that waits for its mailbox, not for the mail server. */
export const isHeld = (now: Date | Placeholder = new Date()) =>
  and(eq(outbox.state, "waiting"), isNull(outbox.letterId), gt(outbox.heldUntil, now));

/** Mail that is held since the restore of a copy (`holdWaitingMail`): given up while in hand, which nothing else is. */
export const isRestored = sql`(${outbox.state} = 'failed' and ${outbox.isInHand})`;

/**
 * Holds back an email that is due, with all others of its kind to the address, where the mailbox has had what it
 * gets in a day; answers whether it did. Only registrations wait: what organisers decide nobody else can cause.
 */
export function holdBack(tx: Db, { mail, delegate }: { mail: Mail; delegate: Delegate }): boolean {
  if (mail.kind !== "registered") return false;
  const now = Date.now();
  const limit = LETTERS_A_DAY[isConfirmed(tx, delegate.email) ? "confirmed" : "unconfirmed"];
  const lately = lettersTo(tx, delegate.mailbox, now, limit);
  const first = lately[limit - 1];
  if (!first) return false;
  const until = new Date(first.at + DAY_MS);
  tx.update(outbox)
    .set({ heldUntil: until, nextAttemptAt: until })
    .where(
      and(
        isUnsent,
        isReady(),
        eq(outbox.kind, mail.kind),
        inArray(outbox.delegateId, withEmail(tx, delegate.email)),
      ),
    )
    .run();
  return true;
}

/** When the last letters about registrations went to a mailbox, the latest first. One on its way goes now. */
function lettersTo(tx: Db, mailbox: string | null, now: number, limit: number) {
  const at = sql<number>`max(iif(${outbox.state} = 'sent', min(${outbox.sentAt}, ${now}), ${now}))`;
  const isLate = and(eq(outbox.state, "sent"), gt(outbox.sentAt, new Date(now - DAY_MS)));
  const isOnItsWay = and(eq(outbox.state, "waiting"), isNotNull(outbox.letterId));
  return tx
    .select({ at })
    .from(delegates)
    .innerJoin(outbox, eq(outbox.delegateId, delegates.id))
    .where(and(eq(delegates.mailbox, mailbox ?? ""), eq(outbox.kind, "registered"), or(isLate, isOnItsWay)))
    .groupBy(sql`coalesce(${outbox.letterId}, ${outbox.id})`)
    .orderBy(desc(at))
    .limit(limit)
    .all();
}

/** Mail that no letter has been written for. */
const isUnsent = and(eq(outbox.state, "waiting"), isNull(outbox.letterId));

/** Mail that may go out: what can still be undone is not told yet. What is held back goes with the next one. */
const isReady = () => or(isNotNull(outbox.heldUntil), lte(outbox.nextAttemptAt, new Date()));

/** What is about one registration alone, or goes to organisers. */
const ALONE: MailKind[] = ["changed", "taken-over", "moved", "notification"];

/**
 * Puts an email that is due into a letter with all that say the same to the same address. What is in a letter
 * stays in it, however often it has to be sent: whoever gets it twice gets the same one twice.
 */
export function sealLetter(tx: Db, { mail, delegate }: { mail: Mail; delegate: Delegate }): number {
  const others = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isUnsent,
        eq(outbox.kind, mail.kind),
        sql`${outbox.note} is ${mail.note}`,
        isReady(),
        notInArray(outbox.kind, ALONE),
        sql`${outbox.messageId} is ${mail.messageId}`,
        inArray(outbox.delegateId, withEmail(tx, delegate.email)),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(MAILS_IN_LETTER);
  tx.update(outbox)
    .set({ letterId: mail.id })
    .where(or(eq(outbox.id, mail.id), inArray(outbox.id, others)))
    .run();
  return mail.id;
}

/** The ids of those who registered with this very address, in any case of its letters. */
export const withEmail = (tx: Db, email: string) =>
  tx.select({ id: delegates.id }).from(delegates).where(sql`lower(${delegates.email}) = lower(${email})`);

/** Whether the owner of an address has said, by a private link, that it is theirs. */
export const isConfirmed = (tx: Db, email: string): boolean =>
  tx
    .select({ id: delegates.id })
    .from(delegates)
    .where(and(sql`lower(${delegates.email}) = lower(${email})`, isNotNull(delegates.emailConfirmedAt)))
    .limit(1)
    .get() !== undefined;

/** How many emails to an address are held back. */
export const countHeldFor = async (email: string): Promise<number> =>
  db.$count(outbox, and(isHeld(), inArray(outbox.delegateId, withEmail(db, email))));

/** Makes what was held back for an address due. */
export function release(tx: Db, email: string): void {
  const now = new Date();
  tx.update(outbox)
    .set({ heldUntil: now, nextAttemptAt: now })
    .where(and(isHeld(), inArray(outbox.delegateId, withEmail(tx, email))))
    .run();
}
