// Lists are put in order by a press, by a typed place or by dragging, and what ends a dialog stays in sight.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, QUICK, ready, SCRIPTED, test, withholdScripts } from "../support/journey.ts";
import { create, signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const newName = () => `Order ${crypto.randomUUID().slice(0, 8)}`;

/** New sessions at one time of their own: `first` puts them before all others, else they come last. */
async function createSlot(page: Page, count: number, { first = false } = {}): Promise<string[]> {
  const own = newName().replaceAll(/\d/g, "x");
  const time = first ? `0:01 ${own}` : own;
  const titles = Array.from({ length: count }, newName);
  // Of this type several may be at once: nothing is said about them above the list, and moves it.
  const type = "networking";
  for (const title of titles) await create(page, "program", { ...SESSION, title, time, type });
  return titles;
}

async function openProgram(page: Page, javaScriptEnabled: boolean): Promise<void> {
  await page.goto("/admin/program");
  if (!javaScriptEnabled) return;
  await ready(page, true);
  // The fonts come last, and break some lines elsewhere.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

const cardOf = (page: Page, title: string | undefined) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const openerOf = (page: Page, title: string | undefined) =>
  cardOf(page, title).locator("summary").filter({ hasText: "To place …" });
const orderOf = (page: Page, titles: string[]) =>
  page
    .getByRole("heading", { level: 3 })
    .filter({ hasText: new RegExp(titles.join("|")) })
    .allTextContents();

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  test(`Save and Cancel are in sight in every dialog at ${width} × ${height}, wherever it is scrolled to`, {
    tag: QUICK,
  }, async ({ page, browser, javaScriptEnabled }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    // Another login, which can be ended.
    const other = await browser.newPage({ baseURL: PANEL_SITE.origin });
    await signIn(other);
    await other.close();
    await signIn(page);
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
      ["logins?end=others", "End all other logins"],
    ] as const) {
      await page.goto(`/admin/${address}`);
      await ready(page, javaScriptEnabled);
      const dialog = page.getByRole("dialog");
      const ends = [dialog.getByRole("button", { name: save }), dialog.getByRole("link", { name: "Cancel" })];
      for (const part of [0, 0.5, 1]) {
        await page.locator(".dialog-backdrop").evaluate((backdrop, where) => {
          backdrop.scrollTop = where * backdrop.scrollHeight;
        }, part);
        for (const end of ends) {
          await expect(end, `${address} at ${part}`).toBeInViewport({ ratio: 1 });
          expect(await isOnTop(end), `${address} at ${part}`).toBe(true);
        }
      }
      // And nothing that gets the focus is below them.
      for (const field of await dialog.locator(".input, .choice input").all()) {
        // The one that has it already would stay where the dialog has been scrolled to.
        await field.blur();
        await field.focus();
        const name = await field.getAttribute("name");
        expect(await isOnTop(field), `${name} of ${address}`).toBe(true);
      }
    }
  });
}

