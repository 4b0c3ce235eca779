import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type App, formPost, jsonPost, openSampleApp } from "../support/app.ts";
import { insertDelegates } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

const statements: string[] = [];
let app: App;
let organiser: Organiser;

beforeAll(async () => {
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const method of ["all", "get", "run", "values", "raw"] as const) {
      const original = (statement as unknown as Record<string, unknown>)[method];
      if (typeof original !== "function" || method === "raw") continue;
      Object.defineProperty(statement, method, {
        value: (...parameters: unknown[]) => {
          // A site that an earlier test file opened may still finish its work in this process.
          if (this.name.startsWith(app?.dataDir)) statements.push(sql);
          return original.apply(statement, parameters);
        },
      });
    }
    return statement;
  });
  const opened = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  // Bypasses the page cache.
  app = { ...opened, fetch: opened.route };
  organiser = await organiserOf(app);
});
afterAll(() => void vi.restoreAllMocks());

/** Fills caches, because counts must not depend on the order of tests. */
beforeEach(async () => {
  for (const path of ["/admin", "/admin/delegates/door-list"]) await organiser.get(path);
});

/** Returns the SQL statements run by one request, without BEGIN and COMMIT. */
async function statementsOf(request: () => Promise<Response>): Promise<string[]> {
  statements.length = 0;
  await request();
  return statements.filter((sql) => /^\s*(select|insert|update|delete|with)/i.test(sql));
}

const DESK = "/admin/delegates";
const REQUESTS: [name: string, atMost: number, () => Promise<Response>][] = [
  ["GET /", 3, () => app.fetch("/")],
  ["GET /?session=2", 5, () => app.fetch("/?session=2")],
  ["GET /?speaker=2", 5, () => app.fetch("/?speaker=2")],
  ["GET /register", 0, () => app.fetch("/register")],
  ["GET /registration/:token", 1, () => app.fetch(`/registration/${"0".repeat(32)}`)],
  // The third counts the letters to the address today.
  ["POST /register", 3, () => app.fetch("/register", formPost(registration()))],
  ["POST /api/registrations", 3, () => app.fetch("/api/registrations", jsonPost(registration()))],
  ["GET /api/program", 1, () => app.fetch("/api/program")],
  ["GET /api/speakers", 1, () => app.fetch("/api/speakers")],
  ["GET /api/sessions/2/speakers", 2, () => app.fetch("/api/sessions/2/speakers")],
  ["GET /api/program?include=speakers", 2, () => app.fetch("/api/program?include=speakers")],
  ["GET /api/conference", 0, () => app.fetch("/api/conference")],
  // A session's end may depend on the rest of the program.
  ["GET /api/speakers/2/sessions", 3, () => app.fetch("/api/speakers/2/sessions")],
  // The first screen after a change counts delegates and sessions again for its tabs.
  ["GET /admin", 14, () => afterChanges(() => organiser.get("/admin"))],
  ["GET /admin/speakers", 7, () => organiser.get("/admin/speakers")],
  ["GET /admin/program", 8, () => organiser.get("/admin/program")],
  ["GET /admin/connections", 8, () => organiser.get("/admin/connections")],
  ["GET /admin/delegates", 9, () => organiser.get("/admin/delegates")],
  ["GET /admin/delegates?q=", 9, () => organiser.get(`${DESK}?q=noor+ab1&status=pending&type=pr_pass`)],
  ["GET /admin/delegates?sort=name", 9, () => organiser.get("/admin/delegates?sort=name&q=noor&track=none")],
  ["GET /admin/delegates?bulk=", 11, () => organiser.get(`${DESK}?bulk=&status=pending&q=noor`)],
  ["GET /admin/delegates/1", 9, () => organiser.get("/admin/delegates/1?delete&sort=oldest")],
  ["GET /admin/delegates.csv", 10, () => organiser.get("/admin/delegates.csv?q=noor").then(read)],
  ["GET /admin/delegates/1/personal-data.json", 13, () => organiser.get(PERSONAL_DATA)],
  ["GET /api/admin/delegates", 8, () => organiser.json("GET", "/api/admin/delegates")],
  ["GET /api/admin/delegates?limit=", 7, () => organiser.json("GET", PAGE_OF_DELEGATES)],
  ["POST /admin/delegates", 17, () => organiser.post(DESK, { id: "1:pending", status: "declined" })],
  // This form also withdraws the email about the previous decision and stores it for an undo.
  ["POST /admin/delegates, all that match", 25, () => changeAll()],
  ["GET /admin/delegates/door", 5, () => organiser.get("/admin/delegates/door")],
  ["GET /admin/delegates/door?q=", 7, () => organiser.get("/admin/delegates/door?q=noor")],
  ["GET /admin/delegates/walk-in", 3, () => organiser.get("/admin/delegates/walk-in?q=noor")],
  ["POST /admin/delegates/walk-in", 13, () => organiser.post("/admin/delegates/walk-in", walkIn())],
  ["GET /admin/delegates/badges", 8, () => organiser.get("/admin/delegates/badges")],
  ["GET /admin/delegates/door-list", 6, () => organiser.get("/admin/delegates/door-list")],
  ["GET /api/admin/speaker-sessions", 4, () => organiser.json("GET", "/api/admin/speaker-sessions")],
  ["GET /admin/speakers?history=2", 8, () => organiser.get("/admin/speakers?history=2")],
  // Every change also stores a changeset and deletes old ones.
  ["PUT /api/admin/speakers/2", 9, () => organiser.json("PUT", "/api/admin/speakers/2", newSpeaker())],
  ["DELETE /api/admin/speakers/90", 11, () => organiser.json("DELETE", add(90))],
  ["DELETE /api/admin/speaker-sessions/91/1", 10, () => organiser.json("DELETE", addConnection(91))],
  ["undo a deletion", 16, () => organiser.post("/admin/speakers", addDeletion())],
];

