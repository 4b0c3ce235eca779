// All delegates are deleted on the day set in the conference file, but only after an announcement.
import { expect, onTestFinished, test, vi } from "vitest";
import { copyOf } from "../faults/support/schemas.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegates } from "../support/delegates.ts";
import { openModels } from "../support/models.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

const DAY = 24 * 60 * 60_000;
const EVENTS =
  "select subject || ' ' || label from changes where kind = 'event' and subject like 'deletion %' order by id";

/** The conference ends on 31 October 2027 in Oslo, so its delegates are deleted on 30 November. */
async function openSite(facts: object = {}, settings: Record<string, string> = {}) {
  const file = conferenceFile({ ...SMALL, deleteAfterDays: 30, ...facts });
  const site = await openModels({ ...file, ...settings });
  const { announceOrDelete } = await import("#app/models/personal-data/announced-deletion.server.ts");
  return {
    ...site,
    /** Runs the upkeep at each of these times. */
    runAt: async (...times: string[]) => {
      for (const at of times) await announceOrDelete(new Date(at));
    },
    delegates: () => site.count("delegates"),
    events: () => site.column(EVENTS),
  };
}

/** Noon on this day of November 2027, and on the following days. */
const noons = (first: number, count: number) =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.parse("2027-11-01T12:00:00+01:00") + (first - 1 + day) * DAY).toISOString(),
  );

const DUE = "2027-11-30T00:00:00+01:00";
const ANNOUNCEMENT = "deletion on 30 November 2027";

test("delegates announced for 14 days are deleted on their day, in portions, without a trace, and counted", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 111);
  await site.register({ email: "erika.erased@example.com" });
  await site.runAt("2027-11-15T23:59:00+01:00");
  expect(site.events()).toEqual([]);
  await site.runAt("2027-11-16T00:00:00+01:00", ...noons(16, 14), "2027-11-29T23:59:00+01:00");
  expect(site.events()).toEqual(Array(14).fill(ANNOUNCEMENT));
  expect(site.delegates()).toBe(112);
  await site.runAt(DUE);
  expect(site.delegates()).toBe(0);
  expect(site.events().at(-1)).toBe("deletion of 112 delegates");
  expect(site.count("changesets where actor = 'the site' and action = 'personal data deleted'")).toBe(3);
  const { finishScrubs } = await import("#app/db/scrub.server.ts");
  await finishScrubs();
  for (const text of ["erika.erased", "person7@outlet", "Media adviser"])
    expect(site.tracesOf(text), text).toEqual([]);
});

test("a year mistyped into the past deletes nothing before seven days of announcement", async () => {
  const times = { startsAt: "2017-10-31T01:30", endsAt: "2017-10-31T09:00" };
  const site = await openSite(times);
  insertDelegates(site.sqlite, 3);
  await site.runAt(...noons(1, 7), "2027-11-08T11:59:59+01:00");
  expect(site.delegates()).toBe(3);
  expect(site.events()).toEqual(Array(8).fill("deletion on 30 November 2017"));
  await site.runAt("2027-11-08T12:00:00+01:00");
  expect(site.delegates()).toBe(0);
});

test.each<[what: string, announced: string[], isDeleted: boolean]>([
  ["on no day before", [], false],
  ["on four days and on the day itself", noons(20, 4), true],
  ["on only three days and on the day itself", noons(20, 3), false],
  ["five times on one day", Array(5).fill(noons(20, 1)[0]), false],
  ["only in the last six days", noons(24, 6), false],
  ["long ago, when the clock was wrong", noons(-400, 14), false],
  ["in the future, when the clock was wrong", noons(60, 14), false],
])("after an announcement %s, is it the end? %#", async (_, announced, isDeleted) => {
  const site = await openSite();
  insertDelegates(site.sqlite, 2);
  for (const at of announced) announce(site, at);
  await site.runAt("2027-11-30T12:00:00+01:00");
  expect(site.delegates()).toBe(isDeleted ? 0 : 2);
});

function announce({ run }: Awaited<ReturnType<typeof openSite>>, at: string, label = "30 November 2027") {
  const insert =
    "insert into changes (kind, subject, label, created_at) values ('event', 'deletion on', ?, ?)";
  run(insert, label, Date.parse(at));
}

test("an announcement of another date does not count", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 2);
  for (const at of noons(16, 14)) announce(site, at, "30 November 2026");
  await site.runAt(DUE);
  expect(site.delegates()).toBe(2);
});

test("a clock that jumps years ahead after five days of announcement deletes nothing", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 2);
  await site.runAt(...noons(16, 5), "2037-11-20T12:00:00+01:00", ...noons(21, 9));
  expect(site.delegates()).toBe(2);
  await site.runAt(DUE);
  expect(site.delegates()).toBe(0);
});

test("a deletion that was killed is finished after the restart, and its event counts all", async () => {
  const killed = await openSite();
  insertDelegates(killed.sqlite, 120);
  for (const at of noons(16, 14)) announce(killed, at);
  killed.run(
    "create trigger kill before delete on delegates when old.id = 60 begin select raise(abort, 'killed'); end",
  );
  await expect(killed.runAt(DUE)).rejects.toThrow("killed");
  expect(killed.delegates()).toBe(70);
  killed.run("drop trigger kill");
  const site = await openSite({}, { DATA_DIR: copyOf(killed.dataDir) });
  await site.runAt(DUE);
  expect(site.delegates()).toBe(0);
  expect(site.events().at(-1)).toBe("deletion of 120 delegates");
});

test("a delegate added after the deletion is announced again, for seven days", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 2);
  await site.runAt(...noons(16, 15), ...noons(31, 2));
  expect(site.events().slice(-2)).toEqual([ANNOUNCEMENT, "deletion of 2 delegates"]);
  insertDelegates(site.sqlite, 1);
  await site.runAt(...noons(34, 7));
  expect(site.delegates()).toBe(1);
  await site.runAt(...noons(41, 1));
  expect(site.delegates()).toBe(0);
  expect(site.events().at(-1)).toBe("deletion of 1 delegate");
});

test("without the fact in the file, nothing is announced or deleted", async () => {
  const site = await openSite({ deleteAfterDays: null });
  insertDelegates(site.sqlite, 2);
  await site.runAt(...noons(16, 400));
  expect(site.events()).toEqual([]);
  expect(site.delegates()).toBe(2);
});

test("the running site deletes them by itself, keeps the speakers, and leaves no trace", async () => {
  const site = await openSite();
  insertDelegates(site.sqlite, 120);
  site.run("insert into speakers (name, category, title, company) values ('Ada Lovelace', 'b2b', '', '')");
  for (const at of noons(16, 14)) announce(site, at);
  vi.useFakeTimers({ now: new Date(DUE), toFake: ["Date"] });
  const maintenance = await import("#app/server/maintenance.server.ts");
  onTestFinished(maintenance.endMaintenance);
  maintenance.startMaintenance();
  await until("they are in no file", () => site.delegates() === 0 && site.tracesOf("person7@").length === 0);
  expect(site.column("select name from speakers")).toEqual(["Ada Lovelace"]);
});
