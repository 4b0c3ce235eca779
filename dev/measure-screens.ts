// npm run measure: measures the panel's lists, the front page and a series of accreditations in a
// browser, and compares the results with goals. Sets exit status 1 if a goal is missed.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { inDatabase } from "../tests/faults/support/rows.ts";
import { newLink, type ServerProcess, startProcess } from "../tests/faults/support/server-process.ts";
import { insertDelegate } from "../tests/support/delegates.ts";
import { newDataDir } from "../tests/support/server.ts";
import { table } from "./bench/harness.ts";
import { browserOptions } from "./test/browsers.ts";

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const PENDING = "/admin/delegates?type=media_pass&status=pending";
const RUN = 20;
/** Selectors for a screen's rows. The first selector that matches is used. */
const ROWS = ["[data-row]", ".desk-row", "main li.card"];

/** Goals for the wide window and the phone-sized window. Null means no goal. */
type Goal = [wide: number | null, phone: number | null];
type Screen = [site: "sample" | "day" | "large" | "meetup", path: string, goals: Record<string, Goal>];

const FRONT = { hero: [null, 844], program: [null, 1_500] } satisfies Record<string, Goal>;
const EIGHT: Goal = [8, null];
const TWO: Goal = [2, 2];
const SCREENS: Screen[] = [
  [
    "sample",
    "/admin/delegates",
    { "first row": [172, 285], "rows in view": [15, 6], "row height": [44, 76] },
  ],
  ["large", "/admin/speakers", { "first row": [160, 240], height: [4_000, 7_000], "to an entry": TWO }],
  ["sample", "/admin/program", { "first row": [160, 240], "rows in view": [10, null] }],
  ["sample", "/admin/program?edit=3", { "dialog cut off": [0, null] }],
  ["large", "/admin/program", { "first row": [160, 240], height: [2_600, 4_400], "to an entry": TWO }],
  ["large", "/admin/connections", { "first row": [200, 300], height: [4_500, 8_000] }],
  ["sample", "/", { ...FRONT, height: [6_100, 9_400], "contents in view": EIGHT }],
  ["day", "/?at=2025-09-11T11:20", { "on now": [380, 160] }],
  ["large", "/", { ...FRONT, height: [8_500, 13_500], "contents in view": EIGHT }],
  ["meetup", "/", FRONT],
];
const COLUMNS = {
  panel: [
    "first row",
    "rows in view",
    "row height",
    "height",
    "controls",
    "with each segment",
    "to an entry",
    "dialog cut off",
  ],
  front: ["height", "hero", "on now", "program", "contents in view"],
};

const isPublic = (path: string): boolean => !path.startsWith("/admin");

let missed = 0;
/** Returns a table cell with the value and the goal. Also counts missed goals. */
function resultCell(value: number | null | undefined, goal: number | null = null, isAtLeast = false): string {
  if (goal === null) return String(value ?? "–");
  const isMet = value != null && (isAtLeast ? value >= goal : value <= goal);
  if (!isMet) missed += 1;
  return `${value ?? "–"} ${isMet ? "✓" : "✗"} ${isAtLeast ? "≥" : "≤"} ${goal}`;
}

const FIRST = ["Ada", "Bo", "Cleo", "Dara", "Emil", "Fay", "Goran", "Hana", "Ivo", "Jun"];
const LAST = ["Abara", "Brandt", "Castellanos", "Dimitrov", "Eriksen", "Fontaine", "Gallagher"];
const STATUSES = ["pending", "confirmed", "pending", "declined", "confirmed", "cancelled", "pending"];

/** Adds 70 delegates: 30 with the `decided` pass, mostly pending, and 40 with the `other` pass. */
function addDelegates(dataDir: string, decided: string, other: string): void {
  inDatabase(dataDir, (sqlite) => {
    for (let index = 0; index < 70; index += 1) {
      const isDecided = index < 30;
      const name = `${FIRST[index % 10]} ${LAST[Math.floor(index / 10)]}`;
      const work = { outlet: "The Evening Quill", work_url: "https://quill.example.com/harbour" };
      insertDelegate(sqlite, {
        name,
        email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
        registration_type: isDecided ? decided : other,
        job_title: isDecided ? "Reporter" : "PR lead",
        ...(isDecided && index % 3 > 0 ? work : {}),
        status: (index < 24 ? "pending" : STATUSES[index % 7]) ?? null,
        created_at: Date.now() - index * 7 * 3_600_000,
      });
    }
  });
}

