// How many actions an organiser needs for frequent tasks. Each click, key and filled field is one.
import type { Locator } from "@playwright/test";
import { countOf } from "../faults/support/rows.ts";
import { startProcess } from "../faults/support/server-process.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegate } from "../support/delegates.ts";
import { rowOf } from "../support/desk.ts";
import { expect, inDatabase, isScripted, test, visit } from "../support/journey.ts";
import { enter, headerMore, inPanelDatabase, newName, panelValue, photo, stored } from "../support/panel.ts";
import { logInTo } from "../support/site-login.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

type Photo = Awaited<ReturnType<typeof photo>>;

/** Does what a person does on a page, and counts it. */
function countActions() {
  let count = 0;
  const counted =
    <Values extends unknown[]>(act: (on: Locator, ...values: Values) => Promise<unknown>) =>
    async (on: Locator, ...values: Values) => {
      count += 1;
      await act(on, ...values);
    };
  return {
    click: counted((on) => on.click()),
    tap: counted((on) => on.tap()),
    press: counted((on, key: string) => on.press(key)),
    fill: counted((on, text: string) => on.fill(text)),
    choose: counted((on, option: string) => on.selectOption(option)),
    upload: counted((on, file: Photo) => on.setInputFiles(file)),
    /** Without JavaScript, a task may take two actions more. */
    expectAtMost: (limit: number) => expect(count).toBeLessThanOrEqual(isScripted() ? limit : limit + 2),
  };
}

test("an organiser corrects an email address in the list of delegates with at most five actions", async ({
  page,
}) => {
  const { click, fill, expectAtMost } = countActions();
  const name = newName();
  const id = inPanelDatabase((sqlite) => insertDelegate(sqlite, { name, email: "noor@exmaple.com" }));
  await enter(page, "/admin/delegates");
  await click(rowOf(page, name).locator("summary").first());
  await click(rowOf(page, name).getByRole("link", { name: /^Edit/ }));
  const dialog = page.getByRole("dialog");
  await fill(dialog.getByLabel("Email Address"), "noor@example.com");
  await click(dialog.getByRole("button", { name: /^Save/ }));
  await expect(page.getByRole("link", { name: "noor@example.com" })).toBeVisible();
  expect(panelValue("select email from delegates where id = ?", id)).toBe("noor@example.com");
  expectAtMost(5);
});

test("an organiser replaces a speaker’s photo with at most three actions", async ({ page }) => {
  const { click, upload, expectAtMost } = countActions();
  await enter(page, "/admin/speakers");
  const before = (await stored(page, "speakers", 1))?.imageUrl;
  expect(before).toMatch(/\//);
  await click(page.locator("#edit-1"));
  const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
  await upload(dialog.locator("input[type=file]"), await photo());
  await click(dialog.getByRole("button", { name: "Save Speaker" }));
  await expect(page.locator(".toast").last()).toContainText("Speaker updated successfully.");
  const after = (await stored(page, "speakers", 1))?.imageUrl;
  expect(after).toMatch(/^\/objects\//);
  expect(after).not.toBe(before);
  await expect(page.locator(`img[src^="${after}"]`).first()).toBeVisible();
  expectAtMost(3);
});

test("an organiser opens the badges of one pass with at most two actions", async ({ page }) => {
  const { click, expectAtMost } = countActions();
  inPanelDatabase((sqlite) => {
    for (const registration_type of ["media_pass", "pr_pass"])
      insertDelegate(sqlite, { name: newName(), registration_type, status: "confirmed" });
  });
  await enter(page, "/admin/delegates");
  await click(headerMore(page));
  await click(page.getByRole("link", { name: "Badges: Media Pass" }));
  await expect(page.getByRole("heading", { name: "Badges", level: 1 })).toBeVisible();
  const types = await page.locator(".name-badge-type").allTextContents();
  expect([...new Set(types)]).toEqual(["Media Pass"]);
  expectAtMost(2);
});

test("an organiser adds a session with two speakers with at most eight actions", async ({ page }) => {
  const { click, fill, choose, expectAtMost } = countActions();
  const title = newName();
  await enter(page, "/admin/program");
  await click(page.locator("#add"));
  const dialog = page.getByRole("dialog");
  await fill(dialog.getByLabel("Title"), title);
  await fill(dialog.getByLabel("Time"), "4:00 PM");
  await choose(dialog.getByLabel("Type"), "panel");
  const added = dialog.getByLabel("Add a speaker");
  await choose(added.nth(0), "Tobias Lindqvist");
  await choose(added.nth(1), "Marguerite Oyelaran");
  await click(dialog.getByRole("button", { name: "Create Session" }));
  await expect(page.locator(".toast").last()).toContainText("Session created successfully.");
  const sql = "select count(*) from connections join program_sessions s on s.id = program_session_id";
  expect(panelValue(`${sql} where s.title = ?`, title)).toBe(2);
  expectAtMost(8);
});

test("an organiser writes to everyone who is accredited with at most five actions", async ({ page }) => {
  const { click, fill, expectAtMost } = countActions();
  const site = await startProcess({ settings: { SMTP_URL: "smtp://127.0.0.1:9" } });
  inDatabase(site.dataDir, (sqlite) => {
    for (const status of ["confirmed", "confirmed", "confirmed", "pending", "declined"])
      insertDelegate(sqlite, { email: `${newName()}@example.com`, registration_type: "media_pass", status });
    insertDelegate(sqlite, { registration_type: "pr_pass", status: "confirmed" });
  });
  await logInTo(page, site);
  await visit(page, `${site.origin}/admin/delegates`);
  const tabs = page.getByRole("navigation", { name: "Delegates" });
  await click(tabs.getByRole("link", { name: /^Accredited/ }));
  await click(page.getByRole("button", { name: "Email 3" }));
  await fill(page.getByLabel("Subject"), "Before the day");
  await fill(page.getByLabel("Text"), "Dear {name},\n\nthe doors open at 8:00.");
  await click(page.getByRole("button", { name: "Send to 3 delegates" }));
  await expect(page.getByRole("button", { name: "Take it back" })).toBeVisible();
  inDatabase(site.dataDir, (sqlite) => sqlite.exec("update messages set send_at = 1"));
  const sent = "select count(*) from outbox where kind = 'message'";
  await until("the message is due", () => countOf(site.dataDir, sent) === 3);
  expectAtMost(5);
  await site.stop();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a helper checks in three colleagues who arrive together with at most six actions", async ({
    page,
  }) => {
    const { tap, fill, press, expectAtMost } = countActions();
    const outlet = newName();
    const names = ["Ada", "Bo", "Cleo"].map((given) => `${given} ${outlet}`);
    inPanelDatabase((sqlite) => {
      for (const name of names) insertDelegate(sqlite, { name, outlet, status: "confirmed" });
    });
    await enter(page, "/admin/delegates/door");
    const field = page.getByLabel("Name, email or reference");
    await fill(field, outlet);
    await press(field, "Enter");
    for (const name of names) {
      await tap(page.getByRole("button", { name: `Check in ${name}`, exact: true }));
      await expect(page.getByRole("button", { name: `Undo check-in ${name}` })).toBeVisible();
    }
    const attended = "select count(*) from delegates where outlet = ? and status = 'attended'";
    expect(panelValue(attended, outlet)).toBe(3);
    expectAtMost(6);
  });
});
