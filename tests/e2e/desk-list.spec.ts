// The desk as a list: a row a person, decided where they stand, by hand, by key and many at once (issue 17, 2 and 3).
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { insertDelegate } from "../support/delegates.ts";
import { decline, foldOut, rowOf } from "../support/desk.ts";
import { endToast, expect, PLAIN, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { fontsHaveCome, holdScripts } from "../support/late-scripts.ts";
import { signIn, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const newMark = () => `m${crypto.randomUUID().slice(0, 8)}`;

/** Delegates whom only this test finds: journalists who wait, and after them others. */
function add(mark: string, journalists: number, others = 0): void {
  const sqlite = new Database(`${PANEL_SITE.dataDir}/conference.db`);
  for (let index = 0; index < journalists + others; index += 1) {
    const name = `${mark} ${String(index).padStart(2, "0")}`;
    insertDelegate(sqlite, {
      name,
      email: `${name.replace(" ", ".")}@example.com`,
      search_text: name.toLowerCase(),
      ...(index < journalists
        ? { registration_type: "media_pass", outlet: "The Quill", work_url: "https://quill.example.com/a" }
        : { registration_type: "pr_pass" }),
    });
  }
  sqlite.close();
}

async function openList(page: Page, javaScriptEnabled: boolean, query: string): Promise<void> {
  await page.goto(`/admin/delegates?${query}`);
  await ready(page, javaScriptEnabled);
}

const PRESS = "type=media_pass&status=pending&sort=name";

/** Opens a list of so many journalists who wait, and nobody else. Answers the mark by which this test finds them. */
async function openJournalists(page: Page, javaScriptEnabled: boolean, journalists: number): Promise<string> {
  const mark = newMark();
  add(mark, journalists);
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}&${PRESS}`);
  return mark;
}

const countOf = (mark: string, status: string): number => {
  const sqlite = new Database(`${PANEL_SITE.dataDir}/conference.db`, { readonly: true });
  const count = sqlite
    .prepare("select count(*) from delegates where name like ? and status = ?")
    .pluck()
    .get(`${mark}%`, status);
  sqlite.close();
  return Number(count);
};

test("a row that is folded out by key at the end of the window is in sight", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  const mark = await openJournalists(page, true, 12);
  const row = rowOf(page, `${mark} 05`);
  const name = row.locator("summary").first();
  await name.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
  await name.press("Enter");
  await expect(row.locator(".desk-person > :last-child")).toBeInViewport({ ratio: 1 });
  await expect(name).toBeInViewport({ ratio: 1 });
});

test("fifty people take 3,600 px on a wide screen and 5,000 px on a phone, a row of 64 px at most each", {
  tag: QUICK,
}, async ({ page, javaScriptEnabled }) => {
  const mark = newMark();
  add(mark, 20, 30);
  await signIn(page);
  for (const [width, atMost] of [
    [1280, 3_600],
    [360, 5_000],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openList(page, javaScriptEnabled, `q=${mark}`);
    // What says that no email is set up is there on this site alone.
    const notice = await page.locator("section:has(#mail-notice)").boundingBox();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height - (notice?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(atMost);
    const rows = await page
      .locator(".desk-row")
      .evaluateAll((all) =>
        all.map((row) => ({ height: row.getBoundingClientRect().height, text: row.textContent })),
      );
    expect(rows).toHaveLength(50);
    // On a phone, who is to be decided about has the buttons below their line.
    const lines = width === 360 ? rows.filter(({ text }) => !text?.includes("Accredit")) : rows;
    expect(Math.max(...lines.map(({ height }) => height))).toBeLessThanOrEqual(64);
  }
});

test("on a phone every choice and button of the desk is as wide as what it says", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  add(mark, 2);
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}&sort=name`);
  await rowOf(page, `${mark} 00`)
    .getByRole("button", { name: `Accredit ${mark} 00` })
    .click();
  await expect(rowOf(page, `${mark} 00`).getByRole("button", { name: /^Undo/ })).toBeVisible();
  for (const width of [320, 340, 360, 375, 390, 412, 480, 640, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const tooNarrow = await page.evaluate(() => {
      /** As wide as a choice would be if nothing held it. */
      const ownWidth = (select: HTMLSelectElement) => {
        const copy = select.cloneNode(true) as HTMLSelectElement;
        copy.style.cssText = "position: absolute; width: max-content; max-width: none";
        select.parentElement?.append(copy);
        const { width } = copy.getBoundingClientRect();
        copy.remove();
        return width;
      };
      const isCut = (element: HTMLElement) =>
        element instanceof HTMLSelectElement
          ? element.getBoundingClientRect().width < ownWidth(element) - 1
          : element.scrollWidth > element.clientWidth;
      const controls = ".desk-bar select, .desk-bar button, .desk-actions > a, .desk-actions .small-button";
      return [...document.querySelectorAll<HTMLElement>(controls)]
        .filter((element) => element.checkVisibility() && isCut(element))
        .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
    });
    expect(tooNarrow, `at ${width} px`).toEqual([]);
    const boxes = await page.locator(".desk-row").evaluateAll((rows) =>
      rows.map((row) => {
        const { left, right } = row.getBoundingClientRect();
        const inside = [...row.querySelectorAll(".desk-actions > *")].map((one) =>
          one.getBoundingClientRect(),
        );
        return inside.every((box) => box.left >= left + 44 && box.right <= right);
      }),
    );
    expect(boxes, `at ${width} px`).toEqual([true, true]);
  }
});

