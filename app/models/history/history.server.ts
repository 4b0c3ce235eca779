// Describes changesets in words: each item's history, and recent activity.
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates, programSessions } from "#app/db/schema.server.ts";
import { CONNECTION_FIELDS } from "#app/models/connection/fields.ts";
import { type HistoryWords, mapFields } from "#app/models/editable/fields.ts";
import { EDITABLES, ITEMS_BY_KIND, type ItemKind } from "#app/models/editables.server.ts";
import {
  type Differences,
  formatChanges,
  HISTORY_MAX_ENTRIES,
  type HistoryEntry,
  historyText,
} from "#app/models/history/history.ts";
import { capitalise, toCamelCase } from "#app/platform/text.ts";
import { MESSAGE_LABELS } from "#app/vocabulary/organiser-message.ts";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";

export type HistoryKind = ItemKind | "delegate" | "message" | "login";

const WORDS: Record<string, HistoryWords> = {
  ...Object.fromEntries(
    Object.entries(ITEMS_BY_KIND).map(([kind, { words, history }]) => [
      kind,
      { labels: words.labels, ...history } satisfies HistoryWords,
    ]),
  ),
  delegate: {
    labels: { ...REGISTRATION_LABELS, mail: "Email" },
    texts: {
      transferred: () => "Transferred",
      "undo correction": () => "Undid a correction or transfer",
      "registered speaker": () => "Added to the list as a speaker",
      imported: () => "Added from a spreadsheet",
      "undo import": () => "Removed by undoing the import",
      exported: () => "Exported the personal data",
      offered: () => "Offered a place",
      paid: () => "Marked as paid",
      unpaid: () => "Marked as not paid",
      coming: () => "Said that they are coming",
      "took the place": () => "Took the offered place",
    },
  },
  message: {
    labels: MESSAGE_LABELS,
    includesSubject: true,
    texts: {
      began: (label) => `Started a message ${label}`,
      wrote: (label) => `Changed the message “${label}”`,
      sent: (label) => `Sent the message ${label}`,
      scheduled: (label) => `Scheduled the message ${label}`,
      "took back": (label) => `Took back the message ${label}`,
      stopped: (label) => `Stopped the message ${label}`,
      deleted: (label) => `Deleted the message “${label}”`,
      restored: (label) => `Restored the message “${label}”`,
      tested: (label) => `Sent themselves a test of “${label}”`,
    },
  },
  list: { includesSubject: true, texts: { exported: (label) => `Exported the ${label}` } },
  token: {
    includesSubject: true,
    texts: {
      created: (label) => `Created the API token “${label}”`,
      ended: (label) => `Ended the API token “${label}”`,
    },
  },
  login: {
    includesSubject: true,
    texts: {
      "logged in": () => "Logged in",
      "logged out": () => "Logged out",
      ended: (label) => `Ended the login from ${label}`,
    },
  },
};

const ROWS_AN_ENTRY = 4;

const selectChanges = (which?: SQL) =>
  db
    .select({ change: changes, changeset: changesets })
    .from(changes)
    .leftJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(which)
    .orderBy(desc(changes.id));

type Row = ReturnType<ReturnType<typeof selectChanges>["all"]>[number];

type Action = ReturnType<typeof toActions>[number];

export async function listHistory(subject: HistoryKind, id: number): Promise<HistoryEntry[]> {
  const rows = selectChanges(isAbout(subject, id))
    .limit(HISTORY_MAX_ENTRIES * ROWS_AN_ENTRY)
    .all();
  return toActions(rows)
    .slice(0, HISTORY_MAX_ENTRIES)
    .map((done) => ({ ...toHistoryEntry(done), about: null }));
}

/** SQL: the change is about this item. */
export const isAbout = (subject: HistoryKind, id: number) =>
  and(eq(changes.subject, subject), eq(changes.subjectId, id));

export const listHistoryActions = (subject: HistoryKind, id: number) =>
  toActions(selectChanges(isAbout(subject, id)).all());

/** Returns the newest entries without the changed values. `thing` is null for a deleted item. */
export async function listRecentActivity(limit: number): Promise<RecentHistoryEntry[]> {
  const rows = selectChanges(sql`table_name not in ('outbox', 'message_recipients')`)
    .limit(limit * ROWS_AN_ENTRY)
    .all();
  const recent = toActions(rows).slice(0, limit);
  const there = findExistingThings(recent);
  return recent.map((done) => ({
    ...toHistoryEntry(done),
    changes: [],
    thing: there.get(`${done.subject} ${done.subjectId}`) ?? null,
  }));
}

