// Replaces Drizzle's migrator, which deletes rows that refer to a table when it rebuilds the table.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { dropLedgerTriggers } from "#app/db/ledger.server.ts";
import { createStagingFolder, fsyncPath } from "#app/db/staging-folder.server.ts";
import { createPrivateFile, makePrivate } from "#app/platform/private-files.server.ts";

/** The message tells the operator how to fix the problem. */
export class MigrationError extends Error {}

/**
 * Backs up a non-empty database to `before-migration/`, then applies all pending migrations in one
 * transaction with foreign keys off. Keeps all rows and triggers, and checks every reference.
 * @throws MigrationError
 */
export function migrateDatabase(sqlite: Database, migrationsFolder: string): void {
  if (!sqlite.memory) makePrivate(copiesOf(sqlite));
  const known = readMigrationFiles({ migrationsFolder });
  if (pendingMigrations(sqlite, known).length === 0) return;

  sqlite.pragma("foreign_keys = OFF");
  try {
    copyBefore(sqlite, known);
    // IMMEDIATE takes the lock first, so a second process finds nothing left to migrate.
    sqlite
      .transaction(() => {
        // The caller recreates the triggers with createLedgerTriggers.
        dropLedgerTriggers(sqlite);
        runPending(sqlite, known);
      })
      .immediate();
  } finally {
    sqlite.pragma("foreign_keys = ON");
  }
}

function pendingMigrations(sqlite: Database, known: MigrationMeta[]): MigrationMeta[] {
  const applied = appliedMigrations(sqlite);
  const newest = known.at(-1)?.folderMillis ?? 0;
  if (applied.some((when) => when > newest)) {
    throw new MigrationError(
      `The database ${sqlite.name} was made by a newer version of this site. Start that version, or restore a backup made by this one.`,
    );
  }
  const last = Math.max(0, ...applied);
  return known.filter((migration) => migration.folderMillis > last);
}

function appliedMigrations(sqlite: Database): number[] {
  if (!tableNames(sqlite).includes(JOURNAL)) return [];
  return sqlite.prepare(`select created_at from ${JOURNAL}`).pluck().all().map(Number);
}

/** Drizzle's tools read this table too. */
const JOURNAL = "__drizzle_migrations";

const copiesOf = (sqlite: Database): string => join(dirname(sqlite.name), "before-migration");

function copyBefore(sqlite: Database, known: MigrationMeta[]): void {
  if (sqlite.memory || Object.values(rowCounts(sqlite)).every((count) => count === 0)) return;
  const copies = copiesOf(sqlite);
  // Moves the copy into place only after it is complete and on disk.
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  const unfinished = createStagingFolder(dirname(sqlite.name));
  const copy = join(unfinished, "copy.db");
  createPrivateFile(copy);
  sqlite.prepare("vacuum into ?").run(copy);
  fsyncPath(copy);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  renameSync(copy, join(copies, `${stamp}-to-${known.length}.db`));
  rmSync(unfinished, { recursive: true });
  fsyncPath(copies);
}

function runPending(sqlite: Database, known: MigrationMeta[]): void {
  const before = rowCounts(sqlite);
  sqlite.exec(
    `create table if not exists ${JOURNAL} (id integer primary key, hash text not null, created_at numeric)`,
  );
  const record = sqlite.prepare(`insert into ${JOURNAL} (hash, created_at) values (?, ?)`);
  const dropped: Trigger[] = [];
  for (const migration of pendingMigrations(sqlite, known)) {
    for (const statement of migration.sql) {
      const before = /\bdrop\s+table\b/i.test(statement) ? triggersOf(sqlite) : [];
      sqlite.exec(statement);
      const left = new Set(triggersOf(sqlite).map(({ name }) => name));
      dropped.push(...before.filter(({ name }) => !left.has(name)));
    }
    record.run(migration.hash, migration.folderMillis);
  }
  restoreTriggers(sqlite, dropped);

  const after = rowCounts(sqlite);
  for (const [table, count] of Object.entries(before)) {
    if (after[table] !== count) {
      throw new MigrationError(
        `The database update was rolled back: it would have left ${after[table] ?? 0} of ${count} rows in ${table}. Nothing was changed. Please report this.`,
      );
    }
  }
  const dangling = sqlite.pragma("foreign_key_check") as { table: string }[];
  if (dangling[0]) {
    throw new MigrationError(
      `The database update was rolled back: rows in ${dangling[0].table} would refer to rows that do not exist. Nothing was changed. Please report this.`,
    );
  }
}

type Trigger = { name: string; table: string; sql: string };

/** Restores a rebuilt table's triggers, which generated migrations do not recreate. */
function restoreTriggers(sqlite: Database, dropped: Trigger[]): void {
  for (const { name, table, sql } of dropped) {
    const isThere = triggersOf(sqlite).some((trigger) => trigger.name === name);
    if (!isThere && tableNames(sqlite).includes(table)) sqlite.exec(sql);
  }
}

const triggersOf = (sqlite: Database) =>
  sqlite
    .prepare(`select name, tbl_name as "table", sql from sqlite_schema where type = 'trigger'`)
    .all() as Trigger[];

function rowCounts(sqlite: Database): Record<string, number> {
  const tables = tableNames(sqlite).filter((name) => name !== JOURNAL);
  return Object.fromEntries(
    tables.map((name) => [name, sqlite.prepare(`select count(*) from "${name}"`).pluck().get() as number]),
  );
}

function tableNames(sqlite: Database): string[] {
  return sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .pluck()
    .all() as string[];
}
