import type { Page } from "@playwright/test";
import type { ServerProcess } from "../faults/support/server-process.ts";
import { expectAccessible } from "../support/axe.ts";
import {
  expect,
  isScripted,
  PLAIN,
  SCRIPTED,
  startSample,
  test,
  visit,
  withholdScripts,
} from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { WITH_OTHER } from "../support/other-conference.ts";
import { startedAt } from "../support/server-clock.ts";
import { MOMENTS } from "../support/states.ts";

test.describe.configure({ mode: "default" });
let demo: ServerProcess;
test.beforeAll(async () => {
  demo = await startSample({ DEMO: "on" });
});
test.afterAll(async () => {
  await demo.stop();
});

/** Address of the demo at one of the MOMENTS. */
const at = (moment: string) => `${demo.origin}${MOMENTS[moment]?.[1]}`;

test("in the foyer three streams and the next sessions fit on the screen, and Tab reaches every control", async ({
  page,
}) => {
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, at("the foyer in streams"));
    await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
    await expect(page.getByText("Staying a journalist: rates, rights and rest")).toBeVisible();
    const left = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(left).toBeLessThanOrEqual(0);
  }
  await expectTabToReachEverything(page);
});

test("the screen in the foyer changes when a session begins, without input", async ({ page }) => {
  // The keynote begins in 8 seconds.
  const site = await startSample({ ...WITH_OTHER, ...startedAt("2027-05-20T08:44:52+03:00") });
  await page.clock.install();
  await visit(page, `${site.origin}/now`);
  await expect(page.getByRole("heading", { name: "Next, at 8:45 AM" })).toBeVisible();
  await expect(page.getByText("The first session starts at 8:45 AM")).toBeVisible();
  await expect(page.getByText("Keynote, until 9:30 AM")).toBeVisible();
  // Without JavaScript, a reload simulates the page's own refresh.
  const halfMinute = () => (isScripted() ? page.clock.fastForward(30_000) : page.reload());
  await expect(async () => {
    await halfMinute();
    await expect(page.getByRole("heading", { name: "Next, at 9:40 AM" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("The first session starts at 8:45 AM")).toHaveCount(0);
  await site.stop();
});

test("an open front page follows the day by the server's time", { tag: SCRIPTED }, async ({ page }) => {
  const site = await startSample({ ...WITH_OTHER, ...startedAt("2027-05-20T08:44:56+03:00") });
  await page.clock.install();
  await visit(page, `${site.origin}/?session=2`);
  await expect(page.locator("#edition")).toContainText("Next, at 8:45 AM");
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(page.locator("#edition")).toContainText("On now, until 9:30 AM", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("dialog")).toBeVisible();
  await site.stop();
});

test.describe("with axe", () => {
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test("axe finds nothing at any moment, by day and at night, and nothing scrolls sideways", async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await withholdScripts(page);
    for (const moment of Object.keys(MOMENTS)) {
      await test.step(moment, async () => {
        await page.goto(at(moment));
        await expectAccessible(page, moment);
      });
    }
  });
});

/** Elements that may be red, to mark actions or for orientation (docs/decisions/look.md). */
const ROLES = {
  masthead: ".site-header, .lead-photo, [aria-label=Offer], .board",
  button: ".button",
  keynote: "[data-tone=red]:not(.toast)",
  error: ".error-summary, .field[data-invalid], .toast",
  now: ".edition h2 time, [data-now], .slot-time > b",
};

/** Roles of the red elements on a page, and the red elements without a role. */
const redIn = (page: Page) =>
  page.evaluate((roles) => {
    const isRed = (colour: string) => {
      const [r = 0, g = 0, b = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      const hue = ((g - b) / (r - Math.min(g, b)) || 0) * 60;
      return alpha > 0 && r - Math.max(g, b) > 8 && Math.abs(hue) < 20;
    };
    const found = new Set<string>();
    for (const element of document.body.querySelectorAll("*"))
      for (const pseudo of [undefined, "::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        if (!element.checkVisibility() || (pseudo && style.content === "none")) continue;
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
        const colours = [style.backgroundColor, style.boxShadow, ...(hasText ? [style.color] : [])];
        for (const side of ["Top", "Right", "Bottom", "Left"] as const)
          if (Number.parseFloat(style[`border${side}Width`]) > 0) colours.push(style[`border${side}Color`]);
        if (!colours.some(isRed)) continue;
        const [role] = Object.entries(roles).find(([, selector]) => element.closest(selector)) ?? [];
        found.add(role ?? `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`);
      }
    return [...found].sort();
  }, ROLES);

test("red has five roles: the masthead, the main button, the keynote, errors, what is on now", {
  tag: PLAIN,
}, async ({ page }) => {
  const day = "?at=2025-09-11T11:20";
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/", "/?session=1", `/${day}`, "/?at=2025-09-08T10:00", `/now${day}`]) {
      await page.goto(demo.origin + path);
      const roles = await redIn(page);
      const onDay = path === `/${day}` ? ["now"] : [];
      expect(roles, `${path}, ${colorScheme}`).toEqual(
        path.startsWith("/now")
          ? roles.filter((role) => role in ROLES)
          : ["button", "keynote", "masthead", ...onDay],
      );
    }
    await page.goto(`${demo.origin}/register`);
    await page.getByRole("button", { name: "Complete Registration" }).click();
    expect(await redIn(page), `errors, ${colorScheme}`).toEqual(["button", "error", "masthead"]);
  }
});