test("thirty journalists are accredited with two requests", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = await openJournalists(page, javaScriptEnabled, 30);
  if (javaScriptEnabled) await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  else await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("all 30 on this page");
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".toast")).toContainText("30 delegates confirmed.");
  expect(countOf(mark, "confirmed")).toBe(30);
  // They stay where they were, and all of it can be undone.
  await expect(page.locator(".desk-row")).toHaveCount(30);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".toast")).toContainText("Undone for 30 delegates. No email was sent.");
  expect(countOf(mark, "pending")).toBe(30);
});

test("thirty journalists are decided with a key each, as fast as one likes", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  test.slow();
  const mark = await openJournalists(page, true, 30);
  await page.keyboard.press("j");
  await expect(rowOf(page, `${mark} 00`).locator("summary").first()).toBeFocused();
  for (let index = 0; index < 28; index += 1) await page.keyboard.press("a");
  await expect.poll(() => countOf(mark, "confirmed"), { timeout: 30_000 }).toBe(28);
  const next = rowOf(page, `${mark} 28`);
  await expect(next.locator("summary").first()).toBeFocused();
  await page.keyboard.press("d");
  await page.keyboard.type("We are full.");
  await page.keyboard.press("Enter");
  await expect.poll(() => countOf(mark, "declined")).toBe(1);
  await expect(page.locator(".desk-row")).toHaveCount(30);
  await expect(next).toContainText("Declined");
  // The last one by ticking: x, with the bar.
  await rowOf(page, `${mark} 29`).locator(".desk-person > summary").focus();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: `Select ${mark} 29` })).toBeChecked();
  await expect(page.getByText("the 1 selected")).toBeAttached();
});

test("the keys are named, and can be switched off", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  const mark = await openJournalists(page, true, 2);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.keyboard.type("j");
  await expect(page.getByLabel("Search by name")).toHaveValue("j");
  await page.getByRole("heading", { name: "Registered Delegates" }).click();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Accredit, and go to the next");
  // A line each, with what each does beside its key.
  const sides = await help
    .locator("dt, dd")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x));
  expect(new Set(sides.filter((_, index) => index % 2 === 1)).size).toBe(1);
  expect(new Set(sides).size).toBe(2);
  await help.getByRole("checkbox", { name: "Use these shortcuts" }).uncheck();
  await help.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("j");
  await expect(rowOf(page, `${mark} 00`).locator("summary").first()).not.toBeFocused();
});

test("what is typed to whoever is declined is a line to them, and no key of the desk", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 1);
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  const row = rowOf(page, `${mark} 00`);
  await row.locator(".desk-decline > summary").click();
  await page.keyboard.type("a full day, sadly");
  await expect(row.getByLabel(/^A line to/)).toHaveValue("a full day, sadly");
  await row.locator(".desk-decline > summary").focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  // Whatever a key had sent would have left by now.
  await page.reload();
  expect(posted).toEqual([]);
  expect(countOf(mark, "confirmed")).toBe(0);
});

test("a line that is typed to whoever cannot be declined by key is told so, and no letter of it is a key", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 1, 1);
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  const name = rowOf(page, `${mark} 00`).locator("summary").first();
  await name.focus();
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  await expect.poll(() => countOf(mark, "declined")).toBe(1);
  await expect(page.locator(".toast")).toContainText("declined");
  for (const [row, text] of [
    ["00", `${mark} 00 is declined already.`],
    ["01", `The key d is for Media Passes. To change the status of ${mark} 01, fold out the row.`],
  ]) {
    const summary = rowOf(page, `${mark} ${row}`).locator("summary").first();
    await summary.focus();
    await page.keyboard.type("d a full day, sadly");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: text })).toBeVisible();
    expect(countOf(mark, "confirmed")).toBe(0);
    await page.keyboard.press("Escape");
    await expect(summary).toBeFocused();
  }
});

