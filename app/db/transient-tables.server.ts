// Data that belongs to one running site. A copy must have no login sessions and send no mail.
import type { Database } from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import { drafts, loginSessions, pendingScrubs, signInLinks } from "#app/db/schema.server.ts";

const TRANSIENT_TABLES = [loginSessions, signInLinks, drafts, pendingScrubs].map(getTableName);
/** Tables that the ledger replaced. They still exist because an older process may be using them. */
const FORMER = ["audit_log", "corrections", "deletions", "retracted_mails", "status_jobs", "used_forms"];
const TRANSIENT_COLUMNS = {
  changesets:
    "update changesets set form_id = null, result = null, undo_until = null where coalesce(form_id, result, undo_until) is not null",
  changes: "update changes set before = null where kind = 'delete' and before is not null",
};

/** Clears login sessions, sign-in links, drafts, form ids and undo data. Returns the row count. */
export function clearTransientTables(sqlite: Database): number {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  sqlite.pragma("secure_delete = ON");
  return sqlite.transaction(() =>
    [
      ...[...TRANSIENT_TABLES, ...FORMER].map((name) => [name, `delete from "${name}"`] as const),
      ...Object.entries(TRANSIENT_COLUMNS),
    ]
      .filter(([name]) => tables.includes(name))
      .reduce((rows, [, statement]) => rows + sqlite.prepare(statement).run().changes, 0),
  )();
}

/** Deletes rows from an older release. They may contain personal data that was erased elsewhere. */
export function emptyFormerTables(sqlite: Database, before: Date): void {
  for (const table of FORMER)
    sqlite.prepare(`delete from ${table} where created_at < ?`).run(before.getTime());
}

/** Holds all mail that a restored copy would send. Organisers decide what happens to it. */
export function holdWaitingMail(sqlite: Database): void {
  sqlite.exec(`begin;
    update outbox set state = 'restored' where state in ('waiting', 'sending');
    update messages set state = 'taken back' where state = 'promised';
    commit`);
}
