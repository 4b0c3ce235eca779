// The door, from a phone: one thumb, a queue of people, with script and without (issue 6, 3).
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { ACCOUNTS, CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import config from "../../playwright.config.ts";
import { expectAccessible } from "../support/axe.ts";
import { commonNames } from "../support/common-names.ts";
import { completeSearchTexts } from "../support/delegates.ts";
import { cameraArgs, filmQrCode } from "../support/fake-camera.ts";
import {
  expect,
  PLAIN,
  QUICK,
  QUICK_PLAIN,
  ready,
  SCRIPTED,
  test,
  withholdScripts,
} from "../support/journey.ts";
import { fontsHaveCome, holdScripts } from "../support/late-scripts.ts";
import { signIn } from "../support/panel.ts";
import { freePort, newDataDir, startServer } from "../support/server.ts";
import { PANEL_SITE } from "../support/sites.ts";

const DOOR = "/admin/delegates/door";
const FILM = resolve("test-results/door.y4m");
/** The private link in the film that the camera shows. */
const TOKEN = "00d0".repeat(8);
const launchOptions = config.use?.launchOptions;

test.use({
  baseURL: PANEL_SITE.origin,
  viewport: { width: 360, height: 740 },
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...cameraArgs(FILM)] },
});

test.beforeAll(() => {
  mkdirSync(resolve("test-results"), { recursive: true });
  filmQrCode(FILM, `${PANEL_SITE.origin}/registration/${TOKEN}`);
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

type Row = { id: number; name: string; reference: string; link_token: string; status: string };

function inDatabase<T>(work: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(join(PANEL_SITE.dataDir, "conference.db"), { timeout: 5_000 });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

const NAMES = ["Ana", "Ben", "Cleo", "Dara", "Ezra", "Fen", "Gia", "Hal", "Ivo", "Jun"];

/** Ten delegates of a family whom nobody else in this run has. */
function addFamily(changes: Record<string, string> = {}): { family: string; people: Row[] } {
  const family = `Q${crypto.randomUUID().slice(0, 8)}`;
  const values = { job_title: "Reporter", registration_type: "media_pass", status: "confirmed", ...changes };
  const columns = ["name", "email", ...Object.keys(values)];
  return inDatabase((sqlite) => {
    const insert = sqlite.prepare(
      `insert into delegates (${columns}) values (${columns.map(() => "?")}) returning *`,
    );
    const people = NAMES.map((name) =>
      insert.get(`${name} ${family}`, `${name}@${family}.example.com`, ...Object.values(values)),
    );
    completeSearchTexts(sqlite);
    return { family, people: people as Row[] };
  });
}

const statusOf = (id: number) =>
  inDatabase((sqlite) => sqlite.prepare("select status from delegates where id = ?").pluck().get(id));

async function openDoor(page: Page, javaScriptEnabled: boolean, more = ""): Promise<void> {
  await page.goto(DOOR + more);
  await ready(page, javaScriptEnabled);
}

test("a queue is checked in with the keyboard alone: type, Enter, Enter, the next", async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const { people } = addFamily();
  await openDoor(page, javaScriptEnabled);
  for (const [index, { id, name, reference, link_token }] of people.entries()) {
    const field = page.getByLabel("Name, email or reference");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    const spellings = [
      name,
      reference.toLowerCase(),
      `${reference.slice(0, 5)}-${reference.slice(5)}`,
      `${PANEL_SITE.origin}/registration/${link_token}`,
    ];
    await page.keyboard.insertText(spellings[index % spellings.length] ?? "");
    await page.keyboard.press("Enter");
    const button = page.getByRole("button", { name: `Check in ${name}` });
    await expect(button).toBeFocused();
    const { height = 0 } = (await button.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    // A press that comes at once is the second half of a double one; whoever has read the name is obeyed.
    await expect(async () => {
      await button.press("Enter");
      await expect(button).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
    expect(statusOf(id)).toBe("attended");
  }
  // Somebody comes a second time.
  await page.getByLabel("Name, email or reference").fill(people[0]?.reference ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Checked in at \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
});

test("two organisers with the same person before them: the second hears when the first was", async ({
  page,
  javaScriptEnabled,
}) => {
  const { people } = addFamily();
  const [{ id, name, reference } = { id: 0, name: "", reference: "" }] = people;
  const other = await page.context().newPage();
  for (const screen of [page, other]) await openDoor(screen, javaScriptEnabled, `?q=${reference}`);
  await page.getByRole("button", { name: `Check in ${name}` }).click();
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  await other.getByRole("button", { name: `Check in ${name}` }).click();
  await expect(other.locator(".toast")).toContainText(/Already checked in at \d{1,2}:\d\d [AP]M/);

  // It was the wrong person.
  await other.getByRole("button", { name: `Undo check-in ${name}` }).click();
  await expect(other.locator(".toast")).toContainText(`The check-in of ${name} was undone.`);
  expect(statusOf(id)).toBe("confirmed");
});

test("who was declined is let in only by a decision", async ({ page, javaScriptEnabled }) => {
  const { people } = addFamily({ status: "declined" });
  const [{ id, name } = { id: 0, name: "" }] = people;
  await openDoor(page, javaScriptEnabled);
  await page.getByLabel("Name, email or reference").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "One person found" })).toBeFocused();
  await expect(page.getByText("Declined: this registration was turned down.")).toBeVisible();
  // Enter, out of habit, does nothing.
  await page.keyboard.press("Enter");
  expect(statusOf(id)).toBe("declined");
  await page.getByRole("button", { name: `Check in anyway ${name}` }).click();
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  await page.getByRole("button", { name: `Undo check-in ${name}` }).click();
  await expect(page.locator(".toast")).toContainText("was undone");
  expect(statusOf(id)).toBe("declined");
});

test("whoever has come without a registration is added and checked in, with the name that was looked for", async ({
  page,
  javaScriptEnabled,
}) => {
  const name = `Søren Q${crypto.randomUUID().replaceAll(/\d/g, "")}`;
  await openDoor(page, javaScriptEnabled);
  await page.getByLabel("Name, email or reference").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `No one found for “${name}”` })).toBeVisible();
  await page.getByRole("link", { name: "Add and check in" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Add and check in" })).toBeVisible();
  await ready(page, javaScriptEnabled);
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  // What has to be chosen stands before what is filled in already.
  await expect(page.getByLabel("Delegate Type")).toBeFocused();

  const send = page.getByRole("button", { name: "Add and check in" });
  await send.click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  await page.getByLabel("Email Address").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Job Title").fill("Reporter");
  await page.getByLabel("Delegate Type").selectOption("PR Pass");
  await expect(page.getByLabel("Media Outlet")).toBeHidden();
  await page.getByText("More about them (optional)").click();
  await page.getByLabel("Additional Information").fill("No nuts");
  await send.click();
  await expect(page.locator(".toast")).toContainText(`${name} is added and checked in`);
  await expect(page).toHaveURL(/\/door\?last=\d+$/);
  await expect(page.getByLabel("Name, email or reference")).toBeFocused();
  await page.getByRole("button", { name: `Undo check-in ${name}` }).click();
  await expect(page.locator(".toast")).toContainText(`The check-in of ${name} was undone.`);
  await expect(page.getByRole("button", { name: `Check in ${name}` })).toBeVisible();
});

test("what was typed of a walk-in is not lost without a question", { tag: [SCRIPTED, QUICK] }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/admin/delegates/walk-in");
  await ready(page, javaScriptEnabled);
  await page.getByLabel("Full Name").fill("Ida Unsaved");
  const question = page.getByRole("alertdialog", {
    name: "You have unsaved changes. Leave without saving?",
  });
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ida Unsaved");
  // The door is a document of its own: the browser asks.
  const asked = page.waitForEvent("dialog");
  await page.getByRole("link", { name: "Back to check-in" }).evaluate((link: HTMLElement) => {
    window.setTimeout(() => link.click(), 0);
  });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ida Unsaved");
});

test("a walk-in who is on the list already is checked in from there, or added by a decision", async ({
  page,
  javaScriptEnabled,
}) => {
  const { people } = addFamily();
  const [{ id, name } = { id: 0, name: "" }] = people;
  const fill = async () => {
    await page.goto("/admin/delegates/walk-in");
    await ready(page, javaScriptEnabled);
    await page.getByLabel("Full Name").fill(name);
    await page.getByLabel("Email Address").fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel("Job Title").fill("Reporter");
    await page.getByLabel("Delegate Type").selectOption("Media Pass");
    await page.getByRole("button", { name: "Add and check in" }).click();
    await expect(page.getByRole("heading", { name: "Registered already" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
  };
  await fill();
  await page.getByRole("button", { name: `Check in ${name}` }).click();
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
  expect(statusOf(id)).toBe("attended");
  const countNamed = () =>
    inDatabase((sqlite) => sqlite.prepare("select count(*) from delegates where name = ?").pluck().get(name));
  expect(countNamed()).toBe(1);

  await fill();
  await page.getByRole("button", { name: "Add anyway and check in" }).click();
  await expect(page.locator(".toast")).toContainText(`${name} is added and checked in`);
  expect(countNamed()).toBe(2);
});

test("the way from the list to the door and back", async ({ page, javaScriptEnabled }) => {
  await page.goto("/admin/delegates");
  await ready(page, javaScriptEnabled);
  await page.getByRole("link", { name: "Check in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check-in" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Scan QR code" })).toHaveCount(javaScriptEnabled ? 1 : 0);
  await page.getByRole("link", { name: "Registered Delegates" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Registered Delegates" })).toBeVisible();
});

test("nobody who was found moves as the button of the camera comes with script", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  const { family } = addFamily();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const letScripts = await holdScripts(page);
    await page.goto(`${DOOR}?q=${family}`, { waitUntil: "commit" });
    const heading = page.getByRole("heading", { name: "10 people found" });
    await expect(heading).toBeVisible();
    await fontsHaveCome(page);
    const before = await heading.boundingBox();
    letScripts();
    await expect(page.getByRole("button", { name: "Scan QR code" })).toBeVisible();
    expect(await heading.boundingBox(), `at ${width} px`).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test.describe("the camera", { tag: SCRIPTED }, () => {
  const scan = (page: Page) => page.getByRole("button", { name: "Scan QR code" });
  /** A delegate whose private link is in the film. */
  const addFilmed = () =>
    inDatabase((sqlite) => {
      sqlite
        .prepare(
          "insert or ignore into delegates (name, email, job_title, registration_type, status, link_token) values ('Filmed Person', 'film@example.com', 'Reporter', 'pr_pass', 'confirmed', ?)",
        )
        .run(TOKEN);
    });

  test("a scanned private link finds its person, and the camera goes off", { tag: QUICK }, async ({
    page,
    context,
  }) => {
    addFilmed();
    await context.grantPermissions(["camera"]);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await openDoor(page, true);
    expect(asked.filter((url) => /decode|camera/.test(url))).toEqual([]);
    await scan(page).click();
    await expect(page.getByRole("heading", { level: 3, name: "Filmed Person" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Check in Filmed Person" })).toBeFocused();
    await expect(page.locator("video")).toHaveCount(0);
    await expect(scan(page)).toBeVisible();
    expect(asked.some((url) => /decode/.test(url))).toBe(true);
  });

  test("the browser's own detector is used where it knows QR codes", { tag: QUICK }, async ({
    page,
    context,
  }) => {
    addFilmed();
    await context.grantPermissions(["camera"]);
    await page.addInitScript((token) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => [{ rawValue: token }];
      }
      Object.assign(window, { BarcodeDetector });
    }, TOKEN);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await openDoor(page, true);
    await scan(page).click();
    await expect(page.getByRole("heading", { level: 3, name: "Filmed Person" })).toBeVisible();
    expect(asked.filter((url) => /decode/.test(url))).toEqual([]);
  });

  test("scanning is stopped by its button, and the camera with it", async ({ page, context }) => {
    await context.grantPermissions(["camera"]);
    await page.addInitScript(() => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => [];
      }
      Object.assign(window, { BarcodeDetector });
    });
    await openDoor(page, true);
    await scan(page).click();
    await expect(page.getByText("Hold the QR code in front of the camera.")).toBeVisible();
    const track = await page.waitForFunction(() => {
      const source = document.querySelector("video")?.srcObject;
      return source instanceof MediaStream ? source.getTracks()[0] : null;
    });
    await page.getByRole("button", { name: "Stop scanning" }).click();
    await expect(page.locator("video")).toHaveCount(0);
    await expect.poll(() => track.evaluate((one) => one?.readyState)).toBe("ended");
  });

  for (const [error, sentence] of [
    ["NotFoundError", "No camera was found. Type the name or the reference instead."],
    ["NotAllowedError", "Access to the camera was refused."],
    ["NotReadableError", "The camera is in use by another program."],
    ["AbortError", "The camera could not be used."],
  ]) {
    test(`a camera that answers ${error} is told in a sentence`, async ({ page }) => {
      await page.addInitScript((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", name));
      }, error);
      await openDoor(page, true);
      await scan(page).click();
      await expect(page.getByRole("status").filter({ hasText: sentence })).toBeVisible();
      await expect(scan(page)).toBeVisible();
    });
  }

  test("a door that script has opened is loaded anew, because only then may it use the camera", async ({
    page,
    context,
  }) => {
    addFilmed();
    await context.grantPermissions(["camera"]);
    await page.goto("/admin");
    await ready(page, true);
    await page.evaluate((path) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): void };
      };
      router.navigate(path);
    }, DOOR);
    await scan(page).click();
    await expect(page.getByRole("heading", { level: 3, name: "Filmed Person" })).toBeVisible();
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

test("badges are printed whole, ten on a sheet of A4", async ({ page, javaScriptEnabled }) => {
  test.slow();
  const { people } = addFamily({ outlet: "The Harbour Ledger" });
  addFamily({ outlet: "A newspaper with a long name ".repeat(6).trim() });
  inDatabase((sqlite) => {
    for (const [index, name] of LONG_NAMES.entries()) {
      sqlite
        .prepare("update delegates set name = ?, job_title = ? where id = ?")
        .run(name, name, people[index]?.id);
    }
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin/delegates/badges");
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("button", { name: "Print" })).toHaveCount(javaScriptEnabled ? 1 : 0);
  await expect(page.getByText("Print this page on A4 paper")).toBeVisible();
  const badges = page.locator(".name-badge");
  const count = await badges.count();
  expect(count).toBeGreaterThanOrEqual(20);

  await page.emulateMedia({ media: "print" });
  const MM = 96 / 25.4;
  const boxes = await badges.evaluateAll((all) =>
    all.map((badge) => {
      const { width, height, bottom } = badge.getBoundingClientRect();
      const parts = [...badge.querySelectorAll("p")].map((part) => part.getBoundingClientRect());
      const band = badge.querySelector(".name-badge-type")?.getBoundingClientRect();
      const texts = parts.slice(0, -3);
      return {
        width,
        height,
        isInside: parts.every((part) => part.bottom <= bottom + 1 && part.right - part.left <= width),
        isAboveBand: texts.every((part) => part.bottom <= (band?.top ?? 0) + 1),
        isWide: badge.scrollWidth > badge.clientWidth + 1,
      };
    }),
  );
  const broken = await page.locator(".name-badge-name").evaluateAll((all) =>
    all.flatMap((one) => {
      const texts = [...one.childNodes].map((node) => (node.firstChild ?? node) as Text);
      return texts.flatMap((text) =>
        [...text.data.matchAll(/[^\s-]{1,38}(?![^\s-])/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
        }),
      );
    }),
  );
  expect(broken.filter((word) => !/^(W|陳)+$/.test(word))).toEqual([]);
  for (const { width, height, ...rest } of boxes) {
    expect(width / MM).toBeCloseTo(90, 0);
    expect(height / MM).toBeCloseTo(55, 0);
    expect(rest).toEqual({ isInside: true, isAboveBand: true, isWide: false });
  }

  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false, tagged: true })).toString(
    "latin1",
  );
  const pages = [...pdf.matchAll(/\/Type \/Page\b[^s]/g)];
  expect(pages).toHaveLength(Math.ceil(count / 10));
  expect(pagesOfItems(pdf).map((on) => on.size)).toEqual(Array.from({ length: count }, () => 1));
});

test("of a thousand names of twenty languages no badge cuts one, or breaks a word that has room", {
  tag: [PLAIN, QUICK_PLAIN],
}, async ({ page }) => {
  test.slow();
  const [dataDir, port, providerPort] = [newDataDir(), await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const provider = await startIdentityProvider({ port: providerPort, siteOrigin: origin });
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT: String(port),
    OAUTH_ISSUER: provider.issuer,
    OAUTH_CLIENT_ID: CLIENT.id,
    OAUTH_CLIENT_SECRET: CLIENT.secret,
    ADMIN_EMAILS: ACCOUNTS[0]?.email ?? "",
  });
  const reported = ["Marie Claire Roy", "Kees van der Berg", "Nguyễn Văn An", "Susan Marie Kim"];
  const names = [...commonNames(1_000), ...LONG_NAMES, ...reported];
  const sqlite = new Database(join(dataDir, "conference.db"));
  const insert = sqlite.prepare(
    "insert into delegates (name, email, job_title, outlet, registration_type, status) values (?, 'a@example.com', ?, ?, 'media_pass', 'confirmed')",
  );
  sqlite.transaction(() => {
    for (const name of names) insert.run(name, "Editor of everything that is long ".repeat(6), name);
  })();
  completeSearchTexts(sqlite);
  sqlite.close();
  await signIn(page, { ...PANEL_SITE, origin });
  await page.emulateMedia({ media: "print" });
  const shown: string[] = [];
  const clipped: unknown[] = [];
  for (let number = 1; number <= Math.ceil(names.length / 250); number += 1) {
    await page.goto(`${origin}/admin/delegates/badges?page=${number}`);
    const badges = await page.locator(".name-badge").evaluateAll(clippedOn);
    shown.push(...badges.map(({ name }) => name));
    clipped.push(...badges.filter(({ faults }) => faults.length > 0));
  }
  await server.stop();
  await provider.stop();
  expect(clipped).toEqual([]);
  expect(shown).toHaveLength(names.length);
});

/** The names on badges, and what of each is not whole; words in it are broken only where one is wider than the line. */
function clippedOn(badges: (Element | SVGElement | HTMLElement)[]) {
  return badges.map((badge) => {
    const block = badge.querySelector(".name-badge-name") as HTMLElement;
    const [box, band] = [block, badge.querySelector(".name-badge-type") as HTMLElement].map((one) =>
      one.getBoundingClientRect(),
    );
    const faults: string[] = [];
    if (block.scrollWidth > block.clientWidth + 1) faults.push("too wide");
    if ((box?.bottom ?? 0) > (band?.top ?? 0)) faults.push("too high");
    if (block.clientHeight + 1 < block.scrollHeight) faults.push("cut");
    const smallest = Number(block.dataset.size) <= 2;
    for (const node of block.childNodes) {
      const text = (node.firstChild ?? node) as Text;
      for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rects = [...range.getClientRects()];
        if (!smallest && new Set(rects.map(({ top }) => Math.round(top))).size > 1)
          faults.push(`broken: ${word}`);
        if (rects.some(({ right }) => right > (box?.right ?? 0) + 1)) faults.push(`cut: ${word}`);
      }
    }
    return { name: block.textContent ?? "", faults };
  });
}

/** On which pages each list item of a tagged PDF has something. */
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
  "nobody found": () => `${DOOR}?q=nobody+at+all`,
  "a walk-in": (family) => `/admin/delegates/walk-in?q=${family.replaceAll(/\d/g, "")}`,
  "the badges": () => "/admin/delegates/badges",
};
test.describe("with axe", () => {
  // axe is a script itself: without script here means that the page's own do not arrive.
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: true });
  test.beforeEach(async ({ page }, { project }) => {
    await withholdScripts(page, project);
  });
  for (const [name, address] of Object.entries(STATES)) {
    test(`axe finds nothing on ${name}, and nothing scrolls sideways`, async ({ page }) => {
      await page.goto(address(addFamily().family));
      await expectAccessible(page, name);
    });
  }
});

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test("nothing scrolls sideways, and every target is large enough for a thumb", async ({ page }) => {
    const { family } = addFamily();
    for (const address of Object.values(STATES)) {
      await page.goto(address(family));
      const seen = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll("main a, main button, main input:not([type=hidden])")]
          // With script there is a question that is not asked yet.
          .filter((element) => element.checkVisibility())
          .map((element) => element.getBoundingClientRect())
          .filter(({ height }) => height < 44).length,
      }));
      expect(seen, address(family)).toEqual({ overflow: 0, small: 0 });
    }
  });
});
