// An organiser's morning, and everybody else's way to the panel.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import sharp from "sharp";
import { expectAccessible } from "../support/axe.ts";
import { foldOut } from "../support/desk.ts";
import {
  expect,
  holdAnswers,
  newEmail,
  ready,
  SCRIPTED,
  test,
  WITHOUT_SCRIPT,
  withholdScripts,
} from "../support/journey.ts";
import { signIn, tab } from "../support/panel.ts";
import { EMPTY_SITE, PANEL_SITE, SAMPLE_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** By the buttons of the provider, as one does. */
async function signInByButton(page: Page, who = "Olive Organ"): Promise<void> {
  await page.goto("/api/login?to=/admin");
  await page.getByRole("button", { name: who }).click();
}

const photo = async () => ({
  name: "portrait.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background: "#1b4f9c" } })
    .jpeg()
    .toBuffer(),
});

test("an organiser's whole morning", async ({ page, javaScriptEnabled }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 8);
  const [speaker, session, email] = [`Quill ${mark}`, `Late news ${mark}`, newEmail()];
  const toast = page.locator(".toast");

  // A visitor registers first.
  await page.goto("/register");
  await page.getByLabel("Full Name").fill(`Delegate ${mark}`);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Job Title").fill("Reporter");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();

  await signInByButton(page);
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
  await expect(page.getByText("Welcome, Olive")).toBeVisible();

  // A speaker with a photo: something is missing at first, nothing of the rest is lost.
  await tab(page, "Speakers").click();
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "Add Speaker" }).click();
  const add = page.getByRole("dialog", { name: "Add Speaker" });
  await add.getByLabel("Name").fill(speaker);
  await add.getByLabel("Title").fill("Editor");
  await add.getByLabel("Category").selectOption("Technology");
  await add.getByLabel("Image (optional)").setInputFiles(await photo());
  if (javaScriptEnabled) await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await add.getByRole("button", { name: "Create Speaker" }).click();
  await expect(toast.last()).toContainText("Please fill in all required fields.");
  await expect(add.getByRole("alert")).toContainText("Company: Required");
  await expect(add.getByLabel("Name")).toHaveValue(speaker);
  await add.getByLabel("Company").fill("The Quill");
  await add.getByRole("button", { name: "Create Speaker" }).click();
  await expect(toast).toContainText("Speaker created successfully.");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: speaker }) });
  await expect(card.locator("img")).toHaveAttribute("src", /^\/objects\/uploads\//);

  // Edited, and moved up.
  await card.getByRole("link", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Speaker" });
  await expect(edit.getByLabel("Company")).toHaveValue("The Quill");
  await edit.getByLabel("Title").fill("Publisher");
  await edit.getByRole("button", { name: "Save Speaker" }).click();
  await expect(toast).toContainText("Speaker updated successfully.");
  await expect(card).toContainText("Publisher");
  const names = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({ hasText: "Tech Speakers" })
    .getByRole("heading", { level: 3 });
  const before = (await names.allTextContents()).indexOf(speaker);
  await card.getByRole("button", { name: `Move ${speaker} up` }).click();
  await expect.poll(async () => (await names.allTextContents()).indexOf(speaker)).toBeLessThan(before);

  // A session, connected to the speaker once.
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Program").click();
  await page.getByRole("link", { name: "Add Session" }).click();
  const addSession = page.getByRole("dialog", { name: "Add Session" });
  await addSession.getByLabel("Title").fill(session);
  await addSession.getByLabel("Time").fill("4:30 - 5:00 PM");
  await addSession.getByLabel("Type").selectOption("Panel");
  await addSession.getByRole("button", { name: "Create Session" }).click();
  await expect(toast).toContainText("Session created successfully.");

  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Connections").click();
  const connect = async () => {
    await page.getByLabel("Speaker").selectOption(speaker);
    await page.getByLabel("Session").selectOption(`4:30 - 5:00 PM: ${session}`);
    await page.getByLabel("Role").selectOption("Moderator");
    // By keyboard: a second click at the place of the first is taken for the half of a double click.
    await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  };
  await connect();
  await expect(toast).toContainText("Speaker connected to session successfully");
  const connections = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: session }) });
  await expect(connections).toContainText(speaker);
  await expect(connections).toContainText("moderator");
  await connect();
  await expect(toast).toContainText("This speaker is already connected to this session");
  await connections.getByRole("button", { name: "Remove" }).click();
  await expect(toast).toContainText("Speaker disconnected from session successfully");
  await expect(connections).toContainText("No speakers assigned to this session");

  // Both are deleted again, after a question. What was refused is still chosen, so leaving it asks first.
  await page.getByRole("link", { name: "Back to Admin" }).click();
  if (javaScriptEnabled) await page.getByRole("button", { name: "Leave" }).click();
  await tab(page, "Program").click();
  await page.getByRole("link", { name: `Delete ${session}` }).click();
  await expect(page.getByText(`Are you sure you want to delete "${session}"?`)).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(toast).toContainText("Session deleted successfully.");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Speakers").click();
  await page.getByRole("link", { name: `Delete ${speaker}` }).click();
  await expect(page.getByText(`Are you sure you want to delete ${speaker}?`)).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(toast).toContainText("Speaker deleted successfully.");
  await expect(card).toHaveCount(0);

  // The delegate who registered, and out.
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Delegates").click();
  const delegate = await foldOut(page, `Delegate ${mark}`);
  await expect(delegate.getByRole("link", { name: email })).toBeVisible();
  await expect(delegate).toContainText("Media Pass");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  expect((await page.goto("/admin"))?.status()).toBe(401);
});

