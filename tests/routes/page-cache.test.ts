// The public pages as the server keeps them: the same for everybody, until somebody changes something.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { visibleText } from "../support/app.ts";
import { send } from "../support/send.ts";

let server: OrganisedServer;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer();
  sqlite = new Database(join(server.dataDir, "conference.db"));
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(server.origin, { path, headers, method });

test("a page is the same bytes for everybody, in each encoding, and not sent again to who has it", async () => {
  const plain = await get("/");
  const brotli = await get("/", { "Accept-Encoding": "gzip, deflate, br" });
  const zipped = await get("/", { "Accept-Encoding": "gzip, br;q=0" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(new Set([plain, brotli, zipped].map(({ headers }) => headers.etag)).size).toBe(3);

  const again = await get("/", {
    "Accept-Encoding": "br",
    "If-None-Match": `"other", W/${String(brotli.headers.etag)}`,
  });
  expect(again.status).toBe(304);
  expect(again.bytes).toHaveLength(0);
  expect(again.headers["content-security-policy"]).toBe(brotli.headers["content-security-policy"]);
  const head = await get("/", { "Accept-Encoding": "br" }, "HEAD");
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(brotli.bytes.length));
  expect(head.headers).toMatchObject({
    etag: brotli.headers.etag,
    vary: "Accept-Encoding, Cookie, Save-Data",
  });
});

test("what an organiser changes is on the page with the next request, and so is what another program changes", async () => {
  expect((await get("/")).body).not.toContain("Changed by form");
  const speaker = { name: "Changed by form", title: "T", company: "C", category: "b2b" };
  expect((await server.send("POST", "/api/admin/speakers", speaker)).status).toBe(201);
  expect((await get("/")).body).toContain("Changed by form");
  sqlite.exec("update speakers set name = 'Changed from outside' where name = 'Changed by form'");
  expect((await get("/")).body).toContain("Changed from outside");
  sqlite.exec("delete from speakers where name = 'Changed from outside'");
  expect((await get("/")).body).not.toContain("Changed from outside");
});

test("a page made for somebody is neither kept nor given to others", async () => {
  const own = await get("/", { Cookie: server.cookie });
  expect(own.body).toContain('href="/admin"');
  expect(own.headers["cache-control"]).toBe("private, no-store");
  const others = await get("/");
  expect(others.body).not.toContain('href="/admin"');
  expect((await get("/", { Cookie: "campaign=autumn" })).headers.etag).toBe(others.headers.etag);
});

test("what is not there is not kept", async () => {
  for (let visit = 0; visit < 2; visit += 1) {
    const missing = await get("/?session=99999");
    expect(missing.status).toBe(404);
    expect(missing.headers["cache-control"]).not.toContain("public");
  }
  expect((await get("/?session=2")).headers["cache-control"]).toContain("s-maxage=10");
});

test("every visitor's form has a one-time id of its own, and the page's policy still fits its scripts", async () => {
  const pages = await Promise.all(
    Array.from({ length: 5 }, () => get("/register", { "Accept-Encoding": "br" })),
  );
  const ids = pages.map(({ bytes, headers }) => {
    const html = brotliDecompressSync(bytes).toString();
    const policy = String(headers["content-security-policy"]);
    for (const [, script = ""] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
      expect(policy).toContain(createHash("sha256").update(script).digest("base64"));
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

test("files come compressed beforehand, and what has its hash in its name is kept for good", async () => {
  const page = (await get("/")).body;
  const script = /"(\/assets\/manifest-[^"]+\.js)"/.exec(page)?.[1] ?? "";
  const answer = await get(script, { "Accept-Encoding": "br" });
  expect(answer.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(brotliDecompressSync(answer.bytes).toString()).toContain("/register");
});
