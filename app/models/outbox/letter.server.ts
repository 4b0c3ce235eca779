// Groups emails into letters and limits their number, so the public form cannot flood a mailbox.
import { and, eq, gt, inArray, isNotNull, isNull, notInArray, or, type Placeholder, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

type Mail = typeof outbox.$inferSelect;
type Delegate = typeof delegates.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;
export const HOLD_MS = DAY_MS;

/** Limits per mailbox. Anyone can enter any address; colleagues may share a confirmed address. */
const LETTERS_A_DAY = { unconfirmed: 1, confirmed: 10 };
/** Maximum number of emails in one letter. The next letter contains the others. */
const MAILS_IN_LETTER = 100;

/** SQL: the email is held because of its mailbox's limit, not because of the mail server. */
export const isHeldSql = (now: Date | Placeholder = new Date()) =>
  and(eq(outbox.state, "waiting"), isNull(outbox.letterId), gt(outbox.heldUntil, now));

/** SQL: a restore has held the email by marking it as failed and claimed (`holdWaitingMail`). */
export const isRestoredSql = sql`(${outbox.state} = 'failed' and ${outbox.isInHand})`;

/** Holds all due registration emails to the address if the mailbox has reached its limit. */
export function holdBackMail(tx: Db, { mail, delegate }: { mail: Mail; delegate: Delegate }): boolean {
  if (mail.kind !== "registered") return false;
  const now = Date.now();
  const limit = LETTERS_A_DAY[isEmailConfirmed(tx, delegate.email) ? "confirmed" : "unconfirmed"];
  const lately = lettersTo(tx, delegate.mailbox, now, limit);
  const first = lately[limit - 1];
  if (!first) return false;
  const until = new Date(first.at + DAY_MS);
  const isToThem = inArray(outbox.delegateId, selectIdsByEmail(tx, delegate.email));
  tx.update(outbox)
    .set({ heldUntil: until, nextAttemptAt: until })
    .where(and(isUnsent, isReady(), eq(outbox.kind, mail.kind), isToThem))
    .run();
  return true;
}

/** Lists letters to a mailbox, newest first. An unfinished letter counts as sent now. */
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

/** SQL: the email is due, or is held and can go into the next letter. */
const isReady = () => or(isNotNull(outbox.heldUntil), sql`${outbox.nextAttemptAt} <= ${Date.now()}`);

/** Emails about one registration only, or to organisers. */
const NEVER_COMBINED: MailKind[] = ["changed", "taken-over", "moved", "notification"];

/** Combines all due mail with the same text and address. Retries keep the letter's contents. */
export function combineDueMail(tx: Db, { mail, delegate }: { mail: Mail; delegate: Delegate }): number {
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
        inArray(outbox.delegateId, selectIdsByEmail(tx, delegate.email)),
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

export const selectIdsByEmail = (tx: Db, email: string) =>
  tx.select({ id: delegates.id }).from(delegates).where(hasEmail(email));

const hasEmail = (email: string) => sql`lower(${delegates.email}) = lower(${email})`;

export const isEmailConfirmed = (tx: Db, email: string): boolean =>
  hasRow(tx, delegates, and(hasEmail(email), isNotNull(delegates.emailConfirmedAt)));

export const countHeldMail = async (email: string): Promise<number> =>
  db.$count(outbox, and(isHeldSql(), inArray(outbox.delegateId, selectIdsByEmail(db, email))));

export function releaseMail(tx: Db, email: string): void {
  const now = new Date();
  tx.update(outbox)
    .set({ heldUntil: now, nextAttemptAt: now })
    .where(and(isHeldSql(), inArray(outbox.delegateId, selectIdsByEmail(tx, email))))
    .run();
}
