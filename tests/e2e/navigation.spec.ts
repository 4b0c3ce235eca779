// The fixed navigation, its menu on phones, and the ways around the page.
import type { Locator, Page } from "@playwright/test";
import { SESSION } from "../support/factories.ts";
import { expect, expectInView, QUICK, ready, SCRIPTED, test } from "../support/journey.ts";
import { signIn } from "../support/panel.ts";
import { PANEL_SITE, SAMPLE_SITE } from "../support/sites.ts";

const ITEMS = [
  ["About", "about"],
  ["Program", "program"],
  ["Speakers", "speakers"],
  ["FREE Subscription", "pressboard-subscription"],
  ["Register", "registration"],
  ["Venue", "venue"],
  ["Home", "hero"],
] as const;

test("each of the seven navigation items leads to its section", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link")).toHaveText([
    "Home",
    "About",
    "Program",
    "Speakers",
    "FREE Subscription",
    "Register",
    "Venue",
  ]);
  for (const [label, anchor] of ITEMS) {
    await nav.getByRole("link", { name: label, exact: true }).click();
    await expectInView(page, anchor);
    await expect(page).toHaveURL(`/#${anchor}`);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 760 } });

  test("a menu opens, leads to each section and closes with the choice", { tag: QUICK }, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/");
    await ready(page, javaScriptEnabled);
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav).toBeHidden();
    for (const [label, anchor] of ITEMS) {
      await page.getByText("Menu", { exact: true }).click();
      await nav.getByRole("link", { name: label, exact: true }).click();
      await expect(nav).toBeHidden();
      await expectInView(page, anchor);
    }
  });

  test("the brand closes the menu and leads to the hero", { tag: QUICK }, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/");
    await ready(page, javaScriptEnabled);
    const nav = page.getByRole("navigation", { name: "Main" });
    await page.getByText("Menu", { exact: true }).click();
    await expect(nav).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Byline 2025" }).click();
    await expect(nav).toBeHidden();
    await expectInView(page, "hero");
  });

  test("the way to register and the menu leave the name of the conference whole at 320 px", {
    tag: QUICK,
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/");
    const brand = page.getByRole("banner").getByRole("link", { name: "Byline 2025" });
    expect(await brand.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.getByRole("banner").getByRole("link", { name: "Register", exact: true }).first().click();
    await expectInView(page, "registration");
  });

  test("the menu closes without a choice", { tag: QUICK }, async ({ page, javaScriptEnabled }) => {
    await page.goto("/");
    await ready(page, javaScriptEnabled);
    const nav = page.getByRole("navigation", { name: "Main" });
    await page.getByText("Menu", { exact: true }).click();
    // The button at the same place.
    await page.getByRole("banner").getByText("Close", { exact: true }).click();
    await expect(nav).toBeHidden();
    await expect(page.getByText("Menu", { exact: true })).toBeVisible();
    if (!javaScriptEnabled) return;
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    await menu.press("Space");
    await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    await page.keyboard.press("Escape");
    await expect(nav).toBeHidden();
    await expect(menu).toBeFocused();
  });
});

test("the navigation stays in view and changes its style past 50 px", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  const header = page.getByRole("banner");
  const border = () => header.evaluate((element) => getComputedStyle(element).borderBottomColor);
  const atTop = await border();
  await page.mouse.wheel(0, 45);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(45);
  expect(await border()).toBe(atTop);
  await page.mouse.wheel(0, 20);
  await expect.poll(border).not.toBe(atTop);
  await expect(header).toBeInViewport();
});

test("without script and without scroll timelines a line comes below the navigation past 50 px", {
  tag: QUICK,
}, async ({ browser }) => {
  const page = await browser.newPage({
    baseURL: SAMPLE_SITE.origin,
    javaScriptEnabled: false,
    bypassCSP: true,
  });
  // What other browsers make of the page: they know nothing of these timelines.
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("animation-timeline:", "unknown-timeline:");
    await route.fulfill({ response, body });
  });
  await page.goto("/");
  const bottom = ((await page.getByRole("banner").boundingBox())?.height ?? 0) - 1;
  const below = async () => {
    const clip = { x: 4, y: bottom, width: 1, height: 3 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  const atTop = await below();
  await page.mouse.wheel(0, 45);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(45);
  expect(await below()).toBe(atTop);
  await page.mouse.wheel(0, 20);
  await expect.poll(below).not.toBe(atTop);
  await page.close();
});

test("the brand leads to the hero, and Register Now to the plans", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/");
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "Register Now" }).click();
  await expectInView(page, "registration");
  await page.getByRole("banner").getByRole("link", { name: "Byline 2025" }).click();
  await expectInView(page, "hero");
});

