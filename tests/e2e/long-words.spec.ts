// Words that nobody can break: every text field with 1, 34 and 200 letters, on every screen that shows it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { expect, ready, test } from "../support/journey.ts";
import { signInByLink, WITH_ORGANISER } from "../support/link-sign-in.ts";
import { OTHER_FILE } from "../support/other-conference.ts";
import { type Server, startServer } from "../support/server.ts";

const WIDTHS = [320, 360, 390, 768, 1280];
const LENGTHS = [1, 34, 200];
const word = (length: number) => "m".repeat(length);

let server: Server;
let cookie: string;
/** What has words of each of the lengths. */
let ids: { delegate: number; speaker: number; programSession: number }[];

test.beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "conference-"));
  spawnSync("npm", ["run", "--silent", "db:seed"], { env: { ...process.env, DATA_DIR } });
  server = await startServer({ DATA_DIR, DEMO: "on", ...WITH_ORGANISER });
  cookie = await signInByLink(server);
  const send = async (path: string, fields: Record<string, unknown>) => {
    const response = await fetch(server.origin + path, {
      method: "POST",
      headers: { Cookie: cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify(fields),
    });
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
    return ((await response.json()) as { id: number }).id;
  };
  const remove = (path: string) =>
    fetch(server.origin + path, {
      method: "DELETE",
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    });
  ids = [];
  for (const length of LENGTHS) {
    const text = word(length);
    // A type and a time are 50 letters at most, a phone number is too.
    const short = word(Math.min(length, 50));
    const host = `${word(Math.min(length, 60))}.example.com`;
    const speaker = await send("/api/admin/speakers", {
      ...{ name: text, title: text, company: text, bio: text, category: "b2b", featured: length !== 34 },
    });
    const delegate = await send("/api/registrations", {
      ...{ name: text, jobTitle: text, outlet: text, notes: text, phone: short },
      ...{ email: `${word(Math.min(length, 60))}@${host}`, workUrl: `https://${host}/${text}` },
      registrationType: "media_pass",
    });
    const session = { title: text, description: text, type: short };
    await send("/api/admin/program", { ...session, time: short, track: null });
    for (const time of [short, "9:00 AM"]) {
      const programSession = await send("/api/admin/program", { ...session, time, track: "b2b" });
      await send("/api/admin/speaker-sessions", { speakerId: speaker, sessionId: programSession });
      if (time === short) ids.push({ delegate, speaker, programSession });
    }
    // What was deleted is listed too, as long as it can be restored.
    const leaving = { name: text, title: text, company: text, category: "b2b" };
    const deleted = await send("/api/admin/speakers", leaving);
    await remove(`/api/admin/speakers/${deleted}`);
    await remove(`/api/admin/program/${await send("/api/admin/program", { ...session, time: "9:00 AM" })}`);
  }
});
test.afterAll(async () => {
  await server.stop();
});

/** What is wider than the page, by its class and the start of its text; also where something hides it. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) found.push(`the page is ${scrollWidth - width} px too wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      // What nobody sees.
      const UNSEEN = ".sr-only, .skip-link, script, style, option, [inert]";
      if (!element || element.closest(UNSEEN)) continue;
      // What ends in an ellipsis: the brand, and lines that are folded out in full.
      if (getComputedStyle(element).textOverflow === "ellipsis") continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const box = element.closest(
        ".card, .badge, .button, .small-button, .chip, .plan, .dialog, .toast, .name-badge",
      );
      const edge = Math.min(width, box?.getBoundingClientRect().right ?? width);
      const beyond = [...range.getClientRects()]
        .filter(({ width }) => width > 1)
        .map(({ left, right }) => Math.max(right - edge, -left));
      if (Math.max(...beyond) > 1) {
        const text = range.toString().slice(0, 20);
        found.push(`${element.localName}.${element.className} ${Math.max(...beyond)} px: ${text}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Which texts lie over one another, by their beginnings, where nothing is meant to lie above the page. */