test("a key that cannot decide says why, and decides nothing", { tag: SCRIPTED }, async ({ page }) => {
  const mark = newMark();
  add(mark, 3, 1);
  const sqlite = new Database(`${PANEL_SITE.dataDir}/conference.db`);
  for (const [index, status] of ["confirmed", "cancelled", "attended"].entries())
    sqlite.prepare("update delegates set status = ? where name = ?").run(status, `${mark} 0${index}`);
  sqlite.close();
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  for (const [key, row, text] of [
    ["a", "00", `${mark} 00 is accredited already.`],
    ["a", "01", `${mark} 01 is cancelled. To change the status, fold out the row.`],
    ["d", "01", `${mark} 01 is cancelled. To change the status, fold out the row.`],
    ["a", "02", `${mark} 02 is marked as attended. To change the status, fold out the row.`],
    ["a", "03", `The key a is for Media Passes. To change the status of ${mark} 03, fold out the row.`],
  ] as const) {
    const summary = rowOf(page, `${mark} ${row}`).locator("summary").first();
    await summary.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog", { name: text })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(summary).toBeFocused();
  }
  const summary = rowOf(page, `${mark} 01`).locator("summary").first();
  await summary.press("Enter");
  await page.keyboard.press("a");
  const text = `${mark} 01 is cancelled. To change the status, choose one below.`;
  await expect(page.getByRole("dialog", { name: text })).toBeVisible();
  expect(countOf(mark, "confirmed")).toBe(1);
});

test("the key for Undo undoes whom the key before accredited, from the row that it went on to", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 3);
  await rowOf(page, `${mark} 00`).locator("summary").first().focus();
  await page.keyboard.press("a");
  await expect(rowOf(page, `${mark} 00`).getByRole("button", { name: /^Accredited/ })).toBeVisible();
  await expect(rowOf(page, `${mark} 01`).locator("summary").first()).toBeFocused();
  await page.keyboard.press("u");
  await expect(rowOf(page, `${mark} 00`).getByRole("button", { name: /^Accredit / })).toBeVisible();
  await expect(page.locator(".toast")).toContainText(`Undone for ${mark} 00.`);
  // Pressed once more it says why nothing happens, in a row and outside of all.
  await page.keyboard.press("u");
  const notice = page.locator("#key-notice");
  await expect(notice).toContainText(`There is nothing to undo for ${mark} 01.`);
  await page.keyboard.press("Escape");
  await expect(rowOf(page, `${mark} 01`).locator("summary").first()).toBeFocused();
  await page.getByRole("link", { name: "Back to Admin" }).focus();
  await page.keyboard.press("u");
  await expect(notice).toHaveText(/^There is nothing to undo in this list\. /);
});

test("where the key for Undo cannot undo an import or a correction, it leads to where that is undone", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  await signIn(page);
  const list = `Full Name,Email Address,Job Title,Delegate Type\n${mark} Ada,${mark}@example.com,Reporter,PR Pass\n`;
  await page.goto("/admin/delegates/import");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "delegates.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.getByRole("button", { name: "Show what would happen" }).click();
  await page.getByLabel("Send no emails").check();
  await page.getByRole("button", { name: /^Import/ }).click();
  await expect(page.locator(".toast")).toContainText("1 delegate added.");
  await openList(page, true, `q=${mark}`);
  await rowOf(page, `${mark} Ada`).locator("summary").first().click();
  await page.getByRole("link", { name: /^Edit, history/ }).click();
  await page.getByRole("link", { name: "Edit registration" }).click();
  await page.getByLabel("Job Title").fill("Editor");
  await page.getByRole("button", { name: "Save Registration" }).click();
  await expect(page.locator(".toast")).toContainText("Registration updated.");
  await openList(page, true, `q=${mark}`);
  const notice = page.locator("dialog", { has: page.locator("#key-notice") });
  await page.keyboard.press("u");
  await expect(notice).toContainText(/The import of \d+:\d\d [AP]M can be undone on the Import screen\./);
  await expect(notice).toContainText(new RegExp(`The correction of ${mark} Ada at \\d+:\\d\\d [AP]M`));
  await page.keyboard.press("Escape");
  await rowOf(page, `${mark} Ada`).locator("summary").first().focus();
  await page.keyboard.press("u");
  await notice.getByRole("link", { name: "the Import screen" }).first().click();
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
});

test("while a dialog of the keys is open no key changes the list, wherever the focus is", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 2);
  const name = rowOf(page, `${mark} 00`).locator("summary").first();
  await name.focus();
  await page.keyboard.press("a");
  await expect(rowOf(page, `${mark} 00`).getByRole("button", { name: /^Accredited/ })).toBeVisible();
  await name.focus();
  await page.keyboard.press("a");
  const notice = page.getByRole("dialog", { name: `${mark} 00 is accredited already.` });
  await expect(notice).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("u");
  await page.keyboard.press("/");
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Close" }).click();
  await page.reload();
  expect(countOf(mark, "confirmed")).toBe(1);
});

