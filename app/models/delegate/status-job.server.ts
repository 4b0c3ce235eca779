// Changes of status as durable jobs: asked for in one transaction, carried out in portions (docs/decisions/024).
import { and, asc, count, eq, inArray, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates, statusJobPeople, statusJobs } from "#app/db/schema.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { matches } from "#app/models/delegate/search.server.ts";
import { changeAsShown, UNDO_MS } from "#app/models/delegate/status.server.ts";
import {
  forgetOldRevisions,
  isRemembered,
  lastRevision,
  statusAt,
} from "#app/models/delegate/status-revision.server.ts";
import {
  type DelegateStatus,
  NAMED_AT_MOST,
  type ShownStatus,
  type StatusJob,
  type StatusOutcome,
  type StatusProgress,
} from "#app/vocabulary/delegate-status.ts";

/** As many as are changed in some 40 ms, of 50,000: between two such portions the site answers others. */
export const PORTION = 200;
/** As long as a one-time id is remembered. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** Whose status is to be changed. `seen` is the `latestRevision` of the page that showed or counted them. */
export type Chosen =
  /** At most PORTION. */
  { people: ShownStatus[] } | Counted;
type Counted =
  /** All that match and were there by then: ids up to `latestId`. */
  | { filter: DelegateFilter; latestId: number; seen: number }
  /** Whom an earlier job left alone. */
  | { leftBy: number; seen: number };

/** What is asked for, by whom, the one-time id of the form that asks, and a line for those who are told by mail. */
type Asked = { status: DelegateStatus; actor: string; formId: string; note?: string | null };

/**
 * Asks for a change of status, and does the first portion of it in the same transaction. Answers the job's
 * id; the same for the same `formId`, which changes nothing then. Null where the page is so old that nobody
 * knows any more what it has shown: nothing was changed.
 */
export async function askForStatus(chosen: Chosen, asked: Asked): Promise<number | null> {
  return batch((tx) => {
    const known = tx.select().from(statusJobs).where(eq(statusJobs.formId, asked.formId)).get();
    if (known) return known.id;
    tx.delete(statusJobs)
      .where(lt(statusJobs.finishedAt, keptSince(KEPT_FOR_MS)))
      .run();
    return "people" in chosen ? changeNow(tx, chosen.people, asked) : begin(tx, chosen, asked);
  });
}

/** The revisions since one, as an undo needs them: one transaction at a time writes, so they were made in it. */
function revisionsSince(tx: Db, before: number) {
  const last = lastRevision(tx);
  return last === before ? null : { firstRevision: before + 1, lastRevision: last };
}

/** Changes some people whom a page has shown, and keeps whom it has to ask about. */
function changeNow(tx: Db, people: ShownStatus[], { note = null, ...asked }: Asked): number {
  const before = lastRevision(tx);
  const noted = people.map((person) => ({ ...person, note }));
  const outcomes = changeAsShown(tx, noted, asked.status, asked.actor, { waitMs: UNDO_MS });
  const left = people.filter(({ id }) => outcomes.get(id) === "asked");
  const job = tx
    .insert(statusJobs)
    .values({
      ...asked,
      ...revisionsSince(tx, before),
      changed: countChanged(outcomes),
      finishedAt: new Date(),
    })
    .returning()
    .get();
  const rows = left.map(({ id, shown }) => ({ delegateId: id, jobId: job.id, shown, note, isAsked: true }));
  if (rows.length > 0) tx.insert(statusJobPeople).values(rows).run();
  return job.id;
}

const countChanged = (outcomes: Map<number, StatusOutcome>): number =>
  [...outcomes.values()].filter((outcome) => outcome === "changed").length;

/** Begins a job for as many as a page has counted: all of them, with what it showed, are written down first. */
function begin(tx: Db, counted: Counted, { note = null, ...asked }: Asked): number | null {
  if (!isRemembered(tx, counted.seen)) return null;
  forgetOldRevisions(tx);
  const job = tx.insert(statusJobs).values(asked).returning().get();
  const shown = statusAt(counted.seen);
  const isLeft = ne(delegates.status, asked.status);
  const people =
    "filter" in counted
      ? sql`from ${delegates}
        where ${and(lte(delegates.id, counted.latestId), matches(counted.filter, shown), isLeft)}`
      : sql`from ${statusJobPeople} join ${delegates} on ${delegates.id} = ${statusJobPeople.delegateId}
        where ${and(eq(statusJobPeople.jobId, counted.leftBy), eq(statusJobPeople.isAsked, true), isLeft)}`;
  tx.run(
    sql`insert into status_job_people (delegate_id, job_id, shown, note)
      select ${delegates.id}, ${job.id}, ${shown}, ${note} ${people}`,
  );
  const before = lastRevision(tx);
  const isFinished = doPortion(tx, job);
  const revisions = revisionsSince(tx, before);
  if (isFinished && revisions) tx.update(statusJobs).set(revisions).where(eq(statusJobs.id, job.id)).run();
  return job.id;
}

