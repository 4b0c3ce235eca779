import { cpSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { inDatabase, rowsOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { type OwnSites, startSites } from "./own-sites.ts";
import { newDataDir } from "./server.ts";
import { SAMPLE_SITE, TEMPLATE_DIR } from "./sites.ts";

export { PLAIN, QUICK, QUICK_PLAIN, SCRIPTED } from "./tags.ts";
export { expect, inDatabase };

/** The project whose pages run no script. */
export const WITHOUT_SCRIPT = "without script";

/** What Chromium logs when a view transition is overtaken; no script of the site is involved. */
const ENDED_TRANSITION = /^Transition was (skipped|aborted because of (?!.*opt-in disabled))/;

/** A test in the browser that also fails when the page's policy refuses something or a script fails. */
export const test = base.extend<{ faults: string[]; fresh: undefined }, { sites: OwnSites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const sites = await startSites();
      await use(sites);
      await sites.stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  /** The panel of each file begins with the sample conference as it is. */
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

/** The rows of delegates with this email address in the visited site's database. */
export const delegatesWith = (email: string): Record<string, unknown>[] =>
  rowsOf(SAMPLE_SITE.dataDir, `select * from delegates where email = '${email}'`);

/** A server of a test's own with the sample conference, for ORGANISER. */
export function startSample(settings: Record<string, string>): Promise<ServerProcess> {
  const dataDir = newDataDir();
  cpSync(TEMPLATE_DIR, dataDir, { recursive: true });
  return startProcess({ dataDir, settings });
}

/** An address that nobody else in this run registers with. */
export const newEmail = (): string => `visitor-${crypto.randomUUID()}@example.com`;

/** Whether the pages of the running test have their scripts. */
export const isScripted = (): boolean => test.info().project.name !== WITHOUT_SCRIPT;

/** Opens an address, and waits until the page's scripts run, where they are allowed to. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Waits until the page's scripts run, where they are allowed to. */
export async function ready(page: Page, javaScriptEnabled = isScripted()): Promise<void> {
  if (!javaScriptEnabled) return;
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  // React takes the page over in the tasks that follow; a field that is filled meanwhile would lose its selection.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Leaves a page's own scripts unanswered, so that axe can run in a page without script; refused, they would be faults. */
export async function withholdScripts(page: Page, { name } = test.info().project): Promise<void> {
  if (name === WITHOUT_SCRIPT) await page.route("**/assets/*.js", () => {});
}

/** Lets a toast run its five seconds at once: it lies over the page only so long. */
export async function endToast(page: Page): Promise<void> {
  await page.locator(".toast").evaluateAll((toasts) => {
    for (const toast of toasts) for (const animation of toast.getAnimations()) animation.finish();
  });
  await expect(page.locator(".toast:visible")).toHaveCount(0);
}

/** Whether the element with this id is what the visitor looks at: its top edge is on the screen. */
export async function expectInView(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => {
      const box = await page.locator(`#${id}`).boundingBox();
      return box !== null && box.y >= -2 && box.y < 200;
    })
    .toBe(true);
}

/** Holds back the answers to requests that match, as a slow connection does, until `release` is called. */
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
