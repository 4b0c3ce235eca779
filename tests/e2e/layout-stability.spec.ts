import type { Locator, Page } from "@playwright/test";
import { insertDelegate } from "../support/delegates.ts";
import { test } from "../support/desk.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { expect, QUICK, SCRIPTED, visit } from "../support/journey.ts";
import { connect, create, inPanelDatabase, newName, panelValue } from "../support/panel.ts";
import { PANEL_SITE } from "../support/sites.ts";

test.use({ baseURL: PANEL_SITE.origin, actionTimeout: 6_000 });

const rowOf = (page: Page, name: string) =>
  page.locator("[data-row]").filter({ has: page.getByRole("heading", { name, exact: true }) });
const named = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });
const undoIn = (within: Locator) => within.getByRole("button", { name: /^Undo/ });
const decisionOf = (page: Page, name: string) => rowOf(page, name).locator(".desk-decision");
const dialogOf = (page: Page) => page.getByRole("dialog");

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.evaluate(() => document.fonts.ready);
}

/** Runs in the page: returns a function that lists the controls that have moved since. */
function watchFrom(pressed: Element) {
  const own = pressed.closest("li, .fold");
  const isSeen = (control: Element) =>
    control.checkVisibility({ visibilityProperty: true }) && getComputedStyle(control).clipPath === "none";
  const controls = () =>
    [...document.querySelectorAll("main, header, .panel-bar")]
      .flatMap((part) => [...part.querySelectorAll("a[href], button, summary, input, select, textarea")])
      .filter((control) => !control.closest(".strip, .fold-panel, [role=dialog]") && isSeen(control))
      // Ignores a control below all rows that appears only while something can be restored.
      .filter((control) => !control.textContent?.startsWith("Recently deleted"));
  const measure = (control: Element) => {
    const { x, y } = control.getBoundingClientRect();
    const words = control.textContent || control.closest("label")?.textContent || control.id;
    // Ignores numbers, because a count in the text may change.
    const name = `${control.localName} ${words.replaceAll(/\s+|\d+/g, " ").trim()}`;
    return { control, name, x: Math.round(x + scrollX), y: Math.round(y + scrollY) };
  };
  const before = controls()
    .filter((control) => !own?.contains(control))
    .map(measure);
  const scrolled = scrollY;
  return () => {
    if (document.querySelector("[role=dialog]")) return [];
    const now = controls().map(measure);
    const moves = before.flatMap(({ control, name, x, y }) => {
      const same = now.find((one) => one.control === control);
      if (
        same
          ? same.x === x && same.y === y
          : now.some((one) => one.name === name && one.x === x && one.y === y)
      )
        return [];
      return same ? `${name} moved by ${same.x - x}, ${same.y - y}` : `${name} has gone`;
    });
    return scrollY === scrolled ? moves : [...moves, `the page scrolled by ${scrollY - scrolled}`];
  };
}

/** Clicks controls and collects the names of other controls that move. */
function watchedPresses(page: Page, width: number) {
  const found = new Set<string>();
  /** `own` contains the controls that the press may change. */
  async function press(control: Locator, until: () => Promise<unknown>, own = control): Promise<void> {
    await own.evaluate((element) => {
      // The padding keeps a page that becomes shorter from scrolling.
      document.body.style.paddingBottom = "100vh";
      element.scrollIntoView({ block: "center", behavior: "instant" });
    });
    // Makes Playwright scroll now, before measuring, if a toast covers the control.
    await control.click({ trial: true });
    const what = (await control.textContent()) || (await control.getAttribute("name"));
    const watch = await own.evaluateHandle(watchFrom);
    const note = async () => {
      for (const moved of await watch.evaluate((measure) => measure()))
        found.add(`${width}, ${what}: ${moved}`);
    };
    await control.click();
    await note();
    await until();
    // Waits until the list is loaded and rendered again.
    await page.waitForLoadState("networkidle");
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await note();
  }
  return {
    press,
    found,
    async unfold(summary: Locator): Promise<void> {
      const panel = summary.locator("xpath=following-sibling::*").first();
      await press(summary, () => expect(panel).toBeVisible());
      await press(summary, () => expect(panel).toBeHidden());
    },
    /** Deletes a record in a dialog and restores it in its row. */
    async deleteAndUndo(name: string): Promise<void> {
      const row = rowOf(page, name);
      await press(row.locator(".fold > summary").last(), () =>
        expect(row.locator("a[id^=delete]")).toBeVisible(),
      );
      const confirmed = async () => {
        await named(dialogOf(page), "Delete").click();
        await expect(undoIn(row)).toBeVisible();
      };
      await press(row.locator("a[id^=delete]"), confirmed, row);
      await press(undoIn(row), () => expect(row.locator("a[id^=edit]")).toBeVisible());
    },
  };
}

