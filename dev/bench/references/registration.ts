// Registration for the reference servers: validation and one durable insert.
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";

export const Registration = z.object({
  registrationType: z.enum(["pr_pass", "media_pass"]),
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  jobTitle: z.string().trim().min(1).max(200),
  favoredStream: z.enum(["b2c", "b2b", "media", "tech"]),
  formId: z.string().nullable().default(null),
});

export function openRegistrations(folder: string) {
  const sqlite = new Database(join(folder, "registrations.db"));
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.exec(
    "create table delegates (id integer primary key, registration_type text, name text, email text, job_title text, track text, form_id text)",
  );
  return sqlite.prepare(
    "insert into delegates values (null, @registrationType, @name, @email, @jobTitle, @favoredStream, @formId) returning *",
  );
}
