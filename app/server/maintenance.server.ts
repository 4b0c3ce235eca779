import { hasRole } from "#app/auth/roles.server.ts";
import { finishScrubs, scheduleScrubRetry, stopScrubRetries } from "#app/db/scrub.server.ts";
import { completeSearchTexts } from "#app/models/delegate/search.server.ts";
import { removeExpiredRows } from "#app/models/expiry.server.ts";
import { sweepImagesOrLog } from "#app/models/image/image.server.ts";
import { removeFormerUsers } from "#app/models/login/user.server.ts";
import { announceOrDelete } from "#app/models/personal-data/announced-deletion.server.ts";
import { logError } from "#app/platform/log.server.ts";

const EVERY_MS = 10 * 60_000;

let timer: NodeJS.Timeout | undefined;

/** Runs maintenance now and at every interval. Logs failures. */
export function startMaintenance(): void {
  if (timer) return;
  timer = setInterval(runMaintenance, EVERY_MS).unref();
  runMaintenance();
}

const logFailure = logError("maintenance failed");
const runMaintenance = () => maintain().catch(logFailure);

async function maintain(): Promise<void> {
  await completeSearchTexts();
  await removeExpiredRows();
  await removeFormerUsers(hasRole);
  await announceOrDelete();
  if (!(await finishScrubs())) scheduleScrubRetry();
  await sweepImagesOrLog();
}

export async function endMaintenance(): Promise<void> {
  clearInterval(timer);
  stopScrubRetries();
  await removeExpiredRows().then(finishScrubs).catch(logFailure);
}
