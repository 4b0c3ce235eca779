import { cpSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { inDatabase, rowsOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { newDataDir } from "./server.ts";
import { SAMPLE_SITE, TEMPLATE_DIR } from "./sites.ts";
import { type OwnSites, startSites } from "./worker-sites.ts";

export { PLAIN, QUICK, QUICK_PLAIN, SCRIPTED } from "./tags.ts";
export { expect, inDatabase };

/** The project without JavaScript. */
export const WITHOUT_SCRIPT = "without JavaScript";

/** Chromium's message about a skipped view transition, independent of the site's scripts. */
const ENDED_TRANSITION = /^Transition was (skipped|aborted because of (?!.*opt-in disabled))/;

/** A browser test that also fails after a policy violation or a script error. */
export const test = base.extend<{ faults: string[]; fresh: undefined }, { sites: OwnSites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const sites = await startSites();
      await use(sites);
      await sites.stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  /** Each file starts with the unchanged sample conference. */
  fresh: [
    async ({ sites, baseURL }, use, { file }) => {
      sites.freshFor(file, baseURL);
      await use(undefined);
    },
    { auto: true },
  ],
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => {
        if (!ENDED_TRANSITION.test(message)) faults.push(message);
      });
      page.on("console", (message) => {
        const isExpected = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isExpected) faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Delegates with this email address in the visited site's database. */
export const delegatesWith = (email: string): Record<string, unknown>[] =>
  rowsOf(SAMPLE_SITE.dataDir, `select * from delegates where email = '${email}'`);

/** Starts a separate server with the sample conference, for ORGANISER. */
export function startSample(settings: Record<string, string>): Promise<ServerProcess> {
  const dataDir = newDataDir();
  cpSync(TEMPLATE_DIR, dataDir, { recursive: true });
  return startProcess({ dataDir, settings });
}

export const newEmail = (): string => `visitor-${crypto.randomUUID()}@example.com`;

export const isScripted = (): boolean => test.info().project.name !== WITHOUT_SCRIPT;

/** Opens an address and waits for its scripts, if JavaScript is on. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Waits until the page's scripts run, if JavaScript is on. */
export async function ready(page: Page, javaScriptEnabled = isScripted()): Promise<void> {
  if (!javaScriptEnabled) return;
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  // React hydrates in the next tasks; a field filled meanwhile would lose its selection.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Holds back a page's scripts, so that axe can run without them; blocked scripts would be faults. */
export async function withholdScripts(page: Page, { name } = test.info().project): Promise<void> {
  if (name === WITHOUT_SCRIPT) await page.route("**/assets/*.js", () => {});
}

/** Ends a toast's five seconds at once. */
export async function endToast(page: Page): Promise<void> {
  await page.locator(".toast").evaluateAll((toasts) => {
    for (const toast of toasts) for (const animation of toast.getAnimations()) animation.finish();
  });
  await expect(page.locator(".toast:visible")).toHaveCount(0);
}

/** The top edge of the element is near that of the window; the last section cannot come quite as near. */
export async function expectInView(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => {
      const box = await page.locator(`#${id}`).boundingBox();
      return box !== null && box.y >= -2 && box.y < 240;
    })
    .toBe(true);
}

/** Delays responses to matching requests until `release` is called. */
export async function holdAnswers(page: Page, pattern: RegExp): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}
