import type { Locator, Page } from "@playwright/test";
import { expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";

/** Presses and releases the mouse at a point, as one half of a double click. */
async function pressAt(page: Page, { x, y }: { x: number; y: number }, clickCount: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

test("half a double click does nothing on a page whose scripts have not loaded", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.route("**/assets/*.js", () => {});
  await page.goto("/");
  const link = page.getByRole("link", { name: "Privacy" }).first();
  const isObeyed = (detail: number, isWhole = true) =>
    link.evaluate(
      (element, [detail, isWhole]) => {
        const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail });
        // Records whether the page allows the click, but does not follow the link.
        let obeyed = false;
        const record = (event: Event) => {
          obeyed = !event.defaultPrevented;
          event.preventDefault();
        };
        window.addEventListener("click", record, { once: true });
        if (isWhole) element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, detail }));
        element.dispatchEvent(click);
        return obeyed;
      },
      [detail, isWhole] as const,
    );
  // Without a mousedown on this page, the button may have been pressed on the previous one.
  expect(await isObeyed(2, false)).toBe(false);
  expect(await isObeyed(2)).toBe(false);
  expect(await isObeyed(1)).toBe(true);
  expect(await isObeyed(2)).toBe(true);
});

test("a second press on 'Complete Registration' chooses nothing", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const send = page.getByRole("button", { name: "Complete Registration" });
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  const middleOf = async (control: Locator) => {
    await control.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const chosen = () =>
    page.evaluate(() => [...document.querySelectorAll("input:checked")].map((it) => it.id).join(" "));
  for (const script of ["with its scripts", "before its scripts have come"])
    await test.step(`on the form ${script}`, async () => {
      if (script === "before its scripts have come") await page.route("**/assets/*.js", () => {});
      await page.goto("/register");
      if (script === "with its scripts") await ready(page);
      const place = await middleOf(send);
      await pressAt(page, place, 1);
      await expect(summary).toBeFocused();
      const before = await chosen();
      await pressAt(page, place, 2);
      await expect(summary).toBeFocused();
      const other = await middleOf(page.getByRole("radio", { checked: false }).first());
      await pressAt(page, other, 2);
      expect(await chosen()).toBe(before);
      await pressAt(page, other, 1);
      expect(await chosen()).not.toBe(before);
    });
});
