import { gt, lte } from "drizzle-orm";
import { keptSince, latestMoment, rememberTime } from "#app/db/clock.server.ts";
import { batch, type Db } from "#app/db/connection.server.ts";
import { corrections, deletions, drafts, retractedMails, usedForms } from "#app/db/schema.server.ts";
import { forgetFormerHolders } from "#app/models/delegate/former-holder.server.ts";
import { recordChanges } from "#app/models/history/audit-log.server.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { forgetEmptyMessages } from "#app/models/message/message.server.ts";
import { forgetRetracted } from "#app/models/outbox/decisions.server.ts";
import { KEPT_FOR_MS } from "#app/models/submission/idempotency.server.ts";

/** Removes what is past its time also where nobody changes anything, and notes what time it is. */
export async function removeExpired(): Promise<void> {
  await purgeLoginSessions();
  await forgetFormerHolders();
  await batch((tx) => {
    rememberTime(tx);
    recordChanges([]);
    forgetEmptyMessages(tx);
    forgetRetracted(tx);
    for (const table of [drafts, usedForms])
      tx.delete(table)
        .where(lte(table.createdAt, keptSince(KEPT_FOR_MS)))
        .run();
    countFromNow(tx);
  });
}

/** What was made while the clock was ahead would be kept for years: it is kept as long as if it were made now. */
function countFromNow(tx: Db): void {
  const latest = latestMoment();
  for (const table of [corrections, deletions, drafts, retractedMails, usedForms]) {
    tx.update(table).set({ createdAt: latest }).where(gt(table.createdAt, latest)).run();
  }
}
