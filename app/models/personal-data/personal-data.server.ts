import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { changes, delegates, messages, outbox, speakers } from "#app/db/schema.server.ts";
import { markForScrub, scrub } from "#app/db/scrub.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import { listCorrections } from "#app/models/delegate/correction-history.server.ts";
import { type Delegate, getDelegate, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import { extractDigits, listSpellings } from "#app/models/delegate/search-text.ts";
import { IS_STATUS_CHANGE } from "#app/models/delegate/status-change.server.ts";
import { isAbout, listHistoryActions } from "#app/models/history/history.server.ts";
import { deleteOrphanedMessages } from "#app/models/personal-data/orphaned-messages.server.ts";
import { deleteDrafts } from "#app/models/submission/draft.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";
import { ANSWER_COLUMNS } from "#app/vocabulary/registration.ts";

/** Returns null for an unknown delegate. */
export async function exportPersonalData(id: number) {
  const delegate = await getDelegate(id);
  if (!delegate) return null;
  const mails = db
    .select({ mail: outbox, message: { subject: messages.subject, text: messages.text } })
    .from(outbox)
    .leftJoin(messages, eq(messages.id, outbox.messageId))
    .where(eq(outbox.delegateId, id))
    .orderBy(asc(outbox.id))
    .all();
  const statuses = db
    .select({ was: sql<string>`${changes.before} ->> 'status'` })
    .from(changes)
    .where(and(IS_STATUS_CHANGE, eq(changes.rowId, id)))
    .orderBy(asc(changes.id))
    .all();
  const isTakenBack = and(eq(changes.table, "outbox"), eq(changes.kind, "delete"), isNotNull(changes.before));
  const takenBack = db
    .select({
      kind: sql<MailKind>`${changes.before} ->> 'kind'`,
      note: sql<string | null>`${changes.before} ->> 'note'`,
      createdAt: changes.createdAt,
    })
    .from(changes)
    .where(and(isAbout("delegate", id), isTakenBack))
    .orderBy(asc(changes.id))
    .all();
  const { speakerId } = delegate;
  return {
    exportedAt: new Date(),
    registration: registrationOf(delegate),
    ...(speakerId && { speaker: db.select().from(speakers).where(eq(speakers.id, speakerId)).get() }),
    earlierStatuses: statuses.map(({ was }) => was),
    corrections: listCorrections(db, delegate)
      .toReversed()
      .map(({ before, after, createdAt }) => ({
        before: pickAnswers(before),
        after: pickAnswers(after),
        createdAt,
      })),
    mails: mails.map(({ mail: { delegateId: _, changesetId: _2, messageId: _3, ...mail }, message }) => ({
      ...mail,
      ...(message ? { message } : {}),
    })),
    // Unsent emails that an undo could restore.
    mailsTakenBack: takenBack,
    changes: listHistoryActions("delegate", id)
      .toReversed()
      .map(({ actor, action, changes, at }) => ({
        // An organiser's address is the organiser's own personal data.
        by: actor.includes("@") ? "organiser" : actor,
        action,
        // Corrections are exported separately.
        changes: Object.fromEntries(Object.entries(changes).filter(([field]) => !ANSWERS.has(field))),
        createdAt: at,
      })),
  };
}

/** Omits two columns that repeat others. A new column causes a compile error until it is listed. */
const registrationOf = (delegate: Delegate): Omit<Delegate, "searchText" | "mailbox"> => ({
  id: delegate.id,
  ...pickAnswers(delegate),
  speakerId: delegate.speakerId,
  externalId: delegate.externalId,
  status: delegate.status,
  statusBefore: delegate.statusBefore,
  queuedAt: delegate.queuedAt,
  offeredUntil: delegate.offeredUntil,
  placedAt: delegate.placedAt,
  comingAt: delegate.comingAt,
  paidAt: delegate.paidAt,
  reference: delegate.reference,
  linkToken: delegate.linkToken,
  formId: delegate.formId,
  checkedInAt: delegate.checkedInAt,
  createdAt: delegate.createdAt,
  updatedAt: delegate.updatedAt,
});

const ANSWERS = new Set<string>([...ANSWER_COLUMNS, "answers", "linkToken", "formId"]);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

function draftsAbout(id: number, holdings: Pick<Delegate, "name" | "email" | "phone">[]) {
  // Phone numbers are compared by their last digits, because country codes and a leading 0 vary.
  const texts = holdings.flatMap(({ name, email, phone }) => [
    name,
    email,
    extractDigits(phone ?? "").slice(-8),
  ]);
  const traces = texts.flatMap(listSpellings).map(wordsOf);
  return (fields: Record<string, string>): boolean => {
    const { import: list, delegate, id: shown } = fields;
    if (list !== undefined || delegate === String(id) || shown?.split(":")[0] === String(id)) return true;
    const text = wordsOf(listSpellings(Object.values(fields).join(" ")).join(" "));
    const words = new Set(text);
    const joined = text.join("");
    // Some scripts do not separate words, and phone numbers may have spaces anywhere.
    const isIn = (word: string) =>
      words.has(word) || (/[^\x20-\x7e]|^\d{7,}$/.test(word) && joined.includes(word));
    return traces.some((trace) => trace.length > 0 && trace.every(isIn));
  };
}

/** Deletes delegates, their mail and their drafts. Traces remain until the files are scrubbed. */
export function eraseDelegates(tx: Db, erased: Delegate[]): void {
  const areAbout = erased.map((delegate) => {
    const held = listCorrections(tx, delegate).flatMap(({ before, after }) => [before, after]);
    return draftsAbout(delegate.id, [delegate, ...held]);
  });
  const ids = erased.map(({ id }) => id);
  tx.delete(delegates).where(isAnyOfSql(delegates.id, ids)).run();
  deleteDrafts(tx, (fields) => areAbout.some((isAbout) => isAbout(fields)));
  deleteOrphanedMessages(tx);
  markForScrub(tx);
}

/** Deletes a delegate, their mail and all traces except the reference. Idempotent per form. */
export async function deletePersonalData(id: number, actor: string, formId?: string) {
  let isDeleted = false;
  const reference = await runChangeset({ actor, formId }, "personal data deleted", (tx) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, id)).get();
    if (!delegate) return null;
    eraseDelegates(tx, [delegate]);
    isDeleted = true;
    return delegate.reference;
  });
  if (reference === null) return null;
  // A copy of the form has nothing left to erase.
  if (!isDeleted) return { reference, isScrubbed: true };
  return { reference, isScrubbed: await scrub() };
}
