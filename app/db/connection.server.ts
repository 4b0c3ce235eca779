// The process's only database handle. It is opened, configured and migrated on first import.

import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database, { type Statement } from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { LRUCache } from "lru-cache";
import { MigrationError, migrateDatabase } from "#app/db/migrate.server.ts";
import * as schema from "#app/db/schema.server.ts";
import { createWriteQueue } from "#app/db/write-queue.server.ts";
import { env } from "#app/platform/env.server.ts";
import { makePrivate } from "#app/platform/private-files.server.ts";

/** Lock timeout at startup. Later, the write queue waits for locks without blocking readers. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens or creates a database file and migrates it. @throws MigrationError */
export function openDatabase(path: string, migrationsFolder = "drizzle") {
  makeFolder(dirname(path));
  for (const suffix of ["", "-wal", "-shm"]) makePrivate(path + suffix);
  makePrivate(join(dirname(path), "secret"));
  const isOld = existsSync(path);
  const sqlite = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma("journal_mode = WAL");
  // Must follow journal_mode, because WAL sets NORMAL, which can lose writes in a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // A temporary journal on disk could fail if the process runs out of file descriptors.
  sqlite.pragma("temp_store = MEMORY");
  // Overwrites deleted rows, which may contain personal data.
  sqlite.pragma("secure_delete = ON");
  try {
    if (isOld) refuseLostData(sqlite);
    migrateDatabase(sqlite, migrationsFolder);
  } catch (error) {
    // Leaves no -wal and -shm files beside a database that is refused.
    sqlite.close();
    throw error;
  }
  sqlite.pragma("busy_timeout = 50");
  return { sqlite, db: drizzle(withStatementCache(sqlite), { schema }) };
}

/** An empty database in a folder that a site has used has lost its data. @throws MigrationError */
function refuseLostData(sqlite: Database.Database): void {
  const used = ["secret", "uploads"].every((name) => existsSync(join(dirname(sqlite.name), name)));
  if (!used || sqlite.prepare("select 1 from sqlite_schema").get() !== undefined) return;
  throw new MigrationError(
    `The site cannot start: ${sqlite.name} is empty, but the secret and uploads beside it were in use. Restore a backup. To start with no data, remove all three.`,
  );
}

/** Node's recursive mkdir never ends below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(path)) throw error;
  }
}

export type Db = BetterSQLite3Database<typeof schema>;

/** Limit in characters. All the site's SQL fits, except statements with lists of ids. */
const STATEMENT_CACHE_LIMIT = 256_000;

type Prepared = Pick<Statement, "run" | "get" | "all" | "raw">;

/** Compiles each statement once, and again for `raw`. Drizzle would compile it on every run. */
export function withStatementCache(sqlite: Database.Database): Database.Database {
  const kept = new LRUCache<string, Prepared>({
    maxSize: STATEMENT_CACHE_LIMIT,
    memoMethod: (text) => lazyStatement(sqlite, text),
    sizeCalculation: (_, text) => text.length,
  });
  // Inherits all other methods, including `transaction`, from the database.
  return Object.create(sqlite, { prepare: { value: (text: string) => kept.memo(text) } });
}

function lazyStatement(sqlite: Database.Database, text: string): Prepared {
  let plain: Statement | undefined;
  let raw: Statement | undefined;
  const compiled = () => (plain ??= sqlite.prepare(text));
  return {
    run: (...values: unknown[]) => compiled().run(...values),
    get: (...values: unknown[]) => compiled().get(...values),
    all: (...values: unknown[]) => compiled().all(...values),
    raw: () => (raw ??= sqlite.prepare(text).raw()),
  };
}

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

/** Returns a message for the operator about a disk or file problem, or null for other errors. */
function diskProblem(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return `The site cannot start: ${env.DATA_DIR}/conference.db is damaged or not a database. Restore a backup.`;
  }
  if (
    /^(SQLITE_(CANTOPEN|READONLY|FULL|IOERR|BUSY)|E(ACCES|ROFS|NOSPC|PERM|NOTDIR|EXIST|NOENT))/.test(code)
  ) {
    return `The site cannot start: DATA_DIR (${env.DATA_DIR}) cannot be written (${code}). It must be a separate folder with free space, owned by the user the site runs as.`;
  }
  return null;
}

export const { db, sqlite } = openOrExit();
const queue = createWriteQueue(sqlite);

type Versions = "pages" | "delegates";

/** Version of the public pages. Triggers replace it on every change (docs/decisions/cache.md). */
export const pagesVersion = (): string => versionOf("pages");
export const delegatesVersion = (): string => versionOf("delegates");

/** May be RECENT_FOR_MS old, because a query takes longer than sending a cached page. */
export function recentVersion(name: Versions): string {
  const now = performance.now();
  const { version, readAt } = recent.get(name) ?? {};
  if (version !== undefined && now - (readAt ?? 0) <= RECENT_FOR_MS) return version;
  const read = versionOf(name);
  recent.set(name, { version: read, readAt: now });
  return read;
}

const RECENT_FOR_MS = 0.25;
const recent = new Map<Versions, { version: string; readAt: number }>();

const version = sqlite.prepare("select version from versions where name = ?").pluck();
const versionOf = (name: Versions): string => String(version.get(name));

/** Runs synchronous statements in a transaction. @throws OverloadedError if nothing was written. */
export async function batch<T>(statements: (tx: Db) => T, options?: { isAlone: boolean }): Promise<T> {
  try {
    return await queue.write(() => statements(db), options);
  } finally {
    recent.clear();
  }
}

export async function closeDatabase(): Promise<void> {
  await queue.drained();
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
