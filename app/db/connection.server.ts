// The one database handle of this process: opened, made durable and migrated when first imported.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { installLedger } from "#app/db/ledger.server.ts";
import { MigrationError, migrateDatabase } from "#app/db/migrate.server.ts";
import * as schema from "#app/db/schema.server.ts";
import { withStatementCache } from "#app/db/statement-cache.server.ts";
import { createWriteQueue } from "#app/db/write-queue.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createPrivately, keepPrivate } from "#app/platform/private-files.server.ts";

/** While starting; later the queue waits instead, without holding up the readers. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file, creating it if need be, and migrates it.
 * @throws MigrationError when the file's schema cannot be brought to this version.
 */
export function openDatabase(path: string, migrationsFolder = "drizzle") {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // What SQLite puts beside it gets the same mode.
  createPrivately(path);
  for (const suffix of ["", "-wal", "-shm"]) keepPrivate(path + suffix);
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  // After WAL, never before: this build falls back to NORMAL at the switch, and then an
  // acknowledged registration could be lost to a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // What a statement may have to take back is kept without a file: there may be no descriptor left for one.
  sqlite.pragma("temp_store = MEMORY");
  // What is deleted is overwritten too, not only forgotten: it may be somebody's personal data.
  sqlite.pragma("secure_delete = ON");
  migrateDatabase(sqlite, migrationsFolder);
  installLedger(sqlite);
  sqlite.pragma("busy_timeout = 50");
  return { sqlite, db: drizzle(withStatementCache(sqlite), { schema }) };
}

export type Db = BetterSQLite3Database<typeof schema>;

function openOrExit() {
  try {
    return openDatabase(join(env.DATA_DIR, "conference.db"));
  } catch (error) {
    const why = error instanceof MigrationError ? error.message : diskProblem(error);
    if (why === null) throw error;
    console.error(why);
    process.exit(1);
  }
}

/** A sentence about a folder or file that cannot be used, or null where that is not the matter. */
function diskProblem(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return `The site cannot start: ${env.DATA_DIR}/conference.db is damaged or not a database. Restore a backup.`;
  }
  if (/^(SQLITE_(CANTOPEN|READONLY|FULL|IOERR|BUSY)|E(ACCES|ROFS|NOSPC|PERM|NOTDIR|EXIST))/.test(code)) {
    return `The site cannot start: DATA_DIR (${env.DATA_DIR}) cannot be written (${code}). It needs a folder of its own with free space, owned by the user the site runs as.`;
  }
  return null;
}

export const { db, sqlite } = openOrExit();
const queue = createWriteQueue(sqlite);

/**
 * Another text after every change of what the public pages show, and after no other write, whoever made it:
 * triggers see to it (decision 027). One that has been is never again, not after a restore either.
 */
export const pagesVersion = (): string => versionOf("pages");

/**
 * The same, a quarter of a millisecond late at most where another process writes: asking SQLite takes longer than
 * sending a page that is kept. Who hears from another process that it has written, and comes here then, takes longer.
 */
export function latestPagesVersion(): string {
  const now = performance.now();
  if (now - latest.readAt > LATEST_FOR_MS) latest = { version: pagesVersion(), readAt: now };
  return latest.version;
}

const LATEST_FOR_MS = 0.25;
const NEVER = { version: "", readAt: Number.NEGATIVE_INFINITY };
let latest = NEVER;

/** The same for the list of delegates. */
export const delegatesVersion = (): string => versionOf("delegates");

let version: Database.Statement | undefined;

/** Prepared when it is first asked: a database that is only brought to an earlier schema has no such table. */
function versionOf(name: "pages" | "delegates"): string {
  version ??= sqlite.prepare("select version from versions where name = ?").pluck();
  return String(version.get(name));
}

/**
 * Runs statements that write as one: all of them are on disk when it resolves, or none is.
 * The function must not await anything; transactions on better-sqlite3 are synchronous. `isAlone` for many rows.
 * @throws OverloadedError where the database stays locked or too many writes wait; nothing was written.
 */
export async function batch<T>(statements: (tx: Db) => T, options?: { isAlone: boolean }): Promise<T> {
  try {
    return await queue.write(() => statements(db), options);
  } finally {
    latest = NEVER;
  }
}

/** Waits for the writes that were asked for, moves them from the log into the database file, closes it. */
export async function closeDatabase(): Promise<void> {
  await queue.drained();
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
