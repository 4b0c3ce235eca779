// A page's revision is the id of the latest change when the page was loaded.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, delegates } from "#app/db/schema.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

export const latestRevision: SQL<number> = sql`coalesce((select max(id) from changes), 0)`;

export const statusAtRevision = (revision: number): SQL<DelegateStatus> =>
  sql`coalesce((
    select later.before ->> 'status' from changes later
    where later.table_name = 'delegates' and later.row_id = delegates.id and later.id > ${revision}
      and later.before ->> 'status' is not null
    order by later.id limit 1
  ), ${delegates.status})`;

export const IS_STATUS_CHANGE = and(
  eq(changes.table, "delegates"),
  sql`${changes.before} ->> 'status' is not null`,
);

export function isRevisionStored(tx: Db, revision: number): boolean {
  const { oldest } = tx.get<{ oldest: number | null }>(sql`select min(id) as oldest from changes`);
  return revision >= (oldest ?? 0) - 1;
}
