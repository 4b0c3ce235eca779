// The tables of specification section 3. Change this file, run `npm run db:generate`, read what it wrote.
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
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { MAIL_KINDS, MAIL_STATES } from "#app/vocabulary/mail.ts";
import { MESSAGE_STATES } from "#app/vocabulary/organiser-message.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { CONNECTION_ROLES, TRACKS } from "#app/vocabulary/program.ts";

const timestamp = (name: string) => integer(name, { mode: "timestamp_ms" });
const now = sql`(cast(unixepoch('subsec') * 1000 as integer))`;
const createdAt = () => timestamp("created_at").notNull().default(now);
const updatedAt = () =>
  timestamp("updated_at")
    .notNull()
    .default(now)
    .$onUpdate(() => new Date());

/** A CHECK that the column holds one of these values. A null passes, as SQL has it. */
const isOneOf = (name: string, column: SQLiteColumn, values: readonly string[]) =>
  check(name, sql`${column} in ${values}`.inlineParams());

export const users = sqliteTable("users", {
  id: text("id")
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  email: text("email").notNull().unique(),
  firstName: text("first_name"),
  lastName: text("last_name"),
  profileImageUrl: text("profile_image_url"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const loginSessions = sqliteTable(
  "login_sessions",
  {
    sid: text("sid").primaryKey(),
    sess: text("sess", { mode: "json" }).notNull(),
    expire: timestamp("expire").notNull(),
  },
  (table) => [index("login_sessions_expire").on(table.expire)],
);

/** One-time links by which an organiser signs in where no identity provider is connected. */
export const signInLinks = sqliteTable(
  "sign_in_links",
  {
    /** SHA-256 of the token in the link, in hex: who reads the database cannot sign in with it. */
    tokenHash: text("token_hash").primaryKey(),
    email: text("email").notNull(),
    expire: timestamp("expire").notNull(),
  },
  (table) => [index("sign_in_links_expire").on(table.expire)],
);

/**
 * What was done: one row for each intent of a person, with the one-time id of the form that asked for it. The rows that
 * it changed are in `changes`.
 */
export const changesets = sqliteTable(
  "changesets",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** An organiser's email address, 'delegate' for the holder of a private link, or 'visitor'. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    formId: text("form_id").unique(),
    /** A hash of what was asked for under the form's id; '' where the id itself says it. */
    fingerprint: text("fingerprint").notNull().default(""),
    /** What the first copy of the form gave: the next one gets the same. */
    result: text("result", { mode: "json" }),
    /** The kind of thing that an undo brings back, and what the offer calls it. */
    subject: text("subject"),
    label: text("label"),
    undoUntil: timestamp("undo_until"),
    /** The changeset that this one takes back, or that took this one back. */
    undoes: integer("undoes"),
    undoneBy: integer("undone_by"),
    /** 1 while its transaction writes: the triggers note changes under it. */
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

/**
 * One row that was changed, written by the triggers of db/ledger.server.ts, or an 'event' that changed no row. Of a
 * delegate's answers it has what was and what is until they are forgotten.
 */
export const changes = sqliteTable(
  "changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null where another program changed the row. */
    changesetId: integer("changeset_id").references(() => changesets.id, { onDelete: "cascade" }),
    table: text("tbl").notNull().default(""),
    rowId: integer("row_id"),
    kind: text("kind", { enum: ["insert", "update", "delete", "event"] }).notNull(),
    /** What it is about: the noun of an editable kind, 'delegate', 'message', 'sign-in' or 'emails held'. */
    subject: text("subject").notNull(),
    subjectId: integer("subject_id"),
    /** What the subject was called then; a delegate's reference, never their name. */
    label: text("label"),
    /** By column, only those that differ; of a deleted row all. */
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
    // The last things that were done, however many emails one of them promised.
    index("changes_told").on(table.id).where(sql`tbl not in ('outbox', 'message_people')`),
  ],
);
type Values = Record<string, unknown>;

/** What was typed into an admin form whose login had ended, until its author is back. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text("id").primaryKey(),
    /** Whose it is; null where that was not noted yet. */
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
    bio: text("bio"),
    imageUrl: text("image_url"),
    category: text("category", { enum: TRACKS }).notNull(),
    featured: integer("featured", { mode: "boolean" }).notNull().default(false),
    sortOrder: integer("sort_order").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("speakers_order").on(table.sortOrder, table.id),
    index("speakers_image").on(table.imageUrl),
    isOneOf("speakers_category", table.category, TRACKS),
    check("speakers_featured", sql`${table.featured} in (0, 1)`),
  ],
);

export const programSessions = sqliteTable(
  "program_sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    time: text("time").notNull(),
    description: text("description"),
    // Open on purpose: a type that is none of the known ones gets a default style (specification, 3).
    type: text("type").notNull(),
    track: text("track", { enum: TRACKS }),
    sortOrder: integer("sort_order").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("program_sessions_order").on(table.sortOrder, table.id),
    isOneOf("program_sessions_track", table.track, TRACKS),
  ],
);

