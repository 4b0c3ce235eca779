// Changes of status: asked for and carried out in one transaction, once for one form (docs/decisions/024).
import { and, asc, count, eq, lt, lte, ne, sql } from "drizzle-orm";
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
  CHANGED_AT_MOST,
  type DelegateStatus,
  NAMED_AT_MOST,
  type ShownStatus,
  type StatusJob,
} from "#app/vocabulary/delegate-status.ts";

/** As long as a one-time id is remembered. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** Whose status is to be changed. `seen` is the `latestRevision` of the page that showed or counted them. */
export type Chosen = { people: ShownStatus[] } | Counted;
type Counted =
  /** All that match and were there by then: ids up to `latestId`. */
  | { filter: DelegateFilter; latestId: number; seen: number }
  /** Those whom an earlier change left alone. */
  | { leftBy: number; seen: number };

/** What is asked for, by whom, the one-time id of the form that asks, and a line for those who are told by mail. */
type Asked = { status: DelegateStatus; actor: string; formId: string; note?: string | null };

/** `tooOld`: the site no longer knows what the page showed. `tooMany`: more than CHANGED_AT_MOST. */
export type Refused = "tooOld" | "tooMany";

/**
 * Changes a status once for one form, and keeps those whom it has to ask about. Returns the job's id, the same for a
 * second copy of the form. A refused change changes nothing.
 */
export async function askForStatus(chosen: Chosen, asked: Asked): Promise<number | Refused> {
  return batch((tx) => {
    const known = tx.select().from(statusJobs).where(eq(statusJobs.formId, asked.formId)).get();
    if (known) return known.id;
    tx.delete(statusJobs)
      .where(lt(statusJobs.finishedAt, keptSince(KEPT_FOR_MS)))
      .run();
    const people = "people" in chosen ? chosen.people : peopleOf(tx, chosen, asked.status);
    if (people === "tooOld") return people;
    return people.length > CHANGED_AT_MOST ? "tooMany" : change(tx, people, asked);
  });
}

/** The people whom a page counted, with the status that it showed; one more than the limit says that they are too many. */
function peopleOf(tx: Db, counted: Counted, status: DelegateStatus): ShownStatus[] | "tooOld" {
  if (!isRemembered(tx, counted.seen)) return "tooOld";
  forgetOldRevisions(tx);
  const shown = statusAt(counted.seen);
  const isMeant =
    "filter" in counted
      ? and(lte(delegates.id, counted.latestId), matches(counted.filter, shown))
      : sql`${delegates.id} in (select delegate_id from status_job_people where job_id = ${counted.leftBy})`;
  return tx
    .select({ id: delegates.id, shown })
    .from(delegates)
    .where(and(isMeant, ne(delegates.status, status)))
    .limit(CHANGED_AT_MOST + 1)
    .all();
}

function change(tx: Db, people: ShownStatus[], { note = null, ...asked }: Asked): number {
  const before = lastRevision(tx);
  const noted = people.map((person) => ({ ...person, note }));
  const outcomes = changeAsShown(tx, noted, asked.status, asked.actor, { waitMs: UNDO_MS });
  const changed = [...outcomes.values()].filter((outcome) => outcome === "changed").length;
  // One transaction at a time writes, so all revisions since then are its own.
  const revisions = changed > 0 ? { firstRevision: before + 1, lastRevision: lastRevision(tx) } : {};
  const values = { ...asked, ...revisions, changed, finishedAt: new Date() };
  const job = tx.insert(statusJobs).values(values).returning().get();
  for (const { id, shown } of people.filter(({ id }) => outcomes.get(id) === "asked"))
    tx.insert(statusJobPeople).values({ delegateId: id, jobId: job.id, shown, note, isAsked: true }).run();
  return job.id;
}

/** The result of a change, with the first of those it left alone by name; null where there is no such change. */
export async function getStatusJob(id: number): Promise<StatusJob | null> {
  const isLeftAlone = and(eq(statusJobPeople.jobId, statusJobs.id), ne(delegates.status, statusJobs.status));
  const asked = db
    .select({ count: count() })
    .from(statusJobPeople)
    .innerJoin(delegates, eq(delegates.id, statusJobPeople.delegateId))
    .where(isLeftAlone);
  const job = db
    .select({
      id: statusJobs.id,
      status: statusJobs.status,
      changed: statusJobs.changed,
      asked: sql<number>`(${asked})`,
    })
    .from(statusJobs)
    .where(eq(statusJobs.id, id))
    .get();
  if (!job) return null;
  const leftAlone = db
    .select({
      id: delegates.id,
      name: delegates.name,
      reference: delegates.reference,
      status: delegates.status,
      shown: statusJobPeople.shown,
      note: statusJobPeople.note,
    })
    .from(statusJobPeople)
    .innerJoin(statusJobs, eq(statusJobs.id, statusJobPeople.jobId))
    .innerJoin(delegates, eq(delegates.id, statusJobPeople.delegateId))
    .where(and(eq(statusJobs.id, id), isLeftAlone))
    .orderBy(asc(statusJobPeople.delegateId))
    .limit(NAMED_AT_MOST)
    .all();
  return { ...job, leftAlone };
}
