// Several processes that share one DATA_DIR.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { folderOf, RELEASED } from "../faults/support/schemas.ts";
import { newFolder, photo } from "../support/backups.ts";
import { useNewDataDir as newDataDir } from "../support/database.ts";

// Runs while the staging folder contains an upload.
let meanwhile = async (): Promise<void> => {};
vi.mock("@remix-run/file-storage/fs", async (original) => {
  const actual = await original<typeof import("@remix-run/file-storage/fs")>();
  const createFsFileStorage = (folder: string) => {
    const storage = actual.createFsFileStorage(folder);
    const put = async (...args: Parameters<typeof storage.put>) => {
      const stored = await storage.put(...args);
      await meanwhile();
      return stored;
    };
    return { ...storage, put };
  };
  return { ...actual, createFsFileStorage };
});

/** Runs this code in a new process. Returns its exit status and output. */
function startOn(dataDir: string, code: string): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
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
  await import("#app/models/image/configured-store.server.ts");
  const [key] = signingKeys("login");
  await closeDatabase();
  console.log(key);`;

test("processes that start together on a new DATA_DIR all succeed, with one secret", async () => {
  const dataDir = join(newFolder(), "new");
  const started = await Promise.all([1, 2, 3, 4].map(() => startOn(dataDir, START)));
  expect(started.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual([0, 0, 0, 0]);
  expect(new Set(started.map(({ output }) => output)).size).toBe(1);
  expect(readdirSync(dataDir).sort()).toEqual(["conference.db", "secret", "uploads"]);
  const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("processes that start together on an older database all succeed, with at most one copy each", async () => {
  const before = join(newDataDir(), "before");
  const { openDatabase } = await import("#app/db/connection.server.ts");
  const older = join(folderOf(RELEASED.slice(0, 3)), "drizzle");
  const { sqlite } = openDatabase(join(before, "conference.db"), older);
  sqlite.exec("insert into users (id, email) values ('1', 'olive@example.com')");
  sqlite.close();
  const started = await Promise.all([1, 2, 3].map(() => startOn(before, START)));
  expect(started.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual([0, 0, 0]);
  for (const name of readdirSync(join(before, "before-migration"))) {
    const copy = new Database(join(before, "before-migration", name), { readonly: true });
    expect(copy.prepare("select email from users").pluck().all()).toEqual(["olive@example.com"]);
  }
  expect(readdirSync(join(before, "staging"))).toEqual([]);
});

test("a process that starts keeps the uploads of another one", async () => {
  const dataDir = newDataDir();
  const { putFile, getFile } = await import("#app/models/image/configured-store.server.ts");
  const webp = await photo();
  let started: Awaited<ReturnType<typeof startOn>> | undefined;
  meanwhile = async () => {
    started = await startOn(dataDir, START);
  };
  await putFile("key", webp);
  expect(started).toMatchObject({ status: 0 });
  expect((await getFile("key"))?.size).toBe(webp.length);
});

test("leftovers of a process that has ended are removed; files of a possibly running one are kept for an hour", async () => {
  const dataDir = newDataDir();
  const { status, output } = await startOn(
    dataDir,
    `const { createStagingFolder } = await import("#app/db/staging-folder.server.ts");
      console.log(createStagingFolder(process.env.DATA_DIR));`,
  );
  expect(status).toBe(0);
  const left = output.trim();
  const { createStagingFolder, removeAbandonedStagingFolders } = await import(
    "#app/db/staging-folder.server.ts"
  );
  const own = createStagingFolder(dataDir);
  // These folders look as if other containers on the same volume had created them.
  const [recent, old] = [join(dataDir, "staging", "1-1-5.a"), join(dataDir, "staging", "1-1-5.b")];
  for (const folder of [recent, old]) mkdirSync(folder);
  const hourAgo = (Date.now() - 61 * 60_000) / 1_000;
  utimesSync(old, hourAgo, hourAgo);
  removeAbandonedStagingFolders(dataDir, Date.now());
  expect([left, own, recent, old].filter((folder) => existsSync(folder))).toEqual([own, recent]);
});
