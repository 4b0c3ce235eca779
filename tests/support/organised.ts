// The sample conference with an organiser who is signed in, before each test of a file.
import { beforeEach } from "vitest";
import { type App, openSampleApp, visibleText } from "./app.ts";
import { ORGANISER, type Organiser, organiserOf } from "./organiser.ts";

/** The app of the test that runs, and the organiser's browser on it. */
export let app: App;
export let organiser: Organiser;

/** Opens it anew, with these settings. */
export async function openOrganised(settings: Record<string, string> = {}, options?: { isNew: boolean }) {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, ...settings }, options);
  await signInAnew();
}

/** For tests whose clock moves: a login of another day is over, or from the future. */
export async function signInAnew() {
  organiser = await organiserOf(app);
}

export const organisedForEach = (settings: Record<string, string> = {}) =>
  beforeEach(() => openOrganised(settings));

/** What is in the tables: the first column of the first row or of all, all rows, and how many there are. */
export const db = {
  value: (sql: string, ...values: unknown[]) =>
    app.sqlite
      .prepare(sql)
      .pluck()
      .get(...values),
  values: (sql: string, ...values: unknown[]) =>
    app.sqlite
      .prepare(sql)
      .pluck()
      .all(...values),
  rows: (sql: string, ...values: unknown[]) => app.sqlite.prepare(sql).all(...values),
  count: (table: string) => Number(db.value(`select count(*) from ${table}`)),
};

/** A screen as the organiser gets it. */
export const pageOf = async (path: string) => (await organiser.get(path)).text();
export const textOf = async (path: string) => visibleText(await pageOf(path));

/** What the screen says to which a form led. */
export const saidAfter = async (response: Response) =>
  visibleText(await (await organiser.follow(response)).text());
/** The same, of a form that is posted now. */
export const told = async (path: string, fields: Record<string, string>) =>
  saidAfter(await organiser.post(path, fields));

/** Which of the parts a text lacks. */
export const missing = (text: string, parts: readonly string[]) =>
  parts.filter((part) => !text.includes(part));
