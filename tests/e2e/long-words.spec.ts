import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { logInOver, type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { expect, inDatabase, isScripted, startSample, test, visit } from "../support/journey.ts";
import { conferenceFile, OTHER_FILE } from "../support/other-conference.ts";
import { logInTo } from "../support/site-login.ts";

/** Line breaks depend only on CSS, so each project checks two of four widths. */
const widths = () => (isScripted() ? [320, 768] : [390, 1280]);
const LENGTHS = [1, 34, 200];
const word = (length: number, limit = length) => "m".repeat(Math.min(length, limit));

test.describe.configure({ mode: "default" });
let server: ServerProcess;
/** Ids of the records whose dialogs are tested. One-letter words always fit in a dialog. */
let ids: { delegate: number; speaker: number; programSession: number }[];

test.beforeAll(async () => {
  server = await startSample({ DEMO: "on" });
  const Cookie = await logInOver(server);
  const headers = { Cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  const send = async (path: string, fields: Record<string, unknown>): Promise<number> => {
    const body = JSON.stringify(fields);
    const response = await fetch(`${server.origin}/api/${path}`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
    return ((await response.json()) as { id: number }).id;
  };
  // Lists show deleted records while they can be restored.
  const sendAndRemove = async (path: string, fields: Record<string, unknown>) => {
    const id = await send(path, fields);
    await fetch(`${server.origin}/api/${path}/${id}`, { method: "DELETE", headers });
  };
  ids = [];
  for (const length of LENGTHS) {
    const text = word(length);
    // Types, times and phone numbers may have at most 50 characters.
    const short = word(length, 50);
    const host = `${word(length, 60)}.example.com`;
    const person = { name: text, pronouns: word(length, 40), title: text, company: text, category: "b2b" };
    const speaker = await send("admin/speakers", { ...person, bio: text, featured: length !== 34 });
    const delegate = await send("registrations", {
      ...{ name: text, jobTitle: text, outlet: text, notes: text, phone: short },
      ...{ email: `${word(length, 60)}@${host}`, workUrl: `https://${host}/${text}` },
      registrationType: "media_pass",
    });
    const session = { title: text, description: text, type: short };
    await send("admin/program", { ...session, time: short, track: null });
    for (const time of ["9:00 AM", short]) {
      const programSession = await send("admin/program", { ...session, time, track: "b2b" });
      await send("admin/speaker-sessions", { speakerId: speaker, sessionId: programSession });
      if (time === short && length > 1) ids.push({ delegate, speaker, programSession });
    }
    await sendAndRemove("admin/speakers", person);
    await sendAndRemove("admin/program", { ...session, time: "9:00 AM" });
  }
});
test.afterAll(async () => {
  await server.stop();
});

/** Lists elements that are wider than the page, even if they are clipped. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) found.push(`the page is ${scrollWidth - width} px too wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const UNSEEN = ".sr-only, .skip-link, script, style, option, [inert]";
      if (!element || element.closest(UNSEEN)) continue;
      // Skips the brand and expandable lines, which are truncated by design.
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

/** Lists texts that overlap, except in layers above the page. */
function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ABOVE =
      ".toast, .dialog-end, .desk-bar, .fold-panel, .sr-only, .skip-link, script, style, option, [inert], header";
    const top = document.querySelector("[role=dialog]") ?? document.querySelector("main") ?? document.body;
    /** The visible part of an element. */
    const frameOf = (element: Element) => {
      let [left, right, start, bottom] = [-Infinity, Infinity, -Infinity, Infinity];
      for (let around: Element | null = element; around && around !== top; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [start, bottom] = [Math.max(start, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, start, bottom };
    };
    const lines: (ReturnType<typeof frameOf> & { node: Node })[] = [];
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!element?.checkVisibility() || element.closest(ABOVE) || !node.textContent?.trim()) continue;
      if (getComputedStyle(element).clipPath === "inset(50%)") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, start, bottom } = frameOf(element);
      for (const line of range.getClientRects()) {
        const across = { left: Math.max(line.left, left), right: Math.min(line.right, right) };
        lines.push({
          node,
          ...across,
          start: Math.max(line.top, start),
          bottom: Math.min(line.bottom, bottom),
        });
      }
    }
    lines.sort((one, other) => one.start - other.start);
    const begin = ({ node }: { node: Node }) => node.textContent?.trim().slice(0, 25);
    const found = lines.flatMap((one, index) => {
      const below = lines.findIndex(({ start }, at) => at > index && start >= one.bottom);
      return lines.slice(index + 1, below < 0 ? undefined : below).flatMap((other) => {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.start, other.start);
        // Lines of large type overlap by design.
        const isOver =
          across > 2 && down > 0.5 * Math.min(one.bottom - one.start, other.bottom - other.start);
        return one.node !== other.node && isOver ? [`${begin(one)} lies over ${begin(other)}`] : [];
      });
    });
    return [...new Set(found)];
  });
}

