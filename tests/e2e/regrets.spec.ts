// What organisers regret: a deletion, and leaving a form that was not saved.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import sharp from "sharp";
import { SPEAKER } from "../support/factories.ts";
import { endToast, expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { create, signIn, tab } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** What the site's database has of a speaker and their connections. */
function rowsOf(name: string): unknown[] {
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { readonly: true });
  const rows = sqlite
    .prepare(
      "select s.*, c.id as connection, c.role, c.program_session_id from speakers s left join connections c on c.speaker_id = s.id where s.name = ? order by c.id",
    )
    .all(name);
  sqlite.close();
  return rows;
}

/** Adds a speaker with a photo, in two sessions. */
async function addSpeaker(page: Page, javaScriptEnabled: boolean, name: string): Promise<void> {
  await page.goto("/admin/speakers?add");
  await ready(page, javaScriptEnabled);
  const add = page.getByRole("dialog", { name: "Add Speaker" });
  for (const [label, text] of [
    ["Name", name],
    ["Title", "Editor"],
    ["Company", "The Quill"],
  ] as const) {
    await add.getByLabel(label).fill(text);
  }
  await add.getByLabel("Category").selectOption("Technology");
  await add.getByLabel("Image").setInputFiles({
    name: "portrait.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 90, height: 90, channels: 3, background: "#1b4f9c" } })
      .png()
      .toBuffer(),
  });
  if (javaScriptEnabled) await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await add.getByRole("button", { name: "Create Speaker" }).click();
  await expect(page.locator(".toast").last()).toContainText("Speaker created successfully.");
  for (const index of [1, 2]) {
    await page.goto("/admin/connections");
    await page.getByLabel("Speaker").selectOption(name);
    await page.getByLabel("Session").selectOption({ index });
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.locator(".toast")).toContainText("Speaker connected to session successfully");
  }
}

test("a speaker deleted by mistake comes back from the toast, whole, and later from the list", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const name = `Regret ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page);
  await addSpeaker(page, javaScriptEnabled, name);
  const before = rowsOf(name);
  expect(before).toHaveLength(2);

  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const toast = page.locator(".toast");
  const remove = async () => {
    await page.getByRole("link", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast).toContainText("Speaker deleted successfully.");
    await expect(card).toHaveCount(0);
    expect(rowsOf(name)).toEqual([]);
  };
  await page.goto("/admin/speakers");
  await ready(page, javaScriptEnabled);
  await remove();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText("Speaker restored.");
  expect(rowsOf(name)).toEqual(before);
  // One is where the card is again, not at the beginning of the list.
  const edit = card.getByRole("link", { name: `Edit ${name}` });
  await expect(card).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled) await expect(edit).toBeFocused();
  const image = card.locator("img");
  expect((await page.request.get((await image.getAttribute("src")) ?? "")).status()).toBe(200);

  await remove();
  await endToast(page);
  await page.goto("/admin/speakers");
  await page.locator("summary", { hasText: "Recently deleted" }).click();
  await page.getByRole("button", { name: `Undo deleting ${name}` }).click();
  await expect(toast).toContainText("Speaker restored.");
  expect(rowsOf(name)).toEqual(before);

  // And the card says who did all that. In a new page: what is clicked within moments of an answer, in the place of the
  // click before it, counts as the second half of a double click.
  await page.goto("/admin/speakers");
  await ready(page, javaScriptEnabled);
  await card.locator("summary", { hasText: "History" }).click();
  await expect(card.getByText("Restored, by organiser@example.com").first()).toBeVisible();
  await card.getByRole("link", { name: `Whole history of ${name}` }).click();
  await expect(page.getByRole("dialog", { name: `History of ${name}` })).toContainText("Created, by");
});

test("leaving a form with changes asks first, by mouse and by keyboard, and not without changes", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  await page.goto("/admin/speakers");
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "Edit Hanna Petrov" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Speaker" });
  const question = page.getByRole("alertdialog", {
    name: "You have unsaved changes. Leave without saving?",
  });

  // Nothing was changed, or what was changed stands as it was.
  await edit.getByLabel("Title").fill("Something else");
  await edit.getByLabel("Title").fill("Consumer affairs reporter");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  await expect(page.getByRole("link", { name: "Edit Hanna Petrov" })).toBeFocused();

  await page.keyboard.press("Enter");
  await edit.getByLabel("Title").fill("Something else");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  // Tab goes round in it, by way of the browser's own controls where there are some.
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Leave" })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused({ timeout: 200 });
  }).toPass({ timeout: 5_000 });
  // It is smaller than the dialog that it is about.
  const [small, large] = [await question.boundingBox(), await edit.boundingBox()];
  expect(small?.width).toBeLessThan(large?.width ?? 0);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(edit.getByLabel("Title")).toBeFocused();
  await expect(edit.getByLabel("Title")).toHaveValue("Something else");

  for (const leave of [
    () => edit.getByRole("link", { name: "Cancel" }).click(),
    () => edit.getByRole("link", { name: "Close" }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\?edit=/);
    await expect(edit.getByLabel("Title")).toHaveValue("Something else");
  }
  await page.keyboard.press("Escape");
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Leave" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(edit).toBeHidden();
  await expect(page).toHaveURL("/admin/speakers");
  await expect(page.getByRole("link", { name: "Edit Hanna Petrov" })).toBeFocused();
});

test("a save asks nothing, and one that was refused is still unsaved", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin/program?add");
  await ready(page, javaScriptEnabled);
  const add = page.getByRole("dialog", { name: "Add Session" });
  const question = page.getByRole("alertdialog");
  const title = `Regret ${crypto.randomUUID().slice(0, 8)}`;
  await add.getByLabel("Title").fill(title);
  await add.getByRole("button", { name: "Create Session" }).click();
  await expect(add.getByRole("alert")).toContainText("There is a problem");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await add.getByLabel("Time").fill("4:45 PM");
  await add.getByLabel("Type").selectOption("Panel");
  await add.getByRole("button", { name: "Create Session" }).click();
  await expect(page.locator(".toast").last()).toContainText("Session created successfully.");
  await expect(add).toBeHidden();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});

test("whoever goes back after a save or a deletion comes to what was there before the dialog", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  const name = `Regret ${crypto.randomUUID().slice(0, 8)}`;
  await create(page, "speakers", { ...SPEAKER, name });
  await page.goto("/admin");
  await ready(page, javaScriptEnabled);
  for (const [opens, button] of [
    ["Edit", "Save Speaker"],
    ["Delete", "Delete"],
  ] as const) {
    await tab(page, "Speakers").click();
    await page.getByRole("link", { name: `${opens} ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect(page.locator(".toast")).toContainText("successfully");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/admin/speakers");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/admin");
  }
});

