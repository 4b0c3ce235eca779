import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { isAnyOfSql, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { changes, changesets, delegates } from "#app/db/schema.server.ts";
import { markForScrub, scheduleScrubRetry } from "#app/db/scrub.server.ts";
import { createFingerprint, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { listUndoable, type RowChange, type UndoResult, undo } from "#app/models/changeset/undo.server.ts";
import { getDetails, listCorrections } from "#app/models/delegate/correction-history.server.ts";
import { type Delegate, toStoredAnswers } from "#app/models/delegate/delegate.server.ts";
import { createSearchText } from "#app/models/delegate/search-text.ts";
import { MAIL_WAIT_MS, offerUndoBeforeMail } from "#app/models/delegate/status.server.ts";
import { timeAfter } from "#app/models/editable/order.ts";
import { enqueueCorrectionMail } from "#app/models/outbox/correction-mail.server.ts";
import {
  ANSWER_COLUMNS,
  answerOf,
  listChangedFields,
  listFields,
  type Registration,
} from "#app/vocabulary/registration.ts";

export type CorrectionResult =
  | { ok: true; correction: number | null }
  | { ok: false; reason: "notFound" | "stale" };

/** Subject of corrections and transfers that can be undone. */
export const DELEGATE_SUBJECT = "delegate";

/** Hashes only the answers, so that a check-in or decision does not make an edit stale. */
export const answersVersion = (delegate: Delegate): string =>
  createFingerprint(listFields(delegate).map((field) => answerOf(delegate, field))).slice(0, 22);

/**
 * Replaces the answers and notifies the delegate. `seen` is the `answersVersion` that the form
 * showed.
 */
export const correctRegistration = (
  id: number,
  registration: Registration,
  actor: string,
  { seen, formId }: { seen: string; formId?: string },
): Promise<CorrectionResult> =>
  runChangeset({ actor, formId }, "corrected", (tx, changesetId): CorrectionResult => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, id)).get();
    if (!delegate) return { ok: false, reason: "notFound" };
    return correctIfAsSeen(tx, delegate, registration, { seen, changesetId });
  });

/** Call in a changeset. Offers an undo of the correction. */
export function correctIfAsSeen(
  tx: Db,
  delegate: Delegate,
  registration: Registration,
  { seen, changesetId }: { seen: string; changesetId: number },
): CorrectionResult {
  if (answersVersion(delegate) !== seen) return { ok: false, reason: "stale" };
  const told = { changesetId, waitMs: MAIL_WAIT_MS };
  const isCorrected = correctInTransaction(tx, delegate, registration, told);
  if (isCorrected) offerUndoBeforeMail(tx, changesetId, DELEGATE_SUBJECT, "Correction");
  return { ok: true, correction: isCorrected ? changesetId : null };
}

/** Call in a transaction. `waitMs: null` sends no mail. Returns false if no answer differs. */
export function correctInTransaction(
  tx: Db,
  delegate: Delegate,
  answers: Registration,
  { changesetId, waitMs }: { changesetId: number; waitMs: number | null },
): boolean {
  const before = getDetails(delegate);
  const isOtherAddress = !isSameAddress(before.email, answers.email);
  // Creates a new link, because anyone with access to the old mailbox has the old one.
  const linkToken = isOtherAddress ? randomBytes(16).toString("hex") : before.linkToken;
  if (listChangedFields(before, answers).length === 0) return false;
  updateDetails().run({
    ...answers,
    answers: toStoredAnswers(answers),
    linkToken,
    id: delegate.id,
    searchText: createSearchText({ ...answers, reference: delegate.reference }),
    updatedAt: timeAfter(delegate.updatedAt).getTime(),
  });
  if (waitMs !== null && answers.email) {
    const move = isOtherAddress ? { since: movedAt(tx, delegate) } : null;
    enqueueCorrectionMail(tx, delegate.id, move, { changesetId, waitMs });
  }
  return true;
}

/** Returns the time of the last change of address, or null if it has never changed. */
const movedAt = (tx: Db, delegate: Delegate): Date | null =>
  listCorrections(tx, delegate).find(({ before, after }) => !isSameAddress(before.email, after.email))
    ?.createdAt ?? null;

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const COLUMNS = [...ANSWER_COLUMNS, "answers", "linkToken", "searchText", "updatedAt"] as const;
const updateDetails = prepareOnce(() =>
  db
    .update(delegates)
    .set(Object.fromEntries(COLUMNS.map((name) => [name, sql`${sql.placeholder(name)}`])))
    .where(eq(delegates.id, sql.placeholder("id")))
    .prepare(),
);

/** Lists the delegate's corrections and transfers that can still be undone. */
export const listUndoableCorrections = (delegateId: number) =>
  listUndoable(
    DELEGATE_SUBJECT,
    sql`exists (select 1 from ${changes} where ${and(
      eq(changes.changesetId, changesets.id),
      eq(changes.subject, DELEGATE_SUBJECT),
      eq(changes.subjectId, delegateId),
    )})`,
  );

/** Undoes a whole correction or transfer before its emails are sent, or nothing of it. */
export async function undoCorrection(id: number, actor: string, formId?: string): Promise<UndoResult> {
  const undone = await undo(
    { actor, formId },
    { id, subject: DELEGATE_SUBJECT },
    { action: "undo correction", isWhole: true, afterwards: finishUndo },
  );
  scheduleScrubRetry();
  return undone;
}

/** Renews search texts, which changesets omit, and erases traces of registrations that it removed. */
export function finishUndo(tx: Db, back: RowChange[]): void {
  const ofDelegates = back.filter(({ table }) => table === "delegates");
  if (ofDelegates.some(({ kind }) => kind === "insert")) markForScrub(tx);
  const ids = ofDelegates.flatMap(({ rowId }) => rowId ?? []);
  const restored = tx.select().from(delegates).where(isAnyOfSql(delegates.id, ids)).all();
  for (const delegate of restored) {
    const { id, updatedAt } = delegate;
    tx.update(delegates)
      .set({ searchText: createSearchText(delegate), updatedAt })
      .where(eq(delegates.id, id))
      .run();
  }
}
