// Ids of another system: an item is created or updated by them, and only organisers and their tokens read them.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { type App, jsonPost, openSampleApp } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";

const [READ, FULL] = [createToken("reader", "read"), createToken("sync", "full")];
const EMAIL = "zara@private.example";
const ID = "sess/7 ä";
const AT = encodeURIComponent(ID);
const KINDS = [
  { path: "/api/admin/speakers", noun: "speaker", body: { ...SPEAKER, email: EMAIL } },
  { path: "/api/admin/program", noun: "session", body: SESSION },
];

let app: App;
beforeAll(async () => {
  app = await openSampleApp({ API_TOKENS: `${READ?.entry},${FULL?.entry}` });
});
beforeEach(() =>
  app.sqlite.exec("delete from speakers where id > 18; delete from program_sessions where id > 9"),
);

async function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers = { Authorization: `Bearer ${FULL?.token}`, ...more };
  const response = await app.fetch(path, { ...(body ? jsonPost(body, headers) : { headers }), method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
const get = (path: string) => call("GET", path);

test.each(KINDS)("a PUT by external id creates a $noun, then updates it", async ({ path, body }) => {
  const one = `${path}/by-external-id/${AT}`;
  const made = await call("PUT", one, body);
  const { track: _track, ...asSent } = { track: "none", ...body };
  expect([made.status, made.body]).toMatchObject([201, { ...asSent, externalId: ID }]);
  expect(made.headers.get("Location")).toBe(`${path}/${made.body.id}`);
  expect(made.headers.get("ETag")).toBe(`"${made.body.updatedAt}"`);
  const { pronouns: _, description: __, ...required } = { pronouns: "", description: "", ...body };
  const updated = await call("PUT", one, required);
  expect([updated.status, updated.body]).toEqual([200, made.body]);
  expect(updated.headers.get("Location")).toBeNull();
  expect((await get(`${path}/${made.body.id}`)).body).toEqual(made.body);
  const sentBack = await call("PUT", one, made.body);
  expect([sentBack.status, sentBack.body]).toEqual([200, made.body]);
});

test.each(KINDS)("If-Match counts for a PUT of a $noun by external id", async ({ path, body }) => {
  const one = `${path}/by-external-id/${AT}`;
  const stale = { "If-Match": '"2020-01-01T00:00:00.000Z"' };
  expect((await call("PUT", one, body, stale)).status).toBe(412);
  const made = await call("PUT", one, body);
  expect(made.status).toBe(201);
  expect((await call("PUT", one, body, stale)).status).toBe(412);
  expect((await call("PUT", one, body, { "If-Match": made.headers.get("ETag") ?? "" })).status).toBe(200);
});

test.each(KINDS)("two PUTs at once create one $noun", async ({ path, body }) => {
  const puts = Array.from({ length: 5 }, () => call("PUT", `${path}/by-external-id/${AT}`, body));
  const answers = await Promise.all(puts);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test.each(KINDS)("a second POST of a $noun with an external id is refused", async ({ path, noun, body }) => {
  const sent = { ...body, externalId: ID };
  const key = { "Idempotency-Key": `first-${noun}` };
  const first = await call("POST", path, sent, key);
  expect([first.status, first.body.externalId]).toEqual([201, ID]);
  const message = `There is already a ${noun} with this external id.`;
  expect(await call("POST", path, sent)).toMatchObject({ status: 409, body: { message } });
  // The same request again returns the first response.
  expect((await call("POST", path, sent, key)).body).toEqual(first.body);
  for (const externalId of [null, undefined]) {
    expect((await call("POST", path, { ...body, externalId })).status).toBe(201);
    expect((await call("POST", path, { ...body, externalId })).status).toBe(201);
  }
});

test.each(KINDS)("an external id that is there twice changes no $noun", async ({ path, noun, body }) => {
  for (const _ of [1, 2]) await call("POST", path, body);
  app.sqlite
    .prepare(`update ${noun === "speaker" ? "speakers" : "program_sessions"} set external_id = 'x'
    where id > ${noun === "speaker" ? 18 : 9}`)
    .run();
  expect((await call("PUT", `${path}/by-external-id/x`, body)).status).toBe(409);
  expect((await call("PUT", `${path}/by-external-id/${"x".repeat(201)}`, body)).status).toBe(422);
  const other = await call("PUT", `${path}/by-external-id/y`, { ...body, externalId: "z" });
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ["externalId"]]);
});

test("external ids, email addresses and drafts are returned to organisers' tokens, never publicly", async () => {
  const { body: speaker } = await call("PUT", `/api/admin/speakers/by-external-id/${AT}`, {
    ...KINDS[0]?.body,
    isDraft: false,
  });
  const { body: session } = await call("PUT", `/api/admin/program/by-external-id/${AT}`, SESSION);
  await call("POST", "/api/admin/speaker-sessions", { speakerId: speaker.id, sessionId: session.id });
  const read = async (path: string) => {
    const headers = { Authorization: `Bearer ${READ?.token}` };
    return (await app.fetch(path, { headers })).json();
  };
  expect(await read(`/api/admin/speakers/${speaker.id}`)).toMatchObject({ email: EMAIL, externalId: ID });
  expect(await read("/api/admin/speakers")).toContainEqual(speaker);
  expect(await read("/api/admin/program")).toContainEqual(session);
  expect([speaker.email, speaker.isDraft, session.externalId]).toEqual([EMAIL, false, ID]);
  for (const path of [
    "/api/speakers",
    "/api/program?include=speakers",
    `/api/sessions/${session.id}/speakers`,
    `/api/speakers/${speaker.id}/sessions`,
    `/?speaker=${speaker.id}`,
    `/?session=${session.id}`,
  ])
    for (const headers of [undefined, { Authorization: `Bearer ${FULL?.token}` }]) {
      const text = await (await app.fetch(path, headers && { headers })).text();
      expect(text, path).toContain(
        path.endsWith("/sessions") || path.includes("session=") ? SESSION.title : "Zara",
      );
      for (const secret of [EMAIL, "sess/7", "externalId", "isDraft"])
        expect(text, path).not.toContain(secret);
    }
  // An email address is not stored with an Idempotency-Key, where no erasure looks.
  await call("POST", "/api/admin/speakers", KINDS[0]?.body, { "Idempotency-Key": "with-email" });
  expect(
    app.sqlite.prepare("select count(*) from changesets where result like ?").pluck().get(`%${EMAIL}%`),
  ).toBe(0);
});
