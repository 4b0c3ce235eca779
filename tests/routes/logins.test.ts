import { spawn } from "node:child_process";
import { beforeEach, expect, test, vi } from "vitest";
import { describeBrowser } from "#app/http/browser-name.server.ts";
import { finish } from "../faults/support/child-process.ts";
import { type App, formPost, openSampleApp, titlesOf, visibleText } from "../support/app.ts";
import { HISTORY } from "../support/history.ts";
import { insertLink, logIn, ORGANISER } from "../support/organiser.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

let app: App;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: `${ORGANISER},bela@example.com` });
});

/** Logs in with a one-time link and this User-Agent. Returns the cookies. */
async function logInWith(userAgent: string, email = ORGANISER): Promise<string> {
  const link = insertLink(app.sqlite, email);
  const answer = await app.fetch("/api/login?link=", formPost({ link }, { "User-Agent": userAgent }));
  expect(answer.status).toBe(303);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return cookies.join("; ");
}
const statusOf = async (Cookie: string) => (await app.fetch("/admin", { headers: { Cookie } })).status;
const pageOf = async (Cookie: string) => (await app.fetch("/admin/logins", { headers: { Cookie } })).text();
const textOf = async (Cookie: string) => visibleText(await pageOf(Cookie));
const idsOn = (page: string) =>
  [...page.matchAll(/<button[^>]* value="([\w-]{16})"/g)].map(([, id]) => id ?? "");
const end = (Cookie: string, login: string) =>
  app.fetch("/admin/logins", formPost({ intent: "end", login }, { Cookie }));
const toastOf = async (answer: Response, Cookie: string) => {
  const toast = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("toast="));
  return textOf(`${Cookie}; ${toast?.split(";", 1)[0]}`);
};
const noted = () =>
  app.sqlite.prepare(`select actor, action, label from ${HISTORY} where action = 'ended'`).all();

test("a logged-in visitor is led from the login to the requested page", async () => {
  const Cookie = await logInWith(FIREFOX);
  for (const [query, page] of [
    ["?to=/admin/program%3Fadd", "/admin/program?add"],
    ["", "/admin"],
    ["?to=https://evil.example", "/admin"],
  ]) {
    const answer = await app.fetch(`/api/login${query}`, { headers: { Cookie } });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
  }
  expect((await app.fetch("/api/login")).status).toBe(200);
  // The page asks for confirmation. Then even an invalid link leads a logged-in user to the panel.
  expect((await app.fetch("/api/login?link=x", { headers: { Cookie } })).status).toBe(200);
  const refused = await app.fetch("/api/login", formPost({ link: "x" }, { Cookie }));
  expect(refused.headers.get("Location")).toBe("/admin");
});

test("an organiser sees each login with its browser, creation and last use, and which one is current", async () => {
  vi.useFakeTimers({ now: new Date("2025-09-01T00:00:00Z"), toFake: ["Date"] });
  const firefox = await logInWith(FIREFOX);
  vi.setSystemTime(new Date("2025-09-01T01:00:00Z"));
  const phone = await logInWith(PHONE);
  await logInWith("curl/8.5.0", "bela@example.com");
  vi.setSystemTime(new Date("2025-09-01T02:30:00Z"));
  await pageOf(firefox);
  await expect.poll(() => textOf(phone)).toContain("Last used 1 Sept 2025, 12:30 PM");
  const page = await pageOf(phone);
  expect(titlesOf(page)).toEqual(["Your Logins – Byline 2025"]);
  const text = visibleText(page);
  expect(text).toContain("Back to Admin");
  expect(text).toMatch(
    /Safari on an iPhone This browser Logged in 1 Sept 2025, 11:00 AM Last used 1 Sept 2025, 12:30 PM Logout/,
  );
  expect(text).toMatch(
    /Firefox on Windows Logged in 1 Sept 2025, 10:00 AM Last used 1 Sept 2025, 12:30 PM End the login from Firefox on Windows/,
  );
  expect(text).not.toContain("unknown browser");
  expect(idsOn(page)).toHaveLength(1);
  for (const sid of app.sqlite.prepare("select sid from login_sessions").pluck().all())
    expect(page.includes(String(sid)), "a sid on the page").toBe(false);
  const dashboard = await (await app.fetch("/admin", { headers: { Cookie: phone } })).text();
  expect(visibleText(dashboard)).toContain("Your Logins");
});

test("logins come in pages, and all others can be ended at once", async () => {
  const own = await logInWith(FIREFOX);
  app.sqlite.exec(`insert into login_sessions (sid, sess, expire) select printf('%016d', value),
    json_set(sess, '$.lastUsedAt', value), expire from login_sessions, json_each('[${Array.from({ length: 24 }, (_, at) => at + 1)}]')`);
  const [first, second] = await Promise.all(
    ["", "?page=2"].map(async (query) =>
      (await app.fetch(`/admin/logins${query}`, { headers: { Cookie: own } })).text(),
    ),
  );
  expect([idsOn(first ?? "").length, idsOn(second ?? "").length]).toEqual([19, 5]);
  expect(first).toContain("This browser");
  expect(first).toContain('href="/admin/logins?page=2"');
  expect(await toastOf(await end(own, "others"), own)).toContain("24 logins ended.");
});