/** Adds three speakers to a new session, and the first of them also to a simultaneous session. */
async function addSession(page: Page) {
  const speakers = [newName(), newName(), newName()];
  const session = newName();
  const sessionId = await create(page, "program", { ...SESSION, title: session });
  const other = await create(page, "program", { ...SESSION, title: newName() });
  for (const [index, name] of speakers.entries()) {
    const id = await create(page, "speakers", { ...SPEAKER, name });
    await connect(page, id, sessionId);
    if (index === 0) await connect(page, id, other);
  }
  return { speakers, session };
}

/** Adds confirmed delegates. Returns their names and the address of a door search for them. */
function addGuests(count: number) {
  const mark = `m${crypto.randomUUID().slice(0, 8)}`;
  const names = Array.from({ length: count }, (_, index) => `${mark} ${index}`);
  for (const name of names)
    inPanelDatabase((sqlite) =>
      insertDelegate(sqlite, { name, email: `${name.replace(" ", ".")}@example.com`, status: "confirmed" }),
    );
  return { names, door: `/admin/delegates/door?q=${mark}` };
}

const statusOf = (name: string) => panelValue("select status from delegates where name = ?", name);
const isSpeaker = (name: string) => panelValue("select count(*) from speakers where name = ?", name);
const links = (name: string) =>
  panelValue(
    "select count(*) from connections join speakers on speakers.id = speaker_id where name = ?",
    name,
  );

const SIZES = [
  { width: 1280, height: 800, tag: [SCRIPTED, QUICK] },
  { width: 390, height: 844, tag: [SCRIPTED] },
];

