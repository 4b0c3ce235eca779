// A message to one delegate is that delegate's personal data and is deleted with the delegate.
import { and, eq, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, changesets, drafts, messageRecipients, messages, outbox } from "#app/db/schema.server.ts";

const FORGOTTEN_LABEL = "(deleted)";

/** Deletes messages whose only addressee was deleted, and their drafts and recorded texts. */
export function deleteOrphanedMessages(tx: Db): void {
  const isOrphaned = and(
    notExists(
      tx
        .select({ id: messageRecipients.messageId })
        .from(messageRecipients)
        .where(eq(messageRecipients.messageId, messages.id)),
    ),
    notExists(tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.messageId, messages.id))),
    or(isNull(messages.recipients), lte(messages.recipients, 1)),
    // The recipients of these are yet to be chosen.
    sql`(${messages.state} = 'started' or ${messages.audience} ->> 'isLive' is not 1)`,
  );
  const deleted = tx.delete(messages).where(isOrphaned).returning({ id: messages.id }).all();
  const ids = [...deleted.map(({ id }) => id), ...dropOrphanedDeletions(tx)];
  if (ids.length === 0) return;
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
}

/** Ends the undo period of deleted messages that have no addressees left. Returns their ids. */
const dropOrphanedDeletions = (tx: Db): number[] =>
  tx
    .update(changesets)
    .set({ undoUntil: null, label: null })
    .where(
      sql`${changesets.subject} = 'message' and ${changesets.undoUntil} is not null and not exists (
        select 1 from changes join delegates on delegates.id = changes.before ->> 'delegate_id'
        where changes.changeset_id = changesets.id and changes.table_name = 'message_recipients')`,
    )
    .returning({
      id: sql<number>`(select subject_id from changes where changeset_id = changesets.id and table_name = 'messages')`,
    })
    .all()
    .map(({ id }) => id);
