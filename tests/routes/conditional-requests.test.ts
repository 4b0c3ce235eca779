import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { send } from "../support/send.ts";

let server: OrganisedServer;
beforeAll(async () => {
  server = await startOrganisedServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(server.origin, { path, headers, method });

test.each([
  "/api/program",
  "/api/program?include=speakers",
  "/api/speakers",
  "/api/conference",
  "/api/openapi.json",
])(
  "%s is cached compressed for strangers, revalidated each time, and not sent again if unchanged",
  async (path) => {
    const plain = await get(path);
    const brotli = await get(path, { "Accept-Encoding": "br" });
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringMatching(/^application\/json/),
      "cache-control": "public, no-cache",
      vary: "Accept-Encoding, Authorization, Cookie",
    });
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    const again = await get(path, { "Accept-Encoding": "br", "If-None-Match": String(brotli.headers.etag) });
    expect([again.status, again.body]).toEqual([304, ""]);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.body, head.headers.etag]).toEqual([200, "", plain.headers.etag]);
  },
);

test.each([
  "/api/program",
  "/api/sessions/2/speakers",
  "/api/admin/delegates",
  "/api/admin/speaker-sessions",
  "/api/auth/user",
])("%s with a login has a tag, too, and is not cached", async (path) => {
  const Cookie = server.cookie;
  const first = await get(path, { Cookie });
  const etag = expect.stringMatching(/^W\/".+"$/);
  expect(first.headers).toMatchObject({ "cache-control": "no-store", etag });
  const again = await get(path, { Cookie, "If-None-Match": `"other", ${first.headers.etag}` });
  expect([again.status, again.body]).toEqual([304, ""]);
  expect(again.headers).toMatchObject({ "cache-control": "no-store", etag: first.headers.etag });
  expect((await get(path, { Cookie }, "HEAD")).headers.etag).toBe(first.headers.etag);
  expect((await get(path, { Cookie, "If-None-Match": 'W/"other"' })).status).toBe(200);
});

test("responses to a token are neither cached for others nor served from the cache", async () => {
  const answer = await get("/api/program", { Authorization: "Bearer conf_wrong" });
  expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
});

test("a list is current with the next request after a change", async () => {
  const before = await get("/api/speakers");
  expect((await server.send("POST", "/api/admin/speakers", SPEAKER)).status).toBe(201);
  const after = await get("/api/speakers", { "If-None-Match": String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(after.body).toContain("Zara Quill");
});

test("with If-Match a change applies to the version that was read, or not at all", async () => {
  const put = (path: string, body: object, tag: string) =>
    server.send("PUT", path, body, { "If-Match": tag });
  const bodies = { "/api/admin/speakers/1": SPEAKER, "/api/admin/program/1": SESSION };
  for (const [path, body] of Object.entries(bodies)) {
    const saved = await server.send("PUT", path, body);
    const { updatedAt } = await saved.json();
    expect(saved.headers.get("ETag")).toBe(`"${updatedAt}"`);
    const again = await put(path, { ...body, title: "Changed" }, `"${updatedAt}"`);
    expect(again.status).toBe(200);
    for (const stale of [`"${updatedAt}"`, '"x"', `W/"${updatedAt}"`]) {
      const refused = await put(path, body, stale);
      expect(refused.status, stale).toBe(412);
      expect(await refused.json()).toEqual({
        message: "This has changed since you read it, so nothing was changed. Read it again, then retry.",
      });
    }
    expect((await put(path, body, "*")).status).toBe(200);
    expect((await put(path.replace(/1$/, "999"), body, "*")).status).toBe(404);
  }
});

test("with If-Match a deletion applies to the version that was read, or not at all", async () => {
  const remove = (path: string, tag: string) => server.send("DELETE", path, undefined, { "If-Match": tag });
  const pair = { speakerId: 4, sessionId: 9 };
  const made = await server.send("POST", "/api/admin/speaker-sessions", pair);
  const { createdAt } = await made.json();
  const one = "/api/admin/speaker-sessions/4/9";
  const paths: [path: string, version: string][] = [[one, createdAt]];
  for (const [path, body] of [
    ["/api/admin/speakers", SPEAKER],
    ["/api/admin/program", SESSION],
  ] as const) {
    const { id } = await (await server.send("POST", path, body)).json();
    const { updatedAt } = await (await server.send("PUT", `${path}/${id}`, body)).json();
    paths.push([`${path}/${id}`, updatedAt]);
  }
  for (const [path, version] of paths) {
    for (const stale of ['"2020-01-01T00:00:00.000Z"', '"x"', `W/"${version}"`]) {
      const refused = await remove(path, stale);
      expect([path, stale, refused.status]).toEqual([path, stale, 412]);
      expect((await refused.json()).message).toContain("This has changed since you read it");
    }
    expect((await remove(path, `"${version}"`)).status, path).toBe(204);
    for (const tag of ["*", `"${version}"`]) expect((await remove(path, tag)).status, path).toBe(404);
  }
});