/** Requests a page after a change to the program and the delegates. */
function afterChanges<T>(request: () => T): T {
  app.sqlite.exec("update versions set version = hex(randomblob(8))");
  return request();
}

const PERSONAL_DATA = "/admin/delegates/1/personal-data.json";
const PAGE_OF_DELEGATES = "/api/admin/delegates?limit=20&after=1790000000000-4";

/** Adds a speaker to session 1 without counting the statements. Returns the speaker's URL. */
function add(id: number): string {
  app.sqlite.exec(`
    insert or ignore into speakers (id, name, title, company, category) values (${id}, 'N', 'T', 'C', 'b2b');
    insert or ignore into connections (speaker_id, program_session_id) values (${id}, 1);
  `);
  return `/api/admin/speakers/${id}`;
}

const addConnection = (id: number) => `${add(id).replace("speakers", "speaker-sessions")}/1`;

/** Adds a deletion without counting the statements. Returns the form that undoes it. */
function addDeletion(): Record<string, string> {
  add(92);
  const changeset = app.sqlite.prepare(`insert into changesets
    (actor, action, subject, label, undo_until, is_open) values ('a@example.com', 'deleted', 'speaker', 'N', 9e12, 1)`);
  const { lastInsertRowid } = changeset.run();
  app.sqlite.exec("delete from speakers where id = 92; update changesets set is_open = null");
  return { intent: "undo", changeset: String(lastInsertRowid) };
}

let version = 0;
const walkIn = () =>
  registration({ name: `Wren ${"a".repeat(++version)}`, email: `wren${version}@example.com` });
const newSpeaker = () => ({ name: `N${version++}`, title: "T", company: "C", category: "b2b" });
const changeAll = async () => {
  const sums = ["1", "id", "updated_at"].map((column) => `sum(iif(name like '%Noor%', ${column}, 0))`);
  const counted = app.sqlite.prepare(`select concat_ws('-', ${sums}) from delegates`).pluck().get();
  return organiser.post(`${DESK}?q=noor`, { intent: "bulk", status: "cancelled", counted: String(counted) });
};
const read = async (response: Response) => new Response(await response.text());

test.each(REQUESTS)("%s takes at most %i statements", async (_, atMost, request) => {
  expect((await statementsOf(request)).length).toBeLessThanOrEqual(atMost);
});

test("reads write nothing but who exported data, even if another program has added rows", async () => {
  // Unlike a row from insertDelegate, this row has no search text yet.
  app.sqlite.exec(`insert into delegates (name, email, job_title, registration_type, status)
    values ('Zoë Hand', 'zoe@example.com', 'Lead', 'pr_pass', 'confirmed')`);
  const reading = REQUESTS.filter(([name]) => name.startsWith("GET "));
  expect(reading.length).toBeGreaterThan(20);
  for (const [name, , request] of reading) {
    const written = (await statementsOf(request)).filter((sql) => !/^\s*(select|with)/i.test(sql));
    const isExport = /csv|personal-data|api\/admin\/delegates/.test(name);
    expect(isExport ? written.filter((sql) => !/ "?change(set)?s"? /.test(sql)) : written, name).toEqual([]);
  }
});