test("after the last in the list is declined the focus is on their name, not on 'Accredit'", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 2);
  const name = rowOf(page, `${mark} 01`).locator("summary").first();
  await name.focus();
  await page.keyboard.press("d");
  await page.keyboard.type("Full.");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("declined");
  await expect(name).toBeFocused();
});

test("the key for Undo undoes whom the keys before declined, and nobody who was accredited before that", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 4);
  await rowOf(page, `${mark} 00`).locator("summary").first().focus();
  await page.keyboard.press("a");
  await expect(rowOf(page, `${mark} 01`).locator("summary").first()).toBeFocused();
  await expect.poll(() => countOf(mark, "confirmed")).toBe(1);
  await page.keyboard.press("d");
  await page.keyboard.type("Full.");
  await page.keyboard.press("Enter");
  await expect.poll(() => countOf(mark, "declined")).toBe(1);
  await expect(page.locator(".toast")).toContainText("declined");
  await expect(rowOf(page, `${mark} 02`).locator("summary").first()).toBeFocused();
  await page.keyboard.press("u");
  await expect.poll(() => countOf(mark, "declined")).toBe(0);
  expect(countOf(mark, "confirmed")).toBe(1);
});

test("after Undo in a row the focus stays in that row, and the next key ticks nobody", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 3);
  const row = rowOf(page, `${mark} 00`);
  await row.locator(".desk-accredit").press(" ");
  await expect(page.locator(".toast")).toContainText("confirmed.");
  await row.locator(".desk-undo button").press(" ");
  await expect(page.locator(".toast")).toContainText(`Undone for ${mark} 00.`);
  await expect(row.locator("summary").first()).toBeFocused();
  await page.keyboard.press(" ");
  await expect(page.locator(".desk-check input:checked")).toHaveCount(0);
});

test("the line to whoever is declined covers nothing that has the focus, and keeps what was typed", async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await openList(page, javaScriptEnabled, `q=${mark}&${PRESS}`);
  const row = rowOf(page, `${mark} 00`);
  const line = row.getByLabel(/^A line to/);
  await row.locator(".desk-decline > summary").focus();
  await page.keyboard.press("Enter");
  await line.fill("No room.");
  await row.locator(".desk-decline button").focus();
  // The next row: its box, its name, its work, Accredit, Decline.
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press("Tab");
    const isInSight = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return focused.closest(".desk-row") !== null && focused.contains(top);
    });
    expect(isInSight, `stop ${stop}`).toBe(true);
  }
  if (javaScriptEnabled) {
    await expect(line).toBeHidden();
    await row.locator(".desk-decline > summary").focus();
    await page.keyboard.press("Enter");
  }
  await expect(line).toHaveValue("No room.");
});

test("a line to whoever is declined is not lost without a question", { tag: [SCRIPTED, QUICK] }, async ({
  page,
}) => {
  const mark = await openJournalists(page, true, 3);
  const row = rowOf(page, `${mark} 00`);
  const line = row.getByLabel(/^A line to/);
  await row.locator(".desk-decline > summary").click();
  await line.fill("No room.");
  const question = page.getByRole("alertdialog", {
    name: "You have unsaved changes. Leave without saving?",
  });
  for (const leave of [
    () => tab(page, "Speakers").click(),
    () => page.getByRole("link", { name: "Clear search" }).click(),
  ]) {
    await leave();
    await question.getByRole("button", { name: "Keep editing" }).click();
    // It gives the focus back as it closes.
    await expect(question).toBeHidden();
    await expect(line).toHaveValue("No room.");
  }
  // What is done on the desk itself takes nothing away, and sends the line.
  await rowOf(page, `${mark} 01`).locator(".desk-accredit").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("confirmed.");
  await expect(line).toHaveValue("No room.");
  await expect(page).toHaveURL(/asof=/);
  // The list anew, of another moment, with the line in it: where a decision is answered as the next is sent, that is so too.
  await page.getByRole("link", { name: "Refresh the list" }).click();
  await expect(page).not.toHaveURL(/asof=/);
  await expect(line).toHaveValue("No room.");
  await row.locator(".desk-decline button").click();
  await expect.poll(() => countOf(mark, "declined")).toBe(1);
  await expect(page.locator(".toast").last()).toContainText("declined");
  await tab(page, "Speakers").click();
  await expect(page.getByRole("heading", { level: 1, name: "Speakers Management" })).toBeVisible();
});

