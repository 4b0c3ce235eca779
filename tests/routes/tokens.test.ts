import { spawn } from "node:child_process";
import { beforeAll, expect, test, vi } from "vitest";
import { createToken, findToken, readTokenEntry } from "#app/platform/api-token.server.ts";
import { readSettings } from "#app/platform/env.server.ts";
import { finish } from "../faults/support/child-process.ts";
import { type App, jsonPost, openSampleApp } from "../support/app.ts";
import { HISTORY } from "../support/history.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { startServer } from "../support/server.ts";

const READ = createToken("reader", "read");
const FULL = createToken("sync", "full");
const ENDED = createToken("ended", "full", 1, Date.parse("2024-01-01"));
const DELEGATES = "/api/admin/delegates";
const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });
const UNKNOWN = "Unauthorized: this token is unknown.";
const SPEAKER = { name: "By a program", title: "T", company: "C", category: "b2b" };

let app: App;
let cookie: string;
beforeAll(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, API_TOKENS: `${READ?.entry}, ${FULL?.entry}` });
  cookie = await logIn();
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** The UTC date this many days after `now`. */
const daysFromNow = (days: number, now = Date.now()) =>
  new Date(now + days * DAY_MS).toISOString().slice(0, 10);

const speakers = () => app.sqlite.prepare("select count(*) from speakers").pluck().get();

test("npm run api:token prints a token and the entry that makes the site accept it", async () => {
  const run = (...args: string[]) => finish(spawn(process.execPath, ["bin/api-token.ts", ...args]));
  const DAYS = ["0", "367", "1.5", "-1", "soon", ""];
  // Midnight may pass during the test.
  const sevenDaysOn = [daysFromNow(7), daysFromNow(8)];
  const [made, unsaid, odd, week, noDays, ...wrong] = await Promise.all([
    run("sync", "full"),
    run("sync"),
    run("a:b", "read"),
    run("sync", "read", "--days", "7"),
    run("sync", "read", "--days"),
    ...DAYS.map((days) => run("sync", "read", "--days", days)),
  ]);
  expect(made.status).toBe(0);
  const token = /^conf_\S+$/m.exec(made.output)?.[0] ?? "";
  const entry = /^sync:full:[0-9a-f]{64}:\d{4}-\d\d-\d\d$/m.exec(made.output)?.[0] ?? "";
  const { API_TOKENS } = readSettings({ API_TOKENS: entry });
  expect(made.output).toContain(`valid until ${API_TOKENS[0]?.until} and`);
  expect(findToken(API_TOKENS, token)).toMatchObject({ name: "sync", scope: "full" });
  expect(findToken(API_TOKENS, `${token}x`)).toBeNull();
  expect([unsaid.status, noDays.status]).toEqual([1, 1]);
  expect(odd.output).toContain("npm run api:token -- NAME public|read|full");
  expect(sevenDaysOn.some((day) => week.output.includes(`valid until ${day} and`))).toBe(true);
  for (const [index, { status, output }] of wrong.entries())
    expect([status, output.includes("at most 366")], DAYS[index]).toEqual([1, true]);
});

test("two tokens of one name are refused: the history could not distinguish them", () => {
  const twice = () => readSettings({ API_TOKENS: `${READ?.entry},${READ?.entry}` });
  expect(twice).toThrow(/each with a unique name/);
});

const HASH = "a".repeat(64);
test.each([
  ...["sync", "sync:write:0", `:read:${HASH}`, `sync:read:${"a".repeat(63)}`, `sync:read:${HASH}:`],
  ...[`sync:read:${HASH}:tomorrow`, `sync:read:${HASH}:2026-02-28T10`],
])("an entry like %s stops the start with a sentence that names API_TOKENS", (entry) => {
  expect(readTokenEntry(entry)).toBeNull();
  expect(() => readSettings({ API_TOKENS: `${READ?.entry},${entry}` })).toThrow(
    /^The site cannot start: API_TOKENS must be entries as printed by npm run api:token, [^.]+\.$/,
  );
});

