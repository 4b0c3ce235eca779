// Creates messages to a selection of delegates, edits them, and lists them with delivery counts.
import { isDeepStrictEqual } from "node:util";
import { and, count, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { hasRow, isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { delegates, messageRecipients, messages } from "#app/db/schema.server.ts";
import { retentionCutoff } from "#app/db/scrub.server.ts";
import { offerUndo, recordEvent, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { listUndoable, undo } from "#app/models/changeset/undo.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { filterCondition, readDelegates } from "#app/models/delegate/search.server.ts";
import { timeAfter } from "#app/models/editable/order.ts";
import type { MessageValues } from "#app/models/message/input.server.ts";
import {
  countMessageMail,
  WITHDRAWN_STATUSES,
  ZERO_MESSAGE_COUNTS,
} from "#app/models/outbox/message-mail.server.ts";
import { type Page, toPage } from "#app/platform/pages.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  type Audience,
  audienceText,
  isMessageEditable,
  type MessageJson,
  messageName,
} from "#app/vocabulary/organiser-message.ts";

export type Message = typeof messages.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;

export type Addressees = { ids: readonly number[] } | { filter: DelegateFilter };

const LEFT_OUT = {
  gone: sql<number>`count(*) filter (where ${delegates.email} <> '' and ${inArray(delegates.status, WITHDRAWN_STATUSES)})`,
  withoutEmail: sql<number>`count(*) filter (where ${delegates.email} = '')`,
};

/** Returns the message's id, or null if all addressees have been deleted. */
export async function createMessage(
  addressees: Addressees,
  actor: string,
  { formId, subject = "" }: { formId?: string; subject?: string } = {},
): Promise<number | null> {
  const isOne =
    "ids" in addressees
      ? isAnyOfSql(delegates.id, addressees.ids)
      : (filterCondition(addressees.filter) ?? sql`true`);
  const audience = "ids" in addressees ? null : audienceOf(addressees.filter);
  return runChangeset({ actor, formId }, "began", (tx, changesetId) => {
    if (!hasRow(tx, delegates, isOne)) return null;
    const { id } = tx.insert(messages).values({ subject, audience }).returning({ id: messages.id }).get();
    const { changes } = tx.run(sql`insert into message_recipients (message_id, delegate_id)
      select ${id}, ${delegates.id} from ${delegates} where ${isOne}`);
    recordMessage(tx, changesetId, id, `to ${delegateCountText(changes)}`);
    return id;
  });
}

/** Null with a search text, which may be personal data and would outlive an erasure, or with a session. */
const audienceOf = ({ q, session, type, track, status, only }: DelegateFilter): Audience | null =>
  q === "" && session === null ? { type, track, status, only, isLive: false } : null;

export function recordMessage(tx: Db, changesetId: number, id: number, label: string): void {
  recordEvent(tx, changesetId, { subject: "message", subjectId: id, label });
}

/** Increases `updatedAt`, so that an open form can detect the update. */
export const updateMessage = (tx: Db, { id, updatedAt }: Message, values: Partial<Message>) =>
  tx
    .update(messages)
    .set({ ...values, updatedAt: timeAfter(updatedAt) })
    .where(eq(messages.id, id))
    .run();

export const findMessage = (tx: Db, id: number): Message | undefined =>
  tx.select().from(messages).where(eq(messages.id, id)).get();

/** Finds a message that can be changed: `stale` if `updatedAt` is not `seen` (ms), or if it was sent. */
export function findUnsentMessage(tx: Db, id: number, seen: number) {
  const current = findMessage(tx, id);
  if (!current) return { ok: false, reason: "notFound" } as const;
  const isAsSeen = isMessageEditable(current) && current.updatedAt.getTime() === seen;
  return isAsSeen ? ({ ok: true, current } as const) : ({ ok: false, reason: "stale" } as const);
}

/** Changes an unsent message. An unchanged one keeps its version. */
export async function saveMessage(
  id: number,
  values: MessageValues,
  actor: string,
  { seen, formId }: { seen: number; formId?: string },
): Promise<{ ok: true } | { ok: false; reason: "notFound" | "stale" }> {
  return runChangeset({ actor, formId }, "wrote", (tx, changesetId) => {
    const found = findUnsentMessage(tx, id, seen);
    if (!found.ok) return found;
    const { current } = found;
    const written = toColumns(current, values);
    if (isDeepStrictEqual({ ...current, ...written }, current)) return { ok: true };
    updateMessage(tx, current, written);
    recordMessage(tx, changesetId, id, values.subject);
    return { ok: true };
  });
}

export const toColumns = ({ audience }: Message, { subject, text, isForAll, isLive }: MessageValues) => ({
  subject,
  text,
  isForAll,
  audience: audience && { ...audience, isLive },
});

export const deleteMessage = (id: number, actor: string, formId?: string) =>
  runChangeset({ actor, formId }, "deleted", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (!message) return { ok: false, reason: "notFound" } as const;
    if (!isMessageEditable(message)) return { ok: false, reason: "sent" } as const;
    tx.delete(messages).where(eq(messages.id, id)).run();
    offerUndo(tx, changesetId, { subject: "message", label: messageName(message) });
    return { ok: true, changeset: changesetId } as const;
  });

export const listMessageDeletions = async () => listUndoable("message");

export async function restoreMessage(changeset: number, actor: string, formId: string) {
  const undone = await undo({ actor, formId }, { id: changeset, subject: "message" });
  return undone.ok ? { ok: true as const, id: undone.back[0]?.subjectId ?? 0 } : undone;
}

export async function getMessage(id: number): Promise<MessageJson | null> {
  return readMessages(eq(messages.id, id))[0] ?? null;
}

const PAGE_SIZE = 20;

export async function listMessages(wantedPage = 1): Promise<{ listed: MessageJson[] } & Page> {
  const page = toPage(await db.$count(messages), wantedPage, PAGE_SIZE);
  return { listed: readMessages(undefined, page.offset), ...page };
}

function readMessages(which?: SQL, offset = 0): MessageJson[] {
  const newestFirst = db.select().from(messages).where(which).orderBy(desc(messages.id));
  const rows = newestFirst.limit(PAGE_SIZE).offset(offset).all();
  const ids = rows.map(({ id }) => id);
  const people = new Map(countPeople(ids).map(({ messageId, ...counts }) => [messageId, counts]));
  const mail = countMessageMail(ids);
  return rows.map((row) => {
    const { all, gone, withoutEmail } = people.get(row.id) ?? { all: 0, gone: 0, withoutEmail: 0 };
    const { id, state, subject, text, isForAll, stopped, audience } = row;
    const reached = all - withoutEmail - (isForAll ? 0 : gone);
    return {
      ...(mail.get(id) ?? ZERO_MESSAGE_COUNTS),
      id,
      state,
      subject,
      text,
      isForAll,
      isLive: audience?.isLive ?? false,
      audience: audience && { text: audienceText(audience), now: countMatching(row, audience) },
      stopped,
      recipients: state === "started" ? (row.recipients ?? 0) : reached,
      gone,
      withoutEmail,
      sendAt: row.sendAt?.toISOString() ?? null,
      isRestored: state === "taken back" && row.promisedAt !== null,
      isStopped: row.stoppedAt !== null,
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** Counts the addressees of unsent messages, including those who will receive nothing. */
const countPeople = (ids: readonly number[]) =>
  db
    .select({ messageId: messageRecipients.messageId, all: count(), ...LEFT_OUT })
    .from(messageRecipients)
    .innerJoin(delegates, eq(delegates.id, messageRecipients.delegateId))
    .where(inArray(messageRecipients.messageId, [...ids]))
    .groupBy(messageRecipients.messageId)
    .all();

/**
 * Those on the list or, if the message is live, those who match its filter now. If `isForAll`,
 * declined and cancelled delegates are addressees too.
 */
export const isAddresseeSql = ({ id, isForAll, audience }: Addressed): SQL | undefined =>
  and(
    audience?.isLive
      ? filterCondition({ ...NO_FILTER, ...audience })
      : sql`${delegates.id} in (select delegate_id from message_recipients where message_id = ${id})`,
    ne(delegates.email, ""),
    isForAll ? undefined : sql`${delegates.status} not in ${WITHDRAWN_STATUSES}`,
  );
type Addressed = Pick<Message, "id" | "isForAll" | "audience">;

export const countAddressees = (tx: Db, message: Addressed): number =>
  tx.select({ count: count() }).from(delegates).where(isAddresseeSql(message)).get()?.count ?? 0;

/** 0 for a sent message, which no longer shows the number. */
const countMatching = ({ state, ...message }: Message, audience: Audience): number =>
  state === "started" ? 0 : countAddressees(db, { ...message, audience: { ...audience, isLive: true } });

/** Returns the addressees on the list with the lowest ids. */
export async function listFirstAddressees(message: MessageJson, atMost: number): Promise<Delegate[]> {
  const found = db
    .select({ id: delegates.id })
    .from(delegates)
    .where(isAddresseeSql({ ...message, audience: null }))
    .orderBy(delegates.id)
    .limit(atMost)
    .all();
  return readDelegates(found.map(({ id }) => id));
}

export function deleteEmptyDrafts(tx: Db): void {
  const isEmpty = and(eq(messages.state, "draft"), eq(messages.subject, ""));
  tx.delete(messages)
    .where(and(isEmpty, lt(messages.createdAt, retentionCutoff(DAY_MS))))
    .run();
}
