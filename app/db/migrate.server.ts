// Replaces Drizzle's migrator, which deletes rows that refer to a table when it rebuilds the table.
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { createTriggers, dropTriggers } from "#app/db/triggers.server.ts";
import { fsyncPath, makePrivate } from "#app/platform/private-files.server.ts";

/** The message tells the operator how to fix the problem. */
export class MigrationError extends Error {}

/**
 * Backs up a non-empty database to `before-migration/`, then applies all pending migrations in one
 * transaction with foreign keys off. Keeps all rows, and checks every reference.
 * @throws MigrationError
 */
export function migrateDatabase(sqlite: Database, migrationsFolder: string): void {
  makePrivate(copiesOf(sqlite));
  const known = readMigrationFiles({ migrationsFolder });
  if (pendingMigrations(sqlite, known).length === 0) {
    createTriggers(sqlite);
    return;
  }

  sqlite.pragma("foreign_keys = OFF");
  try {
    copyBefore(sqlite, known);
    // IMMEDIATE takes the lock first, so a second process finds nothing left to migrate.
    sqlite
      .transaction(() => {
        dropTriggers(sqlite);
        runPending(sqlite, known);
        createTriggers(sqlite);
      })
      .immediate();
  } finally {
    sqlite.pragma("foreign_keys = ON");
  }
}

function pendingMigrations(sqlite: Database, known: MigrationMeta[]): MigrationMeta[] {
  const applied = appliedMigrations(sqlite);
  if (applied.some((when) => known.every(({ folderMillis }) => folderMillis !== when))) {
    throw new MigrationError(
      `The database ${sqlite.name} was made by a newer version of this site. Start that version, or restore a backup made by this one.`,
    );
  }
  return known.filter(({ folderMillis }) => !applied.includes(folderMillis));
}

function appliedMigrations(sqlite: Database): number[] {
  if (!tableNames(sqlite).includes(JOURNAL)) return [];
  return sqlite.prepare(`select created_at from ${JOURNAL}`).pluck().all().map(Number);
}

/** Drizzle's tools read this table too. */
const JOURNAL = "__drizzle_migrations";

const copiesOf = (sqlite: Database): string => join(dirname(sqlite.name), "before-migration");

function copyBefore(sqlite: Database, known: MigrationMeta[]): void {
  if (Object.values(rowCounts(sqlite)).every((count) => count === 0)) return;
  const copies = copiesOf(sqlite);
  mkdirSync(copies, { recursive: true });
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const copy = join(copies, `${stamp}-to-${known.length}.db`);
  // The copy gets its name only after it is complete and on disk.
  const partial = `${copy}.${process.pid}.partial`;
  sqlite.prepare("vacuum into ?").run(partial);
  fsyncPath(partial);
  renameSync(partial, copy);
  fsyncPath(copies);
}

function runPending(sqlite: Database, known: MigrationMeta[]): void {
  const before = rowCounts(sqlite);
  sqlite.exec(
    `create table if not exists ${JOURNAL} (id integer primary key, hash text not null, created_at numeric)`,
  );
  const record = sqlite.prepare(`insert into ${JOURNAL} (hash, created_at) values (?, ?)`);
  for (const { sql, hash, folderMillis } of pendingMigrations(sqlite, known)) {
    for (const statement of sql) sqlite.exec(statement);
    record.run(hash, folderMillis);
  }

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
