// The server as a process: what only shows over real connections.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { registration, registrationForm } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { startServer } from "../support/server.ts";

const CONNECTIONS = 20;

/** Posts over kept-open connections; answers the status and where it leads. */
function post(
  agent: Agent,
  url: string,
  type: string,
  body: string,
): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: "POST", headers: { "Content-Type": type } }, (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const FORM = "application/x-www-form-urlencoded";
const formBody = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const rowCount = (dataDir: string) =>
  new Database(join(dataDir, "conference.db")).prepare("select count(*) from delegates").pluck().get();

test("50 concurrent copies of one form submission leave one row and one answer", async () => {
  const server = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const body = formBody(registrationForm());
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post(agent, `${server.origin}/register`, FORM, body)),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(50);
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(rowCount(server.dataDir)).toBe(1);
  agent.destroy();
  expect(await server.stop()).toBe(0);
});

test("1,000 valid registrations over 20 connections, half of them by form, leave 1,000 rows", async () => {
  const server = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const person = registration({ name: `Delegate ${index}`, email: `d${index}@example.com` });
      if (index % 2 === 0) {
        const body = formBody({ ...person, formId: aFormId() });
        return (await post(agent, `${server.origin}/register`, FORM, body)).status;
      }
      return (
        await post(agent, `${server.origin}/api/registrations`, "application/json", JSON.stringify(person))
      ).status;
    }),
  );
  expect(statuses.filter((status) => status === 303)).toHaveLength(500);
  expect(statuses.filter((status) => status === 201)).toHaveLength(500);
  const sqlite = new Database(join(server.dataDir, "conference.db"));
  expect(sqlite.prepare("select count(*), count(distinct email) from delegates").raw().get()).toEqual([
    1_000, 1_000,
  ]);
  agent.destroy();
  await server.stop();
});

test("nothing that was registered is in the server's output", async () => {
  const server = await startServer();
  const agent = new Agent();
  const body = formBody(registrationForm({ email: "secret.person@example.com" }));
  await post(agent, `${server.origin}/register`, FORM, body);
  await server.stop();
  expect(server.output.join("")).toMatch(
    /"level":"info",.*"requestId":"[0-9a-f]{12}","method":"POST","path":"\/register","status":303,"ms":/,
  );
  expect(server.output.join("")).not.toMatch(/secret|noor|haddad/i);
});

test("the last line of the log is there when npm start has stopped", async () => {
  const server = await startServer({}, { withNpm: true });
  await server.stop();
  expect(server.output.join("")).toMatch(/"msg":"stopped"\}\n$/);
});

test("an address with a line end or a control character in it is refused, below /api as JSON", async () => {
  const server = await startServer();
  for (const path of [
    "/api/%0A",
    "/api/admin/speakers/%0D",
    "/api/%E2%80%A8",
    "/api/sessions/%00/speakers",
  ]) {
    const response = await fetch(server.origin + path);
    const message = "This web address isn’t valid. Check it for typos.";
    expect([response.status, await response.json()]).toEqual([400, { message }]);
  }
  expect((await fetch(`${server.origin}/admin/%0A`)).status).toBe(400);
  expect(await server.stop()).toBe(0);
});

test("the first start makes a secret that only its owner reads, and keeps it", async () => {
  const server = await startServer({ SESSION_SECRET: "" });
  await server.stop();
  const path = join(server.dataDir, "secret");
  const secret = readFileSync(path, "utf8");
  expect(secret.trim()).toMatch(/^[\w-]{43}$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await startServer({ SESSION_SECRET: "", DATA_DIR: server.dataDir });
  await again.stop();
  expect(readFileSync(path, "utf8")).toBe(secret);
});

/** The mode of everything below a folder that others than its owner may get at. */
const openToOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    // Inside a folder that is closed nobody gets at anything.
    (name) => !name.includes("/") && (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

test("in a folder that was there, and may be anybody's, what lasts is for the site's own user alone", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "conference-"));
  chmodSync(DATA_DIR, 0o777);
  const server = await startServer({ DATA_DIR, SESSION_SECRET: "" });
  expect(readdirSync(DATA_DIR)).toEqual(
    expect.arrayContaining(["conference.db", "conference.db-shm", "conference.db-wal", "secret", "uploads"]),
  );
  expect(openToOthers(DATA_DIR)).toEqual([]);
  await server.stop();

  // As earlier versions left it; and the log of the database is there after a power cut.
  for (const name of ["conference.db-wal", "conference.db-shm"]) writeFileSync(join(DATA_DIR, name), "");
  mkdirSync(join(DATA_DIR, "before-migration"));
  for (const name of readdirSync(DATA_DIR)) {
    const path = join(DATA_DIR, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  const again = await startServer({ DATA_DIR, SESSION_SECRET: "" });
  expect(openToOthers(DATA_DIR)).toEqual([]);
  expect((await fetch(`${again.origin}/healthz`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
});

test("a wrong setting stops the start with a sentence instead of a stack trace", () => {
  const { status, stderr } = spawnSync("npm", ["start", "--silent"], {
    env: {
      ...process.env,
      SITE_URL: "byline.example.com",
      DATA_DIR: mkdtempSync(join(tmpdir(), "conference-")),
    },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("The site cannot start: SITE_URL must be the site's public address");
  expect(stderr).not.toContain("    at ");
});

test("db:seed fills an empty DATA_DIR once; --force replaces the program and keeps the delegates", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "conference-"));
  const seed = (...args: string[]) =>
    spawnSync("npm", ["run", "--silent", "db:seed", "--", ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: "utf8",
    });
  const counts = () => {
    const sqlite = new Database(join(dataDir, "conference.db"));
    return ["speakers", "program_sessions", "connections", "delegates"].map((table) =>
      sqlite.prepare(`select count(*) from ${table}`).pluck().get(),
    );
  };
  expect(seed().status).toBe(0);
  expect(counts()).toEqual([18, 9, 22, 0]);

  const sqlite = new Database(join(dataDir, "conference.db"));
  sqlite.exec("delete from speakers where id = 1");
  sqlite.exec(
    "insert into delegates (name, email, job_title, registration_type) values ('N', 'e', 'J', 'pr_pass')",
  );
  const refused = seed();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("already holds a conference, so nothing was changed");
  expect(counts()).toEqual([17, 9, 20, 1]);

  expect(seed("--force").status).toBe(0);
  expect(counts()).toEqual([18, 9, 22, 1]);
});

test("admin:link prints a one-time link for an organiser, and refuses anybody else with what to do", () => {
  const link = (...args: string[]) =>
    spawnSync("npm", ["run", "--silent", "admin:link", "--", ...args], {
      env: {
        ...process.env,
        DATA_DIR: mkdtempSync(join(tmpdir(), "conference-")),
        ADMIN_EMAILS: "ana@example.com",
        SITE_URL: "https://byline.example.com",
      },
      encoding: "utf8",
    });
  const listed = link("Ana@example.com");
  expect(listed.status).toBe(0);
  expect(listed.stdout).toMatch(/https:\/\/byline\.example\.com\/api\/login\?link=[\w-]{43}\n/);
  expect(link("eve@example.com").status).toBe(1);
  expect(link("eve@example.com").stderr).toContain(
    "eve@example.com is not on the list of organisers. Add it to ADMIN_EMAILS",
  );
  expect(link().stderr).toContain("npm run admin:link -- you@example.com");
});

test("what the server loads is kept with one byte for each character", () => {
  for (const file of readdirSync("build/server", { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".js")) continue;
    expect(readFileSync(join("build/server", file), "utf8").match(/[^\0-\xff]/)?.[0], file).toBeUndefined();
  }
});
