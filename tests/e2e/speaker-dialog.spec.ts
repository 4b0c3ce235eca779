import type { Locator, Page } from "@playwright/test";
import {
  expect,
  expectInView,
  holdAnswers,
  isScripted,
  PLAIN,
  QUICK,
  SCRIPTED,
  test,
  visit,
} from "../support/journey.ts";

const NAME = "Marguerite Oyelaran";
const BIO = "Marguerite has edited four mastheads in twenty-two years and closed none of them.";
const SESSION = "Morning conference: what made it in, and why";

const dialogOf = (page: Page, name = NAME): Locator => page.getByRole("dialog", { name });
const cardOf = (page: Page): Locator => page.locator("#speaker-1");
/** Waits until a navigation has ended. The dialog that it opens is visible before that. */
const arrived = (page: Page) =>
  page.waitForFunction(() => {
    type Router = { state: { navigation: { state: string } } };
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
    return router.state.navigation.state === "idle";
  });
/** Places that show a speaker's name, and how to find the name there. */
const NAMES: Record<string, (page: Page) => Promise<Locator>> = {
  "the speakers": async (page) => cardOf(page).getByRole("link", { name: NAME }),
  "the program": async (page) => page.locator("#session-2").getByRole("link", { name: NAME }),
  "a session's dialog": async (page) => {
    await page.locator("#session-2").getByRole("link", { name: SESSION }).click();
    return dialogOf(page, SESSION).getByRole("link", { name: NAME });
  },
};

for (const [place, find] of Object.entries(NAMES)) {
  test(`a speaker's name opens a dialog with bio and sessions; closed, one opened in ${place} leads back to the name`, {
    tag: QUICK,
  }, async ({ page }) => {
    await visit(page, "/");
    const link = await find(page);
    const dialog = dialogOf(page);
    const ways = isScripted() ? ["link", "Escape", "back"] : ["back"];
    for (const way of ways) {
      await link.click();
      await expect(page).toHaveURL("/?speaker=1");
      await expect(page).toHaveTitle(`${NAME} – Byline 2025`);
      await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
      for (const text of ["Editor in chief", "The Southern Courier", BIO])
        await expect(dialog.getByText(text)).toBeVisible();
      if (way === "link") await dialog.getByRole("link", { name: "Close" }).click();
      else if (way === "Escape") await page.keyboard.press("Escape");
      else await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(link).toBeVisible();
      // Without JavaScript, not every browser restores the focus.
      if (isScripted()) await expect(link, way).toBeFocused();
    }
    await link.click();
    await expect(dialog.getByRole("heading", { name: "Sessions" })).toBeVisible();
    const session = dialog.getByRole("listitem").filter({ hasText: SESSION });
    await expect(session).toContainText("9:40 – 10:30 AM");
    await expect(session).toContainText("panelist");
    await session.getByRole("link", { name: SESSION }).click();
    await expect(dialogOf(page, SESSION).getByText(BIO)).toBeVisible();
    await expect(page).toHaveURL("/?session=2");
  });
}

test("a dialog opened by its address closes to the card of the speaker", async ({ page }) => {
  await visit(page, "/?speaker=1");
  if (isScripted()) await page.keyboard.press("Escape");
  else await dialogOf(page).getByRole("link", { name: "Back to the speakers" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL(isScripted() ? "/" : "/#speaker-1");
  if (isScripted()) await expect(cardOf(page).getByRole("link", { name: NAME })).toBeFocused();
  else await expectInView(page, "speaker-1");
});

test("from dialog to dialog each step back leads to the link that opened it, and says so", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await visit(page, "/");
  const inProgram = page.locator("#session-2").getByRole("link", { name: SESSION });
  await inProgram.click();
  const inSession = dialogOf(page, SESSION).getByRole("link", { name: "Aroha Parata" });
  await inSession.click();
  const aroha = dialogOf(page, "Aroha Parata");
  const inSpeaker = aroha.getByRole("link", { name: SESSION });
  await inSpeaker.click();
  const session = dialogOf(page, SESSION);
  await expect(session.getByRole("link", { name: "Close" })).toBeFocused();
  await arrived(page);
  await session.getByRole("link", { name: "Back", exact: true }).click();
  await expect(aroha).toBeVisible();
  await expect(inSpeaker).toBeFocused();
  await arrived(page);
  await page.keyboard.press("Escape");
  await expect(inSession).toBeFocused();
  await arrived(page);
  await page.keyboard.press("Escape");
  await expect(inProgram).toBeFocused();
  await expect(page).toHaveURL("/");
});

test("the photo and the area beside it are the link of a speaker's card, and the chips keep theirs", async ({
  page,
}) => {
  await visit(page, "/");
  // Forces the click, because Playwright refuses to click a photo that a link covers.
  await cardOf(page).locator(".photo").click({ force: true });
  await expect(dialogOf(page).getByText(BIO)).toBeVisible();
  await page.goBack();
  await cardOf(page).getByRole("link", { name: SESSION }).click();
  await expect(dialogOf(page, SESSION)).toBeVisible();
});

test("a keyboard user sees which name has the focus", async ({ page }) => {
  await page.goto("/");
  const ring = async (link: Locator, framed: Locator) => {
    await link.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(link).toBeFocused();
    return framed.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor, color } = getComputedStyle(element);
      return { line: `${outlineWidth} ${outlineStyle}`, isInk: outlineColor === color };
    });
  };
  expect(await ring(cardOf(page).getByRole("link", { name: NAME }), cardOf(page))).toMatchObject({
    line: "3px solid",
  });
  const inBar = page.locator("#session-2").getByRole("link", { name: "Aroha Parata" });
  expect(await ring(inBar, inBar)).toEqual({ line: "3px solid", isInk: true });
});

