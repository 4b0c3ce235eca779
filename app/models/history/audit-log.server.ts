// Who changed what and when, noted in the transaction that changes it; history.server.ts reads it.
import { lt, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { db, sqlite } from "#app/db/connection.server.ts";
import { prepared } from "#app/db/prepared.server.ts";
import { auditLog } from "#app/db/schema.server.ts";
import { purgeDeletions } from "#app/models/editable/deletion-lifetime.server.ts";

export type NewEntry = {
  actor: string;
  /** The noun of an editable kind, 'delegate', 'sign-in', or 'emails held' since a restore. */
  subject: string;
  subjectId: number | null;
  action: string;
  label: string;
  changes?: Record<string, [unknown, unknown]>;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year, and the weeks in which the next conference looks back at it. */
export const AUDIT_KEPT_DAYS = 400;

/**
 * Notes who changed what, within the transaction that changes it. Of a delegate, `label` is the
 * reference and `changes` has nothing personal: a deleted delegate is to be gone from here too. Of a
 * connection, `subjectId` is its session, which is what its history is shown with. Returns the entry's id.
 */
export function recordChange(entry: NewEntry): number {
  const [id] = recordChanges([entry]);
  if (id === undefined) throw new Error("An entry of the audit log was not stored");
  return id;
}

/** One statement and one value for any number of entries: SQLite takes at most 32,766 separate values. */
const insertEntries = prepared(() =>
  sqlite
    .prepare(
      `insert into audit_log (actor, subject, subject_id, action, label, changes)
       select value ->> 'actor', value ->> 'subject', value ->> 'subjectId', value ->> 'action', value ->> 'label',
         value -> 'changes' from json_each(?) returning id`,
    )
    .pluck(),
);

const deleteBefore = prepared(() =>
  db
    .delete(auditLog)
    .where(lt(auditLog.createdAt, sql.placeholder("before")))
    .prepare(),
);

/** The same for several at once. What is older than 400 days goes, and so do deletions past their time. */
export function recordChanges(entries: NewEntry[]): number[] {
  deleteBefore().run({ before: keptSince(AUDIT_KEPT_DAYS * DAY_MS).getTime() });
  purgeDeletions();
  return entries.length === 0 ? [] : (insertEntries().all(JSON.stringify(entries)) as number[]);
}

/** Field by field what differs between two versions, of the fields that the second one names. */
export function changesBetween<T extends object>(
  before: T,
  after: Partial<T>,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]) => [field, [before[field as keyof T] ?? null, value ?? null]] as const)
      .filter(([, [was, is]]) => was !== is),
  ) as Record<string, [unknown, unknown]>;
}
