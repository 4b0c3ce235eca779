// The delegates desk in the browser: found, changed, accredited, filed, deleted.
import { readFileSync } from "node:fs";
import * as spreadsheet from "@e965/xlsx";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { decline, foldOut, giveStatus, rowOf } from "../support/desk.ts";
import { endToast, expect, QUICK, ready, SCRIPTED, test, withholdScripts } from "../support/journey.ts";
import { signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** A word that only this test's delegates have. */
const newMark = () => `m${crypto.randomUUID().slice(0, 8)}`;

async function register(request: APIRequestContext, name: string, changes: Record<string, string> = {}) {
  const response = await request.post("/api/registrations", {
    data: {
      name,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
      jobTitle: "Reporter",
      registrationType: "pr_pass",
      ...changes,
    },
  });
  expect(response.status()).toBe(201);
}

async function openDesk(page: Page, javaScriptEnabled: boolean, query = ""): Promise<void> {
  await signIn(page);
  await page.goto(`/admin/delegates${query}`);
  await expect(page.getByRole("heading", { name: "Registered Delegates" })).toBeVisible();
  await ready(page, javaScriptEnabled);
}

const toast = (page: Page) => page.locator(".toast").last();

test("whoever goes back after decisions in the list comes to what was there before it", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, request, javaScriptEnabled }) => {
  const name = `${newMark()} Haddad`;
  await register(request, name, { registrationType: "media_pass", mediaOutlet: "The Daily" });
  await signIn(page);
  await page.goto("/admin");
  await openDesk(page, javaScriptEnabled, `?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Accredit ${name}` }).click();
  await expect(toast(page)).toContainText(`${name} confirmed.`);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText(`Undone for ${name}`);
  await page.goBack();
  await expect(page).toHaveURL("/admin");
});

test("delegates are searched, narrowed, sorted, turned over, and nobody found leads back", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.slow();
  const mark = newMark();
  for (let index = 10; index < 62; index += 1) await register(request, `${mark} Person ${index}`);
  await openDesk(page, javaScriptEnabled);
  const search = page.getByLabel("Search by name");
  await search.fill(mark.toUpperCase());
  await page.getByLabel("Order").selectOption("By name");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Showing 1–50 of 52")).toBeVisible();
  await expect(page.getByText(/^\d+ total registrations$/)).toBeVisible();
  await expect(page.getByRole("listitem").getByRole("heading", { level: 2 }).first()).toHaveText(
    `${mark} Person 10`,
  );
  await page.getByRole("link", { name: "Next page" }).first().click();
  await expect(page.getByText("Showing 51–52 of 52")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mark.toUpperCase()}&sort=name&page=2$`));
  await page.getByRole("link", { name: "Previous page" }).first().click();
  await expect(page.getByText("Showing 1–50 of 52")).toBeVisible();
  await expect(search).toHaveValue(mark.toUpperCase());

  await search.fill(`${mark}.person.33@example`);
  await search.press("Enter");
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();
  await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Declined");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No delegates match this search.")).toBeVisible();
  await page.getByRole("link", { name: "Show all delegates" }).click();
  await expect(page).toHaveURL("/admin/delegates");
  await expect(search).toHaveValue("");
});

test("whoever searches with Enter goes on in the search, and so does the button", { tag: SCRIPTED }, async ({
  page,
  request,
}) => {
  await register(request, `${newMark()} Ana`);
  await openDesk(page, true);
  const search = page.getByLabel("Search by name");
  await search.fill("nobody of this name");
  await search.press("Enter");
  await expect(page.getByText("No delegates match this search.")).toBeVisible();
  await expect(search).toBeFocused();
  await page.getByLabel("Order").selectOption("By name");
  const button = page.getByRole("button", { name: "Search" });
  await button.press("Enter");
  await expect(page).toHaveURL(/sort=name/);
  await expect(button).toBeFocused();
});

test("on a phone it is said below what was searched for how many were found, with the way to them", {
  tag: QUICK,
}, async ({ page, request, javaScriptEnabled }) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben"]) await register(request, `${mark} ${name}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await openDesk(page, javaScriptEnabled, "?sort=name");
  const search = page.getByLabel("Search by name");
  const found = page.getByText(/^(\d+ delegates?|No one) found\.$/);
  await expect(found).toHaveCount(0);
  await search.fill(`${mark} nobody`);
  await search.press("Enter");
  await expect(found).toHaveText("No one found.");
  // Without script the page begins at its top, here with a note that no email is set up.
  if (javaScriptEnabled) await expect(found).toBeInViewport({ ratio: 1 });
  await search.fill(mark);
  await search.press("Enter");
  await expect(found).toHaveText("2 delegates found.");
  await page.getByRole("link", { name: "Go to the list" }).press("Enter");
  const first = rowOf(page, `${mark} Ana`).locator("summary").first();
  await expect(first).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled) await expect(first).toBeFocused();
});

