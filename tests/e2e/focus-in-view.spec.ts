import type { Page } from "@playwright/test";
import { insertDelegate } from "../support/delegates.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, PLAIN, QUICK, QUICK_PLAIN, SCRIPTED, test, visit } from "../support/journey.ts";
import {
  call,
  connect,
  create,
  enter,
  inPanelDatabase,
  logIn,
  newName,
  openMore,
  stored,
} from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const PHONE = { width: 320, height: 640 };
const DESK = { width: 1280, height: 800 };

/** Adds pending journalists from a new outlet. Returns the outlet. */
function addJournalists(count: number): string {
  const outlet = `Outlet${crypto.randomUUID().slice(0, 8)}`;
  inPanelDatabase((sqlite) => {
    for (let index = 0; index < count; index += 1)
      insertDelegate(sqlite, { name: `${outlet} ${index}`, registration_type: "media_pass", outlet });
  });
  return outlet;
}

const statusesOf = (outlet: string) =>
  inPanelDatabase((sqlite) =>
    sqlite.prepare("select status from delegates where outlet = ? order by id desc").pluck().all(outlet),
  );

const isOnTop = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return true;
    const { x, y, width, height } = focused.getBoundingClientRect();
    // Of a tall field, the first line must be seen.
    const seen = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 24));
    return seen !== null && (focused.contains(seen) || seen.contains(focused));
  });

test("the message of a refused form has the height of its text, and never covers the focus", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await logIn(page);
  const id = inPanelDatabase((sqlite) => insertDelegate(sqlite));
  for (const [address, button] of [
    ["/admin/speakers?add=", "Create"],
    [`/admin/delegates/${id}?edit=`, "Save Registration"],
  ] as const) {
    await visit(page, address);
    if (address.includes("delegates")) await page.getByLabel("Email Address").fill("bad@");
    // Presses Enter, because a mouse pointer over the toast would keep it open.
    await page.getByRole("button", { name: button }).press("Enter");
    const toast = page.locator(".toast");
    await expect(toast).toBeVisible();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    for (let stop = 0; stop < 14; stop += 1) {
      await page.keyboard.press("Tab");
      if (!(await toast.isVisible())) break;
      const where = `${address}, stop ${stop}`;
      // The toast may have closed by now.
      expect((await toast.boundingBox())?.height ?? 0, where).toBeLessThan(240);
      await expect.poll(() => isOnTop(page), { message: where, timeout: 10_000 }).toBe(true);
    }
  }
});

test("on a phone a message is above the buttons of a dialog, and its link leads to the field with its label", {
  tag: [QUICK, QUICK_PLAIN],
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enter(page, "/admin/speakers?add=");
  const button = page.getByRole("button", { name: "Create Speaker" });
  await button.click();
  await expect(page.locator(".toast")).toBeVisible();
  const { y = Number.NaN, height = 0 } = (await page.locator(".toast").boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0);
  await page.getByRole("link", { name: "Category: Required" }).click();
  await expect(page.getByLabel("Category")).toBeFocused();
  await expect(page.locator("label", { hasText: "Category" })).toBeInViewport({ ratio: 1 });
});

test("the page behind the dialog of keys stays in place, whatever key is pressed", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const outlet = addJournalists(12);
  await enter(page, `/admin/delegates?q=${outlet}`);
  const person = page.locator(".desk-person > summary").first();
  await person.focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  const before = await page.evaluate(() => window.scrollY);
  for (const key of ["Tab", "PageDown", "PageDown", "End", "ArrowDown"]) await page.keyboard.press(key);
  await page.mouse.move(160, 300);
  await page.mouse.wheel(0, 2_000);
  // Waits, because a page scrolls in the frames after the wheel event.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(person).toBeFocused();
});

test("a field half below the end of a dialog is clicked where it is", { tag: SCRIPTED }, async ({ page }) => {
  await page.setViewportSize({ ...DESK, height: 1370 });
  await logIn(page);
  const bio = "A long text of some lines. ".repeat(12);
  const id = await create(page, "speakers", { ...SPEAKER, bio });
  await visit(page, `/admin/speakers?edit=${id}`);
  const field = page.getByLabel("Bio");
  const top = (await field.boundingBox())?.y ?? Number.NaN;
  const end = (await page.locator(".dialog-end").boundingBox())?.y ?? Number.NaN;
  expect(top + 20).toBeLessThan(end);
  expect(top + 60).toBeGreaterThan(end);
  await page.mouse.click(((await field.boundingBox())?.x ?? 0) + 60, top + 20);
  await expect(field).toBeFocused();
  expect((await field.boundingBox())?.y).toBe(top);
  expect(await field.evaluate((it: HTMLTextAreaElement) => it.selectionStart)).toBeLessThan(40);
});

