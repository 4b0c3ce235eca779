import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import {
  delegatesWith,
  expect,
  isScripted,
  newEmail,
  QUICK,
  test,
  visit,
  withholdScripts,
} from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { logIn } from "../support/panel.ts";
import { EMPTY_SITE, SAMPLE_SITE } from "../support/sites.ts";
import { PANEL, type States, VISITORS } from "../support/states.ts";
import { expectWordsApart } from "../support/words.ts";

const send = (page: Page) => page.getByRole("button", { name: "Complete Registration" }).click();

test("Tab reaches every control of the public pages, and none of them is covered", async ({ page }) => {
  test.slow();
  // Skips private pages and dialogs for single items: other screens have the same controls.
  const screens = Object.entries(VISITORS).filter(([name]) => !/ of a | private /.test(name));
  for (const [name, [, path]] of screens) {
    await test.step(name, async () => {
      await visit(page, path);
      await expectTabToReachEverything(page);
    });
  }
});

test.describe("with axe", () => {
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test.beforeEach(async ({ page }) => {
    test.setTimeout(240_000);
    await withholdScripts(page);
  });

  async function check(page: Page, name: string): Promise<void> {
    await expectAccessible(page, name);
    // JavaScript does not change the result, so one project checks it.
    if (!isScripted()) await expectWordsApart(page, name);
  }
  async function checkAll(page: Page, states: States, at = check): Promise<void> {
    for (const [name, [, path]] of Object.entries(states)) {
      await test.step(name, async () => {
        await page.goto(SAMPLE_SITE.origin + path);
        await at(page, name);
      });
    }
  }

  test("axe finds nothing on public pages, nothing scrolls sideways, and without styles no words run together", async ({
    page,
  }) => {
    await checkAll(page, VISITORS);
    for (const address of [EMPTY_SITE.origin, "/api/docs", "/api/login?error=access_denied"]) {
      await page.goto(address);
      await check(page, address);
    }
  });

  // Uses SAMPLE_SITE because the lists on PANEL_SITE grow with each test and slow axe down.
  test("axe finds nothing on the panel, and in a form with errors", async ({ page }) => {
    await logIn(page, SAMPLE_SITE);
    await checkAll(page, PANEL, expectAccessible);
    await page.goto(`${SAMPLE_SITE.origin}/admin/program?add`);
    await page.getByRole("button", { name: "Create Session" }).click();
    await page.getByText("There is a problem").waitFor();
    await expectAccessible(page, "adding a session with errors");
  });

  test("axe finds nothing in the menu and on every step of a registration, up to its cancellation", async ({
    page,
  }) => {
    await visit(page, "/");
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Venue" }).waitFor();
    await check(page, "the menu");
    await visit(page, "/register");
    await send(page);
    await page.getByText("There is a problem").waitFor();
    await check(page, "the registration with errors");
    await page.goto("/register");
    const email = newEmail();
    const fields = { "Full Name": "Noor Haddad", "Email Address": email, "Job Title": "Lead" };
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
    await send(page);
    await page.getByText("Registration Confirmed!").first().waitFor();
    await check(page, "the confirmation");
    const link = `/registration/${delegatesWith(email)[0]?.link_token}`;
    for (const path of [link, `${link}/cancel`]) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });
});

test("print shows only the open session or speaker", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const [path, text] of [
    ["/?session=2", "About This Session"],
    ["/?speaker=1", "Marguerite has edited four mastheads"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("dialog").getByText(text)).toBeVisible();
    await expect(page.locator("#program")).toBeHidden();
    await expect(page.getByRole("link", { name: /^Back to the/ })).toBeHidden();
  }
});

test("the day is printed as one running order, with practical information, on one sheet of A4", {
  tag: QUICK,
}, async ({ page }) => {
  await page.goto("/");
  const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
  // The print style sheet loads after the first paint.
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ media }) => media.mediaText === "print"),
  );
  const printed = await page.pdf({ format: "A4", margin });
  expect(printed.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  for (const part of ["Program", "Venue"])
    await expect(page.getByRole("heading", { name: part, exact: true })).toBeVisible();
  await expect(page.getByText("Thursday 11 September 2025").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Registration and Pricing" })).toBeHidden();
  await expect(page.getByRole("banner")).toHaveText(/^\s*Byline 2025/);
  await expect(page.getByRole("banner").getByRole("navigation")).toBeHidden();
});
