// Simulates a slow connection with Chromium's throttling: 50 kB/s, with a round trip of 400 ms.
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import { browserOptions } from "../test/browsers.ts";
import { median, startSite, table } from "./harness.ts";

const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const RUNS = 7;

/** Measures the first paint of public pages, and a registration by form with JavaScript blocked. */
export async function measureSlowNetwork(): Promise<string> {
  const site = await startSite(4708);
  const browser = await chromium.launch(browserOptions());
  const rows: string[][] = [];
  for (const path of ["/", "/?session=1", "/register"]) {
    const paints: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const page = await slowPage(await browser.newContext());
      await page.goto(site.origin + path);
      paints.push(await firstPaint(page));
      await page.context().close();
    }
    const range = `${seconds(Math.min(...paints))} to ${seconds(Math.max(...paints))}`;
    rows.push([
      `first paint of \`${path}\`, s (${RUNS} runs)`,
      `${seconds(median(paints))} (${range})`,
      "1.6",
    ]);
  }
  const page = await slowPage(await browser.newContext({ javaScriptEnabled: false }));
  await page.goto(`${site.origin}/register`);
  await page.getByLabel("Full Name").fill("Noor Haddad");
  await page.getByLabel("Email Address").fill("noor@example.com");
  await page.getByLabel("Job Title").fill("Reporter");
  let requests = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) requests += 1;
  });
  const begun = performance.now();
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await page.getByRole("heading", { name: "Registration Confirmed!" }).waitFor();
  const took = performance.now() - begun;
  await browser.close();
  await site.stop();
  const sqlite = new Database(join(site.dataDir, "conference.db"));
  const stored = sqlite.prepare("select count(*) from delegates").pluck().get();
  sqlite.close();
  rows.push(
    ["registration without JavaScript: round trips", String(requests), "2"],
    ["registration without JavaScript, s", seconds(took), ""],
    ["registration without JavaScript: stored rows", String(stored), "1"],
  );
  return table(["measurement", "result", "goal"], rows);
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  return page;
}

/** Returns milliseconds from the start of navigation to the first paint. */
const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName("first-contentful-paint")[0];
          if (paint) resolve(paint.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
