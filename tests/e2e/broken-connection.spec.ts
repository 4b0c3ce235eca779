import type { Page, Route } from "@playwright/test";
import { BREAKS, breakConnection, contentsOf, isPortalFault } from "../support/broken-connection.ts";
import { answerQuestion, expect, newEmail, QUICK, SCRIPTED, test, visit } from "../support/journey.ts";
import {
  call,
  enter,
  inPanelDatabase,
  logIn,
  NO_IMAGE,
  newName,
  tab,
  unfoldConnect,
} from "../support/panel.ts";
import { FORMS, fillIn, prepareForms, type SiteForm } from "../support/site-forms.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const prepare = (page: Page) =>
  prepareForms((method, path, data) => call(page, method, path, data), inPanelDatabase);
const byLabel = async (page: Page, labels: Record<string, string>) => {
  for (const [label, text] of Object.entries(labels))
    await page.getByLabel(label, { exact: true }).fill(text);
};
const ways = Object.entries(BREAKS);

const [first, ...others] = FORMS.filter((form) => form[3]);
for (const [which, tag, forms] of [
  ["a form", [SCRIPTED, QUICK], [first]],
  ["every other form", [SCRIPTED], others],
] as [string, string[], SiteForm[]][])
  test(`${which} stays as it is, whatever breaks the connection, and reports the failure`, { tag }, async ({
    page,
    faults,
  }) => {
    test.slow();
    await logIn(page);
    const prepared = await prepare(page);
    let shown = "";
    for (const [index, [at, text, , failed, fields = {}]] of forms.entries()) {
      const address = fillIn(at, prepared);
      if (address !== shown) await visit(page, address);
      shown = address;
      // The desk's bar appears once a delegate is ticked.
      if (fields.id) await page.getByRole("checkbox", { name: /^Select Delegate/ }).check();
      const name = new RegExp(`^${fillIn(text, prepared)}`);
      const button = page.getByRole("button", { name });
      if ((await button.count()) === 0) {
        const folded = page.locator("details:not([open])", { hasText: fillIn(text, prepared) });
        await folded.first().locator("> summary").click();
      }
      for (const [field, value] of Object.entries(fields)) {
        const fold = page.locator(`details:not([open]):has([name="${field}"]) > summary`);
        if (field === "role" && (await fold.count()) > 0) await fold.click();
        const control = page.locator(`:is(input, select)[name="${field}"]:visible`).last();
        const kind = await control.evaluate((it: HTMLInputElement) => it.type);
        if (kind === "select-one") await control.selectOption(fillIn(value, prepared));
        else if (kind === "checkbox") await control.check();
        else await control.fill(value);
      }
      // The registration form posts to another address of its page.
      const readPage = async () => ({
        url: page.url().replace(/\?send$/, ""),
        contents: await contentsOf(page),
      });
      const before = await readPage();
      // Tests the first form with every kind of failure, and each other form with one.
      for (const [way, answer] of which === "a form" ? ways : ways.slice(index % ways.length).slice(0, 1)) {
        const what = `${address}: ${name}, ${way}`;
        const broken = await breakConnection(page, answer, "POST");
        await button.click();
        await expect(page.locator(".toast").filter({ hasText: failed ?? "" }), what).toHaveCount(1);
        await expect(button, what).toBeEnabled();
        if (at.includes("delete=")) await expect(button, what).toBeFocused();
        expect(await readPage(), what).toEqual(before);
        expect(broken.requests(), what).toBe(1);
        await broken.mend();
        await page.getByRole("button", { name: "Dismiss message" }).dispatchEvent("click");
      }
    }
    expect(faults.filter((fault) => !isPortalFault(fault))).toEqual([]);
    faults.length = 0;
  });

test("a line sent by key that did not arrive is open again, with its text", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  await logIn(page);
  const [next, { mark }] = [await prepare(page), await prepare(page)];
  await visit(page, "/admin/delegates?q=Delegate&type=media_pass");
  const person = (name: string) => page.locator(".desk-person > summary", { hasText: `Delegate ${name}` });
  await expect(person(next.mark)).toBeVisible();
  await person(mark).focus();
  await page.keyboard.press("d");
  await page.keyboard.type("No room.");
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("Please try again");
  const line = page.getByLabel(`Note to Delegate ${mark}`);
  await expect(line).toBeVisible();
  await expect(line).toHaveValue("No room.");
});

