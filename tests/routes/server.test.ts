import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signFormId } from "#app/platform/form-id.server.ts";
import { finish } from "../faults/support/child-process.ts";
import { byForm, connections, send } from "../faults/support/requests.ts";
import { launch, newDataDir, type Server, startServer } from "../support/server.ts";

const DATA_DIR = newDataDir();
const SETTINGS = { DATA_DIR, SESSION_SECRET: "" };
const agent = connections(50);
const SECRET = join(DATA_DIR, "secret");
let server: Server;
let formKey: string;
beforeAll(async () => {
  chmodSync(DATA_DIR, 0o777);
  server = await startServer(SETTINGS);
  const secret = readFileSync(SECRET, "utf8").trim();
  formKey = createHmac("sha256", secret).update("form").digest("base64url");
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

const newFormId = () => signFormId(formKey, Date.now() - 60_000);
const register = (changes: Record<string, string>, at = server) =>
  send(`${at.origin}/register`, { ...byForm("noor@example.com", newFormId(), changes), agent });

test("an address with a line end or control character is refused, below /api as JSON", async () => {
  const paths = ["/api/%0A", "/api/admin/speakers/%0D", "/api/%E2%80%A8", "/api/sessions/%00/speakers"];
  for (const path of paths) {
    const response = await fetch(server.origin + path);
    const message = "This URL isn’t valid. Check it for typos.";
    expect([response.status, await response.json()]).toEqual([400, { message }]);
  }
  expect((await fetch(`${server.origin}/admin/%0A`)).status).toBe(400);
});

/** Names of the files in DATA_DIR to which other users have access. */
const openToOthers = () =>
  readdirSync(DATA_DIR, { recursive: true, encoding: "utf8" }).filter(
    // A private folder protects its contents.
    (name) => !name.includes("/") && (statSync(join(DATA_DIR, name)).mode & 0o077) !== 0,
  );

test("files are for the site's own user alone, the secret is kept, and the output has the last line of the log and nothing personal", async () => {
  const secret = readFileSync(SECRET, "utf8");
  expect(secret.trim()).toMatch(/^[\w-]{43}$/);
  const names = ["conference.db", "conference.db-shm", "conference.db-wal", "secret", "uploads"];
  expect(readdirSync(DATA_DIR)).toEqual(expect.arrayContaining(names));
  expect(openToOthers()).toEqual([]);
  expect(await server.stop()).toBe(0);

  // Sets permissions as in earlier versions, and leaves a database log as after a power cut.
  for (const name of ["conference.db-wal", "conference.db-shm"]) writeFileSync(join(DATA_DIR, name), "");
  mkdirSync(join(DATA_DIR, "before-migration"));
  for (const name of readdirSync(DATA_DIR)) {
    const path = join(DATA_DIR, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  const again = await startServer(SETTINGS, { script: "start" });
  expect(openToOthers()).toEqual([]);
  expect(readFileSync(SECRET, "utf8")).toBe(secret);
  expect((await register({ email: "secret.person@example.com" }, again)).status).toBe(303);
  await again.stop();
  server = await startServer(SETTINGS);
  const output = again.output.join("");
  expect(output).toMatch(
    /"level":"info",.*"requestId":"[0-9a-f]{12}","method":"POST","path":"\/register","status":303,"ms":/,
  );
  expect(output).not.toMatch(/secret\.person|noor|haddad/i);
  expect(output).toMatch(/"msg":"stopped"\}\n$/);
});

test.each([
  [{ SITE_URL: "byline.example.com" }, "SITE_URL must be the site's public URL"],
  [{ NOTIFY_AT: "25:00" }, "NOTIFY_AT must be each, hourly, or times of the day such as 08:00,16:00."],
])("a wrong setting stops the start with a sentence instead of a stack trace: %j", async (settings, why) => {
  const failed = await launch({ settings, script: "start" });
  expect(await failed.exited).toBe(1);
  const output = failed.output.join("").trim();
  expect(output).toContain(`The site cannot start: ${why}`);
  expect(output).not.toContain("\n");
});

test("a port that is in use stops the start with a sentence", async () => {
  const failed = await launch({ port: server.port, script: "start" });
  expect(await failed.exited).toBe(1);
  const why = "another program is using this port. Stop it, or set PORT to another one.";
  expect(failed.output.join("")).toBe(`The site cannot start: ${why}\n`);
});

test("start:plain serves the same pages, forms and files with react-router-serve", async () => {
  const plain = await startServer(SETTINGS, { script: "start:plain" });
  for (const path of ["/", "/favicon.svg", "/licences.txt", "/api/program"])
    expect([path, (await send(plain.origin + path, { agent })).status]).toEqual([path, 200]);
  expect((await register({ email: "plain@example.com" }, plain)).status).toBe(303);
  expect(await plain.stop()).toBe(0);
});

const run = (script: string, env: Record<string, string>, ...args: string[]) =>
  finish(spawn(process.execPath, [`bin/${script}.ts`, ...args], { env: { ...process.env, ...env } }));

test("db:seed fills an empty DATA_DIR once; --force replaces the program and keeps the delegates", async () => {
  const dataDir = newDataDir();
  const seed = (...args: string[]) => run("seed", { DATA_DIR: dataDir }, ...args);
  expect((await seed()).status).toBe(0);
  const sqlite = new Database(join(dataDir, "conference.db"));
  const counts = () =>
    ["speakers", "program_sessions", "connections", "delegates"].map((table) =>
      sqlite.prepare(`select count(*) from ${table}`).pluck().get(),
    );
  expect(counts()).toEqual([18, 9, 22, 0]);

  sqlite.exec("delete from speakers where id = 1");
  sqlite.exec(
    "insert into delegates (name, email, job_title, registration_type) values ('N', 'e', 'J', 'pr_pass')",
  );
  const refused = await seed();
  expect(refused.status).toBe(1);
  expect(refused.output).toContain("already holds a conference, so nothing was changed");
  expect(counts()).toEqual([17, 9, 20, 1]);

  expect((await seed("--force")).status).toBe(0);
  expect(counts()).toEqual([18, 9, 22, 1]);
});

test("admin:link prints a one-time link for an organiser, and refuses others with advice", async () => {
  const env = { ADMIN_EMAILS: "ana@example.com", SITE_URL: "https://byline.example.com" };
  const link = (...args: string[]) => run("admin-link", { ...env, DATA_DIR: newDataDir() }, ...args);
  const [listed, other, none] = await Promise.all([link("Ana@example.com"), link("eve@example.com"), link()]);
  expect(listed.status).toBe(0);
  expect(listed.output).toMatch(/https:\/\/byline\.example\.com\/api\/login\?link=[\w-]{43}\n/);
  expect(other.status).toBe(1);
  expect(other.output).toContain("eve@example.com is not an organiser. Add the address to ADMIN_EMAILS, or");
  expect(none.output).toContain("npm run admin:link -- you@example.com");
});

test("the server's scripts are stored with one byte for each character", () => {
  for (const file of readdirSync("build/server", { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".js")) continue;
    expect(readFileSync(join("build/server", file), "utf8").match(/[^\0-\xff]/)?.[0], file).toBeUndefined();
  }
});
