import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { shortenNetwork } from "#app/platform/security-events.server.ts";
import { type OddProvider, startOddProvider } from "../faults/support/odd-provider.ts";
import { type App, formPost, jsonPost, logged, openSampleApp } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { CookieJar } from "../support/login.ts";
import { insertLink, logIn, ORGANISER } from "../support/organiser.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
const READ = createToken("reader", "read");
const ENDED = createToken("ended", "full", 1, Date.parse("2024-01-01"));
const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });
const DELEGATES = "/api/admin/delegates";

let provider: OddProvider;
let app: App;
beforeAll(async () => {
  provider = await startOddProvider();
  app = await openSampleApp({
    ...provider.settings,
    ADMIN_EMAILS: ORGANISER,
    METRICS_TOKEN,
    API_TOKENS: `${READ?.entry},${ENDED?.entry}`,
    RATE_LIMIT: "on",
    TRUST_PROXY: "1",
  });
});
afterAll(() => provider.stop());
// Every test uses its own IP network, and therefore has its own rate limits.
let from = 0;
beforeEach(() => {
  from += 1;
});

type Line = { event: string; level: string; requestId?: string; network?: string; time: string; msg: string };
const lines = (): Line[] =>
  logged.filter((line) => line.includes('"msg":"security"')).map((line) => JSON.parse(line));

/** Sends a request. Returns its security events without their common fields. */
async function eventsOf(path: string, init: RequestInit = {}, more: Record<string, string> = {}) {
  const headers = { ...init.headers, "X-Forwarded-For": `203.0.${from}.77`, ...more };
  const response = await app.fetch(path, { ...init, headers });
  await response.clone().arrayBuffer();
  const id = response.headers.get("X-Request-Id") ?? "no id";
  // The request's own log line is written last.
  const isDone = () => logged.some((line) => line.includes(id) && line.includes('"msg":"request"'));
  await expect.poll(isDone, { timeout: 10_000, interval: 5 }).toBe(true);
  const events = lines()
    .filter(({ requestId }) => requestId === id)
    .map(({ requestId: _1, time: _2, msg: _3, level, network, ...fields }) => {
      expect(network).toBe(`203.0.${from}.0/24`);
      expect(level).toBe(/refused|reached/.test(fields.event) ? "warn" : "info");
      return fields;
    });
  return { status: response.status, events, response };
}
const logInBy = (link: string) => eventsOf("/api/login?link=", formPost({ link }));
const newLink = () => insertLink(app.sqlite);

/** Logs in at a provider that returns this user info. `alter` changes its redirect's query. */
async function returnFromProvider(userinfo: unknown, alter: Record<string, string> = {}, cookies = true) {
  provider.says.userinfo = userinfo;
  const jar = new CookieJar();
  const { response: start } = await eventsOf("/api/login");
  jar.keep(start);
  const back = new URL(provider.wayBackFrom(start.headers.get("Location") ?? ""));
  for (const [name, value] of Object.entries(alter)) back.searchParams.set(name, value);
  return eventsOf(back.pathname + back.search, {}, cookies ? { Cookie: jar.header } : {});
}

test("logging in is an event, and so is each refusal, with its reason", async () => {
  const link = newLink();
  expect((await logInBy(link)).events).toEqual([{ event: "logged-in", by: "link" }]);
  const again = { event: "login-refused", reason: "link-not-valid" };
  expect(await logInBy(link)).toMatchObject({ status: 403, events: [again] });
  const known = { email: ORGANISER, email_verified: true };
  expect((await returnFromProvider(known)).events).toEqual([{ event: "logged-in", by: "provider" }]);
  const refused = async (reason: string, ...how: Parameters<typeof returnFromProvider>) =>
    expect((await returnFromProvider(...how)).events).toEqual([{ event: "login-refused", reason }]);
  await refused("not-listed", { email: "eve@example.com", email_verified: true });
  await refused("address-not-verified", { email: ORGANISER, email_verified: false });
  await refused("state-mismatch", known, {}, false);
  await refused("state-mismatch", known, { state: "other" });
  await refused("provider-refused", known, { error: "access_denied" });
  provider.says.instead = { token: "hangUp" };
  await refused("provider-down", known);
  provider.says.instead = {};
});

