// Several processes that share one DATA_DIR.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createDiskStore } from "#app/models/image/disk-store.server.ts";
import { folderOf, MIGRATIONS, OPENER } from "../faults/support/schemas.ts";
import { newFolder } from "../support/backups.ts";
import { useNewDataDir as newDataDir } from "../support/database.ts";

/** Runs a new process. Returns its exit status and output. */
function startOn(
  dataDir: string,
  args = ["--input-type=module", "-e", START],
  cwd = process.cwd(),
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** Everything that a starting process does in DATA_DIR. */
const START = `
  const { closeDatabase } = await import("#app/db/connection.server.ts");
  const { signingKeys } = await import("#app/platform/secrets.server.ts");
  (await import("#app/models/image/disk-store.server.ts")).createDiskStore(process.env.DATA_DIR);
  const [key] = signingKeys("login");
  await closeDatabase();
  console.log(key);`;

test("processes that start together on a new DATA_DIR all succeed, with one secret", async () => {
  const dataDir = join(newFolder(), "new");
  const started = await Promise.all([1, 2, 3, 4].map(() => startOn(dataDir)));
  expect(started.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual([0, 0, 0, 0]);
  expect(new Set(started.map(({ output }) => output)).size).toBe(1);
  expect(readdirSync(dataDir).sort()).toEqual(["conference.db", "secret", "uploads"]);
  const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("processes that start together on an older database all succeed, with at most one copy each", async () => {
  const before = newDataDir();
  const { sqlite } = await import("#app/db/connection.server.ts");
  sqlite.exec("insert into users (id, email) values ('1', 'olive@example.com')");
  const added = folderOf([...MIGRATIONS, { when: 9e12, sql: "alter table users add note text" }]);
  const started = await Promise.all([1, 2, 3].map(() => startOn(before, [OPENER], added)));
  expect(started.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual([0, 0, 0]);
  for (const name of readdirSync(join(before, "before-migration"))) {
    const copy = new Database(join(before, "before-migration", name), { readonly: true });
    expect(copy.prepare("select email from users").pluck().all()).toEqual(["olive@example.com"]);
  }
});

test("files that a crash has left are removed after a day", async () => {
  const dataDir = newDataDir();
  const [recent, old] = ["image-a", "image-b"].map((name) => join(dataDir, "uploads", "staging", name));
  for (const folder of [recent, old]) mkdirSync(join(folder as string, "ab"), { recursive: true });
  utimesSync(old as string, 1, 1);
  expect(await createDiskStore(dataDir).removeOlderThan(Date.now() - 60_000, new Set())).toBe(1);
  expect(readdirSync(join(dataDir, "uploads", "staging"))).toEqual(["image-a"]);
});
