// The bar on every screen of the panel, the dashboard below it, and the colours of both.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { expectAccessible } from "../support/axe.ts";
import { insertDelegate } from "../support/delegates.ts";
import { expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { signIn, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Somebody who waits for a decision, and was not reached by mail; answers the id. */
function insertWaiting(changes: Record<string, string | number | null> = {}): number {
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 10_000 });
  const id = insertDelegate(sqlite, { registration_type: "media_pass", ...changes });
  sqlite.prepare("insert into outbox (delegate_id, kind, state) values (?, 'registered', 'failed')").run(id);
  sqlite.close();
  return id;
}

const SCREENS = [
  ["Speakers", "Speakers Management"],
  ["Program", "Program Management"],
  ["Delegates", "Registered Delegates"],
  ["Connections", "Speaker-Session Connections"],
  ["Dashboard", "Admin Panel"],
] as const;

const current = (page: Page) => page.getByRole("navigation", { name: "Panel" }).locator("[aria-current]");

test("the tabs lead from each screen to the next, and the current one is marked", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin");
  await ready(page, javaScriptEnabled);
  for (const [title, heading] of SCREENS) {
    await tab(page, title).click();
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(current(page)).toHaveCount(1);
    await expect(current(page)).toContainText(title);
  }
});

test("behind a dialog the paper of a short page goes to the end of the window", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 1280, height: 2_600 });
  await signIn(page);
  await page.goto("/admin/logins?end=999999");
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("dialog")).toBeVisible();
  const end = () => page.evaluate(() => document.body.getBoundingClientRect().bottom);
  expect(await end()).toBeGreaterThanOrEqual(2_600);
});

test("a tab keeps the focus when a keyboard has opened its screen", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin");
  await ready(page, javaScriptEnabled);
  await tab(page, "Program").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Program Management" })).toBeVisible();
  await expect(tab(page, "Program")).toBeFocused();
});

test("a tab asks before it leaves what was not saved", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin/connections");
  await ready(page, javaScriptEnabled);
  await page.getByLabel("Role").selectOption("Moderator");
  await tab(page, "Speakers").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(tab(page, "Speakers")).toBeFocused();
  await expect(page.getByLabel("Role")).toHaveValue("moderator");
  await tab(page, "Speakers").click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Speakers Management" })).toBeVisible();
});

for (const [width, most] of [
  [1280, 56],
  [768, 56],
  [360, 100],
  [320, 100],
] as const) {
  test(`at ${width} px the bar is at most ${most} px high, with all of it in sight`, { tag: QUICK }, async ({
    page,
  }) => {
    insertWaiting();
    await page.setViewportSize({ width, height: 800 });
    await signIn(page);
    for (const path of ["/admin", "/admin/speakers", "/admin/delegates", "/admin/connections"]) {
      await page.goto(path);
      const bar = page.getByRole("navigation", { name: "Panel" });
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(most);
      for (const link of await bar.getByRole("link").all()) {
        const box = await link.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 24).toBe(true);
      }
    }
  });
}

test("the tab says how many wait, and says it anew once one is decided", async ({
  page,
  javaScriptEnabled,
}) => {
  const name = `Wanda ${crypto.randomUUID().slice(0, 8)}`;
  insertWaiting({ name });
  await signIn(page);
  await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
  await ready(page, javaScriptEnabled);
  // Other tests may register somebody meanwhile, so it is the number in the tab beside that of the table.
  const shown = async () =>
    Number(/(\d+) press pass/.exec((await tab(page, "Delegates").textContent()) ?? "")?.[1] ?? 0);
  await expect.poll(shown).toBe(countPending());
  await page.getByRole("button", { name: `Accredit ${name}` }).click();
  await expect(page.locator(".toast")).toBeVisible();
  await expect.poll(shown).toBe(countPending());
});

function countPending(): number {
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { readonly: true });
  const sql = "select count(*) from delegates where status = 'pending' and registration_type = 'media_pass'";
  const count = sqlite.prepare(sql).pluck().get() as number;
  sqlite.close();
  return count;
}

test("ordinary buttons are ink, what deletes is red, and the site keeps its own red", async ({
  page,
  javaScriptEnabled,
}) => {
  const INK = "rgb(21, 23, 28)";
  const RED = "rgb(179, 22, 30)";
  await signIn(page);
  await page.goto("/admin/speakers");
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("link", { name: "Add Speaker" })).toHaveCSS("background-color", INK);
  await page.goto("/admin/speakers?delete=2");
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCSS("background-color", RED);
  await page.goto("/admin/program");
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "View Site" }).click();
  await expect(page.getByRole("link", { name: "Register Now" }).first()).toHaveCSS("background-color", RED);
});

test("axe finds nothing on a dashboard with all it can have, its tables open", { tag: SCRIPTED }, async ({
  page,
}) => {
  test.slow();
  insertWaiting({ name: `Bartholomew${"-Maximilian".repeat(8)}` });
  insertWaiting({ status: "attended", checked_in_at: Date.parse("2025-09-10T22:16:00Z") });
  await signIn(page);
  await page.goto("/admin");
  for (const table of await page.getByText("As a table").all()) await table.click();
  await expect(page.getByRole("img", { name: /^Arrivals: / })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Who" })).toBeVisible();
  await expectAccessible(page, "a full dashboard");
});
