import { cpSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { inDatabase, rowsOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { newDataDir } from "./server.ts";
import { SAMPLE_SITE, TEMPLATE_DIR } from "./sites.ts";
import { type OwnSites, startSites } from "./worker-sites.ts";

export { PLAIN, QUICK, QUICK_PLAIN, SCRIPTED } from "./tags.ts";
export { expect, inDatabase };

/**
 * Messages that are not errors in the site: Chromium skipped a view transition, or React Router
 * ended a request because the next navigation replaced it.
 */
const ENDED =
  /^(Transition was (skipped|aborted because of (?!.*opt-in disabled))|signal is aborted without|BodyStreamBuffer was aborted$)/;

/** A browser test that also fails after a script error or a violation of the CSP. */
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
  /** Each test file starts with the unchanged sample conference. */
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
        if (!ENDED.test(message)) faults.push(message);
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

/** Rows of the delegates with this email address on SAMPLE_SITE. */
export const delegatesWith = (email: string): Record<string, unknown>[] =>
  rowsOf(SAMPLE_SITE.dataDir, `select * from delegates where email = '${email}'`);

/** Starts a separate server with the sample conference and ORGANISER as its organiser. */
export function startSample(settings: Record<string, string>): Promise<ServerProcess> {
  const dataDir = newDataDir();
  cpSync(TEMPLATE_DIR, dataDir, { recursive: true });
  return startProcess({ dataDir, settings });
}

export const newEmail = (): string => `visitor-${crypto.randomUUID()}@example.com`;

export const isScripted = (): boolean => test.info().project.name === "with JavaScript";

/** Opens an address and waits for its scripts, if JavaScript is on. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Waits until the page's scripts run, if JavaScript is on. */
export async function ready(page: Page): Promise<void> {
  if (!isScripted()) return;
  await page.waitForFunction(() => "__reactRouterDataRouter" in window);
  // React hydrates in later tasks. A field filled before that would lose its selection.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })));
}

/** Keeps script requests pending in the project without JavaScript. Aborting them logs errors. */
export async function withholdScripts(page: Page): Promise<void> {
  if (!isScripted()) await page.route("**/assets/*.js", () => {});
}

/** Closes a toast before its five seconds are over. */
export async function endToast(page: Page): Promise<void> {
  await page.locator(".toast").evaluateAll((toasts) => {
    for (const toast of toasts) for (const animation of toast.getAnimations()) animation.finish();
  });
  await expect(page.locator(".toast:visible")).toHaveCount(0);
}

/** Asserts that an element is near the top of the window, as far as the page can scroll. */
export async function expectInView(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => {
      const box = await page.locator(`#${id}`).boundingBox();
      return box !== null && box.y >= -2 && box.y < 240;
    })
    .toBe(true);
}

/** Delays matching requests until `release` is called. */
export async function holdAnswers(page: Page, pattern: RegExp, method?: "GET") {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    if (!method || route.request().method() === method) await promise;
    // An aborted request cannot be continued.
    await route.continue().catch(() => {});
  });
  return { release };
}

/** Does what leaves the page, and answers the question about unsaved changes. */
export async function answerQuestion(page: Page, answer: "stay" | "leave", way: () => Promise<unknown>) {
  const answered = page.waitForEvent("dialog").then(async (dialog) => {
    expect(dialog.message()).toBe("You have unsaved changes. Leave without saving?");
    await (answer === "stay" ? dialog.dismiss() : dialog.accept());
  });
  await way();
  await answered;
}
