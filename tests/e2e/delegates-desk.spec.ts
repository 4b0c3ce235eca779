import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { insertDelegate } from "../support/delegates.ts";
import { decline, PRESS, test } from "../support/desk.ts";
import { endToast, expect, QUICK, ready, SCRIPTED, visit, withholdScripts } from "../support/journey.ts";
import { inPanelDatabase, panelRun, panelValue } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });
const { step } = test;

test("going back after decisions leads to the page before the list", {
  tag: [SCRIPTED, QUICK],
}, async ({ desk, page }) => {
  await page.goto("/admin");
  await desk.open({ journalists: 1 });
  await desk.approve("00").click();
  await expect(desk.toast).toContainText(`${desk.nameOf("00")} accredited.`);
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect(desk.toast).toContainText(`Undone for ${desk.nameOf("00")}`);
  await page.goBack();
  await expect(page).toHaveURL("/admin");
});

test("delegates are searched, and an empty result links back", async ({ desk, page }) => {
  const mark = (await desk.open({ others: 2 })).toUpperCase();
  const button = page.getByRole("button", { name: "Search" });
  await visit(page, "/admin/delegates");
  await desk.search.fill(mark);
  const filters = page.locator(".desk-filters > summary");
  await filters.click();
  await page.getByLabel("Order").selectOption("By name");
  await button.click();
  await expect(page.getByText("Showing 1–2 of 2")).toBeVisible();
  await expect(page.getByText(/^\d+ total registrations$/)).toBeVisible();
  await expect(page.locator(".desk-row h2").first()).toHaveText(desk.nameOf("00"));
  await expect(page).toHaveURL(new RegExp(`q=${mark}&.*sort=name$`));
  await expect(desk.search).toHaveValue(mark);

  await step("the focus stays in the search after Enter, and the filters show their values", async () => {
    await desk.search.fill(`${mark}.01@example`);
    await desk.search.press("Enter");
    await expect(page.getByText("Showing 1 of 1")).toBeVisible();
    if (desk.withScript) await expect(desk.search).toBeFocused();
    await filters.click();
    await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Declined");
    await button.press("Enter");
    await expect(page.getByText("No delegates match this search.")).toBeVisible();
    await expect(filters).toContainText("Declined");
  });
  await page.getByRole("link", { name: "Show all delegates" }).click();
  await expect(page).toHaveURL("/admin/delegates");
  await expect(desk.search).toHaveValue("");
});

test("clicked controls stay in place, and the email waits", { tag: [SCRIPTED, QUICK] }, async ({
  desk,
  page,
}) => {
  await desk.open({ journalists: 4, query: PRESS });
  const [row, name] = [desk.row("01"), desk.nameOf("01")];
  const placesOf = () =>
    Promise.all([desk.row("01"), desk.row("02"), desk.row("03")].map((one) => one.boundingBox()));
  const boxesOf = (controls: Locator) =>
    controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await desk.approve("01").scrollIntoViewIfNeeded();
    const before = await placesOf();
    const buttons = await boxesOf(desk.decision("01").getByRole("button"));
    await desk.approve("01").click();
    await expect(desk.toast).toContainText(`${name} accredited.`);
    await expect(row).toContainText("Accredited");
    await expect(row).toContainText("Waiting");
    await expect(row).toHaveAttribute("data-out", "");
    expect(await placesOf(), `at ${width}`).toEqual(before);
    // The second click of a double click must not press Undo.
    const [undo] = await boxesOf(desk.undo("01"));
    expect(
      buttons.every(({ x, width: wide }) => x >= Number(undo?.right) || x + wide <= Number(undo?.x)),
    ).toBe(true);
    await expect(desk.person("01")).toBeFocused();
    await desk.toast.getByRole("button", { name: "Undo" }).click();
    await expect(desk.toast).toContainText(`Undone for ${name}. No email was sent.`);
    await expect(desk.approve("01")).toBeVisible();
    await endToast(page);
  }
  await desk.approve("01").click();
  await expect(desk.toast).toContainText(`${name} accredited.`);
  await row.getByRole("button", { name: `Undo the change to ${name}` }).click();
  await expect(desk.approve("01")).toBeVisible();
});

