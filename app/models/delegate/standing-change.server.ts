// Changes of status that stand: neither taken back nor a taking back (docs/decisions/057).
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { delegates, statusJobs, statusRevisions } from "#app/db/schema.server.ts";

/** Of a revision. */
export const STANDS = eq(statusRevisions.isUndone, false);

/** Marks the latest change of each of these people that stood when `before` was the last revision, and what took it back. */
export function markUndone(tx: Db, delegateIds: readonly number[], before: number): void {
  const isLatest = sql`${statusRevisions.revision} >= (
    select max(latest.revision) from status_revisions latest
    where latest.delegate_id = ${statusRevisions.delegateId} and latest.revision <= ${before} and not latest.is_undone
  )`;
  tx.update(statusRevisions)
    .set({ isUndone: true })
    .where(and(isAnyOf(statusRevisions.delegateId, delegateIds), isLatest))
    .run();
}

/** Gives the latest change of somebody that stands a job of its own, as if it were made now: its email waits from now on. */
export function makeUndoable(tx: Db, delegateId: number, actor: string): void {
  const latest = tx
    .select({ revision: statusRevisions.revision, status: delegates.status })
    .from(statusRevisions)
    .innerJoin(delegates, eq(delegates.id, statusRevisions.delegateId))
    .where(and(eq(statusRevisions.delegateId, delegateId), STANDS))
    .orderBy(desc(statusRevisions.revision))
    .limit(1)
    .get();
  if (!latest) return;
  const { revision, status } = latest;
  tx.insert(statusJobs)
    .values({
      status,
      actor,
      formId: crypto.randomUUID(),
      changed: 1,
      finishedAt: new Date(),
      firstRevision: revision,
      lastRevision: revision,
    })
    .run();
}
