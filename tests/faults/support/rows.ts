import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Reads or writes a running site's database from another process. */
export function inDatabase<T>(dataDir: string, work: (sqlite: Database.Database) => T, readonly = false): T {
  const sqlite = new Database(join(dataDir, "conference.db"), { timeout: 10_000, readonly });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

export const rowsOf = <Row = Record<string, unknown>>(dataDir: string, sql: string): Row[] =>
  inDatabase(dataDir, (sqlite) => sqlite.prepare(sql).all() as Row[], true);

export const countOf = (dataDir: string, sql: string): number =>
  inDatabase(dataDir, (sqlite) => Number(sqlite.prepare(sql).pluck().get()), true);

export function rowsByEmail(sqlite: Database.Database): Map<string, number> {
  const rows = sqlite.prepare("select email, count(*) from delegates group by email").raw().all();
  return new Map(rows as [string, number][]);
}

/** Makes waiting emails due now, if the database has been created. */
export const makeMailDue = (dataDir: string) =>
  inDatabase(dataDir, (sqlite) => {
    if (sqlite.prepare("select 1 from sqlite_master where name = 'outbox'").get())
      sqlite.exec("update outbox set next_attempt_at = 1 where state in ('waiting', 'sending')");
  });

/** Faults found by SQLite's integrity and foreign key checks. */
export function faultsOf(sqlite: Database.Database): unknown[] {
  const integrity = sqlite.pragma("integrity_check") as { integrity_check: string }[];
  const references = sqlite.pragma("foreign_key_check") as unknown[];
  return [...integrity.filter(({ integrity_check }) => integrity_check !== "ok"), ...references];
}

/** Reads a copy of a database, because opening the original could change its files. */
export function lookAtCopy<T>(dataDir: string, look: (sqlite: Database.Database) => T): T {
  const copy = mkdtempSync(join(tmpdir(), "copy-"));
  for (const name of ["conference.db", "conference.db-wal"]) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name));
  }
  const sqlite = new Database(join(copy, "conference.db"));
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
    rmSync(copy, { recursive: true });
  }
}