/** Carries out a portion of a job within a transaction, which keeps what is left of it. Answers whether it was the last. */
function doPortion(tx: Db, job: typeof statusJobs.$inferSelect): boolean {
  const isNext = and(eq(statusJobPeople.jobId, job.id), eq(statusJobPeople.isAsked, false));
  const people = tx
    .select({
      id: statusJobPeople.delegateId,
      shown: statusJobPeople.shown,
      note: statusJobPeople.note,
    })
    .from(statusJobPeople)
    .where(isNext)
    .orderBy(asc(statusJobPeople.delegateId))
    .limit(PORTION)
    .all();
  const outcomes = changeAsShown(tx, people, job.status, job.actor, { waitMs: UNDO_MS });
  const [asked = [], done = []] = [true, false].map((isAsked) =>
    [...outcomes].filter(([, outcome]) => (outcome === "asked") === isAsked).map(([id]) => id),
  );
  const are = (ids: number[]) => and(isNext, inArray(statusJobPeople.delegateId, ids));
  if (asked.length > 0) tx.update(statusJobPeople).set({ isAsked: true }).where(are(asked)).run();
  if (done.length > 0) tx.delete(statusJobPeople).where(are(done)).run();
  tx.update(statusJobs)
    .set({
      changed: job.changed + countChanged(outcomes),
      finishedAt: people.length < PORTION ? new Date() : null,
    })
    .where(eq(statusJobs.id, job.id))
    .run();
  return people.length < PORTION;
}

/**
 * Carries out the next portion of the job that has waited longest; false where none waits. The transaction
 * reads what is left and writes what is done, so that no two processes do the same portion.
 */
export async function doNextPortion(): Promise<boolean> {
  if (!nextJob(db)) return false;
  return batch((tx) => {
    const job = nextJob(tx);
    if (job) doPortion(tx, job);
    return job !== undefined;
  });
}

const nextJob = (tx: Db) =>
  tx
    .select()
    .from(statusJobs)
    .where(isNull(statusJobs.finishedAt))
    .orderBy(asc(statusJobs.id))
    .limit(1)
    .get();

/** Whether a job has come to its end. */
export async function isStatusJobFinished(id: number): Promise<boolean> {
  const job = db.select({ at: statusJobs.finishedAt }).from(statusJobs).where(eq(statusJobs.id, id)).get();
  return job?.at !== null;
}

/** How far this job is, and whom it left alone, the first of them by name; null where there is no such job. */
export async function getStatusJob(id: number): Promise<StatusJob | null> {
  const [job] = readProgress(eq(statusJobs.id, id));
  if (!job) return null;
  const leftAlone =
    job.asked === 0
      ? []
      : db
          .select({
            id: delegates.id,
            name: delegates.name,
            reference: delegates.reference,
            status: delegates.status,
            shown: statusJobPeople.shown,
            note: statusJobPeople.note,
          })
          .from(statusJobPeople)
          .innerJoin(delegates, eq(delegates.id, statusJobPeople.delegateId))
          .where(
            and(
              eq(statusJobPeople.jobId, id),
              eq(statusJobPeople.isAsked, true),
              ne(delegates.status, job.status),
            ),
          )
          .orderBy(asc(statusJobPeople.delegateId))
          .limit(NAMED_AT_MOST)
          .all();
  return { ...job, leftAlone };
}

/** The jobs that are not finished, the oldest first. */
export async function listRunningStatusJobs(): Promise<StatusProgress[]> {
  return readProgress(isNull(statusJobs.finishedAt));
}

function readProgress(which: SQL): StatusProgress[] {
  const isOfJob = eq(statusJobPeople.jobId, statusJobs.id);
  const waiting = db
    .select({ count: count() })
    .from(statusJobPeople)
    .where(and(isOfJob, eq(statusJobPeople.isAsked, false)));
  const asked = db
    .select({ count: count() })
    .from(statusJobPeople)
    .innerJoin(delegates, eq(delegates.id, statusJobPeople.delegateId))
    .where(and(isOfJob, eq(statusJobPeople.isAsked, true), ne(delegates.status, statusJobs.status)));
  return db
    .select({
      id: statusJobs.id,
      status: statusJobs.status,
      isFinished: sql<boolean>`${statusJobs.finishedAt} is not null`.mapWith(Boolean),
      changed: statusJobs.changed,
      waiting: sql<number>`(${waiting})`,
      asked: sql<number>`(${asked})`,
    })
    .from(statusJobs)
    .where(which)
    .orderBy(asc(statusJobs.id))
    .all();
}