for (const { tag, ...size } of SIZES)
  test(`pressing a control moves no other at ${size.width} px`, { tag }, async ({ desk, page }) => {
    test.setTimeout(90_000);
    const { press, unfold, deleteAndUndo, found } = watchedPresses(page, size.width);
    const strip = page.locator(".strip");

    await test.step(`delegates at ${size.width}`, async () => {
      await desk.open({ journalists: 5, others: 2, size });
      const names = ["00", "01", "02", "03"].map(desk.nameOf);
      const [first = "", second = "", third = "", fourth = ""] = names;
      const accreditButton = (name: string) => named(rowOf(page, name), `Accredit ${name}`);
      const accredit = (name: string) =>
        press(accreditButton(name), () => expect(decisionOf(page, name)).toHaveText("Accredited"));
      await accredit(first);
      await press(undoIn(rowOf(page, first)), () => expect(accreditButton(first)).toBeVisible());
      // On a phone, 'Decline' is only in the row's details.
      const decline = named(rowOf(page, second), `Decline ${second}`);
      if (await decline.isVisible())
        await press(decline, () => expect(decisionOf(page, second)).toHaveText("Declined"));
      await accredit(third);
      const row = rowOf(page, third);
      await press(undoIn(strip), () => expect(accreditButton(third)).toBeVisible(), row);
      const box = page.getByLabel(`Select ${fourth}`);
      await press(box, () => expect(named(strip, "Accredit 1")).toBeVisible());
      await press(page.getByRole("button", { name: "Clear" }), () => expect(box).not.toBeChecked());
      await press(box, () => expect(named(strip, "Accredit 1")).toBeVisible());
      await press(page.locator("#bulk .fold > summary"), () => expect(desk.apply).toBeVisible());
      await press(desk.apply, () => expect(page.getByText("Choose a status first.").last()).toBeVisible());
      await press(box, () => expect(box).not.toBeChecked());
      await unfold(rowOf(page, first).locator("summary").first());
      await unfold(page.locator(".panel-header .fold > summary").last());
    });

    const { speakers, session } = await addSession(page);
    const [one = "", two = ""] = speakers;
    await test.step(`speakers at ${size.width}`, async () => {
      await open(page, "/admin/speakers");
      await unfold(rowOf(page, one).locator(".fold > summary").last());
      await deleteAndUndo(one);
      await unfold(page.locator(".panel-header .fold > summary").last());
    });

    await test.step(`program at ${size.width}`, async () => {
      await open(page, "/admin/program");
      const notices = page.locator("summary").filter({ hasText: /to check/ });
      await unfold(notices.first());
      await unfold(rowOf(page, session).locator(".fold > summary").last());
      await deleteAndUndo(session);
    });

    await test.step(`connections at ${size.width}`, async () => {
      await open(page, "/admin/connections");
      const link = rowOf(page, session).locator("li").filter({ hasText: two });
      await press(link.getByRole("button", { name: /^Remove / }), () => expect(undoIn(link)).toBeVisible());
      await press(undoIn(link), () => expect(link.getByRole("button", { name: /^Remove / })).toBeVisible());
      await unfold(page.locator("#connect"));
    });

    await test.step(`the door at ${size.width}`, async () => {
      const { names, door } = addGuests(2);
      await open(page, door);
      for (const name of names)
        await press(named(page, `Check in ${name}`), () =>
          expect(named(page, `Undo check-in ${name}`)).toBeVisible(),
        );
      await press(named(page, `Undo check-in ${names[0]}`), () =>
        expect(named(page, `Check in ${names[0]}`)).toBeVisible(),
      );
    });
    expect([...found]).toEqual([]);
  });

const HANDS = {
  "a double click": (control: Locator) => control.dblclick(),
  "a press 50 ms later beside": async (control: Locator) => {
    await control.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { mouse } = control.page();
    await mouse.click(x + width / 2, y + height / 2);
    await control.page().waitForTimeout(50);
    await mouse.click(x + width / 2 + 8, y + height / 2);
  },
};