test("the last use of a login is known to within a minute", async () => {
  vi.useFakeTimers({ now: new Date("2025-09-01T00:00:30Z"), toFake: ["Date"] });
  const firefox = await logInWith(FIREFOX);
  const phone = await logInWith(PHONE);
  // The last use was recorded less than a minute ago, so this use is not recorded.
  vi.setSystemTime(new Date("2025-09-01T00:01:10Z"));
  expect(await textOf(phone)).toMatch(/This browser Logged in 1 Sept 2025, 10:00 AM Last used .*?10:00 AM/);
  vi.setSystemTime(new Date("2025-09-01T00:02:00Z"));
  await pageOf(firefox);
  await expect.poll(() => textOf(phone)).toMatch(/Firefox on Windows .*? Last used 1 Sept 2025, 10:02 AM/);
});

test("ending a login logs out only that browser, with its next request", async () => {
  const [firefox, phone] = [await logInWith(FIREFOX), await logInWith(PHONE)];
  const bela = await logInWith(FIREFOX, "bela@example.com");
  const [id = ""] = idsOn(await pageOf(phone));
  const answer = await end(phone, id);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/logins"]);
  expect(await toastOf(answer, phone)).toContain("Login ended: Firefox on Windows.");
  expect(await statusOf(firefox)).toBe(401);
  expect([await statusOf(phone), await statusOf(bela)]).toEqual([200, 200]);
  expect(noted()).toEqual([{ actor: ORGANISER, action: "ended", label: "Firefox on Windows" }]);
  const activity = visibleText(await (await app.fetch("/admin", { headers: { Cookie: phone } })).text());
  expect(activity).toContain(`${ORGANISER} Ended the login from Firefox on Windows`);

  expect(await toastOf(await end(phone, id), phone)).toContain("That login has already ended");
  expect(noted()).toHaveLength(1);
});

test("ending all others keeps the current login, and those of other organisers", async () => {
  const others = [await logInWith(FIREFOX), await logInWith(PHONE), await logIn()];
  const own = await logInWith(FIREFOX);
  const bela = await logInWith(FIREFOX, "bela@example.com");
  expect(await textOf(own)).toContain("End all other logins");
  expect(await toastOf(await end(own, "others"), own)).toContain("3 logins ended.");
  for (const other of others) expect(await statusOf(other)).toBe(401);
  expect([await statusOf(own), await statusOf(bela)]).toEqual([200, 200]);
  expect(noted().length).toBe(3);
  expect(await textOf(own)).not.toContain("End all other logins");
});

test("no organiser ends a login of somebody else, nor their current one by this form", async () => {
  const [own, bela] = [await logInWith(FIREFOX), await logInWith(PHONE, "bela@example.com")];
  const sids = app.sqlite.prepare("select sid from login_sessions order by rowid").pluck().all() as string[];
  for (const id of [...sids.map((sid) => sid.slice(0, 16)), ...sids, "", "%"])
    expect(await toastOf(await end(own, id), own)).toContain("That login has already ended");
  const without = await app.fetch("/admin/logins", formPost({ login: "others" }, { Cookie: own }));
  expect(await toastOf(without, own)).toContain("That login has already ended");
  expect([await statusOf(own), await statusOf(bela)]).toEqual([200, 200]);
  expect(noted()).toEqual([]);
});

test("a command of the host ends all logins of an organiser", async () => {
  const [one, other] = [await logInWith(FIREFOX), await logInWith(PHONE)];
  const bela = await logInWith(PHONE, "bela@example.com");
  // Avoids spawnSync(), because the event loop must notice closed connections.
  const run = (...args: string[]) =>
    finish(spawn(process.execPath, ["bin/admin-link.ts", "--end-logins", ...args]));
  expect(await run("ANA@example.com")).toEqual({ status: 0, output: "2 logins of ana@example.com ended.\n" });
  expect((await run("nobody@example.com")).output).toBe("0 logins of nobody@example.com ended.\n");
  expect((await run()).status).toBe(1);
  expect(await Promise.all([one, other, bela].map(statusOf))).toEqual([401, 401, 200]);
  expect(noted()).toHaveLength(2);
});

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15";
const SAMSUNG =
  "AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
test.each([
  [FIREFOX, "Firefox on Windows"],
  [PHONE, "Safari on an iPhone"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, "Chrome on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, "Safari on a Mac"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${SAMSUNG}`, "Samsung Internet on Android"],
  ["Firefox/1", "Firefox"],
  ["curl/8.5.0", null],
  ["<script>alert(1)</script>", null],
  ["", null],
  [null, null],
])("%s is %s", (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});