async function ask(site: App, token: string | undefined) {
  const response = await site.fetch(DELEGATES, { headers: bearer(token) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("a token ends with its last day, by default 90 days after its creation, and says so", async () => {
  vi.useFakeTimers({ now: new Date("2026-01-01T09:00:00Z"), toFake: ["Date"] });
  const [usual, week] = [createToken("lists", "read"), createToken("brief", "full", 7)];
  expect([usual?.until, week?.until]).toEqual(["2026-04-01", "2026-01-08"]);
  const site = await openSampleApp({ API_TOKENS: `${usual?.entry},${week?.entry}` });
  for (const [moment, ofWeek] of [
    ["2026-01-01T09:00:00Z", 200],
    ["2026-01-08T23:59:59Z", 200],
    ["2026-01-09T00:00:00Z", 401],
  ] as const) {
    vi.setSystemTime(new Date(moment));
    expect((await ask(site, usual?.token)).status).toBe(200);
    expect((await ask(site, week?.token)).status).toBe(ofWeek);
  }
  vi.setSystemTime(new Date("2026-04-02T00:00:00Z"));
  const { status, headers, body } = await ask(site, usual?.token);
  expect(status).toBe(401);
  expect(headers.get("WWW-Authenticate")).toBe(
    'Bearer error="invalid_token", error_description="The token has expired"',
  );
  expect(body.message).toBe(
    "Unauthorized: this token was valid until 2026-04-01. An organiser can create a new one in the panel, under API Tokens.",
  );
  // Responses to wrong tokens reveal nothing about valid ones.
  expect((await ask(site, `${usual?.token}x`)).body).toEqual({ message: UNKNOWN });
  const before = site.sqlite.prepare("select count(*) from speakers").pluck().get();
  const change = await site.fetch("/api/admin/speakers", jsonPost(SPEAKER, bearer(week?.token)));
  expect(change.status).toBe(401);
  expect(site.sqlite.prepare("select count(*) from speakers").pluck().get()).toBe(before);
});

test("a token whose last day is more than 366 days away stops the start", async () => {
  const old = FULL?.entry.split(":").slice(0, 3).join(":");
  const extended = await openSampleApp({ API_TOKENS: `${old}:${daysFromNow(366)}` });
  expect((await ask(extended, FULL?.token)).status).toBe(200);
  for (const until of [daysFromNow(367), "2999-01-01"])
    expect(() => readSettings({ API_TOKENS: `${old}:${until}` })).toThrow(/API_TOKENS must be entries/);
  const past = await openSampleApp({ API_TOKENS: `${old}:${daysFromNow(-1)}` });
  expect((await ask(past, FULL?.token)).status).toBe(401);
});

test("a read token reads what organisers read, and changes nothing", async () => {
  const before = speakers();
  const read = await ask(app, READ?.token);
  expect(read.status).toBe(200);
  expect(read.headers.get("Cache-Control")).toBe("no-store");
  for (const [method, path] of [
    ["POST", "/api/admin/speakers"],
    ["PUT", "/api/admin/speakers/1"],
    ["DELETE", "/api/admin/speakers/1"],
    ["POST", "/api/objects/upload"],
    ["PUT", "/api/speakers/1/image"],
    ["PUT", "/objects/uploads/1"],
  ] as const) {
    const refused = await app.fetch(path, { ...jsonPost(SPEAKER, bearer(READ?.token)), method });
    expect(refused.status, `${method} ${path}`).toBe(403);
    const message = "This call needs the right program:write, which this token does not have.";
    expect(await refused.json()).toEqual({ message });
  }
  expect(speakers()).toBe(before);
});

test("a full token changes data, and the history names it", async () => {
  const created = await app.fetch("/api/admin/speakers", jsonPost(SPEAKER, bearer(FULL?.token)));
  expect(created.status).toBe(201);
  const actor = app.sqlite.prepare(`select actor from ${HISTORY} order by id desc limit 1`).pluck().get();
  expect(actor).toBe("token sync");
});

test("a request with a token needs no origin, unless it has cookies", async () => {
  const elsewhere = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
  const post = (headers: Record<string, string>) =>
    app.fetch("/api/admin/speakers", jsonPost(SPEAKER, { ...elsewhere, ...headers }));
  expect((await post(bearer(FULL?.token))).status).toBe(201);
  expect((await post({ ...bearer(FULL?.token), Cookie: cookie })).status).toBe(403);
  expect((await post({ Authorization: "Basic eDp5", Cookie: cookie })).status).toBe(403);
});

test("a token alone decides, whoever is logged in", async () => {
  const own = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  const as = (token: string | undefined) => ({ ...bearer(token), ...own });
  const read = await app.fetch("/api/admin/speakers", jsonPost(SPEAKER, as(READ?.token)));
  expect(read.status).toBe(403);
  const wrong = await app.fetch(DELEGATES, { headers: as("conf_wrong") });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get("WWW-Authenticate")).toMatch(/^Bearer error="invalid_token", /);
});

test("a token opens the calls only: no admin screen, no data of one, and it is no login", async () => {
  const headers = bearer(FULL?.token);
  for (const path of ["/admin", "/admin/delegates", "/admin/delegates.data", "/api/auth/user"])
    expect((await app.fetch(path, { headers })).status, path).toBe(401);
});

test("a 401 says whether the token is missing or unknown", async () => {
  for (const token of ["conf_", "x".repeat(10_000), "%00", "é".normalize("NFD").slice(0, 1)]) {
    const { status, headers, body } = await ask(app, token);
    expect([status, body]).toEqual([401, { message: UNKNOWN }]);
    expect(headers.get("WWW-Authenticate")).toBe(
      'Bearer error="invalid_token", error_description="The token is unknown"',
    );
  }
  for (const token of ["", "a b"]) {
    const { status, headers, body } = await ask(app, token);
    expect([status, body]).toEqual([
      401,
      { message: "Unauthorized: log in, or send a token: Authorization: Bearer TOKEN." },
    ]);
    expect(headers.get("WWW-Authenticate")).toBe('Bearer realm="API"');
  }
});

test("without API_TOKENS no token is right", async () => {
  const closed = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  expect((await ask(closed, FULL?.token)).status).toBe(401);
});

test("after 20 wrong tokens of one network the next is told when to retry; a valid one still works; none is in the log", async () => {
  const API_TOKENS = `${READ?.entry},${ENDED?.entry}`;
  const server = await startServer({ RATE_LIMIT: "on", API_TOKENS, SMPT_URL: "smtp://secret" });
  try {
    const ask = (token: string | undefined) =>
      fetch(`${server.origin}/api/admin/delegates?token=${token}`, { headers: bearer(token) });
    for (let count = 0; count < 20; count += 1) expect((await ask("conf_wrong")).status).toBe(401);
    const refused = await ask("conf_wrong");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect(await refused.json()).toEqual({
      message: "Too many invalid tokens from your network. Try again in 3 minutes.",
    });
    // The call does not know the parameter, but the token is valid.
    expect((await ask(READ?.token)).status).toBe(422);
  } finally {
    await server.stop();
  }
  const lines = server.output.join("");
  expect(lines).toContain("/api/admin/delegates");
  // The site logs valid tokens when it starts.
  const listed = `"event":"token-listed","token":"reader","scope":"read","until":"${READ?.until}"`;
  expect(lines).toContain(listed);
  expect(lines).toMatch(/"token":"ended","msg":"a token of API_TOKENS has expired/);
  expect(lines).toContain('"given":"SMPT_URL","meant":"SMTP_URL","msg":"this setting is not known');
  expect(lines).not.toContain("smtp://secret");
  expect(lines).not.toContain("conf_");
  expect(lines).not.toContain(READ?.entry.split(":")[2]);
});