const planOf = (sql: string) => {
  const placeholders = Array.from(sql.matchAll(/\?/g), () => null);
  const named = Object.fromEntries(Array.from(sql.matchAll(/@(\w+)/g), ([, name]) => [name, null]));
  return app.sqlite.prepare(`explain query plan ${sql}`).all(...placeholders, named) as { detail: string }[];
};

test("only statements that need all rows scan a table", async () => {
  const seen = new Set<string>();
  for (const [, , request] of REQUESTS) for (const sql of await statementsOf(request)) seen.add(sql);
  for (const sql of seen) {
    const plan = planOf(sql);
    const readsAll = !/\bwhere\b/i.test(sql);
    const scans = plan.filter(({ detail }) => /^SCAN \w+$/.test(detail) && !readsAll);
    expect(scans, sql).toEqual([]);
    // A few rows found by an index, such as a session's speakers, may be sorted without one.
    const sorts = plan.filter(({ detail }) => readsAll && detail.startsWith("USE TEMP B-TREE"));
    expect(sorts, sql).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(10);
});

test("ten times as many speakers and sessions take as many statements", async () => {
  const screens = /^GET \/(\?.*|admin\/(speakers|program|connections))?$/;
  const READS = REQUESTS.filter(([name]) => screens.test(name));
  expect(READS).toHaveLength(6);
  const before: number[] = [];
  for (const [, , read] of READS) {
    await read();
    before.push((await statementsOf(read)).length);
  }
  app.sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 180)
    insert into speakers (name, title, company, category, sort_order) select 'S' || i, 'T', 'C', 'b2b', i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
    insert into program_sessions (title, time, type, sort_order) select 'P' || i, '9:00', 'panel', i from n;
    insert or ignore into connections (speaker_id, program_session_id) select s.id, p.id from speakers s, program_sessions p where (s.id + p.id) % 40 = 0;
  `);
  for (const [index, [name, , read]] of READS.entries()) {
    // The first request after a change updates the counts on the tabs.
    await read();
    expect((await statementsOf(read)).length, name).toBe(before[index]);
  }
});

test("fifty thousand delegates take as many statements as fifty, and each search reads one index", async () => {
  const READS_OF_DELEGATES = REQUESTS.filter(([name]) => /^GET (\/api)?\/admin\/delegates/.test(name));
  const before: number[] = [];
  insertDelegates(app.sqlite, 50);
  for (const [, , request] of READS_OF_DELEGATES) {
    await request();
    before.push((await statementsOf(request)).length);
  }
  insertDelegates(app.sqlite, 50_000);
  await organiser.get("/admin/delegates?sort=name");
  for (const [index, [name, , request]] of READS_OF_DELEGATES.entries()) {
    const sent = await statementsOf(request);
    // The CSV of all matches is read in batches.
    if (!name.includes("csv")) expect(sent.length, name).toBe(before[index]);
    for (const sql of sent) {
      // An export finds the questions that were answered by an index of those with answers.
      const isSlow = sql.includes("json_each")
        ? /^SCAN delegates(?! USING INDEX delegates_answered)/
        : /^SCAN delegates(?! USING COVERING INDEX)|TEMP B-TREE/;
      expect(
        planOf(sql).filter(({ detail }) => isSlow.test(detail)),
        sql,
      ).toEqual([]);
    }
  }
});

test("pending delegates are counted once after a change, by a separate index", async () => {
  insertDelegates(app.sqlite, 1);
  const counts = async () =>
    (await statementsOf(() => organiser.get("/admin/speakers"))).filter((sql) => sql.includes("group by"));
  const first = await counts();
  expect(first).toHaveLength(1);
  const detail = "SCAN delegates USING COVERING INDEX delegates_pass_status";
  const waiting = "SEARCH waiting USING INDEX delegates_queue (queued_at>?)";
  const plan = planOf(String(first[0])).map((step) => step.detail);
  expect(plan).toEqual([detail, "CORRELATED SCALAR SUBQUERY 1", waiting]);
  expect(await counts()).toEqual([]);
});