export const connections = sqliteTable(
  "connections",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    speakerId: integer("speaker_id")
      .notNull()
      .references(() => speakers.id, { onDelete: "cascade" }),
    programSessionId: integer("program_session_id")
      .notNull()
      .references(() => programSessions.id, { onDelete: "cascade" }),
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

/**
 * Whose mailbox an address leads to: `A.Lee+press@gmail.com` and `alee@googlemail.com` are one. Computed by
 * SQLite, so that it cannot differ from the address and goes with it.
 */
const mailboxOfEmail = sql`(case when ${MAIL_DOMAIN} in ('@gmail.com', '@googlemail.com') then replace(lower(${MAIL_NAME}), '.', '') || '@gmail.com' else lower(${MAIL_NAME}) || ${MAIL_DOMAIN} end)`;

export const delegates = sqliteTable(
  "delegates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The one-time id of the form that made this row: a repeated submission finds it here. */
    formId: text("form_id").unique(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone"),
    jobTitle: text("job_title").notNull(),
    favoredStream: text("favored_stream", { enum: TRACKS }),
    notes: text("notes"),
    registrationType: text("registration_type", { enum: REGISTRATION_TYPES }).notNull(),
    status: text("status", { enum: DELEGATE_STATUSES }).notNull().default("pending"),
    /** What a person is found by on the telephone and at the door: ten hexadecimal digits. */
    reference: text("reference").notNull().unique().default(sql`(hex(randomblob(5)))`),
    /** The secret in the private link that shows and cancels this registration: 32 hexadecimal digits. */
    linkToken: text("link_token").notNull().unique().default(sql`(lower(hex(randomblob(16))))`),
    /** Where a journalist works, and a link to something published: what a Media Pass is judged by. */
    outlet: text("outlet"),
    workUrl: text("work_url"),
    checkedInAt: timestamp("checked_in_at"),
    /** What an 'attended' one was before it, and is again when that is undone; null for the others. */
    statusBefore: text("status_before", { enum: DELEGATE_STATUSES }),
    /** When somebody with the private link said that the email address is theirs (docs/decisions/028). */
    emailConfirmedAt: timestamp("email_confirmed_at"),
    mailbox: text("mailbox").generatedAlwaysAs(mailboxOfEmail, { mode: "virtual" }),
    /** What the desk's search looks through (models/delegate/search-text.ts); '' until it has been made. */
    searchText: text("search_text").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Each holds all that a search needs, so that one reads an index in its order and no row but those shown.
    index("delegates_newest").on(
      table.createdAt,
      table.id,
      table.registrationType,
      table.favoredStream,
      table.status,
      table.searchText,
    ),
    index("delegates_by_name").on(
      table.searchText,
      table.id,
      table.registrationType,
      table.favoredStream,
      table.status,
    ),
    index("delegates_email").on(sql`lower(${table.email})`),
    index("delegates_mailbox").on(table.mailbox),
    // What is asked for all the time: how many there are of each pass and status, and when people came in.
    index("delegates_pass_status").on(table.registrationType, table.status),
    index("delegates_arrivals").on(table.checkedInAt).where(sql`checked_in_at is not null`),
    isOneOf("delegates_status", table.status, DELEGATE_STATUSES),
    isOneOf("delegates_favored_stream", table.favoredStream, TRACKS),
    isOneOf("delegates_registration_type", table.registrationType, REGISTRATION_TYPES),
  ],
);

/** What organisers write to many delegates at once; its emails stand in the outbox once it goes out. */
export const messages = sqliteTable(
  "messages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("draft"),
    subject: text("subject").notNull().default(""),
    /** With placeholders, which are filled when it is sent. */
    text: text("text").notNull().default(""),
    /** Those who were declined or have cancelled get it too. */
    isForAll: integer("is_for_all", { mode: "boolean" }).notNull().default(false),
    /** To how many it was to go when 'Send' was pressed; null before that. */
    recipients: integer("recipients"),
    /** When 'Send' was pressed, and when it goes out; of one that was taken back, the time that was chosen for it. */
    promisedAt: timestamp("promised_at"),
    sendAt: timestamp("send_at"),
    /** When it was stopped on its way out, and how many never get it for that reason. */
    stoppedAt: timestamp("stopped_at"),
    stopped: integer("stopped").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("messages_due").on(table.state, table.sendAt),
    isOneOf("messages_state", table.state, MESSAGE_STATES),
    check("messages_is_for_all", sql`${table.isForAll} in (0, 1)`),
  ],
);

