import { isListed } from "#app/auth/roles.server.ts";
import { finishScrubs, stopScrubRetries, tryAgainLater } from "#app/db/scrub.server.ts";
import { removeAbandonedStaging } from "#app/db/staging.server.ts";
import { retentionCutoff } from "#app/db/trusted-clock.server.ts";
import { forgetOldCounts } from "#app/http/rate-limit.server.ts";
import { completeSearchTexts } from "#app/models/delegate/search.server.ts";
import { removeExpired } from "#app/models/expiry.server.ts";
import { sweepImagesOrLog } from "#app/models/image/image.server.ts";
import { removeFormerUsers } from "#app/models/login/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

const EVERY_MS = 10 * 60_000;
/** Attempts on shutdown to empty the write-ahead log, which a reader may keep open. */
const FINAL_ATTEMPTS = 3;

let timer: NodeJS.Timeout | undefined;

/** Logs a failure and tries again at the next interval. */
export function startMaintenance(): void {
  if (timer) return;
  timer = setInterval(runMaintenance, EVERY_MS).unref();
  runMaintenance();
}

async function runMaintenance(): Promise<void> {
  try {
    await completeSearchTexts();
    await removeExpired();
    forgetOldCounts();
    await removeFormerUsers(isListed);
    removeAbandonedStaging(env.DATA_DIR, retentionCutoff(0).getTime());
    if (!(await finishScrubs())) tryAgainLater();
    await sweepImagesOrLog();
  } catch (error) {
    log.error({ error }, "maintenance failed");
  }
}

export async function endMaintenance(): Promise<void> {
  clearInterval(timer);
  stopScrubRetries();
  try {
    await removeExpired();
    await finishScrubs({ attempts: FINAL_ATTEMPTS });
  } catch (error) {
    log.error({ error }, "maintenance failed");
  }
}
