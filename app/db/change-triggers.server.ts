// The watched tables, and the triggers that record each changed row in `changes`.
import type { Database } from "better-sqlite3";
import { MAY_BE_TOLD } from "#app/vocabulary/mail.ts";

export type WatchedTable = {
  /** `subject` is the kind of item a row belongs to. `about` is the column with the item's id. */
  subject: string;
  about?: string;
  /** Returns SQL for the row's name; `row` is `new` or `old`. */
  label?: (row: string, kind: Kind) => string;
  skip?: string[];
  /** Kinds of change to record, in a changeset. By default all; updates and deletes even outside one. */
  on?: Kind[];
  /** Deleting the row also erases its values in `changes`, so the deletion cannot be undone. */
  isPersonal?: boolean;
  /** The row links two items. An undo restores or skips the row independently of these items. */
  isLink?: boolean;
  removableIf?: string;
  /** Table of the row's owner. Deletions caused by the owner's deletion are not recorded. */
  ownedBy?: string;
};
type Kind = "insert" | "update" | "delete";
export type Trigger = { name: string; sql: string };

const endsOf = (row: string, kind: Kind) =>
  `(select name from speakers where id = ${row}.speaker_id) || ' ${kind === "delete" ? "from" : "to"} ' ||
  (select title from program_sessions where id = ${row}.program_session_id)`;
const TOLD_STATES = MAY_BE_TOLD.map((state) => `'${state}'`).join(", ");
const IS_TOLD = `exists (select 1 from outbox where delegate_id = delegates.id and state in (${TOLD_STATES}))`;

/** Links precede the items that they link, because an undo removes rows in this order. */
export const WATCHED_TABLES: Record<string, WatchedTable> = {
  connections: {
    subject: "connection",
    about: "program_session_id",
    label: endsOf,
    isLink: true,
  },
  speakers: {
    subject: "speaker",
    label: (row) => `${row}.name`,
    skip: ["updated_at", "sort_order"],
    removableIf: "not exists (select 1 from connections where speaker_id = speakers.id)",
  },
  program_sessions: {
    subject: "session",
    label: (row) => `${row}.title`,
    skip: ["updated_at", "sort_order"],
    removableIf: "not exists (select 1 from connections where program_session_id = program_sessions.id)",
  },
  delegates: {
    subject: "delegate",
    label: (row) => `${row}.reference`,
    skip: ["updated_at", "search_text"],
    isPersonal: true,
    removableIf: `not ${IS_TOLD}`,
  },
  outbox: {
    subject: "delegate",
    about: "delegate_id",
    ownedBy: "delegates",
    label: (row) => `${row}.kind`,
    on: ["insert", "delete"],
    removableIf: "state in ('waiting', 'held')",
  },
  messages: { subject: "message", on: ["delete"] },
  message_recipients: { subject: "message", about: "message_id", on: ["delete"], isLink: true },
};

/** A proposal came from the speaker’s private link, and goes with the delegate who has the link. */
const PROPOSAL_TRIGGERS: Trigger[] = [
  { event: "delete", name: "change_delegates_unpropose" },
  { event: "update of speaker_id", name: "change_delegates_unlink" },
].map(({ event, name }) => ({
  name,
  sql: `CREATE TRIGGER ${name} AFTER ${event} ON delegates WHEN old.speaker_id is not null BEGIN
update speakers set proposed = null where id = old.speaker_id and proposed is not null;
update changes set before = json_remove(before, '$.proposed'), after = json_remove(after, '$.proposed')
where table_name = 'speakers' and row_id = old.speaker_id;
END`,
}));

/** Names every current column of a table, so a new column is recorded too. */
export const changeTriggers = (sqlite: Database): Trigger[] =>
  Object.entries(WATCHED_TABLES)
    .flatMap(([table, of]) => triggersOf(sqlite, table, of))
    .concat(PROPOSAL_TRIGGERS);

const OPEN = "(select id from changesets where is_open = 1)";

function triggersOf(sqlite: Database, table: string, of: WatchedTable): Trigger[] {
  const { subject, about = "id", label, skip = [], isPersonal = false, ownedBy } = of;
  const { on = ["insert", "update", "delete"] } = of;
  const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  const noted = columns.filter((name) => !skip.includes(name));
  const id = columns.includes("id") ? "id" : "rowid";
  const whole = (row: string) =>
    `json_object(${columns.map((name) => `'${name}', ${row}.${name}`).join(", ")})`;
  const differing = (row: string) =>
    `(select json_group_object(k, v) from (${noted.map((name) => `select '${name}' k, ${row}.${name} v where old.${name} is not new.${name}`).join(" union all ")}))`;
  const contents = {
    insert: { row: "new", before: "null", after: of.isLink ? whole("new") : "'{}'" },
    update: { row: "new", before: differing("old"), after: differing("new") },
    delete: {
      row: "old",
      before: isPersonal ? "'{}'" : `iif(${OPEN} is null, null, ${whole("old")})`,
      after: "null",
    },
  };
  const forget = {
    name: `change_${table}_forget`,
    sql: `CREATE TRIGGER change_${table}_forget AFTER delete ON ${table} BEGIN
${eraseValuesSql(`((subject = '${subject}' and subject_id = old.id) or (table_name = '${table}' and row_id = old.id))
  and (coalesce(before, '{}') <> '{}' or coalesce(after, '{}') <> '{}')`)};
END`,
  };
  const triggers = on.map((kind) => {
    const { row, before, after } = contents[kind];
    const isChanged = noted.map((name) => `old.${name} is not new.${name}`).join(" or ");
    const when = [
      ...(kind === "update" ? [`(${isChanged})`] : []),
      ...(of.on || kind === "insert" ? [`${OPEN} is not null`] : []),
      ...(kind === "delete" && ownedBy ? [`exists (select 1 from ${ownedBy} where id = old.${about})`] : []),
    ];
    const name = `change_${table}_${kind}`;
    const sql = `CREATE TRIGGER ${name} AFTER ${kind} ON ${table}${when.length > 0 ? ` WHEN ${when.join(" and ")}` : ""} BEGIN
insert into changes (changeset_id, table_name, row_id, kind, subject, subject_id, label, before, after)
values (${OPEN}, '${table}', ${row}.${id}, '${kind}', '${subject}', ${row}.${about}, ${label?.(row, kind) ?? "null"}, ${before}, ${after});
END`;
    return { name, sql };
  });
  return isPersonal ? [...triggers, forget] : triggers;
}

/** Columns whose values are kept, because they contain no personal data. */
const TIMES = ["checked_in_at", "queued_at", "offered_until", "placed_at", "coming_at", "paid_at"];
const IMPERSONAL = ["status", "status_before", "kind", "mail"].concat(TIMES).join("', '");
const emptied = (values: string) =>
  `(select json_group_object(key, case when key in ('${IMPERSONAL}') then value end) from json_each(${values}))`;

/** SQL that erases the values in recorded changes but keeps the field names. */
export const eraseValuesSql = (which: string): string =>
  `update changes set before = ${emptied("before")}, after = ${emptied("after")} where ${which}`;
