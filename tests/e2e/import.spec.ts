import type { Page } from "@playwright/test";
import { BOTH_VIEWS, expectAccessible } from "../support/axe.ts";
import { expect, isScripted, ready, test } from "../support/journey.ts";
import { headerMore, logIn, photoBytes } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Uploads these lines as a CSV file from a spreadsheet program, and opens the preview. */
async function show(page: Page, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`\ufeff${lines.join("\r\n")}\r\n`);
  await page
    .getByLabel("CSV or Excel file")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Preview import" }).press("Enter");
}
async function openImport(page: Page, screen: "Speakers" | "Delegates"): Promise<void> {
  await logIn(page);
  await page.goto(`/admin/${screen.toLowerCase()}`);
  if (screen === "Speakers") await headerMore(page).click();
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Import ${screen}` })).toBeVisible();
  await ready(page);
}
const checkAccessibility = async (page: Page, what: string) => {
  if (isScripted()) await expectAccessible(page, what, BOTH_VIEWS);
};
const toastOf = (page: Page) => page.locator(".toast").last();
const skippedRow = (page: Page, row: string) =>
  page
    .getByRole("region", { name: /^Row by row/ })
    .getByRole("listitem")
    .filter({ hasText: row })
    .first();

test("delegates from a spreadsheet are imported without two bad lines and without emails, and undone", async ({
  page,
}) => {
  test.slow();
  const mark = `d${crypto.randomUUID().slice(0, 8)}`;
  // Both projects may run at the same time. Different counts let each undo its own import.
  const added = isScripted() ? 58 : 59;
  const lines = Array.from({ length: added + 2 }, (_, index) => {
    const email = index === 40 ? "no address" : `${mark}-${index}@example.com`;
    const name = index === 10 ? "" : `Person ${mark} ${index}`;
    return `${index % 2 === 0 ? "PR Pass" : "Media Pass"};${index % 3 === 0 ? "confirmed" : ""};${name};${email};Editor;2025-01-01`;
  });
  await openImport(page, "Delegates");
  await show(page, ["Delegate Type;Status;Full Name;Email Address;Job Title;Registered", ...lines]);
  await expect(page.getByText("choose a field for each column")).toBeFocused();
  await ready(page);
  await page.getByRole("button", { name: "Preview import" }).press("Enter");
  await expect(page.getByText(`${added + 2} rows: ${added} new, 2 left out.`)).toBeFocused();
  await expect(page.getByText("This column is not imported: Registered.")).toBeVisible();
  await expect(skippedRow(page, "Row 12")).toContainText("Full Name: Required");
  await expect(skippedRow(page, "Row 42")).toContainText("Email Address: ");
  await checkAccessibility(page, "the preview of delegates");

  const button = page.getByRole("button", { name: `Import ${added}, leave out 2` });
  await button.click();
  const problem = page.getByRole("alert").getByRole("link", { name: "Choose whether to send emails." });
  await expect(problem).toBeVisible();
  await expect(page.locator(".error-summary")).toBeFocused();
  await checkAccessibility(page, "the preview without a choice");
  await ready(page);
  await problem.click();
  const first = page.getByLabel("Send each new or changed delegate an email");
  await expect(first).toBeFocused();
  await page.getByLabel("Send no emails").check();
  await button.click();
  await expect(toastOf(page)).toContainText(`${added} delegates added.`);
  if (isScripted()) await expect(page.getByRole("main")).toBeFocused();

  await page.goto(`/admin/delegates?q=${mark}`);
  await expect(page.getByText(`Export ${added} delegates as CSV`)).toBeAttached();
  await page.goto("/admin/delegates/import");
  await expect(page.getByRole("heading", { name: "Recent imports" })).toBeVisible();
  await checkAccessibility(page, "the import that can be undone");
  await ready(page);
  const undo = page.getByRole("button", { name: `Undo importing ${added} delegates` });
  await undo.first().click();
  await expect(toastOf(page)).toContainText("Import undone.");
  if (isScripted()) await expect(page.getByRole("main")).toBeFocused();
  await page.goto(`/admin/delegates?q=${mark}`);
  await expect(page.getByRole("heading", { name: "Registered Delegates" })).toBeVisible();
  await expect(page.getByText(`Person ${mark}`)).toHaveCount(0);
});

test("a list of another tool is matched once and remembered, and its speakers get their photos at once", async ({
  page,
}) => {
  test.slow();
  const mark = `t${crypto.randomUUID().slice(0, 8)}`;
  // The site remembers how a heading was matched, so each project uses its own heading.
  const lines = [
    `Speaker Id;FirstName;LastName;TagLine;Stream;Question ${mark}`,
    `${mark}-1;Mina;${mark};Lead;Languages;yes`,
    `${mark}-2;Ken;${mark};Lead;Languages;no`,
  ];
  await openImport(page, "Speakers");
  await show(page, lines);
  await expect(page.getByText("choose a field for each column")).toBeFocused();
  await checkAccessibility(page, "the form for columns");
  await ready(page);
  const go = page.getByRole("button", { name: "Preview import" });
  await go.click();
  const problem = page.getByRole("alert").getByRole("link", { name: "Choose a meaning for “Languages”." });
  await expect(page.locator(".error-summary")).toBeFocused();
  await checkAccessibility(page, "the form for columns with problems");
  await ready(page);
  await problem.click();
  const word = page.getByLabel("“Languages”");
  await expect(word).toBeFocused();
  await word.selectOption("Technology");
  await page.getByLabel("Company", { exact: true }).fill("Independent");
  await go.click();
  await expect(page.getByText("2 rows: 2 new.")).toBeFocused();
  await page.getByRole("link", { name: "Change the columns" }).press("Enter");
  await expect(page.getByText("choose a field for each column")).toBeFocused();
  await expect(page.getByLabel("Company", { exact: true })).toHaveValue("Independent");
  await page.goBack();
  await page.getByRole("button", { name: "Import 2" }).click();
  await expect(toastOf(page)).toContainText("2 speakers added.");

  await headerMore(page).click();
  const files = [`${mark}_mina.png`, `KEN ${mark}.png`, "stranger.png"];
  const buffer = await photoBytes("#b3161e");
  await page
    .getByLabel("Photos", { exact: true })
    .setInputFiles(files.map((name) => ({ name, mimeType: "image/png", buffer })));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByText("stranger.png: No speaker has this name.")).toBeVisible();
  await expect(page.getByText(`Added: Mina ${mark}, Ken ${mark}.`)).toBeVisible();
  await checkAccessibility(page, "photos that fit no speaker");
});
