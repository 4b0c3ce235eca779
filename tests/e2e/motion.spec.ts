// Transitions from card to dialog and between pages: short, non-blocking, and off with reduced motion
// (docs/decisions/look.md).
import type { Page } from "@playwright/test";
import { expect, PLAIN, ready, test } from "../support/journey.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const card = (page: Page) => page.locator("#session-2");
const title = (page: Page) => card(page).locator(".card-link");
const dialog = (page: Page) => page.getByRole("dialog");

/** Shows the card and slows all animations down for inspection. */
async function openSlowly(page: Page, javaScriptEnabled: boolean): Promise<void> {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  await title(page).scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
}

/** Parts of the page in a view transition. */
const moved = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
      .filter((part) => part?.startsWith("::view-transition-group(")),
  );

test("without JavaScript a pressed card becomes its dialog", { tag: PLAIN }, async ({ page }) => {
  await openSlowly(page, false);
  await title(page).click();
  // In a new document the browser itself moves shared elements.
  await expect(page).toHaveURL(/session=2/);
  // Not the whole page, which would block clicks.
  await expect.poll(() => moved(page)).toEqual(["::view-transition-group(dialog)"]);
});

test("animations block nothing: the dialog can be closed while it opens", async ({
  page,
  javaScriptEnabled,
}) => {
  await openSlowly(page, javaScriptEnabled);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  // A new document sets the focus with its first frame.
  await expect(dialog(page).getByRole("link", { name: "Close" }).first()).toBeFocused();
  await page.keyboard.press(javaScriptEnabled ? "Escape" : "Enter");
  await expect(dialog(page)).toBeHidden();
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
});

test("nothing moves with reduced motion", async ({ page, javaScriptEnabled }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSlowly(page, javaScriptEnabled);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/session=2/);
  expect(await moved(page)).toEqual([]);
  expect(await dialog(page).evaluate((element) => element.getAnimations().length)).toBe(0);
});
