// Who speaks: the dialogs of speakers, from every name to where one was before.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import {
  expect,
  expectInView,
  holdAnswers,
  PLAIN,
  QUICK,
  ready,
  SCRIPTED,
  test,
  withholdScripts,
} from "../support/journey.ts";

const NAME = "Marguerite Oyelaran";
const BIO = "Marguerite has edited four mastheads in twenty-two years and closed none of them.";
const SESSION = "Morning conference: what made it in, and why";

const dialogOf = (page: Page, name = NAME): Locator => page.getByRole("dialog", { name });
const cardOf = (page: Page): Locator => page.locator("#speaker-1");
/** Where a name stands, and how to get there. */
const NAMES: Record<string, (page: Page) => Promise<Locator>> = {
  "the speakers": async (page) => cardOf(page).getByRole("link", { name: NAME }),
  "the program": async (page) => page.locator("#session-2").getByRole("link", { name: NAME }),
  "a session's dialog": async (page) => {
    await page.locator("#session-2").getByRole("link", { name: SESSION }).click();
    return dialogOf(page, SESSION).getByRole("link", { name: NAME });
  },
};

for (const [place, find] of Object.entries(NAMES)) {
  test(`from their name in ${place} a speaker's dialog opens, with their bio and their sessions`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/");
    await ready(page, javaScriptEnabled);
    const link = await find(page);
    await link.click();
    const dialog = dialogOf(page);
    await expect(page).toHaveURL("/?speaker=1");
    await expect(page).toHaveTitle(`${NAME} – Byline 2025`);
    await expect(dialog.getByRole("link", { name: "Close" })).toBeFocused();
    await expect(dialog.getByText("Editor in chief")).toBeVisible();
    await expect(dialog.getByText("The Southern Courier")).toBeVisible();
    await expect(dialog.getByText(BIO)).toBeVisible();
    await expect(dialog.getByRole("heading", { name: "Sessions" })).toBeVisible();
    const session = dialog.getByRole("listitem").filter({ hasText: SESSION });
    await expect(session).toContainText("9:40 – 10:30 AM");
    await expect(session).toContainText("panelist");
    await session.getByRole("link", { name: SESSION }).click();
    await expect(dialogOf(page, SESSION).getByText(BIO)).toBeVisible();
    await expect(page).toHaveURL("/?session=2");
  });

  for (const close of ["link", "Escape", "back"] as const) {
    // Without script the close link leads to the card.
    const tag = close === "back" ? [QUICK] : [QUICK, SCRIPTED];
    test(`closed by ${close}, a speaker's dialog opened in ${place} leads back to the name`, { tag }, async ({
      page,
      javaScriptEnabled,
    }) => {
      await page.goto("/");
      await ready(page, javaScriptEnabled);
      const link = await find(page);
      await link.click();
      const dialog = dialogOf(page);
      await expect(dialog.getByText(BIO)).toBeVisible();
      if (close === "link") await dialog.getByRole("link", { name: "Close" }).click();
      else if (close === "Escape") await page.keyboard.press("Escape");
      else await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(link).toBeVisible();
      // A browser without script remembers the place where a page was, and most of them the focus.
      if (javaScriptEnabled) await expect(link).toBeFocused();
    });
  }
}

test("without script the close link of a speaker's dialog leads to their card", { tag: PLAIN }, async ({
  page,
}) => {
  await page.goto("/?speaker=9");
  await page.getByRole("dialog").getByRole("link", { name: "Back to the speakers" }).click();
  await expect(page).toHaveURL("/#speaker-9");
  await expectInView(page, "speaker-9");
});

test("opened by its address a dialog closes to the name in the speakers", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/?speaker=1");
  await ready(page, javaScriptEnabled);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL("/");
  await expect(cardOf(page).getByRole("link", { name: NAME })).toBeFocused();
});

