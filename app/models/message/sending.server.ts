// Schedules messages. A message can be withdrawn until it is due and enters the outbox.
import { and, eq, lte, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates, messageRecipients, messages } from "#app/db/schema.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import type { MessageValues } from "#app/models/message/input.server.ts";
import {
  countAddressees,
  findMessage,
  findUnsentMessage,
  isAddresseeSql,
  type Message,
  recordMessage,
  toColumns,
  updateMessage,
} from "#app/models/message/message.server.ts";
import { dropUnsentMessageMail, increaseStoppedCount } from "#app/models/outbox/message-mail.server.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import { audienceText, MINUTES_BEFORE_SENDING, messageName } from "#app/vocabulary/organiser-message.ts";

const MINUTE_MS = 60_000;

export type SchedulingResult =
  | { ok: true; recipients: number; to: string; sendAt: string }
  /** `recounted`: the page showed another number of addressees, or there are none. */
  | { ok: false; reason: "notFound" | "stale" | "recounted" };

/**
 * Saves a message and schedules it for `at`, but not before `minutes` have passed, if `seen` and,
 * for a list, `count` still match.
 */
export async function scheduleMessage(
  id: number,
  { at, minutes = MINUTES_BEFORE_SENDING.soon, ...values }: MessageValues & SendTime,
  actor: string,
  { seen, count, formId }: { seen: number; count: number; formId?: string },
): Promise<SchedulingResult> {
  return runChangeset({ actor, formId }, "scheduled", (tx, changesetId): SchedulingResult => {
    const found = findUnsentMessage(tx, id, seen);
    if (!found.ok) return found;
    const written = { ...found.current, ...toColumns(found.current, values) };
    const recipients = countAddressees(tx, written);
    const isCounted = recipients === count && recipients > 0;
    if (!written.audience?.isLive && !isCounted) return { ok: false, reason: "recounted" };
    const promisedAt = new Date();
    const sendAt = new Date(Math.max(promisedAt.getTime() + minutes * MINUTE_MS, at?.getTime() ?? 0));
    const promised = { ...written, recipients };
    updateMessage(tx, found.current, { ...promised, state: "promised", promisedAt, sendAt });
    recordMessage(tx, changesetId, id, labelOf(promised));
    return { ok: true, recipients, to: toWhom(promised), sendAt: sendAt.toISOString() };
  });
}

type SendTime = { at: Date | null; minutes?: number };

/** Withdraws a message. Returns false if it is not scheduled. */
export async function unscheduleMessage(id: number, actor: string, formId?: string): Promise<boolean> {
  return runChangeset({ actor, formId }, "took back", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (message?.state !== "promised") return false;
    const values = { recipients: null, promisedAt: null, sendAt: null };
    updateMessage(tx, message, { state: "taken back", ...values });
    recordMessage(tx, changesetId, id, labelOf(message));
    return true;
  });
}

export const recordTestMail = ({ id, subject }: { id: number; subject: string }, actor: string) =>
  runChangeset({ actor }, "tested", (tx, changesetId) => recordMessage(tx, changesetId, id, subject));

/**
 * Puts due messages into the outbox in one transaction, one email per addressee. Skips declined
 * and cancelled delegates unless the message is for all.
 */
export async function startDueMessages(): Promise<void> {
  if (!nextDue(db)) return;
  await batch((tx) => {
    for (let message = nextDue(tx); message; message = nextDue(tx)) {
      const { changes } = tx.run(
        sql`insert into outbox (delegate_id, kind, message_id)
          select ${delegates.id}, 'message', ${message.id}
          from ${delegates} where ${isAddresseeSql(message)} order by ${delegates.id}`,
      );
      tx.delete(messageRecipients).where(eq(messageRecipients.messageId, message.id)).run();
      const recipients = message.audience?.isLive ? changes : message.recipients;
      updateMessage(tx, message, { state: "started", recipients });
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
export async function stopMessage(id: number, actor: string, formId?: string) {
  return runChangeset({ actor, formId }, "stopped", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (message?.state !== "started" || message.stoppedAt !== null) return null;
    const stopped = dropUnsentMessageMail(tx, id);
    if (stopped === 0) return null;
    updateMessage(tx, message, { stoppedAt: new Date() });
    increaseStoppedCount(tx, id, stopped);
    recordMessage(tx, changesetId, id, labelOf(message));
    return { stopped };
  });
}

const toWhom = ({ audience, recipients }: Pick<Message, "audience" | "recipients">): string =>
  audience?.isLive ? audienceText(audience) : delegateCountText(recipients ?? 0);

const labelOf = (message: Message) => `“${messageName(message)}” to ${toWhom(message)}`;