test("the panel sends whoever is not signed in to the login, and back to the wanted page", async ({
  page,
}) => {
  const response = await page.goto("/admin/program?add");
  expect(response?.status()).toBe(401);
  await expect(page.getByRole("heading", { name: "Unauthorized" })).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "You need to log in" }).first()).toBeVisible();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(page.getByRole("dialog", { name: "Add Session" })).toBeVisible();
});

test("a save that finds its login ended loses nothing that was typed", async ({ page, context }) => {
  await signIn(page);
  await page.goto("/admin/speakers?add");
  const add = page.getByRole("dialog", { name: "Add Speaker" });
  await add.getByLabel("Name").fill("Typed before the login ended");
  await add.getByLabel("Bio").fill("Two lines\nof it");
  // The login ends elsewhere: in another tab.
  const other = await context.newPage();
  await other.goto("/admin");
  await other.getByRole("link", { name: "Logout" }).click();
  await other.close();

  await add.getByRole("button", { name: "Create Speaker" }).click();
  await expect(page.getByText("You are logged out. Logging in again...").first()).toBeVisible();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(add.getByLabel("Name")).toHaveValue("Typed before the login ended");
  await expect(add.getByLabel("Bio")).toHaveValue("Two lines\nof it");
});

test("a login that was left open elsewhere is ended, and that browser is out with its next page", async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  // Both projects run at once, as one organiser: each has a login of its own to end.
  const [userAgent, name] = javaScriptEnabled
    ? ["Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Windows"]
    : ["Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) Version/18.6 Safari/604.1", "Safari on an iPad"];
  const elsewhere = await browser.newContext({ userAgent, javaScriptEnabled, baseURL: PANEL_SITE.origin });
  const left = await elsewhere.newPage();
  await signInByButton(left);
  await expect(left.getByRole("heading", { name: "Admin Panel" })).toBeVisible();

  await signInByButton(page);
  await page.getByRole("link", { name: "Your Logins" }).click();
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("listitem").filter({ hasText: "This one" })).toHaveCount(1);
  const end = page.getByRole("link", { name: `End the login of ${name}` });
  await end.first().click();
  const dialog = page.getByRole("dialog", { name: "End this login" });
  await expect(dialog).toContainText(`Are you sure you want to end the login of ${name}`);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  if (javaScriptEnabled) await expect(end.first()).toBeFocused();
  await end.first().click();
  await dialog.getByRole("button", { name: "End this login" }).click();
  await expect(page.locator(".toast")).toContainText(`Login ended: ${name}.`);
  await expect(page).toHaveURL("/admin/logins");

  expect((await left.goto("/admin/speakers"))?.status()).toBe(401);
  await elsewhere.close();
});

test("an image that cannot be used is told beside its field and in a toast", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin/speakers?edit=2");
  await ready(page, javaScriptEnabled);
  await page
    .getByLabel("Image (optional)")
    .setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
  await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
  await expect(page.getByText("Choose an image in JPEG, PNG, WebP, GIF or AVIF format.")).toBeVisible();
});

test("an image that takes the place of a refused one takes its error away", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page);
  await page.goto("/admin/speakers?add");
  await ready(page, javaScriptEnabled);
  const field = page.getByLabel("Image (optional)");
  const error = page.locator(".field-error", { hasText: "Choose an image in JPEG" });
  await field.setInputFiles({ name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("no image") });
  await expect(error).toBeVisible();
  await page.getByRole("button", { name: "Create Speaker" }).click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await expect(error).toBeVisible();
  const buffer = await sharp({ create: { width: 9, height: 9, channels: 3, background: "blue" } })
    .jpeg()
    .toBuffer();
  await field.setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.locator(".toast").last()).toContainText("Image uploaded successfully!");
  await expect(error).toBeHidden();
});

