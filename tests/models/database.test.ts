import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test, vi } from "vitest";
import { folderOf, MIGRATIONS, openInAnotherProcess } from "../faults/support/schemas.ts";
import { newFolder } from "../support/backups.ts";
import { tracesIn, useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";

let openDatabase: typeof import("#app/db/connection.server.ts").openDatabase;
beforeAll(async () => {
  useNewDataDir();
  ({ openDatabase } = await import("#app/db/connection.server.ts"));
});

const newDatabase = () => openDatabase(join(useNewDataDir(), "conference.db")).sqlite;

/** Adds each statement as a migration. Returns the path of the migrations folder. */
const migrations = (...added: string[]): string =>
  join(folderOf([...MIGRATIONS, ...added.map((sql, index) => ({ when: 9e12 + index, sql }))]), "drizzle");

const SPEAKER = "insert into speakers (name, title, company, category) values ('A', 'B', 'C', ?)";
const PROGRAM_SESSION = "insert into program_sessions (title, time, type, track) values ('T', '9:00', ?, ?)";
const DELEGATE =
  "insert into delegates (name, email, job_title, registration_type, favored_stream) values ('N', 'e@x.org', 'J', ?, ?)";

test("the database is in WAL mode, syncs every commit and enforces foreign keys", () => {
  const sqlite = newDatabase();
  sqlite.prepare(SPEAKER).run("b2c");
  expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
  expect(sqlite.pragma("synchronous", { simple: true })).toBe(2);
  expect(sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
  // The write queue waits for locks. A longer timeout here would block every reader.
  expect(sqlite.pragma("busy_timeout", { simple: true })).toBe(50);
});

test("deleted data is overwritten in the file", () => {
  const dataDir = useNewDataDir();
  const { sqlite } = openDatabase(join(dataDir, "conference.db"));
  const traces = () => ["Perpetua Erased", "perpetua@example.com"].flatMap((text) => tracesIn(dataDir, text));
  insertDelegate(sqlite, { name: "Perpetua Erased", email: "perpetua@example.com" });
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  expect(traces()).toEqual(["conference.db", "conference.db"]);
  sqlite.exec("delete from delegates");
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  expect(traces()).toEqual([]);
});

test.each([
  ["speakers_featured", SPEAKER.replace("category)", "category, featured)").replace("?)", "?, 2)"), ["b2c"]],
  ["delegates_status", DELEGATE.replace("favored_stream)", "status)"), ["pr_pass", "gone"]],
])("the database refuses a value that violates %s", (check, insert, values) => {
  const prepared = newDatabase().prepare(insert);
  expect(() => prepared.run(...values)).toThrow(new RegExp(`CHECK.*${check}`));
});

test("a session may have a custom type and no track, and a user needs an address", () => {
  const sqlite = newDatabase();
  sqlite.prepare(PROGRAM_SESSION).run("briefing", null);
  const session = sqlite.prepare("select type, track from program_sessions").get();
  expect(session).toEqual({ type: "briefing", track: null });
  expect(() => sqlite.exec("insert into users (id, email) values ('1', null)")).toThrow(/NOT NULL/);
});

test("defaults match the specification", () => {
  const sqlite = newDatabase();
  const before = Date.now();
  sqlite.prepare(SPEAKER).run("b2c");
  sqlite.prepare(PROGRAM_SESSION).run("panel", "b2c");
  sqlite.prepare(DELEGATE).run("pr_pass", null);
  sqlite.exec("insert into connections (speaker_id, program_session_id) values (1, 1)");
  const speaker = sqlite.prepare("select featured, sort_order, image_url from speakers").get();
  expect(speaker).toEqual({ featured: 0, sort_order: 0, image_url: null });
  expect(sqlite.prepare("select role from connections").pluck().get()).toBe("speaker");
  expect(sqlite.prepare("select status from delegates").pluck().get()).toBe("pending");
  expect(sqlite.prepare("select created_at from delegates").pluck().get()).toBeGreaterThanOrEqual(before - 1);
});

test("deleting a speaker or a session deletes its connections", () => {
  const sqlite = newDatabase();
  for (const _ of [1, 2]) {
    sqlite.prepare(SPEAKER).run("b2c");
    sqlite.prepare(PROGRAM_SESSION).run("panel", "b2c");
  }
  sqlite.exec(
    "insert into connections (speaker_id, program_session_id) values (1, 1), (1, 2), (2, 1), (2, 2)",
  );
  sqlite.exec("delete from speakers where id = 1");
  expect(sqlite.prepare("select count(*) from connections").pluck().get()).toBe(2);
  sqlite.exec("delete from program_sessions where id = 1");
  const left = sqlite.prepare("select speaker_id, program_session_id from connections").all();
  expect(left).toEqual([{ speaker_id: 2, program_session_id: 2 }]);
});

test("a speaker can be connected to a session once, if both exist", () => {
  const sqlite = newDatabase();
  sqlite.prepare(SPEAKER).run("b2c");
  sqlite.prepare(PROGRAM_SESSION).run("panel", "b2c");
  const connect = sqlite.prepare("insert into connections (speaker_id, program_session_id) values (?, ?)");
  connect.run(1, 1);
  expect(() => connect.run(1, 1)).toThrow(/UNIQUE/);
  expect(() => connect.run(1, 9)).toThrow(/FOREIGN KEY/);
});

const statements = (...lines: string[]) => lines.join(";--> statement-breakpoint\n");
const TABLE = "create table a (id integer primary key)";
const REBUILD = statements(
  "create table a2 (id integer primary key, note text)",
  "insert into a2 (id) select id from a",
  "drop table a",
  "alter table a2 rename to a",
);
const WITH_REFERENCES = `${TABLE}; create table b (a_id references a(id) on delete cascade)`;

/** Creates a database with one more migration, and rows. `open` applies yet more migrations. */
function migrated(added: string, rows = "") {
  const path = join(newFolder(), "conference.db");
  const { sqlite } = openDatabase(path, migrations(added));
  sqlite.exec(rows);
  sqlite.close();
  return { path, open: (...more: string[]) => openDatabase(path, migrations(added, ...more)).sqlite };
}

test("a migration that rebuilds a table keeps the rows that refer to it", () => {
  const rows = "insert into a values (1), (2); insert into b values (1), (2), (2)";
  const sqlite = migrated(WITH_REFERENCES, rows).open(REBUILD);
  expect(sqlite.prepare("select count(*) from b").pluck().get()).toBe(3);
  expect(sqlite.prepare("select id, note from a").all()).toHaveLength(2);
  expect(sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
});

test.each([
  ["drops a table", TABLE, "drop table a", /would have left 0 of 2 rows in a/],
  ["would lose rows", TABLE, "delete from a where id = 1", /left 1 of 2 rows in a. Nothing was changed/],
  ["would break a reference", WITH_REFERENCES, "update a set id = 7 where id = 1", /rows in b would refer/],
])("a migration that %s is rolled back and reports it", (_, first, migration, says) => {
  const references = first === WITH_REFERENCES ? "; insert into b values (1)" : "";
  const { path, open } = migrated(first, `insert into a values (1), (2)${references}`);
  expect(() => open(migration)).toThrow(says);
  expect(new Database(path).prepare("select id from a").pluck().all()).toEqual([1, 2]);
});

test("before a migration of a database with rows a copy is made", () => {
  const { path, open } = migrated(TABLE, "insert into a values (1)");
  const copies = join(path, "..", "before-migration");
  expect(existsSync(copies)).toBe(false);
  open("alter table a add column note text");
  const [copy = ""] = readdirSync(copies);
  const copied = new Database(join(copies, copy), { readonly: true });
  expect(statSync(copies).mode & 0o777).toBe(0o700);
  expect(statSync(copied.name).mode & 0o777).toBe(0o600);
  expect(copied.prepare("select * from a").all()).toEqual([{ id: 1 }]);
});

test("a database of a newer version is refused with one sentence, and is left unchanged", () => {
  const dataDir = newFolder();
  const path = join(dataDir, "conference.db");
  const sqlite = new Database(path);
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec(`create table __drizzle_migrations (id integer primary key, hash text, created_at numeric);
    insert into __drizzle_migrations (hash, created_at) values ('a', 1784969107021);
    create table delegates (id integer primary key); insert into delegates values (1)`);
  sqlite.close();
  const before = readFileSync(path);
  const { status, stderr } = openInAnotherProcess(dataDir);
  expect([status, stderr]).toEqual([
    1,
    `The database ${path} was made by a newer version of this site. Start that version, or restore a backup made by this one.\n`,
  ]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dataDir)).toEqual(["conference.db"]);
});

test("a new database is for its owner alone from its first byte, and an existing one from its next start", () => {
  const path = join(newFolder(), "conference.db");
  const { sqlite } = openDatabase(path);
  const modes = () => ["", "-wal", "-shm"].map((suffix) => statSync(path + suffix).mode & 0o777);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
  sqlite.close();
  chmodSync(path, 0o664);
  openDatabase(path);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
});

test("files that cannot be made private are used, with a warning in the log", async () => {
  const { makePrivate } = await import("#app/platform/private-files.server.ts");
  const { log } = await import("#app/platform/log.server.ts");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const folder = newFolder();
  const path = join(folder, "conference.db");
  writeFileSync(path, "");
  chmodSync(path, 0o644);
  // Root can change any file, so the process briefly runs as another user.
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o755);
    process.seteuid?.(65_534);
    makePrivate(path);
    process.seteuid?.(0);
  } else makePrivate("/etc/passwd");
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ code: "EPERM" });
  warn.mockClear();
  makePrivate(join(folder, "nothing"));
  expect(warn).not.toHaveBeenCalled();
});
