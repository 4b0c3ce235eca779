import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cases, record } from "./support/findings.ts";
import {
  COMBINED,
  leaveDrafts,
  markOf,
  sendHostileAddresses,
  writeHostileConference,
} from "./support/hostile-conference.ts";
import { type OddProvider, startOddProvider } from "./support/odd-provider.ts";
import { ORGANISER, type OrganisedServer, startOrganisedServer } from "./support/organised-server.ts";
import { SCRIPT_TEXTS } from "./support/script-texts.ts";
import { codeOn, launchBrowser, watch } from "./support/watched-browser.ts";

let server: OrganisedServer;
let odd: OddProvider;
let browser: Browser;
let written: Awaited<ReturnType<typeof writeHostileConference>>;
beforeAll(async () => {
  odd = await startOddProvider();
  server = await startOrganisedServer(odd.settings);
  written = await writeHostileConference(server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  expect(await server.stop()).toBe(0);
  await odd.stop();
});

/** A page, and a text whose presence proves that the attack reached the page. */
type Visit = { path: string; shows?: string | undefined };

const LISTS: Visit[] = [
  { path: "/", shows: "all" },
  { path: "/register" },
  { path: "/register?type=pr_pass" },
  { path: "/admin" },
  // The last text is on the second page of the list of speakers.
  { path: "/admin/speakers", shows: markOf(0) },
  { path: "/admin/speakers?page=2", shows: markOf(SCRIPT_TEXTS.length - 1) },
  { path: "/admin/program", shows: "all" },
  { path: "/admin/connections", shows: "all" },
  // The first text is on the second page of the delegate list.
  { path: "/admin/delegates", shows: markOf(SCRIPT_TEXTS.length - 1) },
  { path: "/admin/delegates?page=2", shows: markOf(0) },
  { path: "/admin/delegates/door?q=T0T", shows: markOf(0) },
  { path: "/admin/delegates/badges" },
];

/** Screens for one item, and screens that display part of their URL. */
async function screensOf(index: number, text: string): Promise<Visit[]> {
  const { speaker, programSession, delegate } = written[index] ?? expect.fail("nothing was written");
  const drafts = await leaveDrafts(server, index);
  const shows = markOf(index);
  const value = encodeURIComponent(text);
  return [
    { path: `/?session=${programSession}`, shows },
    { path: `/?speaker=${speaker}`, shows },
    { path: `/admin/speakers?edit=${speaker}`, shows },
    { path: `/admin/speakers?delete=${speaker}`, shows },
    { path: `/admin/program?edit=${programSession}`, shows },
    { path: `/admin/program?delete=${programSession}`, shows },
    { path: `/admin/speakers?history=${speaker}`, shows },
    { path: `/admin/program?history=${programSession}`, shows },
    { path: `/admin/connections?history=${programSession}`, shows },
    { path: `/admin/speakers?history=${value}` },
    { path: `/admin/speakers?add=&draft=${drafts.speaker}`, shows },
    { path: `/admin/program?add=&draft=${drafts.programSession}`, shows },
    { path: `/admin/delegates?q=${shows}`, shows },
    { path: `/admin/delegates?q=${value}&type=${value}&page=${value}`, shows: text.trim().slice(0, 10) },
    { path: `/admin/delegates/${delegate}?delete`, shows },
    { path: `/?session=${value}` },
    { path: `/?speaker=${value}` },
    { path: `/register?type=${value}&${value}=${value}` },
    { path: `/register?confirmed=${value}` },
    { path: `/admin/speakers?edit=${value}&draft=${value}` },
    { path: `/admin/connections?draft=${value}` },
    { path: `/api/login?link=${value}`, shows: text.trim().slice(0, 10) },
    { path: `/api/login?error=${value}&error_description=${value}` },
    { path: `/${value}` },
    { path: `/admin/${value}` },
    { path: `/api/${value}?${value}` },
  ];
}

test.each([true, false])(
  "submitted text never runs on any screen; JavaScript: %s",
  async (javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const happened = await watch(context, [server.origin, odd.issuer]);
    await logIn(context);
    const page = await context.newPage();
    let visits = 0;
    const checkPage = async (where: string, shows?: string) => {
      visits += 1;
      if (shows) await expectShown(page, where, shows);
      expect(await codeOn(page), where).toEqual([]);
      expect(happened, where).toEqual([]);
    };
    const open = async ({ path, shows }: Visit) => {
      await page.goto(server.origin + path);
      // Without JavaScript, the page is already complete.
      if (javaScriptEnabled) await hydrated(page);
      await checkPage(path, shows);
    };

    for (const visit of LISTS) await open(visit);
    const single = cases(SCRIPT_TEXTS.length, 0);
    for (const visit of await screensOf(0, COMBINED.slice(0, 3_500))) await open(visit);
    for (let index = 0; index < single; index += 1) {
      for (const visit of await screensOf(index, SCRIPT_TEXTS[index] ?? "")) await open(visit);
    }

    // The registration form restores unsent input.
    await open({ path: "/register" });
    for (const name of ["name", "phone", "jobTitle"]) {
      await page.fill(`[name=${name}]`, SCRIPT_TEXTS.slice(0, 8).join(""));
    }
    await page.fill("[name=email]", SCRIPT_TEXTS[7] ?? "");
    await page.fill("[name=notes]", COMBINED);
    await page.click("form[action^='/register'] button[type=submit]");
    await page.waitForSelector("[role=alert]");
    await checkPage("/register, refused", SCRIPT_TEXTS[7]);

    // Attacks through the user info from an identity provider.
    for (let index = 0; index < cases(SCRIPT_TEXTS.length, 1); index += 1) {
      odd.says.userinfo = { email: "o'onfocus'-1@example.com", email_verified: true };
      await page.goto(`${server.origin}/api/login`);
      await checkPage("/api/login, not listed", "o'onfocus'-1@example.com");
      odd.says.userinfo = { email: ORGANISER, email_verified: true, given_name: SCRIPT_TEXTS[index] };
      await page.goto(`${server.origin}/api/login?to=${encodeURIComponent(`/admin?${SCRIPT_TEXTS[index]}`)}`);
      await checkPage("/admin, welcomed", SCRIPT_TEXTS[index]);
    }

    // Client navigation renders pages from data instead of the server's HTML.
    if (javaScriptEnabled) {
      const { programSession } = written[0] ?? expect.fail("nothing was written");
      for (const { path, shows } of [...LISTS, { path: `/?session=${programSession}`, shows: markOf(0) }]) {
        await hydrated(page);
        await page.evaluate(navigateByScript, path);
        await checkPage(`${path}, by script`, shows);
      }
    }
    await context.close();
    record(
      `${visits} pages with ${SCRIPT_TEXTS.length} hostile texts were opened ${javaScriptEnabled ? "with" : "without"} JavaScript`,
      "No text ran as code",
    );
  },
);

test("hostile and foreign image addresses are refused", async () => {
  const refused = await sendHostileAddresses(server, written[0]?.speaker ?? 0);
  record(`${refused} hostile image addresses were submitted`, "All were refused (422), and none was stored");
});

async function logIn(context: BrowserContext): Promise<void> {
  const cookies = server.cookie.split("; ").map((cookie) => {
    const [name = "", ...value] = cookie.split("=");
    return { name, value: value.join("="), url: server.origin };
  });
  await context.addCookies(cookies);
}

/** Waits for a page's scripts. A JSON response has none. */
async function hydrated(page: Page): Promise<void> {
  const isPage = await page.evaluate(() => document.scripts.length > 0);
  if (isPage) await page.waitForFunction(() => "__reactRouterDataRouter" in window);
}

/** Waits until a page shows this text or, for "all", the mark of every text. */
async function expectShown(page: Page, where: string, shows: string): Promise<void> {
  const wanted = shows === "all" ? [...SCRIPT_TEXTS.keys()].map(markOf) : [shows];
  const missing = async () => {
    const shown = await page.evaluate(() =>
      [
        document.body.textContent,
        ...[...document.querySelectorAll("input, textarea")].map(
          (field) => (field as HTMLInputElement).value,
        ),
      ].join("\n"),
    );
    return wanted.filter((text) => !shown.includes(text));
  };
  await expect.poll(missing, { message: `${where} does not show these`, timeout: 10_000 }).toEqual([]);
}

async function navigateByScript(path: string): Promise<void> {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { navigate(path: string): Promise<void> };
  };
  await router.navigate(path);
}
