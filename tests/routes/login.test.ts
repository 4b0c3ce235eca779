import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { type App, formPost, ORIGIN, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { browserOn, CookieJar, visitProvider } from "../support/login.ts";

const OLIVE = { email: "olive@example.com", givenName: "Olive", familyName: "Organ" };
const ACCOUNTS = [
  { ...OLIVE, id: "organiser", email: "Olive@Example.com", verified: true },
  { ...OLIVE, id: "stranger", email: "stranger@example.com", verified: true },
  { ...OLIVE, id: "unsaid", verified: undefined },
  { ...OLIVE, id: "pretender", verified: false },
];

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
beforeAll(async () => {
  provider = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN, accounts: ACCOUNTS });
});
afterAll(() => provider.stop());

let app: App;
beforeEach(async () => {
  app = await openSampleApp(withProvider(provider.issuer));
});

const withProvider = (issuer: string) => ({
  OAUTH_ISSUER: issuer,
  OAUTH_CLIENT_ID: OIDC_CLIENT.id,
  OAUTH_CLIENT_SECRET: OIDC_CLIENT.secret,
  ADMIN_EMAILS: "olive@example.com",
});
const logins = () => app.sqlite.prepare("select count(*) from login_sessions").pluck().get();

/** Logs in with the provider. Returns the last response and the browser. */
async function logInAs(account: string, to = "/admin/speakers?add") {
  const browser = browserOn(app);
  const start = await browser.get(`/api/login?to=${encodeURIComponent(to)}`);
  const back = await visitProvider(start.headers.get("Location") ?? "", account);
  return { browser, back, response: await browser.get(back) };
}

const createLink = async (email = OLIVE.email): Promise<string> => {
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  return createLoginLink(email);
};
const logInBy = (link: string, Cookie = "") => app.fetch("/api/login?link=", formPost({ link }, { Cookie }));

test("an organiser logs in with the provider and returns to the requested page", async () => {
  const { browser, response } = await logInAs("organiser");
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/admin/speakers?add");
  const user = await (await browser.get("/api/auth/user")).json();
  expect(user).toMatchObject({ email: "olive@example.com", firstName: "Olive", lastName: "Organ" });
  expect((await browser.get("/admin")).status).toBe(200);
});

test("a second login for an export asks the provider for the password", async () => {
  const provider = async (path: string) => (await app.fetch(path)).headers.get("Location") ?? "";
  expect(await provider("/api/login?again=now")).toContain("prompt=login");
  expect(await provider("/api/login?to=%2Fadmin")).not.toContain("prompt");
});

test("a requested page whose address no cookie holds is not remembered", async () => {
  for (const letter of ["x", "é", '"', " "]) {
    const to = `/admin/delegates?q=${letter.repeat(14_000)}`;
    const start = await app.fetch(`/api/login?to=${encodeURIComponent(to)}`);
    for (const cookie of start.headers.getSetCookie()) expect(cookie.length).toBeLessThan(4_096);
  }
  const { response } = await logInAs("organiser", `/admin/delegates?q=${"x".repeat(14_000)}`);
  expect(response.headers.get("Location")).toBe("/admin");
});

test("a second login updates the user and starts a separate login", async () => {
  await logInAs("organiser");
  app.sqlite.exec("update users set first_name = 'Old'");
  await logInAs("organiser");
  expect(app.sqlite.prepare("select first_name from users").pluck().all()).toEqual(["Olive"]);
  expect(logins()).toBe(2);
});

test.each([
  ["not on the list", "stranger", ["You don’t have access", "You logged in as stranger@example.com ."]],
  ["not the owner of an address, says the provider,", "pretender", ["Your email address is not verified"]],
])("a visitor who is %s is told so, and not logged in", async (_, account, words) => {
  const { browser, response } = await logInAs(account);
  expect(response.status).toBe(403);
  const text = visibleText(await response.text());
  for (const part of words) expect(text).toContain(part);
  expect((await browser.get("/admin")).status).toBe(401);
  expect(logins()).toBe(0);
});

test("a former organiser who tries to log in is refused and erased", async () => {
  const former = { ADMIN_EMAILS: "olive@example.com, stranger@example.com" };
  app = await openSampleApp({ ...withProvider(provider.issuer), ...former });
  await logInAs("organiser");
  await logInAs("stranger");
  const { dataDir } = app;
  const { closeDatabase } = await import("#app/db/connection.server.ts");
  await closeDatabase();
  app.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  app = await openApp(withProvider(provider.issuer), dataDir);
  expect(app.sqlite.prepare("select count(*) from users").pluck().get()).toBe(2);
  const { response } = await logInAs("stranger");
  expect(response.status).toBe(403);
  expect(app.sqlite.prepare("select email from users").pluck().all()).toEqual(["olive@example.com"]);
  expect(logins()).toBe(1);
});

