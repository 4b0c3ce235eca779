import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { SPEAKER } from "../support/factories.ts";
import { expect, holdAnswers, SCRIPTED, test, visit } from "../support/journey.ts";
import { create, logIn, newName, openMore, photo, stored } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

async function createSpeaker(page: Page): Promise<{ id: number; name: string }> {
  const name = newName();
  return { id: await create(page, "speakers", { ...SPEAKER, name }), name };
}

test("the second of two photos for one speaker is not stored unasked, and both are shown", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  test.slow();
  await logIn(page);
  const { id } = await createSpeaker(page);
  const imageOf = async () => (await stored(page, "speakers", id))?.imageUrl;
  const other = await context.newPage();
  for (const [tab, background] of [
    [page, "#b3161e"],
    [other, "#1c6b3c"],
  ] as const) {
    await visit(tab, `/admin/speakers?edit=${id}`);
    await tab.getByLabel("Title").fill(`With ${background}`);
  }
  await page.getByLabel("Image").setInputFiles(await photo("#b3161e"));
  await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Save Speaker" }).click();
  await expect(page.locator(".toast").last()).toContainText("Speaker updated successfully.");
  const first = (await imageOf()) ?? "";

  await other.getByLabel("Image").setInputFiles(await photo("#1c6b3c"));
  await expect(other.getByRole("img", { name: "New image" })).toBeVisible();
  await other.getByRole("button", { name: "Save Speaker" }).click();
  const notice = other.getByRole("region", { name: "Saved version" });
  await expect(notice.getByRole("img")).toHaveAttribute("src", first);
  const own = other.getByRole("img", { name: "New image" });
  await expect(own).toHaveAttribute("src", /^\/objects\/uploads\//);
  expect(await own.getAttribute("src")).not.toBe(first);
  expect(await imageOf()).toBe(first);
  await expectAccessible(other, "two versions with photos");
});

test.describe("while the list is reloaded after a save", { tag: SCRIPTED }, () => {
  /** Saves a changed title. The dialog closes, but the list loads only after `release`. */
  async function saveOnSlowLine(page: Page, name: string) {
    await visit(page, "/admin/speakers");
    const open = page.getByRole("link", { name: `Edit ${name}` });
    await open.click();
    const edit = page.getByRole("dialog", { name: "Edit Speaker" });
    await edit.getByLabel("Title").fill("Publisher");
    const { release } = await holdAnswers(page, /\.data\b/, "GET");
    await edit.getByRole("button", { name: "Save Speaker" }).click();
    await expect(edit).toBeHidden();
    await expect(open).toBeFocused();
    return { open, edit, release };
  }

  test("a form reopened with its earlier content reverts nothing unseen", async ({ page }) => {
    await logIn(page);
    const { id, name } = await createSpeaker(page);
    const { open, edit, release } = await saveOnSlowLine(page, name);
    await open.click();
    await expect(edit.getByLabel("Title")).toHaveValue("Editor");
    release();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Publisher");
    await edit.getByLabel("Company").fill("The Ledger");
    await edit.getByRole("button", { name: "Save Speaker" }).click();
    await expect(edit.getByRole("alert")).toBeVisible();
    expect((await stored(page, "speakers", id))?.title).toBe("Publisher");
  });

  test("another speaker is moved, and the dialog stays closed", async ({ page }) => {
    await logIn(page);
    const [first, second] = [await createSpeaker(page), await createSpeaker(page)];
    const { edit, release } = await saveOnSlowLine(page, first.name);
    const move = page.getByRole("button", { name: `Move ${second.name} up` });
    await openMore(page, second.name);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await move.click();
    release();
    const answer = await (await sent).response();
    // The request goes to the URL of the moved speaker's page, not to that of the closed dialog.
    expect(new URL((await sent).url()).search).toBe(`?item=${second.id}`);
    expect(answer?.ok()).toBe(true);
    await page.waitForLoadState("networkidle");
    await expect(move).toBeFocused();
    await expect(edit).toBeHidden();
  });
});
