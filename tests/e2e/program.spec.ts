import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, holdAnswers, isScripted, PLAIN, QUICK, SCRIPTED, test, visit } from "../support/journey.ts";

const RESULTS = "Results day without tears";
const linkTo = (page: Page, title = RESULTS) => page.locator("#program").getByRole("link", { name: title });
const dialogOf = (page: Page, title = RESULTS) => page.getByRole("dialog", { name: title });
const brandOf = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Byline 2025" });

test("a visitor reads the program and opens sessions by their links and chips", async ({ page, request }) => {
  await page.goto("/");
  const program = page.getByRole("region", { name: "Program" });
  await expect(program.getByRole("heading", { level: 4 })).toHaveCount(9);
  await expect(program.getByText("No session", { exact: true })).toHaveCount(3);
  await test.step("each stream is below its name, and a slot without names has the same columns", async () => {
    const leftOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    const heads = await leftOf(".stream-heads b");
    expect(new Set(heads).size).toBe(4);
    expect(await leftOf(".stream")).toEqual([...heads, ...heads]);
  });
  await test.step("every chip leads to a session", async () => {
    const chips = page.locator(".chip");
    await expect(chips).toHaveCount(22);
    const hrefs = await chips.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const href of new Set(hrefs)) expect((await request.get(href)).status()).toBe(200);
  });

  await linkTo(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("11:00 AM – 12:00 PM")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "About This Session" })).toBeVisible();
  const moderator = dialog.getByRole("listitem").filter({ hasText: "Fatima El-Masri" });
  await expect(moderator).toContainText("moderator");
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toBeHidden();

  await linkTo(page, "Drinks with the newsroom").click();
  const drinks = dialogOf(page, "Drinks with the newsroom");
  await expect(drinks.getByText("No speakers assigned yet")).toBeVisible();
  await page.goBack();
  await expect(drinks).toBeHidden();

  const video = "Twenty seconds of video, made by lunchtime";
  const heading = page.getByRole("heading", { name: "Kiran Bhatt" });
  const card = page.locator("#speakers").getByRole("listitem").filter({ has: heading });
  await card.getByRole("link", { name: video }).click();
  await expect(dialogOf(page, video).getByText("Rosa Delgado")).toBeVisible();
});

test("the bars of the program show faces, which open the session; a phone names the speakers in one line", {
  tag: QUICK,
}, async ({ page }) => {
  const bar = page.locator(".session-bar").filter({ hasText: "Morning conference" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await bar.scrollIntoViewIfNeeded();
  await expect(bar.getByRole("link", { name: "Aroha Parata" })).toBeVisible();
  await expect(bar.locator("img").first()).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  const face = bar.locator(".photo").nth(1);
  await expect(face).toBeVisible();
  expect(await bar.locator(".photo").count()).toBe(5);
  await face.scrollIntoViewIfNeeded();
  const box = await face.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await expect(page.getByRole("dialog", { name: /^Morning conference/ })).toBeVisible();
});

test("two sessions are opened and closed by keyboard alone, and nothing behind them can be reached", async ({
  page,
}) => {
  await visit(page, "/");
  for (const title of ["The front page is not where it was", "The crisis hour, minute by minute"]) {
    const link = linkTo(page, title);
    await link.focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page, title);
    const close = dialog.getByRole("link", { name: "Close" });
    await expect(close).toBeFocused();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && activeElement?.closest('[role="dialog"]') === null;
      });
      expect(outside).toBe(false);
    }
    if (isScripted()) await page.keyboard.press("Escape");
    else await close.press("Enter");
    await expect(dialog).toBeHidden();
    if (isScripted()) await expect(link).toBeFocused();
  }
});

test("a session of the day at a glance is linked with its time", { tag: QUICK }, async ({ page }) => {
  const title = "Morning conference: what made it in, and why";
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await visit(page, "/");
    const glance = page.getByRole("navigation", { name: /^In this edition/ });
    await glance.getByRole("link", { name: title }).click();
    const slot = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    const time = slot.getByRole("heading", { level: 3 });
    const bar = await page.getByRole("banner").boundingBox();
    const end = (bar?.y ?? 0) + (bar?.height ?? 0);
    await expect.poll(async () => (await time.boundingBox())?.y ?? 0).toBeLessThan(end + 120);
    expect((await time.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(end);
    await expect(time).toBeInViewport({ ratio: 1 });
    if (isScripted()) await expect(slot.getByRole("link", { name: title })).toBeFocused();
  }
});

test("without JavaScript closing a dialog leads to the session's place in the program", {
  tag: PLAIN,
}, async ({ page }) => {
  await page.goto("/?session=8");
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/#session-8");
  await expect(page.locator("#session-8")).toBeInViewport();
});

test("on a slow connection the landing page shows what it is loading, and a dialog opens at once and does so, too", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await visit(page, "/register");
  const landing = await holdAnswers(page, /\.data/);
  await brandOf(page).click();
  await expect(page.getByText("Loading program...")).toBeVisible();
  await expect(page.getByText("Loading speakers...")).toBeVisible();
  landing.release();
  await expect(page.locator("#program").getByRole("heading", { level: 4 })).toHaveCount(9);
  await expect(page.getByText("Loading program...")).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });

  const answers = await holdAnswers(page, /\.data\?/);
  await linkTo(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Bring last year’s results announcement.")).toBeVisible();
  await expect(dialog.getByText("Loading speakers...")).toBeVisible();
  await expect(page.locator(".navigation-progress")).toBeVisible();
  answers.release();
  await expect(dialog.getByText("Catherine Ng")).toBeVisible();
  await expect(dialog.getByText("Loading speakers...")).toBeHidden();
  await expect(page.locator(".navigation-progress")).toBeHidden();
});

