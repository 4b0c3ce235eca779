import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { insertDelegate } from "../support/delegates.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { answerQuestion, expect, newEmail, QUICK, SCRIPTED, test, visit } from "../support/journey.ts";
import {
  connect,
  create,
  enter,
  inPanelDatabase,
  logIn,
  NO_IMAGE,
  newName,
  openMove,
  photo,
  unfoldConnect,
} from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const addSpeaker = (page: Page, name: string) => create(page, "speakers", { ...SPEAKER, name });
const register = (name: string, changes = {}) =>
  inPanelDatabase((sqlite) =>
    insertDelegate(sqlite, { name, email: `${crypto.randomUUID()}@example.com`, ...changes }),
  );

test.describe("toasts", { tag: SCRIPTED }, () => {
  test("the result of an upload replaces the form's own toast", async ({ page }) => {
    await enter(page, "/admin/speakers?add");
    const toast = page.locator(".toast");
    for (const [file, says] of [
      [await photo(), "Image uploaded successfully!"],
      [NO_IMAGE, "Failed to update speaker image."],
    ] as const) {
      await page.getByRole("button", { name: "Create Speaker" }).click();
      await expect(toast).toContainText("Validation Error");
      await expect(toast).toHaveCount(1);
      await page.getByLabel("Image").setInputFiles(file);
      await expect(toast.filter({ hasText: says })).toBeVisible();
      await expect(toast).toHaveCount(1);
    }
  });
});

test.describe("with JavaScript", { tag: SCRIPTED }, () => {
  test("after a deletion by keyboard the focus is on the next item", async ({ page }) => {
    await logIn(page);
    const mark = newName();
    const [first, second] = [`${mark} one`, `${mark} two`];
    const session = await create(page, "program", { ...SESSION, title: mark, track: null });
    for (const name of [first, second])
      await connect(page, await create(page, "speakers", { ...SPEAKER, name, category: "media" }), session);
    const toast = page.locator(".toast");

    await visit(page, "/admin/connections");
    await page.getByRole("button", { name: `Remove ${first} from ${mark}` }).press("Enter");
    await expect(toast).toContainText("Speaker disconnected from session successfully");
    await expect(page.getByRole("button", { name: `Removed ${first} from ${mark}` })).toBeFocused();
  });
});

/** Forms refused if submitted unchanged: address, button, error in the summary, and field. */
const REFUSED: [address: string, send: string, problem: string, field: string][] = [
  ["/admin/speakers?add", "Create Speaker", "Company: Required", "#company"],
  ["/admin/program?add", "Create Session", "Time: Required", "#time"],
  ["/admin/program?edit=1", "Save Session", "Title: Required", "#title"],
  ["/admin/connections", "Connect", "Session: Required", "#sessionId"],
  ["/admin/delegates/walk-in", "Add and check in", "", ""],
  ["/admin/delegates/import", "Preview import", "", ""],
  ["/admin/delegates/import", "Import 1", "", ""],
  ["/register", "Complete Registration", "", ""],
];
const [REFUSED_FIRST, ...REFUSED_TOO] = REFUSED;
for (const [which, tag, forms] of [
  ["a form", [QUICK], [REFUSED_FIRST]],
  ["every other form", [], REFUSED_TOO],
] as [string, string[], typeof REFUSED][])
  test(`the title, the summary and the fields show the errors of ${which}, also when it is refused again`, {
    tag,
  }, async ({ page }) => {
    test.slow();
    await logIn(page);
    const summary = page.locator(".error-summary");
    const list = `Delegate Type,Full Name,Email Address,Job Title\nPR Pass,Told Twice,${newEmail()},Lead`;
    for (const [address, send, problem, field] of forms) {
      await visit(page, address);
      await expect(page).not.toHaveTitle(/^Error: /);
      if (field === "#title") await page.locator(field).fill("");
      if (send === "Connect") {
        await unfoldConnect(page);
        await page.getByLabel("Speaker", { exact: true }).selectOption({ index: 1 });
      }
      if (send === "Import 1") {
        const file = { name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(list) };
        await page.getByLabel("CSV or Excel file").setInputFiles(file);
        await page.getByRole("button", { name: "Preview import" }).press("Enter");
      }
      const button = page.getByRole("button", { name: send, exact: true });
      await button.press("Enter");
      await expect(summary, send).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
      // A second press too soon would count as a double click.
      await expect(async () => {
        await button.press("Enter");
        await expect(summary, `${send} again`).toBeFocused({ timeout: 1_000 });
      }).toPass({ timeout: 8_000 });
      if (field === "") continue;
      await summary.getByRole("link", { name: problem }).click();
      await expect(page.locator(field)).toBeFocused();
      await expect(page.locator(field)).toHaveAttribute("aria-invalid", "true");
    }
  });