test("an address without a verification is trusted only with OAUTH_TRUST_EMAIL, an unverified one never", async () => {
  expect((await logInAs("unsaid")).response.status).toBe(403);
  app = await openSampleApp({ ...withProvider(provider.issuer), OAUTH_TRUST_EMAIL: "on" });
  expect((await logInAs("pretender")).response.status).toBe(403);
  expect(logins()).toBe(0);
  expect((await logInAs("unsaid")).response.status).toBe(303);
  expect(logins()).toBe(1);
});

test("cancelling, a foreign state, a used code and a missing state sign nobody in and do not loop", async () => {
  const cancelled = await logInAs("");
  expect(cancelled.response.status).toBe(403);
  expect(visibleText(await cancelled.response.text())).toContain("You were not logged in");

  const { browser, back } = await logInAs("organiser");
  const other = back.replace(/state=[^&]+/, "state=other");
  for (const path of [back, other, "/api/login?error=access_denied", "/api/login?code=x"])
    expect((await browser.get(path)).status).toBe(403);
  const elsewhere = await browserOn(app).get(back);
  expect(elsewhere.status).toBe(403);
  expect(logins()).toBe(1);
});

test("a browser that refuses cookies is told so, and one that has some the other reasons", async () => {
  const { browser, back } = await logInAs("organiser");
  const without = visibleText(await (await app.fetch(back)).text());
  expect(without).toContain("You need cookies to log in");
  expect(without).toContain("Allow cookies for this site, then try again.");
  const late = await (await browser.get(back)).text();
  expect(visibleText(late)).toContain("The login was cancelled, timed out or began in another browser.");
});

test("unfinished logins leave one state cookie, and a login none", async () => {
  const browser = browserOn(app);
  for (let start = 0; start < 5; start += 1) await browser.get("/api/login");
  expect(browser.jar.names.filter((name) => name.startsWith("oauth-state"))).toHaveLength(1);
  const { browser: done } = await logInAs("organiser");
  expect(done.jar.names.filter((name) => name.startsWith("oauth-state"))).toHaveLength(0);
});

test("an unavailable provider causes a clear page, and works again later", async () => {
  const later = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN, accounts: ACCOUNTS });
  await later.stop();
  app = await openSampleApp(withProvider(later.issuer));
  const response = await app.fetch("/api/login");
  expect(response.status).toBe(503);
  expect(visibleText(await response.text())).toContain("The identity provider is not responding");

  const browser = browserOn(app);
  await browser.get("/api/login?to=%2Fadmin%2Fdelegates");
  const port = Number(new URL(later.issuer).port);
  const back = await startIdentityProvider({ port, siteOrigin: ORIGIN, accounts: ACCOUNTS });
  // "Try again" on the page of an unavailable provider keeps the requested page.
  const retry = await browser.get("/api/login");
  const answer = await visitProvider(retry.headers.get("Location") ?? "", "organiser");
  expect((await browser.get(answer)).headers.get("Location")).toBe("/admin/delegates");
  expect(browser.jar.names).not.toContain("return-to");

  // The provider fails after the login on its own page.
  const start = await browser.get("/api/login");
  const late = await visitProvider(start.headers.get("Location") ?? "", "organiser");
  await back.stop();
  expect((await browser.get(late)).status).toBe(503);
});

test("without a provider the login page explains how to get a link, and the link works once", async () => {
  app = await openSampleApp({ ADMIN_EMAILS: OLIVE.email });
  const text = visibleText(await (await app.fetch("/api/login")).text());
  expect(text).toContain("npm run admin:link -- you@example.com");

  const token = await createLink();
  const page = await (await app.fetch(`/api/login?link=${token}`)).text();
  expect(visibleText(page)).toContain("Log in to the admin panel");
  expect(logins()).toBe(0);
  const first = await logInBy(token);
  expect(first.status).toBe(303);
  expect(first.headers.get("Location")).toBe("/admin");
  const second = await logInBy(token);
  expect(second.status).toBe(403);
  expect(visibleText(await second.text())).toContain("This link has been used or has expired");
  expect((await logInBy(await createLink("former@example.com"))).status).toBe(403);
  expect(logins()).toBe(1);
  // The second request in a double click has the login cookie from the first.
  const jar = new CookieJar();
  jar.keep(first);
  expect((await logInBy(token, jar.header)).headers.get("Location")).toBe("/admin");
});

