// The tables of specification section 3. Change this file, run `npm run db:generate`, read what it wrote.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { CONNECTION_ROLES } from "#app/models/connection.ts";
import { REGISTRATION_TYPES } from "#app/models/delegate.ts";
import { TRACKS } from "#app/models/track.ts";

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

/** The one-time ids of admin forms that have been carried out: a second copy of one does nothing. */
export const usedForms = sqliteTable(
  "used_forms",
  { formId: text("form_id").primaryKey(), createdAt: createdAt() },
  (table) => [index("used_forms_created").on(table.createdAt)],
);

/** What was typed into an admin form whose login had ended, until its author is back. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: text("id").primaryKey(),
    fields: text("fields", { mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("drafts_created").on(table.createdAt)],
);

export const speakers = sqliteTable(
  "speakers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
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
    // Open on purpose: a type that is none of the four gets a default style (specification, 3).
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
    status: text("status").notNull().default("pending"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("delegates_created").on(table.createdAt),
    isOneOf("delegates_favored_stream", table.favoredStream, TRACKS),
    isOneOf("delegates_registration_type", table.registrationType, REGISTRATION_TYPES),
  ],
);