test("the first Tab and Enter reach the main part of the page", async ({ page, javaScriptEnabled }) => {
  for (const path of ["/", "/register"]) {
    await page.goto(path);
    await ready(page, javaScriptEnabled);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }
});

test("the skip link leaves what is said to be wrong with a form", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/register");
  await ready(page, javaScriptEnabled);
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByRole("link", { name: "Skip to main content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByText("Full Name: Required").first()).toBeVisible();
});

test("anchors glide, unless the visitor prefers no motion", async ({ page }) => {
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.goto("/");
  expect(await behavior()).toBe("smooth");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await behavior()).toBe("auto");
});

test("a page that is led to from another has its styles, whichever was loaded first", { tag: QUICK }, async ({
  page,
}) => {
  const borderOfField = () =>
    page.getByLabel("Full Name").evaluate((input) => getComputedStyle(input).borderTopWidth);
  const lineOfDate = () =>
    page.locator(".dateline").evaluate((line) => getComputedStyle(line).borderTopWidth);
  await page.goto("/");
  expect(await lineOfDate()).toBe("1px");
  await page.locator("#hero").getByRole("link", { name: "Register Now" }).click();
  await page.locator("#registration").getByRole("link", { name: "Register Free" }).click();
  await expect(page.getByLabel("Full Name")).toBeVisible();
  expect(await borderOfField()).toBe("2px");
  await page.reload();
  await page.getByRole("banner").getByRole("link", { name: "Byline 2025" }).click();
  await expect(page.locator(".dateline")).toBeVisible();
  expect(await lineOfDate()).toBe("1px");
});

/** What every element of the page looks like, as far as style sheets say, without what depends on where it is. */
const looks = async (page: Page, elements = "body > :not(script) *") => {
  // What is under the pointer looks otherwise, and so does the header of a page that is scrolled.
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  return page.evaluate(
    (elements) =>
      [...document.querySelectorAll(elements)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const style = getComputedStyle(element);
          const said = [
            style.color,
            style.backgroundColor,
            style.font,
            style.padding,
            style.marginBlock,
            style.borderWidth,
            style.borderColor,
            style.display,
            style.gridTemplateAreas,
            style.textDecorationLine,
          ];
          const names = `${element.localName}.${element.getAttribute("class") ?? ""} ${element.textContent.slice(0, 30)}`;
          return `${names}: ${said.join("; ")}`;
        }),
    elements,
  );
};

for (const width of [360, 1280]) {
  test(`a page looks the same, whichever page of the site led to it, at ${width} px`, {
    tag: [SCRIPTED, QUICK],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const arrive = async (from: string, by: Locator, to: RegExp) => {
      await page.goto(from);
      await ready(page, true);
      await by.click();
      await expect(page).toHaveURL(to);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[data-busy]")).toHaveCount(0);
    };
    const brand = page.locator(".site-brand");
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    const home = await looks(page);
    expect(home.length).toBeGreaterThan(300);
    for (const from of ["/register", "/privacy", "/now"]) {
      await arrive(from, brand, /\/(#hero)?$/);
      expect(await looks(page), from).toEqual(home);
    }
    await page.goto("/register");
    await page.waitForLoadState("networkidle");
    const form = await looks(page);
    await arrive("/", page.getByRole("link", { name: "Register Free" }), /\/register/);
    expect(await looks(page)).toEqual(form);

    // To the program of the panel's site other tests add meanwhile.
    await signIn(page);
    const headers = { Origin: PANEL_SITE.origin };
    const data = { ...SESSION, title: "Seen both ways", type: "keynote" };
    const added = await page.request.post(`${PANEL_SITE.origin}/api/admin/program`, { headers, data });
    const { id } = await added.json();
    const bar = `#session-${id}, #session-${id} *, .plan, .plan *, .dateline, .benefits, .section-head *`;
    await page.goto(`${PANEL_SITE.origin}/`);
    await page.waitForLoadState("networkidle");
    const theirs = await looks(page, bar);
    expect(theirs.length).toBeGreaterThan(50);
    await arrive(`${PANEL_SITE.origin}/admin`, page.getByRole("link", { name: "View Site" }), /:\d+\/$/);
    expect(await looks(page, bar)).toEqual(theirs);
  });
}

test("Escape in the open menu closes it, and leaves the focus on its button", { tag: SCRIPTED }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  await ready(page, true);
  const button = page.getByRole("button", { name: "Menu" });
  await button.press("Enter");
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
  await entry.focus();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await expect(button).toBeFocused();
});
