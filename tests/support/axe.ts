import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { endToast, expect, isScripted, PLAIN, SCRIPTED, test } from "./journey.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified script loads faster. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Widths in CSS pixels: a phone in light colours and a desktop in dark colours. */
const VIEWS = { light: 360, dark: 1280 } as const;
type View = keyof typeof VIEWS;
/** Narrowest width without horizontal scrolling: 1280 px at 400% zoom (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Asserts that axe finds no faults in these views and that the page never scrolls sideways. */
export async function expectAccessible(page: Page, what: string, views = viewsHere()): Promise<void> {
  await endToast(page);
  for (const view of views) await expectNothingFound(page, what, view);
  await expectNoSidewaysScroll(page, what, REFLOW_WIDTH);
}

export const BOTH_VIEWS: View[] = ["light", "dark"];

function viewsHere(): View[] {
  if (test.info().tags.some((tag) => tag === SCRIPTED || tag === PLAIN)) return BOTH_VIEWS;
  return [isScripted() ? "light" : "dark"];
}

async function expectNothingFound(page: Page, what: string, colorScheme: View): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expectNoSidewaysScroll(page, what, VIEWS[colorScheme]);
  expect(await found(page, RULES), `${what} at ${VIEWS[colorScheme]} px`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
}

/** Asserts that axe finds no contrast faults with dark colours. */
export async function expectReadableAtNight(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await found(page, ["color-contrast"]), `${what} at night`).toEqual([]);
}

async function found(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join()}: ${any[0]?.message}`),
    );
  }, runOnly);
}

async function expectNoSidewaysScroll(page: Page, what: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} at ${width} px`).toBeLessThanOrEqual(0);
}
