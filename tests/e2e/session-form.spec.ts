import { expectAccessible } from "../support/axe.ts";
import { expect, isScripted, QUICK, test, visit } from "../support/journey.ts";
import { enter, logIn, newName, panelValue, photo, stored } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** Counts what an organiser does: a click, a text, a choice, a file. */
function counter() {
  let count = 0;
  const act = async (action: Promise<unknown>) => {
    count += 1;
    await action;
  };
  return { act, actions: () => count };
}

test("a session with two speakers is created in at most eight actions", { tag: QUICK }, async ({ page }) => {
  await enter(page, "/admin/program");
  const title = newName();
  const { act, actions } = counter();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByLabel("Add a speaker", { exact: true });
  await act(page.getByRole("link", { name: "Add Session" }).click());
  await act(dialog.getByLabel("Title").fill(title));
  await act(dialog.getByLabel("Time").fill("6:15 - 6:45 PM"));
  await act(dialog.getByLabel("Type").selectOption("Panel"));
  await expect(add.filter({ visible: true })).toHaveCount(isScripted() ? 1 : 3);
  await act(add.nth(0).selectOption("Hanna Petrov"));
  await act(add.nth(1).selectOption("Kiran Bhatt"));
  await act(dialog.getByRole("button", { name: "Create Session" }).click());
  await expect(page.locator(".toast")).toContainText("Session created successfully.");
  await expect(page.locator("[data-row]").filter({ hasText: title })).toContainText(
    "Hanna Petrov, Kiran Bhatt",
  );
  expect(actions()).toBeLessThanOrEqual(8);
});

test("a speaker's photo is replaced in three actions, and is the first of the form", { tag: QUICK }, async ({
  page,
}) => {
  await enter(page, "/admin/speakers");
  const before = await stored(page, "speakers", "Rosa Delgado");
  const { act, actions } = counter();
  const dialog = page.getByRole("dialog");
  await act(page.getByRole("link", { name: "Edit Rosa Delgado" }).click());
  await expect(dialog.locator(".field label").first()).toContainText("Image");
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await act(
    dialog
      .getByLabel("Image", { exact: false })
      .first()
      .setInputFiles(await photo()),
  );
  await act(dialog.getByRole("button", { name: "Save Speaker" }).click());
  await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
  const after = await stored(page, "speakers", "Rosa Delgado");
  expect(after?.imageUrl).not.toBe(before?.imageUrl);
  expect(actions()).toBeLessThanOrEqual(3);
});

test("a session with three speakers is edited without scrolling, and with the keyboard", {
  tag: QUICK,
}, async ({ page }) => {
  await logIn(page);
  const session = "select program_session_id from connections group by 1 having count(*) = 3";
  await visit(page, `/admin/program?edit=${panelValue(session)}`);
  const dialog = page.getByRole("dialog");
  const cut = await page.locator(".dialog-backdrop").evaluate((box) => box.scrollHeight - box.clientHeight);
  expect(cut).toBe(0);
  if (isScripted()) await expectAccessible(page, "a session and its speakers");
  const box = dialog.getByRole("checkbox").first();
  await box.press("Space");
  await expect(box).not.toBeChecked();
  const role = dialog.getByLabel(/^Role of /).nth(1);
  await role.focus();
  await role.press("p");
  await expect(role).toHaveValue("panelist");
  await dialog.getByRole("button", { name: "Save Session" }).press("Enter");
  await expect(page.locator(".toast")).toContainText("Session updated successfully.");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".toast")).toContainText("Session restored.");
});

test("a form refused for its title keeps the speakers chosen in it", { tag: QUICK }, async ({ page }) => {
  await enter(page, "/admin/program?add");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a speaker", { exact: true }).first().selectOption("Hanna Petrov");
  await dialog.getByLabel("Role of the added speaker").first().selectOption("Moderator");
  await dialog.getByRole("button", { name: "Create Session" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Title: Required");
  await expect(dialog.getByLabel("Hanna Petrov", { exact: true })).toBeChecked();
  await expect(dialog.getByLabel("Role of Hanna Petrov")).toHaveValue("moderator");
  await expect(dialog.getByLabel("Add a speaker", { exact: true }).first()).toHaveValue("");
});
