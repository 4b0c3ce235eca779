// A speaker's photo that takes its time: the form waits for it, and what was chosen last or given up counts.
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { SPEAKER } from "../support/factories.ts";
import { expect, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { create, signIn } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin });

const newName = () => `Photo ${crypto.randomUUID().slice(0, 8)}`;
const photo = async (background: string, side = 64) => ({
  name: "me.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

type Stored = { id: number; name: string; title: string; imageUrl: string | null; updatedAt: string };
const stored = async (page: Page, id: number): Promise<Stored | undefined> => {
  const speakers: Stored[] = await (await page.request.get("/api/speakers")).json();
  return speakers.find((speaker) => speaker.id === id);
};

const DARK = "#202020";
const LIGHT = "#e0e0e0";

/** Which photo an image of the site is, by its middle: all are in one ink, so by how light it is. */
async function shadeOf(page: Page, url: string | null | undefined): Promise<"dark" | "light"> {
  const image = await page.request.get(url ?? "");
  const [shade = 0] = await sharp(await image.body())
    .resize(1, 1)
    .raw()
    .toBuffer();
  return shade < 128 ? "dark" : "light";
}

/** That this is wholly in the window, above the bar that a dialog ends with. */
async function expectAboveBar(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  const bar = await page.locator(".dialog-end").boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** Has the first photo stay on its way until it is let through. */
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
    // A photo that was given up has no request any more.
    await route.continue().catch(() => {});
  });
  return { came, release };
}

test("a speaker's image is removed, unless another one is chosen", async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  const name = newName();
  const id = await create(page, "speakers", { ...SPEAKER, name });
  const dialog = page.getByRole("dialog", { name: "Edit Speaker" });
  const remove = dialog.getByLabel("Remove the current image");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const edit = async () => {
    await page.goto(`/admin/speakers?edit=${id}`);
    await ready(page, javaScriptEnabled);
  };
  const save = async () => {
    await dialog.getByRole("button", { name: "Save Speaker" }).click();
    await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
  };
  await edit();
  await expect(remove).toHaveCount(0);
  await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
  if (javaScriptEnabled) await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
  await save();
  await expect(card.locator("img")).toBeVisible();

  await edit();
  await remove.check();
  await dialog.locator("input[type=file]").setInputFiles(await photo(LIGHT));
  // With script there is nothing left to be said of the one before.
  if (javaScriptEnabled) await expect(remove).toHaveCount(0);
  await save();
  expect(await shadeOf(page, (await stored(page, id))?.imageUrl)).toBe("light");

  await edit();
  await remove.check();
  await save();
  await expect(card.locator("img")).toHaveCount(0);
  expect((await stored(page, id))?.imageUrl).toBeNull();
});