test("the keys work where nobody was found: to the search, and to the list of them", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  await openList(page, true, `q=${newMark()}`);
  await expect(page.getByText("No delegates match this search.")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.getByRole("heading", { name: "Registered Delegates" }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a line that was left unsaved is gone from the next list, and nothing asks about it again", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, true, `q=${encodeURIComponent(`${mark} 00`)}&${PRESS}`);
  const row = rowOf(page, `${mark} 00`);
  const line = row.getByLabel(/^A line to/);
  await row.locator(".desk-decline > summary").click();
  await line.fill("No room.");
  await page.getByRole("link", { name: "Clear search" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.getByLabel("Search by name").fill(mark);
  await page.keyboard.press("Enter");
  await expect(rowOf(page, `${mark} 01`)).toBeVisible();
  await expect(line).toBeHidden();
  await expect(line).toHaveValue("");
  await tab(page, "Speakers").click();
  await expect(page.getByRole("heading", { level: 1, name: "Speakers Management" })).toBeVisible();
});

test("a message lies over no box and no button of the rows", async ({ page, javaScriptEnabled }) => {
  const mark = newMark();
  add(mark, 16);
  await signIn(page);
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await openList(page, javaScriptEnabled, `q=${mark}&${PRESS}`);
    await page.locator(".desk-accredit:visible").first().click();
    await expect(page.locator(".toast")).toContainText("confirmed.");
    const covered = () =>
      page
        .locator(".desk-row :is(input[type=checkbox], .desk-actions :is(a, button, summary)):visible")
        .evaluateAll((controls) => {
          const toast = document.querySelector(".toast")?.getBoundingClientRect();
          if (!toast) return ["no message"];
          return controls
            .map((control) => control.getBoundingClientRect())
            .filter((box) => box.right > toast.left && box.left < toast.right)
            .map((box) => `${box.left} to ${box.right}`);
        });
    expect(await covered(), `at ${width}`).toEqual([]);
  }
});

test("a line that is refused stays open below what says so", async ({ page, javaScriptEnabled }) => {
  const mark = await openJournalists(page, javaScriptEnabled, 1);
  const row = rowOf(page, `${mark} 00`);
  await row.locator(".desk-decline > summary").click();
  // As somebody may send it whose browser does not count.
  await row.getByLabel(/^A line to/).evaluate((line) => line.removeAttribute("maxlength"));
  await row.getByLabel(/^A line to/).fill("x".repeat(301));
  await row.locator(".desk-decline button").click();
  await expect(page.locator(".error-summary")).toBeFocused();
  await expect(row.getByLabel(/^A line to/)).toHaveValue("x".repeat(301));
  await expect(row.getByLabel(/^A line to/)).toBeVisible();
});

test("on a phone each badge of a row is whole", async ({ page, javaScriptEnabled }) => {
  const mark = newMark();
  add(mark, 2, 2);
  const sqlite = new Database(`${PANEL_SITE.dataDir}/conference.db`);
  sqlite.prepare("update delegates set email = ? where name like ?").run(`${mark}@example.com`, `${mark}%`);
  sqlite
    .prepare(
      "insert into outbox (delegate_id, kind, state) select id, 'registered', 'failed' from delegates where name like ?",
    )
    .run(`${mark}%`);
  sqlite.close();
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}`);
  for (const width of [320, 360, 390, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const inSight = await page.locator(".desk-badges > .badge").evaluateAll((badges) =>
      badges.map((badge) => {
        badge.scrollIntoView({ block: "center" });
        const { left, right, top, bottom } = badge.getBoundingClientRect();
        const row = badge.closest(".desk-row")?.getBoundingClientRect();
        return (
          right <= Number(row?.right) &&
          [left + 2, right - 2].every((x) => badge.contains(document.elementFromPoint(x, (top + bottom) / 2)))
        );
      }),
    );
    expect(inSight, `at ${width} px`).toEqual(Array(16).fill(true));
  }
});

test("who was changed with others is undone with them, and the button says with how many", async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}&sort=name`);
  for (const one of ["00", "01"]) await rowOf(page, `${mark} ${one}`).getByRole("checkbox").check();
  await page.locator(".desk-bar").getByLabel("Status").selectOption("confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  const undo = rowOf(page, `${mark} 01`).getByRole("button", { name: /^Undo/ });
  await expect(undo).toHaveAccessibleName(`Undo 2 changes at once, that of ${mark} 01 among them`);
  await rowOf(page, `${mark} 02`)
    .getByRole("button", { name: `Accredit ${mark} 02` })
    .click();
  await expect(rowOf(page, `${mark} 02`).getByRole("button", { name: /^Undo/ })).toHaveAccessibleName(
    `Undo the change of ${mark} 02`,
  );
  await undo.click();
  await expect.poll(() => countOf(mark, "pending")).toBe(2);
});

test("the key for Undo undoes what was done last to several, and nobody who was decided before them", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  await rowOf(page, `${mark} 00`).locator("summary").first().focus();
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  await expect.poll(() => countOf(mark, "declined")).toBe(1);
  for (const one of ["01", "02"]) await rowOf(page, `${mark} ${one}`).getByRole("checkbox").check();
  await page.getByLabel("to status").selectOption("confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".toast")).toContainText("2 delegates confirmed.");
  await rowOf(page, `${mark} 00`).locator("summary").first().focus();
  await page.keyboard.press("u");
  await expect.poll(() => countOf(mark, "confirmed")).toBe(0);
  expect(countOf(mark, "declined")).toBe(1);
});

test("the key for Undo undoes what was done last to several, also once its message has gone", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  for (const one of ["01", "02"]) await rowOf(page, `${mark} ${one}`).getByRole("checkbox").check();
  await page.getByLabel("to status").selectOption("confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator(".toast")).toContainText("2 delegates confirmed.");
  await endToast(page);
  await rowOf(page, `${mark} 00`).locator("summary").first().focus();
  await page.keyboard.press("u");
  await expect.poll(() => countOf(mark, "confirmed")).toBe(0);
});

test("at the end of the page a message goes to the other end of the window, and not over what has the focus", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await openList(page, true, `q=${mark}&${PRESS}`);
  await rowOf(page, `${mark} 01`).locator("summary").first().focus();
  await page.keyboard.press("a");
  await expect(page.locator(".toast")).toContainText("confirmed");
  await page.locator(".toast").hover();
  await expect(rowOf(page, `${mark} 02`).locator("summary").first()).toBeFocused();
  await page.keyboard.press("d");
  const isInSight = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      return [y + 2, y + height - 2].every((at) =>
        focused.contains(document.elementFromPoint(x + width / 2, at)),
      );
    });
  await expect(rowOf(page, `${mark} 02`).getByLabel(/^A line to/)).toBeFocused();
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(isInSight).toBe(true);
  await expect(page.locator(".toast")).toBeVisible();
});

