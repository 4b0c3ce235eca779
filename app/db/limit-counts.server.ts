// What is counted for the limits: a file of its own beside the database, for all processes of this DATA_DIR. It is
// worth nothing tomorrow, so no request waits for it to reach the disk, and no backup has it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { withStatementCache } from "#app/db/statement-cache.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { createPrivately } from "#app/platform/private-files.server.ts";

/** Another process that counts takes far less. */
const BUSY_TIMEOUT_MS = 250;

export type LimitCounts = {
  /** What a limiter counts in; the library makes its statements anew each time, so they are kept. */
  client: Database.Database;
  /** The table of it. */
  table: string;
  /** Forgets those whose time is over, and those that a wrong clock would keep for longer than `longestMs`. */
  forget: (longestMs: number) => void;
  close: () => void;
};

/** Opens it, or answers null where the disk does not let it: then each process counts for itself. */
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

/** After a power cut it may be damaged: nothing in it is worth a repair. */
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

function open(path: string): LimitCounts {
  createPrivately(path);
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  // Nothing is synced but at a checkpoint: what is lost with the power was a count.
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma("secure_delete = ON");
  sqlite.exec(
    `create table if not exists ${TABLE} (key text primary key, points integer not null, expire integer)`,
  );
  const forget = sqlite.prepare(`delete from ${TABLE} where expire < ? or expire > ?`);
  return {
    client: withStatementCache(sqlite),
    table: TABLE,
    forget: (longestMs) => void forget.run(Date.now(), Date.now() + longestMs),
    close: () => void sqlite.close(),
  };
}
