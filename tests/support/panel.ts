import { expect, type Page } from "@playwright/test";
import type { Database } from "better-sqlite3";
import sharp from "sharp";
import { ACCOUNTS } from "../../dev/demo/identity-provider.ts";
import { inDatabase } from "../faults/support/rows.ts";
import { newLink } from "../faults/support/server-process.ts";
import { visit } from "./journey.ts";
import { PANEL_SITE } from "./sites.ts";

/** Signs the page's browser in with a one-time link. */
export async function logIn(
  page: Page,
  { origin, dataDir }: { origin: string; dataDir: string } = PANEL_SITE,
): Promise<void> {
  const { email = "", givenName, familyName } = ACCOUNTS[0] ?? {};
  const sql = "insert or ignore into users (id, email, first_name, last_name) values (?, ?, ?, ?)";
  inDatabase(dataDir, (sqlite) => sqlite.prepare(sql).run(crypto.randomUUID(), email, givenName, familyName));
  const form = { link: newLink(dataDir, email) };
  const headers = { Origin: origin };
  const answer = await page.request.post(`${origin}/api/login`, { headers, form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

export async function enter(page: Page, address: string): Promise<void> {
  await logIn(page);
  await visit(page, address);
}

/** The link to a screen in the panel's tab bar, with or without a count. */
export const tab = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: new RegExp(`^${title}`) });

/** Makes a JSON API call with the page's login. Returns the response's body. */
export async function call(page: Page, method: "POST" | "PUT" | "DELETE", path: string, data?: object) {
  const headers = { Origin: PANEL_SITE.origin };
  const answer = await page.request.fetch(`/api/admin/${path}`, { method, headers, ...(data && { data }) });
  expect(answer.ok(), path).toBe(true);
  return answer.status() === 204 ? {} : answer.json();
}

/** Creates a speaker or session through the JSON API. Returns the id. */
export const create = async (page: Page, path: "speakers" | "program", data: object): Promise<number> =>
  (await call(page, "POST", path, data)).id;

type Item = { id: number; title: string; bio: string; imageUrl: string | null };
/** The speaker or session with this id or name, as the public API returns it. */
export async function stored(page: Page, list: "speakers" | "program", key: number | string) {
  const items: (Item & { name?: string })[] = await (await page.request.get(`/api/${list}`)).json();
  return items.find(({ id, name }) => id === key || name === key);
}

export const unfoldConnect = (page: Page) => page.locator("#connect").click();

export const connect = (page: Page, speakerId: number, sessionId: number) =>
  call(page, "POST", "speaker-sessions", { speakerId, sessionId, role: "speaker" });

export const openMore = (page: Page, name: string): Promise<void> =>
  page
    .locator("summary")
    .filter({ hasText: `More for ${name}` })
    .click();

/** Opens the menu with the controls that move a session. */
export const openMove = (page: Page, title: string): Promise<void> =>
  page
    .locator("summary")
    .filter({ hasText: `Move for ${title}` })
    .click();

/** The 'More' menu in a screen's header. */
export const headerMore = (page: Page) => page.locator(".panel-header summary").filter({ hasText: "More" });

/** Reads or changes the database of the panel's site. */
export const inPanelDatabase = <T>(work: (sqlite: Database) => T): T => inDatabase(PANEL_SITE.dataDir, work);

/** First value of a query on the panel's database. */
export const panelValue = (sql: string, ...values: unknown[]): unknown =>
  inPanelDatabase((sqlite) => sqlite.prepare(sql).pluck().get(values));

export const panelRun = (sql: string, ...values: unknown[]) =>
  inPanelDatabase((sqlite) => sqlite.prepare(sql).run(values));

export const newName = (): string => `Panel ${crypto.randomUUID().slice(0, 8)}`;

export const photoBytes = (background: string) =>
  sharp({ create: { width: 90, height: 90, channels: 3, background } })
    .png()
    .toBuffer();

export const photo = async (background = "#1b4f9c") => ({
  name: "portrait.png",
  mimeType: "image/png",
  buffer: await photoBytes(background),
});

export const NO_IMAGE = { name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no image") };