/** To whom a message is to go that has not gone out: by id alone, gone with the person. */
export const messagePeople = sqliteTable(
  "message_people",
  {
    messageId: integer("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    delegateId: integer("delegate_id")
      .notNull()
      .references(() => delegates.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.delegateId] }),
    index("message_people_delegate").on(table.delegateId),
  ],
);

/** Mail that is promised, stored with what promised it, until it has been handed over and after. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    delegateId: integer("delegate_id")
      .notNull()
      .references(() => delegates.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    /** The changeset that corrected what it tells of. */
    changesetId: integer("changeset_id"),
    /** What it says, where organisers have written it. */
    messageId: integer("message_id").references(() => messages.id, { onDelete: "cascade" }),
    state: text("state", { enum: MAIL_STATES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at").notNull().default(now),
    /** The mail in whose letter this one goes, itself where it goes alone; null until its first attempt. */
    letterId: integer("letter_id"),
    /** A sender has claimed it, or died while it had: nobody can say that it was not sent. */
    isInHand: integer("is_in_hand", { mode: "boolean" }).notNull().default(false),
    /** Until when it was held back, because its mailbox had had a letter (docs/decisions/028). */
    heldUntil: timestamp("held_until"),
    /** What the organisers say in it beside what its kind says, in one line. */
    note: text("note"),
    /** What the mail server said last, for the organisers. */
    problem: text("problem"),
    createdAt: createdAt(),
    sentAt: timestamp("sent_at"),
  },
  (table) => [
    index("outbox_due").on(table.state, table.nextAttemptAt),
    index("outbox_delegate").on(table.delegateId),
    index("outbox_letter").on(table.letterId),
    index("outbox_due_of_message").on(table.state, table.messageId, table.nextAttemptAt),
    // To everybody once, whatever goes wrong in the program.
    uniqueIndex("outbox_message_once").on(table.messageId, table.delegateId),
    isOneOf("outbox_kind", table.kind, MAIL_KINDS),
    isOneOf("outbox_state", table.state, MAIL_STATES),
  ],
);

/**
 * Which state something is in of which copies are kept: the public pages, the list of delegates. Triggers on
 * the tables that it is made from (drizzle/, decision 027) give it another random text with every change.
 */
export const versions = sqliteTable("versions", {
  name: text("name", { enum: ["pages", "delegates"] }).primaryKey(),
  version: text("version").notNull(),
});

/**
 * A mark for each deletion of which traces may be left in the database's files (db/scrub.server.ts), until
 * there are none. It says nothing of who was deleted.
 */
export const pendingScrubs = sqliteTable("pending_scrubs", {
  id: integer("id").primaryKey({ autoIncrement: true }),
});

/** One row: what the time is as far as it is believed (db/clock.server.ts). */
export const believedClock = sqliteTable("believed_clock", {
  id: integer("id").primaryKey(),
  at: timestamp("at").notNull(),
  /** For how long the machine's clock has been ahead of that, of the time that the site was running. */
  doubtedMs: integer("doubted_ms").notNull(),
});
