// Changes of status as jobs: broken off, gone on with, asked for again, forgotten (issue 12, 1 and 2).
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { progressText, readShown } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";

const ACTOR = "ana@example.com";

/** The models as a process has them that has just been started on this DATA_DIR. */
async function open(dataDir: string) {
  vi.resetModules();
  const jobs = await import("#app/models/delegate/status-job.server.ts");
  const worker = await import("#app/models/delegate/status-worker.server.ts");
  const { deletePersonalData } = await import("#app/models/delegate/personal-data.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  const value = (sql: string) => sqlite.prepare(sql).pluck().get() as number;
  return {
    ...jobs,
    ...worker,
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

/** Asks for a change of all; only the first portion of it is done then. */
async function askForAll(site: Site, status: DelegateStatus, formId: string = crypto.randomUUID()) {
  const all = { filter: NO_FILTER, ...site.page() };
  return (await site.askForStatus(all, { status, actor: ACTOR, formId })) ?? 0;
}

/** Nobody has two lines in the log, or two mails, about what was done once. */
const expectOnce = (site: Site, count: number) => {
  expect(site.value("select count(*) from outbox")).toBe(count);
  expect(site.value("select count(distinct delegate_id) from outbox")).toBe(count);
  expect(site.value("select count(*) from audit_log where action = 'status'")).toBe(count);
  expect(site.value("select count(distinct subject_id) from audit_log where action = 'status'")).toBe(count);
};

test("a job that was broken off goes on by itself when the site is started again", async () => {
  const dataDir = useNewDataDir();
  const killed = await open(dataDir);
  insertDelegates(killed.sqlite, 1_000);
  const id = await askForAll(killed, "confirmed");
  expect(await killed.getStatusJob(id)).toMatchObject({ isFinished: false, changed: 200, waiting: 800 });
  expect(killed.changed("confirmed")).toBe(200);

  const site = await open(dataDir);
  site.startStatusWorker();
  await until("it has come to its end", () => site.isStatusJobFinished(id));
  expect(await site.getStatusJob(id)).toMatchObject({ changed: 1_000, waiting: 0, asked: 0 });
  expect(site.changed("confirmed")).toBe(1_000);
  expectOnce(site, 1_000);
  expect(site.value("select count(*) from status_job_people")).toBe(0);
  await site.stopStatusWorker();
});

test("a form that is sent again joins its job, in another process too, and hears how far it is", async () => {
  const dataDir = useNewDataDir();
  const [one, other] = [await open(dataDir), await open(dataDir)];
  insertDelegates(one.sqlite, 500);
  const formId = crypto.randomUUID();
  const id = await askForAll(one, "declined", formId);
  expect(await askForAll(other, "declined", formId)).toBe(id);
  const job = await other.getStatusJob(id);
  expect(job && progressText(job)).toBe(
    "200 of 500 delegates declined so far. The rest will follow by itself.",
  );
  const settled = await other.settleStatusJob(id);
  expect(settled && progressText(settled)).toBe("500 delegates declined.");
  expect(await askForAll(one, "declined", formId)).toBe(id);
  expectOnce(one, 500);
  await other.stopStatusWorker();
});

test("two processes that carry out one job do each portion once", async () => {
  const dataDir = useNewDataDir();
  const [one, other] = [await open(dataDir), await open(dataDir)];
  insertDelegates(one.sqlite, 3_000);
  const id = await askForAll(one, "confirmed");
  one.startStatusWorker();
  other.startStatusWorker();
  await until("it has come to its end", () => one.isStatusJobFinished(id));
  await Promise.all([one.stopStatusWorker(), other.stopStatusWorker()]);
  expect(await one.getStatusJob(id)).toMatchObject({ changed: 3_000 });
  expectOnce(one, 3_000);
});

test("stopping waits for the portion in hand and takes up no other", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 2_000);
  const id = await askForAll(site, "confirmed");
  site.startStatusWorker();
  await site.stopStatusWorker();
  const left = await site.getStatusJob(id);
  expect(left?.isFinished).toBe(false);
  expect(left?.changed).toBe(site.changed("confirmed"));
  // Whoever asks while it stops hears at once how far it is.
  expect(await site.settleStatusJob(id)).toEqual(left);
});

test("who changes while a job goes on is asked about, and who is erased is in it no more", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 600);
  const id = await askForAll(site, "confirmed");
  site.sqlite.exec("update delegates set status = 'cancelled' where id = 450");
  site.sqlite.exec("update delegates set status = 'confirmed' where id = 451");
  await site.deletePersonalData(452, ACTOR);
  expect(site.value("select count(*) from status_job_people where delegate_id = 452")).toBe(0);
  const job = await site.settleStatusJob(id);
  expect(job).toMatchObject({ isFinished: true, changed: 597, asked: 1 });
  expect(job?.leftAlone).toMatchObject([{ id: 450, status: "cancelled", shown: "pending" }]);
  await site.deletePersonalData(450, ACTOR);
  expect(await site.getStatusJob(id)).toMatchObject({ asked: 0, leftAlone: [] });
  expect(site.value("select count(*) from status_revisions where delegate_id = 450")).toBe(0);
  expectOnce(site, 597);
  await site.stopStatusWorker();
});

