// Data that belongs to one running site. A copy must have no login sessions and send no mail.
import type { Database } from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import { drafts, loginSessions, pendingScrubs, signInLinks } from "#app/db/schema.server.ts";

const TRANSIENT_TABLES = [loginSessions, signInLinks, drafts, pendingScrubs].map(getTableName);
const CLEARING = [
  ...TRANSIENT_TABLES.map((name) => `delete from ${name}`),
  "update changesets set form_id = null, result = null, undo_until = null where coalesce(form_id, result, undo_until) is not null",
  "update changes set before = null where kind = 'delete' and before is not null",
];

/** Clears login sessions, sign-in links, drafts, form ids and undo data. Returns the row count. */
export function clearTransientTables(sqlite: Database): number {
  sqlite.pragma("secure_delete = ON");
  return sqlite.transaction(() =>
    CLEARING.reduce((rows, statement) => rows + sqlite.prepare(statement).run().changes, 0),
  )();
}

const HOLD_SQL = `
  update outbox set state = 'restored' where state in ('waiting', 'sending');
  update messages set state = 'taken back' where state = 'promised'`;

/** Holds all mail that a restored copy would send. Organisers decide what happens to it. */
export const holdWaitingMail = (sqlite: Database): void =>
  sqlite.transaction(() => void sqlite.exec(HOLD_SQL))();
