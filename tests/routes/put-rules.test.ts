import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { send } from "../support/send.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
let server: OrganisedServer;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer({ METRICS_TOKEN });
  sqlite = new Database(join(server.dataDir, "conference.db"));
});
afterAll(() => server.stop());

type Item = Record<string, unknown> & { id: number; updatedAt: string };
/** Each test creates items with the same external ids. */
beforeEach(() =>
  sqlite.exec("update speakers set external_id = null; update program_sessions set external_id = null"),
);
const create = async (path: string, body: object): Promise<Item> => {
  const made = await server.send("POST", path, body);
  expect(made.status).toBe(201);
  return made.json();
};
const get = (path: string, headers: Record<string, string> = {}) =>
  send(server.origin, { path, headers, method: "GET" });
const stored = (table: string, id: number) =>
  sqlite.prepare(`select * from ${table} where id = ?`).get(id) as Record<string, unknown>;
const pagesVersion = () => sqlite.prepare("select version from versions where name = 'pages'").pluck().get();

/** The number of pages that were not in the cache. */
async function misses(): Promise<number> {
  const { body } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  return Number(/byline_page_cache_requests_total\{result="miss"\} (\d+)/.exec(body)?.[1]);
}

const FULL_SPEAKER = {
  ...SPEAKER,
  featured: true,
  isDraft: false,
  email: "zara@example.com",
  externalId: "z-1",
  links: "Site https://example.com",
  imageUrl: "/portraits/mei-tanaka-wills.svg",
};
const FULL_SESSION = {
  ...SESSION,
  track: "b2b",
  room: "Attic",
  tags: "News, Radio",
  links: "Slides https://example.com/slides",
  status: "cancelled",
  externalId: "s-1",
};
const KINDS = [
  { path: "/api/admin/speakers", table: "speakers", body: FULL_SPEAKER, list: "/api/speakers" },
  { path: "/api/admin/program", table: "program_sessions", body: FULL_SESSION, list: "/api/program" },
];

test.each(KINDS)(
  "a PUT to $path that changes nothing changes no version, ETag, SEQUENCE or cache",
  async ({ path, table, body, list }) => {
    const made = await create(path, body);
    const PAGES = ["/", list, "/calendar.ics"];
    const before = await Promise.all(PAGES.map((page) => get(page)));
    const sequence = /^SEQUENCE:\d+/m.exec(before[2]?.body ?? "")?.[0];
    expect(sequence).toBeDefined();
    const [row, version, missed] = [stored(table, made.id), pagesVersion(), await misses()];

    for (const sent of [body, { ...made, ...body }]) {
      const again = await server.send("PUT", `${path}/${made.id}`, sent);
      expect([again.status, again.headers.get("ETag")]).toEqual([200, `"${made.updatedAt}"`]);
      expect(await again.json()).toEqual(made);
    }
    expect([stored(table, made.id), pagesVersion()]).toEqual([row, version]);
    const after = await Promise.all(PAGES.map((page) => get(page)));
    expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag));
    expect(after[2]?.body).toContain(sequence);
    expect(await misses()).toBe(missed);

    const changed = await server.send("PUT", `${path}/${made.id}`, { ...body, title: "Another" });
    expect((await changed.json()).updatedAt > made.updatedAt).toBe(true);
    expect(pagesVersion()).not.toBe(version);
  },
);

const REQUIRED = {
  speakers: ["name", "title", "company", "category"],
  program_sessions: ["title", "time", "type"],
};

test.each(KINDS)(
  "a PUT to $path keeps each optional field that it leaves out, and empties what is null",
  async ({ path, table, body }) => {
    const { id } = await create(path, body);
    const before = stored(table, id);
    const all = Object.entries(body);
    const required = REQUIRED[table as keyof typeof REQUIRED];
    const least = Object.fromEntries(all.filter(([name]) => required.includes(name)));
    const kept = await server.send("PUT", `${path}/${id}`, { ...least, title: "Another" });
    expect(kept.status).toBe(200);
    const { updated_at: _, ...rest } = before;
    expect(stored(table, id)).toMatchObject({ ...rest, title: "Another" });
    for (const name of required) {
      const sent = Object.fromEntries(all.filter(([other]) => other !== name));
      expect((await server.send("PUT", `${path}/${id}`, sent)).status, name).toBe(422);
    }
    const asks = ["imageUrl", "status", "featured", "isDraft", "email"];
    const nulls = all.flatMap(([name]) =>
      required.includes(name) || asks.includes(name) ? [] : [[name, null]],
    );
    expect(
      (await server.send("PUT", `${path}/${id}`, { ...least, ...Object.fromEntries(nulls) })).status,
    ).toBe(200);
    for (const [name = ""] of nulls) {
      const column = name === "externalId" ? "external_id" : name;
      expect(stored(table, id)[String(column)], String(name)).toBeNull();
    }
  },
);

test("the document says for each optional field of a PUT that it stays if left out", async () => {
  const { components } = JSON.parse((await get("/api/openapi.json")).body);
  for (const name of ["SpeakerInput", "SessionInput"]) {
    const { properties, required } = components.schemas[name];
    for (const [field, { description = "" }] of Object.entries<{ description?: string }>(properties))
      expect(description.includes("A PUT that leaves it out does not change it."), `${name}.${field}`).toBe(
        !required.includes(field),
      );
  }
});

test("DELETE /api/speakers/{id}/image removes a photo, of the version that was read", async () => {
  const { id, updatedAt } = await create("/api/admin/speakers", FULL_SPEAKER);
  const path = `/api/speakers/${id}/image`;
  const remove = (headers: Record<string, string> = {}, at = path) =>
    server.send("DELETE", at, undefined, headers);
  // As the specification says (section 5), a blank image keeps the photo.
  for (const imageUrl of [null, ""])
    await server.send("PUT", `/api/admin/speakers/${id}`, { ...FULL_SPEAKER, imageUrl });
  expect(stored("speakers", id).image_url).toBe(FULL_SPEAKER.imageUrl);

  expect((await remove({ "If-Match": '"2020-01-01T00:00:00.000Z"' })).status).toBe(412);
  expect(stored("speakers", id).image_url).toBe(FULL_SPEAKER.imageUrl);
  const removed = await remove({ "If-Match": `"${updatedAt}"` });
  expect([removed.status, await removed.text()]).toEqual([204, ""]);
  expect(stored("speakers", id).image_url).toBeNull();
  const [item] = (await (await server.send("GET", "/api/speakers")).json()).filter(
    (one: Item) => one.id === id,
  );
  expect(item).toMatchObject({ imageUrl: null });
  expect(removed.headers.get("ETag")).toBe(`"${item.updatedAt}"`);
  const again = await remove();
  expect([again.status, again.headers.get("ETag")]).toEqual([204, `"${item.updatedAt}"`]);
  expect((await remove({}, "/api/speakers/999/image")).status).toBe(404);
});