test("nothing that was clicked moves under the pointer, and the mail waits until it can no longer be undone", {
  tag: QUICK,
}, async ({ page, request, javaScriptEnabled }) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben", "Cleo", "Dan"])
    await register(request, `${mark} ${name}`, { registrationType: "media_pass", outlet: "The Quill" });
  await openDesk(page, javaScriptEnabled, `?q=${mark}&type=media_pass&status=pending&sort=name`);
  const ben = rowOf(page, `${mark} Ben`);
  const placeOf = async (control: ReturnType<typeof ben.locator>) => {
    const box = await control.boundingBox();
    return box && [box.x, box.y, box.width].map(Math.round);
  };
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const accredit = ben.locator(".desk-accredit");
    await accredit.scrollIntoViewIfNeeded();
    const before = await placeOf(accredit);
    const others = await Promise.all(["Cleo", "Dan"].map((name) => placeOf(rowOf(page, `${mark} ${name}`))));
    await accredit.click();
    await expect(toast(page)).toContainText(`${mark} Ben confirmed.`);
    await expect(ben).toContainText("Accredited");
    await expect(ben).toContainText("Waiting");
    if (javaScriptEnabled) {
      expect(await placeOf(accredit), `at ${width}`).toEqual(before);
      expect(
        await Promise.all(["Cleo", "Dan"].map((name) => placeOf(rowOf(page, `${mark} ${name}`)))),
      ).toEqual(others);
      await expect(accredit).toBeFocused();
    } else await expect(ben).toBeInViewport();
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(toast(page)).toContainText(`Undone for ${mark} Ben. No email was sent.`);
    await expect(ben).toContainText("pending");
    await endToast(page);
  }
  await ben.locator(".desk-accredit").click();
  await expect(toast(page)).toContainText(`${mark} Ben confirmed.`);
  await ben.getByRole("button", { name: `Undo the change of ${mark} Ben` }).click();
  await expect(ben).toContainText("pending");
});

test("a double click on Accredit accredits nobody else", async ({ page, request, javaScriptEnabled }) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben"])
    await register(request, `${mark} ${name}`, { registrationType: "media_pass" });
  await openDesk(page, javaScriptEnabled, `?q=${mark}&type=media_pass&status=pending&sort=name`);
  await rowOf(page, `${mark} Ana`).locator(".desk-accredit").dblclick();
  await expect(rowOf(page, `${mark} Ana`)).toContainText("Accredited");
  await page.goto(`/admin/delegates?q=${mark}&status=pending`);
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();
});

test("who was changed with others is not ticked any more", async ({ page, request, javaScriptEnabled }) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben", "Cleo"]) await register(request, `${mark} ${name}`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${mark} ${name}` });
  for (const name of ["Ana", "Ben"]) await box(name).check();
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page)).toContainText("2 delegates confirmed.");
  for (const name of ["Ana", "Ben", "Cleo"]) await expect(box(name)).not.toBeChecked();
});

test("who was ticked and had the status already is not ticked any more either", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben"]) await register(request, `${mark} ${name}`);
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${mark} ${name}` });
  for (const [ticked, said] of [
    [["Ana"], "Ana confirmed."],
    [["Ana", "Ben"], "1 delegate confirmed."],
  ] as const) {
    await openDesk(page, javaScriptEnabled, `?q=${mark}`);
    for (const name of ticked) await box(name).check();
    await page.getByLabel("to status").selectOption("Confirmed");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(toast(page)).toContainText(said);
    for (const name of ["Ana", "Ben"]) await expect(box(name)).not.toBeChecked();
  }
});

test("on a wide screen the search is one row, and so is each delegate", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ada", "Bea"]) await register(request, `${mark} ${name}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const tops = (all: ReturnType<Page["locator"]>) =>
    all.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom));
  const controls = page.getByRole("search").locator("select, button");
  await expect(controls).toHaveCount(5);
  expect(new Set(await tops(controls)).size).toBe(1);
  const widths = await controls.evaluateAll((all) => all.slice(0, 4).map(({ clientWidth }) => clientWidth));
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  const heights = await page
    .locator(".desk-row")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
});

