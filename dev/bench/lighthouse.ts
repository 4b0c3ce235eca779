// Runs Lighthouse on the public pages, with its mobile settings and simulated slow 4G.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../test/browsers.ts";
import { median, startSite, table } from "./harness.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const PAGES = ["/", "/?session=1", "/register"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items: unknown[] } }>;
};

/** Measures each page several times, because results vary for pages with JavaScript. */
export async function measureLighthouse(folder: string, runs: number): Promise<string> {
  const site = await startSite(4706);
  const reports = new Map<string, Report[]>(PAGES.map((page) => [page, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const page of PAGES) reports.get(page)?.push(report(site.origin + page, folder));
  }
  await site.stop();
  const rows = [...reports].map(([page, seen]) => [
    `\`${page}\``,
    seconds(seen, "first-contentful-paint"),
    seconds(seen, "largest-contentful-paint"),
    range(
      seen.map(({ audits }) =>
        Number((audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN).toFixed(4)),
      ),
    ),
    range(seen.map(({ audits }) => Math.round(audits["total-blocking-time"]?.numericValue ?? Number.NaN))),
    range(
      seen.flatMap(({ categories }) =>
        CATEGORIES.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
      ),
    ),
    range(seen.map(({ audits }) => audits["network-requests"]?.details?.items.length ?? Number.NaN)),
    range(
      seen.map(({ audits }) => Math.round((audits["total-byte-weight"]?.numericValue ?? Number.NaN) / 1000)),
    ),
  ]);
  const head = ["page", "FCP, s", "LCP, s", "CLS", "TBT, ms", "scores", "requests", "kB"];
  return `Median (range) of ${runs} mobile runs with ${LIGHTHOUSE}.\n\n${table(head, rows)}`;
}

function report(address: string, folder: string): Report {
  const file = join(folder, "lighthouse.json");
  const args = ["--yes", LIGHTHOUSE, address, "--quiet", "--output=json", `--output-path=${file}`];
  const flags = "--chrome-flags=--headless=new --no-sandbox";
  // On a busy computer, Lighthouse occasionally loses the trace and must run again.
  for (let attempt = 1; ; attempt += 1) {
    const { status, stderr } = spawnSync("npx", [...args, flags], {
      env: { ...process.env, CHROME_PATH: findBrowser() },
      encoding: "utf8",
    });
    if (status === 0) return JSON.parse(readFileSync(file, "utf8"));
    if (attempt === 3) throw new Error(`Lighthouse failed on ${address}:\n${stderr}`);
  }
}

const seconds = (seen: Report[], audit: string): string =>
  range(seen.map(({ audits }) => Math.round((audits[audit]?.numericValue ?? Number.NaN) / 10) / 100));

function range(values: number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? String(low) : `${median(values)} (${low} to ${high})`;
}
