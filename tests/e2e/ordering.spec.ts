import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, isScripted, QUICK, SCRIPTED, test, visit, withholdScripts } from "../support/journey.ts";
import { create, logIn, newName } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Opens a list and waits for its fonts, because they move lines when they load. */
async function open(page: Page, address = "/admin/program"): Promise<void> {
  await visit(page, address);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Adds sessions in a new time slot, last or first in the program, and opens the program. */
async function openSlot(page: Page, count: number, { first = false } = {}): Promise<string[]> {
  await logIn(page);
  const own = newName().replaceAll(/\d/g, "x");
  const time = first ? `0:01 ${own}` : own;
  const titles = Array.from({ length: count }, newName);
  // Sessions of this type may overlap without a notice.
  const type = "networking";
  for (const title of titles) await create(page, "program", { ...SESSION, title, time, type });
  await open(page);
  return titles;
}

const cardOf = (page: Page, title: string | undefined) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const openerOf = (page: Page, title: string | undefined) =>
  cardOf(page, title).locator("summary").filter({ hasText: "Move" });
const gripOf = (page: Page, title: string) => cardOf(page, title).locator(".grip");
const moverOf = (page: Page, title: string, way = "") =>
  page.getByRole("button", { name: `Move ${title}${way}`, exact: true });
const orderOf = (page: Page, titles: string[]) =>
  page
    .getByRole("heading", { level: 3 })
    .filter({ hasText: new RegExp(titles.join("|")) })
    .allTextContents();

async function type(field: Locator, place: string): Promise<void> {
  await field.fill(place);
  await field.press("Enter");
}
const expectSaved = (page: Page) =>
  expect(page.locator(".toast")).toContainText("Session updated successfully.");

test("Save and Cancel are visible in every dialog at any scroll position", { tag: QUICK }, async ({
  page,
}) => {
  test.slow();
  await logIn(page);
  const title = newName();
  const session = await create(page, "program", { ...SESSION, title, description: "Long. ".repeat(900) });
  const speaker = await create(page, "speakers", { ...SPEAKER, name: title.repeat(9) });
  for (const [address, save] of [
    ["speakers?add", "Create Speaker"],
    [`speakers?edit=${speaker}`, "Save Speaker"],
    [`speakers?delete=${speaker}`, "Delete"],
    ["program?add", "Create Session"],
    [`program?edit=${session}`, "Save Session"],
    [`program?delete=${session}`, "Delete"],
  ] as const) {
    await visit(page, `/admin/${address}`);
    const dialog = page.getByRole("dialog");
    const ends = [dialog.getByRole("button", { name: save }), dialog.getByRole("link", { name: "Cancel" })];
    for (const [width, height] of [
      [360, 640],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of [0, 0.5, 1]) {
        await page.locator(".dialog-backdrop").evaluate((backdrop, where) => {
          backdrop.scrollTop = where * backdrop.scrollHeight;
        }, part);
        for (const end of ends) {
          await expect(end, `${address} at ${part}`).toBeInViewport({ ratio: 1 });
          expect(await isOnTop(end), `${address} at ${part}`).toBe(true);
        }
      }
      // The buttons do not cover a focused field.
      for (const field of await dialog.locator(".input, .choice input").all()) {
        // The page scrolls only when a field gains the focus.
        await field.blur();
        await field.focus();
        expect(await isOnTop(field), `${await field.getAttribute("name")} of ${address}`).toBe(true);
      }
    }
  }
});

/** Returns true if nothing covers the top left corner of a control. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + 8, top + 8);
    return found !== null && (found === element || element.contains(found) || found.contains(element));
  });

test("an item is moved to a typed place, and an invalid one shows the valid places", {
  tag: QUICK,
}, async ({ page }) => {
  const titles = await openSlot(page, 4);
  const [a = "", b = "", c = "", d = ""] = titles;
  const expectMoved = async (order: string[]) => {
    await expectSaved(page);
    expect(await orderOf(page, titles)).toEqual(order);
    // A second Enter must not move a different item.
    if (isScripted()) await expect(moverOf(page, d)).toBeFocused();
  };
  await openerOf(page, d).click();
  const field = page.getByLabel(`Move ${d} to position`);
  await expect(field).toHaveValue("4");
  await type(field, "2");
  await expectMoved([a, d, b, c]);
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveValue("2");

  await type(field, "5");
  const alert = page.getByRole("alert").filter({ hasText: "Enter a position from 1 to 4." });
  await expect(alert).toBeInViewport();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(field).toHaveValue("5");
  await expect(field).toHaveAccessibleDescription(`Error: Position of ${d}: Enter a position from 1 to 4.`);
  await expect(field).toBeFocused();
  await type(field, " 4 ");
  await expectMoved([a, b, c, d]);
  await expect(alert).toBeHidden();
});

test.describe("with JavaScript", { tag: SCRIPTED }, () => {
  test("moves of several rows all count, however slow the connection is", async ({ page }) => {
    const titles = await openSlot(page, 4, { first: true });
    const [a = "", b = "", c = "", d = ""] = titles;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let held = 0;
    await page.route("**/admin/program.data**", async (route) => {
      held += 1;
      await released;
      await route.continue();
    });
    for (const [title, way] of [
      [d, " up"],
      [a, " down"],
    ] as const) {
      await openerOf(page, title).click();
      await moverOf(page, title, way).press("Enter");
    }
    await expect.poll(() => held).toBe(2);
    release();
    await expect.poll(() => orderOf(page, titles), { timeout: 20_000 }).toEqual([b, a, d, c]);
    await dragTo(page, c, b);
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([c, b, a, d]);
  });

  /** Drags an item by its grip to the middle of another item. */
  async function dragTo(page: Page, moved: string, target: string): Promise<void> {
    await gripOf(page, moved).hover();
    await page.mouse.down();
    const to = await cardOf(page, target).boundingBox();
    if (!to) throw new Error("The item is not there");
    await page.mouse.move(to.x + 10, to.y + to.height / 2, { steps: 8 });
  }

  test("an item is dragged by its grip to another place, which is marked", async ({ page }) => {
    const titles = await openSlot(page, 3, { first: true });
    const [a = "", b = "", c = ""] = titles;
    const traces = page.locator("[data-drop]");
    await dragTo(page, a, b);
    await expect(cardOf(page, b)).toHaveAttribute("data-drop", "after");
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([b, a, c]);
    await expect(traces).toHaveCount(0);

    await dragTo(page, c, b);
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([c, b, a]);
    await expect(traces).toHaveCount(0);

    await test.step("an aborted drag, or one that ends at its start, moves nothing", async () => {
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
      await dragTo(page, c, b);
      await page.keyboard.press("Escape");
      await expect(traces).toHaveCount(0);
      await page.mouse.up();
      await dragTo(page, b, c);
      await gripOf(page, b).hover();
      await page.mouse.up();
      await expect(traces).toHaveCount(0);
      expect(sent).toEqual([]);
      expect(await orderOf(page, titles)).toEqual([c, b, a]);
    });
  });
});

test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing on the field for a place and its errors", async ({ page }) => {
    test.slow();
    await withholdScripts(page);
    const [a = ""] = await openSlot(page, 2);
    await openerOf(page, a).click();
    await expectAccessible(page, "the field for a place");
    await type(page.getByLabel(`Move ${a} to position`), "none");
    await expect(page.getByText("Enter a position").first()).toBeVisible();
    await expectAccessible(page, "an invalid place");
  });
});