test("a form's dialog opens with the focus in its first field", async ({ page }) => {
  await logIn(page);
  const [dialog, replaces] = [page.getByRole("dialog"), "Leave this blank to keep the current image."];
  for (const [screen, opener, field] of [
    ["/admin/speakers", "#add", "#name"],
    ["/admin/speakers", "#edit-1", "#name"],
    ["/admin/program", "#add", "#title"],
    ["/admin/program", "#edit-1", "#title"],
  ] as const) {
    await visit(page, screen);
    await page.locator(opener).click();
    await expect(page.locator(field), opener).toBeFocused();
    if (screen === "/admin/program") continue;
    await test.step("a new speaker's form does not mention a missing image", async () => {
      if (opener === "#add") await expect(dialog).not.toContainText(replaces);
      else await expect(dialog).toContainText(replaces);
    });
    await test.step("the image field has a visible button", async () => {
      const border = await page
        .locator("#imageUrl")
        .evaluate((input) => getComputedStyle(input, "::file-selector-button").borderTopWidth);
      expect(Number.parseFloat(border)).toBeGreaterThanOrEqual(1);
    });
  }
  // Enter must not confirm a deletion by accident.
  await page.goto("/admin/speakers?delete=1");
  await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
});

test.describe("on a small screen, by keyboard", { tag: SCRIPTED }, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the focus in a dialog is visible, and under no message", async ({ page }) => {
    await enter(page, "/admin/speakers?add");
    const [cancel, close] = [page.getByRole("link", { name: "Cancel" }), page.locator(".dialog-close")];
    await test.step("when Tab cycles in it", async () => {
      await cancel.focus();
      for (const [key, reached] of [
        ["Tab", close],
        ["Shift+Tab", cancel],
      ] as const) {
        await page.keyboard.press(key);
        await expect(reached).toBeFocused();
        await expect(reached).toBeInViewport();
      }
    });

    const toast = page.locator(".toast");
    const isFree = (what: Locator) =>
      expect
        .poll(async () => {
          const [own, message] = [await what.boundingBox(), await toast.boundingBox()];
          return own !== null && message !== null && own.y >= message.y + message.height - 1;
        })
        .toBe(true);
    await test.step("with the error of a refused file", async () => {
      const field = page.getByLabel("Image");
      await field.evaluate((element) => element.scrollIntoView({ block: "end" }));
      await field.focus();
      await field.setInputFiles(NO_IMAGE);
      await expect(toast).toContainText("Failed to update speaker image.");
      await isFree(field);
      await isFree(page.locator(".dialog .field-error").first());
    });
  });

  test("after a corrected Connect the focus is visible", async ({ page }) => {
    await logIn(page);
    const name = newName();
    const speaker = await addSpeaker(page, name);
    const session = await create(page, "program", { ...SESSION, title: name });
    await visit(page, "/admin/connections");
    const connect = page.getByRole("button", { name: "Connect", exact: true });
    await unfoldConnect(page);
    const choice = page.locator('select[name="speakerId"]');
    await connect.press("Enter");
    await expect(page.locator(".error-summary, [role=alert]").first()).toBeVisible();
    await choice.selectOption(String(speaker));
    await page.locator('select[name="sessionId"]').selectOption(String(session));
    await connect.press("Enter");
    await expect(page.locator(".toast")).toContainText("Speaker connected to session successfully");
    await expect(page.locator("#connect")).toBeFocused();
    await expect(page.locator("#connect")).toBeInViewport({ ratio: 1 });
  });

  test("a moved item keeps the focus, and stays visible", async ({ page }) => {
    await logIn(page);
    const time = `${newName()} o'clock`;
    const titles = ["first", "second", "third"].map((place) => `${newName()} ${place}`);
    for (const title of titles) await create(page, "program", { ...SESSION, title, time });
    await visit(page, "/admin/program");
    const ours = page.getByRole("heading", { level: 3 }).filter({ hasText: new RegExp(titles.join("|")) });
    const button = (index: number, way: "up" | "down") =>
      page.getByRole("button", { name: `Move ${titles[index]} ${way}`, exact: true });
    await openMove(page, titles[0] ?? "");
    for (const [way, place] of [
      ["down", 1],
      ["up", 0],
    ] as const) {
      await button(0, way).press("Enter");
      await expect.poll(async () => (await ours.allTextContents()).indexOf(titles[0] ?? "")).toBe(place);
      await expect(button(0, way)).toBeFocused();
      await expect(button(0, way)).toBeInViewport({ ratio: 0.98 });
    }
    await page.keyboard.press("Enter");
    await expect(ours).toHaveText(titles);
  });
});

