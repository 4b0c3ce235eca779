// A change to thousands of rows runs in a thread of its own (app/models/heavy-work.server.ts).
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { insertDelegates } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { cases, record } from "./support/findings.ts";
import { previewList, undoStatusChange } from "./support/lists.ts";
import { type OrganisedServer, startOrganisedServer } from "./support/organised-server.ts";
import { get, submit, toastOf } from "./support/requests.ts";
import { inDatabase, rowsOf } from "./support/rows.ts";
import { pause } from "./support/until.ts";

const PEOPLE = 10_000;
const ROWS = cases(2_000, 500);

async function openSite(): Promise<OrganisedServer> {
  const site = await startOrganisedServer({ UNDO_SECONDS: "120" });
  onTestFinished(async () => void (await site.stop()));
  return site;
}

/** Counts the pages that arrive while `act` holds the database's write lock. */
async function countPagesDuring(site: OrganisedServer, act: () => Promise<unknown>): Promise<number> {
  const other = new Database(join(site.dataDir, "conference.db"), { timeout: 0 });
  const isLocked = () => {
    try {
      other.exec("begin immediate; rollback");
      return false;
    } catch {
      return true;
    }
  };
  let isOver = false;
  const done = act().finally(() => {
    isOver = true;
  });
  let pages = 0;
  while (!isOver) {
    await pause(1);
    if (!isLocked()) continue;
    const response = await fetch(`${site.origin}/?speaker=${pages + 1}`, {
      headers: { Cookie: "toast=none" },
    });
    await response.text();
    if (isLocked()) pages += 1;
  }
  other.close();
  await done;
  return pages;
}

const countsOf = (site: OrganisedServer, where: string) =>
  rowsOf(site.dataDir, `select count(*) as count from ${where}`).map((row) => Object.values(row)[0]);

async function confirmAll(site: OrganisedServer) {
  const { text } = await get(site, site.cookie, "/admin/delegates?bulk=");
  const { action, fields } = formWith(text, "New status");
  fields.set("status", "confirmed");
  return submit(site, site.cookie, action, fields);
}

test("visitors get pages while ten thousand delegates are confirmed, restored or imported", async () => {
  const site = await openSite();
  inDatabase(site.dataDir, (sqlite) => insertDelegates(sqlite, PEOPLE));
  const confirmed = await countPagesDuring(site, async () =>
    expect(toastOf(await confirmAll(site))).toContain("10,000 delegates"),
  );
  expect(countsOf(site, "delegates where status = 'confirmed'")).toEqual([PEOPLE]);
  expect(countsOf(site, "changesets where action = 'status'")).toEqual([1]);

  const restored = await countPagesDuring(site, async () =>
    expect(toastOf(await undoStatusChange(site, site.cookie, "confirmed"))).toContain(
      "Undone for 10,000 delegates",
    ),
  );
  expect(countsOf(site, "delegates where status = 'confirmed'")).toEqual([0]);

  const rows = Array.from({ length: ROWS }, (_, row) => `PR Pass;Ada ${row};ada${row}@example.com;Editor`);
  const csv = ["Delegate Type;Full Name;Email Address;Job Title", ...rows].join("\n");
  const press = await previewList(site, site.cookie, "delegates", csv);
  const imported = await countPagesDuring(site, async () =>
    expect(toastOf(await press())).toContain("delegates added"),
  );
  expect(countsOf(site, "delegates where email like 'ada%'")).toEqual([ROWS]);
  expect(Math.min(confirmed, restored, imported)).toBeGreaterThan(0);
  record(
    `${PEOPLE} delegates were confirmed at once and restored, and ${ROWS} imported`,
    "Visitors got pages while all were being written",
    "others",
  );
});

test("a change that fails in its thread says so and changes nothing", async () => {
  const site = await openSite();
  inDatabase(site.dataDir, (sqlite) => {
    insertDelegates(sqlite, 10);
    sqlite.exec(
      "create trigger broken before update on delegates when new.id = 7 begin select raise(abort, 'broken'); end",
    );
  });
  const toast = toastOf(await confirmAll(site));
  expect(toast).toContain("Failed to change the status");
  expect(countsOf(site, "delegates where status = 'confirmed'")).toEqual([0]);
  expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
});
