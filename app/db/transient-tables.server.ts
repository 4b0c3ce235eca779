// What is only ever kept for minutes or days, and belongs to one running site: no copy of the data has it.
import type { Database } from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import {
  deletions,
  drafts,
  loginSessions,
  pendingScrubs,
  signInLinks,
  usedForms,
} from "#app/db/schema.server.ts";

const TRANSIENT_TABLES = [loginSessions, signInLinks, drafts, usedForms, deletions, pendingScrubs];

/**
 * Empties the tables of logins, one-time links, drafts, used forms and what can be undone, as far as the
 * database has them: it may be one of an older version. Answers how many rows there were.
 */
export function clearTransientTables(sqlite: Database): number {
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  sqlite.pragma("secure_delete = ON");
  return sqlite.transaction(() =>
    TRANSIENT_TABLES.map(getTableName)
      .filter((name) => tables.includes(name))
      .reduce((rows, name) => rows + sqlite.prepare(`delete from "${name}"`).run().changes, 0),
  )();
}
