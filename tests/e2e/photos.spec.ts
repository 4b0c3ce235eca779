import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { SPEAKER } from "../support/factories.ts";
import { answerQuestion, expect, isScripted, SCRIPTED, test, visit } from "../support/journey.ts";
import { create, logIn, NO_IMAGE, newName, photo, stored } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const DARK = "#202020";
const LIGHT = "#e0e0e0";

/** Tells photos apart by lightness, because the site gives all of them the same colour. */
async function shadeOf(page: Page, url: string | null | undefined): Promise<"dark" | "light"> {
  const image = await page.request.get(url ?? "");
  const [shade = 0] = await sharp(await image.body())
    .resize(1, 1)
    .raw()
    .toBuffer();
  return shade < 128 ? "dark" : "light";
}

/** Asserts that an element is fully visible above the buttons at the end of a dialog. */
async function expectAboveBar(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  const bar = await page.locator(".dialog-end").boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** Delays the first photo's upload until `release` is called. */
async function holdFirstPhoto(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: came, resolve: comes } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(/\/objects\/uploads\//, async (route) => {
    if (route.request().method() === "PUT" && isFirst) {
      isFirst = false;
      comes();
      await released;
    }
    // An aborted upload cannot be continued.
    await route.continue().catch(() => {});
  });
  return { came, release };
}

test("a speaker's image is removed, unless another one is chosen", async ({ page }) => {
  await logIn(page);
  const name = newName();
  const id = await create(page, "speakers", { ...SPEAKER, name });
  const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
  const remove = dialog.getByLabel("Remove the current image");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const edit = () => visit(page, `/admin/speakers?edit=${id}`);
  const save = async () => {
    await dialog.getByRole("button", { name: "Save Speaker" }).click();
    await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
  };
  await edit();
  await expect(remove).toHaveCount(0);
  await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
  if (isScripted()) await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
  await save();
  await expect(card.locator("img")).toBeVisible();

  await edit();
  await remove.check();
  await dialog.locator("input[type=file]").setInputFiles(await photo(LIGHT));
  if (isScripted()) await expect(remove).toBeHidden();
  await save();
  expect(await shadeOf(page, (await stored(page, "speakers", id))?.imageUrl)).toBe("light");

  await edit();
  await remove.check();
  await save();
  await expect(card.locator("img")).toHaveCount(0);
  expect((await stored(page, "speakers", id))?.imageUrl).toBeNull();
});

/** Opens a dialog from the list, for a new speaker or to edit one. */
async function openForm(page: Page, which: "Add" | "Edit" = "Edit") {
  await logIn(page);
  const id = await create(page, "speakers", { ...SPEAKER, name: newName() });
  await visit(page, "/admin/speakers");
  await page.locator(which === "Add" ? "#add" : `#edit-${id}`).click();
  const dialog = page.getByRole("dialog", { name: `${which} Speaker` });
  return {
    id,
    dialog,
    input: dialog.locator("input[type=file]"),
    save: () => dialog.getByRole("button", { name: /^(Save|Create) Speaker$/ }).click(),
  };
}