test.describe("after submitting a form with JavaScript", { tag: SCRIPTED }, () => {
  test("a message does not cover the title and the close button of a refused dialog", {
    tag: QUICK,
  }, async ({ page }) => {
    await logIn(page);
    for (const [width, height] of [
      [390, 480],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await visit(page, "/admin/program?edit=1");
      await page.locator("#title").fill("");
      await page.locator(".dialog-backdrop").evaluate((dialog) => dialog.scrollTo(0, 10_000));
      await page.getByRole("button", { name: "Save Session" }).click();
      await expect(page.locator(".error-summary")).toBeFocused();
      const bottom = await page.locator(".toast").evaluate((toast) => toast.getBoundingClientRect().bottom);
      for (const covered of [page.locator("#dialog-title"), page.locator(".dialog-close")])
        expect((await covered.boundingBox())?.y, `${width} px`).toBeGreaterThanOrEqual(bottom);
    }
  });

  test("the page follows an item moved by a save, by key, by mouse, and after its form was left once", {
    tag: QUICK,
  }, async ({ page }) => {
    test.slow();
    await logIn(page);
    // The dialog closes before the list arrives, as on a slow connection.
    await page.route(/\.data/, async (route) => {
      if (route.request().method() === "GET") await setTimeout(200);
      await route.continue();
    });
    const session = await create(page, "program", { ...SESSION, title: newName(), time: "12:05 AM" });
    const speaker = await addSpeaker(page, newName());
    for (let other = 0; other < 8; other += 1) {
      await create(page, "program", { ...SESSION, title: newName(), time: "11:40 AM" });
      await create(page, "speakers", { ...SPEAKER, name: newName(), category: "b2b" });
    }
    for (const [path, value, way] of [
      ["program", "11:50 PM", "by key"],
      ["program", "12:05 AM", "by mouse"],
      ["program", "11:50 PM", "left once"],
      ["speakers", "b2c", "by mouse"],
      ["speakers", "tech", "left once"],
    ] as const) {
      await visit(page, `/admin/${path}`);
      const edit = page.locator(`#edit-${path === "program" ? session : speaker}`);
      const dialog = page.getByRole("dialog");
      if (way === "by key") await edit.press("Enter");
      else await edit.click();
      if (way === "left once") {
        await dialog.getByRole("textbox").first().fill("Half a name");
        await answerQuestion(page, "leave", () => dialog.getByRole("link", { name: "Cancel" }).click());
        await expect(dialog).toHaveCount(0);
        await edit.click();
      }
      if (path === "program") await page.getByLabel("Time", { exact: true }).fill(value);
      else await page.getByLabel("Category").selectOption(value);
      await page.getByRole("button", { name: /^Save S/ }).click();
      const place = path === "program" ? ` It moved to ${value}.` : "";
      await expect(page.locator(".toast")).toContainText(`updated successfully.${place}`);
      await expect(edit).toBeFocused();
      await expect(edit, `${path}, ${way}`).toBeInViewport({ ratio: 1 });
    }
    await visit(page, "/admin/program");
    await page.locator(`#edit-${session}`).click();
    await page.getByLabel("Time", { exact: true }).fill("12:05 AM");
    await page.getByRole("button", { name: "Save Session" }).click();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".toast")).toContainText("Session restored.");
    await expect(page.locator(`#edit-${session}`)).toBeInViewport({ ratio: 1 });
  });

  test("after deleting personal data an organiser is at the top of the list of delegates", async ({
    page,
  }) => {
    const delegate = register(newName());
    for (let other = 0; other < 6; other += 1) register(newName());
    await enter(page, `/admin/delegates/${delegate}`);
    await page.evaluate(() => window.scrollTo(0, 10_000));
    await page.locator("#delete").press("Enter");
    await page.getByRole("button", { name: "Delete personal data" }).click();
    await expect(page.getByRole("heading", { name: "Registered Delegates" })).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe("an image chosen with JavaScript", { tag: SCRIPTED }, () => {
  test("does not block its form when it is refused", { tag: QUICK }, async ({ page }) => {
    await enter(page, "/admin/speakers?add");
    const name = newName();
    const { category, ...texts } = { ...SPEAKER, name };
    for (const [field, text] of Object.entries(texts)) await page.locator(`[name="${field}"]`).fill(text);
    await page.locator('[name="category"]').selectOption(category);
    await page.getByLabel("Image").setInputFiles(NO_IMAGE);
    await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
    await page.getByRole("button", { name: "Create Speaker" }).click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.locator(".toast")).toHaveText(
      /Speaker created successfully\. The image was refused and is not saved\./,
    );
  });
});
