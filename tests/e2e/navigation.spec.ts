import type { Locator, Page } from "@playwright/test";
import { SESSION } from "../support/factories.ts";
import {
  expect,
  expectInView,
  isScripted,
  PLAIN,
  QUICK,
  QUICK_PLAIN,
  SCRIPTED,
  test,
  visit,
} from "../support/journey.ts";
import { logIn } from "../support/panel.ts";
import { PANEL_SITE, SAMPLE_SITE } from "../support/sites.ts";

/** Link texts, and the sections that they lead to. */
const ITEMS = {
  Home: "hero",
  About: "about",
  Program: "program",
  Speakers: "speakers",
  "FREE Subscription": "pressboard-subscription",
  Register: "registration",
  Venue: "venue",
};

const navigationOf = (page: Page) => page.getByRole("navigation", { name: "Main" });
const brandOf = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Byline 2025" });

test("on a phone a menu opens, leads to each section and closes with or without a choice", {
  tag: QUICK,
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/");
  const nav = navigationOf(page);
  const open = () => page.getByText("Menu", { exact: true }).click();
  await expect(nav).toBeHidden();
  for (const [label, anchor] of Object.entries(ITEMS).reverse()) {
    await open();
    await nav.getByRole("link", { name: label, exact: true }).click();
    await expect(nav).toBeHidden();
    await expectInView(page, anchor);
  }
  await test.step("the registration link and the menu leave the conference's name whole", async () => {
    const register = page.getByRole("banner").getByRole("link", { name: "Register", exact: true }).first();
    // At the top of the page, the hero has a button instead.
    await expect(register).toBeHidden();
    await page.mouse.wheel(0, 300);
    await expect(register).toBeVisible();
    expect(await brandOf(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await register.click();
    await expectInView(page, "registration");
  });
  await test.step("the brand closes the menu and leads to the hero", async () => {
    await open();
    await expect(nav).toBeVisible();
    await brandOf(page).click();
    await expect(nav).toBeHidden();
    await expectInView(page, "hero");
  });
  await test.step("the button at the same place closes it", async () => {
    await open();
    await page.getByRole("banner").getByText("Close", { exact: true }).click();
    await expect(nav).toBeHidden();
    await expect(page.getByText("Menu", { exact: true })).toBeVisible();
  });
  if (!isScripted()) return;
  await test.step("Escape closes it, and leaves the focus on its button", async () => {
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    for (const key of ["Space", "Enter"]) {
      await menu.press(key);
      const close = page.getByRole("button", { name: "Close", exact: true });
      await expect(close).toHaveAttribute("aria-expanded", "true");
      if (key === "Enter") await nav.getByRole("link", { name: "About" }).focus();
      await page.keyboard.press("Escape");
      await expect(nav).toBeHidden();
      await expect(menu).toBeFocused();
    }
  });
});

test("the navigation stays in view and changes its style past 50 px", { tag: QUICK }, async ({ page }) => {
  await visit(page, "/");
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

test("without JavaScript and scroll timelines a line appears below the navigation past 50 px", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ browser }) => {
  const page = await browser.newPage({
    baseURL: SAMPLE_SITE.origin,
    javaScriptEnabled: false,
    bypassCSP: true,
  });
  // Simulates a browser without scroll timelines.
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

test("the brand leads to the hero, and Register Now to the plans; anchors scroll smoothly unless motion is reduced", {
  tag: QUICK,
}, async ({ page }) => {
  const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await visit(page, "/");
  expect(await behavior()).toBe("auto");
  await page.getByRole("link", { name: "Register Now" }).click();
  await expectInView(page, "registration");
  await brandOf(page).click();
  await expectInView(page, "hero");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await behavior()).toBe("smooth");
});

test("the first Tab and Enter reach the main part of the page", async ({ page }) => {
  for (const path of ["/", "/register"]) {
    await visit(page, path);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }
});

test("the skip link keeps the errors of a form", { tag: QUICK }, async ({ page }) => {
  await visit(page, "/register");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByRole("link", { name: "Skip to main content" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByText("Full Name: Required").first()).toBeVisible();
});

/** Computed styles of every visible element on a phone and on a desktop. */
async function computedStyles(page: Page, elements = "body > :not(script) *"): Promise<string[]> {
  const all: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Hovered elements and the header of a scrolled page look different.
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      window.scrollTo({ top: 0, behavior: "instant" });
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
    const styles = await page.evaluate((elements) => {
      const PROPERTIES = [
        ...["color", "backgroundColor", "font", "padding", "marginBlock", "borderWidth", "borderColor"],
        ...["display", "gridTemplateAreas", "textDecorationLine"],
      ] as (keyof CSSStyleDeclaration)[];
      return [...document.querySelectorAll(elements)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const style = getComputedStyle(element);
          const names = `${element.localName}.${element.getAttribute("class") ?? ""} ${element.textContent.slice(0, 30)}`;
          return `${names}: ${PROPERTIES.map((property) => style[property]).join("; ")}`;
        });
    }, elements);
    all.push(...styles);
  }
  return all;
}

test("a page looks the same, whichever page led to it", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  const arrive = async (from: string, by: Locator, to: RegExp) => {
    await visit(page, from);
    await by.click();
    await expect(page).toHaveURL(to);
    await expect(page.locator("[data-busy]")).toHaveCount(0);
  };
  await visit(page, "/");
  const home = await computedStyles(page);
  expect(home.length).toBeGreaterThan(600);
  for (const from of ["/register", "/privacy", "/now"]) {
    await arrive(from, page.locator(".site-brand"), /\/(#hero)?$/);
    await expect.poll(() => computedStyles(page), from).toEqual(home);
  }
  await visit(page, "/register");
  const form = await computedStyles(page);
  await arrive("/", page.getByRole("link", { name: "Register Free" }), /\/register/);
  await expect.poll(() => computedStyles(page)).toEqual(form);

  // Other tests change the program on the panel's site, so this test compares a new session.
  await logIn(page);
  const headers = { Origin: PANEL_SITE.origin };
  const data = { ...SESSION, title: "Seen both ways", type: "keynote" };
  const added = await page.request.post(`${PANEL_SITE.origin}/api/admin/program`, { headers, data });
  const { id } = await added.json();
  const bar = `#session-${id}, #session-${id} *, .plan, .plan *, .dateline, .benefits, .section-head *`;
  await visit(page, `${PANEL_SITE.origin}/`);
  const theirs = await computedStyles(page, bar);
  expect(theirs.length).toBeGreaterThan(100);
  await arrive(`${PANEL_SITE.origin}/admin`, page.getByRole("link", { name: "View Site" }), /:\d+\/$/);
  await expect.poll(() => computedStyles(page, bar)).toEqual(theirs);
});