test.describe("with JavaScript", { tag: SCRIPTED }, () => {
  test("a form saved during an upload saves the chosen photo", async ({ page }) => {
    for (const way of ["button", "Enter"]) {
      const { id, dialog, input, save } = await openForm(page);
      const { came, release } = await holdFirstPhoto(page);
      await dialog.getByLabel("Title").fill("Publisher");
      await input.setInputFiles(await photo(DARK));
      await came;
      await expect(dialog.getByText("Uploading...")).toBeVisible();
      if (way === "Enter") await dialog.getByLabel("Title").press("Enter");
      else await save();
      await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
      await expect(dialog).toBeHidden();
      release();
      const speaker = await stored(page, "speakers", id);
      expect(speaker?.title).toBe("Publisher");
      expect(await shadeOf(page, speaker?.imageUrl)).toBe("dark");
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("a form saved during the upload of a file that is no image says why, and is then saved without it", async ({
    page,
  }) => {
    const { id, dialog, input, save } = await openForm(page);
    const { came, release } = await holdFirstPhoto(page);
    await dialog.getByLabel("Title").fill("Publisher");
    await input.setInputFiles(NO_IMAGE);
    await came;
    await save();
    await expect(dialog.getByLabel("Image")).toHaveAccessibleDescription(/Error: Image: /);
    release();
    await expect(dialog.getByLabel("Title")).toHaveValue("Publisher");
    expect((await stored(page, "speakers", id))?.title).toBe(SPEAKER.title);
    await save();
    await expect(dialog).toBeHidden();
    expect((await stored(page, "speakers", id))?.title).toBe("Publisher");
  });

  test("the last of two chosen photos counts", async ({ page }) => {
    for (const which of ["Add", "Edit"] as const) {
      const { dialog, input, save } = await openForm(page, which);
      const name = newName();
      const { came, release } = await holdFirstPhoto(page);
      for (const [label, text] of Object.entries({ Name: name, Title: "Editor", Company: "The Ledger" }))
        await dialog.getByLabel(label).fill(text);
      await dialog.getByLabel("Category").selectOption("tech");
      const first = page.waitForRequest(/\/objects\/uploads\//);
      await input.setInputFiles(await photo(DARK));
      await came;
      await input.setInputFiles(await photo(LIGHT));
      await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
      release();
      await (await first).response().catch(() => null);
      await save();
      await expect(dialog).toBeHidden();
      expect(await shadeOf(page, (await stored(page, "speakers", name))?.imageUrl)).toBe("light");
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("an uploaded photo belongs to the speaker only once the form is saved, and leaving before asks", async ({
    page,
  }) => {
    const { id, dialog, input, save } = await openForm(page);
    await input.setInputFiles(await photo(DARK));
    await expect(dialog.getByRole("img", { name: "New image" })).toBeVisible();
    expect((await stored(page, "speakers", id))?.imageUrl).toBeNull();
    await answerQuestion(page, "stay", () => page.keyboard.press("Escape"));
    await save();
    await expect(dialog).toBeHidden();
    expect(await shadeOf(page, (await stored(page, "speakers", id))?.imageUrl)).toBe("dark");
  });

  test("a photo whose upload fails is sent with its form, and leaving before asks", async ({ page }) => {
    const { id, dialog, input, save } = await openForm(page);
    await page.route(/\/api\/objects\/upload/, (route) => route.abort());
    await input.setInputFiles(await photo(DARK));
    await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
    await expect(dialog).toContainText("It will be sent when you save the form.");
    await answerQuestion(page, "stay", () => page.keyboard.press("Escape"));
    await save();
    await expect(dialog).toBeHidden();
    expect(await shadeOf(page, (await stored(page, "speakers", id))?.imageUrl)).toBe("dark");
  });

  /** Chooses a file by a click on the field. Returns a check that the field has not moved since. */
  async function chooseByClick(page: Page, input: Locator, file: Awaited<ReturnType<typeof photo>>) {
    const place = () => input.evaluate((field) => field.getBoundingClientRect().top);
    const chooser = page.waitForEvent("filechooser");
    await input.click();
    const before = await place();
    await (await chooser).setFiles(file);
    return async () => expect(Math.abs((await place()) - before)).toBeLessThan(1);
  }

  for (const width of [320, 1280]) {
    test(`at ${width} px a first photo moves nothing under the pointer, and its messages are visible`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 800 });
      for (const which of ["Add", "Edit"] as const) {
        const { dialog, input } = await openForm(page, which);
        const { came, release } = await holdFirstPhoto(page);
        // Scrolls the field to just above the dialog's button bar.
        await input.evaluate((field) => {
          const bar = document.querySelector(".dialog-end")?.getBoundingClientRect().top ?? 0;
          const below = field.getBoundingClientRect().bottom + 2 - bar;
          if (below > 0) document.querySelector(".dialog-backdrop")?.scrollBy(0, below);
        });
        const expectStill = await chooseByClick(page, input, await photo(DARK));
        await came;
        await expect(dialog.getByText("Uploading...")).toBeVisible();
        await expectStill();
        await expectAboveBar(page, dialog.getByText("Uploading..."));
        release();
        await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
        await expect(dialog.getByRole("img", { name: "New image" })).toBeVisible();
        await expectStill();
        await expectAboveBar(page, input);
        await page.unrouteAll({ behavior: "wait" });
      }
      await test.step("a refused photo keeps its field and reason visible, too", async () => {
        const { dialog, input } = await openForm(page);
        await input.scrollIntoViewIfNeeded();
        const expectStill = await chooseByClick(page, input, NO_IMAGE);
        await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
        const reason = dialog.locator(".field-error");
        await expect(reason).toBeVisible();
        await expectStill();
        await expectAboveBar(page, input);
        await expectAboveBar(page, reason);
      });
    });
  }

  test("leaving a form aborts its upload", async ({ page }) => {
    const { id, dialog, input } = await openForm(page);
    const before = await stored(page, "speakers", id);
    const { came, release } = await holdFirstPhoto(page);
    await input.setInputFiles(await photo(DARK));
    await came;
    const givenUp = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("/objects/uploads/"),
    );
    await answerQuestion(page, "leave", () => page.keyboard.press("Escape"));
    await expect(dialog).toBeHidden();
    await givenUp;
    release();
    await page.reload();
    expect(await stored(page, "speakers", id)).toEqual(before);
  });

  test("one step back leaves a refused form", async ({ page }) => {
    await logIn(page);
    for (const [screen, label] of [
      ["speakers", "Name"],
      ["program", "Title"],
    ] as const) {
      await visit(page, `/admin/${screen}`);
      await page.locator("#add").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /^Create/ }).click();
      await expect(dialog.getByRole("alert")).toBeVisible();
      await dialog.getByLabel(label).fill("Not kept");
      await answerQuestion(page, "leave", () => page.goBack());
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`/admin/${screen}`);
    }
  });
});

test("a photo lost by the end of a login is asked for again", async ({ page, context }) => {
  for (const which of ["Add", "Edit"] as const) {
    const { dialog, input, save } = await openForm(page, which);
    await dialog.getByLabel("Bio").fill("Typed before the login ended");
    await context.clearCookies({ name: /^(__Host-)?login$/ });
    await input.setInputFiles(await photo(DARK));
    if (isScripted()) await expect(dialog).toContainText("It will be sent when you save the form.");
    await save();
    await page.waitForURL(/\/interaction\//);
    await page.getByRole("button", { name: "Olive Organ" }).click();
    await expect(dialog.getByLabel("Bio")).toHaveValue("Typed before the login ended");
    await expect(dialog).toContainText("The image you had chosen was not kept. Choose it again.");
    await expect(dialog.getByLabel("Image")).toHaveAccessibleDescription(/was not kept/);
  }
});