test.describe("with script", { tag: SCRIPTED }, () => {
  async function openEdit(page: Page) {
    await signIn(page);
    const id = await create(page, "speakers", { ...SPEAKER, name: newName() });
    await page.goto("/admin/speakers");
    await ready(page, true);
    await page.locator(`#edit-${id}`).click();
    return { id, dialog: page.getByRole("dialog", { name: "Edit Speaker" }) };
  }

  for (const way of ["button", "Enter"]) {
    test(`a form that is sent by ${way} while its photo is under way waits for it`, async ({ page }) => {
      const { id, dialog } = await openEdit(page);
      const { came, release } = await holdFirstPhoto(page);
      await dialog.getByLabel("Title").fill("Publisher");
      await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
      await came;
      if (way === "Enter") await dialog.getByLabel("Title").press("Enter");
      else await dialog.getByRole("button", { name: "Save Speaker" }).click();
      await expect(dialog).toContainText("The form is saved when the image is there.");
      release();
      await expect(page.locator(".toast")).toContainText("Speaker updated successfully.");
      await expect(dialog).toBeHidden();
      const speaker = await stored(page, id);
      expect(speaker?.title).toBe("Publisher");
      expect(await shadeOf(page, speaker?.imageUrl)).toBe("dark");
    });
  }

  test("a form whose photo is refused meanwhile is not sent, and says why", async ({ page }) => {
    const { id, dialog } = await openEdit(page);
    const { came, release } = await holdFirstPhoto(page);
    await dialog.getByLabel("Title").fill("Publisher");
    await dialog
      .getByLabel("Image")
      .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") });
    await came;
    await dialog.getByRole("button", { name: "Save Speaker" }).click();
    release();
    await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
    await expect(dialog.getByLabel("Title")).toHaveValue("Publisher");
    expect((await stored(page, id))?.title).toBe(SPEAKER.title);
    await dialog.getByRole("button", { name: "Save Speaker" }).click();
    await expect(dialog).toBeHidden();
    expect((await stored(page, id))?.title).toBe("Publisher");
  });

  for (const which of ["Add", "Edit"]) {
    test(`${which}: of two photos the one that was chosen last counts`, async ({ page }) => {
      const { dialog: edit } = await openEdit(page);
      const name = newName();
      if (which === "Add") {
        await page.goto("/admin/speakers?add=");
        await ready(page, true);
      }
      const dialog = which === "Add" ? page.getByRole("dialog", { name: "Add Speaker" }) : edit;
      const { came, release } = await holdFirstPhoto(page);
      for (const [label, text] of Object.entries({ Name: name, Title: "Editor", Company: "The Ledger" }))
        await dialog.getByLabel(label).fill(text);
      await dialog.getByLabel("Category").selectOption("tech");
      const first = page.waitForRequest((request) => /\/objects\/uploads\//.test(request.url()));
      await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
      await came;
      await dialog.getByLabel("Image").setInputFiles(await photo(LIGHT));
      await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
      release();
      // Answered or given up.
      await (await first).response().catch(() => null);
      await dialog.getByRole("button", { name: /^(Save|Create) Speaker$/ }).click();
      await expect(dialog).toBeHidden();
      const speakers: Stored[] = await (await page.request.get("/api/speakers")).json();
      const speaker = speakers.find((one) => one.name === name);
      expect(await shadeOf(page, speaker?.imageUrl)).toBe("light");
    });
  }

  for (const close of ["Cancel", "Escape"]) {
    test(`${close} leaves a form whose portrait is changed, and saved already, without a question`, async ({
      page,
    }) => {
      const { id, dialog } = await openEdit(page);
      const leave = async () => {
        if (close === "Escape") await page.keyboard.press("Escape");
        else await dialog.getByRole("link", { name: "Cancel" }).click();
      };
      // The first portrait, and one in its place.
      for (const shade of [DARK, LIGHT]) {
        await dialog.locator("input[type=file]").setInputFiles(await photo(shade));
        await expect(dialog).toContainText("The new image is saved already");
        await leave();
        await expect(dialog).toBeHidden();
        await page.locator(`#edit-${id}`).click();
        await expect(dialog.getByRole("img", { name: "As it is now" })).toBeVisible();
      }
      // What the photo has taken out of the form is no change. What was typed is one.
      await dialog.getByLabel("Remove the current image").check();
      await dialog.locator("input[type=file]").setInputFiles(await photo(DARK));
      await expect(dialog).toContainText("The new image is saved already");
      await dialog.getByLabel("Title").fill("Publisher");
      await leave();
      await expect(page.getByText("You have unsaved changes. Leave without saving?")).toBeVisible();
    });
  }

  test("a photo is in the list, however fast its form is closed and another one opened", async ({ page }) => {
    const { id, dialog } = await openEdit(page);
    const { promise: areLet, resolve: letThem } = Promise.withResolvers<void>();
    await page.route(/\/admin\/speakers\.data/, async (route) => {
      await areLet;
      // What has been given up meanwhile goes nowhere.
      await route.continue().catch(() => {});
    });
    await dialog.locator("input[type=file]").setInputFiles(await photo(DARK));
    await expect(dialog).toContainText("The new image is saved already");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.locator(`#edit-${id}`).click();
    await expect(dialog).toBeVisible();
    letThem();
    await expect(dialog.getByRole("img", { name: "As it is now" })).toBeVisible();
  });

  test("a form with a box that was ticked and nothing else asks before it is left", async ({ page }) => {
    const { id, dialog } = await openEdit(page);
    await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
    await expect(dialog).toContainText("The new image is saved already");
    await page.keyboard.press("Escape");
    await page.locator(`#edit-${id}`).click();
    await dialog.getByLabel("Remove the current image").check();
    await page.keyboard.press("Escape");
    await expect(page.getByText("You have unsaved changes. Leave without saving?")).toBeVisible();
  });

  test("an image that the speaker was not given is not called saved", async ({ page }) => {
    const { dialog } = await openEdit(page);
    await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
    await expect(dialog).toContainText("The new image is saved already");
    await page.route(/\/api\/speakers\/\d+\/image$/, (route) => route.fulfill({ status: 500 }));
    await dialog.locator("input[type=file]").setInputFiles(await photo(LIGHT));
    await expect(dialog).toContainText("The photo is kept in this form and will be saved with it.");
    await expect(dialog).not.toContainText("The new image is saved already");
    await page.keyboard.press("Escape");
    await expect(page.getByText("You have unsaved changes. Leave without saving?")).toBeVisible();
  });

  for (const width of [320, 768, 1280]) {
    for (const [how, opener] of [
      ["added", "Add"],
      ["edited", "Edit"],
    ]) {
      test(`at ${width} px a first photo of one who is ${how} moves nothing from under the pointer, and all it says is in sight`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        const { dialog: edit } = await openEdit(page);
        if (opener === "Add") {
          await page.goto("/admin/speakers?add=");
          await ready(page, true);
        }
        const dialog = opener === "Add" ? page.getByRole("dialog", { name: "Add Speaker" }) : edit;
        const input = dialog.locator("input[type=file]");
        // As close to the bar as it can be clicked whole.
        await input.evaluate((field) => {
          const bar = document.querySelector(".dialog-end")?.getBoundingClientRect().top ?? 0;
          const below = field.getBoundingClientRect().bottom + 2 - bar;
          if (below > 0) document.querySelector(".dialog-backdrop")?.scrollBy(0, below);
        });
        const place = () => input.evaluate((field) => field.getBoundingClientRect().top);
        const { came, release } = await holdFirstPhoto(page);
        const chooser = page.waitForEvent("filechooser");
        await input.click();
        const before = await place();
        await (await chooser).setFiles(await photo(DARK));
        await came;
        await expect(dialog.getByText("Uploading:")).toBeVisible();
        expect(await place()).toBe(before);
        await expectAboveBar(page, dialog.getByText("Uploading:"));
        release();
        await expect(page.locator(".toast")).toContainText("Image uploaded successfully!");
        await expect(dialog.getByRole("img", { name: "The one in this form" })).toBeVisible();
        expect(await place()).toBe(before);
        await expectAboveBar(page, input);
        if (opener === "Edit") await expectAboveBar(page, dialog.getByText("The new image is saved already"));
      });
    }

    test(`at ${width} px a photo that is refused leaves its field under the pointer, and its reason in sight`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const { dialog } = await openEdit(page);
      const input = dialog.locator("input[type=file]");
      await input.scrollIntoViewIfNeeded();
      const place = () => input.evaluate((field) => Math.round(field.getBoundingClientRect().top));
      const chooser = page.waitForEvent("filechooser");
      await input.click();
      const before = await place();
      await (await chooser).setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no") });
      await expect(page.locator(".toast")).toContainText("Failed to update speaker image.");
      const reason = dialog.locator(".field-error");
      await expect(reason).toBeVisible();
      expect(await place()).toBe(before);
      await expectAboveBar(page, input);
      await expectAboveBar(page, reason);
    });
  }

  test("a photo whose form is left is given up with it", async ({ page }) => {
    const { id, dialog } = await openEdit(page);
    const before = await stored(page, id);
    const { came, release } = await holdFirstPhoto(page);
    await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
    await came;
    const givenUp = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("/objects/uploads/"),
    );
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(dialog).toBeHidden();
    await givenUp;
    release();
    await page.reload();
    expect(await stored(page, id)).toEqual(before);
  });

  for (const [screen, label] of [
    ["speakers", "Name"],
    ["program", "Title"],
  ] as const) {
    test(`one step back leaves a form of the ${screen} that was refused`, async ({ page }) => {
      await signIn(page);
      await page.goto(`/admin/${screen}`);
      await ready(page, true);
      await page.locator("#add").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /^Create/ }).click();
      await expect(dialog.getByRole("alert")).toBeVisible();
      await dialog.getByLabel(label).fill("Not kept");
      await page.goBack();
      await page.getByRole("button", { name: "Leave", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`/admin/${screen}`);
    });
  }
});