test("what was refused is unsaved as soon as that is said, while the list is still loading", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  const name = `Regret ${crypto.randomUUID().slice(0, 8)}`;
  const headers = { Origin: PANEL_SITE.origin };
  const speaker = { name, title: "Editor", company: "The Quill", category: "b2b" };
  const created = await page.request.post("/api/admin/speakers", { headers, data: speaker });
  const { id } = await created.json();
  await page.goto(`/admin/speakers?edit=${id}`);
  await ready(page, javaScriptEnabled);
  const edit = page.getByRole("dialog", { name: "Edit Speaker" });
  await edit.getByLabel("Title").fill("Something else");
  // Somebody else saves first, so this save is refused and their version is fetched.
  const data = { ...speaker, title: "Publisher" };
  await page.request.put(`/api/admin/speakers/${id}`, { headers, data });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.data\b/, async (route) => {
    if (route.request().method() === "GET") await released;
    await route.continue();
  });
  await edit.getByRole("button", { name: "Save Speaker" }).click();
  await expect(edit.getByRole("alert")).toContainText("There is a problem");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  release();
  await expect(edit.getByLabel("Title")).toHaveValue("Something else");
});

test("the form that connects asks too, but not about other buttons of its screen", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  const title = `Regret ${crypto.randomUUID().slice(0, 8)}`;
  await page.request.post("/api/admin/program", {
    headers: { Origin: PANEL_SITE.origin },
    data: { title, time: "4:45 PM", type: "panel" },
  });
  await page.goto("/admin/connections");
  await ready(page, javaScriptEnabled);
  await page.getByLabel("Speaker").selectOption("Jack Merriweather");
  const question = page.getByRole("alertdialog");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Admin" })).toBeFocused();
  // Closing the tab, or leaving the site, asks in the browser's own words.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => {
    window.setTimeout(() => window.location.assign("/"), 0);
  });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  // Connecting saves the form; taking somebody off a session leaves it as it is.
  await page.getByLabel("Session").selectOption(`4:45 PM: ${title}`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Speaker connected to session successfully");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Connections").click();
  await page.getByLabel("Role").selectOption("Moderator");
  await page.getByRole("button", { name: `Remove Jack Merriweather from ${title}` }).click();
  await expect(toast).toContainText("Speaker disconnected from session successfully");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText("Connection restored.");
  await expect(page.getByLabel("Role")).toHaveValue("moderator");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});
