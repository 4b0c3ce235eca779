import { lte } from "drizzle-orm";
import { batch } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { retentionCutoff } from "#app/db/scrub.server.ts";
import { expireChangesets, FORM_RETENTION_MS } from "#app/models/changeset/expiry.server.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { deleteEmptyDrafts } from "#app/models/message/message.server.ts";

/** Removes expired rows, even if there are no other writes. */
export async function removeExpiredRows(): Promise<void> {
  await purgeLoginSessions();
  await batch((tx) => {
    deleteEmptyDrafts(tx);
    expireChangesets(tx);
    tx.delete(drafts)
      .where(lte(drafts.createdAt, retentionCutoff(FORM_RETENTION_MS)))
      .run();
  });
}
