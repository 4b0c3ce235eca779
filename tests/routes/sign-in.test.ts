import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CLIENT, startIdentityProvider } from "../../scripts/identity-provider.ts";
import { type App, formPost, ORIGIN, openApp, visibleText } from "../support/app.ts";
import { browserOn, visitProvider } from "../support/sign-in.ts";

const ACCOUNTS = [
  { id: "organiser", email: "Olive@Example.com", givenName: "Olive", familyName: "Organ", verified: true },
  {
    id: "stranger",
    email: "stranger@example.com",
    givenName: "Sasha",
    familyName: "Strange",
    verified: true,
  },
  { id: "unsaid", email: "olive@example.com", givenName: "Olive", familyName: "Organ", verified: undefined },
  { id: "pretender", email: "olive@example.com", givenName: "Not", familyName: "Olive", verified: false },
];

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
beforeAll(async () => {
  provider = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN, accounts: ACCOUNTS });
});
afterAll(() => provider.stop());

let app: App;
beforeEach(async () => {
  app = await openApp(withProvider(provider.issuer));
});

const withProvider = (issuer: string) => ({
  OAUTH_ISSUER: issuer,
  OAUTH_CLIENT_ID: CLIENT.id,
  OAUTH_CLIENT_SECRET: CLIENT.secret,
  ADMIN_EMAILS: "olive@example.com",
});
const logins = () => app.sqlite.prepare("select count(*) from login_sessions").pluck().get();

/** Signs in with the provider; answers the last response and the browser. */
async function signInAs(account: string, to = "/admin/speakers?add") {
  const browser = browserOn(app);
  const start = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const back = await visitProvider(start.headers.get("Location") ?? "", account);
  return { browser, back, response: await browser.get(back) };
}

test("an organiser signs in with the provider and lands on the page that was wanted", async () => {
  const { browser, response } = await signInAs("organiser");
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/admin/speakers?add");
  const user = await (await browser.get("/api/auth/user")).json();
  expect(user).toMatchObject({ email: "olive@example.com", firstName: "Olive", lastName: "Organ" });
  expect((await browser.get("/admin")).status).toBe(200);
});

test("a second login updates the user and starts a login of its own", async () => {
  await signInAs("organiser");
  app.sqlite.exec("update users set first_name = 'Old'");
  await signInAs("organiser");
  expect(app.sqlite.prepare("select first_name from users").pluck().all()).toEqual(["Olive"]);
  expect(logins()).toBe(2);
});

test("somebody who is not on the list is told so, by the address that was refused", async () => {
  const { browser, response } = await signInAs("stranger");
  expect(response.status).toBe(403);
  const text = visibleText(await response.text());
  expect(text).toContain("You are not on the list of organisers");
  expect(text).toContain("You signed in as stranger@example.com .");
  expect((await browser.get("/admin")).status).toBe(401);
  expect(logins()).toBe(0);
});

test("a former organiser who tries to sign in is turned away, and forgotten with all that was kept of them", async () => {
  const former = { ADMIN_EMAILS: "olive@example.com, stranger@example.com" };
  app = await openApp({ ...withProvider(provider.issuer), ...former });
  await signInAs("organiser");
  await signInAs("stranger");
  const { dataDir } = app;
  const { closeDatabase } = await import("#app/db/connection.server.ts");
  await closeDatabase();
  app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  app = await openApp(withProvider(provider.issuer), dataDir);
  expect(app.sqlite.prepare("select count(*) from users").pluck().get()).toBe(2);
  const { response } = await signInAs("stranger");
  expect(response.status).toBe(403);
  expect(app.sqlite.prepare("select email from users").pluck().all()).toEqual(["olive@example.com"]);
  expect(logins()).toBe(1);
});

test("an address that the provider does not vouch for signs nobody in", async () => {
  const { response } = await signInAs("pretender");
  expect(response.status).toBe(403);
  expect(visibleText(await response.text())).toContain("Your email address is not verified");
  expect(logins()).toBe(0);
});

test("an address of which the provider says nothing is believed where OAUTH_TRUST_EMAIL says so, one it denies never", async () => {
  expect((await signInAs("unsaid")).response.status).toBe(403);
  app = await openApp({ ...withProvider(provider.issuer), OAUTH_TRUST_EMAIL: "on" });
  expect((await signInAs("pretender")).response.status).toBe(403);
  expect(logins()).toBe(0);
  expect((await signInAs("unsaid")).response.status).toBe(303);
  expect(logins()).toBe(1);
});

