import type { Page } from "@playwright/test";
import axe from "axe-core";
import { endToast, expect } from "./journey.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A phone and a desk, in CSS pixels. */
const WIDTHS = [360, 1280];
/** The narrowest at which nothing may scroll sideways: 1280 at 400 % (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Fails where axe finds anything on the page as it is now, on a phone or a desk, or where it scrolls sideways there
 * or at 320 px. axe is a script itself: in a test without script it is the page's own that must not arrive.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await endToast(page);
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await expectNoSidewaysScroll(page, what, width);
    const found = await page.evaluate(async (runOnly) => {
      const { violations } = await window.axe.run({ runOnly, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
    }, RULES);
    expect(found, `${what} at ${width} px`).toEqual([]);
  }
  await expectReadableAtNight(page, what);
  await expectNoSidewaysScroll(page, what, REFLOW_WIDTH);
}

/** The colours of the night are others; what is where stays the same. */
export async function expectReadableAtNight(page: Page, what: string): Promise<void> {
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] });
    return violations.flatMap(({ nodes }) =>
      nodes.map(({ target, any }) => `${target.join()}: ${any[0]?.message}`),
    );
  });
  await page.emulateMedia({ colorScheme: null });
  expect(found, `${what} at night`).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page, what: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} at ${width} px`).toBeLessThanOrEqual(0);
}
