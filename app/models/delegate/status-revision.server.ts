// What a page has shown of the status of people whom it only counted: as of the last change that it knows of.
import { min, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, delegates } from "#app/db/schema.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

/** The number of the last change of anything: a page has the one that it was read with. */
export const latestRevision: SQL<number> = sql`coalesce((select max(id) from changes), 0)`;

/** The status that a delegate of the query had when the change with this number was the last one. */
export const statusAt = (revision: number): SQL<DelegateStatus> =>
  sql`coalesce((
    select later.before ->> 'status' from changes later
    where later.tbl = 'delegates' and later.row_id = delegates.id and later.id > ${revision}
      and later.before ->> 'status' is not null
    order by later.id limit 1
  ), ${delegates.status})`;

/** Whether it is known what a page has shown that knows of this change as the last one. */
export function isRemembered(tx: Db, revision: number): boolean {
  const oldest = tx
    .select({ id: min(changes.id) })
    .from(changes)
    .get();
  return revision >= (oldest?.id ?? 0) - 1;
}