test("cancelling, a foreign state, a used code and an answer without state sign nobody in and do not loop", async () => {
  const cancelled = await signInAs("");
  expect(cancelled.response.status).toBe(403);
  expect(visibleText(await cancelled.response.text())).toContain("You were not logged in");

  const { browser, back } = await signInAs("organiser");
  for (const path of [
    back,
    back.replace(/state=[^&]+/, "state=other"),
    "/api/login?error=access_denied",
    "/api/login?code=x",
  ]) {
    expect((await browser.get(path)).status).toBe(403);
  }
  const elsewhere = await browserOn(app).get(back);
  expect(elsewhere.status).toBe(403);
  expect(logins()).toBe(1);
});

test("tries that were not finished leave one state cookie, and a login none", async () => {
  const browser = browserOn(app);
  for (let start = 0; start < 5; start += 1) await browser.get("/api/login");
  expect(browser.jar.names.filter((name) => name.startsWith("oauth-state"))).toHaveLength(1);
  const { browser: done } = await signInAs("organiser");
  expect(done.jar.names.filter((name) => name.startsWith("oauth-state"))).toHaveLength(0);
});

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "",
])("%j is no page to return to", async (to) => {
  const { response } = await signInAs("organiser", to);
  expect(response.headers.get("Location")).toBe("/admin");
});

test("a provider that is down gives a clear page, and works again when it is back", async () => {
  const later = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN, accounts: ACCOUNTS });
  await later.stop();
  app = await openApp(withProvider(later.issuer));
  const response = await app.fetch("/api/login");
  expect(response.status).toBe(503);
  expect(visibleText(await response.text())).toContain("The identity provider does not answer");

  const browser = browserOn(app);
  await browser.get("/api/login?to=%2Fadmin%2Fdelegates");
  const port = Number(new URL(later.issuer).port);
  const back = await startIdentityProvider({ port, siteOrigin: ORIGIN, accounts: ACCOUNTS });
  // "Try again" on the page of a provider that was down still leads to the page that was wanted.
  const retry = await browser.get("/api/login");
  const answer = await visitProvider(retry.headers.get("Location") ?? "", "organiser");
  expect((await browser.get(answer)).headers.get("Location")).toBe("/admin/delegates");
  expect(browser.jar.names).not.toContain("return-to");

  // It goes down between its own page and ours.
  const start = await browser.get("/api/login");
  const late = await visitProvider(start.headers.get("Location") ?? "", "organiser");
  await back.stop();
  expect((await browser.get(late)).status).toBe(503);
});

test("logging out deletes the login and its cookie; a link on another site does not", async () => {
  const { browser } = await signInAs("organiser");
  await browser.get("/api/logout", { "Sec-Fetch-Site": "cross-site" });
  expect((await browser.get("/admin")).status).toBe(200);
  const response = await browser.get("/api/logout", { "Sec-Fetch-Site": "same-origin" });
  expect(response.headers.get("Location")).toBe("/");
  expect(browser.jar.names).not.toContain("login");
  expect(logins()).toBe(0);
});

test("without a provider the login page says how to get a link, and the link works once", async () => {
  app = await openApp({ ADMIN_EMAILS: "olive@example.com" });
  const text = visibleText(await (await app.fetch("/api/login")).text());
  expect(text).toContain("npm run admin:link -- you@example.com");

  const { createSignInLink } = await import("#app/models/sign-in-link.server.ts");
  const token = await createSignInLink("olive@example.com");
  const page = await (await app.fetch(`/api/login?link=${token}`)).text();
  expect(visibleText(page)).toContain("Log in to the admin panel");
  expect(logins()).toBe(0);
  const first = await app.fetch("/api/login?link=", formPost({ link: token }));
  expect(first.status).toBe(303);
  expect(first.headers.get("Location")).toBe("/admin");
  const second = await app.fetch("/api/login?link=", formPost({ link: token }));
  expect(second.status).toBe(403);
  expect(visibleText(await second.text())).toContain("This link has been used, or is too old");
  expect(logins()).toBe(1);
});

test("a link that is older than 15 minutes, or of somebody who left the list, signs nobody in", async () => {
  const { createSignInLink } = await import("#app/models/sign-in-link.server.ts");
  const old = await createSignInLink("olive@example.com");
  app.sqlite.exec("update sign_in_links set expire = expire - 16 * 60 * 1000");
  const left = await createSignInLink("former@example.com");
  for (const link of [old, left]) {
    expect((await app.fetch("/api/login?link=", formPost({ link }))).status).toBe(403);
  }
  expect(logins()).toBe(0);
});