test("from dialog to dialog each step back leads to the link it was taken by, and says so", {
  tag: [SCRIPTED, QUICK],
}, async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  const inProgram = page.locator("#session-2").getByRole("link", { name: SESSION });
  await inProgram.click();
  const inSession = dialogOf(page, SESSION).getByRole("link", { name: "Aroha Parata" });
  await inSession.click();
  const aroha = dialogOf(page, "Aroha Parata");
  const inSpeaker = aroha.getByRole("link", { name: SESSION });
  await inSpeaker.click();
  const session = dialogOf(page, SESSION);
  await expect(session.getByRole("link", { name: "Close" })).toBeFocused();
  await session.getByRole("link", { name: "Back", exact: true }).click();
  await expect(aroha).toBeVisible();
  await expect(inSpeaker).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inSession).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inProgram).toBeFocused();
  await expect(page).toHaveURL("/");
});

test("the portrait and whatever is beside it is the link of a speaker's card, and the chips stay theirs", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  // The link lies over it, which Playwright takes for something in the way.
  await cardOf(page).locator(".portrait").click({ force: true });
  await expect(dialogOf(page).getByText(BIO)).toBeVisible();
  await page.goBack();
  await cardOf(page).getByRole("link", { name: SESSION }).click();
  await expect(dialogOf(page, SESSION)).toBeVisible();
});

test("whoever goes by keyboard sees on which name they are", async ({ page }) => {
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

test("on a slow connection the dialog is there at once with what the page holds, and says what is loading", {
  tag: SCRIPTED,
}, async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  const answers = await holdAnswers(page, /\.data\?/);
  await cardOf(page).getByRole("link", { name: NAME }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Editor in chief")).toBeVisible();
  await expect(dialog.getByText("9:40 – 10:30 AM")).toBeVisible();
  await expect(dialog.getByText("Loading bio...")).toBeVisible();
  answers.release();
  await expect(dialog.getByText(BIO)).toBeVisible();
  await expect(dialog.getByText("Loading bio...")).toBeHidden();
});

test("on a connection that breaks the dialog stays and says that the bio is missing", {
  tag: SCRIPTED,
}, async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  await page.route(/\.data\?/, (route) => route.abort());
  await cardOf(page).getByRole("link", { name: NAME }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("alert")).toContainText("The bio could not be loaded.");
  await expect(dialog.getByText("9:40 – 10:30 AM")).toBeVisible();
  await page.unroute(/\.data\?/);
  await dialog.getByRole("link", { name: "reload the page" }).click();
  await expect(dialog.getByText(BIO)).toBeVisible();
});

test("only the speaker is asked for, and once while the page is open", { tag: SCRIPTED }, async ({
  page,
  javaScriptEnabled,
}) => {
  const asked: string[] = [];
  page.on("request", (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  await page.goto("/");
  await ready(page, javaScriptEnabled);
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

test("a bio is set in lines of 45 to 65 letters where there is room, with air between them", async ({
  page,
}) => {
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
    const counts = Object.values(Object.groupBy(tops, String)).map((group) => group?.length ?? 0);
    return { lines: counts, leading: Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) };
  });
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines)).toBeLessThanOrEqual(65);
  expect(Math.max(...lines)).toBeGreaterThan(45);
  expect(leading).toBeGreaterThanOrEqual(1.5);
});

test("an open speaker is what is printed of them", async ({ page }) => {
  await page.goto("/?speaker=1");
  await page.emulateMedia({ media: "print" });
  await expect(dialogOf(page).getByText(BIO)).toBeVisible();
  await expect(page.locator("#program")).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to the speakers" })).toBeHidden();
});

test.describe("with axe", () => {
  // axe is a script itself: without script here means that the page's own do not arrive.
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test.beforeEach(async ({ page }, { project }) => {
    await withholdScripts(page, project);
  });
  for (const [what, path] of [
    ["a speaker's dialog", "/?speaker=1"],
    ["the dialog of a speaker without a portrait", "/?speaker=12"],
    ["the dialog of a missing speaker", "/?speaker=99"],
  ] as const) {
    test(`axe finds nothing on ${what}, by day or at night, and nothing scrolls sideways`, async ({
      page,
    }) => {
      await page.goto(path);
      await expectAccessible(page, what);
    });
  }
});
