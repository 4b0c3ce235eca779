import { beforeEach } from "vitest";
import { type App, openSampleApp, visibleText } from "./app.ts";
import { ORGANISER, type Organiser, organiserOf } from "./organiser.ts";

/** The current test's app, and a client that is logged in to it as an organiser. */
export let app: App;
export let organiser: Organiser;

export async function openOrganised(settings: Record<string, string> = {}, options?: { isNew: boolean }) {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, ...settings }, options);
  await logInAgain();
}

/** Logs in again after the test's clock has moved. */
export async function logInAgain() {
  organiser = await organiserOf(app);
}

/** Opens the sample conference before each test of a file, with a logged-in organiser. */
export const organisedForEach = (settings: Record<string, string> = {}) =>
  beforeEach(() => openOrganised(settings));

/** Query results: first value, first column, all rows, number of rows in a table. */
export const db = {
  value: (sql: string, ...values: unknown[]) => app.sqlite.prepare(sql).pluck().get(values),
  values: (sql: string, ...values: unknown[]) => app.sqlite.prepare(sql).pluck().all(values),
  rows: (sql: string, ...values: unknown[]) => app.sqlite.prepare(sql).all(values),
  count: (table: string) => Number(db.value(`select count(*) from ${table}`)),
};

export const pageOf = async (path: string) => (await organiser.get(path)).text();
export const textOf = async (path: string) => visibleText(await pageOf(path));

export const textAfter = async (response: Response) =>
  visibleText(await (await organiser.follow(response)).text());
/** Posts a form. Returns the text of the next screen. */
export const textAfterPost = async (path: string, fields: Record<string, string>) =>
  textAfter(await organiser.post(path, fields));

export const missing = (text: string, parts: readonly string[]) =>
  parts.filter((part) => !text.includes(part));
