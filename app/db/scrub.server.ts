// Erases deleted rows from the database files, not only from the tables.
import { createReadStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { desc, eq, lte } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { pendingScrubs } from "#app/db/schema.server.ts";
import { isLocked } from "#app/db/write-queue.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Attempts to empty the write-ahead log while a backup or a shell reads it. */
const ATTEMPTS = 10;
const PAUSE_MS = 100;
/** While a reader persists, retries after one second and doubles the wait each time. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Written in the deleting transaction, so the mark survives a kill. */
export const markForScrub = (tx: Db): number => tx.insert(pendingScrubs).values({}).returning().get().id;

/**
 * Erases traces of deleted rows and their mark: `secure_delete` leaves copies in split pages and the log.
 * Rewrites the file if it may hold one. Returns false if that must wait; it is then retried.
 */
export async function scrub(texts: readonly string[] | "anything", mark: number): Promise<boolean> {
  const isClean = await falseOnError(removeTraces(texts, mark), "a deletion");
  if (!isClean) tryAgainLater();
  return isClean;
}

/** The deletion itself has succeeded, so a failure is only logged. */
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

/** Erases the traces of all marked deletions. Returns false if that is not possible now. */
export async function finishScrubs({ attempts = 1 } = {}): Promise<boolean> {
  const last = db.select().from(pendingScrubs).orderBy(desc(pendingScrubs.id)).limit(1).get();
  if (!last) return true;
  if (!(await emptyLog(attempts)) || !(await rewriteFile())) return false;
  await unmark(lte(pendingScrubs.id, last.id));
  log.info("traces of deletions were removed from the database files");
  return true;
}

let retry: NodeJS.Timeout | undefined;

export function tryAgainLater(afterMs = FIRST_RETRY_MS): void {
  if (retry) return;
  retry = setTimeout(async () => {
    const isDone = await falseOnError(finishScrubs(), "deletions");
    retry = undefined;
    if (!isDone && sqlite.open) tryAgainLater(Math.min(afterMs * 2, LAST_RETRY_MS));
  }, afterMs).unref();
}

export function stopScrubRetries(): void {
  clearTimeout(retry);
  retry = undefined;
}

const unmark = (marks: ReturnType<typeof eq>) => batch((tx) => tx.delete(pendingScrubs).where(marks).run());

/** Takes a fifth of a second for 50,000 delegates; nothing else removes old pages. */
async function rewriteFile(): Promise<boolean> {
  try {
    sqlite.exec("vacuum");
  } catch (error) {
    if (!isLocked(error)) log.error({ error }, "the database could not be rewritten after a deletion");
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