test("without script what is done and undone in a row comes back to it", { tag: PLAIN }, async ({ page }) => {
  const mark = newMark();
  add(mark, 14);
  await signIn(page);
  await openList(page, false, `q=${mark}&${PRESS}`);
  const row = rowOf(page, `${mark} 12`);
  await row.getByRole("button", { name: /^Accredit / }).click();
  await expect(row.getByRole("button", { name: /^Accredited / })).toBeInViewport();
  await row.getByRole("button", { name: /^Undo/ }).click();
  await expect(row.getByRole("button", { name: /^Accredit / })).toBeInViewport();
  expect(countOf(mark, "pending")).toBe(14);
});

test("what is wrong with a choice moves nothing that stands beside it", async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  add(mark, 2);
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openList(page, javaScriptEnabled, `q=${mark}&${PRESS}`);
  const apply = page.getByRole("button", { name: "Apply" });
  const before = (await apply.boundingBox())?.x;
  await page.getByLabel(`Select ${mark} 00`).check();
  await apply.click();
  await expect(page.getByText("Choose a status first.").last()).toBeVisible();
  expect((await apply.boundingBox())?.x).toBe(before);
});

test("the key for the search leads to where it is in sight", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  const mark = newMark();
  add(mark, 20);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  await openList(page, true, `q=${mark}&${PRESS}`);
  for (const _ of Array(4)) await page.keyboard.press("j");
  await expect(page.getByLabel("Search by name")).not.toBeInViewport();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await expect(page.getByLabel("Search by name")).toBeInViewport({ ratio: 1 });
});

