// The delegate list as an organiser uses it in a browser.
import type { Locator, Page } from "@playwright/test";
import { holdScripts, waitForFonts } from "./delayed-scripts.ts";
import { insertDelegate } from "./delegates.ts";
import { expect, test as journey, ready, WITHOUT_SCRIPT } from "./journey.ts";
import { inPanelDatabase, signIn } from "./panel.ts";

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

/** Collapses expanded rows, which cover those below. */
async function collapseRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const open of document.querySelectorAll("details.fold[open]")) open.removeAttribute("open");
  });
}

/** Sets a delegate's status, such as 'Confirmed', by the button below the row. */
export async function setDelegateStatus(page: Page, name: string, status: string): Promise<void> {
  const row = await expandRow(page, name);
  await row.getByRole("button", { name: status, exact: true }).click();
}

export async function decline(page: Page, name: string, line = ""): Promise<void> {
  await collapseRows(page);
  if (line === "")
    return rowOf(page, name)
      .getByRole("button", { name: `Decline ${name}`, exact: true })
      .click();
  const row = await expandRow(page, name);
  await row.getByLabel(/^Note to/).fill(line);
  await row.getByRole("button", { name: `Decline ${name} with this note` }).click();
}

/** Address of the list of waiting journalists. */
export const PRESS = "type=media_pass&status=pending&sort=name";
export const PHONE = { width: 320, height: 640 };

/** Number of waiting journalists and of other delegates, query of the list, size of the window. */
type List = {
  journalists?: number;
  others?: number;
  query?: string;
  size?: { width: number; height: number };
};

/** Asserts that an element does not move when the scripts start, which `sign` shows. */
export async function expectStill(page: Page, path: string, watched: Locator, sign: Locator): Promise<void> {
  const place = () =>
    watched.evaluate((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const letScripts = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(watched).toBeVisible();
    await waitForFonts(page);
    const before = await place();
    letScripts();
    await ready(page, true);
    await expect(sign).toBeVisible();
    expect(await place(), `at ${width} px`).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }
}

/** The delegate list, filtered to its own people: '<mark> 00', '<mark> 01', … */
function deskOn(page: Page, javaScriptEnabled: boolean) {
  let mark = "";
  const nameOf = (who: string) => `${mark} ${who}`;
  const row = (who: string) => rowOf(page, nameOf(who));
  const box = (who: string) => page.getByLabel(`Select ${nameOf(who)}`);
  const status = page.getByLabel("to status");
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

  /** The same people in a list of this moment. */
  async function reopen(query = "sort=name"): Promise<void> {
    await page.goto(`/admin/delegates?q=${mark}&${query}`);
    await ready(page, javaScriptEnabled);
  }

  return {
    withScript: javaScriptEnabled,
    apply,
    status,
    toast: page.locator(".toast").last(),
    search: page.getByLabel("Search by name"),
    scope: page.getByRole("combobox", { name: "Change", exact: true }),
    changing: page.locator("#bulk-change"),
    more: page.locator(".panel-header summary", { hasText: "More" }),
    add,
    reopen,
    nameOf,
    row,
    box,
    /** The control that expands a row. */
    person: (who: string) => row(who).locator("summary").first(),
    accredit: (who: string) => row(who).locator(".desk-decision [value^=confirmed]"),
    undo: (who: string) => row(who).getByRole("button", { name: /^Undo/ }),
    line: (who: string) => row(who).getByLabel(/^Note to/),
    expandRow: (who: string) => expandRow(page, nameOf(who)),

    /** Opens a list of new people. Returns their common word. */
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

    /** Presses keys with the focus on a person's name. */
    async keysOn(who: string, ...keys: string[]): Promise<void> {
      await row(who).locator("summary").first().focus();
      for (const key of keys) await page.keyboard.press(key);
    },

    /** Sets the status of these people by the bulk form. */
    async change(to: string, ...people: string[]): Promise<void> {
      for (const who of people) await box(who).check();
      if (!(await status.isVisible())) await page.locator("#bulk-change").click();
      await status.selectOption(to);
      await apply.click();
    },

    count(status: string): number {
      const sql = "select count(*) from delegates where name like ? and status = ?";
      return inPanelDatabase((sqlite) => Number(sqlite.prepare(sql).pluck().get(`${mark}%`, status)));
    },
  };
}

/** A browser test that starts signed in, on the delegate list. */
export const test = journey.extend<{ desk: ReturnType<typeof deskOn> }>({
  desk: async ({ page, javaScriptEnabled }, use, { project }) => {
    await signIn(page);
    await use(deskOn(page, javaScriptEnabled && project.name !== WITHOUT_SCRIPT));
  },
});
