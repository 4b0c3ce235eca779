// Delegates for other software: one, those who match, a status and a check-in.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { type App, jsonPost, openSampleApp } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";

const [READ, FULL] = [createToken("reader", "read"), createToken("sync", "full")];
const LIST = "/api/admin/delegates";

let app: App;
beforeAll(async () => {
  app = await openSampleApp({
    ADMIN_EMAILS: ORGANISER,
    UNDO_SECONDS: "60",
    API_TOKENS: `${READ?.entry},${FULL?.entry}`,
  });
});
beforeEach(() => {
  app.sqlite.exec("delete from outbox; delete from delegates; delete from changesets");
  insertDelegate(app.sqlite, { id: 1, name: "Ida Grey", status: "pending", registration_type: "pr_pass" });
  insertDelegate(app.sqlite, {
    id: 2,
    name: "Bo Berg",
    status: "confirmed",
    registration_type: "media_pass",
  });
  insertDelegate(app.sqlite, { id: 3, name: "Cy Quill", status: "confirmed", registration_type: "pr_pass" });
});

const headersOf = (token: typeof FULL, more: Record<string, string> = {}) => ({
  Authorization: `Bearer ${token?.token}`,
  ...more,
});
async function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const sent =
    body === undefined ? { headers: headersOf(FULL, more) } : jsonPost(body, headersOf(FULL, more));
  const response = await app.fetch(LIST + path, { ...sent, method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
const get = (path: string, more?: Record<string, string>) => call("GET", path, undefined, more);
const idsAt = async (path: string) => {
  const { status, body } = await get(path);
  expect(status, path).toBe(200);
  return body.map(({ id }: { id: number }) => id).toSorted();
};
const letters = () => app.sqlite.prepare("select delegate_id, kind, note from outbox").all();
const statusOf = (id: number) =>
  app.sqlite.prepare("select status from delegates where id = ?").pluck().get(id);
const version = async (id: number) => (await get(`/${id}`)).headers.get("ETag") ?? "";

test("one delegate is read with a version, as in the list", async () => {
  const { status, headers, body } = await get("/2");
  expect([status, body]).toEqual([200, (await get("?status=confirmed&pass=media_pass")).body[0]]);
  expect(headers.get("ETag")).toBe(`"${body.updatedAt}"`);
  expect(await get("/99")).toMatchObject({
    status: 404,
    body: { message: "There is no delegate with this id." },
  });
});

test("the list is of those with a status and a pass, or changed since a time", async () => {
  expect(await idsAt("")).toEqual([1, 2, 3]);
  expect(await idsAt("?status=confirmed")).toEqual([2, 3]);
  expect(await idsAt("?pass=pr_pass")).toEqual([1, 3]);
  expect(await idsAt("?status=confirmed&pass=pr_pass")).toEqual([3]);
  expect(await idsAt("?status=attended")).toEqual([]);
  app.sqlite.exec("update delegates set updated_at = 1000000000000 + id * 1000");
  // 2001-09-09, 01:46:42 in UTC: a plus sign as it is means a space in a query.
  for (const since of ["01:46:42Z", "03:46:42%2B02:00", "03:46:42+02:00", "2001-09-08T20:46:42-05:00"])
    expect(
      await idsAt(`?updatedSince=${since.includes("T") ? since : `2001-09-09T${since}`}`),
      since,
    ).toEqual([2, 3]);
  expect((await call("PUT", "/1/status", { status: "declined" })).status).toBe(200);
  expect(await idsAt("?updatedSince=2002-01-01T00:00:00Z")).toEqual([1]);
  for (const [path, name] of [
    ["?status=vip", "status"],
    ["?pass=vip", "pass"],
    ["?updatedSince=yesterday", "updatedSince"],
    ["?updatedSince=2025-09-11T10:00:00", "updatedSince"],
  ] as const) {
    const { status, body } = await get(path);
    expect([status, Object.keys(body.errors)], path).toEqual([422, [name]]);
  }
});

test("pages and ETags also work for those who match", async () => {
  const first = await get("?status=confirmed&limit=1");
  expect(first.body).toHaveLength(1);
  const next = new URL(/<(.*)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "");
  expect(next.searchParams.get("status")).toBe("confirmed");
  const second = await get(next.search);
  expect([second.body.length, second.headers.get("Link")]).toEqual([1, null]);
  expect([first.body[0].id, second.body[0].id].toSorted()).toEqual([2, 3]);
  const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect((await get("?status=confirmed&limit=1", known)).status).toBe(304);
  await call("PUT", "/2/status", { status: "pending" });
  expect((await get("?status=confirmed&limit=1", known)).status).toBe(200);
});

test("a status is changed as in the panel: with a letter that waits, an undo and the history", async () => {
  const { status, headers, body } = await call("PUT", "/1/status", { status: "confirmed", note: "See you." });
  expect([status, body.status, body.id]).toEqual([200, "confirmed", 1]);
  expect(headers.get("ETag")).toBe(await version(1));
  expect(letters()).toEqual([{ delegate_id: 1, kind: "confirmed", note: "See you." }]);
  const organiser = await organiserOf(app);
  expect(await (await organiser.get("/admin/delegates")).text()).toContain("Undo");
  const actors = app.sqlite.prepare(`select actor, action from ${HISTORY}`).all();
  expect(actors).toContainEqual({ actor: "token sync", action: "status" });
  // The same status again changes nothing and sends nothing.
  const again = await call("PUT", "/1/status", { status: "confirmed" });
  expect([again.status, again.body]).toEqual([200, body]);
  expect(letters()).toHaveLength(1);
  const wrong = await call("PUT", "/1/status", { status: "vip" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["status"]]);
  expect((await call("PUT", "/99/status", { status: "confirmed" })).status).toBe(404);
});

test("a status or a check-in for another version is refused, and changes nothing", async () => {
  const seen = { "If-Match": await version(2) };
  app.sqlite.exec("update delegates set notes = 'Late', updated_at = updated_at + 1 where id = 2");
  expect((await call("PUT", "/2/status", { status: "declined" }, seen)).status).toBe(412);
  expect((await call("POST", "/2/check-in", undefined, seen)).status).toBe(412);
  expect(statusOf(2)).toBe("confirmed");
  const current = { "If-Match": await version(2) };
  expect((await call("POST", "/2/check-in", undefined, current)).status).toBe(200);
  expect((await call("PUT", "/2/status", { status: "declined" }, current)).status).toBe(412);
  expect(statusOf(2)).toBe("attended");
});

test("a delegate is checked in once; a wrong step has the sentence of the door", async () => {
  const key = { "Idempotency-Key": "door-1" };
  const first = await call("POST", "/2/check-in", undefined, key);
  expect([first.status, first.body.status]).toEqual([200, "attended"]);
  expect(first.headers.get("ETag")).toBe(await version(2));
  expect((await call("POST", "/2/check-in", undefined, key)).body).toEqual(first.body);
  const twice = await call("POST", "/2/check-in");
  expect(twice).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Already checked in at /) },
  });
  const pending = { message: "Ida Grey’s registration is still pending. Check in anyway?" };
  const refused = await call("POST", "/1/check-in", undefined, { "Idempotency-Key": "door-2" });
  expect([refused.status, refused.body]).toEqual([409, pending]);
  // A refused request does not use up its key.
  await call("PUT", "/1/status", { status: "confirmed" });
  const later = await call("POST", "/1/check-in", undefined, { "Idempotency-Key": "door-2" });
  expect([later.status, later.body.status]).toEqual([200, "attended"]);
  expect((await call("POST", "/99/check-in")).status).toBe(404);
});

test("a read token reads one delegate, but changes no status and checks no one in", async () => {
  const ask = (method: string, path: string) =>
    app.fetch(LIST + path, { ...jsonPost({ status: "declined" }, headersOf(READ)), method });
  expect((await app.fetch(`${LIST}/2`, { headers: headersOf(READ) })).status).toBe(200);
  expect([(await ask("PUT", "/2/status")).status, (await ask("POST", "/2/check-in")).status]).toEqual([
    403, 403,
  ]);
  expect(statusOf(2)).toBe("confirmed");
});
