// What is stored about one person: handed over on request, or deleted on request.
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { changes, delegates, messages, outbox } from "#app/db/schema.server.ts";
import { markForScrub, scrub } from "#app/db/scrub.server.ts";
import { correctionsOf, readCorrections } from "#app/models/delegate/corrections.server.ts";
import { answersOf, type Delegate, getDelegate } from "#app/models/delegate/delegate.server.ts";
import { formerHolders, isMailToOther } from "#app/models/delegate/former-holder.server.ts";
import { digitsOf, waysOf } from "#app/models/delegate/search-text.ts";
import { readHistory } from "#app/models/history/history.server.ts";
import { changeset } from "#app/models/ledger/changeset.server.ts";
import { forgetMessagesToNobody } from "#app/models/message/forget-message.server.ts";
import { withdrawMail } from "#app/models/outbox/outbox.server.ts";
import { dropDrafts } from "#app/models/submission/draft.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";
import { REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

/**
 * Everything that is stored about a delegate, for themselves, and nothing about those who had the registration before
 * them; null where there is none with this id.
 */
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
  const corrections = correctionsOf(db, delegate);
  const { corrections: corrected } = readCorrections(delegate, corrections);
  const { times, firstChange } = formerHolders(corrections);
  const own = new Set(corrected.map((correction) => correction.id));
  const statuses = db
    .select({ was: sql<string>`${changes.before} ->> 'status'` })
    .from(changes)
    .where(
      and(
        eq(changes.table, "delegates"),
        eq(changes.rowId, id),
        sql`${changes.before} ->> 'status' is not null`,
      ),
    )
    .orderBy(asc(changes.id))
    .all();
  const takenBack = db
    .select({
      kind: sql<MailKind>`${changes.before} ->> 'kind'`,
      note: sql<string | null>`${changes.before} ->> 'note'`,
      createdAt: changes.createdAt,
    })
    .from(changes)
    .where(
      and(
        eq(changes.subject, "delegate"),
        eq(changes.subjectId, id),
        eq(changes.table, "outbox"),
        eq(changes.kind, "delete"),
        isNotNull(changes.before),
        sql`${changes.id} > ${firstChange}`,
      ),
    )
    .orderBy(asc(changes.id))
    .all();
  return {
    exportedAt: new Date(),
    registration: registrationOf(delegate),
    earlierStatuses: statuses.map(({ was }) => was),
    corrections: corrected.map(({ before, after, createdAt }) => ({
      before: answersOf(before),
      after: answersOf(after),
      createdAt,
    })),
    mails: mails
      .filter(({ mail }) => !isMailToOther(mail, times, own))
      .map(({ mail: { delegateId: _, letterId: _2, changesetId: _3, messageId: _4, ...mail }, message }) => ({
        ...mail,
        // As it was written, with the placeholders that their name, reference and link were put in for.
        ...(message ? { message } : {}),
      })),
    // Unsent, and kept for the minutes in which an undo may promise them again.
    mailsTakenBack: takenBack,
    changes: readHistory("delegate", id)
      .toReversed()
      .filter((done) => done.id >= firstChange)
      .map(({ actor, action, changes, at }) => ({
        // Who of the organisers it was is about the organiser.
        by: actor.includes("@") ? "organiser" : actor,
        action,
        // What was corrected stands above.
        changes: Object.fromEntries(Object.entries(changes).filter(([field]) => !ANSWERS.has(field))),
        createdAt: at,
      })),
  };
}

/**
 * What is handed over of the row: every column but two, which say the same once more for searches and for mail. A
 * new column does not compile until it stands here or there.
 */
const registrationOf = (delegate: Delegate): Omit<Delegate, "searchText" | "mailbox"> => ({
  id: delegate.id,
  ...answersOf(delegate),
  status: delegate.status,
  statusBefore: delegate.statusBefore,
  reference: delegate.reference,
  linkToken: delegate.linkToken,
  formId: delegate.formId,
  emailConfirmedAt: delegate.emailConfirmedAt,
  checkedInAt: delegate.checkedInAt,
  createdAt: delegate.createdAt,
  updatedAt: delegate.updatedAt,
});

const ANSWERS = new Set<string>([...REGISTRATION_FIELDS, "linkToken", "emailConfirmedAt", "formId"]);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/**
 * Which drafts say something of a delegate with this id: a form about them, and anything in which the words of their name or
 * address, or their number, stand, in whatever order. A list may write them otherwise, so every uploaded list goes.
 */
function draftsAbout(id: number, holdings: Pick<Delegate, "name" | "email" | "phone">[]) {
  // Of a number its end: some write the code of the country before it, and others a 0.
  const texts = holdings.flatMap(({ name, email, phone }) => [name, email, digitsOf(phone ?? "").slice(-8)]);
  const traces = texts.flatMap(waysOf).map(wordsOf);
  return (fields: Record<string, string>): boolean => {
    const { import: list, delegate, id: shown } = fields;
    if (list !== undefined || delegate === String(id) || shown?.split(":")[0] === String(id)) return true;
    const text = wordsOf(waysOf(Object.values(fields).join(" ")).join(" "));
    const [words, joined] = [new Set(text), text.join("")];
    // Some scripts have no spaces between words, and telephone numbers have them anywhere.
    const isIn = (word: string) =>
      words.has(word) || (/[^\x20-\x7e]|^\d{7,}$/.test(word) && joined.includes(word));
    return traces.some((trace) => trace.length > 0 && trace.every(isIn));
  };
}

/**
 * Deletes a delegate and everything about them, for good: the row with its mails, also one that is on its way
 * to the mail server, and their traces in the database's files. What stays is a line in the history with the
 * reference. Null where there is none with this id; `isScrubbed` as `scrub` answers. A copy of the same form
 * (`formId`) gets the reference again.
 */
export async function deletePersonalData(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ reference: string; isScrubbed: boolean } | null> {
  const rows: (Delegate & { mark: number; past: string[]; isWritten: boolean })[] = [];
  // Of the row nothing may be kept but the reference.
  const reference = await changeset({ actor, formId }, "personal data deleted", (tx) => {
    const delegate = tx.select().from(delegates).where(eq(delegates.id, id)).get();
    if (!delegate) return null;
    const corrected = correctionsOf(tx, delegate);
    tx.delete(delegates).where(eq(delegates.id, id)).run();
    const held = corrected.flatMap(({ before, after }) => [before, after]);
    const wasInDraft = dropDrafts(tx, draftsAbout(id, [delegate, ...held])) > 0;
    const isWritten = forgetMessagesToNobody(tx);
    const mark = markForScrub(tx);
    const past = held.flatMap(({ name, email, linkToken }) => [name, email, linkToken]);
    rows.push({ ...delegate, mark, past, isWritten: isWritten || wasInDraft });
    return delegate.reference;
  });
  if (reference === null) return null;
  const [deleted] = rows;
  if (!deleted) return { reference, isScrubbed: true };
  await withdrawMail(id);
  // Each of these stands in another tree of the file; the secret of the link is nobody else's.
  const { linkToken, name, email, mailbox, searchText } = deleted;
  const traces = [linkToken, name, email, email.toLowerCase(), mailbox ?? "", searchText, ...deleted.past];
  return {
    reference,
    isScrubbed: await scrub(
      // What was written to them, or stood in a list, is too long to look for.
      deleted.isWritten ? "anything" : traces.filter((trace) => trace !== ""),
      deleted.mark,
    ),
  };
}
