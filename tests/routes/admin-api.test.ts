import { expect, test } from "vitest";
import { jsonPost } from "../support/app.ts";
import { app, db, organisedForEach, organiser } from "../support/organised.ts";

organisedForEach();

const PERSON = { name: "Zara Quill", title: "Editor", company: "The Quill", category: "tech" };
const SPEAKER = { ...PERSON, pronouns: "ze/zir", bio: null, imageUrl: null, featured: true };
const SESSION = { title: "Late news", time: "4:30 PM", description: null, type: "panel", track: "b2b" };
const NO_MORE = { tags: null, links: null, status: "scheduled" };
const WHEN = { startsAt: "2025-09-11T16:30:00+10:00", endsAt: "2025-09-11T17:30:00+10:00" };
const AND_WHERE = { ...WHEN, roomName: null, remark: null };
const PRIVATE = { email: null, externalId: null };
const TIMES = { createdAt: expect.any(String), updatedAt: expect.any(String) };

async function call(method: string, path: string, body?: unknown) {
  const answer = await organiser.json(method, `/api/admin${path}`, body);
  return [answer.status, answer.status === 204 ? null : await answer.json()];
}

test.each([
  {
    what: "speaker",
    path: "/speakers",
    sent: SPEAKER,
    made: { ...SPEAKER, ...PRIVATE, isDraft: false, links: null, id: 19, sortOrder: 18 },
    other: { ...PERSON, name: "Zara Q" },
    updated: { name: "Zara Q", pronouns: "ze/zir", featured: true, bio: null },
  },
  {
    what: "session",
    path: "/program",
    sent: { ...SESSION, track: "none" },
    made: {
      ...SESSION,
      ...NO_MORE,
      ...AND_WHERE,
      externalId: null,
      track: null,
      room: null,
      id: 10,
      sortOrder: 9,
    },
    other: { ...SESSION, type: "briefing" },
    updated: { track: "b2b", type: "briefing" },
  },
])("a $what is created, updated and deleted", async ({ what, path, sent, made, other, updated }) => {
  expect(await call("POST", path, sent)).toEqual([201, { ...made, ...TIMES }]);
  const one = `${path}/${made.id}`;
  expect(await call("PUT", one, other)).toEqual([200, expect.objectContaining(updated)]);
  expect(await call("DELETE", one)).toEqual([204, null]);
  const gone = [404, { message: `There is no ${what} with this id.` }];
  expect([await call("PUT", one, other), await call("DELETE", one)]).toEqual([gone, gone]);
});

test.each([
  ["/api/admin/speakers", SPEAKER, "speaker", { bio: "New" }],
  ["/api/admin/program", { ...SESSION, status: "draft" }, "session", { type: "party" }],
])(
  "what POST %s creates has an address and a version, and can be read there",
  async (path, sent, noun, other) => {
    const made = await organiser.json("POST", path, sent);
    const item = await made.json();
    expect(made.headers.get("Location")).toBe(`${path}/${item.id}`);
    expect(made.headers.get("ETag")).toBe(`"${item.updatedAt}"`);
    const read = (tag = "") =>
      app.fetch(`${path}/${item.id}`, { headers: { Cookie: organiser.cookie, "If-None-Match": tag } });
    const first = await read();
    expect([first.status, await first.json()]).toEqual([200, item]);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).toBe(made.headers.get("ETag"));
    expect((await read(etag)).status).toBe(200);
    const headers = { Cookie: organiser.cookie, "Sec-Fetch-Site": "same-origin", "If-Match": etag };
    const changed = { ...jsonPost({ ...sent, ...other }, headers), method: "PUT" };
    expect((await app.fetch(`${path}/${item.id}`, changed)).status).toBe(200);
    expect((await app.fetch(`${path}/${item.id}`, changed)).status).toBe(412);
    for (const id of ["999", "x", "0"])
      expect(await call("GET", `${path.slice(10)}/${id}`)).toEqual([
        404,
        { message: `There is no ${noun} with this id.` },
      ]);
  },
);

test("speakers and sessions are connected once, listed with both, and disconnected", async () => {
  const path = "/speaker-sessions";
  const pair = { speakerId: 1, sessionId: 9 };
  const [status, made] = await call("POST", path, pair);
  expect(status).toBe(201);
  const ends = { speaker: { name: "Marguerite Oyelaran" }, session: { title: "Drinks with the newsroom" } };
  expect(made).toMatchObject({ ...pair, role: "speaker", ...ends });
  const message = "This speaker is already connected to this session";
  expect(await call("POST", path, pair)).toEqual([409, { message }]);
  const [, list] = await call("GET", path);
  expect(list).toHaveLength(23);
  expect(list[0]).toMatchObject({ speaker: { id: 1 }, session: { id: 1 } });
  expect((await call("DELETE", `${path}/1/9`))[0]).toBe(204);
  expect((await call("DELETE", `${path}/1/9`))[0]).toBe(404);
  expect((await call("POST", path, { ...pair, speakerId: 99 }))[0]).toBe(404);
});

test("invalid input is 422 by field and changes nothing", async () => {
  const category = ["Expected 'b2c' | 'b2b' | 'tech' | 'media', received 'print'"];
  const text = ["Expected string, received number"];
  const role = ["Expected 'speaker' | 'moderator' | 'panelist', received 'host'"];
  const person = { name: " ", title: 1, company: "C", category: "print" };
  const odd = { ...SPEAKER, featured: "yes", imageUrl: "https://evil.example/x.png" };
  const featured = ["Expected boolean, received string"];
  const number = ["Expected number, received string"];
  const pair = { speakerId: "1", role: "host" };
  for (const [path, body, errors] of [
    ["/speakers", person, { name: ["Required"], title: text, category }],
    ["/speakers", odd, { featured, imageUrl: ["Use an image uploaded to this site"] }],
    ["/program", { title: "T" }, { time: ["Required"], type: ["Required"] }],
    ["/speaker-sessions", pair, { speakerId: number, sessionId: ["Required"], role }],
  ] as const) {
    const [status, said] = await call("POST", path, body);
    expect([status, said.errors]).toEqual([422, errors]);
  }
  expect(db.count("speakers")).toBe(18);
});

test("without a login every call is 401 with a message", async () => {
  for (const path of ["/api/admin/speakers/1", "/api/admin/delegates", "/api/admin/nowhere"]) {
    const response = await app.fetch(path);
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="API"');
    expect(await response.json()).toEqual({
      message: "Unauthorized: log in, or send a token: Authorization: Bearer TOKEN.",
    });
  }
});
