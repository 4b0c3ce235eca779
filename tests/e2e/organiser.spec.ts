import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import sharp from "sharp";
import { expectAccessible } from "../support/axe.ts";
import { expandRow } from "../support/desk.ts";
import {
  answerQuestion,
  expect,
  holdAnswers,
  isScripted,
  newEmail,
  ready,
  SCRIPTED,
  test,
} from "../support/journey.ts";
import { enter, logIn, openMore, tab, unfoldConnect } from "../support/panel.ts";
import { EMPTY_SITE, PANEL_SITE } from "../support/sites.ts";
import { EMPTY_PANEL } from "../support/states.ts";

test.use({ baseURL: PANEL_SITE.origin });

const chooseOlive = (page: Page) => page.getByRole("button", { name: "Olive Organ" }).click();

async function logInAtProvider(page: Page): Promise<void> {
  await page.goto("/api/login?to=/admin");
  await chooseOlive(page);
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
}

const photo = async () => ({
  name: "portrait.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background: "#1b4f9c" } })
    .jpeg()
    .toBuffer(),
});

test("an organiser's whole morning", async ({ page }) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 8);
  const [speaker, session, email] = [`Quill ${mark}`, `Late news ${mark}`, newEmail()];
  const toast = page.locator(".toast");
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const goTo = async (title: string) => {
    await page.getByRole("link", { name: "Back to Admin" }).click();
    await tab(page, title).click();
  };

  await page.goto("/register");
  await fill({ "Full Name": `Delegate ${mark}`, "Email Address": email, "Job Title": "Reporter" });
  await press("Complete Registration");
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();

  await logInAtProvider(page);
  await expect(page.getByText("Welcome, Olive")).toBeVisible();

  // Adds a speaker with a photo. A first attempt without a company keeps the other input.
  await tab(page, "Speakers").click();
  await ready(page);
  await page.getByRole("link", { name: "Add Speaker" }).click();
  const add = page.getByRole("dialog", { name: "Add Speaker" });
  await fill({ Name: speaker, Title: "Editor" });
  await add.getByLabel("Category").selectOption("Technology");
  await add.getByLabel("Image (optional)").setInputFiles(await photo());
  if (isScripted()) await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await press("Create Speaker");
  await expect(toast.last()).toContainText("Please fill in all required fields.");
  await expect(add.getByRole("alert")).toContainText("Company: Required");
  await expect(add.getByLabel("Name")).toHaveValue(speaker);
  await fill({ Company: "The Quill" });
  await press("Create Speaker");
  await expect(toast).toContainText("Speaker created successfully.");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: speaker }) });
  await expect(card.locator("img")).toHaveAttribute("src", /^\/objects\/uploads\//);

  // Edits the speaker and moves them up.
  await card.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Company")).toHaveValue("The Quill");
  await fill({ Title: "Publisher" });
  await press("Save Speaker");
  await expect(toast).toContainText("Speaker updated successfully.");
  await expect(card).toContainText("Publisher");
  const list = page.locator("section").filter({ hasText: "Tech Speakers" });
  const names = list.getByRole("heading", { level: 3 });
  const before = (await names.allTextContents()).indexOf(speaker);
  await openMore(page, speaker);
  await card.getByRole("button", { name: `Move ${speaker} up` }).click();
  await expect.poll(async () => (await names.allTextContents()).indexOf(speaker)).toBeLessThan(before);

  // Connects the speaker to a session. A second attempt must be refused.
  await goTo("Program");
  await page.getByRole("link", { name: "Add Session" }).click();
  await fill({ Title: session, Time: "4:30 - 5:00 PM" });
  await page.getByLabel("Type").selectOption("Panel");
  await press("Create Session");
  await expect(toast).toContainText("Session created successfully.");

  await goTo("Connections");
  const connect = async () => {
    await unfoldConnect(page);
    await page.getByLabel("Speaker", { exact: true }).selectOption(speaker);
    await page.getByLabel("Session", { exact: true }).selectOption(`4:30 - 5:00 PM: ${session}`);
    await page.getByLabel("Role").selectOption("Moderator");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
  };
  await connect();
  await expect(toast).toContainText("Speaker connected to session successfully");
  const heading = page.getByRole("heading", { name: session });
  const connections = page.getByRole("listitem").filter({ has: heading });
  await expect(connections).toContainText(speaker);
  await expect(connections).toContainText("moderator");
  await connect();
  await expect(toast).toContainText("Failed to connect speaker to session");
  const summary = page.locator(".error-summary");
  await expect(summary).toContainText("This speaker is already connected to this session");
  await connections.getByRole("button", { name: "Remove" }).click();
  await expect(toast).toContainText("Speaker disconnected from session successfully");
  const left = isScripted() ? "Removed" : "No speakers assigned to this session";
  await expect(connections).toContainText(left);

  // Leaves the refused, unsaved form. Then deletes the session and the speaker.
  const back = () => page.getByRole("link", { name: "Back to Admin" }).click();
  await (isScripted() ? answerQuestion(page, "leave", back) : back());
  await expect(page.getByRole("heading", { level: 1, name: "Admin Panel" })).toBeVisible();
  await tab(page, "Program").click();
  await openMore(page, session);
  await page.getByRole("link", { name: `Delete ${session}` }).click();
  await expect(page.getByText(`Are you sure you want to delete "${session}"?`)).toBeVisible();
  await press("Delete");
  await expect(toast).toContainText("Session deleted successfully.");
  await goTo("Speakers");
  await openMore(page, speaker);
  await page.getByRole("link", { name: `Delete ${speaker}` }).click();
  await expect(page.getByText(`Are you sure you want to delete ${speaker}?`)).toBeVisible();
  await press("Delete");
  await expect(toast).toContainText("Speaker deleted successfully.");
  await expect(card.getByRole("link", { name: "Edit" })).toHaveCount(0);

  // Finds the registered delegate and logs out.
  await goTo("Delegates");
  const delegate = await expandRow(page, `Delegate ${mark}`);
  await expect(delegate.getByRole("link", { name: email })).toBeVisible();
  await expect(delegate).toContainText("Media Pass");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
});