/** Whether nothing lies over the beginning of a control. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + 8, top + 8);
    return found !== null && (found === element || element.contains(found) || found.contains(element));
  });

test("something is moved to a place that is typed, and a place that there is not says which there are", {
  tag: QUICK,
}, async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  const [a = "", b = "", c = "", d = ""] = await createSlot(page, 4);
  const titles = [a, b, c, d];
  await openProgram(page, javaScriptEnabled);
  await openerOf(page, d).click();
  const field = page.getByLabel(`Place of ${d}`);
  if (javaScriptEnabled) await expect(field).toBeFocused();
  await expect(field).toHaveValue("4");
  const before = await topOf(field);
  await field.fill("2");
  await field.press("Enter");
  await expect(page.locator(".toast")).toContainText("Session updated successfully.");
  expect(await orderOf(page, titles)).toEqual([a, d, b, c]);
  if (javaScriptEnabled) {
    await expect(field).toHaveValue("2");
    await expect(page.getByRole("button", { name: `Move ${d}`, exact: true })).toBeFocused();
    expect(Math.abs((await topOf(field)) - before)).toBeLessThanOrEqual(3);
  } else await openerOf(page, d).click();

  await field.fill("5");
  await field.press("Enter");
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(field).toHaveValue("5");
  await expect(field).toHaveAccessibleDescription(`Error: Place of ${d}: Enter a place from 1 to 4.`);
  await summary.getByRole("link", { name: `Place of ${d}: Enter a place from 1 to 4.` }).click();
  await expect(field).toBeFocused();
  await field.fill(" 4 ");
  await field.press("Enter");
  await expect(page.locator(".toast")).toContainText("Session updated successfully.");
  await expect(summary).toBeHidden();
  expect(await orderOf(page, titles)).toEqual([a, b, c, d]);
  // As after any other move: the next Enter moves nothing else.
  if (javaScriptEnabled)
    await expect(page.getByRole("button", { name: `Move ${d}`, exact: true })).toBeFocused();
});

test("a place of an order that is another by now moves nothing, and the list is as it is", async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  await signIn(page);
  const [a = "", b = "", c = ""] = await createSlot(page, 3);
  await openProgram(page, javaScriptEnabled);
  const elsewhere = await context.newPage();
  await openProgram(elsewhere, javaScriptEnabled);
  await elsewhere.getByRole("button", { name: `Move ${c} up`, exact: true }).click();
  await expect(elsewhere.locator(".toast")).toBeVisible();

  await openerOf(page, a).click();
  const field = page.getByLabel(`Place of ${a}`);
  await field.fill("2");
  await field.press("Enter");
  await expect(page.getByRole("alert").first()).toContainText("The order has changed in the meantime");
  await expect.poll(() => orderOf(page, [a, b, c])).toEqual([a, c, b]);
  await expect(field).toHaveValue("2");
  // Whoever has seen that may go on.
  await field.fill("2");
  await field.press("Enter");
  await expect(page.locator(".toast")).toContainText("Session updated successfully.");
  expect(await orderOf(page, [a, b, c])).toEqual([c, a, b]);
});

test("who is alone has no place to go to", async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  const [alone] = await createSlot(page, 1);
  await openProgram(page, javaScriptEnabled);
  await expect(cardOf(page, alone)).toBeVisible();
  await expect(openerOf(page, alone)).toHaveCount(0);
});

test.describe("with script", { tag: SCRIPTED }, () => {
  for (const [first, way] of [
    [true, "up"],
    [false, "down"],
  ] as const) {
    test(`what is moved ${way} at the ${first ? "beginning" : "end"} of the page stays under the pointer`, async ({
      page,
    }) => {
      // High enough for what is said above the list, whatever other tests have made of it, and for the three.
      await page.setViewportSize({ width: 1280, height: 2_400 });
      await signIn(page);
      const titles = await createSlot(page, 3, { first });
      await openProgram(page, true);
      if (!first) await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const [moved = ""] = first ? titles.slice(2) : titles;
      const button = page.getByRole("button", { name: `Move ${moved} ${way}`, exact: true });
      const box = await button.boundingBox();
      if (!box) throw new Error("The button is not there");
      for (const place of first ? [1, 0] : [1, 2]) {
        await page.mouse.click(box.x + 8, box.y + 8);
        await expect.poll(async () => (await orderOf(page, titles)).indexOf(moved)).toBe(place);
        await expect.poll(async () => Math.abs((await topOf(button)) - box.y)).toBeLessThanOrEqual(3);
        await expect(button).toBeFocused();
      }
      // The room that was made for that is gone with the pointer.
      const list = page.locator(".reordered");
      await page.mouse.move(2, 2);
      await expect(list).not.toHaveCSS("padding-top", /^[1-9]/);
      await expect(list).not.toHaveCSS("padding-bottom", /^[1-9]/);
    });
  }

  test("each move counts, however slow the connection is", async ({ page }) => {
    await signIn(page);
    const titles = await createSlot(page, 4, { first: true });
    const [a = "", b = "", c = "", d = ""] = titles;
    await openProgram(page, true);
    let isLet = false;
    const held: (() => void)[] = [];
    await page.route("**/admin/program.data**", async (route) => {
      if (!isLet) await new Promise<void>((done) => held.push(done));
      await route.continue();
    });
    const field = page.getByLabel(`Place of ${a}`);
    await openerOf(page, a).click();
    const button = page.getByRole("button", { name: `Move ${d} up`, exact: true });
    for (let press = 0; press < 3; press += 1) await button.press("Enter");
    await field.fill("3");
    await field.press("Enter");
    await expect.poll(() => held.length).toBe(1);
    isLet = true;
    for (const go of held) go();
    await expect.poll(() => orderOf(page, titles), { timeout: 20_000 }).toEqual([d, b, a, c]);
    await dragTo(page, c, d);
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([c, d, b, a]);
  });

  /** Presses the button of one item, and goes so far that the middle of another is behind it. */
  async function dragTo(page: Page, moved: string, target: string): Promise<void> {
    const opener = openerOf(page, moved);
    await opener.scrollIntoViewIfNeeded();
    const [from, to] = [await opener.boundingBox(), await cardOf(page, target).boundingBox()];
    const own = await cardOf(page, moved).boundingBox();
    if (!from || !to || !own) throw new Error("The items are not there");
    const isDown = to.y > own.y;
    const way = isDown ? to.y + to.height * 0.6 - (own.y + own.height) : to.y + to.height * 0.4 - own.y;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 10 + way, { steps: 8 });
  }

  test("something is dragged by its button to another place, and stays where it is dropped", async ({
    page,
  }) => {
    await signIn(page);
    const titles = await createSlot(page, 3, { first: true });
    const [a = "", b = "", c = ""] = titles;
    await openProgram(page, true);
    await dragTo(page, a, b);
    await expect(cardOf(page, b)).toHaveAttribute("data-drop", "after");
    const dropped = await topOf(openerOf(page, a));
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([b, a, c]);
    await expect(page.locator("[data-dragged], [data-drop]")).toHaveCount(0);
    await expect(openerOf(page, a)).toBeFocused();
    expect(Math.abs((await topOf(openerOf(page, a))) - dropped)).toBeLessThanOrEqual(3);
    // It was no press: nothing has been opened.
    await expect(page.getByLabel(`Place of ${a}`)).toBeHidden();

    await dragTo(page, c, b);
    await page.mouse.up();
    await expect.poll(() => orderOf(page, titles)).toEqual([c, b, a]);
  });

  test("a drag that is given up, or that ends where it began, moves nothing", async ({ page }) => {
    await signIn(page);
    const titles = await createSlot(page, 3, { first: true });
    const [a = "", b = ""] = titles;
    await openProgram(page, true);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await dragTo(page, a, b);
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-dragged], [data-drop]")).toHaveCount(0);
    await page.mouse.up();
    const box = await openerOf(page, b).boundingBox();
    await dragTo(page, b, a);
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 12, { steps: 4 });
    await page.mouse.up();
    await expect(page.locator("[data-dragged], [data-drop]")).toHaveCount(0);
    expect(sent).toEqual([]);
    expect(await orderOf(page, titles)).toEqual(titles);
  });

  test("speakers are dragged within their category", async ({ page }) => {
    await signIn(page);
    const names = [newName(), newName()];
    const [a = "", b = ""] = names;
    for (const name of names) await create(page, "speakers", { ...SPEAKER, name, category: "b2b" });
    await page.goto("/admin/speakers");
    await ready(page, true);
    await page.waitForLoadState("networkidle");
    await dragTo(page, b, a);
    await page.mouse.up();
    await expect.poll(() => orderOf(page, names)).toEqual([b, a]);
  });
});

test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing on a place to type, nor on what is wrong with it", async ({ page }, {
    project,
  }) => {
    test.slow();
    await withholdScripts(page, project);
    await signIn(page);
    const [a = ""] = await createSlot(page, 2);
    await page.goto("/admin/program");
    await openerOf(page, a).click();
    await expectAccessible(page, "a place to type");
    await page.getByLabel(`Place of ${a}`).fill("none");
    await page.getByLabel(`Place of ${a}`).press("Enter");
    await expect(page.getByText("There is a problem")).toBeVisible();
    await expectAccessible(page, "a place that there is not");
  });
});

test("the way to the order of featured speakers takes the focus along", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  for (const each of [1, 2])
    await create(page, "speakers", { ...SPEAKER, name: `Featured ${each}`, featured: true });
  await page.goto("/admin/speakers");
  await ready(page, javaScriptEnabled);
  await page
    .getByRole("link", { name: /^Order of featured speakers/ })
    .last()
    .press("Enter");
  await expect(page.locator("#featured-order")).toBeFocused();
});
