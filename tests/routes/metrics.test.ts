// GET /metrics, as a Prometheus server asks for it, and as others try to.
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoutePatterns } from "#app/server/middleware/metrics.server.ts";
import { registration } from "../support/factories.ts";
import { send } from "../support/send.ts";
import { type Server, startServer } from "../support/server.ts";

const TOKEN = "a-token-of-tests-that-is-long-enough";
let server: Server;
let without: Server;
beforeAll(async () => {
  [server, without] = [await startServer({ METRICS_TOKEN: TOKEN }), await startServer()];
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(await without.stop()).toBe(0);
});

const ask = (headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }, method = "GET") =>
  send(server.origin, { path: "/metrics", headers, method });

/** The values by name and labels. */
async function read(): Promise<Map<string, number>> {
  const { body, status } = await ask();
  expect(status).toBe(200);
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

test("without METRICS_TOKEN there is no such page", async () => {
  for (const Authorization of ["", "Bearer ", `Bearer ${TOKEN}`]) {
    const answer = await send(without.origin, { path: "/metrics", headers: { Authorization } });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain("Page Not Found");
  }
});

test("only who has the token sees them, by reading", async () => {
  const wrong: string[] = [
    "",
    "Bearer",
    "Bearer ",
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer x${TOKEN}`,
  ];
  for (const Authorization of [...wrong, `Bearer ${TOKEN.slice(0, -1)}`]) {
    const answer = await ask({ Authorization });
    expect(answer.status, Authorization).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('Bearer realm="metrics"');
    expect(answer.body).not.toContain("byline_");
  }
  const posted = await ask({ Authorization: `Bearer ${TOKEN}` }, "POST");
  expect(posted.status).toBe(405);
  expect(posted.headers.allow).toBe("GET, HEAD");
  const head = await ask(undefined, "HEAD");
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  const { headers } = await ask();
  expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  });
});

test("they count requests by route, pages from the cache, registrations, mail and the database", async () => {
  const before = await read();
  const name = "Marguerite Unforgettable";
  for (const path of ["/", "/", "/?session=2", "/nowhere/4711", "/api/speakers/12/sessions", "/favicon.svg"])
    await send(server.origin, { path });
  await send(server.origin, {
    method: "POST",
    path: "/api/registrations",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(registration({ name, email: "marguerite@example.com" })),
  });
  const after = await read();
  const grew = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
  const requests = (route: string, status: string) =>
    grew(`byline_http_requests_total{route="${route}",status="${status}"}`);
  expect(requests("/", "2xx")).toBe(2);
  // The sample is not in this site: no session, no speaker.
  expect(requests("/", "4xx")).toBe(1);
  expect(requests("/api/speakers/:id/sessions", "4xx")).toBe(1);
  expect(requests("/*", "4xx")).toBe(1);
  expect(requests("/*", "2xx")).toBe(1);
  expect(requests("/api/registrations", "2xx")).toBe(1);
  expect(grew("byline_http_request_duration_seconds_count")).toBeGreaterThanOrEqual(7);
  expect(grew('byline_page_cache_requests_total{result="hit"}')).toBe(1);
  // What is not there is a page too.
  expect(grew('byline_page_cache_requests_total{result="miss"}')).toBe(3);
  expect(after.get("byline_registrations")).toBe(1);
  expect(after.get('byline_outbox_mails{state="waiting"}')).toBe(1);
  expect(after.get('byline_outbox_mails{state="failed"}')).toBe(0);
  expect(after.get("byline_database_up")).toBe(1);
  expect(after.get("byline_database_bytes")).toBeGreaterThan(10_000);
  for (const key of ["process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"])
    expect(after.has(key), key).toBe(true);
  expect((await ask()).body).not.toMatch(/marguerite|nowhere|127\.0\.0\.1/i);
  expect(server.output.join("")).toContain('"path":"/metrics"');
});

test("what cannot be read is no number, and the rest is there all the same", async () => {
  const sqlite = new Database(join(server.dataDir, "conference.db"));
  sqlite.exec("alter table delegates rename to delegates_away");
  const values = await read();
  sqlite.exec("alter table delegates_away rename to delegates");
  expect(values.get("byline_registrations")).toBeNaN();
  expect(values.get("byline_database_up")).toBe(1);
  expect((await read()).get("byline_registrations")).toBe(1);
  sqlite.close();
});

test("a path belongs to the most exact route that matches it", () => {
  const patternOf = createRoutePatterns({
    root: { path: "" },
    home: { parentId: "root" },
    index: { parentId: "home", index: true },
    api: { parentId: "root", path: "api" },
    speakers: { parentId: "api", path: "speakers" },
    speaker: { parentId: "api", path: "speakers/:id" },
    nothing: { parentId: "api", path: "*" },
    missing: { parentId: "root", path: "*" },
  });
  const expected = {
    "/": "/",
    "/?session=2": "/",
    "/?speaker=2": "/",
    "/_root.data?_routes=x": "/",
    "/api/speakers": "/api/speakers",
    "/API/speakers/": "/api/speakers",
    "/api/speakers/7.data": "/api/speakers/:id",
    "/api/speakers/7/8": "/api/*",
    "/assets/x-1.js": "/assets/*",
    "/metrics": "/metrics",
    "/someone@example.com": "/*",
  };
  for (const [url, pattern] of Object.entries(expected)) expect(patternOf(url), url).toBe(pattern);
});