test("whoever comes back from the page of a delegate is at the link that led there, as far down as it was", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 20);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  const row = await foldOut(page, `${mark} 12`);
  const link = row.getByRole("link", { name: /^Edit, history/ });
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${mark} 12`);
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("j");
  await expect(rowOf(page, `${mark} 13`).locator("summary").first()).toBeFocused();

  // The page's own way back leads to the row.
  await link.press("Enter");
  await page.getByRole("link", { name: "Registered Delegates" }).press("Enter");
  await expect(row.locator("summary").first()).toBeFocused();
  await expect(row.locator("summary").first()).toBeInViewport({ ratio: 1 });
});

test("the key for Undo undoes a change of several from the bar, also once its message has gone", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = await openJournalists(page, true, 4);
  const apply = page.getByRole("button", { name: "Apply" });
  const confirm = async (...rows: string[]) => {
    for (const row of rows) await page.getByRole("checkbox", { name: `Select ${mark} ${row}` }).check();
    await page.getByLabel("to status").selectOption("Confirmed");
    await apply.press("Enter");
    await expect(page.locator(".toast")).toContainText("confirmed.");
    await page.getByRole("button", { name: "Dismiss message" }).click();
    await apply.focus();
  };
  await confirm("01", "02");
  await page.keyboard.press("u");
  await expect(page.locator(".toast")).toContainText("Undone for 2 delegates. No email was sent.");
  expect(countOf(mark, "confirmed")).toBe(0);

  // Of another change than the last one it is not known whether it is meant.
  await confirm("01");
  await confirm("03");
  await page.keyboard.press("u");
  await expect(page.locator(".toast")).toContainText("Undone for");
  await page.getByRole("button", { name: "Dismiss message" }).click();
  await apply.focus();
  await page.keyboard.press("u");
  await expect(page.locator("#key-notice")).toContainText("Which one? Go to its row with j or k");
  expect(countOf(mark, "confirmed")).toBe(1);
});

test("another page begins at its first row, where the link to it is gone or stands below", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 110);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  const firstRow = page.locator(".desk-row").first().locator("summary").first();
  const above = page.getByRole("navigation", { name: "Pages", exact: true });
  const below = page.getByRole("navigation", { name: "Pages, below the list" });
  await below.getByRole("link", { name: "Next page" }).press("Enter");
  await expect(page.getByText("Showing 51–100 of 110")).toBeVisible();
  await expect(firstRow).toBeFocused();
  await expect(firstRow).toBeInViewport({ ratio: 1 });
  // The link that is there still has the focus, in sight.
  await openList(page, true, `q=${mark}&sort=name`);
  await above.getByRole("link", { name: "Next page" }).press("Enter");
  await expect(page.getByText("Showing 51–100 of 110")).toBeVisible();
  await expect(above.getByRole("link", { name: "Next page" })).toBeFocused();
  await expect(above.getByRole("link", { name: "Next page" })).toBeInViewport({ ratio: 1 });
  await above.getByRole("link", { name: "Next page" }).press("Enter");
  await expect(page.getByText("Showing 101–110 of 110")).toBeVisible();
  await expect(firstRow).toBeFocused();
  await above.getByRole("link", { name: "Previous page" }).press("Enter");
  await expect(page.getByText("Showing 51–100 of 110")).toBeVisible();
  await expect(above.getByRole("link", { name: "Previous page" })).toBeFocused();
});

for (const [width, height] of [
  [320, 640],
  [1280, 800],
] as const) {
  test(`a key leads from a row to the bar for several, in sight at ${width} px`, {
    tag: [SCRIPTED, QUICK],
  }, async ({ page }) => {
    const mark = newMark();
    add(mark, 20);
    await page.setViewportSize({ width, height });
    await signIn(page);
    await openList(page, true, `q=${mark}&${PRESS}`);
    for (const _ of Array(12)) await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("c");
    const scope = page.getByLabel("Change", { exact: true });
    await expect(scope).toBeFocused();
    await expect(scope).toBeInViewport({ ratio: 1 });
    await expect(scope).toContainText("the 1 selected");
    await page.keyboard.press("j");
    await expect(scope).toBeFocused();
  });
}

test("a long name is whole in the row that is folded out", async ({ page, javaScriptEnabled }) => {
  const name = `${newMark()} Pemberton-Smythe-Hawthornthwaite of Lower Woolloomooloo`;
  const sqlite = new Database(`${PANEL_SITE.dataDir}/conference.db`);
  insertDelegate(sqlite, { name, email: `${newMark()}@example.com`, search_text: name.toLowerCase() });
  sqlite.close();
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${name.slice(0, 9)}`);
  await foldOut(page, name);
  const heading = page.getByRole("heading", { name });
  expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(heading).toHaveCSS("white-space", "normal");
});

test("what stands beside the choice of people stays where it is as they are ticked", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  const places = () =>
    page
      .locator("#bulk")
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  await page.getByRole("checkbox", { name: `Select ${mark} 02` }).check();
  await expect(page.getByText("the 1 selected")).toBeAttached();
  expect(await places()).toEqual(before);
});

test("the line to whoever is last in the list is in sight with its button", { tag: SCRIPTED }, async ({
  page,
}) => {
  const mark = newMark();
  add(mark, 12);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await openList(page, true, `q=${mark}&${PRESS}`);
  const row = rowOf(page, `${mark} 11`);
  await row.scrollIntoViewIfNeeded();
  await row.locator(".desk-decline > summary").click();
  await expect(row.getByRole("button", { name: `Decline ${mark} 11` })).toBeInViewport({ ratio: 1 });
});

test("after Apply the focus is where it was, and the rows are next", { tag: SCRIPTED }, async ({ page }) => {
  const mark = newMark();
  add(mark, 3);
  await signIn(page);
  await openList(page, true, `q=${mark}&sort=name`);
  await page.getByRole("checkbox", { name: `Select ${mark} 02` }).check();
  await page.getByLabel("to status").selectOption("confirmed");
  const apply = page.getByRole("button", { name: "Apply" });
  await apply.press("Enter");
  await expect(page.locator(".toast")).toContainText(`${mark} 02 confirmed.`);
  await expect(apply).toBeFocused();
  await expect(page.getByText("the selected delegates")).toBeAttached();
  await expect(apply).toBeFocused();
  for (const _ of ["Write to them", "the first row"]) await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: `Select ${mark} 00` })).toBeFocused();
});

