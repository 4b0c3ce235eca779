// Making sure that what was deleted is gone from the files too, not only from the tables.
import { createReadStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { desc, eq, lte } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { pendingScrubs } from "#app/db/schema.server.ts";
import { isLocked } from "#app/db/write-queue.server.ts";
import { log } from "#app/platform/log.server.ts";

/** How often it is tried again to empty the write-ahead log while somebody else reads it (a backup, a shell). */
const ATTEMPTS = 10;
const PAUSE_MS = 100;
/** Somebody who reads for longer is looked after again after a second, then after twice as long each time. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Marks, within the transaction that deletes, that traces have to be removed: a kill does not undo that. */
export const markForScrub = (tx: Db): number => tx.insert(pendingScrubs).values({}).returning().get().id;

/**
 * Removes what deleted rows may have left in the database's files, and the mark. SQLite overwrites what it
 * deletes (`secure_delete`), but a copy may be left where a page was once split, and in the write-ahead log: the
 * log is emptied, and where the file still holds one of these texts, it is written anew without them. It is in any
 * case where nobody can say which texts they are: null.
 * False where that cannot be done now, as when somebody else reads the log: then it is tried again by itself.
 */
export async function scrub(texts: readonly string[] | null, mark: number): Promise<boolean> {
  const isClean = await removeTraces(texts, mark).catch((error: unknown) => {
    // The deletion itself is done, and has to be answered as that.
    log.error({ error }, "traces of a deletion could not be removed");
    return false;
  });
  if (!isClean) tryAgainLater();
  return isClean;
}

async function removeTraces(texts: readonly string[] | null, mark: number): Promise<boolean> {
  const isClean =
    (await emptyLog(ATTEMPTS)) && ((texts !== null && !(await fileHolds(texts))) || (await writeAnew()));
  if (isClean) await unmark(eq(pendingScrubs.id, mark));
  return isClean;
}

/**
 * Does what is still marked, if anything. What was deleted is not known any more, so the file is written anew
 * in any case. False where that cannot be done now.
 */
export async function finishScrubs({ attempts = 1 } = {}): Promise<boolean> {
  const last = db.select().from(pendingScrubs).orderBy(desc(pendingScrubs.id)).limit(1).get();
  if (!last) return true;
  if (!(await emptyLog(attempts)) || !(await writeAnew())) return false;
  await unmark(lte(pendingScrubs.id, last.id));
  log.info("traces of deletions were removed from the database's files");
  return true;
}

let retry: NodeJS.Timeout | undefined;

/** Tries until everything is done, ever more seldom, beside whatever else the process does. */
export function tryAgainLater(afterMs = FIRST_RETRY_MS): void {
  if (retry) return;
  retry = setTimeout(async () => {
    const isDone = await finishScrubs().catch((error: unknown) => {
      log.error({ error }, "traces of deletions could not be removed");
      return false;
    });
    retry = undefined;
    if (!isDone && sqlite.open) tryAgainLater(Math.min(afterMs * 2, LAST_RETRY_MS));
  }, afterMs).unref();
}

/** The site stops. */
export function stopScrubRetries(): void {
  clearTimeout(retry);
  retry = undefined;
}

const unmark = (marks: ReturnType<typeof eq>) => batch((tx) => tx.delete(pendingScrubs).where(marks).run());

/** Copies all that is left, a fifth of a second for 50,000 delegates; the only way to be rid of old pages. */
async function writeAnew(): Promise<boolean> {
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

async function fileHolds(texts: readonly string[]): Promise<boolean> {
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
