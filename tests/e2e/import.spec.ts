// A list of speakers comes from a spreadsheet: looked at, imported without its bad rows, undone.
import { expectAccessible } from "../support/axe.ts";
import { expect, ready, test } from "../support/journey.ts";
import { signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

test("60 speakers from a spreadsheet with two bad lines are imported but for those, and undone", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const mark = `m${crypto.randomUUID().slice(0, 8)}`;
  const lines = Array.from({ length: 60 }, (_, index) => {
    const category = index === 40 ? "sports" : "B2B";
    return `${index === 10 ? "" : `${mark} ${index}`};Editor;${mark} Press;${category}`;
  });
  const buffer = Buffer.from(`\ufeff${["Name;Title;Company;Category", ...lines].join("\r\n")}\r\n`);
  await signIn(page);
  await page.goto("/admin/speakers");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import Speakers" })).toBeVisible();
  await ready(page, javaScriptEnabled);
  const show = page.getByRole("button", { name: "Show what would happen" });
  await show.click();
  await expect(page.getByRole("alert").getByRole("link", { name: "Choose a CSV file." })).toBeVisible();
  if (javaScriptEnabled) await expectAccessible(page, "an import without a file");

  await page.getByLabel("CSV file").setInputFiles({ name: "speakers.csv", mimeType: "text/csv", buffer });
  await show.click();
  await expect(page.getByText("60 rows: 58 new, 2 left out.")).toBeVisible();
  const leftOut = page.getByRole("region", { name: "Left out (2)" }).getByRole("listitem");
  await expect(leftOut.filter({ hasText: "Row 12" }).first()).toContainText("Name: Required");
  await expect(leftOut.filter({ hasText: "Row 42" }).first()).toContainText("Category: Expected 'b2c'");
  if (javaScriptEnabled) await expectAccessible(page, "the preview of an import");

  await page.getByRole("button", { name: "Import 58, leave out 2" }).click();
  await expect(page.locator(".toast").last()).toContainText("58 speakers added.");
  const imported = page.getByRole("heading", { name: mark, level: 3 });
  await expect(imported).toHaveCount(58);
  await ready(page, javaScriptEnabled);
  await page.locator(".toast").last().getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".toast").last()).toContainText("Import undone.");
  await expect(imported).toHaveCount(0);
});
