// Groups emails into letters and limits their frequency, because a public form must not flood a mailbox.
import { and, eq, gt, inArray, isNotNull, isNull, notInArray, or, type Placeholder, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

type Mail = typeof outbox.$inferSelect;
type Delegate = typeof delegates.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;
export const HELD_BACK_MS = DAY_MS;

/** Limits per mailbox. Anyone can enter an address, and colleagues may share a confirmed one. */
const LETTERS_A_DAY = { unconfirmed: 1, confirmed: 10 };
/** Limit of emails in one letter; others are sent in the next letter. */
const MAILS_IN_LETTER = 100;

/** SQL: the email is held because of its mailbox, not because of the mail server. */
export const isHeld = (now: Date | Placeholder = new Date()) =>
  and(eq(outbox.state, "waiting"), isNull(outbox.letterId), gt(outbox.heldUntil, now));

/** SQL: the email is held since a restore, which marks it as both failed and in hand (`holdWaitingMail`). */
export const isRestored = sql`(${outbox.state} = 'failed' and ${outbox.isInHand})`;

/** Holds this registration email and similar ones if the mailbox has reached its limit. */
export function holdBack(tx: Db, { mail, delegate }: { mail: Mail; delegate: Delegate }): boolean {
  if (mail.kind !== "registered") return false;
  const now = Date.now();
  const limit = LETTERS_A_DAY[isConfirmed(tx, delegate.email) ? "confirmed" : "unconfirmed"];
  const lately = lettersTo(tx, delegate.mailbox, now, limit);
  const first = lately[limit - 1];
  if (!first) return false;
  const until = new Date(first.at + DAY_MS);
  const isToThem = inArray(outbox.delegateId, withEmail(tx, delegate.email));
  tx.update(outbox)
    .set({ heldUntil: until, nextAttemptAt: until })
    .where(and(isUnsent, isReady(), eq(outbox.kind, mail.kind), isToThem))
    .run();
  return true;
}

/** Lists letters to a mailbox, newest first. A letter in hand counts as sent now. */
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
    .orderBy(sql`${at} desc`)
    .limit(limit)
    .all();
}

const isUnsent = and(eq(outbox.state, "waiting"), isNull(outbox.letterId));

/** SQL: the email's undo period is over. Held mail is included in the next letter. */
const isReady = () => or(isNotNull(outbox.heldUntil), sql`${outbox.nextAttemptAt} <= ${Date.now()}`);

/** Emails about one registration only, or to organisers. */
const NEVER_COMBINED: MailKind[] = ["changed", "taken-over", "moved", "notification"];

/** Combines all due mail with the same text and address. A letter keeps its contents when it is retried. */
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
        notInArray(outbox.kind, NEVER_COMBINED),
        sql`${outbox.messageId} is ${mail.messageId}`,
        inArray(outbox.delegateId, withEmail(tx, delegate.email)),
      ),
    )
    .orderBy(outbox.id)
    .limit(MAILS_IN_LETTER);
  tx.update(outbox)
    .set({ letterId: mail.id })
    .where(or(eq(outbox.id, mail.id), inArray(outbox.id, others)))
    .run();
  return mail.id;
}

export const withEmail = (tx: Db, email: string) =>
  tx.select({ id: delegates.id }).from(delegates).where(hasEmail(email));

const hasEmail = (email: string) => sql`lower(${delegates.email}) = lower(${email})`;

export const isConfirmed = (tx: Db, email: string): boolean =>
  hasRow(tx, delegates, and(hasEmail(email), isNotNull(delegates.emailConfirmedAt)));

export const countHeldFor = async (email: string): Promise<number> =>
  db.$count(outbox, and(isHeld(), inArray(outbox.delegateId, withEmail(db, email))));

export function release(tx: Db, email: string): void {
  const now = new Date();
  tx.update(outbox)
    .set({ heldUntil: now, nextAttemptAt: now })
    .where(and(isHeld(), inArray(outbox.delegateId, withEmail(tx, email))))
    .run();
}
