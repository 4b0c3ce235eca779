// What belongs to one running site: a copy of the data has none of its logins and the like, and sends nothing by itself.
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
