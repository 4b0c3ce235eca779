// Changes of status: all of it or nothing, once for one form, and who is not what the page showed is asked about.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { type DelegateStatus, readShown, statusChangeText } from "#app/vocabulary/delegate-status.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";

const ACTOR = "ana@example.com";

/** The models as a process has them that has just been started on this DATA_DIR. */
async function open(dataDir: string) {
  vi.resetModules();
  const jobs = await import("#app/models/delegate/status-job.server.ts");
  const { deletePersonalData } = await import("#app/models/delegate/personal-data.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  const value = (sql: string) => sqlite.prepare(sql).pluck().get() as number;
  return {
    ...jobs,
    deletePersonalData,
    sqlite,
    value,
    /** What a page knows that is opened now. */
    page: () => ({
      latestId: value("select coalesce(max(id), 0) from delegates"),
      seen: value("select coalesce(max(revision), 0) from status_revisions"),
    }),
    changed: (status: string) => value(`select count(*) from delegates where status = '${status}'`),
  };
}
type Site = Awaited<ReturnType<typeof open>>;

async function askForAll(site: Site, status: DelegateStatus, formId: string = crypto.randomUUID()) {
  const all = { filter: NO_FILTER, ...site.page() };
  return Number(await site.askForStatus(all, { status, actor: ACTOR, formId }));
}

/** Nobody has two lines in the log, or two mails, about what was done once. */
const expectOnce = (site: Site, count: number) => {
  expect(site.value("select count(*) from outbox")).toBe(count);
  expect(site.value("select count(distinct delegate_id) from outbox")).toBe(count);
  expect(site.value("select count(*) from audit_log where action = 'status'")).toBe(count);
  expect(site.value("select count(distinct subject_id) from audit_log where action = 'status'")).toBe(count);
};

test("a form that is sent again gets what its first copy did, in another process too", async () => {
  const dataDir = useNewDataDir();
  const [one, other] = [await open(dataDir), await open(dataDir)];
  insertDelegates(one.sqlite, 500);
  const formId = crypto.randomUUID();
  const id = await askForAll(one, "declined", formId);
  expect(await askForAll(other, "declined", formId)).toBe(id);
  const job = await other.getStatusJob(id);
  expect(job && statusChangeText(job)).toBe("500 delegates declined.");
  expectOnce(one, 500);
});

test("who has changed since the page is asked about, and who is erased is in it no more", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 600);
  const seen = { filter: NO_FILTER, ...site.page() };
  site.sqlite.exec("update delegates set status = 'cancelled' where id in (450, 452)");
  site.sqlite.exec("update delegates set status = 'confirmed' where id = 451");
  const asked = { status: "confirmed", actor: ACTOR, formId: "form" } as const;
  const id = Number(await site.askForStatus(seen, asked));
  await site.deletePersonalData(452, ACTOR);
  expect(site.value("select count(*) from status_job_people where delegate_id = 452")).toBe(0);
  const job = await site.getStatusJob(id);
  expect(job).toMatchObject({ changed: 597, asked: 1 });
  expect(job?.leftAlone).toMatchObject([{ id: 450, status: "cancelled", shown: "pending" }]);
  await site.deletePersonalData(450, ACTOR);
  expect(await site.getStatusJob(id)).toMatchObject({ asked: 0, leftAlone: [] });
  expect(site.value("select count(*) from status_revisions where delegate_id = 450")).toBe(0);
  expectOnce(site, 597);
});

test("a change of many that cannot be written leaves all of them as they were", async () => {
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

test("what a form has done is forgotten after a day, with the next change", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 3);
  const formId = crypto.randomUUID();
  const ask = async (person: string, form: string = crypto.randomUUID()) => {
    const asked = { status: "declined", actor: ACTOR, formId: form } as const;
    return Number(await site.askForStatus({ people: readShown([person]) }, asked));
  };
  /** All of them ended so long ago. */
  const age = (ms: number) =>
    site.sqlite.prepare("update status_jobs set finished_at = ?").run(Date.now() - ms);
  const first = await ask("3:cancelled", formId);
  expect(await ask("3:cancelled", formId)).toBe(first);
  age(24 * 60 * 60 * 1000 - 60_000);
  await ask("2:cancelled");
  expect(await site.getStatusJob(first)).toMatchObject({ asked: 1 });
  age(24 * 60 * 60 * 1000 + 1);
  await ask("1:cancelled");
  expect(await site.getStatusJob(first)).toBeNull();
  expect(site.value(`select count(*) from status_job_people where job_id = ${first}`)).toBe(0);
});

test("a page from before what is remembered changes nobody, and a page that knows enough does", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 2);
  const old = { filter: NO_FILTER, ...site.page() };
  site.sqlite.exec("update delegates set status = 'cancelled' where id = 1");
  // A hundred thousand changes later.
  site.sqlite.exec("insert into status_revisions (revision, delegate_id, was) values (100010, 2, 'pending')");
  const known = { filter: NO_FILTER, ...site.page() };
  const ask = (page: typeof old, status: DelegateStatus) =>
    site.askForStatus(page, { status, actor: ACTOR, formId: crypto.randomUUID() });
  expect(await ask({ ...old, seen: 100_009 }, "confirmed")).toBeTypeOf("number");
  expect(site.value("select min(revision) from status_revisions")).toBe(100_010);
  for (const page of [old, { ...old, seen: 100_008 }]) expect(await ask(page, "declined")).toBe("tooOld");
  expect(site.changed("confirmed")).toBe(2);
  // It knows enough: of both it is known that they have changed since.
  expect(await site.getStatusJob(Number(await ask(known, "declined")))).toMatchObject({ asked: 2 });
});

test("each change of a status is counted, whoever makes it, and no number is given twice", async () => {
  const site = await open(useNewDataDir());
  const id = insertDelegate(site.sqlite);
  const other = insertDelegate(site.sqlite);
  const revisions = () =>
    site.sqlite.prepare("select revision, delegate_id, was from status_revisions order by revision").all();
  site.sqlite.exec(`update delegates set status = 'pending', name = 'Same' where id = ${id}`);
  expect(revisions()).toEqual([]);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${id}`);
  await site.askForStatus(
    { people: [{ id, shown: "declined" }] },
    { status: "confirmed", actor: ACTOR, formId: "form" },
  );
  expect(revisions()).toEqual([
    { revision: 1, delegate_id: id, was: "pending" },
    { revision: 2, delegate_id: id, was: "declined" },
  ]);
  await site.deletePersonalData(id, ACTOR);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${other}`);
  expect(revisions()).toEqual([
    { revision: 1, delegate_id: null, was: "pending" },
    { revision: 2, delegate_id: null, was: "declined" },
    { revision: 3, delegate_id: other, was: "pending" },
  ]);
});

test("what a form says of those it shows is read back, each person once, and what is no person is left out", () => {
  expect(readShown(["4:pending", "5", "6:vip", "4:confirmed", "x", "", "0:pending", "7:pending:x"])).toEqual([
    { id: 4, shown: "confirmed" },
    { id: 5, shown: null },
    { id: 6, shown: null },
  ]);
});
