// The tables in section 3 of the specification. After a change, run `npm run db:generate`.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Right } from "#app/vocabulary/api-rights.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { MAIL_KINDS, MAIL_STATES } from "#app/vocabulary/mail.ts";
import { type Audience, MESSAGE_STATES } from "#app/vocabulary/organiser-message.ts";
import { CONNECTION_ROLES, type NamedLink, PROGRAM_SESSION_STATUSES } from "#app/vocabulary/program.ts";

const timestamp = (name: string) => integer(name, { mode: "timestamp_ms" });
const now = sql`(cast(unixepoch('subsec') * 1000 as integer))`;
const createdAt = () => timestamp("created_at").notNull().default(now);
const updatedAt = () =>
  timestamp("updated_at")
    .notNull()
    .default(now)
    .$onUpdate(() => new Date());
const times = () => ({ createdAt: createdAt(), updatedAt: updatedAt() });

/** Also accepts null, like every SQL CHECK. */
const isOneOf = (name: string, column: SQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in ${values}`.inlineParams());
/** The row's owner, with which the row is deleted. */
const ownerId = (name: string, owner: () => SQLiteColumn) =>
  integer(name).references(owner, { onDelete: "cascade" });

/** The row's id in the system that an imported list came from. */
const externalId = () => text("external_id");

/** The columns that filter a list of delegates. */
const filteredBy = (table: Record<"registrationType" | "favoredStream" | "status", SQLiteColumn>) =>
  [table.registrationType, table.favoredStream, table.status] as const;

export const users = sqliteTable("users", {
  id: text("id")
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  email: text("email").notNull().unique(),
  firstName: text("first_name"),
  lastName: text("last_name"),
  profileImageUrl: text("profile_image_url"),
  ...times(),
});

export const loginSessions = sqliteTable(
  "login_sessions",
  {
    sid: text("sid").primaryKey(),
    sess: text("sess", { mode: "json" }).$type<LoginData>().notNull(),
    expire: timestamp("expire").notNull(),
  },
  (table) => [index("login_sessions_expire").on(table.expire)],
);

/** Times are in milliseconds since 1970. `lastUsedAt` is accurate to one minute. */
type LoginData = { userId: string; startedAt: number; lastUsedAt: number; browser: string | null };

/** One-time login links for organisers, used if there is no identity provider. */
export const loginLinks = sqliteTable(
  "login_links",
  {
    /** SHA-256 of the token, in hex, because a copy of the database must not allow logins. */
    tokenHash: text("token_hash").primaryKey(),
    email: text("email").notNull(),
    expire: timestamp("expire").notNull(),
  },
  (table) => [index("login_links_expire").on(table.expire)],
);

/** API tokens made in the panel. Those of API_TOKENS are in the settings only. */
export const apiTokens = sqliteTable("api_tokens", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  /** SHA-256 of the token, in hex, because a copy of the database must not give access. */
  tokenHash: text("token_hash").notNull().unique(),
  rights: text("rights", { mode: "json" }).$type<Right[]>().notNull(),
  /** The last day in UTC, such as 2026-02-28. */
  until: text("until").notNull(),
  /** The organiser's email address. */
  madeBy: text("made_by").notNull(),
  createdAt: createdAt(),
  /** When an organiser ended the token before its last day. */
  endedAt: timestamp("ended_at"),
});

/** User actions, each with the one-time id of its form. The changed rows are in `changes`. */
export const changesets = sqliteTable(
  "changesets",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** An organiser's email address, 'delegate' for the holder of a private link, or 'visitor'. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    formId: text("form_id").unique(),
    /** Hash of the request, or '' if the form's id alone identifies the request. */
    fingerprint: text("fingerprint").notNull().default(""),
    /** The result of the first submission, which repeated submissions also return. */
    result: text("result", { mode: "json" }),
    /** `subject` and `label` are the kind and name of the item that an undo restores. */
    subject: text("subject"),
    label: text("label"),
    undoUntil: timestamp("undo_until"),
    undoes: integer("undoes"),
    undoneBy: integer("undone_by"),
    /** 1 during the changeset's transaction, so that the triggers can find it. Null afterwards. */
    isOpen: integer("is_open"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("changesets_open").on(table.isOpen).where(sql`is_open is not null`),
    index("changesets_created").on(table.createdAt),
    index("changesets_forms").on(table.createdAt).where(sql`form_id is not null`),
    index("changesets_undo").on(table.undoUntil).where(sql`undo_until is not null`),
  ],
);

/** Changed rows, recorded by triggers (db/change-triggers.server.ts), and 'event' entries without a row. */
export const changes = sqliteTable(
  "changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null if the row changed outside a changeset. */
    changesetId: ownerId("changeset_id", () => changesets.id),
    table: text("table_name").notNull().default(""),
    rowId: integer("row_id"),
    kind: text("kind", { enum: ["insert", "update", "delete", "event"] }).notNull(),
    /** The noun of an editable kind, 'delegate', 'message', 'login', 'emails held', 'deletion on' or 'deletion of'. */
    subject: text("subject").notNull(),
    subjectId: integer("subject_id"),
    /** The subject's name at the time, or a delegate's reference. */
    label: text("label"),
    /** Values by column: all values of a deleted row, otherwise only those that differ. */
    before: text("before", { mode: "json" }).$type<Values>(),
    after: text("after", { mode: "json" }).$type<Values>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("changes_changeset").on(table.changesetId, table.id),
    index("changes_row").on(table.table, table.rowId, table.id),
    index("changes_subject").on(table.subject, table.subjectId, table.id),
    index("changes_created").on(table.createdAt),
    index("changes_kept").on(table.createdAt).where(sql`kind = 'delete' and before is not null`),
    // For the list of recent activity, which omits emails and addressees.
    index("changes_told").on(table.id).where(sql`table_name not in ('outbox', 'message_recipients')`),
  ],
);
type Values = Record<string, unknown>;

/** Admin forms submitted after the login session expired, and uploaded lists awaiting import. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id"),
    fields: text("fields", { mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("drafts_created").on(table.createdAt),
    index("drafts_user").on(table.userId, table.createdAt),
  ],
);

export const speakers = sqliteTable(
  "speakers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    pronouns: text("pronouns"),
    title: text("title").notNull(),
    company: text("company").notNull(),
    /** Visible to organisers only. */
    email: text("email"),
    bio: text("bio"),
    links: text("links", { mode: "json" }).$type<NamedLink[]>(),
    imageUrl: text("image_url"),
    category: text("category").notNull(),
    featured: integer("featured", { mode: "boolean" }).notNull().default(false),
    /** True for a speaker whom only organisers see. */
    isDraft: integer("is_draft", { mode: "boolean" }).notNull().default(false),
    /** Values that the speaker proposes for their entry, which an organiser accepts or declines. */
    proposed: text("proposed", { mode: "json" }).$type<Values>(),
    externalId: externalId(),
    sortOrder: integer("sort_order").notNull().default(0),
    ...times(),
  },
  (table) => [
    index("speakers_order").on(table.sortOrder, table.id),
    index("speakers_image").on(table.imageUrl),
    check("speakers_featured", sql`${table.featured} in (0, 1)`),
    check("speakers_is_draft", sql`${table.isDraft} in (0, 1)`),
  ],
);

export const programSessions = sqliteTable(
  "program_sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    time: text("time").notNull(),
    description: text("description"),
    // Accepts any type, because unknown types get a default style (specification, section 3).
    type: text("type").notNull(),
    track: text("track"),
    room: text("room"),
    status: text("status", { enum: PROGRAM_SESSION_STATUSES }).notNull().default("scheduled"),
    tags: text("tags", { mode: "json" }).$type<string[]>(),
    links: text("links", { mode: "json" }).$type<NamedLink[]>(),
    externalId: externalId(),
    sortOrder: integer("sort_order").notNull().default(0),
    ...times(),
  },
  (table) => [index("program_sessions_order").on(table.sortOrder, table.id)],
);

export const connections = sqliteTable(
  "connections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    speakerId: ownerId("speaker_id", () => speakers.id).notNull(),
    programSessionId: ownerId("program_session_id", () => programSessions.id).notNull(),
    role: text("role", { enum: CONNECTION_ROLES }).notNull().default("speaker"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("connections_pair").on(table.speakerId, table.programSessionId),
    index("connections_program_session").on(table.programSessionId),
    isOneOf("connections_role", table.role, CONNECTION_ROLES),
  ],
);

const MAIL_NAME = sql`substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)`;
const MAIL_DOMAIN = sql`lower(substr(email, instr(email || '@', '@')))`;

/** Identifies the mailbox: `A.Lee+press@gmail.com` and `alee@googlemail.com` share one. */
const mailboxOfEmail = sql`(case when ${MAIL_DOMAIN} in ('@gmail.com', '@googlemail.com') then replace(lower(${MAIL_NAME}), '.', '') || '@gmail.com' else lower(${MAIL_NAME}) || ${MAIL_DOMAIN} end)`;

export const delegates = sqliteTable(
  "delegates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    formId: text("form_id").unique(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone"),
    jobTitle: text("job_title").notNull(),
    company: text("company"),
    favoredStream: text("favored_stream"),
    notes: text("notes"),
    registrationType: text("registration_type").notNull(),
    status: text("status", { enum: DELEGATE_STATUSES }).notNull().default("pending"),
    /** Ten hexadecimal digits, short enough to read out on the phone or at the door. */
    reference: text("reference").notNull().unique().default(sql`(hex(randomblob(5)))`),
    /** The secret of the private link: 32 hexadecimal digits. */
    linkToken: text("link_token").notNull().unique().default(sql`(lower(hex(randomblob(16))))`),
    /** A journalist's employer, considered in the decision on a Media Pass. */
    outlet: text("outlet"),
    workUrl: text("work_url"),
    speakerId: integer("speaker_id").references(() => speakers.id, { onDelete: "set null" }),
    externalId: externalId(),
    checkedInAt: timestamp("checked_in_at"),
    /** The status before check-in, which an undo restores. Null unless the status is 'attended'. */
    statusBefore: text("status_before", { enum: DELEGATE_STATUSES }),
    /** When the delegate joined the waiting list. Never changes. Null for one with a place at once. */
    queuedAt: timestamp("queued_at"),
    /** When the place offered to a waiting delegate ends. A place is offered only once. */
    offeredUntil: timestamp("offered_until"),
    /** When the delegate took the offered place. */
    placedAt: timestamp("placed_at"),
    /** When the delegate said that they are still coming. */
    comingAt: timestamp("coming_at"),
    paidAt: timestamp("paid_at"),
    /** Answers to the organisers' own questions, by the question's id. Null without an answer. */
    answers: text("answers", { mode: "json" }).$type<Record<string, string>>(),
    mailbox: text("mailbox").generatedAlwaysAs(mailboxOfEmail, { mode: "virtual" }),
    /** Text for searches (models/delegate/search-text.ts), or '' until it is generated. */
    searchText: text("search_text").notNull().default(""),
    ...times(),
  },
  (table) => [
    // A covering index for searches, which then read only the displayed rows from the table.
    index("delegates_newest").on(table.createdAt, table.id, ...filteredBy(table), table.searchText),
    index("delegates_by_name").on(table.searchText, table.id, ...filteredBy(table)),
    index("delegates_email").on(sql`lower(${table.email})`),
    index("delegates_mailbox").on(table.mailbox),
    index("delegates_pass_status").on(table.registrationType, table.status),
    index("delegates_queue").on(table.queuedAt, table.id).where(sql`queued_at is not null`),
    index("delegates_answered").on(table.id).where(sql`answers is not null`),
    index("delegates_given_up").on(table.updatedAt).where(sql`status in ('declined', 'cancelled')`),
    index("delegates_speaker").on(table.speakerId),
    index("delegates_arrivals").on(table.checkedInAt).where(sql`checked_in_at is not null`),
    isOneOf("delegates_status", table.status, DELEGATE_STATUSES),
  ],
);

/** Messages to many delegates. When a message is due, its emails enter the outbox. */
export const messages = sqliteTable(
  "messages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("draft"),
    subject: text("subject").notNull().default(""),
    text: text("text").notNull().default(""),
    /** True if declined and cancelled delegates receive the message too. */
    isForAll: integer("is_for_all", { mode: "boolean" }).notNull().default(false),
    /** The filter that the message was begun with, or null for a list of delegates alone. */
    audience: text("audience", { mode: "json" }).$type<Audience>(),
    /** The number of addressees when 'Send' was pressed, or null before that. */
    recipients: integer("recipients"),
    /** When 'Send' was pressed. */
    promisedAt: timestamp("promised_at"),
    /** When the message is due or, after a withdrawal, was due. */
    sendAt: timestamp("send_at"),
    stoppedAt: timestamp("stopped_at"),
    /** Number of emails not sent because sending was stopped. */
    stopped: integer("stopped").notNull().default(0),
    ...times(),
  },
  (table) => [
    index("messages_due").on(table.state, table.sendAt),
    isOneOf("messages_state", table.state, MESSAGE_STATES),
    check("messages_is_for_all", sql`${table.isForAll} in (0, 1)`),
  ],
);

export const messageRecipients = sqliteTable(
  "message_recipients",
  {
    messageId: ownerId("message_id", () => messages.id).notNull(),
    delegateId: ownerId("delegate_id", () => delegates.id).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.delegateId] }),
    index("message_recipients_delegate").on(table.delegateId),
  ],
);

/** Queued mail, stored in the same transaction as its cause and kept after sending. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    delegateId: ownerId("delegate_id", () => delegates.id).notNull(),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    changesetId: integer("changeset_id"),
    messageId: ownerId("message_id", () => messages.id),
    state: text("state", { enum: MAIL_STATES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at").notNull().default(now),
    note: text("note"),
    problem: text("problem"),
    createdAt: createdAt(),
    sentAt: timestamp("sent_at"),
  },
  (table) => [
    index("outbox_due").on(table.state, table.nextAttemptAt),
    index("outbox_delegate").on(table.delegateId),
    index("outbox_due_of_message").on(table.state, table.messageId, table.nextAttemptAt),
    // A delegate receives a message at most once, even after a crash.
    uniqueIndex("outbox_message_once").on(table.messageId, table.delegateId),
    isOneOf("outbox_kind", table.kind, MAIL_KINDS),
    isOneOf("outbox_state", table.state, MAIL_STATES),
  ],
);

/** Columns and cell values matched in past imports, reused for files with the same headings. */
export const importMatches = sqliteTable(
  "import_matches",
  {
    list: text("list").notNull(),
    headings: text("headings").notNull(),
    matches: text("matches", { mode: "json" }).notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.list, table.headings] })],
);

/** Random version strings. Triggers replace them on every change (docs/decisions/cache.md). */
export const versions = sqliteTable("versions", {
  name: text("name", { enum: ["pages", "delegates"] }).primaryKey(),
  version: text("version").notNull(),
});

/** Deletions that may have left traces in the database files (db/scrub.server.ts). */
export const pendingScrubs = sqliteTable("pending_scrubs", {
  id: integer("id").primaryKey({ autoIncrement: true }),
});
