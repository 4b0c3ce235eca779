// What axe sees, on every state, and what it cannot see: focus under things, reflow, targets in reach.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, newEmail, QUICK, ready, test, withholdScripts } from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { EMPTY_SITE } from "../support/sites.ts";

const send = (page: Page) => page.getByRole("button", { name: "Complete Registration" }).click();

async function register(page: Page): Promise<void> {
  await page.getByLabel("Full Name").fill("Noor Haddad");
  await page.getByLabel("Email Address").fill(newEmail());
  await page.getByLabel("Job Title").fill("Lead");
  await send(page);
}

/** Every public screen and state, and how to get there. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  "the landing page": (page) => page.goto("/"),
  "the landing page without a program": (page) => page.goto(EMPTY_SITE.origin),
  "the menu": async (page) => {
    await page.goto("/");
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Venue" }).waitFor();
  },
  "a session's dialog": (page) => page.goto("/?session=2"),
  "the dialog of a session without speakers": (page) => page.goto("/?session=9"),
  "the dialog of a missing session": (page) => page.goto("/?session=99"),
  "the registration": (page) => page.goto("/register"),
  "the registration with errors": async (page) => {
    await page.goto("/register");
    await send(page);
    await page.getByText("There is a problem").waitFor();
  },
  "the confirmation": async (page) => {
    await page.goto("/register");
    await register(page);
    await page.getByText("Registration Confirmed!").waitFor();
  },
  "the page of the API": (page) => page.goto("/api/docs"),
  "what is on now": (page) => page.goto("/now"),
  "the page about accessibility": (page) => page.goto("/accessibility"),
  "the page about privacy": (page) => page.goto("/privacy"),
  "the 404 page": (page) => page.goto("/nowhere"),
};

test.describe("with axe", () => {
  // axe is a script itself: without script here means that the page's own do not arrive.
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test.beforeEach(async ({ page }, { project }) => {
    await withholdScripts(page, project);
  });
  for (const [name, open] of Object.entries(STATES)) {
    test(`axe finds nothing on ${name}, and nothing scrolls sideways`, async ({ page }) => {
      await open(page);
      await expectAccessible(page, name);
    });
  }
});

for (const path of [
  "/",
  "/?session=2",
  "/?speaker=1",
  "/register",
  "/now",
  "/accessibility",
  "/privacy",
  "/nowhere",
]) {
  test(`Tab reaches every control of ${path} and none of them is covered`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto(path);
    await ready(page, javaScriptEnabled);
    await expectTabToReachEverything(page);
  });
}

test("an open session is what is printed of it", async ({ page }) => {
  await page.goto("/?session=2");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "About This Session" })).toBeVisible();
  await expect(page.locator("#program")).toBeHidden();
});

test("the program and the practical information are what is printed", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  for (const part of ["Program", "Venue"])
    await expect(page.getByRole("heading", { name: part, exact: true })).toBeVisible();
  await expect(page.getByText("Thursday 11 September 2025").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Registration and Pricing" })).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
});

test("the day is printed as one running order, on one sheet of A4", { tag: QUICK }, async ({ page }) => {
  await page.goto("/");
  const printed = await page.pdf({
    format: "A4",
    margin: { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" },
  });
  expect(printed.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
