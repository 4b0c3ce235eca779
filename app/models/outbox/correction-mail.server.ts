// The emails about a registration whose address, or whose holder, has changed: where they go, and what tells of it.
import { and, eq, gte, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, outbox } from "#app/db/schema.server.ts";
import { dropStopped } from "#app/models/outbox/message-mail.server.ts";
import { enqueueMail, notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import type { CorrectionMail, MailKind } from "#app/vocabulary/mail.ts";

type Move = {
  delegateId: number;
  isOtherPerson: boolean;
  /** The address before and the one after are not the same. */
  isOtherAddress: boolean;
};

/** Goes to organisers, or to an address of its own: whose the registration is does not matter to it. */
const NOT_TO_HOLDER: MailKind[] = ["notification", "moved"];
/** What only the holder at that time is told. A decision is told whoever it is then. */
const OF_HOLDER: MailKind[] = ["registered", "changed", "taken-over"];

/**
 * Sees to it that what has not been sent to a delegate goes to the new address or person, and to nobody else: not
 * in the letter that it shares with others of the old address, nor in one that a sender has in hand. Answers
 * whether the old address has been told anything of the registration, or may have been; whether something was in
 * hand; and what the one before will not be told any more. To be called before the correction is stored.
 */
export function redirectMail(
  tx: Db,
  { delegateId, isOtherPerson, isOtherAddress, movedAt }: Move & { movedAt: Date | null },
): { wasTold: boolean; wasInHand: boolean } {
  // Nobody but the holder hears of it, and nothing goes elsewhere.
  if (!isOtherPerson && !isOtherAddress) return { wasTold: false, wasInHand: false };
  const wasTold = isTold(tx, delegateId, movedAt);
  const unsent = tx
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.delegateId, delegateId),
        ne(outbox.state, "sent"),
        notInArray(outbox.kind, NOT_TO_HOLDER),
      ),
    )
    .orderBy(outbox.id)
    .all();
  const dropped = unsent.filter(({ kind }) => isOtherPerson && OF_HOLDER.includes(kind));
  // What is broken off of a message that was stopped is not begun anew.
  const stopped = dropStopped(tx, eq(outbox.delegateId, delegateId));
  const redirected = unsent.filter(
    (mail) => mail.state === "waiting" && !dropped.includes(mail) && !stopped.includes(mail.id),
  );
  remove(tx, [...dropped, ...redirected]);
  // Anew, with a number of its own: that of a letter is kept by those who share it.
  for (const mail of redirected) {
    const { kind, changesetId, messageId, createdAt, nextAttemptAt } = mail;
    // A line to the one before is nobody else's.
    const note = isOtherPerson ? null : mail.note;
    // What can still be taken back waits for as long as before.
    const isNew = mail.attempts === 0 && !mail.isInHand && mail.heldUntil === null;
    tx.insert(outbox)
      .values({
        delegateId,
        kind,
        note,
        changesetId,
        messageId,
        createdAt,
        ...(isNew ? { nextAttemptAt } : {}),
      })
      .run();
  }
  if (redirected.length > 0) notifyAfterCommit();
  // What was said to the one before, and what became of that, is not for whoever has it now.
  const forgotten = isOtherPerson
    ? { note: null, problem: BEFORE_PASSING_ON }
    : { problem: BEFORE_CORRECTION };
  tx.update(outbox)
    .set(forgotten)
    .where(and(eq(outbox.delegateId, delegateId), eq(outbox.state, "failed"), ne(outbox.kind, "moved")))
    .run();
  // A line to the one before is not promised again either.
  if (isOtherPerson)
    tx.update(changes)
      .set({ before: sql`json_set(${changes.before}, '$.note', null)` })
      .where(and(eq(changes.table, "outbox"), eq(changes.subjectId, delegateId), eq(changes.kind, "delete")))
      .run();
  return { wasTold, wasInHand: unsent.some(({ isInHand }) => isInHand) };
}

/** What the server said was about an address that is not stored here any more. */
const BEFORE_CORRECTION = "This was sent to the address before the correction.";
const BEFORE_PASSING_ON = "This was sent to whoever had the registration before.";

function remove(tx: Db, mails: { id: number }[]): void {
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  tx.delete(outbox).where(inArray(outbox.id, ids)).run();
}

