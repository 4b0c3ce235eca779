// Transitions between pages and dialogs (docs/decisions/look.md).
import type { Page } from "@playwright/test";
import { expect, isScripted, PLAIN, test, visit } from "../support/journey.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const card = (page: Page) => page.locator("#session-2");
const title = (page: Page) => card(page).locator(".card-link");
const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the landing page, scrolls to the card and slows all animations down. */
async function openSlowly(page: Page): Promise<void> {
  await visit(page, "/");
  await title(page).scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
}

/** Parts of the page that a view transition moves. */
const moved = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
      .filter((part) => part?.startsWith("::view-transition-group(")),
  );

test("without JavaScript a pressed card becomes its dialog", { tag: PLAIN }, async ({ page }) => {
  test.slow();
  // A browser on a busy computer may skip a transition.
  await expect(async () => {
    await openSlowly(page);
    await title(page).click();
    await expect(page).toHaveURL(/session=2/);
    // A view transition of the whole page would block clicks.
    await expect.poll(() => moved(page), { timeout: 3_000 }).toEqual(["::view-transition-group(dialog)"]);
  }).toPass({ timeout: 60_000 });
});

test("animations block nothing: the dialog can be closed while it opens", async ({ page }) => {
  await openSlowly(page);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "Close" }).first()).toBeFocused();
  await page.keyboard.press(isScripted() ? "Escape" : "Enter");
  await expect(dialog(page)).toBeHidden();
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
});

test("nothing moves with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSlowly(page);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/session=2/);
  expect(await moved(page)).toEqual([]);
  expect(await dialog(page).evaluate((element) => element.getAnimations().length)).toBe(0);
});
