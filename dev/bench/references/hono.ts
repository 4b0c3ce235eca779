// A registration as a small Hono program does it: read, validated, one durable insert, answered.
// node dev/bench/references/hono.ts PORT FOLDER
import { join } from "node:path";
import { serve } from "@hono/node-server";
import Database from "better-sqlite3";
import { Hono } from "hono";
import { z } from "zod";

const [port, folder = "."] = process.argv.slice(2);
const sqlite = new Database(join(folder, "hono.db"));
sqlite.pragma("journal_mode = WAL");
sqlite.pragma("synchronous = FULL");
sqlite.exec(
  "create table delegates (id integer primary key, registration_type text, name text, email text, job_title text, track text, form_id text)",
);
const insert = sqlite.prepare(
  "insert into delegates values (null, @registrationType, @name, @email, @jobTitle, @favoredStream, @formId) returning *",
);

const Registration = z.object({
  registrationType: z.enum(["pr_pass", "media_pass"]),
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  jobTitle: z.string().trim().min(1).max(200),
  favoredStream: z.enum(["b2c", "b2b", "media", "tech"]),
  formId: z.string().nullable().default(null),
});

const app = new Hono();
app.get("/", (context) => context.text("ready"));
app.post("/register", async (context) => {
  const parsed = Registration.safeParse(await context.req.parseBody());
  if (!parsed.success) return context.json({ errors: parsed.error.issues }, 422);
  insert.get(parsed.data);
  return context.redirect(`/register?confirmed=${parsed.data.formId}`, 303);
});
app.post("/api/registrations", async (context) => {
  const parsed = Registration.safeParse(await context.req.json());
  if (!parsed.success) return context.json({ errors: parsed.error.issues }, 422);
  return context.json(insert.get(parsed.data), 201);
});
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