/** Groups changes by changeset and subject. Changes without a subject id have separate entries. */
function toActions(rows: Row[]) {
  const keyOf = ({ change: { id, changesetId, subject, subjectId } }: Row) =>
    changesetId === null || subjectId === null ? String(id) : `${changesetId} ${subject} ${subjectId}`;
  return [...Map.groupBy(rows, keyOf).values()].flatMap((group) => {
    // Omits emails and addressees, because the entry for their cause implies them.
    const told = group.filter(({ change }) => !UNTOLD.has(change.table) && !isOfSpeaker(change));
    const [last] = told;
    if (!last) return [];
    const { id, subject, subjectId, kind, createdAt } = last.change;
    const differences: Differences = Object.assign(
      {},
      ...told.toReversed().map(({ change }) => changesOf(change)),
    );
    return {
      id,
      changesetId: last.change.changesetId,
      subject,
      subjectId,
      actor: last.changeset?.actor ?? "another program",
      action: actionOf(last.changeset?.action ?? "undo", subject, kindOf(told) ?? kind, differences),
      label: told.find(({ change }) => change.label !== null)?.change.label ?? "",
      changes: "status" in differences ? { ...differences, ...retractedOf(group) } : differences,
      at: createdAt,
    };
  });
}

const isOfSpeaker = ({ table, after }: Row["change"]): boolean =>
  table === "delegates" && String(Object.keys(after ?? {})) === "speaker_id";

const UNTOLD = new Set(["outbox", "message_recipients"]);

const kindOf = (rows: Row[]) =>
  rows.map(({ change }) => change.kind).find((kind) => kind === "insert" || kind === "delete");

function changesOf({ kind, subject, before, after }: Row["change"]): Differences {
  if (kind === "insert" && subject === "connection") {
    const made = toCamelCase(after ?? {});
    return mapFields(CONNECTION_FIELDS, (_, name): [unknown, unknown] => [null, made[name] ?? null]);
  }
  if (kind !== "update" && kind !== "event") return {};
  const was = toCamelCase(before ?? {});
  const is = toCamelCase(after ?? {});
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const read = (values: Record<string, unknown>, name: string) =>
    YES_NO.has(`${subject} ${name}`) && name in values ? Boolean(values[name]) : (values[name] ?? null);
  return Object.fromEntries([...names].map((name) => [name, [read(was, name), read(is, name)]]));
}

const YES_NO = new Set(
  Object.entries(EDITABLES).flatMap(([kind, { table }]) =>
    Object.entries(getTableColumns<SQLiteTable>(table)).flatMap(([name, { dataType }]) =>
      dataType === "boolean" ? [`${kind} ${name}`] : [],
    ),
  ),
);

function retractedOf(rows: Row[]): Differences {
  const [last] = rows.flatMap(({ change: { table, kind, label } }) =>
    table === "outbox" && kind === "delete" ? [label] : [],
  );
  return last === undefined ? {} : { mail: [last, "taken back"] };
}

function actionOf(action: string, subject: string, kind: string, differences: Differences): string {
  if (String(Object.keys(differences)) === "paidAt") return differences.paidAt?.[1] ? "paid" : "unpaid";
  if (!isMixed(action) || kind === "event") return action;
  if (kind === "insert")
    return action === "undo" ? "restored" : subject === "delegate" ? "imported" : "created";
  if (kind === "delete") return subject === "delegate" ? "undo import" : "deleted";
  return isAboutStatus(differences) ? "status" : "updated";
}

const isMixed = (action: string | undefined): boolean => action === "undo" || action === "import";
const isAboutStatus = (differences: Differences): boolean =>
  "status" in differences && Object.keys(differences).every((field) => OF_STATUS.has(field));
const OF_STATUS = new Set(["status", "statusBefore", "checkedInAt"]);
export type RecentHistoryEntry = HistoryEntry & { thing: Thing | null };
type Thing = { kind: string; id: number };

function findExistingThings(entries: Action[]): Map<string, Thing> {
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

function toHistoryEntry(done: Action): HistoryEntry {
  const { id, changesetId, actor, subject, action, label, changes, at } = done;
  const words = WORDS[subject] ?? {};
  return {
    id,
    changesetId,
    text: historyText(words, action, label, changes),
    about: words.includesSubject ? null : `${capitalise(subject)} ${label}`.trim(),
    actor,
    at: at.toISOString(),
    changes: formatChanges(changes, words),
  };
}