test("on a broken connection a dialog shows what is missing, and a link to another page stays on this one", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await visit(page, "/register");
  await page.route(/\.data/, (route) => route.abort());
  await brandOf(page).click();
  await expect(page.locator(".toast")).toContainText("The page could not be reached");
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();

  await visit(page, "/");
  await linkTo(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Bring last year’s results announcement.")).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText("The speakers could not be loaded.");
  await page.unroute(/\.data/);
  await dialog.getByRole("link", { name: "reload the page" }).click();
  await expect(dialog.getByText("Catherine Ng")).toBeVisible();
});

test("a dialog closes without a connection, and is not loaded again while the landing page is open", {
  tag: SCRIPTED,
}, async ({ page, context }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const calls = () => asked.filter((path) => path.endsWith(".data")).length;
  const link = linkTo(page);
  const openAndClose = async () => {
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await link.click();
    await expect(page.getByRole("dialog").getByText("Catherine Ng")).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(page.locator(".toast")).toHaveCount(0);
    await context.setOffline(false);
  };
  await visit(page, "/");
  await openAndClose();
  await openAndClose();
  expect(calls()).toBe(1);
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "If you register" })).toBeVisible();
  await page.goBack();
  await openAndClose();
  expect(calls()).toBeGreaterThan(1);
});

test("a dialog is closed without asking, and one reopened at once by going one step back, not two", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.goto("/register");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, "/");
  for (const anchor of ["", "#program"]) {
    if (anchor)
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Program" }).click();
    const link = linkTo(page);
    await link.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Catherine Ng")).toBeVisible();
    const answers = await holdAnswers(page, /\.data/);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
    answers.release();
    await expect(dialog.getByText("Catherine Ng")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(`/${anchor}`);
    await page.unrouteAll({ behavior: "wait" });
  }
  // Only opening a dialog loads data.
  const data = asked.filter((url) => url.includes(".data"));
  expect(data).not.toEqual([]);
  expect(data.filter((url) => !url.includes("session="))).toEqual([]);
});

test("the focus is restored as soon as a dialog is gone, before anything else can happen", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await visit(page, "/");
  const link = linkTo(page);
  await link.click();
  await expect(page.getByRole("dialog").getByText("Catherine Ng")).toBeVisible();
  const focused = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector("[role=dialog]")) return;
          observer.disconnect();
          queueMicrotask(() => resolve(document.activeElement?.getAttribute("href") ?? ""));
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.keyboard.press("Escape");
  expect(await focused).toBe(await link.getAttribute("href"));
});

test("a dialog closed before its speakers arrived leaves no trace in the history", { tag: SCRIPTED }, async ({
  page,
}) => {
  await page.goto("/register");
  await visit(page, "/");
  await page.route(/\.data\?session/, () => {});
  const chip = page.locator(".chip").first();
  await chip.click();
  await expect(page.getByText("Loading speakers...")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(chip).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
});

test("a photo that does not load leaves a placeholder", async ({ page }) => {
  await page.route("**/portraits/**", (route) => route.fulfill({ status: 404 }));
  await page.goto("/");
  const photo = page.locator(".speaker-card .photo").first();
  await photo.scrollIntoViewIfNeeded();
  if (isScripted()) {
    await expect(photo.locator("img")).toHaveAttribute("src", "/speaker-placeholder.svg");
    return;
  }
  // The CSS draws a head in the middle and shoulders at the bottom, on a paper background.
  const { data, info } = await sharp(await photo.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  const [INK, PAPER] = [
    [0x7d, 0x77, 0x6b],
    [0xef, 0xec, 0xe6],
  ];
  expect([colourAt(0.5, 0.45), colourAt(0.5, 0.95), colourAt(0.1, 0.2)]).toEqual([INK, INK, PAPER]);
});

test("at night initials are on the paper of the photos, and neither glares", async ({ page }) => {
  const groundsOf = async (name: string) => {
    const photo = page.locator(".speaker-card", { hasText: name }).locator(".photo");
    await photo.scrollIntoViewIfNeeded();
    const corner = sharp(await photo.screenshot()).extract({ left: 8, top: 8, width: 4, height: 4 });
    return [...(await corner.raw().toBuffer()).subarray(0, 3)];
  };
  for (const [colorScheme, atMost] of [
    ["light", 0xef],
    ["dark", 0xd8],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    const initials = await groundsOf("Catherine Ng");
    await expect.poll(() => groundsOf("Gregor Achterberg")).toEqual(initials);
    for (const value of initials) expect(value).toBeLessThanOrEqual(atMost);
    expect(initials[0]).toBeGreaterThan(0xb0);
  }
});
