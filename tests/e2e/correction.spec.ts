// Organisers correct a registration, or pass it on to somebody else, and take that back.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { foldOut } from "../support/desk.ts";
import { endToast, expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Somebody who has registered; answers their name and the address of their page. */
async function register(page: Page, request: APIRequestContext, changes: Record<string, string> = {}) {
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
  await signIn(page);
  return { name, path: `/admin/delegates/${id}` };
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit Registration" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save Registration" }).click();
const toast = (page: Page) => page.locator(".toast").last();

test("a misspelled registration is corrected, and an error shows where it is", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.slow();
  const { name, path } = await register(page, request);
  await page.goto(`${path}?q=noor`);
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "Edit registration" }).click();
  await expect(dialog(page).getByLabel("Full Name")).toBeFocused();
  await dialog(page).getByLabel("Full Name").fill(`${name} Haddad`);
  await dialog(page).getByLabel("Email Address").fill("nobody");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(dialog(page).getByLabel("Full Name")).toHaveValue(`${name} Haddad`);
  await dialog(page).getByLabel("Email Address").fill("noor.haddad@example.com");
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await expect(page).toHaveURL(`${path}?q=noor`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} Haddad`);
  await expect(page.getByRole("listitem").filter({ hasText: "Changed full name and email" })).toContainText(
    "noor.haddad@example.com",
  );
  if (javaScriptEnabled) await expect(page.getByRole("link", { name: "Edit registration" })).toBeFocused();
});

for (const width of [320, 360, 390, 768, 1280]) {
  test(`what is known of a delegate stands clear of what is beside it at ${width} px`, async ({
    page,
    request,
  }) => {
    const { path, name } = await register(page, request, { favoredStream: "b2b" });
    await page.setViewportSize({ width, height: 800 });
    /** What is wider than its place in a list of facts. */
    const tooWide = (where: Locator) =>
      where
        .locator("dd")
        .evaluateAll((all) =>
          all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
        );
    await page.goto(path);
    await expect(page.locator("dd time")).toBeVisible();
    expect(await tooWide(page.getByRole("main"))).toEqual([]);
    await page.goto(`/admin/delegates?q=${encodeURIComponent(name)}`);
    expect(await tooWide(await foldOut(page, name))).toEqual([]);
  });
}

test("an email that another delegate has is no error, and said on the page with the way to both", {
  tag: QUICK,
}, async ({ page, request, javaScriptEnabled }) => {
  const email = `desk-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const other = await register(page, request, { email });
  const { name, path } = await register(page, request);
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await dialog(page).getByLabel("Email Address").fill(email);
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await expect(page.getByText("Possible duplicate")).toBeVisible();
  await page.getByRole("link", { name: "Show all with this email" }).click();
  for (const one of [name, other.name])
    await expect(page.locator(".desk-row").getByRole("heading", { name: one })).toBeVisible();
});

test("what was typed about somebody who is erased in another window is shown", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const { path } = await register(page, request);
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await dialog(page).getByRole("textbox", { name: "Additional Information" }).fill("Vegan from now on");
  const other = await page.context().newPage();
  await other.goto(`${path}?delete=`);
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(other.getByRole("heading", { name: "Registered Delegates" })).toBeVisible();
  await save(page);
  await expect(page.getByText("This delegate has been deleted in the meantime.").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "What you entered" })).toContainText("Vegan from now on");
});

test("a colleague comes instead; the toast takes it back, and so does the page once that has gone", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.slow();
  const { name, path } = await register(page, request);
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  const passOn = async () => {
    await dialog(page).getByLabel("Someone else, instead").check();
    await dialog(page).getByLabel("Full Name").fill("Bo Li");
    await dialog(page).getByLabel("Email Address").fill("bo.li@example.com");
    await save(page);
    await expect(toast(page)).toContainText("The registration is in the name of Bo Li now.");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bo Li");
    await expect(page.getByText("Vegetarian")).toHaveCount(0);
  };
  await passOn();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("Vegetarian")).toHaveCount(1);

  await page.getByRole("link", { name: "Edit registration" }).click();
  await passOn();
  await endToast(page);
  await page.getByRole("region", { name: "Last correction" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("region", { name: "Last correction" })).toHaveCount(0);
});

test("once a correction is undone the page stays where it is, at what is as it was", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const { path } = await register(page, request);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await dialog(page).getByLabel("Job Title").fill("Publisher");
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await endToast(page);
  const undo = page.getByRole("region", { name: "Last correction" }).getByRole("button", { name: "Undo" });
  const edit = page.getByRole("link", { name: "Edit registration" });
  await undo.click();
  await expect(toast(page)).toContainText("The registration is as it was before.");
  await expect(edit).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled) await expect(edit).toBeFocused();
});

test("Undo in the message about a correction moves nothing on a phone, and is no step to go back to", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, request }) => {
  const { path } = await register(page, request);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/admin");
  await page.goto(path);
  await ready(page, true);
  const edit = page.getByRole("link", { name: "Edit registration" });
  await edit.press("Enter");
  await dialog(page).getByLabel("Job Title").fill("Publisher");
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await expect(dialog(page)).toHaveCount(0);
  await expect(edit).toBeFocused();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await toast(page).getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toast(page)).toContainText("The registration is as it was before.");
  await expect(edit).toBeFocused();
  expect(await scrolled()).toBe(before);
  // The one before the dialog.
  await page.goBack();
  await expect(page).toHaveURL(path);
  await page.goBack();
  await expect(page).toHaveURL("/admin");
});

test("two organisers correct the same: the later one sees both versions and decides", async ({
  page,
  request,
  browser,
  javaScriptEnabled,
}) => {
  test.slow();
  const { path } = await register(page, request);
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await dialog(page).getByLabel("Job Title").fill("Publisher");
  const other = await browser.newPage({ baseURL: PANEL_SITE.origin, javaScriptEnabled });
  await signIn(other);
  await other.goto(`${path}?edit=`);
  await ready(other, javaScriptEnabled);
  await dialog(other).getByLabel("Job Title").fill("Editor");
  await save(other);
  await expect(toast(other)).toContainText("Registration updated.");
  await other.close();
  await save(page);
  const notice = dialog(page).getByRole("region", { name: "The version that is saved now" });
  await expect(notice).toContainText("Job Title: Editor");
  await expect(dialog(page).getByLabel("Job Title")).toHaveValue("Publisher");
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await expect(page.getByText("Publisher").first()).toBeVisible();
});

test("choosing somebody else is not lost by leaving unasked", { tag: SCRIPTED }, async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const { path } = await register(page, request);
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await dialog(page).getByLabel("Someone else, instead").check();
  await page.keyboard.press("Escape");
  await expect(page.getByText("You have unsaved changes. Leave without saving?")).toBeVisible();
});

test("the dialog, its errors, and the page with its Undo are accessible", { tag: SCRIPTED }, async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.slow();
  const { path } = await register(page, request, { registrationType: "media_pass", outlet: "The Quill" });
  await page.goto(`${path}?edit=`);
  await ready(page, javaScriptEnabled);
  await expectAccessible(page, "the dialog");
  await dialog(page).getByLabel("Full Name").fill("");
  await dialog(page).getByLabel("Link to Published Work").fill("nothing");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  await endToast(page);
  await expectAccessible(page, "the dialog with errors");
  await dialog(page).getByLabel("Full Name").fill("Noor Haddad");
  await dialog(page).getByLabel("Link to Published Work").fill("");
  await save(page);
  await expect(toast(page)).toContainText("Registration updated.");
  await endToast(page);
  await expectAccessible(page, "the page with its Undo");
});
