import { gt, lte } from "drizzle-orm";
import { batch, sqlite } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { emptyFormerTables } from "#app/db/transient-tables.server.ts";
import { latestPlausibleTime, recordTime, retentionCutoff } from "#app/db/trusted-clock.server.ts";
import { expireLedger, FORM_RETENTION_MS, resetFutureTimes } from "#app/models/ledger/expiry.server.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { deleteEmptyDrafts } from "#app/models/message/message.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Removes expired rows, even if there are no other writes. */
export async function removeExpiredRows(): Promise<void> {
  await purgeLoginSessions();
  await batch((tx) => {
    recordTime(tx);
    deleteEmptyDrafts(tx);
    expireLedger(tx);
    emptyFormerTables(sqlite, retentionCutoff(HOUR_MS));
    tx.delete(drafts)
      .where(lte(drafts.createdAt, retentionCutoff(FORM_RETENTION_MS)))
      .run();
    // Drafts created while the clock was ahead would otherwise be kept for years.
    const latest = latestPlausibleTime();
    tx.update(drafts).set({ createdAt: latest }).where(gt(drafts.createdAt, latest)).run();
    resetFutureTimes(tx);
  });
}