test("finished jobs are forgotten after a day with the next one, others never", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 300);
  const unfinished = await askForAll(site, "confirmed");
  const formId = crypto.randomUUID();
  const ask = (person: string, form: string = crypto.randomUUID()) =>
    site.askForStatus({ people: readShown([person]) }, { status: "declined", actor: ACTOR, formId: form });
  /** All that are finished ended so long ago. */
  const age = (ms: number) =>
    site.sqlite
      .prepare("update status_jobs set finished_at = ? where finished_at is not null")
      .run(Date.now() - ms);
  const finished = await ask("300:cancelled", formId);
  expect(await ask("300:cancelled", formId)).toBe(finished);
  site.sqlite.exec("update status_jobs set created_at = 0");
  age(24 * 60 * 60 * 1000 - 60_000);
  await ask("299:cancelled");
  expect(await site.getStatusJob(finished ?? 0)).not.toBeNull();
  age(24 * 60 * 60 * 1000 + 1);
  await ask("298:cancelled");
  expect(await site.getStatusJob(finished ?? 0)).toBeNull();
  expect(site.value(`select count(*) from status_job_people where job_id = ${finished}`)).toBe(0);
  expect(await site.getStatusJob(unfinished)).not.toBeNull();
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
  expect(await ask({ ...old, seen: 100_009 }, "confirmed")).not.toBeNull();
  expect(site.value("select min(revision) from status_revisions")).toBe(100_010);
  for (const page of [old, { ...old, seen: 100_008 }]) expect(await ask(page, "declined")).toBeNull();
  expect(site.changed("confirmed")).toBe(2);
  // It knows enough: of both it is known that they have changed since.
  expect(await site.getStatusJob((await ask(known, "declined")) ?? 0)).toMatchObject({ asked: 2 });
});

test("a portion that cannot be written is tried again, and nothing of it is done twice", async () => {
  const site = await open(useNewDataDir());
  insertDelegates(site.sqlite, 600);
  const id = await askForAll(site, "confirmed");
  // In the middle of the second portion.
  site.sqlite.exec(
    "create trigger broken before insert on outbox when new.delegate_id = 333 begin select raise(abort, 'no'); end",
  );
  const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  site.startStatusWorker();
  await until("it was tried", () => logged.mock.calls.join().includes("could not be carried out"));
  logged.mockRestore();
  expect(site.changed("confirmed")).toBe(200);
  expectOnce(site, 200);
  site.sqlite.exec("drop trigger broken");
  await until("it has come to its end", () => site.isStatusJobFinished(id));
  expectOnce(site, 600);
  await site.stopStatusWorker();
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
