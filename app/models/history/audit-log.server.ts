import { desc, inArray, lt, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { type Db, db } from "#app/db/connection.server.ts";
import { auditLog } from "#app/db/schema.server.ts";
import { purgeDeletions } from "#app/models/editable/deletion-lifetime.server.ts";
import {
  type AuditSubject,
  EXCERPT_LENGTH,
  HISTORY_LONG,
  HISTORY_SHORT,
  type HistoryEntry,
  historyText,
  shownChanges,
} from "#app/models/history/history.ts";

export type { AuditSubject } from "#app/models/history/history.ts";
export type AuditEntry = typeof auditLog.$inferSelect;

type NewEntry = {
  actor: string;
  subject: AuditSubject;
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
 * connection, `subjectId` is its session, which is what its history is shown with.
 */
export function recordChange(tx: Db, entry: NewEntry): void {
  recordChanges(tx, [entry]);
}

/** The same for several at once. What is older than 400 days goes, and so do deletions past their time. */
export function recordChanges(tx: Db, entries: NewEntry[]): void {
  tx.delete(auditLog)
    .where(lt(auditLog.createdAt, keptSince(AUDIT_KEPT_DAYS * DAY_MS)))
    .run();
  purgeDeletions(tx);
  if (entries.length > 0) tx.insert(auditLog).values(entries).run();
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

/**
 * The last entries about each of these things, the newest first, by id: five of each with long values
 * cut, or with `isWhole` up to a hundred as they are. One statement, however many things there are.
 */
export async function listHistory(
  subject: AuditSubject,
  ids: readonly number[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Record<number, HistoryEntry[]>> {
  const limit = isWhole ? HISTORY_LONG : HISTORY_SHORT;
  // Each thing's entries are sought by the index and no further than the limit, however long its history.
  const recent = sql`(
    select entry.id from json_each(${JSON.stringify(ids)}) thing join audit_log entry on entry.id in (
      select id from audit_log where subject = ${subject} and subject_id = thing.value order by id desc limit ${limit}
    )
  )`;
  const entries = db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, recent))
    .orderBy(desc(auditLog.id))
    .all();
  const histories: Record<number, HistoryEntry[]> = {};
  for (const entry of entries) {
    const id = entry.subjectId ?? 0;
    histories[id] = [...(histories[id] ?? []), { ...toHistoryEntry(entry, isWhole), about: null }];
  }
  return histories;
}

/** What was done last, whatever it was about, the newest first, without the values. */
export async function listRecentActivity(limit: number): Promise<HistoryEntry[]> {
  return db
    .select()
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .all()
    .map((entry) => ({ ...toHistoryEntry(entry), changes: [] }));
}

function toHistoryEntry(
  { id, actor, subject, action, label, changes, createdAt }: AuditEntry,
  isWhole = false,
): HistoryEntry {
  const isSaid = subject === "connection" || subject === "sign-in";
  return {
    id,
    text: historyText(subject, action, label, changes ?? {}),
    about: isSaid ? null : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${label}`,
    actor,
    at: createdAt.toISOString(),
    changes: shownChanges(changes ?? {}, isWhole ? Number.POSITIVE_INFINITY : EXCERPT_LENGTH),
  };
}
