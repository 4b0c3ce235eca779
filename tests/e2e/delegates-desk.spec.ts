// The delegates desk in the browser: found, changed, accredited, filed, deleted.
import { readFileSync } from "node:fs";
import * as spreadsheet from "@e965/xlsx";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { endToast, expect, ready, test, withholdScripts } from "../support/journey.ts";
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
  await page.goto(`/api/login?to=${encodeURIComponent(`/admin/delegates${query}`)}`);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(page.getByRole("heading", { name: "Registered Delegates" })).toBeVisible();
  await ready(page, javaScriptEnabled);
}

const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const toast = (page: Page) => page.locator(".toast").last();

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
  await expect(page.getByText("Showing 1-50 of 52")).toBeVisible();
  await expect(page.getByText(/^\d+ total registrations$/)).toBeVisible();
  await expect(page.getByRole("listitem").getByRole("heading", { level: 2 }).first()).toHaveText(
    `${mark} Person 10`,
  );
  await page.getByRole("link", { name: "Next page" }).first().click();
  await expect(page.getByText("Showing 51-52 of 52")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mark.toUpperCase()}&sort=name&page=2$`));
  await page.getByRole("link", { name: "Previous page" }).first().click();
  await expect(page.getByText("Showing 1-50 of 52")).toBeVisible();
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

test("whoever searches with Enter goes on in the search, and so does the button", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the answer is a new document");
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

test("the second half of a double click does not decline the next person", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.skip(
    !javaScriptEnabled,
    "without script the second click is of the same form, which is carried out once",
  );
  const mark = newMark();
  for (const name of ["Ana", "Ben"])
    await register(request, `${mark} ${name}`, { registrationType: "media_pass" });
  await openDesk(page, true, `?q=${mark}&type=media_pass&status=pending`);
  const first = page.getByRole("button", { name: "Decline" }).first();
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  // As soon as the card below has come up, whatever is under the pointer is clicked.
  const second = page.evaluate(
    ([x = 0, y = 0]) =>
      new Promise<string>((done) => {
        const cards = () => document.querySelectorAll('main button[value="declined"], main button').length;
        const before = cards();
        const timer = setInterval(() => {
          if (cards() >= before) return;
          clearInterval(timer);
          const under = document.elementFromPoint(x, y)?.closest("button");
          under?.dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }),
          );
          done(under?.textContent ?? "");
        }, 5);
      }),
    [x, y],
  );
  await page.mouse.click(x, y);
  expect(await second).toContain("Decline");
  await expect(toast(page)).toContainText("1 delegate declined.");
  await page.goto(`/admin/delegates?q=${mark}&status=pending`);
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();
  // A click somewhere else, or later, is one of its own.
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(toast(page)).toContainText("1 delegate declined.");
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
    [["Ana"], "1 delegate confirmed."],
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

test("on a wide screen the search is one row, and two delegates stand beside each other", async ({
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
  expect(new Set(await tops(page.locator("li.card"))).size).toBe(1);
});

test("several are confirmed at once, and one by one, on the same list", async ({
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
  await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);

  await page.getByLabel(`Status of ${mark} Bea`).selectOption("Cancelled");
  await page.getByRole("button", { name: `Change status of ${mark} Bea` }).click();
  await expect(toast(page)).toContainText("1 delegate cancelled.");
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();

  await page.goto(`/admin/delegates?q=${mark}`);
  await ready(page, javaScriptEnabled);
  await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("all 4 on this page");
  await page.getByLabel("to status").selectOption("Attended");
  await apply.click();
  await expect(toast(page)).toContainText("4 delegates marked as attended.");
  await expect(card(page, `${mark} Di`)).toContainText("attended");
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
  await other.getByLabel(`Status of ${mark} Bea`).selectOption("Cancelled");
  await other.getByRole("button", { name: `Change status of ${mark} Bea` }).click();
  await expect(toast(other)).toContainText("1 delegate cancelled.");

  await page.getByRole("combobox", { name: "Change", exact: true }).selectOption("all 3 on this page");
  await page.getByLabel("to status").selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page)).toContainText("2 delegates confirmed. 1 delegate was left alone");
  await expect(page.getByRole("heading", { name: "1 delegate was not confirmed" })).toBeFocused();
  await expect(page.getByText(`${mark} Bea is cancelled now and was pending`)).toBeVisible();
  await expect(card(page, `${mark} Bea`)).toContainText("cancelled");
  await page.getByRole("button", { name: "Confirm anyway" }).click();
  await expect(toast(page)).toContainText("1 delegate confirmed.");
  await expect(page).toHaveURL(`/admin/delegates?q=${mark}`);
  await expect(card(page, `${mark} Bea`)).toContainText("confirmed");
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
  await other.getByLabel(`Status of ${mark} Ada`).selectOption("Confirmed");
  await other.getByRole("button", { name: `Change status of ${mark} Ada` }).click();
  await page.getByLabel(`Status of ${mark} Ada`).selectOption("Cancelled");
  await page.getByRole("button", { name: `Change status of ${mark} Ada` }).click();
  await page.getByRole("link", { name: "Leave it as it is" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 delegate was not cancelled" })).toHaveCount(0);
  await expect(page).toHaveURL(`/admin/delegates?q=${mark}`);
  const focused = page.locator(":focus");
  if (javaScriptEnabled) await expect(focused).toBeInViewport();
  await expect(card(page, `${mark} Ada`)).toContainText("confirmed");
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

test("a journalist says where they work, and is accredited or declined with one click", async ({
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
  const wanda = card(page, `${mark} Wanda`);
  await expect(wanda).toContainText(`The ${mark} Times`);
  await expect(wanda.getByRole("link", { name: /^times\.example\.com/ })).toHaveAttribute(
    "href",
    "https://times.example.com/story",
  );
  await wanda.getByRole("button", { name: `Accredit ${mark} Wanda` }).click();
  await expect(toast(page)).toContainText("1 delegate confirmed.");
  await expect(wanda).toHaveCount(0);
  await card(page, `${mark} Viktor`).getByRole("button", { name: "Decline" }).click();
  await expect(toast(page)).toContainText("1 delegate declined.");
  await page.goto(`/admin/delegates?q=${mark}`);
  await expect(wanda).toContainText("confirmed");
  await expect(card(page, `${mark} Viktor`)).toContainText("declined");
  await expect(page.getByRole("button", { name: /^Accredit/ })).toHaveCount(0);
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
  await card(page, `${mark} Ada`).getByRole("link", { name: "History and personal data" }).click();
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
  await expect(page.getByText("Possible duplicate")).toHaveCount(2);
  await card(page, `${mark} Twin`).getByRole("link", { name: "Show all with this name" }).click();
  await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();

  await page.getByRole("link", { name: `History and personal data of ${mark} Twin`, exact: true }).click();
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
  await expect(page.getByText("Possible duplicate")).toHaveCount(0);
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
      .getByRole("link", { name: /^History and personal data/ })
      .first()
      .getAttribute("href");
    for (const [path, text] of [
      [`/admin/delegates?q=${mark}`, "Possible duplicate"],
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
    await page.getByRole("button", { name: "Decline" }).first().click();
    await expect(toast(page)).toContainText("1 delegate declined.");
    await other.getByRole("button", { name: "Accredit" }).first().click();
    await expect(other.getByText("is declined now and was pending")).toBeVisible();
    await endToast(other);
    await expectAccessible(other, "who was left alone");
    await page.goto(`/admin/delegates?q=${mark}`);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(toast(page)).toContainText("Choose a status first.");
    await endToast(page);
  });
});