test("a delegate changed in bulk is not ticked any more", async ({ desk, page }) => {
  await step("nor is a ticked one that had the status already", async () => {
    await desk.open({ others: 3 });
    for (const [people, said] of [
      [["00"], `${desk.nameOf("00")} confirmed.`],
      [["00", "01"], "1 delegate confirmed."],
    ] as const) {
      await desk.reopen();
      await desk.change("Confirmed", ...people);
      await expect(desk.toast).toContainText(said);
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    }
  });

  await step("without a change the ticks stay for another status", async () => {
    await desk.open({ others: 3 });
    await desk.change("Pending", "00", "01");
    await expect(desk.toast).toContainText("there were no delegates left to be set back to pending");
    for (const who of ["00", "01"]) await expect(desk.box(who)).toBeChecked();
    await expect(desk.box("02")).not.toBeChecked();
    await desk.change("Confirmed");
    await expect(desk.toast).toContainText("2 delegates confirmed.");
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  });
});

test("all that match are counted again if they have changed since", async ({ desk, page }) => {
  await desk.open({ others: 3, query: "status=pending" });
  await desk.more.click();
  await page.getByRole("link", { name: "Change all 3" }).click();
  await expect(page.locator("#bulk-change")).toHaveText("Change all 3");
  await expect(page.getByRole("link", { name: "Change all 3" })).toBeHidden();
  panelRun("update delegates set status = 'cancelled' where name = ?", desk.nameOf("01"));
  await desk.change("Confirmed");
  await expect(desk.toast).toContainText("have changed since they were counted. Nothing was changed.");
  expect(desk.count("confirmed")).toBe(0);
  await expect(page.locator("#bulk-change")).toHaveText("Change all 2");
  await desk.change("Confirmed");
  await expect(desk.toast).toContainText("2 delegates confirmed.");
});

test("results are saved as a spreadsheet, and personal data as a file", async ({ desk, page }) => {
  const mark = await desk.open({ others: 2 });
  const csv = page.waitForEvent("download");
  await desk.more.click();
  await page.getByRole("link", { name: "Export 2 delegates as CSV" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/^delegates-[\d-]{10}\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toContain(desk.nameOf("01"));
  await desk.more.click();
  const json = page.waitForEvent("download");
  const row = await desk.expandRow("00");
  await row.getByRole("link", { name: "History and personal data" }).click();
  await page.getByRole("link", { name: "Export personal data" }).click();
  const personal = JSON.parse(readFileSync(await (await json).path(), "utf8"));
  expect(personal.registration).toMatchObject({ name: `${mark} 00`, email: `${mark}.00@example.com` });
});

test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing on the desk, and nothing scrolls sideways", async ({ desk, page }) => {
    test.slow();
    await withholdScripts(page);
    const mark = await desk.open({ others: 1 });
    const work_url = `https://${"long-".repeat(12)}name.example.com/`;
    const [outlet, notes] = ["O".repeat(200), "n".repeat(300)];
    const press = { registration_type: "media_pass", outlet, work_url, notes };
    inPanelDatabase((sqlite) =>
      insertDelegate(sqlite, { name: desk.nameOf("00"), email: `${mark}@example.com`, ...press }),
    );
    await desk.reopen();
    const address = await page
      .getByRole("link", { name: /^History and personal data/, includeHidden: true })
      .first()
      .getAttribute("href");
    for (const [path, text] of [
      [`/admin/delegates?q=${mark}`, "twice?"],
      [`/admin/delegates?q=${mark}&${PRESS}`, "Media Pass"],
      [`/admin/delegates?q=${mark}nobody`, "No delegates match this search."],
      [address ?? "", "Nothing has been recorded yet."],
      [`${address}&delete`, "This cannot be undone."],
      ["/admin/delegates/999999", "This delegate no longer exists"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page, path);
    }
    const other = await page.context().newPage();
    await withholdScripts(other);
    for (const screen of [other, page]) await screen.goto(`/admin/delegates?q=${mark}&status=pending`);
    const journalist = page.locator(".desk-row").filter({ hasText: "Media Pass" });
    await journalist.locator(".desk-person > summary").click();
    await expectAccessible(page, "an expanded row with the note to a declined delegate");
    await journalist.getByRole("button", { name: `Decline ${desk.nameOf("00")} with this note` }).click();
    await expect(desk.toast).toContainText(`${desk.nameOf("00")} declined.`);
    await other.getByRole("button", { name: `Accredit ${desk.nameOf("00")}` }).click();
    await expect(other.getByText("is now declined")).toBeVisible();
    await expectAccessible(other, "a delegate who was not changed");
  });
});

