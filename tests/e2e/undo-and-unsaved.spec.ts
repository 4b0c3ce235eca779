import type { Page } from "@playwright/test";
import { SESSION, SPEAKER } from "../support/factories.ts";
import {
  answerQuestion,
  endToast,
  expect,
  holdAnswers,
  isScripted,
  QUICK,
  ready,
  SCRIPTED,
  test,
  visit,
} from "../support/journey.ts";
import {
  call,
  connect,
  create,
  enter,
  inPanelDatabase,
  logIn,
  newName,
  openMore,
  photo,
  tab,
  unfoldConnect,
} from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

/** A speaker's data, as one row for each connection. */
const rowsOf = (name: string): unknown[] =>
  inPanelDatabase((sqlite) =>
    sqlite
      .prepare(
        `select s.*, c.id as connection, c.role, c.program_session_id from speakers s
         left join connections c on c.speaker_id = s.id where s.name = ? order by c.id`,
      )
      .all(name),
  );

/** Adds a speaker with a photo and two sessions. */
async function addSpeaker(page: Page, name: string): Promise<void> {
  const id = await create(page, "speakers", { ...SPEAKER, name });
  for (const sessionId of [1, 2]) await connect(page, id, sessionId);
  await visit(page, `/admin/speakers?edit=${id}`);
  await page.getByLabel("Image").setInputFiles(await photo());
  if (isScripted()) await expect(page.getByText("Image uploaded successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Save Speaker" }).click();
  await expect(page.locator(".toast").last()).toContainText("Speaker updated successfully.");
}

test("a speaker deleted by mistake is restored completely by the toast, and later from the list", async ({
  page,
}) => {
  test.slow();
  const name = newName();
  await logIn(page);
  await addSpeaker(page, name);
  const before = rowsOf(name);
  expect(before).toHaveLength(2);

  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const edit = card.getByRole("link", { name: `Edit ${name}` });
  const toast = page.locator(".toast");
  const remove = async () => {
    await openMore(page, name);
    await page.getByRole("link", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast).toContainText("Speaker deleted successfully.");
    await expect(edit).toHaveCount(0);
    expect(rowsOf(name)).toEqual([]);
  };
  await visit(page, "/admin/speakers");
  await remove();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText("Speaker restored.");
  expect(rowsOf(name)).toEqual(before);
  await expect(edit).toBeVisible();
  const image = card.locator("img");
  expect((await page.request.get((await image.getAttribute("src")) ?? "")).status()).toBe(200);

  await remove();
  await endToast(page);
  await page.goto("/admin/speakers");
  await page.locator("summary", { hasText: "Recently deleted" }).click();
  await page.getByRole("button", { name: `Undo deleting ${name}` }).click();
  await expect(toast).toContainText("Speaker restored.");
  expect(rowsOf(name)).toEqual(before);
});

test("a deleted row stays in its place with its Undo, and nothing moves", { tag: SCRIPTED }, async ({
  page,
}) => {
  await logIn(page);
  const [name, next] = [`First ${newName()}`, `Next ${newName()}`];
  const id = await create(page, "speakers", { ...SPEAKER, name });
  await create(page, "speakers", { ...SPEAKER, name: next });
  await visit(page, "/admin/speakers");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const edits = page.getByRole("link", { name: new RegExp(`^Edit (?!${name})`) });
  const places = () =>
    edits.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top + window.scrollY));
  const before = await places();
  await openMore(page, name);
  await page.getByRole("link", { name: `Delete ${name}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await expect(card).toContainText("Removed");
  const undo = card.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  expect(await places()).toEqual(before);
  await undo.press("Enter");
  await expect(page.locator(`#more-${id}`)).toBeFocused();
  await expect(card).not.toContainText("Removed");
  expect(await places()).toEqual(before);
});

