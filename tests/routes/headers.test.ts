import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, openSampleApp } from "../support/app.ts";
import { registration, registrationForm } from "../support/factories.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { pairwise } from "../support/pairwise.ts";
import { addressesOf } from "../support/routes.ts";
import { type Answer, type Sent, send } from "../support/send.ts";
import { type Server, startServer } from "../support/server.ts";

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
};
const STRICT_TRANSPORT = "max-age=63072000";
const PAGE_POLICY =
  /^default-src 'none'; script-src 'self'(?: 'sha256-[\w+/]{43}=')*; style-src 'self' 'sha256-[\w+/]{43}='; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "Content-Type": "application/json" };

const HTTPS = { SITE_URL: "https://byline.example.com" };

type Site = Server & { isHttps: boolean; own: Record<string, string>; cookie: string };
let app: App;
let sites: Site[];
beforeAll(async () => {
  sites = [await startSite({}), await startSite(HTTPS)];
});
afterAll(async () => {
  for (const site of sites) await site.stop();
});

/** Serves the sample conference in its own process, with a logged-in organiser. */
async function startSite(settings: Record<string, string>): Promise<Site> {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, ...settings });
  const cookie = await logIn();
  const server = await startServer({ DATA_DIR: app.dataDir, ...settings });
  const Origin = settings.SITE_URL ?? server.origin;
  const isHttps = settings.SITE_URL !== undefined;
  return { ...server, isHttps, cookie, own: { "Sec-Fetch-Site": "same-origin", Origin } };
}

function post(path: string, headers: Record<string, string>, body: string): Sent {
  return { method: "POST", path, headers, body };
}

const siteOf = (protocol: string) => sites[protocol === "https" ? 1 : 0] as Site;

const isPage = ({ headers }: Answer) => headers["content-type"]?.startsWith("text/html") === true;

/** What is the same for everyone, and also for other sites (other-sites.test.ts lists it exactly). */
const IS_PUBLIC =
  /^(GET|HEAD|OPTIONS) \/(api\/(conference|program|speakers|sessions|openapi)|calendar|og|sitemap|robots|manifest)\b/;
const IS_PUBLIC_IMAGE = /^(GET|HEAD|OPTIONS) \/(logos|objects|favicon|speaker-placeholder|portraits)\b/;

/** Sends a request and asserts the headers common to all responses. */
async function sendAndCheck(site: Site, sent: Sent, own: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await send(site.origin, sent);
  const what = `${sent.method ?? "GET"} ${sent.path} ${JSON.stringify(sent.headers ?? {})}: ${answer.status}`;
  const isPublic = IS_PUBLIC.test(what) || IS_PUBLIC_IMAGE.test(what);
  const corp = { "cross-origin-resource-policy": expect.stringMatching(/^(same|cross)-origin$/) };
  expect(answer.headers, what).toMatchObject({ ...SECURITY_HEADERS, ...(isPublic && corp), ...own });
  expect(answer.headers["strict-transport-security"], what).toBe(site.isHttps ? STRICT_TRANSPORT : undefined);
  for (const name of ["x-powered-by", "server"]) expect(answer.headers, what).not.toHaveProperty(name);
  const names = answer.names.filter((name) => name.startsWith("access-control-"));
  if (!isPublic) expect(names, what).toEqual([]);
  for (const name of [...Object.keys(SECURITY_HEADERS), "content-security-policy", "cache-control"]) {
    expect(answer.names.filter((each) => each === name).length, `${name} of ${what}`).toBeLessThanOrEqual(1);
  }
  expectPolicy(answer, what);
  expectNotKept(sent, answer, what);
  return answer;
}

function expectPolicy(answer: Answer, what: string): void {
  const policy = String(answer.headers["content-security-policy"]);
  if (!isPage(answer)) {
    expect(policy, what).toMatch(/^default-src 'none'; (frame-ancestors 'none'; base-uri 'none'|sandbox)$/);
    return;
  }
  expect(policy, what).toMatch(PAGE_POLICY);
  if (answer.body === "") return;
  for (const kind of ["script", "style"]) {
    const inline = [
      ...answer.body.matchAll(
        // JSON-LD and empty script elements do not run and need no hash.
        new RegExp(`<${kind}(?![^>]*(?:\\bsrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${kind}>`, "g"),
      ),
    ];
    const hashes = inline.flatMap(([, text]) => (text ? [sourceOf(text)] : []));
    const [allowed = ""] = policy.match(new RegExp(`${kind}-src [^;]*`)) ?? [];
    expect(new Set(allowed.match(/'sha256-[^']+'/g) ?? []), what).toEqual(new Set(hashes));
  }
  const markup = answer.body.replace(/(<(script|style)[^>]*>)[\s\S]*?<\/\2>/g, "$1");
  expect(markup, what).not.toMatch(/<[^>]+\s(style|nonce|on\w+)=|javascript:/i);
  for (const [, address] of markup.matchAll(
    /<(?:script|link(?! rel="canonical")|img)[^>]*\s(?:src|href)="([^"]*)"/g,
  )) {
    expect(address, what).toMatch(/^\/(?!\/)/);
  }
}

const sourceOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Asserts that personal pages and API responses are not cached. Public calls and files may be. */
function expectNotKept({ path, method = "GET", headers = {} }: Sent, answer: Answer, what: string): void {
  const caching = String(answer.headers["cache-control"] ?? "");
  const isFile =
    /^\/(favicon|portraits|assets|speaker-placeholder|__manifest|calendar|og|sitemap|robots|manifest)\b/.test(
      path,
    );
  const isPersonal =
    "Cookie" in headers || "set-cookie" in answer.headers || !["GET", "HEAD"].includes(method);
  const isPublicCall =
    /^\/api\/(docs|openapi\.json|conference|program|speakers|(sessions|speakers)\/1\/)/.test(path);
  if (isPublicCall && !isPersonal) expect(caching, what).toMatch(/^public, |no-store$/);
  else if (/^\/api\//i.test(path)) expect(caching, what).toMatch(/no-store$/);
  else if (isPersonal && !isFile) expect(caching, what).toMatch(/^(private, )?no-store$/);
  // A 304 for a file leaves the stored response's own rule.
  else expect(caching === "", what).toBe(isFile && answer.status === 304);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PROTOCOLS = ["http", "https"];

const DOOR = "/admin/delegates/door";
const CAMERA = { "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()" };
/** Permissions-Policy applies to documents only, so data requests may have either value. */
const ANY = { "permissions-policy": expect.stringMatching(/^camera=\((self)?\), microphone=\(\),/) };
const FOR_PRIVATE_LINKS = { "referrer-policy": "strict-origin", "x-robots-tag": "noindex" };

/** Cross-site logout requests are ignored, so the login stays valid for the other requests. */
const stayLoggedIn = (address: string): Record<string, string> =>
  address.includes("logout") ? { "Sec-Fetch-Site": "cross-site" } : {};

test.each(PROTOCOLS)("every route of an %s site has its headers for every method", async (protocol) => {
  const site = siteOf(protocol);
  const seen = new Map<number, number>();
  const addresses = addressesOf(app).flatMap(({ address }) => [address, `${address}.data`]);
  for (const [place, address] of addresses.entries()) {
    for (const [turn, method] of METHODS.entries()) {
      const isRead = ["GET", "HEAD"].includes(method);
      // One of the two sites gets the request with a login, the other without.
      const logins = pairwise(["", site.cookie], Math.floor(place / 2) + turn + Number(site.isHttps));
      for (const Cookie of logins) {
        const types = pairwise([FORM, JSON_TYPE], place + turn + Number(Cookie === ""));
        for (const type of isRead ? [{}] : types) {
          const sent = {
            method,
            path: address,
            headers: { ...type, ...site.own, ...(Cookie ? { Cookie, ...stayLoggedIn(address) } : {}) },
            ...(isRead ? {} : { body: "{}" }),
          };
          const mayFilm = address === DOOR && isRead && Cookie !== "";
          // The route itself handles no other method.
          const isPrivate = address.startsWith("/registration") && (isRead || method === "POST");
          const ofDoor = mayFilm ? CAMERA : address === `${DOOR}.data` ? ANY : {};
          const own = isPrivate ? FOR_PRIVATE_LINKS : ofDoor;
          const { status } = await sendAndCheck(site, sent, own);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      }
    }
  }
  expect([...seen.keys()].filter((status) => status >= 500)).toEqual([]);
  for (const status of [200, 204, 303, 401, 404, 405, 415, 422])
    expect(seen.get(status), `${status}`).toBeGreaterThan(0);
});

test.each(PROTOCOLS)("files, refusals and redirects of an %s site have their headers", async (protocol) => {
  const site = siteOf(protocol);
  const assets = readdirSync("build/client/assets").map((name) => `/assets/${name}`);
  const one = (ending: string) => assets.find((name) => name.endsWith(ending)) ?? "";
  const from = (Origin: string) => ({ ...site.own, Origin, "Sec-Fetch-Site": "cross-site" });
  const form = new URLSearchParams(registrationForm()).toString();
  const person = JSON.stringify(registration());
  const { etag } = (await sendAndCheck(site, { path: "/favicon.svg" })).headers;
  const told = await send(site.origin, post("/registration/x/cancel", { ...FORM, ...site.own }, "intent=x"));
  const toast = String(told.headers["set-cookie"]).split(";", 1)[0] ?? "";
  expect(toast).toContain("toast=");
  const expected: [number | number[], Sent][] = [
    [200, { path: "/favicon.svg" }],
    [200, { path: "/speaker-placeholder.svg", method: "HEAD" }],
    [200, { path: "/portraits/aroha-parata.svg" }],
    [200, { path: one(".js") }],
    [200, { path: one(".css") }],
    [200, { path: one(".woff2") }],
    [206, { path: one(".woff2"), headers: { Range: "bytes=0-9" } }],
    [416, { path: one(".woff2"), headers: { Range: "bytes=99999999-" } }],
    [304, { path: "/favicon.svg", headers: { "If-None-Match": String(etag) } }],
    [404, { path: "/portraits" }],
    [404, { path: "/favicon.svg/" }],
    [404, { path: "/assets/nothing.js" }],
    [404, { path: "/nowhere", headers: { Cookie: site.cookie } }],
    [200, { path: "/?session=2" }],
    [200, { path: "/?speaker=2" }],
    [200, { path: "/", headers: { Cookie: toast } }],
    [200, { path: "/admin/speakers?edit=1", headers: { Cookie: site.cookie } }],
    [200, { path: "/api/login?link=x" }],
    [302, { path: "/register?confirmed=nobody" }],
    [303, { path: "/api/logout", headers: { "Sec-Fetch-Site": "cross-site", Cookie: site.cookie } }],
    [400, { path: "/%ff" }],
    [400, { path: "/", headers: { Host: "a b" } }],
    [400, { path: "/", headers: { Host: "localhost:99999" } }],
    [400, { path: "*", method: "OPTIONS" }],
    [400, post("/api/registrations", JSON_TYPE, "{")],
    [[400, 403], post("/register", { ...FORM, ...from("https://evil.example") }, form)],
    [[400, 403], post("/register.data", { ...FORM, ...from("null") }, form)],
    [403, post("/api/registrations", { ...JSON_TYPE, ...from("https://evil.example") }, person)],
    [405, { path: "/", method: "PROPFIND" }],
    [405, { path: "/", method: "TRACE" }],
    [204, { path: "/api/program", method: "OPTIONS" }],
    [413, post("/register", FORM, "a".repeat(200_000))],
    [413, post("/api/registrations", JSON_TYPE, "a".repeat(200_000))],
    [413, { method: "POST", path: "/register", headers: { "Content-Length": "99999999999" } }],
    [415, post("/register", JSON_TYPE, person)],
    [415, post("/api/registrations", FORM, form)],
    [422, post("/register", FORM, "name=x")],
    [422, post("/register", { ...FORM, Expect: "miracles" }, "name=x")],
    [422, post("/api/registrations", JSON_TYPE, "{}")],
    [303, post("/register", FORM, form)],
    [201, post("/api/registrations", JSON_TYPE, person)],
  ];
  for (const [status, sent] of expected) {
    const answer = await sendAndCheck(site, sent);
    expect([status].flat(), `${sent.method ?? "GET"} ${sent.path}`).toContain(answer.status);
  }
});

test("the camera is allowed on one screen only, for organisers", async () => {
  const others = ["", "?door", "/badges", "/door-list", "/walk-in"].map((view) => `/admin/delegates${view}`);
  for (const site of sites) {
    const headers = { Cookie: site.cookie };
    for (const path of [DOOR, `${DOOR}?q=x`]) await sendAndCheck(site, { path, headers }, CAMERA);
    await sendAndCheck(site, { path: DOOR });
    for (const path of ["/?door", "/admin/program?door", ...others])
      await sendAndCheck(site, { path, headers });
  }
});

test("refusals over a limit have their headers", async () => {
  const site = await startSite({ ...HTTPS, RATE_LIMIT: "on" });
  const body = JSON.stringify(registration());
  const form = new URLSearchParams(registrationForm()).toString();
  const call = post("/api/registrations", JSON_TYPE, body);
  for (let count = 0; count < 30; count += 1) await sendAndCheck(site, call);
  for (const sent of [call, post("/register", FORM, form)])
    expect((await sendAndCheck(site, sent)).status).toBe(429);
  await site.stop();
});

test("failures have their headers", async () => {
  for (const site of sites) {
    const sqlite = new Database(join(site.dataDir, "conference.db"));
    // Renaming a column changes no row, so cached pages would remain valid.
    sqlite.exec("update versions set version = 'other'");
    const rename = (from: string, to: string) => {
      for (const table of ["speakers", "delegates"])
        sqlite.exec(`alter table ${table} rename column ${from} to ${to}`);
    };
    rename("name", "away");
    const headers = { Cookie: site.cookie };
    for (const sent of [{ path: "/.data" }, { path: "/", headers }, { path: "/admin/connections", headers }])
      expect([500, 200]).toContain((await sendAndCheck(site, sent)).status);
    for (const path of ["/api/speakers", "/"]) expect((await sendAndCheck(site, { path })).status).toBe(500);
    rename("away", "name");
    sqlite.close();
  }
});
