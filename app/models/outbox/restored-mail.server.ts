// A restore holds mail that may have been sent since the backup (docs/decisions/mail.md).
import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { recordEvent, runChangeset } from "#app/models/ledger/changeset.server.ts";
import { retractOutdatedMail } from "#app/models/outbox/decision-mail.server.ts";
import { isRestoredSql } from "#app/models/outbox/letter.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";
import { numberText } from "#app/vocabulary/number-text.ts";

/** `until` is the creation time of the latest email, in milliseconds since 1970. */
export type RestoredMail = { kind: MailKind; count: number; until: number };

export const listRestoredMail = () =>
  db.all<RestoredMail>(sql`select kind, count(*) as count, max(created_at) as until
    from ${outbox} where ${isRestoredSql} group by kind order by count desc`);

/** Sends the restored mail that is still valid, or discards all of it. Returns the email count. */
export const sendOrDiscardRestoredMail = (decision: "send" | "discard", actor: string, formId?: string) =>
  runChangeset({ actor, formId }, decision === "send" ? "sent" : "discarded", (tx, changesetId): number => {
    if (decision === "send") retractOutdatedMail(tx, isRestoredSql);
    else
      tx.run(sql`update messages set stopped_at = coalesce(stopped_at, ${Date.now()}), stopped = stopped + (
        select count(*) from ${outbox} where ${outbox.messageId} = messages.id and ${isRestoredSql}
      ) where id in (select ${outbox.messageId} from ${outbox} where ${isRestoredSql})`);
    // Uses new letters, because delegates who shared a letter may have changed their addresses.
    const isDue = { problem: null, attempts: 0, isInHand: false, letterId: null, nextAttemptAt: new Date() };
    const decided =
      decision === "send" ? tx.update(outbox).set({ state: "waiting", ...isDue }) : tx.delete(outbox);
    const { changes } = decided.where(isRestoredSql).run();
    if (changes === 0) return 0;
    const label = `since the restore (${numberText(changes)})`;
    recordEvent(tx, changesetId, { subject: "emails held", label });
    notifyAfterCommit();
    return changes;
  });
