import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { beforeEach, expect, test, vi } from "vitest";
import { withDamagedIndex } from "../faults/support/hostile-archives.ts";
import { contentOf, newConference, newFolder } from "../support/backups.ts";

// Runs after the database snapshot and before the images are listed.
let meanwhile = (_uploads: string): void => {};
vi.mock("#app/backup/contents.server.ts", async (original) => {
  const actual = await original<typeof import("#app/backup/contents.server.ts")>();
  return {
    ...actual,
    findImages: async (uploads: string) => {
      meanwhile(uploads);
      return actual.findImages(uploads);
    },
  };
});

const { createBackup } = await import("#app/backup/backup.server.ts");
const { checkBackup, restoreBackup } = await import("#app/backup/restore.server.ts");

let conference: Awaited<ReturnType<typeof newConference>>;
let file: string;
beforeEach(async () => {
  conference = await newConference();
  file = join(newFolder(), "backup.tar");
  meanwhile = () => {};
});

const rowsOf = (dataDir: string, sql: string) =>
  new Database(join(dataDir, "conference.db"), { readonly: true }).prepare(sql).raw().all();
const DELEGATES = "select id, form_id, name, email, created_at from delegates order by id";
const SPEAKERS = "select id, name, image_url, updated_at from speakers order by id";

test("a backup restores rows and images unchanged, without the secret", async () => {
  const { dataDir } = conference;
  writeFileSync(join(dataDir, "secret"), "a secret");
  const counts = { delegates: 2, speakers: 18, sessions: 9, images: 2, missingImages: [] };
  expect(await createBackup(dataDir, file)).toEqual({ ...counts, size: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, ".."))).toEqual(["backup.tar"]);

  const restored = join(newFolder(), "new", "data");
  expect(await restoreBackup(restored, file)).toMatchObject(counts);
  expect(readdirSync(restored).sort()).toEqual(["conference.db", "uploads"]);
  const files = readdirSync(restored, { recursive: true, encoding: "utf8" }).map((name) =>
    statSync(join(restored, name)),
  );
  expect(files.filter((each) => each.isFile() && (each.mode & 0o777) !== 0o600)).toEqual([]);
  for (const sql of [DELEGATES, SPEAKERS]) expect(rowsOf(restored, sql)).toEqual(rowsOf(dataDir, sql));
  const uploads = contentOf(join(dataDir, "uploads"));
  expect(Object.values(uploads).filter((hash) => hash !== null)).toHaveLength(12);
  expect(contentOf(join(restored, "uploads"))).toEqual(uploads);
  const { openDatabase } = await import("#app/db/connection.server.ts");
  const { sqlite } = openDatabase(join(restored, "conference.db"));
  expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
});

