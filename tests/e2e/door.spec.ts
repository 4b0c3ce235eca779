import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { commonNames } from "../support/common-names.ts";
import { insertDelegate } from "../support/delegates.ts";
import { expectStill } from "../support/desk.ts";
import { filmQrCode } from "../support/fake-camera.ts";
import {
  answerQuestion,
  expect,
  isScripted,
  PLAIN,
  QUICK,
  QUICK_PLAIN,
  ready,
  SCRIPTED,
  test,
  visit,
  withholdScripts,
} from "../support/journey.ts";
import { inPanelDatabase, logIn, panelRun, panelValue } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

const DOOR = "/admin/delegates/door";
/** Token of the private link in the QR code that the camera films. */
const TOKEN = "00d0".repeat(8);

test.use({ baseURL: PANEL_SITE.origin, viewport: { width: 360, height: 740 } });

test.beforeEach(async ({ page }) => {
  await logIn(page);
});

type Row = { id: number; name: string; reference: string; link_token: string };

const NAMES = ["Ana", "Ben", "Cleo", "Dara", "Ezra", "Fen", "Gia", "Hal", "Ivo", "Jun"];

/** Adds ten delegates who share a new family name. */
function addFamily(changes: Record<string, string> = {}): { family: string; people: Row[] } {
  const family = `Q${crypto.randomUUID().slice(0, 8)}`;
  const more = { registration_type: "media_pass", status: "confirmed", ...changes };
  const people = inPanelDatabase((sqlite) =>
    NAMES.map((name) => {
      const person = { name: `${name} ${family}`, email: `${name}@${family}.example.com`, ...more };
      const select = sqlite.prepare("select * from delegates where id = ?");
      return select.get(insertDelegate(sqlite, person)) as Row;
    }),
  );
  return { family, people };
}

const statusOf = (id: number) => panelValue("select status from delegates where id = ?", id);

const fieldOf = (page: Page) => page.getByLabel("Name, email or reference");
const button = (page: Page, name: string) => page.getByRole("button", { name });
const toast = (page: Page) => page.locator(".toast");

async function searchFor(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text);
  await page.keyboard.press("Enter");
}

/** Fills in the required fields of a walk-in, except the name. */
async function fillIn(page: Page, type: string): Promise<void> {
  await page.getByLabel("Email Address").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Job Title").fill("Reporter");
  await page.getByLabel("Delegate Type").selectOption(type);
}

test("a second scan goes to the field, and the first person cannot be checked in by then", {
  tag: SCRIPTED,
}, async ({ page }) => {
  const { people } = addFamily({ status: "pending" });
  const [one, two] = people as [Row, Row];
  await page.goto(DOOR);
  await ready(page);
  await searchFor(page, one.reference);
  await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
  const checkIn = button(page, `Check in anyway ${one.name}`);
  await expect(checkIn).toBeVisible();
  // As a scanner does, wherever the focus is.
  await page.keyboard.type(two.reference.slice(0, 4));
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue(two.reference.slice(0, 4));
  await expect(page.locator("[inert]").locator(checkIn)).toHaveCount(1);
  await page.keyboard.type(two.reference.slice(4));
  await page.keyboard.press("Enter");
  await expect(button(page, `Check in anyway ${two.name}`)).toBeVisible();
  expect(statusOf(one.id)).toBe("pending");
});

