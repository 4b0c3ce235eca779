// What organisers wrote to one person alone says something of that person, and goes with them.
import { and, eq, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, changesets, drafts, messagePeople, messages, outbox } from "#app/db/schema.server.ts";

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
  const began = tx.select({ id: changesets.id }).from(changesets).where(eq(changesets.action, "began"));
  tx.update(changes)
    .set({
      before: null,
      label: sql`case when ${changes.changesetId} in ${began} then ${changes.label} else ${FORGOTTEN_LABEL} end`,
    })
    .where(and(eq(changes.subject, "message"), inArray(changes.subjectId, ids)))
    .run();
  tx.delete(drafts)
    .where(inArray(sql`${drafts.fields} ->> 'message'`, ids.map(String)))
    .run();
  return true;
}

/** Makes sure that no message can be brought back of which everybody is gone. Returns the ids of those. */
const dropDeletionsToNobody = (tx: Db): number[] =>
  tx
    .update(changesets)
    .set({ undoUntil: null, label: null })
    .where(
      sql`${changesets.subject} = 'message' and ${changesets.undoUntil} is not null and not exists (
        select 1 from changes join delegates on delegates.id = changes.before ->> 'delegate_id'
        where changes.changeset_id = changesets.id and changes.tbl = 'message_people')`,
    )
    .returning({
      id: sql<number>`(select subject_id from changes where changeset_id = changesets.id and tbl = 'messages')`,
    })
    .all()
    .map(({ id }) => id);
