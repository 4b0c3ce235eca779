import { expect, test } from "vitest";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { SPEAKER } from "../support/factories.ts";
import { app, db, organisedForEach, organiser } from "../support/organised.ts";

const CALL = "/api/admin/delegates";
organisedForEach();

type Listed = { id: number; name: string; createdAt: string };
const idsOf = (delegates: Listed[]) => delegates.map(({ id }) => id);
const newestFirst = () => db.values("select id from delegates order by created_at desc, id desc");
const nextOf = (answer: Response) => /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];

test.each([0, 1, 49, 50, 51, 100, 137])(
  "each of %i delegates is in the list once, the newest first",
  async (count) => {
    insertDelegates(app.sqlite, count);
    // Simulates several registrations in the same millisecond.
    app.sqlite.exec("update delegates set created_at = 1750000000000 where id between 30 and 90");
    const answer = await organiser.json("GET", CALL);
    expect(answer.headers.get("Link")).toBeNull();
    const found = await answer.json();
    expect(idsOf(found)).toEqual(newestFirst());
    for (const one of found.slice(0, 1))
      for (const secret of ["searchText", "linkToken", "formId"]) expect(one).not.toHaveProperty(secret);
  },
);

test.each([1, 7, 30, 50, 60, 61, 1000])("in pages of %i it is the same list", async (limit) => {
  insertDelegates(app.sqlite, 60);
  app.sqlite.exec("update delegates set created_at = 1750000000000 where id between 20 and 40");
  const found: number[] = [];
  let pages = 0;
  for (let next: string | undefined = `${CALL}?limit=${limit}`; next; pages += 1) {
    const answer: Response = await organiser.json("GET", next);
    const page: Listed[] = await answer.json();
    expect(page.length).toBeGreaterThan(0);
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...idsOf(page));
    next = nextOf(answer);
  }
  expect(found).toEqual(newestFirst());
  expect(pages).toBe(Math.ceil(60 / limit));
});

test("a registration or deletion between two pages neither repeats nor skips a delegate", async () => {
  insertDelegates(app.sqlite, 30);
  const before = newestFirst();
  const first = await organiser.json("GET", `${CALL}?limit=10`);
  const seen = idsOf(await first.json());
  insertDelegate(app.sqlite, { name: "Later" });
  // seen[9] is the last delegate on the first page, after whom the next page begins.
  app.sqlite.prepare("delete from delegates where id in (?, ?, ?)").run(seen[2], seen[9], before[15]);
  const next = nextOf(first)?.replace("limit=10", "limit=100") ?? "";
  const rest: Listed[] = await (await organiser.json("GET", next)).json();
  expect([...seen, ...idsOf(rest)]).toEqual(before.filter((id) => id !== before[15]));
});

test("a registration or deletion during the response leaves the list complete", async () => {
  insertDelegates(app.sqlite, 200);
  const before = newestFirst();
  const reader = (await organiser.json("GET", CALL)).body?.getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader?.read())?.value);
  app.sqlite.prepare("delete from delegates where id = ?").run(before[150]);
  insertDelegate(app.sqlite, { name: "Later" });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += decoder.decode(part.value);
  expect(idsOf(JSON.parse(text))).toEqual(before.filter((id) => id !== before[150]));
});

test("a client that has the list gets it again only after a change", async () => {
  insertDelegates(app.sqlite, 3);
  const ask = (query: string, etag: string | null) =>
    app.fetch(CALL + query, { headers: { Cookie: organiser.cookie, "If-None-Match": etag ?? "" } });
  for (const query of ["", "?limit=2"]) {
    const etag = (await ask(query, null)).headers.get("ETag");
    expect((await ask(query, etag)).status).toBe(304);
    app.sqlite.exec("update speakers set name = name");
    await organiser.json("POST", "/api/admin/speakers", SPEAKER);
    expect((await ask(query, etag)).status).toBe(304);
    app.sqlite.exec("update delegates set status = 'confirmed' where id = 2");
    const changed = await ask(query, etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).not.toBe(etag);
  }
});

test("an invalid limit and a forged cursor are refused with a sentence", async () => {
  for (const [query, field] of [
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=ten", "limit"],
    ["limit=5&after=here", "after"],
    ["after=1750000000000", "after"],
  ] as const) {
    const refused = await organiser.json("GET", `${CALL}?${query}`);
    expect(refused.status, query).toBe(422);
    const { message, errors } = await refused.json();
    expect(message).toBe(`${field}: ${errors[field][0]}`);
  }
  expect(await (await organiser.json("GET", `${CALL}?limit=1000`)).json()).toEqual([]);
});