/** Fills a new DATA_DIR with a script, then starts a server. `file` is null or in examples/. */
async function startSite(file: string | null, script: string, passes: [string, string] | null, demo = "off") {
  const dataDir = newDataDir();
  const settings = {
    SMTP_URL: "smtp://127.0.0.1:9",
    DEMO: demo,
    ...(file && { CONFERENCE_FILE: `examples/${file}` }),
  };
  const env = { ...process.env, ...settings, DATA_DIR: dataDir, NODE_ENV: "production" };
  const { status } = spawnSync("node", ["-e", script], { env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("The conference could not be loaded");
  const server = await startProcess({ dataDir, settings });
  if (passes) addDelegates(dataDir, ...passes);
  return server;
}

async function open(site: ServerProcess, path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce", ...options });
  const form = { link: newLink(site.dataDir) };
  await context.request.post("/api/login", { headers: { Origin: site.origin }, form, maxRedirects: 0 });
  const page = await context.newPage();
  const answer = await page.goto(path, { waitUntil: "networkidle" });
  if (answer?.status() !== 200) throw new Error(`${path}: ${answer?.status()}`);
  return page;
}

/** Runs in the browser. Measures the page in pixels and counts the controls above the first row. */
function measurePage(selectors: string[]): Record<string, number | null> {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const inView = (elements: Element[]) =>
    elements.filter((one) => boxOf(one).top >= 0 && boxOf(one).bottom <= window.innerHeight).length;
  const yOf = (element: Element | null | undefined, side: "top" | "bottom") =>
    element ? Math.round(boxOf(element)[side] + window.scrollY) : null;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const [row] = selectors.flatMap(all);
  const before = all("a[href], button, summary, input, select, textarea").filter((control) => {
    const { width, height, right, bottom } = boxOf(control);
    const isBefore = row && control.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
    // Controls for screen readers alone are clipped.
    const isCut = getComputedStyle(control).clipPath !== "none";
    const isSeen = control.checkVisibility({ visibilityProperty: true }) && !isCut;
    return isBefore && isSeen && width * height > 0 && right > 0 && bottom > 0;
  });
  const dialog = document.querySelector(".dialog-backdrop");
  const choice = ".segments, [role=group], [role=radiogroup]";
  return {
    "first row": yOf(row, "top"),
    "rows in view": inView(all(selectors.find((selector) => all(selector).length > 0) ?? "none")),
    "row height": row ? Math.round(boxOf(row).height) : null,
    height: document.documentElement.scrollHeight,
    controls: new Set(before.map((control) => control.closest(choice) ?? control)).size,
    "with each segment": before.length,
    hero: yOf(document.querySelector("#hero"), "bottom"),
    "on now": yOf(document.querySelector("[data-now]")?.closest("nav"), "top"),
    program: yOf(document.querySelector("#program"), "top"),
    "contents in view": inView(all("[aria-labelledby=edition] li")),
    "dialog cut off": dialog ? dialog.scrollHeight - dialog.clientHeight : null,
  };
}

/** Finds the last entry by name and opens its form with 'Edit'. Returns the number of actions. */
async function actionsToLast(page: Page): Promise<number> {
  page.setDefaultTimeout(2_000);
  const id = await page.locator("[data-row] a[id^=edit-]").last().getAttribute("id");
  const edit = page.locator(`#${id}`);
  await page.getByRole("searchbox").fill((await edit.textContent())?.replace("Edit", "").trim() ?? "");
  await edit.click();
  await page.getByRole("dialog").waitFor();
  return 2;
}

/** Measures a screen in light and dark mode. Returns one table row, or two if the modes differ. */
async function measure([site, path, goals]: Screen, window: 0 | 1, javaScriptEnabled: boolean) {
  const viewport = WINDOWS[window];
  const seen = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open(sites[site], path, { viewport, javaScriptEnabled, colorScheme });
    const numbers = await page.evaluate(measurePage, ROWS);
    if ("to an entry" in goals && javaScriptEnabled)
      numbers["to an entry"] = await actionsToLast(page).catch(() => null);
    seen.push(numbers);
    await page.context().close();
  }
  const isSame = JSON.stringify(seen[0]) === JSON.stringify(seen[1]);
  const columns = isPublic(path) ? COLUMNS.front : COLUMNS.panel;
  return seen.slice(0, isSame ? 1 : 2).map((numbers, index) => {
    const scheme = isSame ? "" : [", light", ", dark"][index];
    const what = `${path} of ${site}, ${viewport.width}${javaScriptEnabled ? "" : " without JavaScript"}${scheme}`;
    const cells = columns.map((name) =>
      resultCell(numbers[name], name in numbers ? goals[name]?.[window] : null, name.endsWith("in view")),
    );
    return [what, ...cells];
  });
}

const confirmed = (): Set<unknown> =>
  inDatabase(sites.sample.dataDir, (sqlite) => {
    const sql = "select name from delegates where status = 'confirmed' and registration_type = 'media_pass'";
    return new Set(sqlite.prepare(sql).pluck().all());
  });

/** Accredits RUN consecutive delegates. Two clicks select them, and a third needsDecision them. */
async function approveRun(page: Page): Promise<string> {
  page.setDefaultTimeout(3_000);
  const boxes = page.locator(".desk-check > input");
  const before = confirmed().size;
  await boxes.first().click();
  await boxes.nth(RUN - 1).click({ modifiers: ["Shift"] });
  await page
    .locator(".strip")
    .getByRole("button", { name: `Accredit ${RUN}` })
    .click();
  for (let wait = 0; wait < 50 && confirmed().size < before + RUN; wait += 1) await pause(100);
  return `${resultCell(3, 3)} clicks, ${resultCell(confirmed().size - before, RUN, true)} accredited`;
}

/** Accredits each delegate separately. Clicks where each button was before the first click. */
async function approveEach(page: Page, window: 0 | 1): Promise<string> {
  const places = await page.getByRole("button", { name: /^Accredit \D/ }).evaluateAll((buttons) =>
    buttons.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const name = button.textContent?.replace("Accredit", "").trim();
      return { name, x: x + width / 2, y: y + scrollY + height / 2, room: height / 2 };
    }),
  );
  const run = places.slice(0, RUN);
  let scrolls = 0;
  let top = 0;
  for (const { y, room } of run) {
    for (; y + room > top + WINDOWS[window].height; scrolls += 1) {
      await page.mouse.wheel(0, WINDOWS[window].height * 0.75);
      await pause(300);
      top = await page.evaluate(() => scrollY);
    }
    await page.mouse.click(run[0]?.x ?? 0, y - top);
    await pause(300);
  }
  await pause(2_000);
  const done = confirmed();
  const misses = RUN - run.filter(({ name }) => done.has(name)).length;
  const distance = Math.round((run.at(-1)?.y ?? 0) - (run[0]?.y ?? 0));
  return `${resultCell(distance, window === 0 ? 960 : null)} px, ${scrolls} scrolls, ${resultCell(misses, 0)} missed`;
}

