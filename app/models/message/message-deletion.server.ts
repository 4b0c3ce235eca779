// Deleting a message that nobody was promised, and bringing it back for ten minutes.
import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { deletions, messagePeople, messages } from "#app/db/schema.server.ts";
import {
  keepDeletion,
  listDeletionsOf,
  revived,
  undoDeletionOf,
} from "#app/models/editable/deletion.server.ts";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import { findMessage, recordMessage } from "#app/models/message/message.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";
import { isEditable, messageName } from "#app/vocabulary/organiser-message.ts";

const NOUN = "message";

/** Deletes a message that has not been sent. Answers the id by which that is undone. */
export async function deleteMessage(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ ok: true; deletion: string } | { ok: false; reason: "notFound" | "sent" }> {
  return batchIdempotently(formId, (tx) => {
    const message = findMessage(tx, id);
    if (!message) return { ok: false, reason: "notFound" };
    if (!isEditable(message)) return { ok: false, reason: "sent" };
    const ids = tx
      .select({ id: messagePeople.delegateId })
      .from(messagePeople)
      .where(eq(messagePeople.messageId, id))
      .all()
      .map(({ id }) => id);
    const label = messageName(message);
    const deletion = keepDeletion(tx, {
      noun: NOUN,
      label,
      actor,
      rows: { messages: [message], people: [{ ids }] },
    });
    tx.delete(messages).where(eq(messages.id, id)).run();
    recordMessage({ actor, id, action: "deleted", label });
    return { ok: true, deletion };
  });
}

/** The messages that can be brought back, the latest first. */
export const listMessageDeletions = (): Promise<RecentDeletion[]> => listDeletionsOf(NOUN, "messages");

/** Brings a deleted message back, to those whom it was to and who are still there. */
export const restoreMessage = (deletion: string, actor: string, formId: string) =>
  undoDeletionOf(
    NOUN,
    deletion,
    (tx, rows) => {
      const [message] = revived(messages, rows.messages);
      if (!message) return { ok: false as const, reason: "over" as const };
      tx.insert(messages).values(message).run();
      const ids = JSON.stringify(rows.people?.[0]?.ids ?? []);
      tx.run(sql`insert into message_people (message_id, delegate_id)
        select ${message.id}, id from delegates where id in (select value from json_each(${ids}))`);
      recordMessage({ actor, id: message.id, action: "restored", label: messageName(message) });
      return { ok: true as const, id: message.id };
    },
    formId,
  );

/** Makes sure that no message can be brought back of which everybody is gone. Answers the ids of those. */
export const dropDeletionsToNobody = (tx: Db): number[] =>
  tx
    .delete(deletions)
    .where(
      sql`${deletions.subject} = ${NOUN} and not exists (
        select 1 from json_each(${deletions.rows} -> '$.people[0].ids') person join delegates on delegates.id = person.value)`,
    )
    .returning({ rows: deletions.rows })
    .all()
    .map(({ rows }) => Number(rows.messages?.[0]?.id));
