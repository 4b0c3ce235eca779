// Asked of every address below /admin and /api/admin that the route table has, in every way there is.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type App, formPost, ORIGIN, openSampleApp } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { ORGANISER, signIn } from "../support/organiser.ts";
import { pairwise } from "../support/pairwise.ts";
import { addressesOf } from "../support/routes.ts";

/**
 * What strangers may ask for. /metrics is no route: the pipeline answers it, and metrics.test.ts asks who may see it.
 * A new route is either here or behind the guards, or this test fails. */
const PUBLIC = new Set([
  "/",
  "/register",
  "/registration",
  "/registration/:token",
  "/registration/:token/cancel",
  "/registration/:token/calendar.ics",
  "/registration/:token/*",
  "/now",
  "/accessibility",
  "/privacy",
  "/healthz",
  "/calendar.ics",
  "/calendar/:id.ics",
  "/og.png",
  "/og/:id.png",
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/api/login",
  "/api/logout",
  "/api",
  "/api/*",
  "/api/docs",
  "/api/openapi.json",
  "/api/auth/user",
  "/api/program",
  "/api/sessions/:id/speakers",
  "/api/speakers",
  "/api/speakers/:id/sessions",
  "/api/registrations",
  "/objects/uploads/:id",
  "/*",
]);
/** What of the rest helpers may use: a new route is refused to them, or this test fails. */
const FOR_HELPERS = new Set([
  "/admin/delegates/door",
  "/admin/delegates/walk-in",
  "/admin/delegates/door-list",
]);
const GUARDED = /^\/(admin|api\/admin|api\/objects)(\/|$)|^\/api\/speakers\/:id\/image$/;

const HELPER = "hans@example.com";

let app: App;
let logins: Record<string, string>;
/** What those without a login send instead. */
const tokens: Record<string, string> = { "a wrong token": "Bearer conf_wrong", "another way": "Basic eDp5" };
beforeAll(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, DOOR_EMAILS: HELPER, ...conferenceIn(30) });
  const [expired, revoked, unlisted] = [await signIn(), await signIn(), await signIn("former@example.com")];
  const sids = app.sqlite.prepare("select sid from login_sessions order by rowid").pluck().all();
  app.sqlite.prepare("update login_sessions set expire = 1 where sid = ?").run(sids[0]);
  app.sqlite.prepare("delete from login_sessions where sid = ?").run(sids[1]);
  logins = { nobody: "", expired, revoked, unlisted, forged: "login=forged" };
  for (const who of Object.keys(tokens)) logins[who] = "";
});

const TABLES = [
  "users",
  "login_sessions",
  "speakers",
  "program_sessions",
  "connections",
  "delegates",
  "corrections",
  "used_forms",
  "audit_log",
  "deletions",
];
const contents = () =>
  JSON.stringify(TABLES.map((table) => app.sqlite.prepare(`select * from ${table}`).all()));

// Once a minute it is noted that a login is used: here time stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The ways in which one address can be asked for. */
const spellingsOf = (id: string, address: string): string[] => [
  address,
  `${address}?add=`,
  `${address}?edit=1`,
  `${address}?delete=1`,
  `${address}?door&q=a`,
  `${address}?badges`,
  `${address}.data`,
  `${address}.data?_routes=${encodeURIComponent(id)}`,
  address.toUpperCase(),
  address.replace("a", "%61"),
  `${address}/`,
];

/** Asks for it as a browser does, a change with a form that has something for every screen. */
function ask(method: string, path: string, cookie = "", token?: string): Promise<Response> {
  const isRead = method === "GET" || method === "HEAD";
  const init = isRead ? {} : formPost(FIELDS);
  return app.fetch(path, {
    ...init,
    method,
    headers: {
      ...(init.headers ?? {}),
      ...(cookie ? { Cookie: cookie } : {}),
      ...(token ? { Authorization: token } : {}),
      "Sec-Fetch-Site": "same-origin",
      Origin: ORIGIN,
    },
  });
}
const FIELDS = {
  name: "x",
  title: "x",
  company: "x",
  category: "b2c",
  speakerId: "1",
  sessionId: "9",
  id: "1",
  move: "down",
  intent: "check-in",
};

test("every route is either public on purpose or behind the guards", () => {
  const unclassified = addressesOf(app).filter(({ path }) => !PUBLIC.has(path) && !GUARDED.test(path));
  expect(unclassified).toEqual([]);
  expect(addressesOf(app).filter(({ path }) => GUARDED.test(path)).length).toBeGreaterThanOrEqual(14);
});

/** Enough for a busy machine. */
const THOUSANDS_OF_REQUESTS_MS = 240_000;

test(
  "whoever is no organiser gets nothing from a guarded route and changes nothing",
  async () => {
    const before = contents();
    const answers = new Map<number, number>();
    for (const { id, address } of addressesOf(app).filter(({ path }) => GUARDED.test(path))) {
      for (const [place, spelling] of spellingsOf(id, address).entries()) {
        for (const [turn, [who, cookie]] of Object.entries(logins).entries()) {
          for (const method of pairwise(METHODS, id.length + place + turn)) {
            const response = await ask(method, spelling, cookie, tokens[who]);
            const what = `${method} ${spelling} as ${who}`;
            // One with a slash at its end leads to the one without, which says no.
            const leadsOn = spelling.endsWith("/") && (method === "GET" || method === "HEAD");
            expect([302, 401, 403, 404, 405, ...(leadsOn ? [308] : [])], what).toContain(response.status);
            answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
            const body = await response.text();
            expect(body, what).not.toMatch(/Oyelaran|front page is not/);
          }
        }
      }
    }
    expect(contents()).toBe(before);
    expect(answers.get(401)).toBeGreaterThan(200);
  },
  THOUSANDS_OF_REQUESTS_MS,
);

test("a helper gets nothing from any guarded route but the door's, and changes nothing by it", async () => {
  const cookie = await signIn(HELPER);
  const before = contents();
  const answers = new Map<number, number>();
  const closed = addressesOf(app).filter(({ path }) => GUARDED.test(path) && !FOR_HELPERS.has(path));
  for (const { id, path, address } of closed) {
    for (const spelling of spellingsOf(id, address)) {
      for (const method of METHODS) {
        const response = await ask(method, spelling, cookie);
        const what = `${method} ${spelling}`;
        const isRead = method === "GET" || method === "HEAD";
        // The panel's entrance leads to the door; script reads that from a 202.
        const leadsOn = isRead && path === "/admin" ? [202, 303] : [];
        const hasSlash = isRead && spelling.endsWith("/") ? [308] : [];
        expect([403, 404, 405, ...leadsOn, ...hasSlash], what).toContain(response.status);
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        expect(await response.text(), what).not.toMatch(/Oyelaran|front page is not/);
      }
    }
  }
  expect(contents()).toBe(before);
  expect(answers.get(403)).toBeGreaterThan(500);
  const addresses = addressesOf(app).filter(({ path }) => FOR_HELPERS.has(path));
  expect(addresses).toHaveLength(FOR_HELPERS.size);
  for (const { address } of addresses) expect((await ask("GET", address, cookie)).status).toBe(200);
});
