import type { Database } from "better-sqlite3";
import { createSearchText } from "#app/models/delegate/search-text.ts";

/** Inserts a delegate. `changes` override the default values. Returns the row's id. */
export function insertDelegate(
  sqlite: Database,
  changes: Record<string, string | number | null> = {},
): number {
  const row = {
    name: "Noor Haddad",
    email: "noor@example.com",
    job_title: "Communications lead",
    registration_type: "pr_pass",
    ...changes,
  };
  const columns = Object.keys(row);
  const { lastInsertRowid } = sqlite
    .prepare(`insert into delegates (${columns}) values (${columns.map(() => "?")})`)
    .run(...Object.values(row));
  completeSearchTexts(sqlite);
  return Number(lastInsertRowid);
}

/** Fills the search column of rows that a test has inserted, as the site's maintenance does. */
export function completeSearchTexts(sqlite: Database): void {
  const complete = sqlite.prepare("update delegates set search_text = ? where id = ?");
  const rows = sqlite
    .prepare(
      `select id, name, email, phone, job_title as "jobTitle", outlet, reference from delegates where search_text = ''`,
    )
    .all() as (Parameters<typeof createSearchText>[0] & { id: number })[];
  sqlite.transaction(() => {
    for (const row of rows) complete.run(createSearchText(row), row.id);
  })();
}

/** Inserts numbered delegates. 'Delegate 1' registered first. */
export function insertDelegates(sqlite: Database, count: number): void {
  sqlite
    .prepare(
      `insert into delegates (name, email, phone, job_title, favored_stream, registration_type, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       select 'Delegate ' || i, 'person' || i || '@outlet' || (i % 300) || '.example.com', '0400 555 010',
         case i % 3 when 0 then 'Reporter' when 1 then 'Producer' else 'Media adviser' end,
         case i % 2 when 0 then 'b2b' else 'media' end,
         case i % 3 when 0 then 'media_pass' else 'pr_pass' end, 1750000000000 + i * 1000 from n`,
    )
    .run(count);
  completeSearchTexts(sqlite);
}

/** Returns the delegate who was registered. @throws if registration is closed. */
export function delegateOf<Row>(
  registered: { delegate: Row } | { ok: false; reason: "before" | "closed" | "full" },
): Row {
  if ("delegate" in registered) return registered.delegate;
  throw new Error(`No delegate was registered: ${registered.reason}`);
}

/** Inserts a delegate with the answers of another, whom the site has offered a place. */
export const offerPlaceLikeThatOf = (sqlite: Database, id: number): number =>
  Number(
    sqlite
      .prepare(
        `insert into delegates (name, email, job_title, registration_type, queued_at, offered_until)
         select name, email, job_title, registration_type, 1, ? from delegates where id = ?`,
      )
      .run(Date.parse("2099-01-01"), id).lastInsertRowid,
  );
