// Registration that opens, closes and fills, in the browser.

import type { Page } from "@playwright/test";
import { expectAccessible as expectNoFaults } from "../support/axe.ts";
import { expect, isScripted, startSample, test, visit } from "../support/journey.ts";
import { CLOSED_TEXT, guest, OPENS_TEXT, PLACES_FILE, placesSettings } from "../support/places-conference.ts";
import { startedAt } from "../support/server-clock.ts";

const [FREE, PRESS] = PLACES_FILE.passes;
test.slow();

/** Axe needs JavaScript. */
const expectAccessible = async (page: Page, what: string) => {
  if (isScripted()) await expectNoFaults(page, what);
};

test("the pages before registration opens have no faults", async ({ page }) => {
  const site = await startSample({ ...placesSettings(), ...startedAt("2027-02-28T12:00:00+01:00") });
  for (const path of ["/", "/register"]) {
    await visit(page, site.origin + path);
    await expect(page.locator("main")).toContainText(OPENS_TEXT);
    await expectAccessible(page, `${path} before registration opens`);
  }
  await site.stop();
});

test("a form that is sent after registration has closed keeps its answers", async ({ page }) => {
  const site = await startSample({ ...placesSettings(), ...startedAt("2027-05-17T17:59:50+02:00") });
  await visit(page, `${site.origin}/register?type=guest`);
  await page.getByLabel("Full Name").fill("Åse Lie");
  await page.getByLabel("Email Address").fill("ase@example.com");
  await page.getByLabel("Job Title").fill("Editor");
  // Until it closes, other visitors get the form.
  await expect
    .poll(async () => (await page.request.get(`${site.origin}/register`)).text(), { timeout: 20_000 })
    .not.toContain("<form");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.locator("main")).toContainText(`${CLOSED_TEXT} No one was registered.`);
  await expect(page.getByRole("radio", { name: "Guest" })).toBeChecked();
  await expect(page.getByLabel("Full Name")).toHaveValue("Åse Lie");
  await expect(page.getByLabel("Email Address")).toHaveValue("ase@example.com");
  await expect(page.getByLabel("Job Title")).toHaveValue("Editor");
  await expectAccessible(page, "a form that came too late");
  for (const path of ["/", "/register"]) {
    await visit(page, site.origin + path);
    await expectAccessible(page, `${path} after registration has closed`);
  }
  await site.stop();
});

test("a full pass cannot be chosen, by mouse or keyboard, and the others can", async ({ page }) => {
  const settings = placesSettings({
    passes: [
      { ...FREE, places: 1 },
      { ...PRESS, places: 1 },
    ],
  });
  const site = await startSample({ ...settings, ...startedAt("2027-04-01T12:00:00+02:00") });
  const register = (registrationType: string) =>
    page.request.post(`${site.origin}/api/registrations`, { data: guest({ registrationType }) });
  expect((await register("guest")).status()).toBe(201);
  await visit(page, `${site.origin}/register?type=guest`);
  const full = page.getByRole("radio", { name: "Guest" });
  await expect(full).toBeDisabled();
  await expect(full).toHaveAccessibleDescription("Fully booked.");
  await page.getByText("Guest", { exact: true }).click({ force: true });
  await expect(full).not.toBeChecked();
  await page.getByRole("radio", { name: "Press" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "Press" })).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(full).not.toBeChecked();
  await expectAccessible(page, "a form with a full pass");
  expect((await register("press")).status()).toBe(201);
  for (const path of ["/", "/register"]) {
    await visit(page, site.origin + path);
    await expect(page.locator("main")).toContainText("Fully booked.");
    await expectAccessible(page, `${path} when all places are taken`);
  }
  await site.stop();
});