test("a dialog opens at once with the page's data, and shows that its bio is loading or missing", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const [dialog, link] = [dialogOf(page), cardOf(page).getByRole("link", { name: NAME })];
  await visit(page, "/");
  const answers = await holdAnswers(page, /\.data\?/);
  await link.click();
  await expect(dialog.getByText("Editor in chief")).toBeVisible();
  await expect(dialog.getByText("9:40 – 10:30 AM")).toBeVisible();
  await expect(dialog.getByText("Loading bio...")).toBeVisible();
  answers.release();
  await expect(dialog.getByText(BIO)).toBeVisible();
  await expect(dialog.getByText("Loading bio...")).toBeHidden();

  await visit(page, "/");
  await page.route(/\.data\?/, (route) => route.abort());
  await link.click();
  await expect(dialog.getByRole("alert")).toContainText("The bio could not be loaded.");
  await expect(dialog.getByText("9:40 – 10:30 AM")).toBeVisible();
  await page.unroute(/\.data\?/);
  await dialog.getByRole("link", { name: "reload the page" }).click();
  await expect(dialog.getByText(BIO)).toBeVisible();
});

test("only the speaker is loaded, and once while the page is open", { tag: SCRIPTED }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  await visit(page, "/");
  for (let time = 0; time < 2; time += 1) {
    await cardOf(page).getByRole("link", { name: NAME }).click();
    await expect(dialogOf(page).getByText(BIO)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toBeHidden();
  }
  expect(asked.filter((path) => path.includes(".data"))).toEqual([
    expect.stringMatching(/^\/_\.data\?speaker=1&_routes=/),
  ]);
});

test("a bio is set in lines of 45 to 65 letters if there is room, with space between them", {
  tag: PLAIN,
}, async ({ page }) => {
  await page.goto("/?speaker=1");
  const bio = page.locator(".bio p").first();
  const { lines, leading } = await bio.evaluate((paragraph) => {
    const text = paragraph.firstChild as Text;
    const tops: number[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const [box] = range.getClientRects();
      if (box) tops.push(Math.round(box.top));
    }
    const { lineHeight, fontSize } = getComputedStyle(paragraph);
    const lines = Object.values(Object.groupBy(tops, String)).map((group) => group?.length ?? 0);
    return { lines, leading: Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) };
  });
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines)).toBeLessThanOrEqual(65);
  expect(Math.max(...lines)).toBeGreaterThan(45);
  expect(leading).toBeGreaterThanOrEqual(1.5);
});

test("a portrait has the height of a wide dialog, and is above the name on a phone", {
  tag: PLAIN,
}, async ({ page }) => {
  const boxes = async () => {
    const [portrait, dialog, heading] = await Promise.all(
      [page.locator(".portrait"), dialogOf(page), page.getByRole("heading", { name: NAME }).last()].map(
        async (one) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
      ),
    );
    return { portrait, dialog, heading } as Record<string, NonNullable<typeof portrait>>;
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/?speaker=1");
  const wide = await boxes();
  expect(wide.portrait?.height).toBeGreaterThan((wide.dialog?.height ?? 0) - 10);
  expect(wide.heading?.x).toBeGreaterThan((wide.portrait?.x ?? 0) + 352);
  await expect(page.locator("#dialog-title")).toHaveCSS("font-size", "44px");
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = await boxes();
  expect(phone.heading?.y).toBeGreaterThan((phone.portrait?.y ?? 0) + (phone.portrait?.height ?? 0));
});

test("the list of API calls stays in sight", { tag: PLAIN }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/api/docs#listDelegates");
  await expect(page.getByRole("link", { name: "GET /api/program" })).toBeInViewport();
});
