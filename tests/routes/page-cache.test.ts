import { createHash } from "node:crypto";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { openSampleApp, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { ORGANISER } from "../support/organiser.ts";
import { send } from "../support/send.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
let server: OrganisedServer;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer({ METRICS_TOKEN });
  sqlite = new Database(join(server.dataDir, "conference.db"));
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(server.origin, { path, headers, method });

test("a page is the same bytes for everyone, in each encoding, and not sent again if unchanged", async () => {
  const plain = await get("/");
  const brotli = await get("/", { "Accept-Encoding": "gzip, deflate, br" });
  const zipped = await get("/", { "Accept-Encoding": "gzip, br;q=0" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(new Set([plain, brotli, zipped].map(({ headers }) => headers.etag)).size).toBe(3);

  const known = `"other", W/${String(brotli.headers.etag)}`;
  const again = await get("/", { "Accept-Encoding": "br", "If-None-Match": known });
  expect(again.status).toBe(304);
  expect(again.bytes).toHaveLength(0);
  expect(again.headers["content-security-policy"]).toBe(brotli.headers["content-security-policy"]);
  const head = await get("/", { "Accept-Encoding": "br" }, "HEAD");
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(brotli.bytes.length));
  expect(head.headers.etag).toBe(brotli.headers.etag);
  expect(head.headers.vary).toBe("Accept-Encoding, Cookie, Save-Data");
});

test("logged-in visitors get their own pages, rendered once, which no one else gets or caches", async () => {
  await get("/privacy");
  const before = await rendered();
  for (let visit = 0; visit < 3; visit += 1) {
    const own = await get("/privacy", { Cookie: server.cookie });
    expect(own.body).toContain('href="/admin"');
    expect(own.headers["cache-control"]).toBe("private, no-store");
    expect(own.headers.etag).toBeUndefined();
  }
  expect(await rendered()).toBe(before + 1);
  const others = await get("/privacy");
  expect(others.body).not.toContain('href="/admin"');
  expect(others.headers.etag).toBeDefined();
});

test("an ended login gets the public page without a rendering, and no other cache keeps it", async () => {
  await get("/");
  const before = await rendered();
  sqlite.exec("update login_sessions set expire = expire - 1000000000000");
  const page = await get("/", { Cookie: server.cookie });
  sqlite.exec("update login_sessions set expire = expire + 1000000000000");
  expect(page.body).not.toContain('href="/admin"');
  expect(page.headers["cache-control"]).toBe("private, no-store");
  expect(await rendered()).toBe(before);
});

const UNSIGNED = ["toast=x", "login=x", "toast=x.y; login=x.y", "had-login=x; return-to=x", "campaign=y"];
const SHARED =
  "/ /?session=2 /now /register /privacy /accessibility /nowhere /api/speakers /api/program".split(" ");

test("visitors with a cookie that is no login get a shared page from the cache", async () => {
  for (const path of SHARED) {
    const everybodys = await get(path);
    for (const Cookie of UNSIGNED) {
      const [rendered, kept] = await counts();
      const { body, headers } = await get(path, { Cookie });
      expect(await counts(), `${path} with ${Cookie}`).toEqual([rendered, kept + 1]);
      expect(withoutIds(body)).toBe(withoutIds(everybodys.body));
      expect(headers["cache-control"]).toBe(everybodys.headers["cache-control"]);
      expect(headers.etag).toBe(everybodys.headers.etag);
    }
  }
});

test("a page with a visitor's message is rendered for them only", async () => {
  const { headers } = await server.send("POST", "/register", new URLSearchParams(registrationForm()));
  const toast = headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const own = await get("/", { Cookie: toast });
  expect(own.body).toContain("Registration Successful!");
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect((await get("/")).body).not.toContain("Registration Successful!");
});

test("shared pages may be cached, by proxies for ten seconds, and missing pages are not cached by others", async () => {
  const forProxies = "s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";
  expect((await get("/api/program")).headers["cache-control"]).toBe("public, no-cache");
  for (const path of ["/", "/?session=2", "/?speaker=1", "/privacy"])
    expect((await get(path)).headers["cache-control"], path).toBe(`public, max-age=0, ${forProxies}`);
  for (let visit = 0; visit < 2; visit += 1) {
    const { status, headers } = await get("/?session=99999");
    expect([status, headers.etag]).toEqual([404, undefined]);
    expect(headers["cache-control"]).not.toContain("public");
  }
});

/** Numbers of rendered and cached pages. */
async function counts(): Promise<[rendered: number, kept: number]> {
  const { body } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  const count = (result: string) =>
    Number(new RegExp(`byline_page_cache_requests_total\\{result="${result}"\\} (\\d+)`).exec(body)?.[1]);
  return [count("miss"), count("hit")];
}
const rendered = async () => (await counts())[0];

test("tracking parameters of newspapers and advertisers are not part of the page's address", async () => {
  const ADDED = "utm_source=paper&utm_medium=mail fbclid=IwAR0 gclid=x foo=bar index  && =".split(" ");
  const DIALOGS = ["/?session=2", "/?speaker=2", "/register?type=pr_pass"];
  const ADDRESSES = [...DIALOGS, "/", "/register", "/privacy", "/accessibility", "/now"];
  const pages = [];
  for (const address of ADDRESSES) pages.push(await get(address));
  const before = await rendered();
  for (const [index, address] of ADDRESSES.entries()) {
    for (const added of ADDED) {
      const answer = await get(`${address}${address.includes("?") ? "&" : "?"}${added}`);
      expect(answer.status, address + added).toBe(200);
      expect(withoutIds(answer.body)).toBe(withoutIds(pages[index]?.body ?? ""));
      expect(answer.headers.etag).toBe(pages[index]?.headers.etag);
    }
  }
  for (const address of ["/Register", "/%72egister", "//".slice(1), "/PRIVACY"])
    expect((await get(address)).status, address).toBe(200);
  expect(await rendered()).toBe(before);
});

const withoutIds = (html: string) => html.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");

const ODD_ADDRESSES = `
  /?session=3&session=4 /?session=4&session=3 /?session=03 /?session=3%20 /?session=+3
  /?%73ession=4&session=3 /?session=%33 /?SESSION=3 /?session= /?session=&session=3 /?session
  /?session[]=3 /?session=3;session=4 /?a=1?session=3 /?session=3%26session=4 /?session=1e0
  /?session=9007199254740993 /?session=0 /?session=-3 /?session=%F0 /?session=%ZZ /?%=3 /??session=3
  /?session=3& /?&session=3 /%3Fsession=3 /index /?session=3.0 /?session=%D9%A3 /?speaker=3
  /?speaker=3&session=4 /?session=&speaker=3 /?session=99&speaker=3 /?speaker=0 /?speaker=&session=3
  /?speaker=03 /?speaker=3&speaker=4 /?speaker /?speaker=%F0 /register?type=pr_pass&type=media_pass
  /register?type=PR_PASS /register?TYPE=pr_pass /register?confirmed=x&type=pr_pass
  /register%2F /register/x /privacy.html /.register /api/docs?x /api//docs /API/Docs/
  /api/program?include=x /api/program?include=x&include=speakers
  /?Session=4&session=3&utm_source=x /%e2%84%aa /regi%C5%BFter /nowhere /x/y/z?session=3
`
  .trim()
  .split(/\s+/);

test("an odd address gets the same response from the cache as without one", async () => {
  const { route } = await openSampleApp({ SITE_URL: server.origin, ADMIN_EMAILS: ORGANISER });
  for (const address of ODD_ADDRESSES) {
    // Requests the page from React Router directly, bypassing the page cache.
    const own = await route(address);
    const page = withoutIds(await own.text());
    for (const { status, body, headers } of [await get(address), await get(address)]) {
      const location = own.headers.get("Location") ?? undefined;
      expect([address, status, headers.location]).toEqual([address, own.status, location]);
      expect(withoutIds(body), address).toBe(page);
    }
  }
});

test("missing pages share one page, rendered once, for any address", async () => {
  const first: Awaited<ReturnType<typeof get>>[] = [];
  for (const path of ["/nowhere", "/?session=98765", "/?speaker=98765", "/api/nothing"])
    first.push(await get(path));
  expect(first.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const before = await rendered();
  for (let index = 0; index < 100; index += 1) {
    for (const [which, path] of [
      `/made-up-${index}?x`,
      `/?session=${70_000 + index}`,
      `/?speaker=${70_000 + index}&session=`,
      `/api/made-up/${index}`,
    ].entries()) {
      const missing = await get(path, { "If-None-Match": "*" }, index % 2 === 0 ? "GET" : "HEAD");
      expect(missing.status).toBe(404);
      expect(missing.headers["content-length"]).toBe(first[which]?.headers["content-length"]);
      expect(missing.body).toBe(index % 2 === 0 ? first[which]?.body : "");
      expect(missing.headers["x-request-id"]).not.toBe(first[which]?.headers["x-request-id"]);
    }
  }
  expect(await rendered()).toBe(before);
  expect(first[0]?.body).toContain("Page Not Found");
  expect(first[1]?.body).toContain("Session not found");
  expect(first[2]?.body).toContain("Speaker not found");
  expect((await get("/nowhere", { "Accept-Encoding": "br" })).headers["content-encoding"]).toBe("br");
  // Personal pages and data requests are not cached.
  expect((await get("/nowhere", { Cookie: server.cookie })).body).toContain('href="/admin"');
  expect((await get("/nowhere.data")).headers["content-type"]).toContain("text/x-script");
});

const SESSIONS = "program_sessions (id, title, time, type) values (4711, 'Just made', '9:00', 'panel')";
const SPEAKERS = "speakers (id, name, title, company, category) values (4711, 'Just made', 'T', 'C', 'b2b')";

test.each([
  ["a session", "/?session=4711", SESSIONS],
  ["a speaker", "/?speaker=4711", SPEAKERS],
])("%s who was missing is shown with the next request after their creation", async (_, path, row) => {
  expect((await get(path)).status).toBe(404);
  sqlite.exec(`insert into ${row}`);
  expect((await get(path)).body).toContain("Just made – Byline 2025");
  sqlite.exec(`delete from ${row.split(" ", 1)[0]} where id = 4711`);
  expect((await get(path)).status).toBe(404);
});

test("a page shows one dialog, so speakers beside a session make no separate page", async () => {
  const alone = await get("/?session=2");
  const before = await rendered();
  for (let speaker = 1; speaker <= 18; speaker += 1)
    expect((await get(`/?speaker=${speaker}&session=2`)).body).toBe(alone.body);
  expect(await rendered()).toBe(before);
});

test("every visitor's form has its own one-time id, and the page's policy still fits its scripts", async () => {
  const read = () => get("/register", { "Accept-Encoding": "br" });
  const pages = await Promise.all(Array.from({ length: 5 }, read));
  const ids = pages.map(({ bytes, headers }) => {
    const html = brotliDecompressSync(bytes).toString();
    const policy = String(headers["content-security-policy"]);
    for (const [, script = ""] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
      if (script) expect(policy).toContain(createHash("sha256").update(script).digest("base64"));
    }
    expect(headers["cache-control"]).toBe("private, no-cache");
    return /name="formId" value="([^"]+)"/.exec(html)?.[1];
  });
  expect(new Set(ids).size).toBe(5);
});

test("a browser that saves data gets the complete page without any script", async () => {
  const full = await get("/");
  const lite = await get("/", { "Save-Data": "on" });
  expect(full.body).toContain("<script");
  expect(lite.body).not.toContain("<script");
  expect(visibleText(lite.body)).toBe(visibleText(full.body));
  expect((await get("/register", { "Save-Data": "on" })).body).not.toContain("<script");
});

test("files are precompressed, and immutable if their name has a hash", async () => {
  const page = (await get("/")).body;
  const script = /"(\/assets\/manifest-[^"]+\.js)"/.exec(page)?.[1] ?? "";
  const answer = await get(script, { "Accept-Encoding": "br" });
  expect(answer.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(brotliDecompressSync(answer.bytes).toString()).toContain("/register");
  const { headers } = await get("/licences.txt");
  expect(headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "public, max-age=3600",
  });
  const again = await get("/licences.txt", { "If-None-Match": String(headers.etag) });
  expect([again.status, again.body, again.headers["cache-control"]]).toEqual([304, "", undefined]);
});
