// The one database handle of this process: opened, made durable and migrated when first imported.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { MigrationError, migrateDatabase } from "#app/db/migrate.server.ts";
import * as schema from "#app/db/schema.server.ts";
import { env } from "#app/env.server.ts";

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file, creating it if need be, and migrates it.
 * @throws MigrationError when the file's schema cannot be brought to this version.
 */
export function openDatabase(path: string, migrationsFolder = "drizzle") {
  // Names and addresses of people: for this user alone.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  // After WAL, never before: this build falls back to NORMAL at the switch, and then an
  // acknowledged registration could be lost to a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  migrateDatabase(sqlite, migrationsFolder);
  return { sqlite, db: drizzle(sqlite, { schema }) };
}

export type Db = BetterSQLite3Database<typeof schema>;

function openOrExit() {
  try {
    return openDatabase(join(env.DATA_DIR, "conference.db"));
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export const { db, sqlite } = openOrExit();

/**
 * Runs several statements as one: all of them are on disk when it returns, or none is.
 * The function must not await anything; transactions on better-sqlite3 are synchronous.
 */
export async function batch<T>(statements: (tx: Db) => T): Promise<T> {
  return db.transaction(statements as (tx: unknown) => T, { behavior: "immediate" });
}
