// What organisers write to many delegates: begun for some people, written, and listed with what became of it.
import { and, count, desc, eq, inArray, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates, messagePeople, messages } from "#app/db/schema.server.ts";
import { type Delegate, getDelegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { matches } from "#app/models/delegate/search.server.ts";
import { laterThan } from "#app/models/editable/order.ts";
import { changeset, noteEvent, offerUndo } from "#app/models/ledger/changeset.server.ts";
import { listUndoable, undo } from "#app/models/ledger/undo.server.ts";
import type { MessageValues } from "#app/models/message/input.server.ts";
import { countMailOf, HAVE_LEFT, NO_MAIL } from "#app/models/outbox/message-mail.server.ts";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { isEditable, type MessageJson, messageName } from "#app/vocabulary/organiser-message.ts";

export type Message = typeof messages.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;

/** To whom a message is begun: these, or all that match and were there by then (ids up to `latestId`). */
export type Addressees = { ids: readonly number[] } | { filter: DelegateFilter; latestId: number };

/** Of all that match, how many a message does not reach: those who have left only unless it is for all. */
export async function countLeftOut(filter: DelegateFilter) {
  return db.select(LEFT_OUT).from(delegates).where(matches(filter)).get() ?? { gone: 0, withoutEmail: 0 };
}

const LEFT_OUT = {
  gone: sql<number>`count(*) filter (where ${delegates.email} <> '' and ${inArray(delegates.status, HAVE_LEFT)})`,
  withoutEmail: sql<number>`count(*) filter (where ${delegates.email} = '')`,
};

/** Begins a message to some delegates, written down at once. Answers its id; null where nobody is left of them. */
export async function beginMessage(
  addressees: Addressees,
  actor: string,
  formId?: string,
): Promise<number | null> {
  const isOne =
    "ids" in addressees
      ? sql`${delegates.id} in (select value from json_each(${JSON.stringify(addressees.ids)}))`
      : and(lte(delegates.id, addressees.latestId), matches(addressees.filter));
  return changeset({ actor, formId }, "began", (tx, changesetId) => {
    if (!tx.select({ id: delegates.id }).from(delegates).where(isOne).limit(1).get()) return null;
    const { id } = tx.insert(messages).values({}).returning({ id: messages.id }).get();
    const { changes } = tx.run(
      sql`insert into message_people (message_id, delegate_id) select ${id}, ${delegates.id} from ${delegates} where ${isOne}`,
    );
    noteMessage(tx, changesetId, id, `to ${countedDelegates(changes)}`);
    return id;
  });
}

/** Notes what was done with a message, in the changeset that does it. */
export function noteMessage(tx: Db, changesetId: number, id: number, label: string): void {
  noteEvent(tx, changesetId, { subject: "message", subjectId: id, label });
}

export const findMessage = (tx: Db, id: number): Message | undefined =>
  tx.select().from(messages).where(eq(messages.id, id)).get();

/**
 * Writes a message that has not been sent. `seen` is the updatedAt (in milliseconds) that its editor saw: one that
 * was saved in between stays as it is, and so does one that was sent.
 */
export async function saveMessage(
  id: number,
  values: MessageValues,
  actor: string,
  { seen, formId }: { seen: number; formId?: string },
): Promise<{ ok: true } | { ok: false; reason: "notFound" | "stale" | "sent" }> {
  return changeset({ actor, formId }, "wrote", (tx, changesetId) => {
    const current = findMessage(tx, id);
    if (!current) return { ok: false, reason: "notFound" };
    if (!isEditable(current)) return { ok: false, reason: "sent" };
    if (current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
    tx.update(messages)
      .set({ ...values, updatedAt: laterThan(current.updatedAt) })
      .where(eq(messages.id, id))
      .run();
    const isChanged = (Object.keys(values) as (keyof MessageValues)[]).some(
      (field) => values[field] !== current[field],
    );
    if (isChanged) noteMessage(tx, changesetId, id, values.subject);
    return { ok: true };
  });
}

/** Deletes a message that has not been sent. Returns the changeset that an undo takes back. */
export const deleteMessage = (
  id: number,
  actor: string,
  formId?: string,
): Promise<{ ok: true; changeset: number } | { ok: false; reason: "notFound" | "sent" }> =>
  changeset({ actor, formId }, "deleted", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (!message) return { ok: false, reason: "notFound" };
    if (!isEditable(message)) return { ok: false, reason: "sent" };
    tx.delete(messages).where(eq(messages.id, id)).run();
    offerUndo(tx, changesetId, { subject: "message", label: messageName(message) });
    return { ok: true, changeset: changesetId };
  });

/** The messages that can be brought back, the latest first. */
export const listMessageDeletions = async () => listUndoable("message");

/** Brings a deleted message back, to those whom it was to and who are still there. */
export async function restoreMessage(changeset: number, actor: string, formId: string) {
  const undone = await undo({ actor, formId }, { id: changeset, subject: "message" });
  return undone.ok ? { ok: true as const, id: undone.back[0]?.subjectId ?? 0 } : undone;
}

/** The message with this id as the panel shows it, or null. */
export async function getMessage(id: number): Promise<MessageJson | null> {
  return readMessages(eq(messages.id, id))[0] ?? null;
}

/** All of them, the newest first. */
export async function listMessages(): Promise<MessageJson[]> {
  return readMessages();
}

function readMessages(which?: SQL): MessageJson[] {
  const rows = db.select().from(messages).where(which).orderBy(desc(messages.id)).all();
  const ids = rows.map(({ id }) => id);
  const people = new Map(countPeople(ids).map(({ messageId, ...counts }) => [messageId, counts]));
  const mail = countMailOf(ids);
  return rows.map((row) => {
    const { all, gone, withoutEmail } = people.get(row.id) ?? { all: 0, gone: 0, withoutEmail: 0 };
    return {
      ...(mail.get(row.id) ?? NO_MAIL),
      id: row.id,
      state: row.state,
      subject: row.subject,
      text: row.text,
      isForAll: row.isForAll,
      recipients:
        row.state === "started" ? (row.recipients ?? 0) : all - withoutEmail - (row.isForAll ? 0 : gone),
      gone,
      withoutEmail,
      sendAt: row.sendAt?.toISOString() ?? null,
      isRestored: row.state === "taken back" && row.promisedAt !== null,
      isStopped: row.stoppedAt !== null,
      stopped: row.stopped,
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** Of those whom these messages are still to go to: how many there are, and how many of them do not get it. */
const countPeople = (ids: readonly number[]) =>
  db
    .select({
      messageId: messagePeople.messageId,
      all: count(),
      ...LEFT_OUT,
    })
    .from(messagePeople)
    .innerJoin(delegates, eq(delegates.id, messagePeople.delegateId))
    .where(inArray(messagePeople.messageId, [...ids]))
    .groupBy(messagePeople.messageId)
    .all();

/** Who of a message gets it: with `isForAll` everybody who was chosen and has an address. */
export const isAddressee = ({ id, isForAll }: Pick<Message, "id" | "isForAll">): SQL | undefined =>
  and(
    eq(messagePeople.messageId, id),
    ne(delegates.email, ""),
    isForAll ? undefined : sql`${delegates.status} not in ${HAVE_LEFT}`,
  );

/**
 * Somebody who is to get a message, for its preview: the one who comes after the delegate with the id `after`, or
 * the first; null where there is nobody.
 */
export async function getAddressee(message: MessageJson, after = 0): Promise<Delegate | null> {
  const next = (from: number) =>
    db
      .select({ id: delegates.id })
      .from(messagePeople)
      .innerJoin(delegates, eq(delegates.id, messagePeople.delegateId))
      .where(and(isAddressee(message), sql`${messagePeople.delegateId} > ${from}`))
      .orderBy(messagePeople.delegateId)
      .limit(1)
      .get();
  const found = next(after) ?? (after === 0 ? undefined : next(0));
  return found ? getDelegate(found.id) : null;
}

/** Removes what was begun and never written, a day later. */
export function forgetEmptyMessages(tx: Db): void {
  tx.delete(messages)
    .where(
      and(eq(messages.state, "draft"), eq(messages.subject, ""), lt(messages.createdAt, keptSince(DAY_MS))),
    )
    .run();
}

/** What the history calls a message. */
export const labelOf = (message: Pick<Message, "subject">, recipients: number): string =>
  `“${messageName(message)}” to ${countedDelegates(recipients)}`;
