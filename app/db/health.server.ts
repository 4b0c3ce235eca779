import { statSync } from "node:fs";
import { sql } from "drizzle-orm";
import { db, sqlite } from "#app/db/connection.server.ts";
import { log } from "#app/platform/log.server.ts";

export async function isDatabaseResponding(): Promise<boolean> {
  try {
    db.get(sql`select count(*) from sqlite_schema`);
    return true;
  } catch (error) {
    log.error({ error }, "the database does not respond");
    return false;
  }
}

export const databaseSizeBytes = (): number =>
  ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(sqlite.name + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
