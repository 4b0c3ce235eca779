import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type App, formPost, ORIGIN, openSampleApp } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { insertDelegate } from "../support/delegates.ts";
import { SPEAKER } from "../support/factories.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { pairwise } from "../support/pairwise.ts";
import { addressesOf } from "../support/routes.ts";

/** Public routes. Every other route must be guarded. metrics.test.ts covers /metrics. */
const PUBLIC = new Set([
  ...["/", "/register", "/registration", "/now", "/accessibility", "/privacy", "/healthz", "/*"],
  ...["", "/edit", "/pass-on", "/certificate", "/cancel", "/speaker", "/calendar.ics", "/*"].map(
    (view) => `/registration/:token${view}`,
  ),
  ...[
    "/my-day",
    "/my-day.ics",
    "/calendar.ics",
    "/calendar/:id.ics",
    "/og.png",
    "/og/:id.png",
    "/og/speakers/:id.png",
    "/objects/uploads/:id",
  ],
  ...["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/logos/:name"],
  ...["/api", "/api/*", "/api/login", "/api/logout", "/api/docs", "/api/openapi.json", "/api/auth/user"],
  ...["/api/conference", "/api/program", "/api/speakers", "/api/registrations"],
  ...["/api/sessions/:id/speakers", "/api/speakers/:id/sessions"],
]);
/** Guarded routes that helpers may use. All others refuse helpers. */
const FOR_HELPERS = new Set(["door", "walk-in", "door-list"].map((screen) => `/admin/delegates/${screen}`));
const GUARDED = /^\/(admin|api\/admin|api\/objects)(\/|$)|^\/api\/speakers\/:id\/image$/;

const HELPER = "hans@example.com";

let app: App;
let logins: Record<string, string>;
/** Authorization headers sent in place of a login cookie. */
const tokens: Record<string, string> = { "a wrong token": "Bearer conf_wrong", "another way": "Basic eDp5" };
beforeAll(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, DOOR_EMAILS: HELPER, ...conferenceIn(30) });
  // No response to a refused request may contain this family name.
  insertDelegate(app.sqlite, { id: 1, name: "Ona Oyelaran", status: "confirmed" });
  const [expired, revoked, unlisted] = [await logIn(), await logIn(), await logIn("former@example.com")];
  const sids = app.sqlite.prepare("select sid from login_sessions order by rowid").pluck().all();
  app.sqlite.prepare("update login_sessions set expire = 1 where sid = ?").run(sids[0]);
  app.sqlite.prepare("delete from login_sessions where sid = ?").run(sids[1]);
  logins = { nobody: "", expired, revoked, unlisted, forged: "login=forged" };
  for (const who of Object.keys(tokens)) logins[who] = "";
});

const TABLES = [
  ...["users", "login_sessions", "speakers", "program_sessions", "connections", "delegates"],
  ...["changesets", "changes", "api_tokens"],
];
const contents = () =>
  JSON.stringify(TABLES.map((table) => app.sqlite.prepare(`select * from ${table}`).all()));

// Stops the clock, because the use of a login is recorded once a minute.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const spellingsOf = (id: string, address: string): string[] => [
  ...["", "?add=", "?edit=1", "?delete=1", ".data", "/"].map((end) => address + end),
  `${address}.data?_routes=${encodeURIComponent(id)}`,
  address.toUpperCase(),
  address.replace("a", "%61"),
];

/** Sends a request as a browser does. Every write sends the same form. */
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
const FIELDS = { ...SPEAKER, speakerId: "1", sessionId: "9", id: "1", move: "down", intent: "check-in" };

test("every route is either public on purpose or behind the guards", () => {
  const unclassified = addressesOf(app).filter(({ path }) => !PUBLIC.has(path) && !GUARDED.test(path));
  expect(unclassified).toEqual([]);
  expect(addressesOf(app).filter(({ path }) => GUARDED.test(path)).length).toBeGreaterThanOrEqual(14);
});

test("a guarded route returns nothing to a non-organiser and changes nothing", async () => {
  const before = contents();
  const answers = new Map<number, number>();
  for (const { id, address } of addressesOf(app).filter(({ path }) => GUARDED.test(path))) {
    for (const [turn, [who, cookie]] of Object.entries(logins).entries()) {
      for (const [step, method] of METHODS.entries()) {
        const place = id.length + turn * METHODS.length + step;
        for (const spelling of pairwise(spellingsOf(id, address), place)) {
          const response = await ask(method, spelling, cookie, tokens[who]);
          const what = `${method} ${spelling} as ${who}`;
          // A trailing slash redirects to the address without one, which is refused.
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
});

test("a helper gets nothing from any guarded route but the door's, and changes nothing by it", async () => {
  const cookie = await logIn(HELPER);
  const before = contents();
  const answers = new Map<number, number>();
  const closed = addressesOf(app).filter(({ path }) => GUARDED.test(path) && !FOR_HELPERS.has(path));
  for (const { id, path, address } of closed) {
    for (const [place, spelling] of spellingsOf(id, address).entries()) {
      for (const method of pairwise(METHODS, id.length + place)) {
        const response = await ask(method, spelling, cookie);
        const what = `${method} ${spelling}`;
        const isRead = method === "GET" || method === "HEAD";
        // /admin redirects helpers to the door with a 303, or a 202 for data requests.
        const leadsOn = isRead && path === "/admin" ? [202, 303] : [];
        const hasSlash = isRead && spelling.endsWith("/") ? [308] : [];
        expect([403, 404, 405, ...leadsOn, ...hasSlash], what).toContain(response.status);
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        expect(await response.text(), what).not.toMatch(/Oyelaran|front page is not/);
      }
    }
  }
  expect(contents()).toBe(before);
  // The rest is 405: methods that a route does not have.
  expect(answers.get(403)).toBeGreaterThan(100);
  const addresses = addressesOf(app).filter(({ path }) => FOR_HELPERS.has(path));
  expect(addresses).toHaveLength(FOR_HELPERS.size);
  for (const { address } of addresses) expect((await ask("GET", address, cookie)).status).toBe(200);
});
