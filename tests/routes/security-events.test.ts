// What the log tells whoever watches over the site: one line each, with nothing personal in it.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { networkPart } from "#app/platform/security-events.server.ts";
import { type OddProvider, startOddProvider } from "../faults/support/odd-provider.ts";
import { ORGANISER, type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { logged, openApp } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { linkFor } from "../support/link-sign-in.ts";
import { signIn } from "../support/organiser.ts";
import { send } from "../support/send.ts";
import { CookieJar } from "../support/sign-in.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
const [READ, ENDED] = [
  createToken("reader", "read"),
  createToken("ended", "full", 1, Date.parse("2024-01-01")),
];
const bearer = (token: string | undefined) => ({ Cookie: "", Authorization: `Bearer ${token}` });

let provider: OddProvider;
let server: OrganisedServer;
beforeAll(async () => {
  provider = await startOddProvider();
  server = await startOrganisedServer({
    ...provider.settings,
    METRICS_TOKEN,
    API_TOKENS: `${READ?.entry},${ENDED?.entry}`,
    RATE_LIMIT: "on",
    TRUST_PROXY: "1",
  });
}, 60_000);
afterAll(() => Promise.all([server.stop(), provider.stop()]));
// Every test comes from a network of its own, with limits of its own.
let from = 0;
let headers: Record<string, string>;
beforeEach(() => {
  from += 1;
  headers = { "X-Forwarded-For": `203.0.${from}.77`, Cookie: "" };
});

type Line = { event: string; level: string; requestId?: string; network?: string; time: string; msg: string };
const lines = (): Line[] =>
  server.output
    .join("")
    .split("\n")
    .filter((line) => line.includes('"msg":"security"'))
    .map((line) => JSON.parse(line));

/** Sends it and answers the security events of that request, without what all of them have. */
async function eventsOf(...[method, path, body, more]: Parameters<OrganisedServer["send"]>) {
  const response = await server.send(method, path, body, { ...headers, ...more });
  await response.arrayBuffer();
  const id = response.headers.get("X-Request-Id") ?? "no id";
  // The line about the request itself is written last.
  const isDone = () =>
    server.output
      .join("")
      .split("\n")
      .some((line) => line.includes(id) && line.includes('"msg":"request"'));
  await expect.poll(isDone, { timeout: 10_000 }).toBe(true);
  const events = lines()
    .filter(({ requestId }) => requestId === id)
    .map(({ requestId: _1, time: _2, msg: _3, level, network, ...fields }) => {
      expect(network).toBe(`203.0.${from}.0/24`);
      expect(level).toBe(/refused|reached/.test(fields.event) ? "warn" : "info");
      return fields;
    });
  return { status: response.status, events, response };
}
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** Goes to the provider, which says this, and comes back with what `alter` makes of its answer. */
async function comeBack(userinfo: unknown, alter = (back: URL) => back, cookies = true) {
  provider.says.userinfo = userinfo;
  const jar = new CookieJar();
  const start = await server.send("GET", "/api/login", undefined, headers);
  jar.keep(start);
  const back = alter(new URL(provider.wayBackFrom(start.headers.get("Location") ?? "")));
  return eventsOf("GET", back.pathname + back.search, undefined, cookies ? { Cookie: jar.header } : {});
}

test("signing in is an event, and so is each way in which it is refused, with its reason", async () => {
  const link = linkFor(server, { ADMIN_EMAILS: ORGANISER }, ORGANISER).searchParams.get("link") ?? "";
  const byLink = () => eventsOf("POST", "/api/login?link=", form({ link }));
  expect((await byLink()).events).toEqual([{ event: "signed-in", by: "link" }]);
  expect(await byLink()).toMatchObject({
    status: 403,
    events: [{ event: "sign-in-refused", reason: "link-not-good" }],
  });
  const known = { email: ORGANISER, email_verified: true };
  expect((await comeBack(known)).events).toEqual([{ event: "signed-in", by: "provider" }]);
  const refused = async (reason: string, answer: ReturnType<typeof comeBack>) =>
    expect((await answer).events).toEqual([{ event: "sign-in-refused", reason }]);
  await refused("not-listed", comeBack({ email: "eve@example.com", email_verified: true }));
  await refused("address-not-verified", comeBack({ email: ORGANISER, email_verified: false }));
  await refused("state-mismatch", comeBack(known, undefined, false));
  const other = (back: URL) => {
    back.searchParams.set("state", "other");
    return back;
  };
  await refused("state-mismatch", comeBack(known, other));
  const denied = (back: URL) => {
    back.searchParams.set("error", "access_denied");
    return back;
  };
  await refused("provider-refused", comeBack(known, denied));
  provider.says.instead = { token: "hangUp" };
  await refused("provider-down", comeBack(known));
  provider.says.instead = {};
});

test("a login that ends by its owner is an event, and one that has ended or is forged where a login is needed", async () => {
  const { searchParams } = linkFor(server, { ADMIN_EMAILS: ORGANISER }, ORGANISER);
  const { response } = await eventsOf(
    "POST",
    "/api/login?link=",
    form({ link: searchParams.get("link") ?? "" }),
  );
  const Cookie = response.headers.getSetCookie()[1]?.split(";", 1)[0] ?? "";
  expect(Cookie).toMatch(/^login=/);
  const others = await eventsOf("POST", "/admin/logins", form({ intent: "end", login: "others" }), {
    Cookie,
  });
  expect(others.events.map(({ event }) => event)).toContain("login-ended");
  expect(others.events[0]).toEqual({ event: "login-ended", reason: "ended-by-owner" });
  // The one of the server's own start has been ended by this.
  const refused = { event: "login-refused", reason: "ended" };
  expect((await eventsOf("GET", "/api/auth/user", undefined, { Cookie: server.cookie })).events).toEqual([
    refused,
  ]);
  const altered = { event: "login-refused", reason: "altered" };
  for (const path of ["/admin", "/admin/delegates.data", "/api/admin/delegates", "/api/auth/user"]) {
    expect((await eventsOf("GET", path, undefined, { Cookie: "login=forged" })).events, path).toEqual([
      altered,
    ]);
    expect((await eventsOf("GET", path)).events, path).toEqual([]);
  }
  expect((await eventsOf("GET", "/", undefined, { Cookie: "login=forged" })).events).toEqual([]);
});

test("logging out is an event where somebody was logged in", async () => {
  const { searchParams } = linkFor(server, { ADMIN_EMAILS: ORGANISER }, ORGANISER);
  const link = searchParams.get("link") ?? "";
  const { response } = await eventsOf("POST", "/api/login?link=", form({ link }));
  const Cookie = response.headers.getSetCookie()[1]?.split(";", 1)[0] ?? "";
  // The tests' fetch says of itself that it is no navigation, and browsers that log out are one.
  const out = () => send(server.origin, { path: "/api/logout", headers: { ...headers, Cookie } });
  const ids = [await out(), await out()].map((answer) => String(answer.headers["x-request-id"]));
  await expect.poll(() => server.output.join("").includes(`"requestId":"${ids[1]}"`)).toBe(true);
  expect(lines().filter(({ requestId }) => ids.includes(requestId ?? ""))).toMatchObject([
    { event: "login-ended", reason: "logged-out", requestId: ids[0] },
  ]);
});

test("a token that is unknown, has ended or may not do this is an event, and so is one for the metrics", async () => {
  const path = "/api/admin/delegates";
  const refused = (fields: object) => [{ event: "token-refused", ...fields }];
  expect((await eventsOf("GET", path, undefined, bearer("conf_wrong"))).events).toEqual(
    refused({ reason: "unknown", opens: "calls" }),
  );
  expect((await eventsOf("GET", path, undefined, bearer(ENDED?.token))).events).toEqual(
    refused({ reason: "expired", token: "ended" }),
  );
  expect((await eventsOf("POST", "/api/admin/speakers", {}, bearer(READ?.token))).events).toEqual(
    refused({ reason: "read-only", token: "reader" }),
  );
  expect((await eventsOf("GET", path, undefined, bearer(READ?.token))).events).toEqual([]);
  expect((await eventsOf("GET", "/metrics", undefined, bearer("wrong"))).events).toEqual(
    refused({ reason: "unknown", opens: "metrics" }),
  );
  // Which of them count is told at the start.
  expect(lines().filter(({ event }) => event === "token-listed")).toMatchObject([
    { token: "reader", scope: "read", until: READ?.until },
  ]);
  expect(server.output.join("")).toMatch(
    /"token":"ended","problem":"expired","msg":"a token of API_TOKENS is not/,
  );
});

test("a request of another site, a limit that is reached and an altered upload address are events", async () => {
  const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  const person = registration();
  for (const [path, body] of [
    ["/register", form(person)],
    ["/register.data", form(person)],
    ["/api/registrations", person],
    ["/admin/speakers?add=", form({ name: "x" })],
  ] as const) {
    const { status, events } = await eventsOf("POST", path, body, elsewhere);
    expect([400, 403], path).toContain(status);
    expect(events, path).toEqual([{ event: "cross-site-refused" }]);
  }
  for (let count = 0; count < 10; count += 1)
    await server.send("POST", "/api/login?link=", form({ link: "x" }), headers);
  expect(await eventsOf("POST", "/api/login?link=", form({ link: "x" }))).toMatchObject({
    status: 429,
    events: [{ event: "limit-reached", limit: "signIn" }],
  });
  const { searchParams } = linkFor(server, { ADMIN_EMAILS: ORGANISER }, ORGANISER);
  headers["X-Forwarded-For"] = "203.0.99.77";
  from = 99;
  const link = searchParams.get("link") ?? "";
  const { response } = await eventsOf("POST", "/api/login?link=", form({ link }));
  const Cookie = response.headers.getSetCookie()[1]?.split(";", 1)[0] ?? "";
  const path = `/objects/uploads/${crypto.randomUUID()}?expires=9&signature=x`;
  expect((await eventsOf("PUT", path, "x", { Cookie })).events).toEqual([
    { event: "upload-refused", reason: "address-not-good" },
  ]);
});

test("the metrics count them, by name alone", async () => {
  const { response: _, ...before } = await eventsOf(
    "GET",
    "/api/admin/delegates",
    undefined,
    bearer("conf_x"),
  );
  expect(before.events).toHaveLength(1);
  const metrics = await server.send("GET", "/metrics", undefined, {
    ...headers,
    Authorization: `Bearer ${METRICS_TOKEN}`,
  });
  const body = await metrics.text();
  const count = lines().filter(({ event }) => event === "token-refused").length;
  expect(body).toContain(`byline_security_events_total{event="token-refused"} ${count}\n`);
  expect(body).toContain('byline_security_events_total{event="login-refused"}');
});

test("nothing in them is about a person, and no line has a whole network address", () => {
  const all = lines()
    .map((line) => JSON.stringify(line))
    .join("\n");
  for (const secret of [
    ORGANISER,
    "eve@example.com",
    server.link,
    READ?.token,
    ENDED?.token,
    "conf_",
    "forged",
  ])
    expect(all.includes(String(secret)), secret).toBe(false);
  expect(all).not.toMatch(/\.77\b/);
  expect(all).not.toContain(createHash("sha256").update(String(READ?.token)).digest("hex"));
  expect(lines().length).toBeGreaterThan(0);
});

test("the login of somebody who has left the list is refused by that name", async () => {
  const app = await openApp({ ADMIN_EMAILS: ORGANISER });
  logged.length = 0;
  const Cookie = await signIn("former@example.com");
  expect((await app.fetch("/admin", { headers: { Cookie } })).status).toBe(401);
  // Beside the line of the request itself.
  const events = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== "request");
  expect(events).toMatchObject([{ event: "login-refused", reason: "not-listed" }]);
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["0:0:0:0::/64", "0:0:0::/48"],
  ["unknown", "unknown"],
])("of the network %s the log has %s", (network, part) => {
  expect(networkPart(network)).toBe(part);
});
