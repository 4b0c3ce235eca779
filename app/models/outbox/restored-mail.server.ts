// After a restore, emails are held, because they may have been sent since the backup (docs/decisions/mail.md).
import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { changeset, recordEvent } from "#app/models/ledger/changeset.server.ts";
import { retractOvertaken } from "#app/models/outbox/decision-mail.server.ts";
import { isRestored } from "#app/models/outbox/letter.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import { numberText } from "#app/vocabulary/counted.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";

/** `until` is when the latest email was created, in milliseconds since 1970. */
export type RestoredMail = { kind: MailKind; count: number; until: number };

export const listRestoredMail = () =>
  db.all<RestoredMail>(sql`select kind, count(*) as count, max(created_at) as until
    from ${outbox} where ${isRestored} group by kind order by count desc`);

/** Sends restored mail that is still valid, or discards all. Returns the number; 0 if already decided. */
export const decideRestoredMail = (decision: "send" | "discard", actor: string, formId?: string) =>
  changeset({ actor, formId }, decision === "send" ? "sent" : "discarded", (tx, changesetId): number => {
    if (decision === "send") retractOvertaken(tx, isRestored);
    else
      tx.run(sql`update messages set stopped_at = coalesce(stopped_at, ${Date.now()}), stopped = stopped + (
        select count(*) from ${outbox} where ${outbox.messageId} = messages.id and ${isRestored}
      ) where id in (select ${outbox.messageId} from ${outbox} where ${isRestored})`);
    // Uses new letters, because delegates who shared a letter may have changed addresses since the restore.
    const isDue = { problem: null, attempts: 0, isInHand: false, letterId: null, nextAttemptAt: new Date() };
    const decided =
      decision === "send" ? tx.update(outbox).set({ state: "waiting", ...isDue }) : tx.delete(outbox);
    const { changes } = decided.where(isRestored).run();
    if (changes === 0) return 0;
    const label = `since the restore (${numberText(changes)})`;
    recordEvent(tx, changesetId, { subject: "emails held", label });
    notifyAfterCommit();
    return changes;
  });