test("other programs read a backup as a tar file", async () => {
  await createBackup(conference.dataDir, file);
  const folder = newFolder();
  const { status, stderr } = spawnSync("tar", ["-xf", file, "-C", folder], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(contentOf(join(folder, "uploads"))).toEqual(contentOf(join(conference.dataDir, "uploads")));
  expect(rowsOf(folder, DELEGATES)).toHaveLength(2);
});

test("the backup of a killed site includes rows that are only in the log, and no deleted rows", async () => {
  const { sqlite, dataDir } = conference;
  sqlite.exec("delete from delegates where email = 'a@example.com'");
  const killed = newFolder();
  cpSync(dataDir, killed, { recursive: true, filter: (path) => !path.endsWith("-shm") });
  await createBackup(killed, file);
  expect(readFileSync(file).includes("b@example.com")).toBe(true);
  expect(readFileSync(file).includes("a@example.com")).toBe(false);
});

test("a backup made during writes contains only committed data", async () => {
  const { sqlite, dataDir } = conference;
  sqlite.exec("begin immediate; delete from delegates");
  await createBackup(dataDir, file);
  sqlite.exec("rollback");
  const restored = newFolder();
  await restoreBackup(restored, file);
  expect(rowsOf(restored, DELEGATES)).toHaveLength(2);
});

test("an image swept during a backup makes it start again; a lost one is reported", async () => {
  const { sqlite, dataDir, images } = conference;
  let looks = 0;
  meanwhile = (uploads) => {
    looks += 1;
    if (looks > 1) return;
    sqlite.prepare("update speakers set image_url = null where image_url = ?").run(images[0]);
    rmSync(metadataOf(uploads, images[0]));
  };
  expect(await createBackup(dataDir, file)).toMatchObject({ images: 1, missingImages: [] });

  meanwhile = () => {};
  rmSync(metadataOf(join(dataDir, "uploads"), images[1]));
  const second = `${file}.2`;
  expect(await createBackup(dataDir, second)).toMatchObject({ images: 0, missingImages: [images[1]] });
  expect(await restoreBackup(newFolder(), second)).toMatchObject({ missingImages: [images[1]] });
});

/** Returns the path of the metadata file for an image's large size. */
function metadataOf(uploads: string, imageUrl = ""): string {
  const id = imageUrl.split("/").at(-1);
  const name = readdirSync(uploads, { recursive: true, encoding: "utf8" }).find(
    (path) => path.endsWith(".meta.json") && readFileSync(join(uploads, path), "utf8").includes(`"${id}"`),
  );
  return join(uploads, name ?? "");
}

test("leftovers of uploads after a crash are not in a backup", async () => {
  const uploads = join(conference.dataDir, "uploads");
  mkdirSync(join(uploads, "ab"), { recursive: true });
  const hash = `ab${"0".repeat(62)}`;
  writeFileSync(join(uploads, "ab", `${hash}.dat`), "half");
  writeFileSync(join(uploads, "ab", `${hash}.meta.json`), "{");
  expect(await createBackup(conference.dataDir, file)).toMatchObject({ images: 2 });
  expect(readFileSync(file).includes(hash)).toBe(false);
});

test("a backup overwrites nothing, and needs a folder and data to back up", async () => {
  const { dataDir } = conference;
  writeFileSync(file, "mine");
  await expect(createBackup(dataDir, file)).rejects.toThrow(`${file} already exists`);
  expect(readFileSync(file, "utf8")).toBe("mine");
  const inNoFolder = join(file, "..", "none", "x.tar");
  await expect(createBackup(dataDir, inNoFolder)).rejects.toThrow("There is no folder");
  await expect(createBackup(newFolder(), `${file}.2`)).rejects.toThrow("There is nothing to back up");
  const foreign = newFolder();
  writeFileSync(join(foreign, "conference.db"), "not a database, though long enough to look at".repeat(50));
  await expect(createBackup(foreign, `${file}.2`)).rejects.toThrow("conference.db is damaged or not");
  expect(readdirSync(join(file, ".."))).toEqual(["backup.tar"]);
});

test("a backup is restored into an empty DATA_DIR only, apart from a secret, the backup and leftovers", async () => {
  const { dataDir } = conference;
  await createBackup(dataDir, file);
  const before = contentOf(dataDir);
  await expect(restoreBackup(dataDir, file)).rejects.toThrow(
    /is not empty, so nothing was restored: it contains conference\.db.*Stop the site/,
  );
  expect(contentOf(dataDir)).toEqual(before);

  const target = newFolder();
  writeFileSync(join(target, "secret"), "kept");
  mkdirSync(join(target, "restoring-abc"));
  cpSync(file, join(target, "backup.tar"));
  await restoreBackup(target, join(target, "backup.tar"));
  expect(readdirSync(target).sort()).toEqual(["backup.tar", "conference.db", "secret", "uploads"]);
  expect(readFileSync(join(target, "secret"), "utf8")).toBe("kept");
});

test("an incomplete backup is refused with advice and changes nothing", async () => {
  await createBackup(conference.dataDir, file);
  const whole = readFileSync(file);
  const flippedAt = (index: number) => {
    const flipped = Buffer.from(whole);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    return flipped;
  };
  const uploads = join(conference.dataDir, "uploads");
  const image = Object.keys(contentOf(uploads)).find((name) => name.endsWith(".dat")) ?? "";
  const inImage = whole.indexOf(readFileSync(join(uploads, image)));
  expect(inImage).toBeGreaterThan(0);
  const cases: [Buffer, RegExp][] = [
    [flippedAt(Math.floor(whole.length / 2)), /is damaged, so nothing was restored/],
    [flippedAt(inImage), /is damaged, so nothing was restored/],
    [withDamagedIndex(whole), /is damaged, so nothing was restored/],
    [whole.subarray(0, whole.length - 1), /is damaged/],
    [Buffer.concat([whole, Buffer.alloc(512)]), /is damaged/],
    [Buffer.from("Dear backup,\n"), /is not a backup made by npm run backup/],
    [Buffer.alloc(0), /is not a backup/],
    [gzipSync(whole), /is not a backup/],
    [readFileSync(join(conference.dataDir, "conference.db")), /is not a backup/],
  ];
  for (const [bytes, message] of cases) {
    writeFileSync(file, bytes);
    const target = join(newFolder(), "data");
    await expect(restoreBackup(target, file)).rejects.toThrow(message);
    expect(existsSync(target)).toBe(false);
  }
  await expect(restoreBackup(newFolder(), `${file}.none`)).rejects.toThrow("There is no file");
  await expect(restoreBackup(newFolder(), newFolder())).rejects.toThrow("is not a backup");
});

test("a backup can be checked beside the running site's data, and nothing changes", async () => {
  await createBackup(conference.dataDir, file);
  const before = contentOf(conference.dataDir);
  const counts = { delegates: 2, speakers: 18, sessions: 9, images: 2, missingImages: [] };
  expect(await checkBackup(conference.dataDir, file)).toMatchObject(counts);
  expect(contentOf(conference.dataDir)).toEqual(before);
  const absent = join(newFolder(), "data");
  await checkBackup(absent, file);
  expect(existsSync(absent)).toBe(false);
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(checkBackup(conference.dataDir, file)).rejects.toThrow("is damaged");
  expect(contentOf(conference.dataDir)).toEqual(before);
});

test("an empty database beside a secret and uploads refuses the start with a sentence", async () => {
  const { openDatabase } = await import("#app/db/connection.server.ts");
  const open = (...names: string[]) => {
    const dataDir = newFolder();
    for (const name of names) {
      if (name === "uploads") mkdirSync(join(dataDir, name));
      else writeFileSync(join(dataDir, name), "");
    }
    return openDatabase(join(dataDir, "conference.db")).sqlite.close();
  };
  const refusal = /^The site cannot start: .*conference\.db is empty.* Restore a backup\./;
  expect(() => open("conference.db", "secret", "uploads")).toThrow(refusal);
  // The first start of a site, also one that was killed.
  for (const names of [["secret", "uploads"], ["conference.db", "secret"], []])
    expect(() => open(...names)).not.toThrow();
});

test("a backup of a newer version is refused", async () => {
  const { sqlite, dataDir } = conference;
  sqlite.prepare("update __drizzle_migrations set created_at = created_at + 1").run();
  await createBackup(dataDir, file);
  const target = newFolder();
  const message = "was made by a newer version of this site";
  await expect(restoreBackup(target, file)).rejects.toThrow(message);
  expect(readdirSync(target)).toEqual([]);
});

/** Fills the tables whose rows expire. Returns values that a backup must not contain. */
async function createExpiring(): Promise<string[]> {
  const { sqlite } = conference;
  const { saveUser } = await import("#app/models/login/user.server.ts");
  const { createLoginSession } = await import("#app/models/login/login-session.server.ts");
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  const { createDraft } = await import("#app/models/submission/draft.server.ts");
  const user = await saveUser({ email: "olive@example.com" });
  const { sid } = await createLoginSession(user.id);
  await createLoginLink("olive@example.com");
  const draft = await createDraft(user.id, { bio: "typed by somebody" });
  const formId = crypto.randomUUID();
  sqlite.exec(`insert into changesets (actor, action, form_id) values ('o', 'x', '${formId}');
    insert into changes (kind, subject, before) values ('delete', 'speaker', '{"name":"Deleted Speaker"}')`);
  const hash = sqlite.prepare("select token_hash from login_links").pluck().get() as string;
  return [sid, hash, draft, "typed by somebody", formId, "Deleted Speaker"];
}

const PASSING = [
  ...["login_sessions", "login_links", "drafts", "changesets where form_id is not null"],
  ...["changes where kind = 'delete' and before is not null", "pending_scrubs"],
];
const countPassing = (dataDir: string) =>
  PASSING.map((table) => Number(rowsOf(dataDir, `select count(*) from ${table}`).flat()[0]));

test("logins, one-time links, drafts and used forms are not in a backup, nor in its unused pages", async () => {
  const secrets = await createExpiring();
  await createBackup(conference.dataDir, file);
  const packed = readFileSync(file);
  expect(secrets.filter((secret) => packed.includes(secret))).toEqual([]);
  const target = newFolder();
  await restoreBackup(target, file);
  expect(countPassing(target)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(rowsOf(target, "select email from users")).toEqual([["olive@example.com"]]);
  expect(countPassing(conference.dataDir).slice(0, 5)).toEqual([1, 1, 1, 3, 1]);
});

const run = (command: string, dataDir: string, ...args: string[]) =>
  spawnSync(process.execPath, [`bin/${command}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });

test("a command deletes the logins that another program has restored, and detects such a copy", async () => {
  await createExpiring();
  const restored = run("db-restored", conference.dataDir);
  expect([restored.status, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toContain("contains 2 delegates. Everyone is logged out: 7 old logins");
  expect(restored.stdout).toContain("Waiting emails are held");
  expect(countPassing(conference.dataDir)).toEqual([0, 0, 0, 0, 0, 0]);
  const empty = newFolder();
  const refused = { status: 1, stderr: expect.stringContaining("it was not restored") };
  expect(run("db-restored", empty)).toMatchObject(refused);
  expect(readdirSync(empty)).toEqual([]);
});

test("a backup streams to standard output, where nothing else is written", async () => {
  const { dataDir } = conference;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/backup.ts", "-"], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  expect([status, stderr.toString()]).toEqual([0, expect.stringContaining("2 delegates")]);
  writeFileSync(file, stdout);
  expect(await checkBackup(newFolder(), file)).toMatchObject({ delegates: 2, images: 2 });
  expect(readdirSync(dataDir).filter((name) => name.startsWith("backup-"))).toEqual([]);
});

test("the commands report the path and content, and refuse with a sentence and status 1", () => {
  const made = run("backup", conference.dataDir, file);
  expect(made.status).toBe(0);
  expect(made.stdout).toContain(
    `The backup is ${file}, ${statSync(file).size} bytes: 2 delegates, 18 speakers, 9 sessions, 2 images.`,
  );
  const target = newFolder();
  const restored = run("restore", target, file);
  expect([restored.status, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toContain("2 delegates, 18 speakers, 9 sessions, 2 images");

  const checked = run("restore", conference.dataDir, "--check", file);
  expect([checked.status, checked.stderr]).toEqual([0, ""]);
  expect(checked.stdout).toMatch(/ is complete: 2 delegates, .*\nNothing was changed\.\n$/);

  const refusals = [
    [run("backup", conference.dataDir, file), "already exists"],
    [run("backup", conference.dataDir), "Give a file name: npm run backup -- FILE"],
    [run("restore", target, file), "is not empty"],
    [run("restore", target), "Give a backup file: npm run restore -- FILE"],
  ] as const;
  for (const [{ status, stderr }, sentence] of refusals) {
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  }
});