/** Whether anything has gone, or may have gone, to who has had a registration since `movedAt`. */
function isTold(tx: Db, delegateId: number, movedAt: Date | null): boolean {
  const sent = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.delegateId, delegateId),
        notInArray(outbox.kind, NOT_TO_HOLDER),
        or(
          eq(outbox.isInHand, true),
          and(eq(outbox.state, "sent"), movedAt ? gte(outbox.sentAt, movedAt) : undefined),
        ),
      ),
    )
    .limit(1)
    .get();
  return sent !== undefined;
}

/**
 * Promises what tells of a correction, due after `waitMs` milliseconds: the holder always, the address before only if
 * it has been told anything.
 */
export function tellCorrection({
  delegateId,
  changesetId,
  isOtherPerson,
  isOtherAddress,
  wasTold,
  waitMs,
}: Move & { changesetId: number; wasTold: boolean; waitMs: number }): void {
  if (isOtherAddress && wasTold) enqueueMail(delegateId, "moved", { changesetId, waitMs });
  enqueueMail(delegateId, isOtherPerson ? "taken-over" : "changed", { changesetId, waitMs });
}

/** Which of the two have been told of a correction, or may have been. */
type Told = { holder: boolean; addressBefore: boolean };

/** Takes back what has not been sent of a correction. What is in hand may have been. */
export function dropUnsentAbout(
  tx: Db,
  delegateId: number,
  changesetId: number,
): Told & { wasInHand: boolean } {
  const isAbout = and(eq(outbox.delegateId, delegateId), eq(outbox.changesetId, changesetId));
  const mails = tx.select().from(outbox).where(isAbout).all();
  remove(
    tx,
    mails.filter(({ state }) => state !== "sent"),
  );
  const told = mails.filter(({ state, isInHand }) => state === "sent" || isInHand);
  return {
    holder: told.some(({ kind }) => kind !== "moved"),
    addressBefore: told.some(({ kind }) => kind === "moved"),
    wasInHand: mails.some(({ isInHand }) => isInHand),
  };
}

/** Promises again what the holder before was not to be told because of a correction that is undone. */
export function restoreDropped(tx: Db, delegateId: number, correctedBy: number): void {
  const dropped = tx
    .select({
      kind: sql<MailKind>`${changes.before} ->> 'kind'`,
      changesetId: sql<number | null>`${changes.before} ->> 'changeset_id'`,
    })
    .from(changes)
    .where(
      and(
        eq(changes.changesetId, correctedBy),
        eq(changes.table, "outbox"),
        eq(changes.kind, "delete"),
        eq(changes.subjectId, delegateId),
        inArray(sql`${changes.before} ->> 'kind'`, OF_HOLDER),
      ),
    )
    .orderBy(changes.id)
    .all();
  for (const { kind, changesetId } of dropped)
    tx.insert(outbox).values({ delegateId, kind, changesetId }).run();
  if (dropped.length > 0) notifyAfterCommit();
}

/**
 * Promises the letter about a registration once more, where the first one has gone to another address since a
 * correction that is undone: the right one has never had it. At once, as it was not that mailbox that had one.
 */
export function tellRegisteredAgain(tx: Db, delegateId: number, since: Date): void {
  const hasGoneElsewhere = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.delegateId, delegateId),
        eq(outbox.kind, "registered"),
        eq(outbox.state, "sent"),
        gte(outbox.sentAt, since),
      ),
    )
    .limit(1)
    .get();
  if (!hasGoneElsewhere) return;
  const { id } = tx
    .insert(outbox)
    .values({ delegateId, kind: "registered" })
    .returning({ id: outbox.id })
    .get();
  tx.update(outbox).set({ letterId: id }).where(eq(outbox.id, id)).run();
  notifyAfterCommit();
}

/** Promises what tells of the undoing of a correction, to those who were told of that. */
export function tellUndo({
  delegateId,
  changesetId,
  isOtherPerson,
  isOtherAddress,
  told,
}: Move & { changesetId: number; told: Told }): void {
  if (isOtherAddress && told.holder) enqueueMail(delegateId, "moved", { changesetId });
  const kind: CorrectionMail = isOtherPerson ? "taken-over" : "changed";
  if (isOtherAddress ? told.addressBefore : told.holder) enqueueMail(delegateId, kind, { changesetId });
}