test("a stale edit is shown what somebody else saved, and saving again is taken", async ({ page, context }, {
  project,
}) => {
  // Each project edits a speaker of its own: they run at the same time.
  const id = project.name === WITHOUT_SCRIPT ? 5 : 6;
  await signIn(page);
  const other = await context.newPage();
  for (const editor of [page, other]) await editor.goto(`/admin/speakers?edit=${id}`);
  await other.getByLabel("Title").fill("Saved by the other");
  await other.getByRole("button", { name: "Save Speaker" }).click();
  await expect(other.locator(".toast")).toContainText("Speaker updated successfully.");
  await page.getByLabel("Title").fill("Saved by the one");
  await page.getByRole("button", { name: "Save Speaker" }).click();
  const notice = page.getByRole("region", { name: "The version that is saved now" });
  await expect(notice).toContainText("Title: Saved by the other");
  await expect(page.getByLabel("Title")).toHaveValue("Saved by the one");
  await page.getByRole("button", { name: "Save Speaker" }).click();
  await expect(page.locator(".toast").last()).toContainText("Speaker updated successfully.");
  await expect(page.getByText("Saved by the one").first()).toBeVisible();
});

test("on a slow connection the panel says what it is loading", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signInByButton(page);
  await ready(page, javaScriptEnabled);
  for (const [link, text] of [
    ["Speakers", "Loading speakers..."],
    ["Connections", "Loading connections..."],
    ["Program", "Loading..."],
  ] as const) {
    const answers = await holdAnswers(page, /\.data/);
    await tab(page, link).click();
    await expect(page.getByText(text)).toBeVisible();
    answers.release();
    await expect(page.getByText(text)).toBeHidden();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("link", { name: "Back to Admin" }).click();
    await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
  }
  await tab(page, "Connections").click();
  await page.getByLabel("Speaker").selectOption("Catherine Ng");
  await page.getByLabel("Session").selectOption({ index: 1 });
  const answers = await holdAnswers(page, /\.data/);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("button", { name: "Connecting..." })).toBeDisabled();
  answers.release();
  await expect(page.locator(".toast")).toContainText(/connected/);
});

test("axe finds nothing on the panel of an empty conference, and where delegates cannot be loaded", {
  tag: SCRIPTED,
}, async ({ page }) => {
  test.slow();
  await page.goto(`${EMPTY_SITE.origin}/api/login?to=/admin`);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  const sqlite = new Database(join(EMPTY_SITE.dataDir, "conference.db"));
  for (const [screen, text] of [
    ["speakers", "No speakers yet"],
    ["program", "No sessions yet"],
    ["connections", "There are no sessions to connect anyone to yet."],
    ["delegates", "No delegates registered yet"],
  ] as const) {
    await page.goto(`${EMPTY_SITE.origin}/admin/${screen}`);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page, `/admin/${screen}, empty`);
  }
  sqlite.exec("alter table delegates rename to delegates_away");
  await page.goto(`${EMPTY_SITE.origin}/admin/delegates`);
  await expect(page.getByText("Failed to load delegates")).toBeVisible();
  await expectAccessible(page, "delegates that cannot be loaded");
  sqlite.exec("alter table delegates_away rename to delegates");
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByText("No delegates registered yet")).toBeVisible();
  sqlite.close();
});

/** The delegates' are in delegates-desk.spec.ts. */
const SCREENS = [
  "",
  "/speakers",
  "/speakers?add",
  "/speakers?edit=1",
  "/speakers?delete=9",
  "/program",
  "/program?add",
  "/program?edit=4",
  "/program?delete=4",
  "/speakers?history=1",
  "/connections",
  "/connections?history=4",
  "/logins",
  "/logins?end=none",
  "/speakers?edit=999",
];

test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing on the admin screens, and nothing scrolls sideways", async ({ page }, {
    project,
  }) => {
    test.slow();
    await withholdScripts(page, project);
    // The lists of the other site grow with each test, and axe takes its time over each item.
    const { origin } = SAMPLE_SITE;
    await signIn(page, SAMPLE_SITE);
    for (const screen of SCREENS) {
      await page.goto(`${origin}/admin${screen}`);
      await expectAccessible(page, `/admin${screen}`);
    }
    await page.goto(`${origin}/admin/program?add`);
    await page.getByRole("button", { name: "Create Session" }).click();
    await page.getByText("There is a problem").waitFor();
    await expectAccessible(page, "/admin/program?add with errors");
  });
});