test("a queue is checked in with the keyboard alone", async ({ page }) => {
  test.slow();
  const { people } = addFamily();
  await visit(page, "/admin/delegates");
  await page.getByRole("link", { name: "Check-in" }).click();
  await ready(page);
  await expect(button(page, "Scan QR code")).toHaveCount(isScripted() ? 1 : 0);
  const field = fieldOf(page);
  for (const [index, { id, name, reference, link_token }] of people.slice(0, 4).entries()) {
    await expect(field).toBeFocused();
    const spellings = [
      name,
      reference.toLowerCase(),
      `${reference.slice(0, 5)}-${reference.slice(5)}`,
      `${PANEL_SITE.origin}/registration/${link_token}`,
    ];
    await page.keyboard.insertText(spellings[index] ?? "");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(button(page, `Check in ${name}`)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toast(page)).toContainText(`${name} is checked in`);
    await expect(button(page, `Undo check-in ${name}`)).toBeVisible();
    expect(statusOf(id)).toBe("attended");
  }
  await searchFor(page, people[0]?.reference ?? "");
  await expect(page.getByText(/^Checked in at \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
});

test("a walk-in is added with the name from the search", async ({ page }) => {
  const name = `Søren Q${crypto.randomUUID().replaceAll(/\d/g, "")}`;
  await visit(page, DOOR);
  await searchFor(page, name);
  await expect(page.getByRole("heading", { name: `No one found for “${name}”` })).toBeVisible();
  await page.getByRole("link", { name: "Add and check in" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Add and check in" })).toBeVisible();
  await ready(page);
  await expect(page.getByLabel("Delegate Type")).toBeFocused();
  await button(page, "Add and check in").click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  await fillIn(page, "PR Pass");
  await expect(page.getByLabel("Media Outlet")).toBeHidden();
  await page.getByText("More details (optional)").click();
  await page.getByLabel("Additional Information").fill("No nuts");
  await button(page, "Add and check in").click();
  await expect(toast(page)).toContainText(`${name} was added and checked in`);
  await expect(page).toHaveURL(/\/door\?person=\d+&done=$/);
  await expect(fieldOf(page)).toBeFocused();
});

test("input about a walk-in is not lost without a question", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  await visit(page, "/admin/delegates/walk-in");
  await page.getByLabel("Full Name").fill("Ida Unsaved");
  await answerQuestion(page, "stay", () => page.getByRole("link", { name: "Back to Admin" }).click());
  await expect(page.getByLabel("Full Name")).toHaveValue("Ida Unsaved");
  // The door is a separate document, so the browser itself asks before leaving it.
  const asked = page.waitForEvent("dialog");
  await page.getByRole("link", { name: "Back to check-in" }).evaluate((link: HTMLElement) => {
    window.setTimeout(() => link.click(), 0);
  });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ida Unsaved");
});

test("no result moves when the camera's button appears", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const heading = page.getByRole("heading", { name: "10 people found" });
  await expectStill(page, `${DOOR}?q=${addFamily().family}`, heading, button(page, "Scan QR code"));
});

test.describe("the camera", { tag: SCRIPTED }, () => {
  const scan = (page: Page) => button(page, "Scan QR code");
  const filmed = (page: Page) => page.getByRole("heading", { level: 3, name: "Filmed Person" });

  /** Runs in the page: replaces the camera by one that sees no code. */
  const filmNothing = () => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d")?.fillRect(0, 0, 1, 1);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
  };

  test.beforeAll(() => filmQrCode(`${PANEL_SITE.origin}/registration/${TOKEN}`));
  test.beforeEach(async ({ context }) => {
    await context.grantPermissions(["camera"]);
    panelRun(
      `insert or ignore into delegates (name, email, job_title, registration_type, status, link_token)
       values ('Filmed Person', 'film@example.com', 'Reporter', 'pr_pass', 'confirmed', ?)`,
      TOKEN,
    );
  });

  test("a scanned private link finds its delegate", { tag: QUICK }, async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await visit(page, DOOR);
    expect(asked.filter((url) => /camera/.test(url))).toEqual([]);
    await scan(page).click();
    await expect(filmed(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
    await expect(page.locator("video")).toHaveCount(0);
    await expect(scan(page)).toBeVisible();
    expect(asked.some((url) => /camera/.test(url))).toBe(true);
  });

  test("scanning is stopped by its button, and a failure is reported in a sentence", async ({ page }) => {
    await page.addInitScript(filmNothing);
    await visit(page, DOOR);
    await scan(page).click();
    await expect(page.getByText("Hold the QR code in front of the camera.")).toBeVisible();
    const track = await page.waitForFunction(() => {
      const source = document.querySelector("video")?.srcObject;
      return source instanceof MediaStream ? source.getTracks()[0] : null;
    });
    await button(page, "Stop scanning").click();
    await expect(page.locator("video")).toHaveCount(0);
    await expect.poll(() => track.evaluate((one) => one?.readyState)).toBe("ended");

    for (const error of ["NotFoundError", "NotAllowedError", "NotReadableError", "AbortError"]) {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", name));
      }, error);
      await scan(page).click();
      await expect(
        page.getByRole("status").filter({ hasText: "The camera could not be used." }),
      ).toBeVisible();
      await expect(scan(page)).toBeVisible();
    }
  });

  test("a door opened by JavaScript is reloaded so that it may use the camera", async ({ page }) => {
    await visit(page, "/admin");
    await page.evaluate((path) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): void };
      };
      router.navigate(path);
    }, DOOR);
    await scan(page).click();
    await expect(filmed(page)).toBeVisible();
  });
});

