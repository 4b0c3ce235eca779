// Status changes are atomic, happen once per form, and ask if the page was outdated.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { type DelegateStatus, readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";

const ACTOR = "ana@example.com";

/** Opens the models as a new process does with this DATA_DIR. */
async function open(dataDir: string) {
  vi.resetModules();
  const jobs = await import("#app/models/delegate/status-change.server.ts");
  const { deletePersonalData } = await import("#app/models/delegate/personal-data.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  const value = (sql: string) => sqlite.prepare(sql).pluck().get() as number;
  return {
    ...jobs,
    deletePersonalData,
    sqlite,
    value,
    /** The values that a page opened now sends with its form. */
    page: () => ({
      latestId: value("select coalesce(max(id), 0) from delegates"),
      seen: value("select coalesce(max(id), 0) from changes"),
    }),
    changed: (status: string) => value(`select count(*) from delegates where status = '${status}'`),
  };
}
type Site = Awaited<ReturnType<typeof open>>;
const idOf = (done: { ok: true; id: number } | { ok: false }) => (done.ok ? done.id : 0);

async function askForAll(site: Site, status: DelegateStatus, formId: string = crypto.randomUUID()) {
  const all = { filter: NO_FILTER, ...site.page() };
  return idOf(await site.changeStatusOf(all, { status, actor: ACTOR, formId }));
}

/** Asserts one history line and one email for each change. */
const expectOnce = (site: Site, count: number) => {
  expect(site.value("select count(*) from outbox")).toBe(count);
  expect(site.value("select count(distinct delegate_id) from outbox")).toBe(count);
  expect(site.value(`select count(*) from ${HISTORY} where action = 'status'`)).toBe(count);
  expect(site.value(`select count(distinct subject_id) from ${HISTORY} where action = 'status'`)).toBe(count);
};

test("a delegate changed since the page was loaded causes a question, and an erased one is left out", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 600);
  const seen = { filter: NO_FILTER, ...site.page() };
  site.sqlite.exec("update delegates set status = 'cancelled' where id in (450, 452)");
  site.sqlite.exec("update delegates set status = 'confirmed' where id = 451");
  const asked = { status: "confirmed", actor: ACTOR, formId: "form", note: "A line." } as const;
  const id = idOf(await site.changeStatusOf(seen, asked));
  await site.deletePersonalData(452, ACTOR);
  const job = await site.getStatusChange(id);
  expect(job).toMatchObject({ changed: 597, asked: 1 });
  expect(job?.skipped).toMatchObject([{ id: 450, status: "cancelled", shown: "pending" }]);
  await site.deletePersonalData(450, ACTOR);
  expect(await site.getStatusChange(id)).toMatchObject({ asked: 0, skipped: [] });
  expect(site.value("select count(*) from changes where row_id = 450 and after like '%A line%'")).toBe(0);
  expectOnce(site, 597);
});

test("a bulk change that fails to be written changes nothing", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 600);
  site.sqlite.exec(
    "create trigger broken before insert on outbox when new.delegate_id = 333 begin select raise(abort, 'no'); end",
  );
  const formId = crypto.randomUUID();
  await expect(askForAll(site, "confirmed", formId)).rejects.toThrow("no");
  expect(site.changed("confirmed")).toBe(0);
  expectOnce(site, 0);
  site.sqlite.exec("drop trigger broken");
  await askForAll(site, "confirmed", formId);
  expectOnce(site, 600);
});

test("the result of a form is forgotten after a day, with the next change", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 3);
  const formId = crypto.randomUUID();
  const ask = async (person: string, form: string = crypto.randomUUID()) => {
    const asked = { status: "declined", actor: ACTOR, formId: form } as const;
    return idOf(await site.changeStatusOf({ people: readShownStatuses([person]) }, asked));
  };
  /** Moves all changes this far into the past. */
  const age = (ms: number) =>
    site.sqlite.prepare("update changesets set created_at = ?").run(Date.now() - ms);
  const first = await ask("3:cancelled", formId);
  expect(await ask("3:cancelled", formId)).toBe(first);
  age(24 * 60 * 60 * 1000 - 60_000);
  await ask("2:cancelled");
  expect(await site.getStatusChange(first)).toMatchObject({ asked: 1 });
  age(24 * 60 * 60 * 1000 + 1);
  await ask("1:cancelled");
  expect(await site.getStatusChange(first)).toBeNull();
  expect(
    site.value(`select count(*) from changes where changeset_id = ${first} and subject = 'left alone'`),
  ).toBe(0);
});

test("a page older than the stored history changes nothing, and a newer one does", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 2);
  const old = { filter: NO_FILTER, ...site.page() };
  site.sqlite.exec("update delegates set status = 'cancelled' where id = 1");
  // Simulates a hundred thousand later changes.
  site.sqlite.exec(`delete from changes; insert into changes (id, tbl, row_id, kind, subject, before)
    values (100010, 'delegates', 2, 'update', 'delegate', '{"status":"pending"}')`);
  const known = { filter: NO_FILTER, ...site.page() };
  const ask = (page: typeof old, status: DelegateStatus) =>
    site.changeStatusOf(page, { status, actor: ACTOR, formId: crypto.randomUUID() });
  expect(await ask({ ...old, seen: 100_009 }, "confirmed")).toMatchObject({ ok: true });
  const tooOld = { ok: false, reason: "tooOld" };
  for (const page of [old, { ...old, seen: 100_008 }]) expect(await ask(page, "declined")).toEqual(tooOld);
  expect(site.changed("confirmed")).toBe(2);
  // Both are known to have changed since.
  expect(await site.getStatusChange(idOf(await ask(known, "declined")))).toMatchObject({ asked: 2 });
});

test("every status change is counted, by any author, and numbers are unique", async () => {
  const site = await open(useNewDataDir());
  const id = insertDelegate(site.sqlite);
  const other = insertDelegate(site.sqlite);
  const revisions = () =>
    site.sqlite
      .prepare(
        "select row_id as delegate_id, before ->> 'status' as was from changes where before ->> 'status' is not null order by id",
      )
      .all();
  site.sqlite.exec(`update delegates set status = 'pending', name = 'Same' where id = ${id}`);
  expect(revisions()).toEqual([]);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${id}`);
  await site.changeStatusOf(
    { people: [{ id, shown: "declined" }] },
    { status: "confirmed", actor: ACTOR, formId: "form" },
  );
  expect(revisions()).toEqual([
    { delegate_id: id, was: "pending" },
    { delegate_id: id, was: "declined" },
  ]);
  await site.deletePersonalData(id, ACTOR);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${other}`);
  expect(revisions()).toEqual([
    { delegate_id: id, was: "pending" },
    { delegate_id: id, was: "declined" },
    { delegate_id: other, was: "pending" },
  ]);
});

test("the shown statuses of a form are read back, once per delegate, without invalid entries", () => {
  expect(
    readShownStatuses(["4:pending", "5", "6:vip", "4:confirmed", "x", "", "0:pending", "7:pending:x"]),
  ).toEqual([
    { id: 4, shown: "confirmed" },
    { id: 5, shown: null },
    { id: 6, shown: null },
  ]);
});
