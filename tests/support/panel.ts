import { expect, type Page } from "@playwright/test";
import type { Database } from "better-sqlite3";
import sharp from "sharp";
import { ACCOUNTS } from "../../dev/demo/identity-provider.ts";
import { inDatabase } from "../faults/support/rows.ts";
import { newLink } from "../faults/support/server-process.ts";
import { ready } from "./journey.ts";
import { PANEL_SITE } from "./sites.ts";

/** Signs the page's browser in by a one-time link; organiser.spec.ts signs in by the provider. */
export async function signIn(
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

/** Opens a screen and waits for its scripts, if JavaScript is on. */
export async function show(page: Page, address: string, javaScriptEnabled = true): Promise<void> {
  await page.goto(address);
  await ready(page, javaScriptEnabled);
}

export async function enter(page: Page, address: string, javaScriptEnabled = true): Promise<void> {
  await signIn(page);
  await show(page, address, javaScriptEnabled);
}

/** The tab of a screen in the panel's bar, with any count. */
export const tab = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: new RegExp(`^${title}`) });

/** Sends a JSON call as the signed-in page. Returns the response. */
export async function call(page: Page, method: "POST" | "PUT" | "DELETE", path: string, data?: object) {
  const headers = { Origin: PANEL_SITE.origin };
  const answer = await page.request.fetch(`/api/admin/${path}`, { method, headers, ...(data && { data }) });
  expect(answer.ok(), path).toBe(true);
  return answer.status() === 204 ? {} : answer.json();
}

/** Creates an item by a JSON call. Returns its id. */
export const create = async (page: Page, path: "speakers" | "program", data: object): Promise<number> =>
  (await call(page, "POST", path, data)).id;

export const unfoldConnect = (page: Page) => page.locator("#connect").click();

export const connect = (page: Page, speakerId: number, sessionId: number) =>
  call(page, "POST", "speaker-sessions", { speakerId, sessionId, role: "speaker" });

export const openMore = (page: Page, name: string): Promise<void> =>
  page
    .locator("summary")
    .filter({ hasText: `More for ${name}` })
    .click();

/** The 'More' menu of a screen's first line. */
export const headerMore = (page: Page) => page.locator(".panel-header summary").filter({ hasText: "More" });

/** Reads or changes the database of the panel's site. */
export const inPanelDatabase = <T>(work: (sqlite: Database) => T): T => inDatabase(PANEL_SITE.dataDir, work);

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

/** Delays every reload of a list until the returned function is called. */
export async function holdLists(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.data\b/, async (route) => {
    if (route.request().method() === "GET") await promise;
    await route.continue();
  });
  return resolve;
}
