// What the site does by itself, beside answering: at its start, now and then, and when it stops.
import { setTimeout as wait } from "node:timers/promises";
import { isListed } from "#app/auth/roles.server.ts";
import { keptSince } from "#app/db/clock.server.ts";
import { finishScrubs, stopScrubRetries, tryAgainLater } from "#app/db/scrub.server.ts";
import { removeAbandonedStaging } from "#app/db/staging.server.ts";
import { forgetOldCounts } from "#app/http/rate-limit.server.ts";
import { completeSearchTexts } from "#app/models/delegate/search.server.ts";
import { removeExpired } from "#app/models/expiry.server.ts";
import { toneEarlierImages } from "#app/models/image/earlier-images.server.ts";
import { sweepImagesOrLog } from "#app/models/image/image.server.ts";
import { removeFormerUsers } from "#app/models/login/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

const EVERY_MS = 10 * 60_000;
/** Somebody who reads the log gets so much time to end when the site stops. */
const ATTEMPTS_AT_THE_END = 3;

/** An image that gets its ink when the site stops has so long to end; else it is begun anew at the next start. */
const IMAGE_PATIENCE_MS = 2_000;

let timer: NodeJS.Timeout | undefined;
let isEnding = false;
let toning: Promise<void> | undefined;

/** Begins with it. What goes wrong is logged, and tried again the next time: pages are answered all the same. */
export function startUpkeep(): void {
  if (timer) return;
  timer = setInterval(keepUp, EVERY_MS).unref();
  keepUp();
}

async function keepUp(): Promise<void> {
  try {
    await completeSearchTexts();
    await removeExpired();
    forgetOldCounts();
    await removeFormerUsers(isListed);
    removeAbandonedStaging(env.DATA_DIR, keptSince(0).getTime());
    if (!(await finishScrubs())) tryAgainLater();
    // Before some get their ink: pages that are kept somewhere show for a moment what they were before.
    await sweepImagesOrLog();
    toning = toneEarlierImages(() => isEnding);
    await toning;
  } catch (error) {
    log.error({ error }, "the upkeep could not be done");
  }
}

/** Ends it, with what is to be done before the database is closed. */
export async function endUpkeep(): Promise<void> {
  isEnding = true;
  clearInterval(timer);
  stopScrubRetries();
  try {
    await Promise.race([toning?.catch(() => {}), wait(IMAGE_PATIENCE_MS, undefined, { ref: false })]);
    await removeExpired();
    await finishScrubs({ attempts: ATTEMPTS_AT_THE_END });
  } catch (error) {
    log.error({ error }, "the upkeep could not be done");
  }
}
