import type { Locator, Page } from "@playwright/test";
import { insertDelegate } from "./delegates.ts";
import { expect, holdAnswers, isScripted, test as journey, ready, visit } from "./journey.ts";
import { inPanelDatabase, logIn, panelValue } from "./panel.ts";

export const rowOf = (page: Page, name: string): Locator =>
  page.locator(".desk-row").filter({ has: page.getByRole("heading", { name, exact: true }) });

export async function expandRow(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name);
  const facts = row.locator(".desk-facts");
  if (await facts.isVisible()) return row;
  await collapseRows(page);
  await row.locator(".desk-person > summary").click();
  await facts.waitFor();
  return row;
}

/** Collapses expanded rows, because they cover the rows below. */
async function collapseRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const open of document.querySelectorAll("details.fold[open]")) open.removeAttribute("open");
  });
}

export async function decline(page: Page, name: string, line = ""): Promise<void> {
  await collapseRows(page);
  // On a phone, 'Decline' is only in the row's details.
  const button = rowOf(page, name).getByRole("button", { name: `Decline ${name}`, exact: true });
  if (line === "" && (await button.isVisible())) return button.click();
  const row = await expandRow(page, name);
  await row.getByLabel(/^Note to/).fill(line);
  await row.getByRole("button", { name: `Decline ${name} with this note` }).click();
}

/** Query for the list of pending journalists. */
export const PRESS = "type=media_pass&status=pending&sort=name";
export const PHONE = { width: 320, height: 640 };

/** Numbers of pending journalists and other delegates, the list's query, and the window size. */
type List = { journalists?: number; others?: number; query?: string; size?: typeof PHONE };

/** Waits for the fonts, because they move lines after the first paint. */
const waitForFonts = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const families = ["Newsreader", "Instrument Sans"];
        const faces = await Promise.all(families.map((family) => document.fonts.load(`16px "${family}"`)));
        // A font changes the lines one frame after it has loaded.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return faces.every(({ length }) => length > 0);
      }),
    )
    .toBe(true);

/** Asserts that an element stays in place while scripts start, until `sign` appears. */
export async function expectStill(page: Page, path: string, watched: Locator, sign: Locator): Promise<void> {
  const place = () =>
    watched.evaluate((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const scripts = await holdAnswers(page, /\/assets\/.*\.js/);
    await page.goto(path, { waitUntil: "commit" });
    await expect(watched).toBeVisible();
    await waitForFonts(page);
    const before = await place();
    scripts.release();
    await ready(page);
    await expect(sign).toBeVisible();
    expect(await place(), `at ${width} px`).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }
}

/** The delegate list, filtered to the test's own delegates: '<mark> 00', '<mark> 01', … */
function deskOn(page: Page) {
  let mark = "";
  const nameOf = (who: string) => `${mark} ${who}`;
  const row = (who: string) => rowOf(page, nameOf(who));
  const box = (who: string) => page.getByLabel(`Select ${nameOf(who)}`);
  const status = page.getByLabel("New status");
  const apply = page.getByRole("button", { name: "Apply" });

  function add({ journalists = 0, others = 0 }: List): void {
    const work = {
      registration_type: "media_pass",
      outlet: "The Quill",
      work_url: "https://quill.example.com/a",
    };
    inPanelDatabase((sqlite) =>
      sqlite.transaction(() => {
        for (let index = 0; index < journalists + others; index += 1) {
          const name = nameOf(String(index).padStart(2, "0"));
          const email = `${name.replace(" ", ".")}@example.com`;
          insertDelegate(sqlite, { name, email, ...(index < journalists ? work : {}) });
        }
      })(),
    );
  }

  /** Opens a new list of the same delegates. */
  const reopen = (query = "sort=name") => visit(page, `/admin/delegates?q=${mark}&${query}`);

  return {
    withScript: isScripted(),
    apply,
    status,
    toast: page.locator(".toast").last(),
    search: page.getByLabel("Search by name"),
    changing: page.locator("#bulk-change"),
    more: page.locator(".panel-header summary", { hasText: "More" }),
    add,
    reopen,
    nameOf,
    row,
    box,
    /** The control that expands a row. */
    person: (who: string) => row(who).locator("summary").first(),
    approve: (who: string) => row(who).locator(".desk-decision [value^=confirmed]"),
    decision: (who: string) => row(who).locator(".desk-decision"),
    undo: (who: string) => row(who).getByRole("button", { name: /^Undo/ }),
    line: (who: string) => row(who).getByLabel(/^Note to/),
    expandRow: (who: string) => expandRow(page, nameOf(who)),

    /** Opens a list of new delegates. Returns the word that their names share. */
    async open({ query, size = { width: 1280, height: 800 }, ...people }: List): Promise<string> {
      mark = `m${crypto.randomUUID().slice(0, 8)}`;
      add(people);
      await page.setViewportSize(size);
      await reopen(query);
      return mark;
    },

    async keys(...keys: string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key);
    },

    /** Presses keys with the focus on a delegate's name. */
    async keysOn(who: string, ...keys: string[]): Promise<void> {
      await row(who).locator("summary").first().focus();
      for (const key of keys) await page.keyboard.press(key);
    },

    /** Sets the status of these delegates with the bulk form. */
    async change(to: string, ...people: string[]): Promise<void> {
      for (const who of people) await box(who).check();
      if (!(await status.isVisible())) await page.locator("#bulk-change").click();
      await status.selectOption(to.toLowerCase());
      await apply.click();
    },

    count: (status: string) =>
      panelValue("select count(*) from delegates where name like ? and status = ?", `${mark}%`, status),
  };
}

/** A browser test of the delegate list, with an organiser already logged in. */
export const test = journey.extend<{ desk: ReturnType<typeof deskOn> }>({
  desk: async ({ page }, use) => {
    await logIn(page);
    await use(deskOn(page));
  },
});