const LONG_NAMES = [
  "Wolfeschlegelsteinhausenbergerdorff",
  `${"Maria del Carmen ".repeat(11)}Ibarra`,
  "W".repeat(200),
  "Maximiliana Wolfeschlegelstein",
  "WILHELMINA MOMMSEN-WWW",
  "陳".repeat(200),
];

test("badges are printed whole, ten on a sheet of A4 or one on a label", async ({ page }) => {
  test.slow();
  const { people } = addFamily({ outlet: "The Harbour Ledger" });
  addFamily({ outlet: "A newspaper with a long name ".repeat(6).trim() });
  for (const [index, name] of LONG_NAMES.entries())
    panelRun("update delegates set name = ?, job_title = ? where id = ?", name, name, people[index]?.id);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/admin/delegates/badges");
  await expect(button(page, "Print")).toHaveCount(isScripted() ? 1 : 0);
  await expect(page.getByText("Print this page on A4 paper")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const badges = await page.locator(".name-badge").evaluateAll(clippedOn);
  expect(badges.length).toBeGreaterThanOrEqual(20);
  expect(badges.filter(({ faults }) => faults.length > 0)).toEqual([]);
  const print = async () =>
    (await page.pdf({ preferCSSPageSize: true, printBackground: false, tagged: true })).toString("latin1");
  const pdf = await print();
  expect([...pdf.matchAll(/\/Type \/Page\b[^s]/g)]).toHaveLength(Math.ceil(badges.length / 10));
  expect(pagesOfItems(pdf).map((on) => on.size)).toEqual(badges.map(() => 1));

  await page.emulateMedia({ media: null });
  await page.getByRole("link", { name: "One badge a page, for label printers" }).click();
  await expect(page).toHaveURL(/labels/);
  // Other tests may have added or removed people since.
  const count = await page.locator(".name-badge").count();
  expect(count).toBeGreaterThanOrEqual(20);
  const labels = await print();
  expect([...labels.matchAll(/\/Type \/Page\b[^s]/g)]).toHaveLength(count);
  // 90 by 55 mm, in points.
  expect(labels.match(/\/MediaBox \[0 0 255[.\d]* 15[56][.\d]*\]/g)).toHaveLength(count);
});

test("no badge clips one of a thousand names in twenty languages, or breaks a word that fits", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ page }) => {
  test.slow();
  const reported = ["Marie Claire Roy", "Kees van der Berg", "Nguyễn Văn An", "Susan Marie Kim"];
  const names = [...commonNames(1_000), ...LONG_NAMES, ...reported];
  const email = "one.of.a.thousand@example.com";
  const count = inPanelDatabase((sqlite) => {
    sqlite.transaction(() => {
      const job_title = "Editor of everything that is long ".repeat(6);
      const more = { job_title, registration_type: "media_pass" };
      for (const name of names)
        insertDelegate(sqlite, { name, outlet: name, email, status: "confirmed", search_text: "x", ...more });
    })();
    const there = "select count(*) from delegates where status in ('confirmed', 'attended')";
    return Number(sqlite.prepare(there).pluck().get());
  });
  await page.emulateMedia({ media: "print" });
  const shown: string[] = [];
  const clipped: unknown[] = [];
  for (let number = 1; number <= Math.ceil(count / 250); number += 1) {
    await page.goto(`/admin/delegates/badges?page=${number}`);
    const badges = await page.locator(".name-badge").evaluateAll(clippedOn);
    shown.push(...badges.map(({ name }) => name));
    clipped.push(...badges.filter(({ faults }) => faults.length > 0));
  }
  panelRun("delete from delegates where email = ?", email);
  expect(clipped).toEqual([]);
  expect(shown).toHaveLength(count);
});

