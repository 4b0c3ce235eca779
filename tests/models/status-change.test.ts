import { expect, test } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { type DelegateStatus, readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import { ANA, openModels } from "../support/models.ts";

async function openSite() {
  const site = await openModels();
  const { deletePersonalData } = await import("#app/models/personal-data/personal-data.server.ts");
  const value = (sql: string) => Number(site.column(sql)[0]);
  return {
    ...site,
    ...(await import("#app/models/delegate/status-change.server.ts")),
    deletePersonalData,
    value,
    countWith: (status: string) => site.count(`delegates where status = '${status}'`),
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;
const idOf = (done: { ok: true; id: number } | { ok: false }) => (done.ok ? done.id : 0);

async function askForAll(site: Site, status: DelegateStatus, formId: string = crypto.randomUUID()) {
  const all = { filter: NO_FILTER, counted: site.countMatchingText(NO_FILTER) };
  return idOf(await site.changeAllStatuses(all, { status, actor: ANA, formId }));
}

/** Asserts that each of `count` delegates has one history entry and one email. */
const expectOnce = (site: Site, count: number) => {
  expect(site.count("outbox")).toBe(count);
  expect(site.value("select count(distinct delegate_id) from outbox")).toBe(count);
  expect(site.count(`${HISTORY} where action = 'status'`)).toBe(count);
  expect(site.value(`select count(distinct subject_id) from ${HISTORY} where action = 'status'`)).toBe(count);
};

test("a delegate changed since the page was loaded is named and not changed, for the second copy of the form too", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 600);
  const seen = Array.from({ length: 600 }, (_, at) => ({ id: at + 1, shown: "pending" as const }));
  site.sqlite.exec("update delegates set status = 'cancelled' where id in (450, 452)");
  site.sqlite.exec("update delegates set status = 'confirmed' where id = 451");
  const asked = { status: "confirmed", actor: ANA, formId: "form", note: "A line." } as const;
  const result = { changed: 597, asked: 2, firstAsked: [450, 452] };
  expect(await site.changeStatuses(seen, asked)).toMatchObject(result);
  await site.deletePersonalData(452, ANA);
  expect(await site.changeStatuses(seen, asked)).toMatchObject(result);
  expect(site.count("changes where after like '%A line%'")).toBe(0);
  expectOnce(site, 597);
});

test("a bulk change that fails to be written changes nothing", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 600);
  site.sqlite.exec(
    "create trigger broken before insert on outbox when (select count(*) from outbox) = 450 begin select raise(abort, 'no'); end",
  );
  const formId = crypto.randomUUID();
  await expect(askForAll(site, "confirmed", formId)).rejects.toThrow("no");
  expect(site.countWith("confirmed")).toBe(0);
  expectOnce(site, 0);
  site.sqlite.exec("drop trigger broken");
  await askForAll(site, "confirmed", formId);
  expectOnce(site, 600);
});

test("the result of a form is forgotten after a day", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 3);
  const formId = crypto.randomUUID();
  const ask = async (person: string, form: string = crypto.randomUUID()) => {
    const asked = { status: "declined", actor: ANA, formId: form } as const;
    return idOf(await site.changeStatuses(readShownStatuses([person]), asked));
  };
  const setAge = (ms: number) => site.run("update changesets set created_at = ?", Date.now() - ms);
  const first = await ask("3:cancelled", formId);
  expect(await ask("3:cancelled", formId)).toBe(first);
  setAge(24 * 60 * 60 * 1000 - 60_000);
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  await removeExpiredRows();
  expect(await ask("3:cancelled", formId)).toBe(first);
  setAge(24 * 60 * 60 * 1000 + 1);
  await removeExpiredRows();
  expect(site.count(`changesets where id = ${first}`)).toBe(0);
});

test("all who match are changed only if they are exactly those who were counted", async () => {
  const site = await openSite();
  const pending = { ...NO_FILTER, status: "pending" } as const;
  const ids = [1, 2, 3, 4].map(() => insertDelegate(site.sqlite));
  const decline = (counted: string) => {
    const asked = { status: "declined", actor: ANA, formId: crypto.randomUUID() } as const;
    return site.changeAllStatuses({ filter: pending, counted }, asked);
  };
  const changed = { ok: false, reason: "changed" };
  for (const change of [
    `update delegates set status = 'cancelled' where id = ${ids[0]}`,
    // One delegate leaves the list and another joins it, so their number is the same.
    `update delegates set status = iif(id = ${ids[0]}, 'pending', 'cancelled') where id <= ${ids[1]}`,
    `delete from delegates where id = ${ids[2]}`,
    "insert into delegates (name, email, job_title, registration_type) values ('Late', 'l@example.com', 'Lead', 'pr_pass')",
  ]) {
    const counted = site.countMatchingText(pending);
    site.sqlite.exec(change);
    expect(await decline(counted), change).toEqual(changed);
  }
  expect(await decline("")).toEqual(changed);
  expect(await decline(site.countMatchingText(pending))).toMatchObject({ changed: 3, asked: 0 });
});

test("every status change is counted, by any author, and numbers are unique", async () => {
  const site = await openSite();
  const id = insertDelegate(site.sqlite);
  const other = insertDelegate(site.sqlite);
  const statusBefore = "(before ->> 'status')";
  const revisions = () =>
    site.column(`select row_id || ' ' || ${statusBefore} from changes
      where ${statusBefore} is not null order by id`);
  site.sqlite.exec(`update delegates set status = 'pending', name = 'Same' where id = ${id}`);
  expect(revisions()).toEqual([]);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${id}`);
  const asked = { status: "confirmed", actor: ANA, formId: "form" } as const;
  await site.changeStatuses([{ id, shown: "declined" }], asked);
  expect(revisions()).toEqual([`${id} pending`, `${id} declined`]);
  await site.deletePersonalData(id, ANA);
  site.sqlite.exec(`update delegates set status = 'declined' where id = ${other}`);
  expect(revisions()).toEqual([`${id} pending`, `${id} declined`, `${other} pending`]);
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
