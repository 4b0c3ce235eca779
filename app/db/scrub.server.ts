// Erases deleted rows from the database files, because deletion from a table can leave traces.
import { createReadStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { desc, eq, lte } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { pendingScrubs } from "#app/db/schema.server.ts";
import { isLockedError } from "#app/db/write-queue.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Number of attempts to empty the write-ahead log while a backup or another process reads it. */
const ATTEMPTS = 10;
const PAUSE_MS = 100;
/** Delay before the first retry. Each later delay is twice the previous one. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Call this in the transaction that deletes the data, so the mark survives a crash. */
export const markForScrub = (tx: Db): number => tx.insert(pendingScrubs).values({}).returning().get().id;

/**
 * Erases the traces that `secure_delete` leaves in split pages and the log, then removes the mark.
 * Rewrites the file only if it may contain `texts`. Returns false if a retry is needed.
 */
export async function scrub(texts: readonly string[] | "anything", mark: number): Promise<boolean> {
  const isClean = await falseOnError(removeTraces(texts, mark), "a deletion");
  if (!isClean) scheduleScrubRetry();
  return isClean;
}

/** A failure is only logged, because the deletion itself has succeeded. */
const falseOnError = (removed: Promise<boolean>, what: string) =>
  removed.catch((error: unknown) => {
    log.error({ error }, `traces of ${what} could not be removed`);
    return false;
  });

async function removeTraces(texts: readonly string[] | "anything", mark: number): Promise<boolean> {
  const isClean = (await emptyLog(ATTEMPTS)) && (!(await mayContain(texts)) || (await rewriteFile()));
  if (isClean) await unmark(eq(pendingScrubs.id, mark));
  return isClean;
}

/** Erases the traces of all marked deletions. Returns false if readers prevent it. */
export async function finishScrubs({ attempts = 1 } = {}): Promise<boolean> {
  const last = db.select().from(pendingScrubs).orderBy(desc(pendingScrubs.id)).limit(1).get();
  if (!last) return true;
  if (!(await emptyLog(attempts)) || !(await rewriteFile())) return false;
  await unmark(lte(pendingScrubs.id, last.id));
  log.info("traces of deletions were removed from the database files");
  return true;
}

let retry: NodeJS.Timeout | undefined;

export function scheduleScrubRetry(afterMs = FIRST_RETRY_MS): void {
  if (retry) return;
  retry = setTimeout(async () => {
    const isDone = await falseOnError(finishScrubs(), "deletions");
    retry = undefined;
    if (!isDone && sqlite.open) scheduleScrubRetry(Math.min(afterMs * 2, LAST_RETRY_MS));
  }, afterMs).unref();
}

export function stopScrubRetries(): void {
  clearTimeout(retry);
  retry = undefined;
}

const unmark = (marks: ReturnType<typeof eq>) => batch((tx) => tx.delete(pendingScrubs).where(marks).run());

/** Removes old pages by rewriting the whole file. Takes 0.2 s for 50,000 delegates. */
async function rewriteFile(): Promise<boolean> {
  try {
    sqlite.exec("vacuum");
  } catch (error) {
    if (!isLockedError(error)) log.error({ error }, "the database could not be rewritten after a deletion");
    return false;
  }
  return emptyLog(ATTEMPTS);
}

async function emptyLog(attempts: number): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await wait(PAUSE_MS);
    const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    if (result?.busy === 0) return true;
  }
  return false;
}

async function mayContain(texts: readonly string[] | "anything"): Promise<boolean> {
  if (texts === "anything") return true;
  const wanted = texts.map((text) => Buffer.from(text));
  const longest = Math.max(...wanted.map((text) => text.length));
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(sqlite.name, { highWaterMark: 1 << 20 })) {
    const seen = Buffer.concat([tail, chunk as Buffer]);
    if (wanted.some((text) => seen.includes(text))) return true;
    tail = seen.subarray(-longest);
  }
  return false;
}
