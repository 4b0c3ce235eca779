import type { Page } from "@playwright/test";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { insertDelegate } from "../support/delegates.ts";
import { expect, inDatabase, QUICK, SCRIPTED, test } from "../support/journey.ts";
import { logInTo } from "../support/site-login.ts";

test.describe.configure({ mode: "default" });

/** One site with an unreachable mail server, and one without a mail server. */
const sites: Record<"withMail" | "withoutMail", ServerProcess> = {} as never;
test.beforeAll(async () => {
  sites.withoutMail = await startProcess({ settings: { SMTP_URL: "" } });
  sites.withMail = await startProcess({ settings: { SMTP_URL: "smtp://127.0.0.1:9" } });
});
test.afterAll(async () => {
  await Promise.all(Object.values(sites).map((site) => site.stop()));
});

/** Opens the desk with an email about to be sent. Returns the statuses of later requests. */
async function openDesk(page: Page, site: ServerProcess): Promise<number[]> {
  await logInTo(page, site);
  inDatabase(site.dataDir, (sqlite) => {
    const id = insertDelegate(sqlite, { registration_type: "media_pass" });
    sqlite
      .prepare("insert into outbox (delegate_id, kind, next_attempt_at) values (?, 'registered', ?)")
      .run(id, Date.now() + 30_000);
  });
  await page.clock.install();
  await page.goto(`${site.origin}/admin/delegates`);
  // Waits for JavaScript, which renders this text.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByText("Keyboard shortcuts").first()).toBeAttached({ timeout: 100 });
  }).toPass();
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("delegates.data")) answers.push(response.status());
  });
  return answers;
}

test("an automatic refresh reports nothing when the login has ended; the next action leads to the login", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const answers = await openDesk(page, sites.withMail);
  const expectStatuses = async (statuses: number[]) =>
    expect(async () => {
      if (answers.length < statuses.length) await page.clock.runFor(9_000);
      expect(answers).toEqual(statuses);
    }).toPass();
  await expectStatuses([200]);
  inDatabase(sites.withMail.dataDir, (sqlite) => sqlite.exec("delete from login_sessions"));
  await expectStatuses([200, 401]);
  await page.clock.runFor(60_000);
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registered Delegates");
  expect(answers).toEqual([200, 401]);

  await page.getByRole("button", { name: /^Accredit / }).click();
  await page.clock.runFor(300);
  await expect(page.locator(".toast")).toContainText("You are logged out. Logging in again...");
});

test("the row shows when the email has been sent, and Undo then says that it is too late", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await openDesk(page, sites.withMail);
  const row = page.locator(".desk-row").first();
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await row.getByRole("button", { name: /^Accredit / }).click();
  await page.clock.runFor(300);
  await saved;
  await expect(async () => {
    await page.clock.runFor(300);
    await expect(row.locator("summary").getByText("Waiting")).toBeVisible({ timeout: 100 });
  }).toPass();
  inDatabase(sites.withMail.dataDir, (sqlite) =>
    sqlite.exec("update outbox set state = 'sent', sent_at = 1"),
  );
  await expect(async () => {
    await page.clock.runFor(9_000);
    await expect(row.locator("summary").getByText("Waiting")).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await row.locator("summary").first().focus();
  await page.keyboard.press("u");
  await page.clock.runFor(300);
  await expect(page.locator(".toast")).toContainText("This can no longer be undone");
});

test("without mail settings nothing is refreshed", { tag: SCRIPTED }, async ({ page }) => {
  const answers = await openDesk(page, sites.withoutMail);
  await expect(page.getByText("1 email waiting")).toBeVisible();
  for (let turn = 0; turn < 4; turn += 1) await page.clock.runFor(9_000);
  await page.locator("#desk-search").press("Enter");
  await expect.poll(() => answers).toEqual([200]);
});
