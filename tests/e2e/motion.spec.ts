// The card that becomes its dialog, and the change from page to page: short, waited for by nothing, and off where the
// visitor has asked for less motion (docs/decisions/look.md).
import type { Page } from "@playwright/test";
import { expect, PLAIN, ready, test } from "../support/journey.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const card = (page: Page) => page.locator("#session-2");
const title = (page: Page) => card(page).locator(".card-link");
const dialog = (page: Page) => page.getByRole("dialog");

/** The card in sight, and whatever moves in this page and those after it so slow that it can be looked at. */
async function openSlowly(page: Page, javaScriptEnabled: boolean): Promise<void> {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  await title(page).scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
}

/** The parts of the page that the browser moves from what they were in the page before. */
const moved = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
      .filter((part) => part?.startsWith("::view-transition-group(")),
  );

test("without script a card that is pressed becomes its dialog", { tag: PLAIN }, async ({ page }) => {
  await openSlowly(page, false);
  await title(page).click();
  // Another document: the browser itself moves what is in both.
  await expect(page).toHaveURL(/session=2/);
  // Not the whole page: it could not be clicked meanwhile.
  await expect.poll(() => moved(page)).toEqual(["::view-transition-group(dialog)"]);
});

test("nothing waits for what moves: the dialog can be closed while it opens", async ({
  page,
  javaScriptEnabled,
}) => {
  await openSlowly(page, javaScriptEnabled);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  // A document that has just come gives the focus with its first frame.
  await expect(dialog(page).getByRole("link", { name: "Close" }).first()).toBeFocused();
  await page.keyboard.press(javaScriptEnabled ? "Escape" : "Enter");
  await expect(dialog(page)).toBeHidden();
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
});

test("nothing moves for whoever has asked for less motion", async ({ page, javaScriptEnabled }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSlowly(page, javaScriptEnabled);
  await title(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/session=2/);
  expect(await moved(page)).toEqual([]);
  expect(await dialog(page).evaluate((element) => element.getAnimations().length)).toBe(0);
});