function lyingOverOthers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ABOVE =
      ".toast, .dialog-end, .desk-bar, .desk-decline > div, .sr-only, .skip-link, script, style, option, [inert], header";
    const top = document.querySelector("[role=dialog]") ?? document.querySelector("main") ?? document.body;
    /** What of a line is seen, which may be cut off. */
    const seen = (line: DOMRect, element: Element) => {
      let { left, right, top: start, bottom } = line;
      for (let around: Element | null = element; around && around !== top; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [start, bottom] = [Math.max(start, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, start, bottom };
    };
    const lines: (ReturnType<typeof seen> & { node: Node })[] = [];
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!element?.checkVisibility() || element.closest(ABOVE) || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) lines.push({ node, ...seen(line, element) });
    }
    const begin = ({ node }: { node: Node }) => node.textContent?.trim().slice(0, 25);
    const found = lines.flatMap((one, index) =>
      lines.slice(index + 1).flatMap((other) => {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.start, other.start);
        // Lines of large type are closer than they are high.
        const isOver =
          across > 2 && down > 0.5 * Math.min(one.bottom - one.start, other.bottom - other.start);
        return one.node !== other.node && isOver ? [`${begin(one)} lies over ${begin(other)}`] : [];
      }),
    );
    return [...new Set(found)];
  });
}

async function expectToFit(
  page: Page,
  path: string,
  javaScriptEnabled: boolean,
  { origin } = server,
): Promise<void> {
  await page.goto(origin + path);
  await ready(page, javaScriptEnabled);
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll("details:not(.desk-decline)"))
      folded.setAttribute("open", "");
  });
  const found: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = [...(await overflowing(page)), ...(await lyingOverOthers(page))];
    if (wide.length > 0) found[`${path} at ${width} px`] = wide;
  }
  expect.soft(found).toEqual({});
}

const privateLinks = (): string[] => {
  const sqlite = new Database(join(server.dataDir, "conference.db"), { readonly: true });
  const tokens = sqlite.prepare("select link_token from delegates order by id").pluck().all();
  sqlite.close();
  return tokens.map((token) => `/registration/${token}`);
};

test("what visitors see takes a word of any length: nothing scrolls sideways, and no text lies over another", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const dialogs = ids.flatMap(({ programSession, speaker }) => [
    `/?session=${programSession}`,
    `/?speaker=${speaker}`,
  ]);
  // Before its session at nine, and while it is on.
  const day = ["08:31", "09:00"].flatMap((time) =>
    ["/", "/now"].map((path) => `${path}?at=2025-09-11T${time}`),
  );
  for (const path of ["/", ...day, ...dialogs, ...privateLinks()])
    await expectToFit(page, path, javaScriptEnabled ?? true);
});

/** The example with a word of 200 letters for each of its texts. */
function longWordedConference(): string {
  const KEPT = [
    ...[
      "$schema",
      "startsAt",
      "endsAt",
      "timeZone",
      "locale",
      "planId",
      "href",
      "currency",
      "email",
      "phone",
    ],
    ...["country", "salesFrom", "until"],
  ];
  const file = JSON.parse(readFileSync(OTHER_FILE, "utf8"), (key, value) =>
    typeof value !== "string" || KEPT.includes(key) ? value : word(200),
  );
  file.contact.email = `${word(60)}@example.org`;
  const path = join(mkdtempSync(join(tmpdir(), "conference-")), "conference.json");
  writeFileSync(path, JSON.stringify(file));
  return path;
}

test("a conference file takes a word of any length: nothing scrolls sideways, and no text lies over another", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const other = await startServer({ CONFERENCE_FILE: longWordedConference(), DEMO: "on" });
  const over = ["/", "/register", "/now"].map((path) => `${path}?at=2027-05-21T00:00`);
  for (const path of ["/", ...over, "/register", "/now", "/privacy", "/accessibility", "/nowhere"])
    await expectToFit(page, path, javaScriptEnabled ?? true, other);
  await other.stop();
});

test("what organisers see takes a word of any length: nothing scrolls sideways, and no text lies over another", async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  test.slow();
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.origin };
    }),
  );
  const dialogs = ids.flatMap(({ delegate, speaker, programSession }) => [
    ...["edit", "delete", "history"].flatMap((what) => [
      `/admin/speakers?${what}=${speaker}`,
      `/admin/program?${what}=${programSession}`,
    ]),
    `/admin/connections?history=${programSession}`,
    ...["", "?delete"].map((dialog) => `/admin/delegates/${delegate}${dialog}`),
  ]);
  const lists = ["speakers", "program", "connections", "delegates"].map((screen) => `/admin/${screen}`);
  const doors = LENGTHS.map((length) => `/admin/delegates/door?q=${word(length)}`);
  for (const path of [
    ...lists,
    ...doors,
    `/admin/delegates/walk-in?q=${word(200)}`,
    "/admin",
    "/admin/logins",
    "/admin/messages",
    "/admin/messages/new",
    "/admin/delegates/badges",
    "/admin/delegates/door-list",
    ...dialogs,
  ])
    await expectToFit(page, path, javaScriptEnabled ?? true);
});