/** Lists the faults of each badge. A word may break only if it is wider than the line. */
function clippedOn(badges: (Element | SVGElement | HTMLElement)[]) {
  const MM = 96 / 25.4;
  return badges.map((badge) => {
    const block = badge.querySelector(".name-badge-name") as HTMLElement;
    const [whole, box, band] = [badge, block, badge.querySelector(".name-badge-type") as HTMLElement].map(
      (one) => one.getBoundingClientRect(),
    ) as [DOMRect, DOMRect, DOMRect];
    const faults: string[] = [];
    if (Math.round(whole.width / MM) !== 90 || Math.round(whole.height / MM) !== 55)
      faults.push("not 90 by 55 mm");
    if (badge.scrollWidth > badge.clientWidth + 1 || block.scrollWidth > block.clientWidth + 1)
      faults.push("too wide");
    if (box.bottom > band.top) faults.push("too high");
    if (block.clientHeight + 1 < block.scrollHeight) faults.push("cut");
    const parts = [...badge.querySelectorAll("p")].map((part) => part.getBoundingClientRect());
    if (parts.some((part) => part.bottom > whole.bottom + 1 || part.width > whole.width))
      faults.push("outside");
    if (parts.slice(0, -3).some((part) => part.bottom > band.top + 1)) faults.push("over the band");
    const smallest = Number(block.dataset.size) <= 2;
    for (const node of block.childNodes) {
      const text = (node.firstChild ?? node) as Text;
      for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rects = [...range.getClientRects()];
        // In the smallest type size, long words and words made of the widest letters may break.
        const mayBreak = smallest && (word.length > 38 || /^(W|陳)+$/.test(word));
        if (!mayBreak && new Set(rects.map(({ top }) => Math.round(top))).size > 1)
          faults.push(`broken: ${word}`);
        if (rects.some(({ right }) => right > box.right + 1)) faults.push(`cut: ${word}`);
      }
    }
    return { name: block.textContent ?? "", faults };
  });
}

/** For each list item of a tagged PDF, the pages on which it appears. */
function pagesOfItems(pdf: string): Set<string>[] {
  const objects = new Map(
    [...pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n?([\s\S]*?)endobj/g)].map(([, id, body]) => [id, body ?? ""]),
  );
  const collect = (body: string, found: Set<string>): Set<string> => {
    for (const [, page] of body.matchAll(/\/Pg (\d+) 0 R/g)) found.add(page ?? "");
    const kids = /\/K (\[[^\]]*\]|\d+ 0 R)/.exec(body)?.[1] ?? "";
    for (const [, id] of kids.matchAll(/(\d+) 0 R/g)) {
      const kid = objects.get(id) ?? "";
      if (kid.includes("/StructElem")) collect(kid, found);
    }
    return found;
  };
  return [...objects.values()]
    .filter((body) => /\/S \/LI\b/.test(body))
    .map((body) => collect(body, new Set()));
}

const STATES: Record<string, (family: string) => string> = {
  "the empty door": () => DOOR,
  "one person found": (family) => `${DOOR}?q=ana+${family}`,
  "ten people found": (family) => `${DOOR}?q=${family}`,
  "no results": () => `${DOOR}?q=nobody+at+all`,
  "a walk-in": (family) => `/admin/delegates/walk-in?q=${family.replaceAll(/\d/g, "")}`,
  "the badges": () => "/admin/delegates/badges",
};
test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing, and each target is large enough for a thumb", async ({ page }) => {
    test.slow();
    await withholdScripts(page);
    const { family } = addFamily();
    for (const [name, address] of Object.entries(STATES)) {
      await page.goto(address(family));
      await expectAccessible(page, name);
      const controls = page
        .locator("main :is(a, button, input:not([type=hidden]))")
        .filter({ visible: true });
      const heights = await controls.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().height),
      );
      expect(Math.min(...heights), name).toBeGreaterThanOrEqual(44);
    }
  });
});
