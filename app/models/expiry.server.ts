import { gt, lte } from "drizzle-orm";
import { batch, sqlite } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { emptyFormerTables } from "#app/db/transient-tables.server.ts";
import { latestPlausibleTime, rememberTime, retentionCutoff } from "#app/db/trusted-clock.server.ts";
import { eraseFormerHolders } from "#app/models/delegate/former-holder.server.ts";
import { countFromNow, expireLedger, FORMS_KEPT_MS } from "#app/models/ledger/expiry.server.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { forgetEmptyMessages } from "#app/models/message/message.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Removes expired rows without waiting for another change. */
export async function removeExpired(): Promise<void> {
  await purgeLoginSessions();
  await eraseFormerHolders();
  await batch((tx) => {
    rememberTime(tx);
    forgetEmptyMessages(tx);
    expireLedger(tx);
    emptyFormerTables(sqlite, retentionCutoff(HOUR_MS));
    tx.delete(drafts)
      .where(lte(drafts.createdAt, retentionCutoff(FORMS_KEPT_MS)))
      .run();
    // Drafts created while the clock was ahead would otherwise be kept for years.
    const latest = latestPlausibleTime();
    tx.update(drafts).set({ createdAt: latest }).where(gt(drafts.createdAt, latest)).run();
    countFromNow(tx);
  });
}
