// Taking back a change of status before anybody is told of it (docs/decisions/057).
import { and, asc, between, eq, gt, isNotNull } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { statusJobs, statusRevisions } from "#app/db/schema.server.ts";
import { STANDS } from "#app/models/delegate/standing-change.server.ts";
import { UNDO_MS, undoLatestChange } from "#app/models/delegate/status.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";
import type { UndoableChange } from "#app/vocabulary/delegate-status.ts";

/** It is over so long before the first email is due: that was promised before the last of them was changed. */
const MARGIN_MS = Math.min(1_000, UNDO_MS / 2);

type Job = typeof statusJobs.$inferSelect;

/**
 * What became of an undo: how many are again what they were, the id where that is one, and how many somebody has
 * changed since.
 */
export type UndoneStatus = { ok: true; restored: number; only: number | null; left: number } | { ok: false };

/** Whether it can still be undone: done at once, and a moment ago. */
export const isStatusJobUndoable = (id: number): boolean => UNDO_MS > 0 && undoableJob(db, id) !== null;

function undoableJob(tx: Db, id: number): Job | null {
  const job = tx
    .select()
    .from(statusJobs)
    .where(and(eq(statusJobs.id, id), isRecentJob()))
    .get();
  return job ?? null;
}

/** What was finished before this is too long ago. */
const earliestUndoable = () => new Date(Date.now() - UNDO_MS + MARGIN_MS);

/** Of a job: done at once, and so lately that nobody has been told yet. */
export const isRecentJob = () =>
  and(isNotNull(statusJobs.firstRevision), between(statusJobs.finishedAt, earliestUndoable(), new Date()));

/** Whom a job changed, and what they were, the earliest of each first. */
const changedBy = (tx: Db, job: Job) =>
  tx
    .select({ id: statusRevisions.delegateId, was: statusRevisions.was })
    .from(statusRevisions)
    .where(and(between(statusRevisions.revision, job.firstRevision ?? 0, job.lastRevision ?? 0), STANDS))
    .all();

/**
 * Makes everybody whom a job changed what they were before, where nobody has changed them since, and takes the
 * emails about it back: they wait for as long as this is possible. What they would have been told without it is promised
 * again, and what told of that can be undone in its turn, as long as that waits. Not `ok` where it is too late.
 */
export const undoStatusJob = (id: number, actor: string, formId?: string): Promise<UndoneStatus> =>
  batchIdempotently<UndoneStatus>(formId, (tx) => {
    const job = undoableJob(tx, id);
    if (!job) return { ok: false };
    const changed = changedBy(tx, job).flatMap(({ id, was }) => (id === null ? [] : [{ id, was }]));
    const later = changedAfter(tx, job);
    const standing = changed.filter((person) => !later.has(person.id));
    const restored = undoLatestChange(tx, standing, actor);
    // Nobody is to be asked about again, and the same change is not taken back twice.
    tx.update(statusJobs).set({ firstRevision: null, lastRevision: null }).where(eq(statusJobs.id, id)).run();
    const [one = null, ...others] = restored;
    const only = others.length === 0 ? one : null;
    return { ok: true, restored: restored.length, only, left: changed.length - restored.length };
  });

/** Who has been changed since the end of a job. */
function changedAfter(tx: Db, job: Job): Set<number | null> {
  const rows = tx
    .selectDistinct({ id: statusRevisions.delegateId })
    .from(statusRevisions)
    .where(and(gt(statusRevisions.revision, job.lastRevision ?? 0), STANDS))
    .all();
  return new Set(rows.map(({ id }) => id));
}

/** Whose latest change of these people can still be undone: the job of each, and how many an undo changes with them. */
export function listUndoable(delegateIds: readonly number[]): Map<number, UndoableChange> {
  const jobs = db.select().from(statusJobs).where(isRecentJob()).orderBy(asc(statusJobs.id)).all();
  const shown = new Set(delegateIds);
  return new Map(
    jobs.flatMap((job) => {
      const changed = changedBy(db, job);
      const later = changedAfter(db, job);
      const standing = changed.flatMap(({ id }) => (id === null || later.has(id) ? [] : [id]));
      const msLeft = (job.finishedAt?.getTime() ?? 0) - earliestUndoable().getTime();
      const undoable = { job: job.id, people: standing.length, msLeft };
      return standing.flatMap((id): [number, UndoableChange][] => (shown.has(id) ? [[id, undoable]] : []));
    }),
  );
}
