import { expectAccessible } from "../support/axe.ts";
import { insertDelegate } from "../support/delegates.ts";
import {
  answerQuestion,
  expect,
  isScripted,
  PLAIN,
  QUICK,
  QUICK_PLAIN,
  SCRIPTED,
  test,
  visit,
} from "../support/journey.ts";
import { enter, inPanelDatabase, logIn, tab, unfoldConnect } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Adds a pending delegate to whom an email could not be delivered. */
function insertWaiting(changes: Record<string, string | number | null> = {}): void {
  inPanelDatabase((sqlite) => {
    const id = insertDelegate(sqlite, { registration_type: "media_pass", ...changes });
    sqlite
      .prepare("insert into outbox (delegate_id, kind, state) values (?, 'registered', 'failed')")
      .run(id);
  });
}

const SCREENS = {
  Speakers: "Speakers Management",
  Program: "Program Management",
  Delegates: "Registered Delegates",
  Connections: "Speaker-Session Connections",
  Messages: "Messages",
};

test("the tabs lead from each screen to the next, and the current one is marked", async ({ page }) => {
  const current = page.getByRole("navigation", { name: "Panel" }).locator("[aria-current]");
  await enter(page, "/admin");
  for (const [title, heading] of Object.entries(SCREENS)) {
    await tab(page, title).click();
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(current).toHaveCount(1);
    await expect(current).toContainText(title);
  }
  if (!isScripted()) return;
  await test.step("a tab keeps the focus when its screen is opened by keyboard", async () => {
    await tab(page, "Program").press("Enter");
    await expect(page.getByRole("heading", { name: "Program Management" })).toBeVisible();
    await expect(tab(page, "Program")).toBeFocused();
  });
  await test.step("a tab asks before unsaved changes are lost", async () => {
    await tab(page, "Connections").click();
    await unfoldConnect(page);
    await page.getByLabel("Role").selectOption("Moderator");
    await answerQuestion(page, "stay", () => tab(page, "Speakers").click());
    await expect(tab(page, "Speakers")).toBeFocused();
    await expect(page.getByLabel("Role")).toHaveValue("moderator");
    await answerQuestion(page, "leave", () => tab(page, "Speakers").click());
    await expect(page.getByRole("heading", { name: "Speakers Management" })).toBeVisible();
  });
});

test("on a phone the dashboard says what is coming, search fields have labels, and footer links are whole", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ page }) => {
  insertWaiting();
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, "/admin");
  await expect(page.getByText("Coming soon")).toBeVisible();
  for (const title of Object.keys(SCREENS).slice(0, 4)) {
    await tab(page, title).click();
    await expect(page.getByRole("searchbox", { name: /^Search/ })).toBeVisible();
    // The visible word is the label's or that of the button beside the field.
    const words = page.locator("form", { has: page.getByRole("searchbox") }).getByText(/^Search/);
    const widths = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.max(...widths), title).toBeGreaterThan(30);
  }
  await page.goto("/");
  for (const link of await page.locator(".footer-link").all())
    expect((await link.boundingBox())?.height, await link.innerText()).toBeLessThan(40);
});

test("in forced colours the current tab and filter differ from the others", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ page }) => {
  insertWaiting();
  await page.emulateMedia({ forcedColors: "active" });
  await enter(page, "/admin/delegates");
  for (const [one, chosen] of [
    [".panel-tab", "[aria-current]"],
    [".segments > a", "[aria-current]"],
  ] as const) {
    // Forced backgrounds keep their opacity, but show the same colour behind it.
    const colour = async (which: string) => {
      const shown = page.locator(`${one}${which}`).first();
      const fill = await shown.evaluate((element) => getComputedStyle(element).backgroundColor);
      return fill.match(/\d+/g)?.slice(0, 3);
    };
    expect(await colour(chosen), one).not.toEqual(await colour(`:not(${chosen})`));
  }
});

test("the bar is low and fully visible, and behind a dialog the paper reaches the end of the window", {
  tag: QUICK,
}, async ({ page }) => {
  insertWaiting();
  await logIn(page);
  for (const path of ["/admin", "/admin/speakers", "/admin/delegates", "/admin/connections"]) {
    await page.goto(path);
    for (const [width, most] of [
      [1280, 56],
      [768, 56],
      [360, 100],
      [320, 100],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const bar = page.getByRole("navigation", { name: "Panel" });
      expect((await bar.boundingBox())?.height, `${path} at ${width} px`).toBeLessThanOrEqual(most);
      for (const link of await bar.getByRole("link").all()) {
        const box = await link.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 24).toBe(true);
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 2_600 });
  await visit(page, "/admin/speakers?delete=999999");
  await expect(page.getByRole("dialog")).toBeVisible();
  const end = await page.evaluate(() => document.body.getBoundingClientRect().bottom);
  expect(end).toBeGreaterThanOrEqual(2_600);
});

test("the tabs have even gaps, with or without a number", { tag: [PLAIN, QUICK_PLAIN] }, async ({ page }) => {
  insertWaiting();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, "/admin");
  const gaps = await page.locator(".panel-tab[id], .panel-tab[href$=door]").evaluateAll((tabs) => {
    const labels = tabs.map((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab.firstChild as Node);
      return range.getBoundingClientRect();
    });
    return labels.slice(1).map(({ left }, index) => Math.round(left - Number(labels[index]?.right)));
  });
  expect(gaps).toHaveLength(5);
  expect(new Set(gaps).size).toBe(1);
});

test("axe finds nothing on a complete dashboard with its tables open", { tag: SCRIPTED }, async ({
  page,
}) => {
  test.slow();
  insertWaiting({ name: `Bartholomew${"-Maximilian".repeat(8)}` });
  await logIn(page);
  await page.goto("/admin");
  for (const table of await page.getByText("As a table").all()) await table.click();
  await expect(page.getByRole("img", { name: /^Registrations by day: / })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Who" })).toBeVisible();
  await expectAccessible(page, "a full dashboard");
});