test("the second half of a double click on Save does not overwrite a conflict that appears", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize(DESK);
  await logIn(page);
  for (const [list, thing] of [
    ["speakers", SPEAKER],
    ["program", { ...SESSION, track: null }],
  ] as const) {
    const id = await create(page, list, thing);
    await visit(page, `/admin/${list}?edit=${id}`);
    await call(page, "PUT", `${list}/${id}`, { ...thing, title: "Saved by somebody else" });
    await page.getByLabel("Title", { exact: true }).fill("Typed here");
    const button = page.getByRole("button", { name: /^Save/ });
    const save = await button.boundingBox();
    if (!save) throw new Error("Nothing to press");
    await page.mouse.click(save.x + 10, save.y + 10);
    await expect(page.getByText("was saved elsewhere").first()).toBeVisible();
    await page.mouse.click(save.x + 10, save.y + 10, { clickCount: 2 });
    await page.waitForLoadState("networkidle");
    expect((await stored(page, list, id))?.title).toBe("Saved by somebody else");
  }
});

test("without JavaScript the second half of a double click decides about no one else", {
  tag: PLAIN,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1_100 });
  const outlet = addJournalists(12);
  await enter(page, `/admin/delegates?q=${outlet}`);
  await page.getByRole("button", { name: `Accredit ${outlet} 11`, exact: true }).click();
  await page.locator(".toast").waitFor();
  // Restarts the animation that the response triggered, and pauses it after 100 ms.
  await page.locator(".admin").evaluate((screen: HTMLElement) => {
    screen.style.animation = "none";
    screen.getBoundingClientRect();
    screen.style.animation = "";
    for (const animation of screen.getAnimations()) {
      animation.pause();
      animation.currentTime = 100;
    }
  });
  const next = page.getByRole("button", { name: `Accredit ${outlet} 9`, exact: true });
  await next.scrollIntoViewIfNeeded();
  const box = await next.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await page.goto(`/admin/delegates?q=${outlet}`);
  expect(statusesOf(outlet).filter((status) => status === "confirmed")).toHaveLength(1);
  await next.click();
  await page.locator(".toast").waitFor();
  expect(statusesOf(outlet).filter((status) => status === "confirmed")).toHaveLength(2);
});

test("without JavaScript a form about one item of a list returns to it", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page);
  const named = (word: string) => `${word} ${newName()}`;
  const [name, title, added] = [named("Zelda"), named("Zodiac"), named("Added")];
  const first = await create(page, "speakers", { ...SPEAKER, name: `First ${name}` });
  const id = await create(page, "speakers", { ...SPEAKER, name });
  await connect(page, first, await create(page, "program", { ...SESSION, title }));
  const expectBack = async (says: string, text: string) => {
    if (says !== "") await expect(page.locator(".toast")).toContainText(says);
    const heading = page.getByRole("heading", { name: text, exact: true }).last();
    await expect(heading).toBeInViewport({ ratio: 1 });
  };

  await page.goto(`/admin/speakers?edit=${id}`);
  await page.getByRole("button", { name: "Save Speaker" }).click();
  await expectBack("Speaker updated successfully", name);

  await openMore(page, name);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectBack("", name);

  await page.goto("/admin/speakers");
  await openMore(page, name);
  await page.getByRole("button", { name: `Move ${name} up` }).click();
  await expectBack("Speaker updated successfully", name);

  await page.goto("/admin/program?add=");
  await page.getByLabel("Title").fill(added);
  await page.getByLabel("Time").fill("11:55 PM");
  await page.getByLabel("Type").selectOption("Panel");
  await page.getByRole("button", { name: "Create Session" }).click();
  await expectBack("Session created successfully", added);

  await page.goto("/admin/connections");
  await page.getByRole("button", { name: `Remove First ${name}` }).click();
  await expectBack("disconnected", title);
});

test("on a phone neither the status pending nor a surname of ten letters is broken", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  addJournalists(1);
  await enter(page, "/admin/delegates/door-list");
  const notes = page.locator(".door-list strong", { hasText: "pending" });
  await expect(notes.first()).toBeVisible();
  const lineHeight = 14 * 2;
  for (const note of await notes.all())
    expect((await note.boundingBox())?.height ?? Number.NaN).toBeLessThan(lineHeight);

  const id = await create(page, "speakers", { ...SPEAKER, name: "Priya Ramanathan" });
  await page.goto("/admin/speakers");
  const name = page.locator("li", { has: page.locator(`#edit-${id}`) }).getByRole("heading");
  const lines = await name.evaluate((heading) => {
    const surname = document.createRange();
    surname.setStart(heading.firstChild as Text, "Priya ".length);
    surname.setEnd(heading.firstChild as Text, "Priya Ramanathan".length);
    return surname.getClientRects().length;
  });
  expect(lines).toBe(1);
});
