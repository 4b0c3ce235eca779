// Redirects mail and sends notices when a registration's address or holder changes.
import { and, eq, gte, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared.server.ts";
import { changes, outbox } from "#app/db/schema.server.ts";
import { dropStopped } from "#app/models/outbox/message-mail.server.ts";
import { enqueueMail, notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import type { CorrectionMail, MailKind } from "#app/vocabulary/mail.ts";

type Move = { delegateId: number; isOtherPerson: boolean; isOtherAddress: boolean };

const NOT_TO_HOLDER: MailKind[] = ["notification", "moved"];
/** Emails that only the holder at the time may receive, unlike emails about decisions. */
const HOLDER_ONLY: MailKind[] = ["registered", "changed", "taken-over"];

/**
 * Redirects unsent mail to the new address or holder in new letters, and deletes mail for a former holder.
 * `wasTold`: the old address may know of the registration. Call before storing the correction.
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
  const stopped = dropStopped(tx, eq(outbox.delegateId, delegateId));
  const redirected = unsent.filter(
    (mail) => mail.state === "waiting" && !dropped.includes(mail) && !stopped.includes(mail.id),
  );
  remove(tx, [...dropped, ...redirected]);
  // Redirected emails become new rows, because the other rows of a shared letter keep its number.
  for (const mail of redirected) {
    const { kind, changesetId, messageId, createdAt, nextAttemptAt } = mail;
    // A note was meant for the former holder.
    const note = isOtherPerson ? null : mail.note;
    // Mail that can still be retracted keeps its due time.
    const isNew = mail.attempts === 0 && !mail.isInHand && mail.heldUntil === null;
    const due = isNew ? { nextAttemptAt } : {};
    tx.insert(outbox)
      .values({ delegateId, kind, note, changesetId, messageId, createdAt, ...due })
      .run();
  }
  if (redirected.length > 0) notifyAfterCommit();
  // The present holder must not see a former holder's notes, or errors about a former address.
  const problem = isOtherPerson ? PREVIOUS_HOLDER : PREVIOUS_ADDRESS;
  const forgotten = isOtherPerson ? { note: null, problem } : { problem };
  tx.update(outbox)
    .set(forgotten)
    .where(and(eq(outbox.delegateId, delegateId), eq(outbox.state, "failed"), ne(outbox.kind, "moved")))
    .run();
  // Also removes notes to the former holder from withdrawn mail, because an undo may queue it again.
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

/** Notifies the old address only if `wasTold`, because otherwise it does not know of the registration. */
export function notifyCorrection(
  move: Move & { changesetId: number; wasTold: boolean; waitMs: number },
): void {
  if (move.isOtherAddress && move.wasTold) enqueueMail(move.delegateId, "moved", move);
  enqueueMail(move.delegateId, move.isOtherPerson ? "taken-over" : "changed", move);
}

type Informed = { holder: boolean; addressBefore: boolean };

/** Drops unsent mail about a correction. Mail in hand counts as sent, because it may have been sent. */
export function dropUnsentAbout(
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

/** Queues the previous holder's deleted mail again. */
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
        inArray(sql`${changes.before} ->> 'kind'`, HOLDER_ONLY),
      ),
    )
    .orderBy(changes.id)
    .all();
  for (const { kind, changesetId } of dropped)
    tx.insert(outbox).values({ delegateId, kind, changesetId }).run();
  if (dropped.length > 0) notifyAfterCommit();
}

/** Sends the registration email again if it went to the wrong address before the correction was undone. */
export function notifyRegisteredAgain(tx: Db, delegateId: number, since: Date): void {
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

/** Notifies only recipients of the correction's notice. */
export function notifyUndo(move: Move & { changesetId: number; told: Informed }): void {
  const { delegateId, isOtherPerson, isOtherAddress, told } = move;
  if (isOtherAddress && told.holder) enqueueMail(delegateId, "moved", move);
  const kind: CorrectionMail = isOtherPerson ? "taken-over" : "changed";
  if (isOtherAddress ? told.addressBefore : told.holder) enqueueMail(delegateId, kind, move);
}
