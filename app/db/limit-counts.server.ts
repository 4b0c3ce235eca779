// Rate-limit counters shared by all processes that use the same DATA_DIR. Backups exclude them.
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { withStatementCache } from "#app/db/statement-cache.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { createPrivateFile } from "#app/platform/private-files.server.ts";

/** Much longer than another process needs to update a counter. */
const BUSY_TIMEOUT_MS = 250;

export type LimitCounts = ReturnType<typeof open>;

/** Returns null if the file cannot be used. Each process then counts separately. */
export function openLimitCounts(): LimitCounts | null {
  const path = join(env.DATA_DIR, "limits.db");
  try {
    return openOrReplace(path);
  } catch (error) {
    const { code } = error as { code?: unknown };
    log.warn({ code }, "limits.db cannot be used, so rate limits count for this process only");
    return null;
  }
}

/** Replaces the file if a power cut has damaged it. */
function openOrReplace(path: string): LimitCounts {
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
  createPrivateFile(path);
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("secure_delete = ON");
  sqlite.exec(
    `create table if not exists ${TABLE} (key text primary key, points integer not null, expire integer)`,
  );
  const forget = sqlite.prepare(`delete from ${TABLE} where expire < ? or expire > ?`);
  return {
    /** Without the cache, the rate limiter would compile its statements for each request. */
    client: withStatementCache(sqlite),
    table: TABLE,
    /** Deletes counters that have expired or, due to a wrong clock, would outlast `longestMs`. */
    forget: (longestMs: number) => void forget.run(Date.now(), Date.now() + longestMs),
    close: () => void sqlite.close(),
  };
}