const LARGE =
  'import("./dev/demo/large-conference.ts").then(({ importLargeConference }) => importLargeConference())';
const sites = {
  sample: await startSite(null, 'import("./bin/seed.ts")', ["media_pass", "pr_pass"]),
  day: await startSite(null, 'import("./bin/seed.ts")', null, "on"),
  large: await startSite("large/conference.json", LARGE, ["student", "day"]),
  meetup: await startSite("meetup.json", "", null),
};
const LUNCH = "('Lunch in the courtyard', '12:00 - 1:00 PM', 'networking', 9)";
inDatabase(sites.sample.dataDir, (sqlite) =>
  sqlite.exec(`insert into program_sessions (title, time, type, sort_order) values ${LUNCH}`),
);
const browser = await chromium.launch({ ...browserOptions(), args: ["--no-sandbox"] });
try {
  for (const kind of ["panel", "front"] as const) {
    const rows = [];
    for (const screen of SCREENS.filter(([, path]) => isPublic(path) === (kind === "front")))
      for (const window of [0, 1] as const)
        for (const hasScript of [true, false]) rows.push(...(await measure(screen, window, hasScript)));
    console.log(`${table(["screen, window", ...COLUMNS[kind]], rows)}\n`);
  }
  const rows = [];
  for (const window of [0, 1] as const)
    for (const accredit of [approveRun, approveEach]) {
      const page = await open(sites.sample, PENDING, { viewport: WINDOWS[window] });
      const text = await accredit(page, window).catch((error: Error) => {
        missed += 1;
        return `✗ ${error.message.split("\n")[0]}`;
      });
      rows.push([`${WINDOWS[window].width}`, accredit === approveRun ? "a run" : "one by one", text]);
      await page.context().close();
      const again = "update delegates set status = 'pending' where id <= 24";
      inDatabase(sites.sample.dataDir, (sqlite) => sqlite.exec(again));
    }
  console.log(`${table([`${RUN} accreditations`, "how", "measured"], rows)}\n`);
} finally {
  await browser.close();
  for (const site of Object.values(sites)) {
    await site.stop();
    rmSync(site.dataDir, { recursive: true });
  }
}
console.log(missed === 0 ? "All goals met." : `Goals missed: ${missed}.`);
process.exitCode = missed === 0 ? 0 : 1;
