// Migration folders, and rows for every table.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { COMPILE_CACHE } from "../../support/server.ts";
import { inDatabase } from "./rows.ts";

type Migration = { when: number; sql: string };

/** The migrations of this version, oldest first. */
export const MIGRATIONS: Migration[] = JSON.parse(
  readFileSync("drizzle/meta/_journal.json", "utf8"),
).entries.map(({ when, tag }: { when: number; tag: string }) => ({
  when,
  sql: readFileSync(`drizzle/${tag}.sql`, "utf8"),
}));

/** Creates a working folder whose `drizzle/` has these migrations. */
export function folderOf(migrations: Migration[]): string {
  const folder = mkdtempSync(join(tmpdir(), "schema-"));
  const meta = join(folder, "drizzle", "meta");
  mkdirSync(meta, { recursive: true });
  const entries = migrations.map(({ when, sql }, idx) => {
    writeFileSync(join(folder, "drizzle", `${idx}.sql`), sql);
    return { idx, version: "6", when, tag: String(idx), breakpoints: true };
  });
  writeFileSync(join(meta, "_journal.json"), JSON.stringify({ version: "7", dialect: "sqlite", entries }));
  return folder;
}

/** A migration that rebuilds a table, as for a changed column: copy, drop, rename, indexes. */
export function rebuilding(sqlite: Database, table: string, when: number): Migration {
  const made = sqlite.prepare("select sql from sqlite_schema where name = ?").pluck().get(table) as string;
  const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[])
    .map(({ name }) => `\`${name}\``)
    .join(", ");
  const indexes = sqlite
    .prepare("select sql from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null")
    .pluck()
    .all(table) as string[];
  const statements = [
    // After a rebuild, the table's SQL has the name in different quotes.
    made.replaceAll(`"${table}".`, "").replace(new RegExp(`[\`"]${table}[\`"]`), `__new_${table}`),
    `insert into __new_${table} (${columns}) select ${columns} from ${table}`,
    `drop table ${table}`,
    `alter table __new_${table} rename to ${table}`,
    ...indexes,
  ];
  return { when, sql: statements.join(";--> statement-breakpoint\n") };
}

/** Creates the next version of the built site, with migrations that rebuild these tables. */
export function nextVersion(dataDir: string, tables: string[]): string {
  const rebuilds = inDatabase(dataDir, (sqlite) =>
    tables.map((table, index) => rebuilding(sqlite, table, 1_900_000_000_000 + index)),
  );
  const folder = folderOf([...MIGRATIONS, ...rebuilds]);
  for (const name of ["build", "node_modules", "public", "package.json", "server.js"])
    symlinkSync(resolve(name), join(folder, name));
  return folder;
}

/** Statements that insert row `:n` into a table. */
export const FILLERS: Record<string, string> = {
  users: "insert into users (id, email, first_name) values ('u' || :n, 'u' || :n || '@example.com', 'Ü')",
  login_sessions: "insert into login_sessions values ('s' || :n, '{\"userId\":\"u1\"}', 1790000000000)",
  speakers:
    "insert into speakers (name, title, company, bio, category) values ('N' || :n, 'T', 'C', 'ß 𝄞', 'tech')",
  program_sessions: "insert into program_sessions (title, time, type) values ('T' || :n, '9:00', 'panel')",
  connections: "insert into connections (speaker_id, program_session_id) values (:n, :n)",
  delegates:
    "insert into delegates (form_id, name, email, job_title, notes, registration_type) values ('f' || :n, 'N', 'd' || :n || '@example.com', 'J', 'a long note, ' || hex(zeroblob(100)), 'pr_pass')",
  import_matches: "insert into import_matches (list, headings, matches) values ('speakers', 'h' || :n, '{}')",
  drafts: "insert into drafts (id, fields) values ('d' || :n, '{}')",
  login_links: "insert into login_links values ('h' || :n, 'u@example.com', 1790000000000)",
  api_tokens:
    "insert into api_tokens (name, token_hash, rights, until, made_by) values ('t' || :n, 'h' || :n, '[]', '2027-01-01', 'u@example.com')",
  outbox: "insert into outbox (delegate_id, kind) values (:n, 'registered')",
  messages: "insert into messages (state, subject, text) values ('draft', 'S' || :n, 'T')",
  message_recipients: "insert into message_recipients (message_id, delegate_id) values (:n, :n)",
  changesets: "insert into changesets (actor, action) values ('u@example.com', 'deleted')",
  changes:
    "insert into changes (changeset_id, kind, subject, label) values (:n, 'event', 'speaker', 'N' || :n)",
  versions: "insert into versions (name, version) values ('v' || :n, 'x')",
  pending_scrubs: "insert into pending_scrubs (id) values (:n)",
};
/** Referenced tables, filled first. */
const FIRST = ["changesets", "speakers", "program_sessions", "delegates", "messages"];

export function tablesOf(sqlite: Database): string[] {
  const named =
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~'";
  const names = sqlite.prepare(`${named} and name <> '__drizzle_migrations'`).pluck().all() as string[];
  return [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name))];
}

/** Inserts rows into every table. @throws if a table has no filler. */
export function fill(sqlite: Database, rows: number): void {
  sqlite.transaction(() => {
    for (const table of tablesOf(sqlite)) {
      const filler = FILLERS[table];
      if (filler === undefined) throw new Error(`No filler for the table ${table}`);
      const insert = sqlite.prepare(filler);
      for (let n = 1; n <= rows; n += 1) insert.run({ n });
    }
  })();
}

/** Number of rows and a digest of these columns for each table. */
export function contentsOf(sqlite: Database, columns = columnsOf(sqlite)): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).map(([table, names]) => {
      const rows = sqlite
        .prepare(`select ${names.join(", ")} from ${table} order by 1`)
        .raw()
        .all();
      const digest = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
      return [table, `${rows.length} rows, ${digest}`];
    }),
  );
}

export function columnsOf(sqlite: Database): Record<string, string[]> {
  return Object.fromEntries(
    tablesOf(sqlite).map((table) => [
      table,
      (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name),
    ]),
  );
}

export function copyOf(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), "conference-"));
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

export const OPENER: string = resolve("tests/faults/support/open-database.ts");

/** In another process, applies the migrations in `folder`, as the site does at startup. */
export function openInAnotherProcess(dataDir: string, folder = process.cwd()) {
  const { status, stderr } = spawnSync(process.execPath, [OPENER], {
    cwd: folder,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  return { status, stderr };
}