async function expectToFit(page: Page, paths: string[], { origin } = server): Promise<void> {
  test.slow();
  for (const path of paths) {
    await visit(page, origin + path);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll("details")) {
        // `details` elements with the same name would close each other.
        folded.removeAttribute("name");
        folded.setAttribute("open", "");
      }
    });
    const found: Record<string, string[]> = {};
    for (const width of widths()) {
      await page.setViewportSize({ width, height: 900 });
      const wide = [...(await overflowing(page)), ...(await overlappingTexts(page))];
      if (wide.length > 0) found[`${path} at ${width} px`] = wide;
    }
    expect.soft(found).toEqual({});
  }
}

test("public pages accept words of any length: nothing scrolls sideways, and no text overlaps another", async ({
  page,
}) => {
  const links = inDatabase(server.dataDir, (sqlite) =>
    sqlite.prepare("select '/registration/' || link_token from delegates order by id").pluck().all(),
  );
  const day = ["?at=2025-09-11T08:31", "?at=2025-09-11T09:00"].flatMap((time) => [`/${time}`, `/now${time}`]);
  const dialogs = ids.flatMap((of) => [`/?session=${of.programSession}`, `/?speaker=${of.speaker}`]);
  await expectToFit(page, ["/", ...day, ...dialogs, ...(links as string[])]);
});

/** Settings for the example conference, with a 200-letter word in place of each text. */
function longWordedConference() {
  const KEPT = [
    ...["$schema", "startsAt", "endsAt", "timeZone", "locale", "planId", "href", "currency", "email"],
    ...["phone", "country", "salesFrom", "until"],
  ];
  const file = JSON.parse(readFileSync(OTHER_FILE, "utf8"), (key, value) =>
    typeof value !== "string" || KEPT.includes(key) ? value : word(200),
  );
  file.contact.email = `${word(60)}@example.org`;
  return conferenceFile(file);
}

test("a conference file may have words of any length", async ({ page }) => {
  const other = await startProcess({ settings: { ...longWordedConference(), DEMO: "on" } });
  const over = ["/", "/register", "/now"].map((path) => `${path}?at=2027-05-21T00:00`);
  const paths = ["/", ...over, "/register", "/now", "/privacy", "/accessibility", "/nowhere"];
  await expectToFit(page, paths, other);
  await other.stop();
});

test("the panel accepts words of any length", async ({ page }) => {
  await logInTo(page, server);
  const dialogs = ids.flatMap(({ delegate, speaker, programSession }) => [
    ...["edit", "delete", "history"].flatMap((what) => [
      `speakers?${what}=${speaker}`,
      `program?${what}=${programSession}`,
    ]),
    ...[`connections?history=${programSession}`, `delegates/${delegate}`, `delegates/${delegate}?delete`],
  ]);
  const screens = [
    ...["speakers", "program", "connections", "delegates", "logins", "messages"],
    ...["delegates/badges", "delegates/door-list", `delegates/walk-in?q=${word(200)}`],
    ...LENGTHS.map((length) => `delegates/door?q=${word(length)}`),
  ];
  await expectToFit(page, ["/admin", ...[...screens, ...dialogs].map((screen) => `/admin/${screen}`)]);
});