test("leaving a form with changes asks first, by mouse and by keyboard, and not without changes", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await enter(page, "/admin/speakers");
  await page.getByRole("link", { name: "Edit Hanna Petrov" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Speaker" });
  const opener = page.getByRole("link", { name: "Edit Hanna Petrov" });
  const title = edit.getByLabel("Title");

  // A change that is reverted does not count as unsaved.
  await title.fill("Something else");
  await title.fill("Consumer affairs reporter");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await title.fill("Something else");
  for (const way of [
    () => page.keyboard.press("Escape"),
    () => edit.getByRole("link", { name: "Cancel" }).click(),
    () => edit.getByRole("link", { name: "Close" }).click(),
    () => page.goBack(),
  ]) {
    await answerQuestion(page, "stay", way);
    await expect(page).toHaveURL(/\?edit=/);
    await expect(title).toHaveValue("Something else");
  }
  await answerQuestion(page, "leave", () => page.keyboard.press("Escape"));
  await expect(edit).toBeHidden();
  await expect(page).toHaveURL("/admin/speakers");
  await expect(opener).toBeFocused();
});

test("going back after a save or a deletion leads to the page before the dialog", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await logIn(page);
  const name = newName();
  await create(page, "speakers", { ...SPEAKER, name });
  await visit(page, "/admin");
  for (const [opens, button] of [
    ["Edit", "Save Speaker"],
    ["Delete", "Delete"],
  ] as const) {
    await tab(page, "Speakers").click();
    if (opens === "Delete") await openMore(page, name);
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

test("a refused form is unsaved as soon as the error is shown, while the list is still loading; a save asks nothing", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await logIn(page);
  const name = newName();
  const id = await create(page, "speakers", { ...SPEAKER, name });
  await visit(page, `/admin/speakers?edit=${id}`);
  const edit = page.getByRole("dialog", { name: "Edit Speaker" });
  await edit.getByLabel("Title").fill("Something else");
  // Another organiser saves first.
  await call(page, "PUT", `speakers/${id}`, { ...SPEAKER, name, title: "Publisher" });
  const { release } = await holdAnswers(page, /\.data\b/, "GET");
  await edit.getByRole("button", { name: "Save Speaker" }).click();
  await expect(edit.getByRole("alert")).toContainText("There is a problem");
  await answerQuestion(page, "stay", () => page.keyboard.press("Escape"));
  release();
  await expect(edit.getByLabel("Title")).toHaveValue("Something else");
  await expect(edit).toContainText("Saved version");
  await edit.getByRole("button", { name: "Save Speaker" }).press("Enter");
  await expect(page.locator(".toast").last()).toContainText("Speaker updated successfully.");
  await expect(edit).toBeHidden();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});

test("the connecting form asks, too, but not about other buttons of its screen", { tag: SCRIPTED }, async ({
  page,
}) => {
  await logIn(page);
  const title = newName();
  await create(page, "program", { ...SESSION, title, track: null });
  await visit(page, "/admin/connections");
  await unfoldConnect(page);
  await page.getByLabel("Speaker", { exact: true }).selectOption("Jack Merriweather");
  await answerQuestion(page, "stay", () => page.getByRole("link", { name: "Back to Admin" }).click());
  await expect(page.getByRole("link", { name: "Back to Admin" })).toBeFocused();
  // Connect saves the form. Remove leaves the form's values unchanged.
  await unfoldConnect(page);
  await page.getByLabel("Session", { exact: true }).selectOption(`4:30 PM: ${title}`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Speaker connected to session successfully");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await tab(page, "Connections").click();
  await unfoldConnect(page);
  await page.getByLabel("Role").selectOption("Moderator");
  await page.getByRole("button", { name: `Remove Jack Merriweather from ${title}` }).click();
  await expect(toast).toContainText("Speaker disconnected from session successfully");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText("Connection restored.");
  await expect(page.getByLabel("Role")).toHaveValue("moderator");
  await answerQuestion(page, "leave", () => page.getByRole("link", { name: "Back to Admin" }).click());
  await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
});

/** Elements that extensions put into a page before its scripts run. */
const INSERTED = {
  "after the email address": ["input[name=email]", "afterend"],
  "before the notes": ["textarea", "beforebegin"],
  "first in the page": ["body", "afterbegin"],
  "inside a paragraph of the footer": ["footer p", "afterbegin"],
} as const;

for (const [place, where] of Object.entries(INSERTED)) {
  test(`what was typed before the scripts ran is kept if an extension inserts an element ${place}`, {
    tag: SCRIPTED,
  }, async ({ page, faults }) => {
    await page.addInitScript(([selector, position]) => {
      new MutationObserver(() => {
        for (const found of document.querySelectorAll(`${selector}:not([data-e])`)) {
          // The parser would put a later body's content elsewhere.
          if (document.readyState === "loading") return;
          found.setAttribute("data-e", "1");
          found.insertAdjacentElement(position, document.createElement("div"));
        }
      }).observe(document, { childList: true, subtree: true });
      addEventListener("DOMContentLoaded", () => document.head.append(document.createElement("style")));
    }, where);
    const scripts = await holdAnswers(page, /\/assets\/.*\.js/);
    await page.goto("/register", { waitUntil: "commit" });
    const typed = { "Full Name": "Noor Haddad", "Email Address": "noor@example.com" };
    const notes = page.getByLabel("Additional Information");
    await expect(page.locator("[data-e]").first()).toBeAttached();
    await page.getByRole("radio", { name: "PR Pass" }).check();
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    await page.getByLabel("Preferred Track").selectOption("Business Media");
    await notes.fill("Vegetarian");
    scripts.release();
    await ready(page);
    await expect.poll(() => faults.join()).toContain("418");
    faults.length = 0;
    await expect(page.getByRole("radio", { name: "PR Pass" })).toBeChecked();
    for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
    await expect(page.getByLabel("Preferred Track").locator(":checked")).toHaveText("Business Media");
    await expect(notes).toHaveValue("Vegetarian");
    await expect(notes).toBeFocused();
  });
}
