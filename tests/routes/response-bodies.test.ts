import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { insertDelegates } from "../support/delegates.ts";
import { send } from "../support/send.ts";

const DELEGATES = 3_000;
const LISTS = ["/admin/delegates.csv", "/api/admin/delegates"];
let server: OrganisedServer;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer();
  sqlite = new Database(join(server.dataDir, "conference.db"), { timeout: 5_000 });
  insertDelegates(sqlite, DELEGATES);
});
afterAll(() => server.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(server.origin, { path, method, headers: { Cookie: server.cookie, ...headers } });

test("HEAD has the headers of GET, or no length, for every route", async () => {
  const files = ["/og.png", "/robots.txt", "/sitemap.xml", "/calendar.ics"];
  for (const path of [...files, "/api/program", "/admin/speakers", ...LISTS])
    for (const encoding of ["identity", "br"]) {
      const headers = { "Accept-Encoding": encoding };
      const [get, head] = [await ask(path, headers), await ask(path, headers, "HEAD")];
      expect([path, head.status, head.bytes.length]).toEqual([path, get.status, 0]);
      expect(head.headers.vary, path).toBe(get.headers.vary);
      const length = head.headers["content-length"];
      if (length !== undefined) expect([path, length]).toEqual([path, get.headers["content-length"]]);
    }
});

test.each(LISTS)("a long response is the same in each encoding: %s", async (path) => {
  const plain = await ask(path, { "Accept-Encoding": "identity" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.split(/Delegate \d/).length).toBeGreaterThan(DELEGATES);
  const brotli = await ask(path, { "Accept-Encoding": "br" });
  const zipped = await ask(path, { "Accept-Encoding": "gzip" });
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
});

test("a long response that fails midway is cut off and logged, and the site goes on", async () => {
  // An invalid date makes a row unreadable.
  const setDate = (date: number) =>
    sqlite.exec(`update delegates set created_at = ${date} where id = ${DELEGATES / 2}`);
  setDate(9_007_199_254_740_991);
  server.output.length = 0;
  const answers: unknown[] = [];
  for (const encoding of ["identity", "br"]) {
    const headers = { "Accept-Encoding": encoding };
    const answer = server.send("GET", "/admin/delegates.csv?sort=name", undefined, headers);
    answers.push(await answer.then((whole) => whole.text()).catch(() => "cut off"));
  }
  setDate(1_750_000_000_000);
  expect(answers).toEqual(["cut off", "cut off"]);
  expect((await ask("/healthz")).status).toBe(200);
  const errors = server.output.join("").match(/.*"level":"error".*/g) ?? [];
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain("Invalid time value");
});

test("a client that disconnects during a long response leaves no error in the log", async () => {
  server.output.length = 0;
  for (const path of LISTS) {
    const leaving = new AbortController();
    const init = { headers: { Cookie: server.cookie }, signal: leaving.signal };
    const answer = await fetch(server.origin + path, init);
    await answer.body?.getReader().read();
    leaving.abort();
  }
  expect((await ask("/healthz")).status).toBe(200);
  expect(server.output.join("")).not.toContain('"level":"error"');
});