const SPEAKER = { Title: "Editor", Company: "The Quill" };

test("a form that failed to save stays unsaved, keeps its file, and is saved once by pressing again", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  const name = newName();
  await enter(page, "/admin/speakers?add");
  await byLabel(page, { Name: name, ...SPEAKER });
  await page.getByLabel("Category").selectOption("Technology");
  await context.setOffline(true);
  await page.getByLabel("Image").setInputFiles(NO_IMAGE);
  await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
  await expect(page.getByText("The image could not be uploaded. It will be sent")).toBeVisible();
  const create = page.getByRole("button", { name: "Create Speaker" });
  const failed = page.locator(".toast").filter({ hasText: "Failed to create speaker." });
  await create.click();
  const dialog = page.getByRole("dialog", { name: "Add Speaker" });
  await expect(dialog.getByRole("alert").first()).toContainText("There is a problem");
  await expect(failed).toHaveCount(1);
  expect(await contentsOf(page)).toContainEqual(["x.jpg, 8 bytes"]);
  await answerQuestion(page, "stay", () => page.keyboard.press("Escape"));
  await context.setOffline(false);

  // Only the response is lost, not the request, so pressing again must not add a duplicate.
  await page.getByLabel("Image").setInputFiles([]);
  const loseAnswer = async (route: Route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  };
  const broken = await breakConnection(page, loseAnswer, "POST");
  await create.click();
  await expect.poll(broken.requests).toBe(1);
  await expect(failed).toHaveCount(1);
  await broken.mend();
  await create.click();
  await expect(page.locator(".toast")).toContainText("Speaker created successfully.");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name })).toHaveCount(1);
});

test("a save without a response reports so after a minute, and leaving before asks; the site's own message is in the toast", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.clock.install();
  await enter(page, "/admin/program?add");
  await byLabel(page, { Title: "Typed", Time: "9:00 AM" });
  const broken = await breakConnection(page, () => new Promise(() => {}), "POST");
  await page.getByRole("button", { name: "Create Session" }).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await expect.poll(broken.requests).toBe(1);
  await answerQuestion(page, "stay", () => page.keyboard.press("Escape"));
  await page.clock.fastForward(60_000);
  await expect(page.locator(".toast")).toContainText("Failed to create session.");
  await expect(page.getByRole("button", { name: "Create Session" })).toBeEnabled();
  await expect(page.getByLabel("Title")).toHaveValue("Typed");
  await broken.mend();
  await page.getByLabel("Title").fill("x".repeat(140_000));
  await page.getByRole("button", { name: "Create Session" }).click();
  await expect(page.locator(".toast")).toContainText("Failed to create session.");
  await expect(page.locator(".error-summary")).toContainText("This is too large");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("9:00 AM");
});

test("a save that arrived is not reported as failed if only the list failed to reload", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const name = newName();
  const toast = page.locator(".toast");
  const arrive = async (button: string) => {
    const broken = await breakConnection(page, (route) => route.abort(), "GET");
    await page.getByRole("button", { name: button }).click();
    await expect(toast).toContainText("We received your input");
    await broken.mend();
  };
  await enter(page, "/admin/speakers?add");
  await byLabel(page, { Name: name, ...SPEAKER });
  await page.getByLabel("Category").selectOption("Technology");
  await arrive("Create Speaker");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL("/admin/speakers");
  await page.reload();
  await expect(toast).toContainText("Speaker created successfully.");
  await expect(page.getByRole("heading", { name })).toHaveCount(1);

  await visit(page, "/register");
  await byLabel(page, { "Full Name": "Noor Haddad", "Email Address": newEmail(), "Job Title": "Reporter" });
  await page.getByLabel("Media Outlet").fill("The Quill");
  await arrive("Complete Registration");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();
});

