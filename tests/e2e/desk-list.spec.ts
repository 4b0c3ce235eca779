import type { Page } from "@playwright/test";
import { decline, expectStill, PHONE, PRESS, test } from "../support/desk.ts";
import { answerQuestion, endToast, expect, PLAIN, QUICK, SCRIPTED } from "../support/journey.ts";
import { panelRun, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });
const { step } = test;

const WHOLE = { ratio: 0.99 };

/** Returns true if nothing covers the focused element. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const { x, y, width, height } = focused.getBoundingClientRect();
    return [y + 2, y + height / 2, y + height - 2].every((at) =>
      focused.contains(document.elementFromPoint(x + width / 2, at)),
    );
  });

test("each row and button has enough room", { tag: QUICK }, async ({ desk, page }) => {
  test.slow();
  await step("fifty delegates take 2,400 px on a wide screen and 4,100 px on a phone", async () => {
    await desk.open({ journalists: 20, others: 30 });
    for (const [width, atMost, rowAtMost] of [
      [1280, 2_400, 44],
      [390, 4_100, 76],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await desk.reopen();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(atMost);
      const heights = await page
        .locator(".desk-row")
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(heights).toHaveLength(50);
      expect(Math.max(...heights)).toBeLessThanOrEqual(rowAtMost);
    }
  });

  await step("heads are above their columns", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const starts = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
    const cells = ".desk-row:first-child :is(h2, .desk-from, .desk-pass, summary > time, .desk-decision)";
    const heads = await starts(".desk-heads > span:not(.desk-work)");
    expect(await starts(cells)).toEqual(heads);
  });

  await step("on each screen every choice and button fits its text", async () => {
    await desk.box("00").check();
    for (const width of [320, 360, 390, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wrong = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".desk-bar .small-button, .desk-row :is(button, .badge)")]
          .filter((one) => one.checkVisibility())
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return one.scrollWidth > one.clientWidth + 1 || left < 0 || right > innerWidth;
          })
          .map((one) => one.textContent),
      );
      expect(wrong, `at ${width} px`).toEqual([]);
    }
  });
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, isMobile: true });
  test("rows are 48 px high, and their buttons 44", { tag: SCRIPTED }, async ({ desk, page }) => {
    await desk.open({ journalists: 1, others: 1 });
    const heights = await page
      .locator(".desk-row, .desk-row button.small-button:visible")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(heights).toEqual([48, 44, 44, 48, 44, 44]);
  });
});

test("a decided delegate stays in place until the next load", { tag: QUICK }, async ({ desk, page }) => {
  test.slow();
  await step("thirty journalists are accredited with two requests", async () => {
    await desk.open({ journalists: 30, query: PRESS });
    if (desk.withScript) {
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await page.getByRole("button", { name: "Accredit 30" }).click();
    } else {
      await desk.more.click();
      await page.getByRole("link", { name: "Change all 30" }).click();
      await desk.change("Confirmed");
    }
    await expect(desk.toast).toContainText("30 delegates accredited.");
    expect(desk.count("confirmed")).toBe(30);
    await expect(page.locator(".desk-row")).toHaveCount(desk.withScript ? 30 : 0);
    await desk.toast.getByRole("button", { name: "Undo" }).click();
    await expect(desk.toast).toContainText("Undone for 30 delegates. No email was sent.");
    expect(desk.count("pending")).toBe(30);
  });

  await step("an expanded row stays expanded", async () => {
    await desk.open({ journalists: 3, query: desk.withScript ? PRESS : "" });
    const one = await desk.expandRow("01");
    const confirmed = one.getByRole("button", { name: "Accredited", exact: true });
    await confirmed.click();
    await expect(desk.toast).toContainText(`${desk.nameOf("01")} accredited.`);
    await expect(one.locator(".desk-facts")).toBeVisible();
    await expect(confirmed).toHaveAttribute("aria-current", "true");
    if (desk.withScript) await expect(confirmed).toBeFocused();
    await decline(page, desk.nameOf("02"), "Your outlet has sent somebody already.");
    await expect(desk.toast).toContainText(`${desk.nameOf("02")} declined.`);
    await expect(page.locator(".desk-row")).toHaveCount(3);
  });

  await step("until the next load, which leaves decided delegates out and adds new ones", async () => {
    await desk.reopen(PRESS);
    desk.add({ journalists: 1 });
    await desk.approve("00").last().click();
    await expect(desk.toast).toContainText(`${desk.nameOf("00")} accredited.`);
    if (desk.withScript) await expect(page.locator(".desk-row")).toHaveCount(1);
    await desk.more.click();
    await page.getByRole("link", { name: "Refresh the list" }).click();
    await expect(page.locator(".desk-row")).toHaveCount(1);
  });

  await step("Enter in the box of a row changes nothing, whatever the bar is set to", async () => {
    await desk.open({ journalists: 2 });
    await desk.box("00").check();
    await desk.changing.click();
    await desk.status.selectOption("declined");
    await desk.box("01").press("Enter");
    // If Enter submitted a form, the request would be sent before this click takes effect.
    await page.getByRole("heading", { name: desk.nameOf("01") }).click();
    await expect(page.getByText("History and personal data").filter({ visible: true })).toHaveCount(1);
    await expect(desk.toast).toHaveCount(0);
    await expect(desk.box("00")).toBeChecked();
    expect(desk.count("pending")).toBe(2);
  });
});

test("a range is ticked with Shift, and decided with one press", { tag: [SCRIPTED, QUICK] }, async ({
  desk,
  page,
}) => {
  await desk.open({ journalists: 22, others: 1, query: "sort=name" });
  await desk.box("01").click();
  await desk.box("20").click({ modifiers: ["Shift"] });
  await page.getByRole("button", { name: "Accredit 20" }).click();
  await expect(desk.toast).toContainText("20 delegates accredited.");
  expect(desk.count("confirmed")).toBe(20);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await desk.box("22").click();
  await expect(page.getByRole("button", { name: "Confirm 1" })).toBeVisible();
  await desk.box("21").click();
  await expect(page.locator(".strip")).toContainText("2 selected");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(page.locator(".desk-bar")).toBeHidden();
});

test("keys decide and move to the next row", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  await step("thirty journalists are decided with a key each, at any speed", async () => {
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
    await expect(desk.person("29")).toBeFocused();
    await desk.keys("x");
    await expect(desk.box("29")).toBeChecked();
    await expect(page.getByRole("button", { name: "Accredit 1" })).toBeVisible();
  });

  await step("after the last one is declined the focus is on their name", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keysOn("01", "d", "F", "u", "l", "l", "Enter");
    await expect(desk.toast).toContainText("declined");
    await expect(desk.person("01")).toBeFocused();
  });

  await step("after Undo in a row the focus stays in that row", async () => {
    await desk.open({ journalists: 3, query: PRESS });
    await desk.approve("00").press(" ");
    await expect(desk.toast).toContainText("accredited.");
    await expect(desk.person("00")).toBeFocused();
    await desk.undo("00").press(" ");
    await expect(desk.toast).toContainText(`Undone for ${desk.nameOf("00")}.`);
    await expect(desk.person("00")).toBeFocused();
  });
});

test("the Undo key undoes the last action", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  await step("after an accreditation by key, from the next row", async () => {
    await desk.open({ journalists: 4, query: PRESS });
    await desk.keysOn("00", "a");
    await expect(desk.decision("00")).toHaveText("Accredited");
    await expect(desk.person("01")).toBeFocused();
    await desk.keys("u");
    await expect(desk.approve("00")).toBeVisible();
    await expect(desk.toast).toContainText(`Undone for ${desk.nameOf("00")}.`);
  });

  await step("after a refusal by key, and not the accreditation before it", async () => {
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

  await step("after a bulk change, and not the decision before it", async () => {
    await desk.open({ journalists: 4 });
    await desk.keysOn("00", "d", "Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    // Undoes first by the toast, then by the row after the toast has closed.
    for (const isGone of [false, true]) {
      await desk.change("Confirmed", "01", "02");
      await expect(desk.toast).toContainText("2 delegates accredited.");
      if (isGone) await endToast(page);
      await desk.keysOn(isGone ? "01" : "03", "u");
      await expect.poll(() => desk.count("confirmed")).toBe(0);
      expect(desk.count("declined")).toBe(1);
      await expect(desk.toast).toContainText("Undone for 2 delegates. No email was sent.");
    }
  });
});

test("keys decide only when intended", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const heading = page.getByRole("heading", { name: "Registered Delegates" });

  await step("letters typed into a personal line are no keys of the desk", async () => {
    await desk.open({ journalists: 1, query: PRESS });
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
    await desk.keysOn("00", "d");
    await page.keyboard.type("a full day, sadly");
    await expect(desk.line("00")).toHaveValue("a full day, sadly");
    await desk.keys("Escape");
    await expect(desk.person("00")).toBeFocused();
    await page.reload();
    expect(posted).toEqual([]);
    expect(desk.count("confirmed")).toBe(0);
  });

  await step("letters are no keys in the line of a delegate who cannot be declined by key", async () => {
    await desk.open({ journalists: 2 });
    panelRun("update delegates set status = 'cancelled' where name = ?", desk.nameOf("01"));
    await desk.reopen();
    await desk.keysOn("00", "d", "Enter");
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(desk.toast).toContainText("declined");
    for (const who of ["00", "01"]) {
      await desk.person(who).focus();
      await page.keyboard.type("d a full day, sadly");
      await desk.keys("Enter");
      await expect(desk.row(who).locator(".desk-facts [aria-current]")).toBeFocused();
      expect(desk.count("confirmed")).toBe(0);
      await desk.keys("Escape");
      await expect(desk.person(who)).toBeFocused();
    }
  });

  await step("no key changes the list while the dialog of keys is open", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keysOn("00", "?");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await desk.keys("j", "a", "/");
    await expect(help).toBeVisible();
    await help.getByRole("button", { name: "Close" }).click();
    expect(desk.count("confirmed")).toBe(0);
  });

  await step("without results the keys lead to the search, and to the list of keys", async () => {
    await desk.open({});
    await expect(page.getByText("No delegates match this search.")).toBeVisible();
    await desk.keys("/");
    await expect(desk.search).toBeFocused();
    await heading.click();
    await desk.keys("?");
    await expect(help).toBeVisible();
  });

  await step("the keys are listed, and can be switched off", async () => {
    await desk.open({ journalists: 2, query: PRESS });
    await desk.keys("/", "j");
    await expect(desk.search).toHaveValue("j");
    await heading.click();
    await desk.keys("?");
    await expect(help).toContainText("Confirm or accredit, and go to the next");
    // Keys are in one column, and their effects in another.
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

test("a key that cannot decide opens the row at its statuses", { tag: SCRIPTED }, async ({ desk, page }) => {
  await desk.open({ journalists: 2, others: 1 });
  panelRun("update delegates set status = 'confirmed' where name = ?", desk.nameOf("00"));
  panelRun("update delegates set status = 'cancelled' where name = ?", desk.nameOf("01"));
  await desk.reopen();
  await desk.keysOn("00", "a");
  await expect(desk.person("01")).toBeFocused();
  for (const [key, who] of [
    ["a", "01"],
    ["d", "01"],
  ] as const) {
    await desk.keysOn(who, key);
    await expect(desk.row(who).getByRole("button", { name: "Cancelled", exact: true })).toBeFocused();
    await desk.keys("Escape");
  }
  await expect(page.locator(".toast")).toHaveCount(0);
  await desk.keysOn("02", "a");
  await expect(desk.toast).toContainText(`${desk.nameOf("02")} confirmed.`);
  expect(desk.count("confirmed")).toBe(2);
});

test("the target of a key is visible", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  test.slow();
  await step("a row expanded at the end of the window", async () => {
    await desk.open({ journalists: 12, query: PRESS, size: { width: 768, height: 800 } });
    const name = desk.person("05");
    await name.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
    await name.press("Enter");
    await expect(desk.row("05").locator(".desk-facts")).toBeInViewport(WHOLE);
    await expect(name).toBeInViewport(WHOLE);
  });

  await step("the search", async () => {
    await desk.open({ journalists: 20, query: PRESS, size: PHONE });
    await desk.keys(...Array(12).fill("j"));
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
      await expect(desk.changing).toBeFocused();
      expect(await isFocusInSight(page)).toBe(true);
    }
  });

  await step("the link back from a delegate's page leads to their row", async () => {
    await page.setViewportSize(PHONE);
    await desk.reopen();
    const row = await desk.expandRow("12");
    await row.getByRole("link", { name: /^History and/ }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(desk.nameOf("12"));
    await page.getByRole("link", { name: "Registered Delegates" }).press("Enter");
    await expect(desk.person("12")).toBeFocused();
    await expect(desk.person("12")).toBeInViewport(WHOLE);
  });

  await step("another page from its beginning", async () => {
    await desk.open({ others: 110, size: PHONE });
    await page.getByRole("link", { name: "Next page" }).press("Enter");
    await expect(page.getByText("Showing 51–100 of 110")).toBeAttached();
    await expect(page.locator("main")).toBeFocused();
    await desk.keys("j");
    await expect(page.locator(".desk-row").first().locator("summary")).toBeFocused();
  });
});

test("a personal line is not lost without a question", { tag: [SCRIPTED, QUICK] }, async ({ desk, page }) => {
  const speakers = page.getByRole("heading", { level: 1, name: "Speakers Management" });
  const all = page.getByRole("link", { name: /^All \d+$/ });

  await step("and is kept by actions on the desk", async () => {
    await desk.open({ journalists: 3, query: PRESS });
    await desk.keysOn("00", "d");
    await desk.line("00").fill("No room.");
    for (const way of [tab(page, "Speakers"), all]) {
      await answerQuestion(page, "stay", () => way.click());
      await expect(desk.line("00")).toHaveValue("No room.");
    }
    await desk.approve("01").press("Enter");
    await expect(desk.toast).toContainText("accredited.");
    await expect(desk.line("00")).toHaveValue("No room.");
    // The text survives a refresh of the list.
    await desk.more.click();
    await page.getByRole("link", { name: "Refresh the list" }).click();
    await expect(desk.row("01")).toHaveCount(0);
    await expect(desk.line("00")).toHaveValue("No room.");
    await desk.expandRow("00");
    await desk.row("00").locator(".desk-decline button").click();
    await expect.poll(() => desk.count("declined")).toBe(1);
    await expect(desk.toast).toContainText("declined");
    await tab(page, "Speakers").click();
    await expect(speakers).toBeVisible();
  });

  await step("and is shown again if the delegate changed meanwhile", async () => {
    await desk.open({ journalists: 1, query: PRESS });
    await desk.keysOn("00", "d");
    await desk.line("00").fill("No room.");
    panelRun("update delegates set status = 'cancelled' where name = ?", desk.nameOf("00"));
    await desk.keys("Enter");
    await expect(desk.toast).toContainText("Your note: “No room.”");
  });

  await step("if abandoned, it is not in the next list, and no question follows", async () => {
    const mark = await desk.open({ journalists: 3, query: PRESS });
    await desk.keysOn("00", "d");
    await desk.line("00").fill("No room.");
    await answerQuestion(page, "leave", () => all.click());
    await expect(page).not.toHaveURL(/q=/);
    // The next list is shown after its URL, on whose first page the row may not be.
    const notes = () =>
      page
        .locator("input[name=note]")
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
    await expect.poll(notes).not.toContain("No room.");
    await desk.search.fill(mark);
    await desk.keys("Enter");
    await expect(desk.row("01")).toBeVisible();
    await expect(desk.line("00")).toBeHidden();
    await expect(desk.line("00")).toHaveValue("");
    await tab(page, "Speakers").click();
    await expect(speakers).toBeVisible();
  });
});

test("a personal line with a refusal", async ({ desk, page }) => {
  await step("never covers the focus, and keeps its text", async () => {
    await desk.open({ journalists: 3, query: PRESS, size: PHONE });
    await desk.expandRow("00");
    await desk.line("00").fill("No room.");
    await desk.row("00").locator(".desk-decline button").focus();
    // Tab moves to the link, to the decisions, and then to the next row.
    for (let stop = 0; stop < 5; stop += 1) {
      await desk.keys("Tab");
      await expect(page.locator(".desk-row :focus")).toHaveCount(1);
      expect(await isFocusInSight(page), `stop ${stop}`).toBe(true);
    }
    if (desk.withScript) await expect(desk.line("00")).toBeHidden();
    await desk.expandRow("00");
    await expect(desk.line("00")).toHaveValue("No room.");
  });

  await step("is open again when refused", async () => {
    await desk.reopen(PRESS);
    await desk.expandRow("00");
    // Removes the browser's length limit, to test the server's.
    await desk.line("00").evaluate((field) => field.removeAttribute("maxlength"));
    await desk.line("00").fill("x".repeat(301));
    await desk.row("00").locator(".desk-decline button").click();
    await expect(desk.toast).toContainText("300");
    await expect(desk.line("00")).toBeVisible();
    await expect(desk.line("00")).toHaveValue("x".repeat(301));
    await expect(desk.line("00")).toBeFocused();
  });
});

test("a row shows its content in full", async ({ desk, page }) => {
  test.slow();
  await step("on a phone each flag", async () => {
    const mark = await desk.open({ journalists: 2, others: 2 });
    const sent = "insert into outbox (delegate_id, kind, state) select id, 'registered', 'failed'";
    panelRun("update delegates set email = 'a@example.com' where name like ?", `${mark}%`);
    panelRun(`${sent} from delegates where name like ?`, `${mark}%`);
    await desk.reopen();
    for (const width of [320, 360, 390, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const inSight = await page.locator(".desk-flag").evaluateAll((badges) =>
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
      expect(inSight, `at ${width} px`).toEqual(Array(8).fill(true));
    }
  });

  await step("a long name, once expanded", async () => {
    const mark = await desk.open({ others: 1, size: PHONE });
    const name = `${mark} Pemberton-Smythe-Hawthornthwaite of Lower Woolloomooloo`;
    panelRun("update delegates set name = ? where name = ?", name, desk.nameOf("00"));
    await desk.reopen();
    await desk.expandRow(name.slice(mark.length + 1));
    await expect(page.locator(".desk-person[open] h2")).toHaveText(name);
  });
});

test("the bar changes, undoes and writes to ticked delegates", async ({ desk, page }) => {
  await step("a missing status is asked for at its field", async () => {
    await desk.open({ journalists: 3 });
    await desk.box("00").check();
    await desk.changing.click();
    await desk.apply.click();
    await expect(page.getByText("Choose a status first.").last()).toBeVisible();
    await expect(desk.status).toHaveAttribute("aria-invalid", "true");
    await expect(desk.box("00")).toBeChecked();
  });

  await step("a bulk change is undone as a whole, as the button says", async () => {
    await desk.reopen();
    await desk.change("Confirmed", "00", "01");
    const name = `Undo 2 changes, including the one to ${desk.nameOf("01")}`;
    await expect(desk.undo("01")).toHaveAccessibleName(name);
    await desk.undo("01").click();
    await expect.poll(() => desk.count("pending")).toBe(3);
  });

  await step("a message goes to ticked delegates only", async () => {
    const write = page.getByRole("button", { name: /^Email (2|selected)$/ });
    await desk.reopen();
    for (const who of ["00", "02"]) await desk.box(who).check();
    await write.click();
    await expect(page).toHaveURL(/\/admin\/messages\/\d+$/);
    await expect(page.getByText("To 2 delegates:")).toBeVisible();
  });
});

test("without JavaScript, a decision leads back to the same list, with an Undo above it", {
  tag: PLAIN,
}, async ({ desk, page }) => {
  await desk.open({ journalists: 14, query: PRESS });
  const address = page.url();
  await desk.approve("12").click();
  await expect(page.locator(".desk-row")).toHaveCount(13);
  expect(page.url().replace(/#.*/, "")).toBe(address);
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".desk-row")).toHaveCount(14);
  expect(desk.count("pending")).toBe(14);

  await step("and to the row, if it is still in the list", async () => {
    await desk.reopen();
    await desk.approve("12").click();
    await expect(desk.decision("12")).toHaveText("Accredited");
    await desk.undo("12").click();
    await expect(desk.approve("12")).toBeInViewport();
  });
});

test("the focus stays in the row being worked on", { tag: SCRIPTED }, async ({ desk }) => {
  await step("after Apply it is in the bar, and the rows are next", async () => {
    await desk.open({ journalists: 3 });
    await desk.box("02").check();
    await desk.changing.click();
    await desk.status.selectOption("confirmed");
    await desk.apply.press("Enter");
    await expect(desk.toast).toContainText(`${desk.nameOf("02")} accredited.`);
    await desk.keys("j");
    await expect(desk.person("00")).toBeFocused();
  });

  await step("text in the search survives a decision", async () => {
    await desk.reopen();
    await desk.search.fill("abel");
    await desk.approve("01").press("Enter");
    await expect(desk.toast).toContainText(`${desk.nameOf("01")} accredited.`);
    await expect(desk.search).toHaveValue("abel");
  });
});

test("no row moves when JavaScript starts", { tag: SCRIPTED }, async ({ desk, page }) => {
  const mark = await desk.open({ journalists: 1, others: 1 });
  await expectStill(page, `/admin/delegates?q=${mark}&sort=name`, desk.row("00"), desk.row("01"));
});
