// What a page has shown of the status of people whom it only counted: as of the last change that it knows of.
import { lte, min, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { delegates, statusRevisions } from "#app/db/schema.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

/** As many changes are remembered: whoever has a page from before them is asked to look again. */
const KEPT_REVISIONS = 100_000;

/** The number of the last change of anybody's status: what a page has that is read with it. */
export const latestRevision: SQL<number> = sql`coalesce((select max(revision) from status_revisions), 0)`;

/** The same within a transaction. */
export const lastRevision = (tx: Db): number =>
  tx.get<{ last: number }>(sql`select ${latestRevision} as last`).last;

/** The status that a delegate of the query had when the change with this number was the last one. */
export const statusAt = (revision: number): SQL<DelegateStatus> =>
  sql`coalesce((
    select later.was from status_revisions later
    where later.delegate_id = ${delegates.id} and later.revision > ${revision}
    order by later.revision limit 1
  ), ${delegates.status})`;

/** Whether it is known what a page has shown that knows of this change as the last one. */
export function isRemembered(tx: Db, revision: number): boolean {
  const oldest = tx
    .select({ revision: min(statusRevisions.revision) })
    .from(statusRevisions)
    .get();
  return revision >= (oldest?.revision ?? 0) - 1;
}

/** Removes the oldest, where there are more than are remembered. */
export function forgetOldRevisions(tx: Db): void {
  tx.delete(statusRevisions)
    .where(lte(statusRevisions.revision, sql`${latestRevision} - ${KEPT_REVISIONS}`))
    .run();
}
