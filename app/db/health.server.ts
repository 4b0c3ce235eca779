import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { db, sqlite } from "#app/db/connection.server.ts";
import { log } from "#app/platform/log.server.ts";

/** With less free space, writes are about to fail or do so already. */
const MIN_FREE_BYTES = 1_000_000;

/** Returns what keeps the site from storing anything, or null. */
export async function findHealthProblem(): Promise<"database unavailable" | "disk full" | null> {
  try {
    db.get(sql`select count(*) from sqlite_schema`);
    return freeDiskBytes() < MIN_FREE_BYTES ? "disk full" : null;
  } catch (error) {
    log.error({ error }, "the database does not respond");
    return "database unavailable";
  }
}

/** Free space on the disk of DATA_DIR. */
export function freeDiskBytes(): number {
  const { bavail, bsize } = statfsSync(dirname(sqlite.name));
  return bavail * bsize;
}

export const databaseSizeBytes = (): number =>
  ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(sqlite.name + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
