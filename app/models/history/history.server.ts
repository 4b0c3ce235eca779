// What the audit log says, in words: of each thing on a screen, and of all that was done last.
import { desc, inArray, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { placeholders, prepared } from "#app/db/prepared.server.ts";
import { auditLog, delegates, programSessions } from "#app/db/schema.server.ts";
import { DECLARED, type DeclaredKind, EDITABLES } from "#app/models/editable/editables.server.ts";
import {
  EXCERPT_LENGTH,
  HISTORY_LONG,
  HISTORY_SHORT,
  type HistoryEntry,
  type HistoryWords,
  historyText,
  shownChanges,
} from "#app/models/history/history.ts";
import { capitalise } from "#app/platform/text.ts";
import { MESSAGE_LABELS } from "#app/vocabulary/organiser-message.ts";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";

type AuditEntry = typeof auditLog.$inferSelect;

/** What an entry can be about. */
export type HistoryKind = DeclaredKind | "delegate" | "message" | "sign-in";

/** In which words is told what happened to each. */
const WORDS: Record<string, HistoryWords> = {
  ...Object.fromEntries(
    Object.entries(DECLARED).map(([kind, { words, history }]) => [
      kind,
      { labels: words.labels, ...history } satisfies HistoryWords,
    ]),
  ),
  delegate: {
    labels: { ...REGISTRATION_LABELS, mail: "Email" },
    texts: {
      "passed on": () => "Passed on to someone else",
      "undo correction": () => "Undid the last correction",
      imported: () => "Added from a spreadsheet",
      "undo import": () => "Removed, as the import was undone",
    },
  },
  message: {
    labels: MESSAGE_LABELS,
    isSaid: true,
    texts: {
      began: (label) => `Began a message ${label}`,
      wrote: (label) => `Changed the message “${label}”`,
      // What was logged before a message counted as scheduled until it goes out.
      sent: (label) => `Sent the message ${label}`,
      scheduled: (label) => `Scheduled the message ${label}`,
      "took back": (label) => `Took back the message ${label}`,
      stopped: (label) => `Stopped the message ${label}`,
      deleted: (label) => `Deleted the message “${label}”`,
      restored: (label) => `Restored the message “${label}”`,
      tested: (label) => `Sent themselves a test of “${label}”`,
    },
  },
  "sign-in": {
    isSaid: true,
    texts: {
      "signed in": () => "Logged in",
      "signed out": () => "Logged out",
      ended: (label) => `Ended the login of ${label}`,
    },
  },
};

/** Each thing's entries are sought by the index and no further than the limit, however long its history. */
const selectHistories = prepared(() => {
  const { subject, ids, limit } = placeholders("subject", "ids", "limit");
  const recent = sql`(
    select entry.id from json_each(${ids}) thing join audit_log entry on entry.id in (
      select id from audit_log where subject = ${subject} and subject_id = thing.value order by id desc limit ${limit}
    )
  )`;
  return db.select().from(auditLog).where(inArray(auditLog.id, recent)).orderBy(desc(auditLog.id)).prepare();
});

/**
 * The last entries about each of these things, the newest first, by id: five of each with long values
 * cut, or with `isWhole` up to a hundred as they are. One statement, however many things there are.
 */
export async function listHistory(
  subject: HistoryKind,
  ids: readonly number[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<Record<number, HistoryEntry[]>> {
  const limit = isWhole ? HISTORY_LONG : HISTORY_SHORT;
  const entries = selectHistories().all({ subject, ids: JSON.stringify(ids), limit });
  const histories: Record<number, HistoryEntry[]> = {};
  for (const entry of entries) {
    const id = entry.subjectId ?? 0;
    histories[id] = [...(histories[id] ?? []), { ...toHistoryEntry(entry, isWhole), about: null }];
  }
  return histories;
}

/** What was done last, whatever it was about, the newest first, without the values; `thing` is that while it is there. */
export async function listRecentActivity(limit: number): Promise<RecentEntry[]> {
  const entries = db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(limit).all();
  const there = thingsThere(entries);
  return entries.map((entry) => ({
    ...toHistoryEntry(entry),
    changes: [],
    thing: there.get(`${entry.subject} ${entry.subjectId}`) ?? null,
  }));
}
export type RecentEntry = HistoryEntry & { thing: Thing | null };
type Thing = { kind: string; id: number };

/** What entries are about and has not been deleted. A connection's are about its session. */
function thingsThere(entries: AuditEntry[]): Map<string, Thing> {
  const tables = {
    ...Object.fromEntries(Object.entries(EDITABLES).map(([kind, { table }]) => [kind, table])),
    connection: programSessions,
    delegate: delegates,
  };
  const isThere = Object.entries(tables).map(
    ([kind, table]) => sql`when ${kind} then exists (select 1 from ${table} where id = thing.value ->> 1)`,
  );
  const things = JSON.stringify(entries.map(({ subject, subjectId }) => [subject, subjectId]));
  const there = db.all<Thing>(sql`
    select thing.value ->> 0 as kind, thing.value ->> 1 as id from json_each(${things}) thing
    where case thing.value ->> 0 ${sql.join(isThere, sql` `)} else 0 end`);
  return new Map(there.map((thing) => [`${thing.kind} ${thing.id}`, thing]));
}

function toHistoryEntry(
  { id, actor, subject, action, label, changes, createdAt }: AuditEntry,
  isWhole = false,
): HistoryEntry {
  const words = WORDS[subject] ?? {};
  return {
    id,
    text: historyText(words, action, label, changes ?? {}),
    about: words.isSaid ? null : `${capitalise(subject)} ${label}`,
    actor,
    at: createdAt.toISOString(),
    changes: shownChanges(changes ?? {}, isWhole ? Number.POSITIVE_INFINITY : EXCERPT_LENGTH, words),
  };
}
