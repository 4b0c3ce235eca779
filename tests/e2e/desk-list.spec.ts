// The desk as a list: a row a person, decided where they stand, by hand, by key and many at once (issue 17, 2 and 3).
import type { Page } from "@playwright/test";
import { decline, expectStill, PHONE, PRESS, test } from "../support/desk.ts";
import { endToast, expect, PLAIN, QUICK, ready, SCRIPTED } from "../support/journey.ts";
import { inPanelDatabase, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });
const { step } = test;

const WHOLE = { ratio: 1 };
const backToAdmin = (page: Page) => page.getByRole("link", { name: "Back to Admin" });

/** Whether the focus is on something that nothing lies over. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const { x, y, width, height } = focused.getBoundingClientRect();
    return [y + 2, y + height / 2, y + height - 2].every((at) =>
      focused.contains(document.elementFromPoint(x + width / 2, at)),
    );
  });

test("each row and button has the room that it needs", { tag: QUICK }, async ({ desk, page }) => {
  test.slow();
  await step("fifty people take 3,600 px on a wide screen and 5,000 px on a phone", async () => {
    await desk.open({ journalists: 20, others: 30 });
    for (const [width, atMost] of [
      [1280, 3_600],
      [360, 5_000],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await desk.reopen();
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

  await step("on a phone every choice and button of the desk is as wide as what it says", async () => {
    await desk.accredit("00").click();
    await expect(desk.undo("00")).toBeVisible();
    for (const width of [320, 340, 360, 375, 390, 412, 480, 640, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const wrong = await page.evaluate(() => {
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
        const isOutside = (element: HTMLElement) => {
          const box = element.getBoundingClientRect();
          const row = element.closest(".desk-row")?.getBoundingClientRect();
          return row !== undefined && (box.left < row.left + 44 || box.right > row.right);
        };
        const controls = ".desk-bar :is(select, button), .desk-actions > a, .desk-actions .small-button";
        const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter((one) =>
          one.checkVisibility(),
        );
        const actions = [...document.querySelectorAll<HTMLElement>(".desk-actions > *")];
        return [...shown.filter(isCut), ...actions.filter(isOutside)].map(
          (one) => `${one.tagName} ${one.textContent}`,
        );
      });
      expect(wrong, `at ${width} px`).toEqual([]);
    }
  });
});

test("who is decided stays in the list with all others", { tag: QUICK }, async ({ desk, page }) => {
  test.slow();
  await step("thirty journalists are accredited with two requests", async () => {
    await desk.open({ journalists: 30, query: PRESS });
    if (desk.withScript) await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    else await desk.scope.selectOption("all 30 on this page");
    await desk.change("Confirmed");
    await expect(desk.toast).toContainText("30 delegates confirmed.");
    expect(desk.count("confirmed")).toBe(30);
    // They stay where they were, and all of it can be undone.
    await expect(page.locator(".desk-row")).toHaveCount(30);
    await desk.toast.getByRole("button", { name: "Undo" }).click();
    await expect(desk.toast).toContainText("Undone for 30 delegates. No email was sent.");
    expect(desk.count("pending")).toBe(30);
  });

  await step("what was folded out stays so", async () => {
    await desk.open({ journalists: 3, query: PRESS });
    const one = await desk.foldOut("01");
    const confirmed = one.getByRole("button", { name: "Confirmed", exact: true });
    await confirmed.click();
    await expect(desk.toast).toContainText(`${desk.nameOf("01")} confirmed.`);
    await expect(one.locator(".desk-facts")).toBeVisible();
    // It has not given its place, and the focus, to the next status.
    await expect(confirmed).toHaveAttribute("aria-current", "true");
    if (desk.withScript) await expect(confirmed).toBeFocused();
    await decline(page, desk.nameOf("02"), "Your outlet has sent somebody already.");
    await expect(desk.toast).toContainText(`${desk.nameOf("02")} declined.`);
    // Somebody registers meanwhile: nobody's row moves.
    desk.add({ journalists: 1 });
    await page.reload();
    await expect(page.locator(".desk-row")).toHaveCount(3);
    // All on the page means those who still wait.
    await expect(desk.scope).not.toContainText("on this page");
    await page.getByRole("link", { name: "Refresh the list" }).click();
    await expect(page.locator(".desk-row")).toHaveCount(2);
  });

  await step("Enter in the box of a row changes nobody, whatever the bar is about to do", async () => {
    await desk.open({ journalists: 2 });
    await desk.box("00").check();
    await desk.status.selectOption("declined");
    await desk.box("01").press("Enter");
    // What it would have sent has not been sent when the page answers something else.
    await page.getByRole("heading", { name: desk.nameOf("01") }).click();
    await expect(page.getByText("Edit, history and personal data").filter({ visible: true })).toHaveCount(1);
    await expect(desk.toast).toHaveCount(0);
    await expect(desk.box("00")).toBeChecked();
    await desk.apply.press("Enter");
    await expect(desk.toast).toContainText(`${desk.nameOf("00")} declined.`);
  });
});

test("the keys decide, and go on to the next", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  await step("thirty journalists are decided with a key each, as fast as one likes", async () => {
    await desk.open({ journalists: 30, query: PRESS });
    await desk.keys("j");
    await expect(desk.person("00")).toBeFocused();
    await desk.keys(...Array(28).fill("a"));
    await expect.poll(() => desk.count("confirmed"), { timeout: 30_000 }).toBe(28);
    await expect(desk.person("28")).toBeFocused();
    await desk.keys("d");
    await page.keyboard.type("We are full.");
    await desk.keys("Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(page.locator(".desk-row")).toHaveCount(30);
    await expect(desk.row("28")).toContainText("Declined");
    // The last one by ticking: x, with the bar.
    await desk.keysOn("29", "x");
    await expect(desk.box("29")).toBeChecked();
    await expect(page.getByText("the 1 selected")).toBeAttached();
  });

  await step("after the last one is declined the focus is on their name, not on 'Accredit'", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keysOn("01", "d", "F", "u", "l", "l", "Enter");
    await expect(desk.toast).toContainText("declined");
    await expect(desk.person("01")).toBeFocused();
  });

  await step("after Undo in a row the focus stays in that row, and the next key ticks nobody", async () => {
    await desk.open({ journalists: 3, query: PRESS });
    await desk.accredit("00").press(" ");
    await expect(desk.toast).toContainText("confirmed.");
    await desk.undo("00").press(" ");
    await expect(desk.toast).toContainText(`Undone for ${desk.nameOf("00")}.`);
    await expect(desk.person("00")).toBeFocused();
    await desk.keys(" ");
    await expect(page.locator(".desk-check input:checked")).toHaveCount(0);
  });
});

test("the key for Undo undoes what was done last", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  const notice = page.locator("#key-notice");

  await step("whom the key before accredited, from the row that it went on to", async () => {
    await desk.open({ journalists: 4, query: PRESS });
    await desk.keysOn("00", "a");
    await expect(desk.row("00").getByRole("button", { name: /^Accredited/ })).toBeVisible();
    await expect(desk.person("01")).toBeFocused();
    await desk.keys("u");
    await expect(desk.row("00").getByRole("button", { name: /^Accredit / })).toBeVisible();
    await expect(desk.toast).toContainText(`Undone for ${desk.nameOf("00")}.`);
    // Pressed once more it says why nothing happens, in a row and outside of all.
    await desk.keys("u");
    await expect(notice).toContainText(`There is nothing to undo for ${desk.nameOf("01")}.`);
    await desk.keys("Escape");
    await expect(desk.person("01")).toBeFocused();
    await backToAdmin(page).focus();
    await desk.keys("u");
    await expect(notice).toHaveText(/^There is nothing to undo in this list\. /);
  });

  await step("whom the keys before declined, and nobody who was accredited before that", async () => {
    await desk.open({ journalists: 4, query: PRESS });
    await desk.keysOn("00", "a");
    await expect(desk.person("01")).toBeFocused();
    await expect.poll(() => desk.count("confirmed")).toBe(1);
    await desk.keys("d", "F", "u", "l", "l", "Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(desk.toast).toContainText("declined");
    await expect(desk.person("02")).toBeFocused();
    await desk.keys("u");
    await expect.poll(() => desk.count("declined")).toBe(0);
    expect(desk.count("confirmed")).toBe(1);
  });

  await step("what was done to several, and nobody who was decided before them", async () => {
    await desk.open({ journalists: 4 });
    await desk.keysOn("00", "d", "Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    // From the row of whom was decided before, and once its message has gone from another one.
    for (const who of ["00", "03"]) {
      await desk.change("Confirmed", "01", "02");
      await expect(desk.toast).toContainText("2 delegates confirmed.");
      if (who === "03") await endToast(page);
      await desk.keysOn(who, "u");
      await expect.poll(() => desk.count("confirmed")).toBe(0);
      expect(desk.count("declined")).toBe(1);
      await expect(desk.toast).toContainText("Undone for 2 delegates. No email was sent.");
    }
  });

  await step("a change from the bar, where the focus is still there", async () => {
    await desk.open({ journalists: 4, query: PRESS });
    const dismiss = async () => {
      await page.getByRole("button", { name: "Dismiss message" }).click();
      await desk.apply.focus();
    };
    // Of another change than the last one it is not known whether it is meant.
    for (const who of ["01", "03"]) {
      await desk.change("Confirmed", who);
      await expect(desk.toast).toContainText(`${desk.nameOf(who)} confirmed.`);
      await dismiss();
    }
    await desk.keys("u");
    await expect(desk.toast).toContainText("Undone for");
    await dismiss();
    await desk.keys("u");
    await expect(notice).toContainText("Which one? Go to its row with j or k");
    expect(desk.count("confirmed")).toBe(1);
  });

  await step("where it cannot undo an import or a correction, it leads to where that is undone", async () => {
    const mark = await desk.open({});
    const list = `Full Name,Email Address,Job Title,Delegate Type\n${mark} Ada,${mark}@example.com,Reporter,PR Pass\n`;
    const buffer = Buffer.from(list);
    await page.goto("/admin/delegates/import");
    await page.getByLabel("CSV file").setInputFiles({ name: "delegates.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Show what would happen" }).click();
    await page.getByLabel("Send no emails").check();
    await page.getByRole("button", { name: /^Import/ }).click();
    await expect(desk.toast).toContainText("1 delegate added.");
    await desk.reopen();
    await desk.person("Ada").click();
    await page.getByRole("link", { name: /^Edit, history/ }).click();
    await page.getByRole("link", { name: "Edit registration" }).click();
    await page.getByLabel("Job Title").fill("Editor");
    await page.getByRole("button", { name: "Save Registration" }).click();
    await expect(desk.toast).toContainText("Registration updated.");
    await desk.reopen();
    const dialog = page.locator("dialog", { has: notice });
    await desk.keys("u");
    await expect(dialog).toContainText(/The import of \d+:\d\d [AP]M can be undone on the Import screen\./);
    await expect(dialog).toContainText(new RegExp(`The correction of ${mark} Ada at \\d+:\\d\\d [AP]M`));
    await desk.keys("Escape");
    await desk.keysOn("Ada", "u");
    await dialog.getByRole("link", { name: "the Import screen" }).first().click();
    await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
  });
});

test("no key decides unless it is meant to", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const heading = page.getByRole("heading", { name: "Registered Delegates" });

  await step("what is typed to whoever is declined is a line to them, and no key of the desk", async () => {
    await desk.open({ journalists: 1, query: PRESS });
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
    await desk.declining("00").click();
    await page.keyboard.type("a full day, sadly");
    await expect(desk.line("00")).toHaveValue("a full day, sadly");
    await desk.declining("00").focus();
    await desk.keys("a", "Escape");
    // Whatever a key had sent would have left by now.
    await page.reload();
    expect(posted).toEqual([]);
    expect(desk.count("confirmed")).toBe(0);
  });

  await step("no letter is a key of a line to somebody who cannot be declined by key", async () => {
    await desk.open({ journalists: 1, others: 1 });
    await desk.keysOn("00", "d", "Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(desk.toast).toContainText("declined");
    const other = desk.nameOf("01");
    for (const [who, text] of [
      ["00", `${desk.nameOf("00")} is declined already.`],
      ["01", `The key d is for Media Passes. To change the status of ${other}, fold out the row.`],
    ] as const) {
      await desk.person(who).focus();
      await page.keyboard.type("d a full day, sadly");
      await desk.keys("Enter");
      await expect(page.getByRole("dialog", { name: text })).toBeVisible();
      expect(desk.count("confirmed")).toBe(0);
      await desk.keys("Escape");
      await expect(desk.person(who)).toBeFocused();
    }
  });

  await step("while a dialog of the keys is open no key changes the list", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keysOn("00", "a");
    await expect(desk.row("00").getByRole("button", { name: /^Accredited/ })).toBeVisible();
    await desk.keysOn("00", "a");
    const notice = page.getByRole("dialog", { name: `${desk.nameOf("00")} is accredited already.` });
    await expect(notice).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await desk.keys("u", "/");
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Close" }).click();
    await page.reload();
    expect(desk.count("confirmed")).toBe(1);
  });

  await step("where nobody was found the keys lead to the search, and to the list of them", async () => {
    await desk.open({});
    await expect(page.getByText("No delegates match this search.")).toBeVisible();
    await desk.keys("/");
    await expect(desk.search).toBeFocused();
    await heading.click();
    await desk.keys("?");
    await expect(help).toBeVisible();
  });

  await step("the keys are named, and can be switched off", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keys("/", "j");
    await expect(desk.search).toHaveValue("j");
    await heading.click();
    await desk.keys("?");
    await expect(help).toContainText("Accredit, and go to the next");
    // A line each, with what each does beside its key.
    const sides = await help
      .locator("dt, dd")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x));
    expect(new Set(sides.filter((_, index) => index % 2 === 1)).size).toBe(1);
    expect(new Set(sides).size).toBe(2);
    await help.getByRole("checkbox", { name: "Use these shortcuts" }).uncheck();
    await help.getByRole("button", { name: "Close" }).click();
    await desk.keys("j");
    await expect(desk.person("00")).not.toBeFocused();
  });
});

test("a key that cannot decide says why, and decides nothing", { tag: SCRIPTED }, async ({ desk, page }) => {
  await desk.open({ journalists: 3, others: 1 });
  inPanelDatabase((sqlite) => {
    for (const [index, status] of ["confirmed", "cancelled", "attended"].entries())
      sqlite.prepare("update delegates set status = ? where name = ?").run(status, desk.nameOf(`0${index}`));
  });
  await desk.reopen();
  const [zero, one, two, three] = ["00", "01", "02", "03"].map(desk.nameOf);
  for (const [key, who, text] of [
    ["a", "00", `${zero} is accredited already.`],
    ["a", "01", `${one} is cancelled. To change the status, fold out the row.`],
    ["d", "01", `${one} is cancelled. To change the status, fold out the row.`],
    ["a", "02", `${two} is marked as attended. To change the status, fold out the row.`],
    ["a", "03", `The key a is for Media Passes. To change the status of ${three}, fold out the row.`],
  ] as const) {
    await desk.keysOn(who, key);
    await expect(page.getByRole("dialog", { name: text })).toBeVisible();
    await desk.keys("Escape");
    await expect(desk.person(who)).toBeFocused();
  }
  await desk.person("01").press("Enter");
  await desk.keys("a");
  const text = `${one} is cancelled. To change the status, choose one below.`;
  await expect(page.getByRole("dialog", { name: text })).toBeVisible();
  expect(desk.count("confirmed")).toBe(1);
});

test("where a key leads is in sight", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  await step("a row that is folded out at the end of the window", async () => {
    await desk.open({ journalists: 12, query: PRESS, size: { width: 768, height: 800 } });
    const name = desk.person("05");
    await name.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    await name.press("Enter");
    await expect(desk.row("05").locator(".desk-person > :last-child")).toBeInViewport(WHOLE);
    await expect(name).toBeInViewport(WHOLE);
  });

  await step("the search", async () => {
    await desk.open({ journalists: 20, query: PRESS, size: PHONE });
    await desk.keys("j", "j", "j", "j");
    await expect(desk.search).not.toBeInViewport();
    await desk.keys("/");
    await expect(desk.search).toBeFocused();
    await expect(desk.search).toBeInViewport(WHOLE);
  });

  await step("the bar for several, from a row", async () => {
    for (const size of [PHONE, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await desk.reopen(PRESS);
      await desk.keys(...Array(12).fill("j"), "x", "c");
      await expect(desk.scope).toBeFocused();
      await expect(desk.scope).toBeInViewport(WHOLE);
      await expect(desk.scope).toContainText("the 1 selected");
      await desk.keys("j");
      await expect(desk.scope).toBeFocused();
    }
  });

  await step("back from a delegate the link that led there, as far down as it was", async () => {
    await page.setViewportSize(PHONE);
    await desk.reopen();
    const row = await desk.foldOut("12");
    const link = row.getByRole("link", { name: /^Edit, history/ });
    await link.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(desk.nameOf("12"));
    await page.goBack();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport(WHOLE);
    await desk.keys("j");
    await expect(desk.person("13")).toBeFocused();
    // The page's own way back leads to the row.
    await link.press("Enter");
    await page.getByRole("link", { name: "Registered Delegates" }).press("Enter");
    await expect(desk.person("12")).toBeFocused();
    await expect(desk.person("12")).toBeInViewport(WHOLE);
  });

  await step("the first row of another page, where the link to it is gone or below", async () => {
    await desk.open({ others: 110, size: PHONE });
    const first = page.locator(".desk-row").first().locator("summary").first();
    const above = page.getByRole("navigation", { name: "Pages", exact: true });
    const below = page.getByRole("navigation", { name: "Pages, below the list" });
    const next = above.getByRole("link", { name: "Next page" });
    const previous = above.getByRole("link", { name: "Previous page" });
    const goTo = async (link: typeof first, shown: string, focused: typeof first) => {
      await link.press("Enter");
      await expect(page.getByText(`Showing ${shown} of 110`)).toBeVisible();
      await expect(focused).toBeFocused();
    };
    await goTo(below.getByRole("link", { name: "Next page" }), "51–100", first);
    await expect(first).toBeInViewport(WHOLE);
    // A link that is there still has the focus.
    await desk.reopen();
    await goTo(next, "51–100", next);
    await expect(next).toBeInViewport(WHOLE);
    await goTo(next, "101–110", first);
    await goTo(previous, "51–100", previous);
  });
});

test("a line to whoever is declined is not lost without a question", { tag: [SCRIPTED, QUICK] }, async ({
  desk,
  page,
}) => {
  const speakers = page.getByRole("heading", { level: 1, name: "Speakers Management" });
  const clear = page.getByRole("link", { name: "Clear search" });
  const name = "You have unsaved changes. Leave without saving?";
  const question = page.getByRole("alertdialog", { name });

  await step("and is kept by what is done on the desk", async () => {
    await desk.open({ journalists: 3, query: PRESS });
    await desk.declining("00").click();
    await desk.line("00").fill("No room.");
    for (const way of [tab(page, "Speakers"), clear]) {
      await way.click();
      await question.getByRole("button", { name: "Keep editing" }).click();
      // It gives the focus back as it closes.
      await expect(question).toBeHidden();
      await expect(desk.line("00")).toHaveValue("No room.");
    }
    // What is done on the desk itself takes nothing away, and sends the line.
    await desk.accredit("01").press("Enter");
    await expect(desk.toast).toContainText("confirmed.");
    await expect(desk.line("00")).toHaveValue("No room.");
    await expect(page).toHaveURL(/asof=/);
    // The list anew, of another moment, with the line in it: where a decision is answered as the next is sent, that is so too.
    await page.getByRole("link", { name: "Refresh the list" }).click();
    await expect(page).not.toHaveURL(/asof=/);
    await expect(desk.line("00")).toHaveValue("No room.");
    await desk.row("00").locator(".desk-decline button").click();
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(desk.toast).toContainText("declined");
    await tab(page, "Speakers").click();
    await expect(speakers).toBeVisible();
  });

  await step("left unsaved it is gone from the next list, and nothing asks about it again", async () => {
    const mark = await desk.open({ journalists: 3, query: PRESS });
    await desk.declining("00").click();
    await desk.line("00").fill("No room.");
    await clear.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).not.toHaveURL(/q=/);
    await desk.search.fill(mark);
    await desk.keys("Enter");
    await expect(desk.row("01")).toBeVisible();
    await expect(desk.line("00")).toBeHidden();
    await expect(desk.line("00")).toHaveValue("");
    await tab(page, "Speakers").click();
    await expect(speakers).toBeVisible();
  });
});

test("a line to whoever is declined", async ({ desk, page }) => {
  await step("covers nothing that has the focus, and keeps what was typed", async () => {
    await desk.open({ journalists: 3, query: PRESS, size: PHONE });
    await desk.declining("00").press("Enter");
    await desk.line("00").fill("No room.");
    await desk.row("00").locator(".desk-decline button").focus();
    // The next row: its box, its name, its work, Accredit, Decline.
    for (let stop = 0; stop < 5; stop += 1) {
      await desk.keys("Tab");
      await expect(page.locator(".desk-row :focus")).toHaveCount(1);
      expect(await isFocusInSight(page), `stop ${stop}`).toBe(true);
    }
    if (desk.withScript) {
      await expect(desk.line("00")).toBeHidden();
      await desk.declining("00").press("Enter");
    }
    await expect(desk.line("00")).toHaveValue("No room.");
  });

  await step("stays open below what says that it is refused", async () => {
    await desk.reopen(PRESS);
    await desk.declining("00").click();
    // As somebody may send it whose browser does not count.
    await desk.line("00").evaluate((field) => field.removeAttribute("maxlength"));
    await desk.line("00").fill("x".repeat(301));
    await desk.row("00").locator(".desk-decline button").click();
    await expect(desk.errors).toBeFocused();
    await expect(desk.line("00")).toHaveValue("x".repeat(301));
    await expect(desk.line("00")).toBeVisible();
  });
});

test("what a row shows is whole", async ({ desk, page }) => {
  test.slow();
  await step("on a phone each badge", async () => {
    const mark = await desk.open({ journalists: 2, others: 2 });
    const sent = "insert into outbox (delegate_id, kind, state) select id, 'registered', 'failed'";
    inPanelDatabase((sqlite) => {
      sqlite.prepare("update delegates set email = 'a@example.com' where name like ?").run(`${mark}%`);
      sqlite.prepare(`${sent} from delegates where name like ?`).run(`${mark}%`);
    });
    await desk.reopen();
    for (const width of [320, 360, 390, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const inSight = await page.locator(".desk-badges > .badge").evaluateAll((badges) =>
        badges.map((badge) => {
          badge.scrollIntoView({ block: "center" });
          const { left, right, top, bottom } = badge.getBoundingClientRect();
          const row = badge.closest(".desk-row")?.getBoundingClientRect();
          return (
            right <= Number(row?.right) &&
            [left + 2, right - 2].every((x) =>
              badge.contains(document.elementFromPoint(x, (top + bottom) / 2)),
            )
          );
        }),
      );
      expect(inSight, `at ${width} px`).toEqual(Array(16).fill(true));
    }
  });

  await step("its boxes and buttons beside a message", async () => {
    await desk.open({ journalists: 16, query: PRESS });
    for (const width of [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await desk.reopen(PRESS);
      await page.locator(".desk-accredit:visible").first().click();
      await expect(desk.toast).toContainText("confirmed.");
      const covered = await page
        .locator(".desk-row :is(input[type=checkbox], .desk-actions :is(a, button, summary)):visible")
        .evaluateAll((controls) => {
          const toast = document.querySelector(".toast")?.getBoundingClientRect();
          if (!toast) return ["no message"];
          return controls
            .map((control) => control.getBoundingClientRect())
            .filter((box) => box.right > toast.left && box.left < toast.right)
            .map((box) => `${box.left} to ${box.right}`);
        });
      expect(covered, `at ${width}`).toEqual([]);
    }
  });

  await step("a long name, once it is folded out", async () => {
    const mark = await desk.open({ others: 1, size: PHONE });
    const name = `${mark} Pemberton-Smythe-Hawthornthwaite of Lower Woolloomooloo`;
    inPanelDatabase((sqlite) =>
      sqlite.prepare("update delegates set name = ? where name = ?").run(name, desk.nameOf("00")),
    );
    await desk.reopen();
    await desk.foldOut(name.slice(mark.length + 1));
    const heading = page.getByRole("heading", { name });
    expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(heading).toHaveCSS("white-space", "normal");
  });
});

test("the bar changes, undoes and writes to those who are ticked", async ({ desk, page }) => {
  await step("what is wrong with a choice moves nothing that stands beside it", async () => {
    await desk.open({ journalists: 3 });
    const before = (await desk.apply.boundingBox())?.x;
    await desk.box("00").check();
    await desk.apply.click();
    await expect(page.getByText("Choose a status first.").last()).toBeVisible();
    expect((await desk.apply.boundingBox())?.x).toBe(before);
  });

  await step("who was changed with others is undone with them, as the button says", async () => {
    await desk.reopen();
    await desk.change("Confirmed", "00", "01");
    const name = `Undo 2 changes at once, that of ${desk.nameOf("01")} among them`;
    await expect(desk.undo("01")).toHaveAccessibleName(name);
    await desk.accredit("02").click();
    await expect(desk.undo("02")).toHaveAccessibleName(`Undo the change of ${desk.nameOf("02")}`);
    await desk.undo("01").click();
    await expect.poll(() => desk.count("pending")).toBe(2);
  });

  await step("who is ticked is written to, and nobody else", async () => {
    const write = page.getByRole("button", { name: "Write to them" });
    await desk.reopen();
    await write.click();
    await expect(desk.toast).toContainText("Select at least one delegate first.");
    for (const who of ["00", "02"]) await desk.box(who).check();
    await write.click();
    await expect(page).toHaveURL(/\/admin\/messages\/\d+\/edit$/);
    await expect(page.getByText("To 2 delegates")).toBeVisible();
  });
});

test("without script what is done and undone in a row comes back to it", { tag: PLAIN }, async ({ desk }) => {
  await desk.open({ journalists: 14, query: PRESS });
  const row = desk.row("12");
  await row.getByRole("button", { name: /^Accredit / }).click();
  await expect(row.getByRole("button", { name: /^Accredited / })).toBeInViewport();
  await desk.undo("12").click();
  await expect(row.getByRole("button", { name: /^Accredit / })).toBeInViewport();
  expect(desk.count("pending")).toBe(14);
});

test("what is done moves nothing, and leaves the focus there", { tag: SCRIPTED }, async ({ desk, page }) => {
  test.slow();
  await step("what stands beside the choice of people stays where it is as they are ticked", async () => {
    await desk.open({ journalists: 3 });
    const buttons = page.locator("#bulk").getByRole("button");
    const places = () => buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    await desk.box("02").check();
    await expect(page.getByText("the 1 selected")).toBeAttached();
    expect(await places()).toEqual(before);
  });

  await step("after Apply the focus is where it was, and the rows are next", async () => {
    await desk.status.selectOption("confirmed");
    await desk.apply.press("Enter");
    await expect(desk.toast).toContainText(`${desk.nameOf("02")} confirmed.`);
    await expect(desk.apply).toBeFocused();
    await expect(page.getByText("the selected delegates")).toBeAttached();
    await expect(desk.apply).toBeFocused();
    // 'Write to them', and the first row.
    await desk.keys("Tab", "Tab");
    await expect(desk.box("00")).toBeFocused();
  });

  await step("what is typed into the search stays where somebody is decided meanwhile", async () => {
    await desk.reopen();
    await desk.search.fill("abel");
    await desk.accredit("01").press("Enter");
    await expect(desk.toast).toContainText(`${desk.nameOf("01")} confirmed.`);
    await expect(page).toHaveURL(/asof=/);
    await expect(desk.search).toHaveValue("abel");
  });

  await step("the line to whoever is last in the list is in sight with its button", async () => {
    await desk.open({ journalists: 12, query: PRESS });
    await desk.row("11").scrollIntoViewIfNeeded();
    await desk.declining("11").click();
    const button = page.getByRole("button", { name: `Decline ${desk.nameOf("11")}` });
    await expect(button).toBeInViewport(WHOLE);
  });

  await step("at the end of the page a message is clear of the focus", async () => {
    await desk.open({ journalists: 3, query: PRESS, size: PHONE });
    await desk.keysOn("01", "a");
    await expect(desk.toast).toContainText("confirmed");
    await desk.toast.hover();
    await expect(desk.person("02")).toBeFocused();
    await desk.keys("d");
    await expect(desk.line("02")).toBeFocused();
    await expect.poll(() => isFocusInSight(page)).toBe(true);
    await desk.keys("Tab");
    await expect.poll(() => isFocusInSight(page)).toBe(true);
    await expect(desk.toast).toBeVisible();
  });

  await step("who counts again with other choices is where they were", async () => {
    await page.goto("/admin/messages/new");
    await ready(page, true);
    const count = page.getByRole("button", { name: "Count them" });
    for (const status of ["confirmed", "declined"]) {
      await page.getByLabel("Status").selectOption(status);
      await count.press("Enter");
      await expect(page).toHaveURL(new RegExp(`status=${status}`));
      await expect(count).toBeFocused();
      await expect(count).toBeInViewport(WHOLE);
    }
  });
});

test("no row moves when script begins to run", { tag: SCRIPTED }, async ({ desk, page }) => {
  const mark = await desk.open({ journalists: 1, others: 1 });
  const signs = page.getByRole("checkbox", { name: "Select all on this page" });
  await expectStill(page, `/admin/delegates?q=${mark}&sort=name`, desk.row("00"), signs);
});
