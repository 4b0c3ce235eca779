// A restore holds mail that may have been sent since the backup (docs/decisions/mail.md).

import { and, eq, sql } from "drizzle-orm";
import { outbox } from "#app/db/schema.server.ts";
import { recordEvent, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { IS_OUTDATED } from "#app/models/outbox/decision-mail.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import { numberText } from "#app/platform/text.ts";

const isRestored = eq(outbox.state, "restored");

/** Sends the restored mail that is still valid, or discards all of it. Returns the email count. */
export const sendOrDiscardRestoredMail = (decision: "send" | "discard", actor: string, formId?: string) =>
  runChangeset({ actor, formId }, decision === "send" ? "sent" : "discarded", (tx, changesetId): number => {
    if (decision === "send") tx.delete(outbox).where(and(isRestored, IS_OUTDATED)).run();
    else
      tx.run(sql`update messages set stopped_at = coalesce(stopped_at, ${Date.now()}), stopped = stopped + (
        select count(*) from ${outbox} where ${outbox.messageId} = messages.id and ${isRestored}
      ) where id in (select ${outbox.messageId} from ${outbox} where ${isRestored})`);
    const decided =
      decision === "send"
        ? tx.update(outbox).set({ state: "waiting", attempts: 0, nextAttemptAt: new Date() })
        : tx.delete(outbox);
    const { changes } = decided.where(isRestored).run();
    if (changes === 0) return 0;
    const label = `since the restore (${numberText(changes)})`;
    recordEvent(tx, changesetId, { subject: "emails held", label });
    notifyAfterCommit();
    return changes;
  });