test("a double click, a press 50 ms later beside, and two quick different presses have the intended effect", {
  tag: SCRIPTED,
}, async ({ desk, page }) => {
  test.setTimeout(120_000);
  const size = { width: 1280, height: 800 };
  const problems = page.locator(".error-summary, .toast[data-tone=red]");
  const strip = page.locator(".strip");
  /** Waits for all responses. Asserts that the second press caused no error and no dialog. */
  const settled = async () => {
    await page.waitForLoadState("networkidle");
    await expect(problems).toHaveCount(0);
    await expect(dialogOf(page)).toHaveCount(0);
  };

  for (const [hand, press] of Object.entries(HANDS)) {
    await test.step(`${hand} on a decision and on its Undo`, async () => {
      await desk.open({ journalists: 3, size });
      const name = desk.nameOf("00");
      await press(named(page, `Accredit ${name}`));
      await expect(decisionOf(page, name)).toHaveText("Accredited");
      await settled();
      const id = panelValue("select id from delegates where name = ?", name);
      const changed =
        "table_name = 'delegates' and row_id = ? and kind = 'update' and after ->> 'status' is not null";
      expect(panelValue(`select count(*) from changes where ${changed}`, id)).toBe(1);
      expect(panelValue("select count(*) from outbox where delegate_id = ?", id)).toBe(1);
      expect([desk.count("confirmed"), desk.count("pending")]).toEqual([1, 2]);
      await press(undoIn(strip));
      await expect(named(page, `Accredit ${name}`)).toBeVisible();
      await settled();
      expect(desk.count("pending")).toBe(3);
    });

    await test.step(`${hand} on 'Decline', on Undo in the row, and on a status`, async () => {
      await desk.open({ journalists: 2, size });
      const name = desk.nameOf("00");
      await press(named(page, `Decline ${name}`));
      await expect(decisionOf(page, name)).toHaveText("Declined");
      await settled();
      await press(undoIn(rowOf(page, name)));
      await expect(named(page, `Decline ${name}`)).toBeVisible();
      await settled();
      expect(desk.count("pending")).toBe(2);
      const row = await desk.expandRow("00");
      await press(named(row, "Attended"));
      await expect(decisionOf(page, name)).toHaveText("Attended");
      // A late second press on the same status sends nothing.
      await named(row, "Attended").press("Enter");
      await page.waitForTimeout(500);
      await settled();
      expect([desk.count("attended"), desk.count("pending")]).toEqual([1, 1]);
    });

    const { speakers, session } = await addSession(page);
    const [one = "", two = "", three = ""] = speakers;
    await test.step(`${hand} on the Delete of a question, and on Undo`, async () => {
      await open(page, "/admin/speakers");
      const row = rowOf(page, three);
      const countSpeakers = () => Number(panelValue("select count(*) from speakers"));
      const before = countSpeakers();
      await row.locator(".fold > summary").last().click();
      await row.locator("a[id^=delete]").click();
      await press(named(dialogOf(page), "Delete"));
      await expect(undoIn(row)).toBeVisible();
      await settled();
      expect([isSpeaker(three), countSpeakers()]).toEqual([0, before - 1]);
      await press(undoIn(row));
      await expect(row.locator("a[id^=edit]")).toBeVisible();
      await settled();
      expect(isSpeaker(three)).toBe(1);
    });

    await test.step(`${hand} on Remove, its Undo and Connect`, async () => {
      await open(page, "/admin/connections");
      const link = rowOf(page, session).locator("li").filter({ hasText: two });
      await press(link.getByRole("button", { name: /^Remove / }));
      await expect(undoIn(link)).toBeVisible();
      await settled();
      expect([one, two, three].map(links)).toEqual([2, 0, 1]);
      await press(undoIn(link));
      await expect(link.getByRole("button", { name: /^Remove / })).toBeVisible();
      await settled();
      expect(links(two)).toBe(1);
      const name = newName();
      await create(page, "speakers", { ...SPEAKER, name });
      await open(page, "/admin/connections");
      await page.locator("#connect").click();
      await page.getByLabel("Speaker", { exact: true }).selectOption(name);
      await page
        .getByLabel("Session", { exact: true })
        .selectOption({ label: `${SESSION.time}: ${session}` });
      await press(named(page, "Connect"));
      await expect(strip).toContainText("Speaker connected");
      await settled();
      await expect(page.getByLabel("Speaker", { exact: true })).toHaveValue("");
      expect(links(name)).toBe(1);
    });

    await test.step(`${hand} on 'Check in'`, async () => {
      const { names, door } = addGuests(2);
      await open(page, door);
      await press(named(page, `Check in ${names[0]}`));
      await expect(named(page, `Undo check-in ${names[0]}`)).toBeVisible();
      await settled();
      expect(names.map(statusOf)).toEqual(["attended", "confirmed"]);
    });
  }

  await test.step("two quick different presses are both done", async () => {
    await desk.open({ journalists: 3, size });
    const names = ["00", "01", "02"].map(desk.nameOf);
    await named(page, `Accredit ${names[0]}`).click();
    await named(page, `Decline ${names[1]}`).click();
    await expect.poll(() => names.map(statusOf)).toEqual(["confirmed", "declined", "pending"]);
    const { speakers } = await addSession(page);
    await open(page, "/admin/connections");
    // Simulates a slow connection, on which the first form is answered long before the second.
    const delays = [300, 2_000];
    await page.route(/\/admin\/connections/, async (route) => {
      if (route.request().method() === "POST") await new Promise((sent) => setTimeout(sent, delays.shift()));
      await route.continue().catch(() => {});
    });
    for (const name of speakers.slice(1)) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await expect.poll(() => speakers.map(links)).toEqual([2, 0, 0]);
    for (const name of speakers.slice(1))
      await expect(page.getByRole("button", { name: `Undo removing ${name}` })).toBeVisible();
    await settled();
  });
});