for (const which of ["a new speaker", "one who is edited"]) {
  test(`a photo for ${which} that the end of a login lost is asked for again`, async ({
    page,
    context,
    javaScriptEnabled,
  }) => {
    await signIn(page);
    const name = newName();
    const id = which === "a new speaker" ? null : await create(page, "speakers", { ...SPEAKER, name });
    await page.goto(id === null ? "/admin/speakers?add=" : `/admin/speakers?edit=${id}`);
    await ready(page, javaScriptEnabled);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Bio").fill("Typed before the login ended");
    await context.clearCookies({ name: /^(__Host-)?login$/ });
    await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
    if (!javaScriptEnabled) await dialog.getByRole("button", { name: /^(Save|Create) Speaker$/ }).click();
    await page.waitForURL(/\/interaction\//);
    await page.getByRole("button", { name: "Olive Organ" }).click();
    await expect(dialog.getByLabel("Bio")).toHaveValue("Typed before the login ended");
    await expect(dialog).toContainText("The image you had chosen was not kept. Choose it again.");
    await expect(dialog.getByLabel("Image")).toHaveAccessibleDescription(/was not kept/);
    // A new one has none to be kept.
    const toKeep = dialog.getByText("Leave this blank to keep the current image.");
    if (id === null) await expect(toKeep).toHaveCount(0);
  });
}

test("a login that ends between the two halves of an upload is asked for, as with every other save", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/speakers?add=");
  await ready(page, true);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Bio").fill("Typed before the login ended");
  await page.route("**/objects/**", async (route) => {
    if (route.request().method() === "PUT") await page.request.get("/api/logout");
    await route.continue();
  });
  await dialog.getByLabel("Image").setInputFiles(await photo(DARK));
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: "Olive Organ" }).click();
  await expect(dialog.getByLabel("Bio")).toHaveValue("Typed before the login ended");
  await expect(dialog).toContainText("The image you had chosen was not kept. Choose it again.");
});
