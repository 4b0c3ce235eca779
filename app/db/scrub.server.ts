// Erases deleted rows from the database files, because deletion from a table can leave traces.
import { desc, lte } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { pendingScrubs } from "#app/db/schema.server.ts";
import { log, logError } from "#app/platform/log.server.ts";

/** Delay before the first retry. Each later delay is twice the previous one. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Call this in the transaction that deletes the data, so the mark survives a crash. */
export const markForScrub = (tx: Db): void => void tx.insert(pendingScrubs).values({}).run();

/** Erases the traces of all marked deletions. Returns false if a retry was needed and scheduled. */
export async function scrub(): Promise<boolean> {
  const isClean = await finishOrLog();
  if (!isClean) scheduleScrubRetry();
  return isClean;
}

/** A failure is only logged, because the deletion itself has succeeded. */
const finishOrLog = async () =>
  (await finishScrubs().catch(logError("traces of deletions could not be removed"))) === true;

/**
 * Erases the traces that `secure_delete` leaves in the log and in split pages, by emptying the log
 * and rewriting the file. Returns false if readers prevent it.
 */
export async function finishScrubs(): Promise<boolean> {
  const last = db.select().from(pendingScrubs).orderBy(desc(pendingScrubs.id)).limit(1).get();
  if (!last) return true;
  if (!emptyLog()) return false;
  // Takes 0.2 s for 50,000 delegates.
  sqlite.exec("vacuum");
  if (!emptyLog()) return false;
  await batch((tx) => tx.delete(pendingScrubs).where(lte(pendingScrubs.id, last.id)).run());
  log.info("traces of deletions were removed from the database files");
  return true;
}

let retry: NodeJS.Timeout | undefined;

export function scheduleScrubRetry(afterMs = FIRST_RETRY_MS): void {
  if (retry) return;
  retry = setTimeout(async () => {
    const isDone = await finishOrLog();
    retry = undefined;
    if (!isDone && sqlite.open) scheduleScrubRetry(Math.min(afterMs * 2, LAST_RETRY_MS));
  }, afterMs).unref();
}

export function stopScrubRetries(): void {
  clearTimeout(retry);
  retry = undefined;
}

/** Returns false if another process, such as a backup, is reading the write-ahead log. */
function emptyLog(): boolean {
  const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
  return result?.busy === 0;
}

/**
 * Returns a cutoff for deletion by age. The monotonic clock keeps data if the server's clock jumps
 * ahead while the site runs.
 */
export const retentionCutoff = (keptForMs: number): Date =>
  new Date(Math.min(Date.now(), performance.timeOrigin + performance.now()) - keptForMs);
