// Counts of the rate limits for all processes of this DATA_DIR: never synced, and in no backup.
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { withStatementCache } from "#app/db/statement-cache.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { createPrivately } from "#app/platform/private-files.server.ts";

/** Another counting process takes far less. */
const BUSY_TIMEOUT_MS = 250;

export type LimitCounts = ReturnType<typeof open>;

/** Null where the disk does not let it: then each process counts for itself. */
export function openLimitCounts(): LimitCounts | null {
  const path = join(env.DATA_DIR, "limits.db");
  try {
    return openSound(path);
  } catch (error) {
    const { code } = error as { code?: unknown };
    log.warn({ code }, "limits.db cannot be used: the limits are counted for this process alone");
    return null;
  }
}

/** A power cut may damage the file; nothing in it is worth a repair. */
function openSound(path: string): LimitCounts {
  try {
    return open(path);
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    return open(path);
  }
}

const TABLE = "counts";

function open(path: string) {
  createPrivately(path);
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  // Counts may be lost with the power.
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("secure_delete = ON");
  sqlite.exec(
    `create table if not exists ${TABLE} (key text primary key, points integer not null, expire integer)`,
  );
  const forget = sqlite.prepare(`delete from ${TABLE} where expire < ? or expire > ?`);
  return {
    /** The library would compile its statements for each request. */
    client: withStatementCache(sqlite),
    table: TABLE,
    /** Forgets expired counts, and those that a wrong clock would keep for longer than `longestMs`. */
    forget: (longestMs: number) => void forget.run(Date.now(), Date.now() + longestMs),
    close: () => void sqlite.close(),
  };
}
