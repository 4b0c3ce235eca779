// Redirects mail and sends notices when a registration's address or holder changes.
import { and, eq, gte, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { changes, outbox } from "#app/db/schema.server.ts";
import { dropStoppedMail } from "#app/models/outbox/message-mail.server.ts";
import { enqueueMail, notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import type { CorrectionMail, MailKind } from "#app/vocabulary/mail.ts";

type Move = { delegateId: number; isOtherPerson: boolean; isOtherAddress: boolean };

const NOT_TO_HOLDER: MailKind[] = ["notification", "moved"];
/** Emails that must not go to a new holder, unlike emails about decisions. */
const HOLDER_ONLY: MailKind[] = ["registered", "changed", "taken-over"];

/**
 * Redirects unsent mail to the new address or holder in new letters, and deletes mail that only the
 * former holder may read. `wasTold` means that mail may have reached the old address. Call before
 * storing the correction.
 */
export function redirectMail(
  tx: Db,
  { delegateId, isOtherPerson, isOtherAddress, movedAt }: Move & { movedAt: Date | null },
): { wasTold: boolean; wasInHand: boolean } {
  if (!isOtherPerson && !isOtherAddress) return { wasTold: false, wasInHand: false };
  const wasTold = isTold(tx, delegateId, movedAt);
  const unsent = tx
    .select()
    .from(outbox)
    .where(and(isToHolder(delegateId), ne(outbox.state, "sent")))
    .orderBy(outbox.id)
    .all();
  const dropped = unsent.filter(({ kind }) => isOtherPerson && HOLDER_ONLY.includes(kind));
  const stopped = dropStoppedMail(tx, eq(outbox.delegateId, delegateId));
  const redirected = unsent.filter(
    (mail) => mail.state === "waiting" && !dropped.includes(mail) && !stopped.includes(mail.id),
  );
  remove(tx, [...dropped, ...redirected]);
  // Redirected emails become new rows, because the old rows may share a letter with other mail.
  for (const mail of redirected) {
    const { kind, changesetId, messageId, createdAt, nextAttemptAt } = mail;
    // The note was written for the former holder.
    const note = isOtherPerson ? null : mail.note;
    // Mail that was never attempted or held keeps its due time.
    const isNew = mail.attempts === 0 && !mail.isInHand && mail.heldUntil === null;
    const due = isNew ? { nextAttemptAt } : {};
    tx.insert(outbox)
      .values({ delegateId, kind, note, changesetId, messageId, createdAt, ...due })
      .run();
  }
  if (redirected.length > 0) notifyAfterCommit();
  // The current holder must not see a former holder's notes, or errors about a former address.
  const problem = isOtherPerson ? PREVIOUS_HOLDER : PREVIOUS_ADDRESS;
  const forgotten = isOtherPerson ? { note: null, problem } : { problem };
  tx.update(outbox)
    .set(forgotten)
    .where(and(eq(outbox.delegateId, delegateId), eq(outbox.state, "failed"), ne(outbox.kind, "moved")))
    .run();
  // Also removes the former holder's notes from retracted mail, which an undo may queue again.
  if (isOtherPerson)
    tx.update(changes)
      .set({ before: sql`json_set(${changes.before}, '$.note', null)` })
      .where(and(eq(changes.table, "outbox"), eq(changes.subjectId, delegateId), eq(changes.kind, "delete")))
      .run();
  return { wasTold, wasInHand: unsent.some(({ isInHand }) => isInHand) };
}

const PREVIOUS_ADDRESS = "This was sent to the previous address.";
const PREVIOUS_HOLDER = "This was sent to the previous holder.";

const remove = (tx: Db, mails: { id: number }[]) => {
  const ids = mails.map(({ id }) => id);
  tx.delete(outbox).where(inArray(outbox.id, ids)).run();
};

const isToHolder = (delegateId: number) =>
  and(eq(outbox.delegateId, delegateId), notInArray(outbox.kind, NOT_TO_HOLDER));

function isTold(tx: Db, delegateId: number, movedAt: Date | null): boolean {
  const isSent = and(eq(outbox.state, "sent"), movedAt ? gte(outbox.sentAt, movedAt) : undefined);
  return hasRow(tx, outbox, and(isToHolder(delegateId), or(eq(outbox.isInHand, true), isSent)));
}

/** Notifies the old address only if mail may have reached it (`wasTold`). */
export function notifyCorrection(
  move: Move & { changesetId: number; wasTold: boolean; waitMs: number },
): void {
  if (move.isOtherAddress && move.wasTold) enqueueMail(move.delegateId, "moved", move);
  enqueueMail(move.delegateId, move.isOtherPerson ? "taken-over" : "changed", move);
}

type Informed = { holder: boolean; addressBefore: boolean };

/** Drops unsent mail about a correction. Reports claimed mail as sent, because it may have been. */
export function dropUnsentCorrectionMail(
  tx: Db,
  delegateId: number,
  changesetId: number,
): Informed & { wasInHand: boolean } {
  const isAbout = and(eq(outbox.delegateId, delegateId), eq(outbox.changesetId, changesetId));
  const mails = tx.select().from(outbox).where(isAbout).all();
  const unsent = mails.filter(({ state }) => state !== "sent");
  remove(tx, unsent);
  const told = mails.filter(({ state, isInHand }) => state === "sent" || isInHand);
  return {
    holder: told.some(({ kind }) => kind !== "moved"),
    addressBefore: told.some(({ kind }) => kind === "moved"),
    wasInHand: mails.some(({ isInHand }) => isInHand),
  };
}

/** Requeues the previous holder's deleted mail. */
export function restoreDroppedMail(tx: Db, delegateId: number, correctedBy: number): void {
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
        inArray(sql`${changes.before} ->> 'kind'`, HOLDER_ONLY),
      ),
    )
    .orderBy(changes.id)
    .all();
  for (const { kind, changesetId } of dropped)
    tx.insert(outbox).values({ delegateId, kind, changesetId }).run();
  if (dropped.length > 0) notifyAfterCommit();
}

/** Sends the registration email again if an undone correction had sent it to the wrong address. */
export function resendRegistrationMail(tx: Db, delegateId: number, since: Date): void {
  const isOfDelegate = and(eq(outbox.delegateId, delegateId), eq(outbox.kind, "registered"));
  const isSentSince = and(eq(outbox.state, "sent"), gte(outbox.sentAt, since));
  if (!hasRow(tx, outbox, and(isOfDelegate, isSentSince))) return;
  const { id } = tx
    .insert(outbox)
    .values({ delegateId, kind: "registered" })
    .returning({ id: outbox.id })
    .get();
  tx.update(outbox).set({ letterId: id }).where(eq(outbox.id, id)).run();
  notifyAfterCommit();
}

/** Notifies only those who received a notice of the correction. */
export function notifyUndo(move: Move & { changesetId: number; told: Informed }): void {
  const { delegateId, isOtherPerson, isOtherAddress, told } = move;
  if (isOtherAddress && told.holder) enqueueMail(delegateId, "moved", move);
  const kind: CorrectionMail = isOtherPerson ? "taken-over" : "changed";
  if (isOtherAddress ? told.addressBefore : told.holder) enqueueMail(delegateId, kind, move);
}
