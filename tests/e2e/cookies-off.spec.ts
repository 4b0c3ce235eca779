import { expect, ready, SCRIPTED, test, visit } from "../support/journey.ts";

test("with cookies off the pages work, and the console has no error", { tag: SCRIPTED }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  await visit(page, "/");
  await page.getByRole("link", { name: "Register Free" }).click();
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Register Free" })).toBeVisible();
  await page.reload();
  await ready(page);
  await visit(page, "/register");
});

test("a reloaded page keeps its scroll position, and another one begins at its top", {
  tag: SCRIPTED,
}, async ({ page }) => {
  // Fonts load late and move the page by a few pixels.
  const isThere = () => page.evaluate(() => Math.abs(window.scrollY - 1500) < 60);
  await visit(page, "/");
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: "instant" }));
  await page.reload();
  await ready(page);
  await expect.poll(isThere).toBe(true);
  await visit(page, "/privacy");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(isThere).toBe(true);
});