test("the panel sends visitors without a login to it, and back to the wanted page; a save too", async ({
  page,
  context,
}) => {
  expect((await page.goto("/admin/speakers?add"))?.status()).toBe(401);
  await expect(page.getByRole("heading", { name: "Unauthorized" })).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "You need to log in" }).first()).toBeVisible();
  await page.waitForURL(/\/interaction\//);
  await chooseOlive(page);
  const add = page.getByRole("dialog", { name: "Add Speaker" });
  await test.step("a save that finds its login ended loses no input", async () => {
    await add.getByLabel("Name").fill("Typed before the login ended");
    await add.getByLabel("Bio").fill("Two lines\nof it");
    // Logs out in another tab.
    const other = await context.newPage();
    await other.goto("/admin");
    await other.getByRole("link", { name: "Logout" }).click();
    await other.close();
    await add.getByRole("button", { name: "Create Speaker" }).click();
    await expect(page.getByText("You are logged out. Logging in again...").first()).toBeVisible();
    await page.waitForURL(/\/interaction\//);
    await chooseOlive(page);
    await expect(add.getByLabel("Name")).toHaveValue("Typed before the login ended");
    await expect(add.getByLabel("Bio")).toHaveValue("Two lines\nof it");
  });
});

test("an image that replaces a refused one removes its error", { tag: SCRIPTED }, async ({ page }) => {
  await enter(page, "/admin/speakers?add");
  const field = page.getByLabel("Image (optional)");
  const error = page.locator(".field-error", { hasText: "Choose an image in JPEG" });
  await field.setInputFiles({ name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("no image") });
  await expect(error).toBeVisible();
  await page.getByRole("button", { name: "Create Speaker" }).click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await expect(error).toBeVisible();
  await field.setInputFiles(await photo());
  await expect(page.locator(".toast").last()).toContainText("Image uploaded successfully!");
  await expect(error).toBeHidden();
});

test("on a slow connection the panel shows what it is loading", { tag: SCRIPTED }, async ({ page }) => {
  await enter(page, "/admin");
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
  await unfoldConnect(page);
  await page.getByLabel("Speaker").selectOption("Catherine Ng");
  await page.getByLabel("Session").selectOption({ index: 1 });
  const answers = await holdAnswers(page, /\.data/);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("button", { name: "Connecting..." })).toBeDisabled();
  answers.release();
  await expect(page.locator(".toast")).toContainText(/connected/);
});

test("axe finds nothing on the panel of an empty conference, and if delegates fail to load", {
  tag: SCRIPTED,
}, async ({ page }) => {
  test.slow();
  const { origin, dataDir } = EMPTY_SITE;
  await logIn(page, EMPTY_SITE);
  const checkPage = async (path: string, text: string) => {
    await page.goto(origin + path);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page, text);
  };
  for (const [text, path] of Object.values(EMPTY_PANEL)) await checkPage(path, text);
  const sqlite = new Database(join(dataDir, "conference.db"));
  sqlite.exec("alter table delegates rename to delegates_away");
  await checkPage("/admin/delegates", "Failed to load delegates");
  sqlite.exec("alter table delegates_away rename to delegates");
  sqlite.close();
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByText("No delegates registered yet")).toBeVisible();
});