test("who is decided stays in the list with all others, and what was folded out stays so", {
  tag: QUICK,
}, async ({ page, javaScriptEnabled }) => {
  const mark = await openJournalists(page, javaScriptEnabled, 3);
  const one = await foldOut(page, `${mark} 01`);
  await one.getByRole("button", { name: "Confirmed", exact: true }).click();
  await expect(page.locator(".toast")).toContainText(`${mark} 01 confirmed.`);
  await expect(one.locator(".desk-facts")).toBeVisible();
  // It has not given its place, and the focus, to the next status.
  const confirmed = one.getByRole("button", { name: "Confirmed", exact: true });
  await expect(confirmed).toHaveAttribute("aria-current", "true");
  if (javaScriptEnabled) await expect(confirmed).toBeFocused();
  await decline(page, `${mark} 02`, "Your outlet has sent somebody already.");
  await expect(page.locator(".toast")).toContainText(`${mark} 02 declined.`);
  // Somebody registers meanwhile: nobody's row moves.
  add(mark, 1);
  await page.reload();
  await expect(page.locator(".desk-row")).toHaveCount(3);
  // All on the page means those who still wait.
  await expect(page.getByRole("combobox", { name: "Change", exact: true })).not.toContainText("on this page");
  await page.getByRole("link", { name: "Refresh the list" }).click();
  await expect(page.locator(".desk-row")).toHaveCount(2);
});

test("who is ticked is written to, and nobody else", async ({ page, javaScriptEnabled }) => {
  const mark = newMark();
  add(mark, 0, 4);
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}&sort=name`);
  await page.getByRole("button", { name: "Write to them" }).click();
  await expect(page.locator(".toast")).toContainText("Select at least one delegate first.");
  for (const index of ["01", "03"]) await page.getByLabel(`Select ${mark} ${index}`).check();
  await page.getByRole("button", { name: "Write to them" }).click();
  await expect(page).toHaveURL(/\/admin\/messages\/\d+\/edit$/);
  await expect(page.getByText("To 2 delegates")).toBeVisible();
});

test("no row moves when script begins to run", { tag: SCRIPTED }, async ({ page }) => {
  const mark = newMark();
  add(mark, 1, 1);
  await signIn(page);
  const top = async () => (await rowOf(page, `${mark} 00`).boundingBox())?.y;
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const letScripts = await holdScripts(page);
    await page.goto(`/admin/delegates?q=${mark}&sort=name`, { waitUntil: "commit" });
    await expect(rowOf(page, `${mark} 01`)).toBeVisible();
    await fontsHaveCome(page);
    const before = await top();
    letScripts();
    await ready(page, true);
    await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeVisible();
    expect(await top(), `at ${width} px`).toBe(before);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("Enter in the box of a row changes nobody, whatever the bar is about to do", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  add(mark, 2);
  await signIn(page);
  await openList(page, javaScriptEnabled, `q=${mark}&sort=name`);
  await page.getByLabel(`Select ${mark} 00`).check();
  await page.getByLabel("to status").selectOption("declined");
  await page.getByLabel(`Select ${mark} 01`).press("Enter");
  // What it would have sent has not been sent when the page answers something else.
  await page.getByRole("heading", { name: `${mark} 01` }).click();
  await expect(page.getByText("Edit, history and personal data").filter({ visible: true })).toHaveCount(1);
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(page.getByLabel(`Select ${mark} 00`)).toBeChecked();
  await page.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(page.locator(".toast")).toContainText(`${mark} 00 declined.`);
});

test("what is typed into the search stays where somebody is decided meanwhile", { tag: SCRIPTED }, async ({
  page,
}) => {
  const mark = await openJournalists(page, true, 2);
  const search = page.getByRole("searchbox");
  await search.fill("abel");
  await page.getByRole("button", { name: `Accredit ${mark} 01` }).press("Enter");
  await expect(page.locator(".toast")).toContainText(`${mark} 01 confirmed.`);
  await expect(page).toHaveURL(/asof=/);
  await expect(search).toHaveValue("abel");
});

test("who counts again with other choices is where they were", { tag: SCRIPTED }, async ({ page }) => {
  add(newMark(), 1);
  await signIn(page);
  await page.goto("/admin/messages/new");
  await ready(page, true);
  const count = page.getByRole("button", { name: "Count them" });
  for (const status of ["confirmed", "declined"]) {
    await page.getByLabel("Status").selectOption(status);
    await count.press("Enter");
    await expect(page).toHaveURL(new RegExp(`status=${status}`));
    await expect(count).toBeFocused();
    await expect(count).toBeInViewport({ ratio: 1 });
  }
});
