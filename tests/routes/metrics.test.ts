import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type App, jsonPost, logged, openApp } from "../support/app.ts";
import { registration } from "../support/factories.ts";

const TOKEN = "a-token-of-tests-that-is-long-enough";
let app: App;
let without: App;
beforeAll(async () => {
  [without, app] = [await openApp(), await openApp({ METRICS_TOKEN: TOKEN })];
});

const ask = (headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }, method = "GET") =>
  app.fetch("/metrics", { headers, method });

async function read(): Promise<Map<string, number>> {
  const answer = await ask();
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

test("without METRICS_TOKEN there is no such page", async () => {
  for (const Authorization of ["", "Bearer ", `Bearer ${TOKEN}`]) {
    const answer = await without.fetch("/metrics", { headers: { Authorization } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Page Not Found");
  }
});

test("the metrics need the token and can only be read", async () => {
  const odd = ["", "Bearer", "Bearer ", `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN.slice(0, -1)}`];
  for (const Authorization of [...odd, `Bearer ${TOKEN}x`, `Bearer x${TOKEN}`]) {
    const answer = await ask({ Authorization });
    expect(answer.status, Authorization).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer realm="metrics"');
    expect(await answer.text()).not.toContain("byline_");
  }
  const posted = await ask(undefined, "POST");
  expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  const head = await ask(undefined, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const headers = Object.fromEntries((await ask()).headers);
  expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  });
});

test("they count requests by route, pages from the cache, registrations, mail and the database", async () => {
  const before = await read();
  for (const path of ["/", "/", "/?session=2", "/nowhere/4711", "/api/speakers/12/sessions", "/favicon.svg"])
    await (await app.fetch(path)).arrayBuffer();
  const person = registration({ name: "Marguerite Unforgettable", email: "marguerite@example.com" });
  await (await app.fetch("/api/registrations", jsonPost(person))).arrayBuffer();
  const after = await read();
  const grew = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
  const requests = (route: string, status: string) =>
    grew(`byline_http_requests_total{route="${route}",status="${status}"}`);
  expect(requests("/", "2xx")).toBe(2);
  // This site has no sessions or speakers, so the dialog and the call return 404.
  expect(requests("/", "4xx")).toBe(1);
  expect(requests("/api/speakers/:id/sessions", "4xx")).toBe(1);
  expect(requests("/*", "4xx")).toBe(1);
  expect(requests("/*", "2xx")).toBe(1);
  expect(requests("/api/registrations", "2xx")).toBe(1);
  expect(grew("byline_http_request_duration_seconds_count")).toBeGreaterThanOrEqual(7);
  expect(grew('byline_page_cache_requests_total{result="hit"}')).toBe(1);
  // The page for an unknown address is also cached.
  expect(grew('byline_page_cache_requests_total{result="miss"}')).toBe(3);
  expect(after.get("byline_registrations")).toBe(1);
  expect(after.get('byline_outbox_mails{state="waiting"}')).toBe(1);
  expect(after.get('byline_outbox_mails{state="failed"}')).toBe(0);
  expect(after.get("byline_database_up")).toBe(1);
  expect(after.get("byline_database_bytes")).toBeGreaterThan(10_000);
  for (const key of ["process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"])
    expect(after.has(key), key).toBe(true);
  expect(await (await ask()).text()).not.toMatch(/marguerite|nowhere|127\.0\.0\.1/i);
  expect(logged.join("")).toContain('"path":"/metrics"');
});

test("failed requests of every route are counted from 0, so that an alert sees the first", async () => {
  const values = await read();
  for (const route of [
    "/",
    "/register",
    "/admin/delegates",
    "/api/registrations",
    "/*",
    "/metrics",
    "/assets/*",
  ])
    expect(values.get(`byline_http_requests_total{route="${route}",status="5xx"}`), route).toBe(0);
});

test("free disk space and the time of the last backup are known, and 0 without a backup", async () => {
  const before = await read();
  expect(before.get("byline_disk_free_bytes")).toBeGreaterThan(1_000_000);
  expect(before.get("byline_last_backup_timestamp_seconds")).toBe(0);
  const { recordBackup } = await import("#app/backup/command.server.ts");
  recordBackup(app.dataDir);
  const seconds = (await read()).get("byline_last_backup_timestamp_seconds") ?? 0;
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(60);
});

test("every alert rule names series that exist, and says what to do", async () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string } };
  const { groups } = parse(readFileSync("deploy/alerts.yml", "utf8")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const series = [...(await read()).keys()];
  const named = rules.flatMap(
    ({ expr }) => expr.match(/\b(?:byline|nodejs|process)_\w+(?:\{[^}]*\})?/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(7);
  const unknown = named.filter((each) => {
    const [name = "", label = ""] = each.replace("}", "").split("{");
    return !series.some((key) => key.split("{", 1)[0] === name && key.includes(label));
  });
  expect(unknown).toEqual([]);
  // Each rule has a series of the site, or Prometheus's own `up`.
  expect(rules.filter(({ expr }) => !/\b(byline_|nodejs_|up\{job="byline"\})/.test(expr))).toEqual([]);
  expect(rules.filter(({ annotations }) => !annotations.summary.endsWith("."))).toEqual([]);
  expect(readFileSync("docs/self-hosting.md", "utf8")).toContain("(../deploy/alerts.yml)");
});

test("an unreadable value is missing, and the others are present", async () => {
  const before = await read();
  app.sqlite.exec("alter table delegates rename to delegates_away");
  const values = await read();
  app.sqlite.exec("alter table delegates_away rename to delegates");
  expect(values.get("byline_registrations")).toBeNaN();
  expect(values.get("byline_database_up")).toBe(1);
  expect((await read()).get("byline_registrations")).toBe(before.get("byline_registrations"));
});

test("a path belongs to the most exact route that matches it", async () => {
  const { createRoutePatterns } = await import("#app/server/middleware/metrics.server.ts");
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
  for (const url of ["/", "/?session=2", "/?speaker=2", "/_root.data?_routes=x"])
    expect(patternOf(url), url).toBe("/");
  const expected = {
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
