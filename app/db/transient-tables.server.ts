// What belongs to one running site: a copy of the data has none of its logins and the like, and sends nothing by itself.
import type { Database } from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import { drafts, loginSessions, pendingScrubs, signInLinks } from "#app/db/schema.server.ts";

const TRANSIENT_TABLES = [loginSessions, signInLinks, drafts, pendingScrubs].map(getTableName);
/** Of the version before the ledger: the next one drops them, as an older process may be at work during an upgrade. */
const FORMER_TABLES = [
  ...["audit_log", "corrections", "deletions", "retracted_mails", "status_jobs", "used_forms"],
];
/** Used forms, and what an undo would bring back. */
const TRANSIENT_COLUMNS = {
  changesets:
    "update changesets set form_id = null, result = null, undo_until = null where coalesce(form_id, result, undo_until) is not null",
  changes: "update changes set before = null where kind = 'delete' and before is not null",
};

/**
 * Empties the tables of logins, one-time links, drafts, used forms and what can be undone, as far as the
 * database has them: it may be one of an older version. Answers how many rows there were.
 */
export function clearTransientTables(sqlite: Database): number {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  sqlite.pragma("secure_delete = ON");
  return sqlite.transaction(() =>
    [
      ...[...TRANSIENT_TABLES, ...FORMER_TABLES].map((name) => [name, `delete from "${name}"`] as const),
      ...Object.entries(TRANSIENT_COLUMNS),
    ]
      .filter(([name]) => tables.includes(name))
      .reduce((rows, [, statement]) => rows + sqlite.prepare(statement).run().changes, 0),
  )();
}

/** What an older process has left there, and what a newer one has taken over: none of it may outlast an erasure. */
export function emptyFormerTables(sqlite: Database, before: Date): void {
  for (const table of FORMER_TABLES)
    sqlite.prepare(`delete from ${table} where created_at < ?`).run(before.getTime());
}

const MAY_BE_OUT = "This was waiting when the backup was made, and may have gone out since.";
/** What a copy would do by itself, and how that is held, by the column that it takes. Emails count as given up in hand. */
const HOLDS = {
  "outbox.is_in_hand": "update outbox set is_in_hand = 1 where state = 'waiting'",
  "outbox.state": `update outbox set state = 'failed', problem = '${MAY_BE_OUT}' where state = 'waiting'`,
  "messages.state": "update messages set state = 'taken back' where state = 'promised'",
};

/** Holds all that a copy, of this version or an older one, would send by itself: organisers decide about it. */
export function holdWaitingMail(sqlite: Database): void {
  const columns = sqlite
    .prepare("select t.name || '.' || c.name from sqlite_schema t join pragma_table_info(t.name) c")
    .pluck()
    .all();
  sqlite.transaction(() => {
    for (const [column, hold] of Object.entries(HOLDS)) if (columns.includes(column)) sqlite.exec(hold);
  })();
}
