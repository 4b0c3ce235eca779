// What organisers wrote to one person alone says something of that person, and goes with them.
import { and, eq, inArray, isNull, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { auditLog, drafts, messagePeople, messages, outbox } from "#app/db/schema.server.ts";
import { dropDeletionsToNobody } from "#app/models/message/message-deletion.server.ts";

/** What the log calls such a message from then on. */
const FORGOTTEN_LABEL = "(deleted)";

/**
 * Deletes the messages that are to nobody any more, within the transaction that deletes somebody: what they say, also
 * in the log and in forms that were not saved. What was sent to several says nothing of one of them by itself, and
 * stays. Answers whether there were any.
 */
export function forgetMessagesToNobody(tx: Db): boolean {
  const isToNobody = and(
    notExists(
      tx
        .select({ id: messagePeople.messageId })
        .from(messagePeople)
        .where(eq(messagePeople.messageId, messages.id)),
    ),
    notExists(tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.messageId, messages.id))),
    or(isNull(messages.recipients), lte(messages.recipients, 1)),
  );
  const deleted = tx.delete(messages).where(isToNobody).returning({ id: messages.id }).all();
  const ids = [...deleted.map(({ id }) => id), ...dropDeletionsToNobody(tx)];
  if (ids.length === 0) return false;
  const isAboutThem = and(eq(auditLog.subject, "message"), inArray(auditLog.subjectId, ids));
  tx.update(auditLog).set({ changes: null }).where(isAboutThem).run();
  tx.update(auditLog)
    .set({ label: FORGOTTEN_LABEL })
    .where(and(isAboutThem, ne(auditLog.action, "began")))
    .run();
  tx.delete(drafts)
    .where(inArray(sql`${drafts.fields} ->> 'message'`, ids.map(String)))
    .run();
  return true;
}