test("without a connection dialogs open and close, and the screen stays", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, context, browser }) => {
  await logIn(page);
  const { speaker, session, mark, delegate } = await prepare(page);
  const left = await browser.newPage({ baseURL: PANEL_SITE.origin });
  await logIn(left);
  await left.close();
  const person = `/admin/delegates/${delegate}?q=${mark}`;
  let shown = "";
  for (const [screen, opener, name, text] of [
    ["/admin/speakers", "#add", "Add Speaker", "Category"],
    ["/admin/speakers", `#edit-${speaker}`, "Edit Speaker", "Category"],
    ["/admin/speakers", `#delete-${speaker}`, "Delete speaker", `want to delete Speaker ${mark}?`],
    ["/admin/program", "#add", "Add Session", "Time"],
    ["/admin/program", `#edit-${session}`, "Edit Session", "Time"],
    ["/admin/program", `#delete-${session}`, "Delete session", `want to delete "Session ${mark}"?`],
    [person, "#delete", "Delete personal data", `Delegate ${mark}`],
  ] as const) {
    await context.setOffline(false);
    if (screen !== shown) await visit(page, screen);
    shown = screen;
    await context.setOffline(true);
    const dialog = page.getByRole("dialog", { name });
    for (const close of ["Escape", "Close"]) {
      if (opener.startsWith("#delete-")) await page.locator(opener.replace("delete", "more")).click();
      await page.locator(opener).first().click();
      await expect(dialog, opener).toContainText(text);
      await expect(page).not.toHaveURL(screen);
      if (close === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("link", { name: "Close" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator(opener.replace("delete-", "more-")).first()).toBeFocused();
      await expect(page).toHaveURL(screen);
      await expect(page.locator(".toast")).toHaveCount(0);
    }
  }
});

test("a navigation that fails stays on its page, with the selection there", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, faults }) => {
  await enter(page, "/admin");
  await tab(page, "Connections").click();
  await unfoldConnect(page);
  await page.getByLabel("Role").selectOption("Panelist");
  const back = () => page.evaluate(() => window.history.back());
  for (const [index, [way, answer]] of ways.entries()) {
    const broken = await breakConnection(page, answer);
    const link = page.getByRole("link", { name: "Back to Admin" });
    await answerQuestion(page, "leave", () => (index % 2 === 0 ? link.click() : back()));
    await expect(page.locator(".toast"), way).toContainText("The page could not be reached");
    await expect(page).toHaveURL("/admin/connections");
    await expect(page.getByLabel("Role")).toHaveValue("panelist");
    await page.getByRole("button", { name: "Dismiss message" }).dispatchEvent("click");
    await broken.mend();
  }
  await answerQuestion(page, "leave", back);
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
  expect(faults.filter((fault) => !isPortalFault(fault))).toEqual([]);
  faults.length = 0;
});

test("a failed search keeps its text, at the door and at the desk", { tag: SCRIPTED }, async ({
  page,
  context,
}) => {
  await logIn(page);
  // The search field appears only if there are registrations.
  await prepare(page);
  for (const [address, label] of [
    ["/admin/delegates/door", "Name, email or reference"],
    ["/admin/delegates", "Search by name, email, job title, outlet or reference"],
  ] as const) {
    await visit(page, address);
    await page.getByLabel(label).fill("Noor");
    await context.setOffline(true);
    await page.getByLabel(label).press("Enter");
    await expect(page.locator(".toast")).toContainText("The page could not be reached");
    await expect(page.getByLabel(label)).toHaveValue("Noor");
    await context.setOffline(false);
    await page.getByLabel(label).press("Enter");
    await expect(page).toHaveURL(/q=Noor/);
  }
});

test("input survives a slow navigation that fails while the next page's placeholder is shown", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await enter(page, "/admin");
  await tab(page, "Connections").click();
  await unfoldConnect(page);
  await page.getByLabel("Role").selectOption("Panelist");
  const { promise, resolve } = Promise.withResolvers<void>();
  await breakConnection(page, async (route) => {
    await promise;
    await route.abort();
  });
  await answerQuestion(page, "leave", () => page.getByRole("link", { name: "Back to Admin" }).click());
  const placeholder = page.getByRole("heading", { name: "Admin Panel" });
  await expect(placeholder).toBeVisible();
  resolve();
  await expect(page.locator(".toast")).toContainText("The page could not be reached");
  await expect(placeholder).toBeHidden();
  await expect(page.getByLabel("Role")).toHaveValue("panelist");
  await expect(page).toHaveURL("/admin/connections");
});
