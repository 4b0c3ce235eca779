// The page at each moment, as visitors and a screen in the foyer have it; by the address in the demo, and by the clock.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "../support/axe.ts";
import { expect, ready, test, withholdScripts } from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { WITH_OTHER } from "../support/other-conference.ts";
import { type Server, startServer } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";

/** A site with the sample's program. */
async function startSite(settings: Record<string, string>): Promise<Server> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "conference-"));
  spawnSync("npm", ["run", "--silent", "db:seed"], { env: { ...process.env, DATA_DIR } });
  return startServer({ ...settings, DATA_DIR });
}

let demo: Server;
test.beforeAll(async () => {
  demo = await startSite({ DEMO: "on" });
});
test.afterAll(async () => {
  await demo.stop();
});

/** An address of the demo at a time, by Sydney's clocks. */
const at = (moment: string, path = "/") => `${demo.origin}${path}?at=${moment}`;
const WEEK = "2025-09-08T10:00";
const STREAMS = "2025-09-11T11:20";
const BREAK = "2025-09-11T12:30";
const OVER = "2025-09-12T00:00";

test("in the last week the hero says so, above what it always says", async ({ page, javaScriptEnabled }) => {
  await page.goto(at(WEEK));
  await ready(page, javaScriptEnabled);
  await expect(page.getByText("This Thursday. Three days to go.")).toBeInViewport();
  await expect(page.getByRole("link", { name: "Register Now" })).toBeVisible();
});

test("on the day what is on now leads to its sessions, and to the screen for the foyer", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(at(STREAMS));
  await ready(page, javaScriptEnabled);
  const now = page.getByRole("navigation", { name: "Now, until 12:00 PM" });
  await expect(now.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("navigation", { name: "Next, at 1:15 PM" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await now.getByRole("link", { name: "Results day without tears" }).click();
  await expect(page.getByRole("dialog", { name: "Results day without tears" })).toBeVisible();
  await page.goto(at(STREAMS));
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "See what’s on now" }).click();
  await expect(page).toHaveTitle("Now and next – Byline 2025");
});

for (const [screen, size] of Object.entries({
  "a full screen": [1920, 1080],
  "a smaller one": [1280, 720],
})) {
  test(`in the foyer three streams and what comes next fit on ${screen}`, async ({
    page,
    javaScriptEnabled,
  }) => {
    const [width = 0, height = 0] = size;
    await page.setViewportSize({ width, height });
    await page.goto(at(STREAMS, "/now"));
    await ready(page, javaScriptEnabled);
    await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
    await expect(page.getByText("Staying a journalist: rates, rights and rest")).toBeVisible();
    const left = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(left).toBeLessThanOrEqual(0);
  });
}

test("the screen in the foyer changes when a session begins, and nobody touches it", async ({
  page,
  javaScriptEnabled,
}) => {
  test.setTimeout(90_000);
  // By Helsinki's clocks the keynote begins in 20 seconds.
  const site = await startSite({ ...WITH_OTHER, ...startedAt("2027-05-20T08:44:40+03:00") });
  await page.goto(`${site.origin}/now`);
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "Next, at 8:45 AM" })).toBeVisible();
  await expect(page.getByText("The first session starts at 8:45 AM")).toBeVisible();
  await expect(page.getByText("Keynote, until 9:30 AM")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next, at 9:40 AM" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The first session starts at 8:45 AM")).toHaveCount(0);
  await site.stop();
});

for (const path of ["/now", "/"]) {
  test(`on the day Tab reaches every control of ${path}`, async ({ page, javaScriptEnabled }) => {
    await page.goto(at(STREAMS, path));
    await ready(page, javaScriptEnabled);
    await expectTabToReachEverything(page);
  });
}

test.describe("with axe", () => {
  // axe is a script itself: without script here means that the page's own do not arrive.
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });
  test.beforeEach(async ({ page }, { project }) => {
    await withholdScripts(page, project);
  });
  const STATES: Record<string, () => string> = {
    "the last week": () => at(WEEK),
    "the day": () => at(STREAMS),
    afterwards: () => at(OVER),
    "the foyer in streams": () => at(STREAMS, "/now"),
    "the foyer in a break": () => at(BREAK, "/now"),
    "the foyer afterwards": () => at(OVER, "/now"),
    "the registration afterwards": () => at(OVER, "/register"),
  };
  for (const [name, address] of Object.entries(STATES)) {
    test(`axe finds nothing on ${name}, by day and at night, and nothing scrolls sideways`, async ({
      page,
    }) => {
      await page.goto(address());
      await expectAccessible(page, name);
    });
  }
});