test("several are confirmed at once, and one by one, on the same list", { tag: QUICK }, async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ada", "Bea", "Cy", "Di"]) await register(request, `${mark} ${name}`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}&status=pending`);
  const apply = page.getByRole("button", { name: "Apply" });
  await apply.click();
  await expect(toast(page)).toContainText("Choose a status first.");
  await page.getByLabel("to status").selectOption("Confirmed");
  await apply.click();
  await expect(toast(page)).toContainText("Select at least one delegate first.");

  for (const name of ["Ada", "Cy"]) await page.getByLabel(`Select ${mark} ${name}`).check();
  await page.getByLabel("to status").selectOption("Confirmed");
  await apply.click();
  await expect(toast(page)).toContainText("2 delegates confirmed.");
  // Whoever was changed stays in the list, in their new state.
  await expect(page.getByText("Showing 1–4 of 4")).toBeVisible();
  await expect(rowOf(page, `${mark} Ada`)).toContainText("confirmed");
  // And it is said who is meant by all of them.
  await expect(page.getByRole("combobox", { name: "Change", exact: true })).toContainText(
    "all 2 still pending here",
  );
  if (javaScriptEnabled) await expect(page.getByLabel("Select all still pending")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);

  await giveStatus(page, `${mark} Bea`, "Cancelled");
  await expect(toast(page)).toContainText(`${mark} Bea cancelled.`);
  await expect(page.getByText("Showing 1–4 of 4")).toBeVisible();

  await page.goto(`/admin/delegates?q=${mark}`);
  await ready(page, javaScriptEnabled);
  await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("all 4 on this page");
  await page.getByLabel("to status").selectOption("Attended");
  await apply.click();
  await expect(toast(page)).toContainText("4 delegates marked as attended.");
  await expect(rowOf(page, `${mark} Di`)).toContainText("attended");
});

test("who has changed since the list was opened is left alone, named and asked about", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ada", "Bea", "Cy"]) await register(request, `${mark} ${name}`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const other = await page.context().newPage();
  await other.goto(`/admin/delegates?q=${mark}`);
  await ready(other, javaScriptEnabled);
  await giveStatus(other, `${mark} Bea`, "Cancelled");
  await expect(toast(other)).toContainText(`${mark} Bea cancelled.`);

  await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("all 3 on this page");
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page)).toContainText("2 delegates confirmed. 1 delegate was left alone");
  await expect(page.getByRole("heading", { name: "1 delegate was not confirmed" })).toBeFocused();
  await expect(page.getByText(`${mark} Bea is cancelled now and was pending`)).toBeVisible();
  await expect(rowOf(page, `${mark} Bea`)).toContainText("cancelled");
  await page.getByRole("button", { name: "Confirm anyway" }).click();
  await expect(toast(page)).toContainText("1 delegate confirmed.");
  await expect(page).toHaveURL(new RegExp(`/admin/delegates\\?q=${mark}&asof=\\d+-\\d+$`));
  await expect(rowOf(page, `${mark} Bea`)).toContainText("confirmed");
});

test("who was left alone is left as it is with one press, where the reader is", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  await register(request, `${mark} Ada`);
  await page.setViewportSize({ width: 320, height: 640 });
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const other = await page.context().newPage();
  await other.goto(`/admin/delegates?q=${mark}`);
  await giveStatus(other, `${mark} Ada`, "Confirmed");
  await giveStatus(page, `${mark} Ada`, "Cancelled");
  await page.getByRole("link", { name: "Leave it as it is" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 delegate was not cancelled" })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/admin/delegates\\?q=${mark}&asof=\\d+-\\d+$`));
  const focused = page.locator(":focus");
  if (javaScriptEnabled) await expect(focused).toBeInViewport();
  await expect(rowOf(page, `${mark} Ada`)).toContainText("confirmed");
});

test("where a change of several finds nothing to change, the ticks stay for another status", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ana", "Ben", "Cleo"]) await register(request, `${mark} ${name}`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${mark} ${name}` });
  for (const name of ["Ana", "Ben"]) await box(name).check();
  await page.getByLabel("to status").selectOption("Pending");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page)).toContainText("there were no delegates left to be set back to pending");
  for (const name of ["Ana", "Ben"]) await expect(box(name)).toBeChecked();
  await expect(box("Cleo")).not.toBeChecked();
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page)).toContainText("2 delegates confirmed.");
});