test("an owner ending a login is an event, and so is an ended or forged one where a login is needed", async () => {
  const [Cookie, other] = [await logIn(), await logIn()];
  const others = await eventsOf("/admin/logins", formPost({ intent: "end", login: "others" }), { Cookie });
  expect(others.events[0]).toEqual({ event: "login-ended", reason: "ended-by-owner" });
  const refusedTo = async (path: string, Cookie = "") => (await eventsOf(path, {}, { Cookie })).events;
  const refused = (reason: string) => [{ event: "login-cookie-refused", reason }];
  expect(await refusedTo("/api/auth/user", other)).toEqual(refused("ended"));
  for (const path of ["/admin", "/admin/delegates.data", DELEGATES, "/api/auth/user"]) {
    expect(await refusedTo(path, "login=forged"), path).toEqual(refused("altered"));
    expect(await refusedTo(path), path).toEqual([]);
  }
  expect(await refusedTo("/", "login=forged")).toEqual([]);
  expect(await refusedTo("/admin", await logIn("former@example.com"))).toEqual(refused("not-listed"));
});

test("logging out is an event if there was a login", async () => {
  const Cookie = await logIn();
  const out = async () => (await eventsOf("/api/logout", {}, { Cookie })).events;
  expect(await out()).toEqual([{ event: "login-ended", reason: "logged-out" }]);
  expect(await out()).toEqual([]);
});

test("an unknown, ended or insufficient token is an event, and so is one for the metrics", async () => {
  const refusal = async (token: string | undefined, path = DELEGATES, init: RequestInit = {}) =>
    (await eventsOf(path, init, bearer(token))).events;
  const refused = (fields: object) => [{ event: "token-refused", ...fields }];
  expect(await refusal("conf_wrong")).toEqual(refused({ reason: "unknown", opens: "calls" }));
  expect(await refusal(ENDED?.token)).toEqual(refused({ reason: "expired", token: "ended" }));
  const readOnly = refused({ reason: "right", right: "program:write", token: "reader" });
  expect(await refusal(READ?.token, "/api/admin/speakers", jsonPost({}))).toEqual(readOnly);
  expect(await refusal(READ?.token)).toEqual([]);
  expect(await refusal("wrong", "/metrics")).toEqual(refused({ reason: "unknown", opens: "metrics" }));
});

test("a cross-site request, a reached limit and an altered upload URL are events", async () => {
  const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  const person = registration();
  for (const [path, init] of [
    ["/register", formPost(person)],
    ["/register.data", formPost(person)],
    ["/api/registrations", jsonPost(person)],
    ["/admin/speakers?add=", formPost({ name: "x" })],
  ] as const) {
    const { status, events } = await eventsOf(path, init, elsewhere);
    expect([400, 403], path).toContain(status);
    expect(events, path).toEqual([{ event: "cross-site-refused" }]);
  }
  for (let count = 0; count < 10; count += 1) await logInBy("x");
  const reached = { event: "limit-reached", limit: "login" };
  expect(await logInBy("x")).toMatchObject({ status: 429, events: [reached] });
  const path = `/objects/uploads/${crypto.randomUUID()}?expires=9&signature=x`;
  const upload = { method: "PUT", body: "x", headers: { "Sec-Fetch-Site": "same-origin" } };
  expect((await eventsOf(path, upload, { Cookie: await logIn() })).events).toEqual([
    { event: "upload-refused", reason: "address-not-valid" },
  ]);
});

test("the metrics count them by name only", async () => {
  for (const headers of [bearer("conf_x"), { Cookie: "login=forged" }])
    expect((await eventsOf(DELEGATES, {}, headers)).events).toHaveLength(1);
  const body = await (await app.fetch("/metrics", { headers: bearer(METRICS_TOKEN) })).text();
  const count = lines().filter(({ event }) => event === "token-refused").length;
  expect(body).toContain(`byline_security_events_total{event="token-refused"} ${count}\n`);
  expect(body).toContain('byline_security_events_total{event="login-cookie-refused"}');
});

test("they contain no personal data, and no complete network address", () => {
  const all = JSON.stringify(lines());
  for (const secret of [ORGANISER, "eve@example.com", READ?.token, ENDED?.token, "conf_", "forged"])
    expect(all.includes(String(secret)), secret).toBe(false);
  expect(all).not.toMatch(/\.77\b/);
  expect(all).not.toContain(createHash("sha256").update(String(READ?.token)).digest("hex"));
  expect(lines().length).toBeGreaterThan(0);
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["0:0:0:0::/64", "0:0:0::/48"],
  ["unknown", "unknown"],
])("the network %s is logged as %s", (network, part) => {
  expect(shortenNetwork(network)).toBe(part);
});