/** Does each action, and returns their number. */
async function doActions(...actions: (() => Promise<unknown>)[]): Promise<number> {
  for (const act of actions) await act();
  return actions.length;
}

test("an email is corrected in four actions, badges of a pass take two, and three arrivals on a phone six", {
  tag: QUICK,
}, async ({ desk, page }) => {
  const mark = await desk.open({ others: 3 });
  const corrected = `${mark}.corrected@example.com`;
  await step("a correction", async () => {
    const actions = await doActions(
      () => desk.person("00").click(),
      () => desk.row("00").getByRole("link", { name: /^Edit/ }).click(),
      () => page.getByRole("dialog").getByLabel("Email Address").fill(corrected),
      () => page.getByRole("button", { name: "Save Registration" }).click(),
    );
    await expect(desk.toast).toContainText("Registration updated.");
    expect(panelValue("select count(*) from delegates where email = ?", corrected)).toBe(1);
    expect(actions).toBeLessThanOrEqual(5);
  });

  await step("badges", async () => {
    await visit(page, "/admin/delegates");
    const actions = await doActions(
      () => desk.more.click(),
      () => page.getByRole("link", { name: "Badges: PR Pass" }).click(),
    );
    await expect(page).toHaveURL("/admin/delegates/badges?type=pr_pass");
    expect(actions).toBeLessThanOrEqual(2);
  });

  await step("arrivals", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    panelRun("update delegates set status = 'confirmed' where name like ?", `${mark}%`);
    await visit(page, "/admin/delegates/door");
    const arrive = (name: string) => [
      async () => {
        await page.locator("#q").fill(name);
        await page.locator("#q").press("Enter");
      },
      async () => {
        await page.getByRole("button", { name: `Check in ${name}` }).click();
        await expect(page.getByRole("button", { name: `Undo check-in ${name}` })).toBeVisible();
      },
    ];
    const actions = await doActions(...["00", "01", "02"].flatMap((who) => arrive(desk.nameOf(who))));
    await expect.poll(() => desk.count("attended")).toBe(3);
    expect(actions).toBeLessThanOrEqual(6);
  });
});

/** Logs out, performs an action that needs a login, and logs in again. */
async function doLoggedOut(page: Page, work: () => Promise<void>): Promise<void> {
  await page.context().clearCookies({ name: /^(__Host-)?login$/ });
  await work();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
}

test("a decision without a login reports that it was not done, and keeps the personal line", {
  tag: QUICK,
}, async ({ desk, page }) => {
  const mark = await desk.open({ journalists: 1 });
  const notice = page.getByText("Nothing was changed: you were logged out. Please try again.");
  await expect(notice).toHaveCount(0);
  await doLoggedOut(page, () => desk.approve("00").click());
  await expect(notice).toBeVisible();
  await expect(desk.approve("00")).toBeVisible();

  await ready(page);
  await doLoggedOut(page, () => decline(page, desk.nameOf("00"), "The room is full."));
  await expect(notice).toBeVisible();
  await expect(desk.line("00")).toBeVisible();
  await expect(desk.line("00")).toHaveValue("The room is full.");
  await ready(page);
  await page.getByRole("button", { name: `Decline ${desk.nameOf("00")} with this note` }).click();
  await expect(desk.toast).toContainText(`${desk.nameOf("00")} declined.`);
  await expect(notice).toHaveCount(0);

  await step("and so does a check-in", async () => {
    await visit(page, `/admin/delegates/door?q=${mark}`);
    await doLoggedOut(page, () =>
      page
        .getByRole("button", { name: /^Check in/ })
        .last()
        .click(),
    );
    await expect(notice).toBeVisible();
  });
});
