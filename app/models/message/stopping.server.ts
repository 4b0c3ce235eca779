// Stopping a message keeps back all that is not out yet.
import { eq } from "drizzle-orm";
import { messages } from "#app/db/schema.server.ts";
import { laterThan } from "#app/models/editable/order.ts";
import { changeset } from "#app/models/ledger/changeset.server.ts";
import { findMessage, labelOf, noteMessage } from "#app/models/message/message.server.ts";
import { countStopped, dropUnsentOf } from "#app/models/outbox/message-mail.server.ts";

/** Returns the number of emails kept, or null for none. Mail in hand may have been sent: it goes to its end. */
export async function stopMessage(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ stopped: number } | null> {
  return changeset({ actor, formId }, "stopped", (tx, changesetId) => {
    const message = findMessage(tx, id);
    if (message?.state !== "started" || message.stoppedAt !== null) return null;
    const stopped = dropUnsentOf(tx, id);
    if (stopped === 0) return null;
    tx.update(messages)
      .set({ stoppedAt: new Date(), updatedAt: laterThan(message.updatedAt) })
      .where(eq(messages.id, id))
      .run();
    countStopped(tx, id, stopped);
    noteMessage(tx, changesetId, id, labelOf(message, message.recipients ?? 0));
    return { stopped };
  });
}