test("a link logs in until 15 minutes after it was made, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const made = Date.now();
  // Creates both links first, because creating a link deletes expired ones.
  const [early, late] = [await createLink(), await createLink()];
  vi.setSystemTime(made + 15 * 60_000 - 1_000);
  expect((await logInBy(early)).status).toBe(303);
  vi.setSystemTime(made + 15 * 60_000 + 1_000);
  const links = app.sqlite.prepare("select count(*) from login_links").pluck();
  expect(links.get()).toBe(1);
  expect((await logInBy(late)).status).toBe(403);
  expect(logins()).toBe(1);
});

const ISSUER = "https://id.example.com/realms/byline";
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
};

/** Starts login with a provider that has this discovery document. `isNew` opens a new app. */
async function startWith(document: Record<string, unknown>, issuer = ISSUER, isNew = false) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(document);
  });
  app = await openSampleApp(withProvider(issuer), { isNew });
  const response = await app.fetch("/api/login");
  expect(asked).toEqual([`${ISSUER}/.well-known/openid-configuration`]);
  return response;
}

test("a provider must name itself as requested, with or without a trailing slash", async () => {
  for (const [asked, said] of [
    [ISSUER, ISSUER],
    [`${ISSUER}/`, ISSUER],
    [`${ISSUER}/`, `${ISSUER}/`],
    [ISSUER, `${ISSUER}/`],
  ]) {
    const response = await startWith({ ...DOCUMENT, issuer: said }, asked, true);
    expect([asked, said, response.status]).toEqual([asked, said, 302]);
    expect(response.headers.get("Location")).toContain(`${ISSUER}/authorize?`);
  }
});

test("a provider with another issuer is not the one that was asked for", async () => {
  const names = [undefined, null, "", "/", "https://id.example.com", [ISSUER]];
  for (const other of ["other", "byline//", "Byline", "byline?x", "{tenantid}"])
    names.push(ISSUER.replace("byline", other));
  names.push(ISSUER.replace("https", "http"), ISSUER.replace(".com", ".com.evil.test"));
  for (const issuer of names) {
    const response = await startWith({ ...DOCUMENT, issuer });
    expect([issuer, response.status]).toEqual([issuer, 503]);
    expect(visibleText(await response.text())).toContain("The identity provider is not responding");
  }
});

test("a provider with an endpoint that is not an https address is broken, and nobody is sent there", async () => {
  const addresses = ["javascript:alert(1)//", "JavaScript://id.example.com/%0Aalert(1)", "", null, 7];
  addresses.push("data:text/html,<script>alert(1)</script>", "file:///etc/passwd", "//id.example.com/x");
  addresses.push("blob:https://id.example.com/x", "ftp://id.example.com/", "/authorize");
  for (const endpoint of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"]) {
    for (const address of [...addresses, "http://id.example.com/authorize"]) {
      const response = await startWith({ ...DOCUMENT, [endpoint]: address });
      expect([address, response.status, response.headers.get("Location")]).toEqual([address, 503, null]);
    }
  }
});

test("a provider's picture and name are stored if they are an address and a name", async () => {
  const answers: Record<string, unknown> = {
    "/.well-known/openid-configuration": DOCUMENT,
    "/token": { access_token: "x", token_type: "Bearer" },
  };
  const logIn = async (userinfo: Record<string, unknown>) => {
    vi.stubGlobal("fetch", async (url: string) =>
      Response.json(
        url === DOCUMENT.userinfo_endpoint
          ? { email: "olive@example.com", email_verified: true, ...userinfo }
          : answers[url.slice(ISSUER.length)],
      ),
    );
    app = await openSampleApp(withProvider(ISSUER));
    const browser = browserOn(app);
    const start = new URL((await browser.get("/api/login")).headers.get("Location") ?? "");
    await browser.get(`/api/login?code=x&state=${start.searchParams.get("state")}`);
    return (await browser.get("/api/auth/user")).json();
  };
  const fine = { picture: "https://id.example.com/olive.jpg", given_name: "Olive" };
  expect(await logIn(fine)).toMatchObject({ profileImageUrl: fine.picture, firstName: "Olive" });
  const long = `https://x.test/${"a".repeat(3_000)}`;
  for (const picture of ["javascript:alert(1)", "data:image/png;base64,AAAA", long])
    expect(await logIn({ picture })).toMatchObject({ email: "olive@example.com", profileImageUrl: null });
  expect(await logIn({ given_name: "a".repeat(500_000) })).toMatchObject({ firstName: null });
});
