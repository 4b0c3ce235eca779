// Schedules messages. A message can be withdrawn until it is due and enters the outbox.
import { and, count, eq, lte, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates, messageRecipients, messages } from "#app/db/schema.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import type { MessageValues } from "#app/models/message/input.server.ts";
import {
  findMessage,
  findUnsentMessage,
  isAddresseeSql,
  recordMessage,
  updateMessage,
} from "#app/models/message/message.server.ts";
import { dropUnsentMessageMail, increaseStoppedCount } from "#app/models/outbox/message-mail.server.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import { MIN_MINUTES_BEFORE_SENDING, messageName } from "#app/vocabulary/organiser-message.ts";

const TAKE_BACK_MS = MIN_MINUTES_BEFORE_SENDING * 60_000;

export type SchedulingResult =
  | { ok: true; recipients: number; sendAt: string }
  /** `recounted`: the page showed another number of addressees, or there are none. */
  | { ok: false; reason: "notFound" | "stale" | "recounted" };

/** Saves a message and schedules it for `at`, or as soon as possible, if `seen` and `count` still match. */
export async function scheduleMessage(
  id: number,
  { subject, text, isForAll, at }: MessageValues & { at: Date | null },
  actor: string,
  { seen, count, formId }: { seen: number; count: number; formId?: string },
): Promise<SchedulingResult> {
  return runChangeset({ actor, formId }, "scheduled", (tx, changesetId): SchedulingResult => {
    const found = findUnsentMessage(tx, id, seen);
    if (!found.ok) return found;
    const recipients = countAddressees(tx, { id, isForAll });
    if (recipients !== count || recipients === 0) return { ok: false, reason: "recounted" };
    const promisedAt = new Date();
    const sendAt = new Date(Math.max(promisedAt.getTime() + TAKE_BACK_MS, at?.getTime() ?? 0));
    const written = { subject, text, isForAll };
    updateMessage(tx, found.current, { ...written, state: "promised", recipients, promisedAt, sendAt });
    recordMessage(tx, changesetId, id, labelOf(subject, recipients));
    return { ok: true, recipients, sendAt: sendAt.toISOString() };
  });
}

const countAddressees = (tx: Db, message: Parameters<typeof isAddresseeSql>[0]): number =>
  tx
    .select({ count: count() })
    .from(messageRecipients)
    .innerJoin(delegates, eq(delegates.id, messageRecipients.delegateId))
    .where(isAddresseeSql(message))
    .get()?.count ?? 0;

/** Withdraws a message. Returns false if it is not scheduled. */
export async function unscheduleMessage(id: number, actor: string, formId?: string): Promise<boolean> {
  return runChangeset({ actor, formId }, "took back", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (message?.state !== "promised") return false;
    const values = { recipients: null, promisedAt: null, sendAt: null };
    updateMessage(tx, message, { state: "taken back", ...values });
    recordMessage(tx, changesetId, id, labelOf(message.subject, message.recipients));
    return true;
  });
}

export const recordTestMail = (
  { id, subject }: { id: number; subject: string },
  actor: string,
): Promise<void> =>
  runChangeset({ actor }, "tested", (tx, changesetId) => recordMessage(tx, changesetId, id, subject));

/**
 * Puts due messages into the outbox in one transaction, one email per addressee. Skips declined
 * and cancelled delegates unless the message is for all.
 */
export async function startDueMessages(): Promise<void> {
  if (!nextDue(db)) return;
  await batch((tx) => {
    for (let message = nextDue(tx); message; message = nextDue(tx)) {
      tx.run(
        sql`insert into outbox (delegate_id, kind, message_id)
          select ${messageRecipients.delegateId}, 'message', ${messageRecipients.messageId}
          from ${messageRecipients} join ${delegates} on ${delegates.id} = ${messageRecipients.delegateId}
          where ${isAddresseeSql(message)} order by ${messageRecipients.delegateId}`,
      );
      tx.delete(messageRecipients).where(eq(messageRecipients.messageId, message.id)).run();
      updateMessage(tx, message, { state: "started" });
    }
  });
}

const nextDue = (tx: Db) =>
  tx
    .select()
    .from(messages)
    .where(and(eq(messages.state, "promised"), lte(messages.sendAt, new Date())))
    .orderBy(messages.sendAt)
    .limit(1)
    .get();

/** Drops a message's unsent emails, except claimed ones. Returns their number, or null if none. */
export async function stopMessage(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ stopped: number } | null> {
  return runChangeset({ actor, formId }, "stopped", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (message?.state !== "started" || message.stoppedAt !== null) return null;
    const stopped = dropUnsentMessageMail(tx, id);
    if (stopped === 0) return null;
    updateMessage(tx, message, { stoppedAt: new Date() });
    increaseStoppedCount(tx, id, stopped);
    recordMessage(tx, changesetId, id, labelOf(message.subject, message.recipients));
    return { stopped };
  });
}

const labelOf = (subject: string, recipients: number | null) =>
  `“${messageName({ subject })}” to ${delegateCountText(recipients ?? 0)}`;