test("a journalist says where they work, and is accredited or declined where they stand", async ({
  page,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Wanda", "Viktor"]) {
    await page.goto("/register?type=pr_pass");
    await ready(page, javaScriptEnabled);
    await expect(page.getByLabel("Media Outlet")).toBeHidden();
    await page.getByRole("radio", { name: "Media Pass" }).check();
    await page.getByLabel("Full Name").fill(`${mark} ${name}`);
    await page.getByLabel("Email Address").fill(`${mark}.${name}@example.com`);
    await page.getByLabel("Job Title").fill("Reporter");
    await page.getByLabel("Media Outlet").fill(`The ${mark} Times`);
    await page.getByLabel("Link to Published Work").fill("https://times.example.com/story");
    await page.getByRole("button", { name: "Complete Registration" }).click();
    await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();
  }
  await openDesk(page, javaScriptEnabled);
  await page.getByRole("link", { name: /^Press accreditation \(\d+\)$/ }).click();
  await expect(page).toHaveURL("/admin/delegates?type=media_pass&status=pending");
  const wanda = rowOf(page, `${mark} Wanda`);
  await expect(wanda).toContainText(`The ${mark} Times`);
  await expect(wanda.getByRole("link", { name: /^times\.example\.com/ })).toHaveAttribute(
    "href",
    "https://times.example.com/story",
  );
  await wanda.getByRole("button", { name: `Accredit ${mark} Wanda` }).click();
  await expect(toast(page)).toContainText(`${mark} Wanda confirmed.`);
  await expect(wanda.getByRole("button", { name: "Accredited" })).toBeDisabled();
  await decline(page, `${mark} Viktor`);
  await expect(toast(page)).toContainText(`${mark} Viktor declined.`);
  await page.getByRole("link", { name: "Refresh the list" }).click();
  await expect(wanda).toHaveCount(0);
  await page.goto(`/admin/delegates?q=${mark}`);
  await expect(wanda).toContainText("confirmed");
  await expect(rowOf(page, `${mark} Viktor`)).toContainText("declined");
});

test("what is found is saved as a spreadsheet, and one's personal data as a file", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  for (const name of ["Ada", "Bea"]) await register(request, `${mark} ${name}`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}&sort=name`);
  const csv = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export 2 delegates as CSV" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/^delegates-[\d-]{10}\.csv$/);
  const { Sheets, SheetNames } = spreadsheet.read(readFileSync(await file.path()));
  const rows = spreadsheet.utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0] ?? ""] ?? {});
  expect(rows.map((row) => row["Full Name"])).toEqual([`${mark} Ada`, `${mark} Bea`]);

  const json = page.waitForEvent("download");
  const ada = await foldOut(page, `${mark} Ada`);
  await ada.getByRole("link", { name: "Edit, history and personal data" }).click();
  await page.getByRole("link", { name: "Export personal data" }).click();
  const personal = JSON.parse(readFileSync(await (await json).path(), "utf8"));
  expect(personal.registration).toMatchObject({ name: `${mark} Ada`, email: `${mark}.ada@example.com` });
});

test("possible duplicates lead to each other, and one is deleted after a question", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  await register(request, `${mark} Twin`);
  await register(request, `${mark.toUpperCase()}  twin`, { email: `${mark}@example.com` });
  await register(request, `${mark} Other`);
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  await expect(page.getByText("Duplicate?")).toHaveCount(2);
  const twin = await foldOut(page, `${mark} Twin`);
  await twin.getByRole("link", { name: "Show all with this name" }).click();
  await expect(page.getByText("Showing 1–2 of 2")).toBeVisible();

  await foldOut(page, `${mark} Twin`);
  await page
    .getByRole("link", { name: `Edit, history and personal data of ${mark} Twin`, exact: true })
    .click();
  const opener = page.getByRole("link", { name: "Delete personal data" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Delete personal data" });
  await expect(dialog).toContainText(`${mark}.twin@example.com`);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await opener.click();
  await dialog.getByRole("button", { name: "Delete personal data" }).click();
  await expect(toast(page)).toContainText(/Personal data of registration [0-9A-F]{5} [0-9A-F]{5} deleted\./);
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();
  await expect(page.getByText("Duplicate?")).toHaveCount(0);
});

test.describe("with axe", () => {
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test("axe finds nothing on the desk, and nothing scrolls sideways", async ({ page, request }, {
    project,
  }) => {
    test.slow();
    const mark = newMark();
    await register(request, `${mark} Press`, {
      registrationType: "media_pass",
      outlet: "O".repeat(200),
      workUrl: `https://${"long-".repeat(12)}name.example.com/`,
      notes: "n".repeat(300),
    });
    await register(request, `${mark} Press`, { email: `${mark}@example.com` });
    await withholdScripts(page, project);
    await openDesk(page, false, `?q=${mark}`);
    const address = await page
      .getByRole("link", { name: /^Edit, history and personal data/, includeHidden: true })
      .first()
      .getAttribute("href");
    for (const [path, text] of [
      [`/admin/delegates?q=${mark}`, "Duplicate?"],
      [`/admin/delegates?q=${mark}&type=media_pass&status=pending`, "Press accreditation"],
      [`/admin/delegates?q=${mark}nobody`, "No delegates match this search."],
      [address ?? "", "Nothing has been recorded yet."],
      [`${address}&delete`, "It cannot be undone."],
      ["/admin/delegates/999999", "This delegate no longer exists"],
      ["/register", "Link to Published Work"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page, path);
    }
    const other = await page.context().newPage();
    await withholdScripts(other, project);
    for (const screen of [other, page]) await screen.goto(`/admin/delegates?q=${mark}&status=pending`);
    const journalist = page.locator(".desk-row").filter({ has: page.locator(".desk-decline") });
    await journalist.locator(".desk-person > summary").click();
    await journalist.locator(".desk-decline > summary").click();
    await expectAccessible(page, "a row folded out, and the line to somebody who is declined");
    await journalist.getByRole("button", { name: `Decline ${mark} Press` }).click();
    await expect(toast(page)).toContainText(`${mark} Press declined.`);
    await other.getByRole("button", { name: "Accredit" }).click();
    await expect(other.getByText("is declined now and was pending")).toBeVisible();
    await endToast(other);
    await expectAccessible(other, "who was left alone");
    await page.goto(`/admin/delegates?q=${mark}`);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(toast(page)).toContainText("Choose a status first.");
    await endToast(page);
  });
});

