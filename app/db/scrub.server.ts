// Making sure that what was deleted is gone from the files too, not only from the tables.
import { createReadStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { sqlite } from "#app/db/connection.server.ts";
import { log } from "#app/log.server.ts";

/** How often it is tried again to empty the write-ahead log while somebody else reads it (a backup, a shell). */
const ATTEMPTS = 10;
const PAUSE_MS = 100;

/**
 * Removes what deleted rows may have left in the database's files. SQLite overwrites what it deletes
 * (`secure_delete`), but a copy may be left where a page was once split, and in the write-ahead log: the
 * log is emptied, and where the file still holds one of these texts, it is written anew without them.
 * False where somebody else kept the log from being emptied; then it is when the site stops at the latest.
 */
export async function scrub(texts: readonly string[]): Promise<boolean> {
  if (!(await emptyLog())) return false;
  if (!(await fileHolds(texts.map((text) => Buffer.from(text))))) return true;
  try {
    // Copies all that is left, a fifth of a second for 50,000 delegates; the only way to be rid of old pages.
    sqlite.exec("vacuum");
  } catch (error) {
    log.error({ error }, "the database could not be written anew after a deletion");
    return false;
  }
  return emptyLog();
}

async function emptyLog(): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await wait(PAUSE_MS);
    const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    if (result?.busy === 0) return true;
  }
  return false;
}

async function fileHolds(texts: readonly Buffer[]): Promise<boolean> {
  const longest = Math.max(...texts.map((text) => text.length));
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(sqlite.name, { highWaterMark: 1 << 20 })) {
    const seen = Buffer.concat([tail, chunk as Buffer]);
    if (texts.some((text) => seen.includes(text))) return true;
    tail = seen.subarray(-longest);
  }
  return false;
}
