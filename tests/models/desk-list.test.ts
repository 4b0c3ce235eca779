// A list on an open page keeps its delegates and adds no others (docs/decisions/lists-and-desk.md).
import { expect, test } from "vitest";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";
import { ANA, openModels } from "../support/models.ts";

const PENDING: DelegateFilter = { ...NO_FILTER, status: "pending", sort: "name" };

async function openSite() {
  const site = await openModels();
  const { searchDelegates } = await import("#app/models/delegate/search.server.ts");
  const { changeStatuses } = await import("#app/models/delegate/status-change.server.ts");
  const add = (name: string) => insertDelegate(site.sqlite, { name });
  return {
    ...site,
    add,
    ada: add("Ada"),
    ben: add("Ben"),
    change: (person: string, status: "confirmed" | "declined" | "pending") => {
      const asked = { status, actor: ANA, formId: crypto.randomUUID() };
      return changeStatuses({ people: readShownStatuses([person]) }, asked);
    },
    /** Lists the delegates who were pending when an earlier page was loaded. */
    listAsOf: async (asOf: DelegateFilter["asOf"]) => {
      const page = await searchDelegates({ ...PENDING, asOf }, 1);
      return { ...page, people: page.delegates.map(({ name, status }) => `${name} ${status}`) };
    },
  };
}

test("a decided delegate stays in the list of an open page, and a later registration is not added", async () => {
  const site = await openSite();
  const { ada, ben } = site;
  const { revision, latestId, people } = await site.listAsOf(null);
  expect([latestId, people]).toEqual([ben, ["Ada pending", "Ben pending"]]);
  const asOf = { revision, latestId };
  await site.change(`${ada}:pending`, "confirmed");
  site.add("Cleo");
  const then = await site.listAsOf(asOf);
  expect(then.people).toEqual(["Ada confirmed", "Ben pending"]);
  expect(then).toMatchObject({ matching: 2, standing: 1, latestId: ben, total: 3 });
  expect((await site.listAsOf(null)).people).toEqual(["Ben pending", "Cleo pending"]);
});

test("the first of several later changes determines the earlier status in the list of a moment", async () => {
  const site = await openSite();
  const { ada, ben } = site;
  await site.change(`${ben}:pending`, "declined");
  const { revision, latestId } = await site.listAsOf(null);
  await site.change(`${ada}:pending`, "confirmed");
  await site.change(`${ada}:confirmed`, "declined");
  await site.change(`${ben}:declined`, "pending");
  await site.change(`${ben}:pending`, "confirmed");
  expect((await site.listAsOf({ revision, latestId })).people).toEqual(["Ada declined"]);
});

test("a list of a moment that is no longer stored is the current list", async () => {
  const site = await openSite();
  const { ada, ben } = site;
  const { revision, latestId } = await site.listAsOf(null);
  await site.change(`${ada}:pending`, "confirmed");
  await site.change(`${ben}:pending`, "declined");
  site.add("Cleo");
  site.sqlite.exec(`delete from changes where id <= ${revision + 1}`);
  const now = await site.listAsOf({ revision, latestId });
  expect(now.people).toEqual(["Cleo pending"]);
  expect(now.latestId).toBeGreaterThan(latestId);
});

test("the file of all results is current, and every other address keeps the moment", async () => {
  useNewDataDir();
  const { csvAddress, listAddress, messageFormAddress, delegateAddress } = await import(
    "#app/routes/admin/delegates/list-address.ts"
  );
  const filter = { ...PENDING, asOf: { revision: 8, latestId: 345 } };
  const query = "?status=pending&sort=name";
  expect(csvAddress(filter)).toBe(`/admin/delegates.csv${query}`);
  expect(listAddress(filter)).toBe(`/admin/delegates${query}&asof=8-345`);
  expect(messageFormAddress(filter)).toBe(`/admin/messages/new${query}&asof=8-345`);
  expect(delegateAddress(4, filter)).toBe(`/admin/delegates/4${query}&asof=8-345`);
});