const endLogin = (context: BrowserContext) => context.clearCookies({ name: /^(__Host-)?login$/ });

/** At the provider that a form without a login leads to. */
async function logInAgain(page: Page): Promise<void> {
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
}

test("a decision that finds its login ended says that it was not done, and keeps the line to them", {
  tag: QUICK,
}, async ({ page, context, request, javaScriptEnabled }) => {
  const mark = newMark();
  await register(request, `${mark} Ada`, { registrationType: "media_pass", outlet: "The Ledger" });
  await openDesk(page, javaScriptEnabled, `?q=${mark}`);
  const notice = page.getByText("Not done yet: you had been logged out. Please do it once more.");
  await expect(notice).toHaveCount(0);
  await endLogin(context);
  await rowOf(page, `${mark} Ada`).getByRole("button", { name: "Accredit" }).click();
  await logInAgain(page);
  await expect(notice).toBeVisible();
  await expect(rowOf(page, `${mark} Ada`)).toContainText("pending");

  await ready(page, javaScriptEnabled);
  await endLogin(context);
  await decline(page, `${mark} Ada`, "The room is full.");
  await logInAgain(page);
  await expect(notice).toBeVisible();
  const line = page.getByLabel(`A line to ${mark} Ada`);
  await expect(line).toBeVisible();
  await expect(line).toHaveValue("The room is full.");
  await ready(page, javaScriptEnabled);
  await rowOf(page, `${mark} Ada`)
    .getByRole("button", { name: `Decline ${mark} Ada` })
    .click();
  await expect(toast(page)).toContainText(`${mark} Ada declined.`);
  await expect(notice).toHaveCount(0);
});

test("a check-in that finds its login ended says that it was not done", { tag: QUICK }, async ({
  page,
  context,
  request,
  javaScriptEnabled,
}) => {
  const mark = newMark();
  await register(request, `${mark} Bo`);
  await signIn(page);
  await page.goto(`/admin/delegates/door?q=${mark}`);
  await ready(page, javaScriptEnabled);
  await context.clearCookies({ name: /^(__Host-)?login$/ });
  await page
    .getByRole("button", { name: /^Check in/ })
    .last()
    .click();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(page.getByText("Not done yet: you had been logged out.")).toBeVisible();
});
