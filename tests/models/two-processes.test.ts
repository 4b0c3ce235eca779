// Two processes with one DATA_DIR do not delete each other's files.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { photo } from "../support/backups.ts";
import { useNewDataDir as newDataDir } from "../support/database.ts";

// Runs while an upload is in its staging folder.
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
  const dataDir = join(mkdtempSync(join(tmpdir(), "conference-")), "new");
  const started = await Promise.all([1, 2, 3, 4].map(() => startOn(dataDir, START)));
  expect(started.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual([0, 0, 0, 0]);
  expect(new Set(started.map(({ output }) => output)).size).toBe(1);
  expect(readdirSync(dataDir).sort()).toEqual(["conference.db", "secret", "uploads"]);
  const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("processes that start together on an older database all succeed, with at most one copy each", async () => {
  const dataDir = newDataDir();
  const { openDatabase } = await import("#app/db/connection.server.ts");
  const older = mkdtempSync(join(tmpdir(), "drizzle-"));
  cpSync("drizzle", older, { recursive: true });
  const journal = JSON.parse(readFileSync(join(older, "meta", "_journal.json"), "utf8"));
  journal.entries.length = 3;
  writeFileSync(join(older, "meta", "_journal.json"), JSON.stringify(journal));
  const before = join(dataDir, "before");
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
    `const { makeStaging } = await import("#app/db/staging.server.ts"); console.log(makeStaging(process.env.DATA_DIR));`,
  );
  expect(status).toBe(0);
  const left = output.trim();
  const { makeStaging, removeAbandonedStaging } = await import("#app/db/staging.server.ts");
  const own = makeStaging(dataDir);
  // Folders named by another container on the same volume.
  const [others, long] = ["1-1-5.a", "1-1-5.b"].map((name) => join(dataDir, "staging", name));
  for (const folder of [others, long]) mkdirSync(folder ?? "");
  const hourAgo = (Date.now() - 61 * 60_000) / 1_000;
  utimesSync(long ?? "", hourAgo, hourAgo);
  removeAbandonedStaging(dataDir, Date.now());
  expect([left, own, others, long].map((folder) => existsSync(folder ?? ""))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
