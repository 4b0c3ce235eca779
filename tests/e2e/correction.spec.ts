import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { endToast, expect, isScripted, QUICK, SCRIPTED, test, visit } from "../support/journey.ts";
import { enter } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Registers a delegate and opens the delegate's page with this query. */
async function register(
  page: Page,
  request: APIRequestContext,
  { query = "?edit=", ...changes }: Record<string, string> = {},
) {
  const name = `Noor ${crypto.randomUUID().slice(0, 8)}`;
  const answers = {
    name,
    email: `${name.replace(" ", ".").toLowerCase()}@example.com`,
    jobTitle: "Reporter",
    registrationType: "pr_pass",
    notes: "Vegetarian",
    ...changes,
  };
  const { id } = await (await request.post("/api/registrations", { data: answers })).json();
  const path = `/admin/delegates/${id}`;
  await enter(page, `${path}${query}`);
  return { id, name, path };
}

const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Edit|Transfer) Registration$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(label);
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save Registration" }).click();
const toast = (page: Page) => page.locator(".toast").last();
const undo = (page: Page) =>
  page.getByRole("region", { name: "Registration" }).getByRole("button", { name: "Undo" });
const edit = (page: Page) => page.getByRole("link", { name: "Edit registration" });
async function saved(page: Page): Promise<void> {
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
}

test("a misspelled registration is corrected, an error is shown at its field, and Undo keeps the page in place", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const { name, path } = await register(page, request, { query: "?q=noor" });
  await edit(page).click();
  await expect(field(page, "Full Name")).toBeFocused();
  await field(page, "Full Name").fill(`${name} Haddad`);
  await field(page, "Email Address").fill("nobody");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(field(page, "Full Name")).toHaveValue(`${name} Haddad`);
  await field(page, "Email Address").fill("noor.haddad@example.com");
  await saved(page);
  await expect(page).toHaveURL(`${path}?q=noor`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} Haddad`);
  await expect(page.getByRole("listitem").filter({ hasText: "Changed full name and email" })).toContainText(
    "noor.haddad@example.com",
  );
  if (isScripted()) await expect(edit(page)).toBeFocused();

  await endToast(page);
  await undo(page).click();
  await expect(toast(page)).toContainText("The registration is as it was before.");
  await expect(edit(page)).toBeInViewport({ ratio: 1 });
});

test("Undo in the message about a correction moves nothing on a phone, and adds no history entry", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { path } = await register(page, request, { query: "" });
  await page.goto("/admin");
  await visit(page, path);
  await edit(page).press("Enter");
  await field(page, "Job Title").fill("Publisher");
  await saved(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(edit(page)).toBeFocused();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await toast(page).getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toast(page)).toContainText("The registration is as it was before.");
  await expect(edit(page)).toBeFocused();
  expect(await scrolled()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(page).toHaveURL("/admin");
});

test("the dialog, its errors, and the page with its Undo are accessible", { tag: SCRIPTED }, async ({
  page,
  request,
}) => {
  test.slow();
  await register(page, request, { registrationType: "media_pass", outlet: "The Quill" });
  await expectAccessible(page, "the dialog");
  await field(page, "Full Name").fill("");
  await field(page, "Link to Published Work").fill("nothing");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  await expectAccessible(page, "the dialog with errors");
  await field(page, "Full Name").fill("Noor Haddad");
  await field(page, "Link to Published Work").fill("");
  await saved(page);
  await expectAccessible(page, "the page with its Undo");
});
