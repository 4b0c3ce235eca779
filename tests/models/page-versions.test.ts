// Database triggers change a version, which invalidates the page cache.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { FILLERS, folderOf, MIGRATIONS, rebuilding, tablesOf } from "../faults/support/schemas.ts";
import { newFolder } from "../support/backups.ts";
import { useNewDataDir } from "../support/database.ts";
import { registration } from "../support/factories.ts";
import { send } from "../support/send.ts";

let connection: typeof import("#app/db/connection.server.ts");
let pageCache: typeof import("#app/server/middleware/page-cache.server.ts").pageCache;
let other: Database.Database;
beforeAll(async () => {
  const dataDir = useNewDataDir({ ADMIN_EMAILS: "ana@example.com" });
  connection = await import("#app/db/connection.server.ts");
  ({ pageCache } = await import("#app/server/middleware/page-cache.server.ts"));
  other = new Database(join(dataDir, "conference.db"));
  for (let n = 1; n <= 30; n += 1) {
    for (const table of ["speakers", "program_sessions"]) other.prepare(FILLERS[table] as string).run({ n });
  }
  for (const id of [11, 12, 21, 22])
    other.exec(`insert into connections (id, speaker_id, program_session_id)
      values (${id}, ${id + 5}, ${id + 5})`);
});
afterAll(() => other.close());

const version = () => connection.pagesVersion();

const seen = new Set<string>();
/** Asserts that a change sets a version that was never used before. */
function expectNew(change: () => unknown) {
  seen.add(version());
  change();
  expect(seen.has(version())).toBe(false);
}

const CHANGES: [what: string, change: (n: number) => string][] = [
  ["a new speaker", () => FILLERS.speakers?.replace(":n", "'x'") ?? ""],
  ["another name", (n) => `update speakers set name = 'Changed' where id = ${n}`],
  ["a deleted speaker", (n) => `delete from speakers where id = ${10 + n}`],
  ["a new session", () => FILLERS.program_sessions?.replace(":n", "'x'") ?? ""],
  ["another order", (n) => `update program_sessions set sort_order = 7 where id = ${n}`],
  ["a deleted session", (n) => `delete from program_sessions where id = ${10 + n}`],
  ["a new connection", (n) => `insert into connections (speaker_id, program_session_id) values (${n}, ${n})`],
  ["another role", (n) => `update connections set role = 'moderator' where id = ${10 + n}`],
  ["a speaker taken off a session", (n) => `delete from connections where id = ${20 + n}`],
];

test.each(CHANGES)("the pages are rendered again after %s, by this process or another one", (_, change) => {
  expectNew(() => connection.sqlite.exec(change(1)));
  expectNew(() => other.exec(change(2)));
});

test("the briefly cached version is dropped when this process writes, and expires soon", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const before = connection.recentVersion("pages");
  await connection.batch((tx) => tx.run("update speakers set name = 'Own' where id = 3"));
  const after = connection.recentVersion("pages");
  expect(after).not.toBe(before);
  other.exec("update speakers set name = 'Other' where id = 3");
  now.mockReturnValue(1_000.3);
  expect(connection.recentVersion("pages")).not.toBe(after);
  now.mockRestore();
});

test("a change that is rolled back keeps the cached pages", () => {
  const before = version();
  connection.sqlite.exec("begin; update speakers set name = 'Not kept'; rollback");
  expect(version()).toBe(before);
});

test("changes not shown on pages cause no new rendering, in this process or others", () => {
  const shown = ["speakers", "program_sessions", "connections", "versions"];
  const others = tablesOf(other).filter((table) => !shown.includes(table));
  expect(others).toContain("delegates");
  const before = version();
  for (const table of others) other.prepare(FILLERS[table] as string).run({ n: 1 });
  for (const table of others) connection.sqlite.prepare(FILLERS[table] as string).run({ n: 2 });
  for (const table of others) {
    const [column] = other.pragma(`table_info(${table})`) as { name: string }[];
    other.exec(`update ${table} set ${column?.name} = ${column?.name}`);
  }
  for (const table of others.toReversed()) other.exec(`delete from ${table}`);
  expect(version()).toBe(before);
});

test("strangers cannot empty the cache: wrong links, drafts, registrations, old logins", async () => {
  const pages = await openPages(() => new Response("<p>A page</p>", { headers: HTML }));
  await pages.get("/");
  const [links, drafts, delegates, logins, users] = await Promise.all([
    import("#app/models/login/login-link.server.ts"),
    import("#app/models/submission/draft.server.ts"),
    import("#app/models/delegate/delegate.server.ts"),
    import("#app/models/login/login-session.server.ts"),
    import("#app/models/login/user.server.ts"),
  ]);
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  await links.redeemLoginLink("wrong");
  const { id } = await users.saveUser({ email: "ana@example.com" });
  await drafts.createDraft(id, { name: "x" });
  await delegates.createRegistration(RegistrationInput.parse(registration()), null);
  await logins.deleteLoginSession("wrong");
  await logins.purgeLoginSessions();
  await pages.get("/");
  expect(pages.rendered).toEqual(["/"]);
});

test.each([false, true])(
  "a page that was begun before a change is not kept after it, requested meanwhile: %s",
  async (isAskedMeanwhile) => {
    let name = "Before";
    const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const pages = await openPages(async () => {
      const body = `<p>${name}</p>`;
      begun.resolve();
      await finished.promise;
      return new Response(body, { headers: HTML });
    });
    const first = pages.get("/");
    await begun.promise;
    name = "After";
    other.exec("update speakers set name = 'After' where id = 1");
    const meanwhile = isAskedMeanwhile ? pages.get("/") : null;
    finished.resolve();
    expect((await first).body).toContain("Before");
    expect((await (meanwhile ?? pages.get("/"))).body).toContain("After");
    expect((await pages.get("/")).body).toContain("After");
  },
);

test("tables that a migration rebuilds keep the triggers that report their changes", () => {
  const path = join(newFolder(), "conference.db");
  const before = connection.openDatabase(path).sqlite;
  for (const n of [1, 2]) before.prepare(FILLERS.speakers as string).run({ n });
  const rebuilds = ["speakers", "program_sessions", "delegates"].map((table, index) =>
    rebuilding(before, table, 1_900_000_000_000 + index),
  );
  before.close();
  const { sqlite } = connection.openDatabase(path, join(folderOf([...MIGRATIONS, ...rebuilds]), "drizzle"));
  const read = (name: string) =>
    sqlite.prepare("select version from versions where name = ?").pluck().get(name);
  const [pages, delegates] = [read("pages"), read("delegates")];
  sqlite.exec("update speakers set name = 'Changed' where id = 1");
  expect(read("pages")).not.toBe(pages);
  expect(read("delegates")).toBe(delegates);
  sqlite.prepare(FILLERS.delegates as string).run({ n: 1 });
  expect(read("delegates")).not.toBe(delegates);
  sqlite.close();
});

const HTML = { "Content-Type": "text/html; charset=utf-8" };

const ONE_PAGE = { home: { index: true, module: { handle: { shared: {} }, default: () => null } } };

async function openPages(render: () => Response | Promise<Response>) {
  const rendered: string[] = [];
  const answer = pageCache({
    routes: ONE_PAGE,
    render: (request) => {
      const { pathname, search } = new URL(request.url);
      rendered.push(pathname + search);
      return Promise.resolve(render());
    },
  });
  const server = createServer((request, response) => answer(request, response, () => {}));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { rendered, get: (path: string) => send(origin, { path }) };
}
