import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { until } from "../faults/support/until.ts";
import { type App, formPost, logged, ORIGIN, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { browserOn } from "../support/login.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { ORGANISER } from "../support/organiser.ts";
import { startServer } from "../support/server.ts";

const HELPER = "hans@example.com";
const STRANGER = "stranger@example.com";

let server: MailServer;
let app: App;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.behaviour.refuse = undefined;
  app = await openSite();
});
afterAll(() => server.stop());

const SOON = conferenceIn(30);
const openSite = (settings: Record<string, string> = {}) =>
  openSampleApp({ ...settingsOf(SOON), ...settings });
const settingsOf = (day: { CONFERENCE_FILE: string }) => ({
  ADMIN_EMAILS: ORGANISER,
  DOOR_EMAILS: HELPER,
  SMTP_URL: server.url,
  MAIL_RETRY_SECONDS: "6",
  ...day,
});

const ask = (email: string, more: Record<string, string> = {}) =>
  app.fetch("/api/login?by=email", formPost({ email, ...more }));
const links = () => app.sqlite.prepare("select count(*) from login_links").pluck().get();
const mailed = (count: number) => until(`${count} have come`, () => server.mails.length === count);
/** Waits longer than it takes to send an email. */
const waitForMail = () => pause(300);
const linkIn = (mail: MailServer["mails"][number] | undefined): string =>
  /http\S+\/api\/login\?link=\S+/.exec(mail?.email.text ?? "")?.[0] ?? "";
const tokenIn = (link: string) => new URL(link).searchParams.get("link") ?? "";
const logInBy = (link: string) => app.fetch("/api/login?link=", formPost({ link: tokenIn(link) }));

test("everyone on a list gets a link, whose page has a button that logs in once", async () => {
  for (const [email, screen] of [
    [ORGANISER, "/admin"],
    [HELPER.toUpperCase().replace("EXAMPLE.COM", "example.com"), "/admin/delegates/door"],
  ] as const) {
    server.mails.length = 0;
    const asked = await ask(email);
    expect(asked.status).toBe(303);
    expect(asked.headers.get("Location")).toBe("/api/login?sent");
    await mailed(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual([email.toLowerCase()]);
    expect(mail?.email.subject).toBe("Log in to Fjord <Days>");
    const link = linkIn(mail);
    expect(link.startsWith(`${ORIGIN}/api/login?link=`)).toBe(true);

    // Requests from mail scanners change nothing.
    const browser = browserOn(app);
    const path = link.slice(ORIGIN.length);
    for (let visit = 0; visit < 3; visit += 1)
      expect(visibleText(await (await browser.get(path)).text())).toContain("Log in to the admin panel");
    const used = await logInBy(link);
    expect(used.status).toBe(303);
    browser.jar.keep(used);
    expect((await browser.get(screen)).status).toBe(200);
    const again = await logInBy(link);
    expect(again.status).toBe(403);
    expect(await again.text()).toContain('href="/api/login?by=email"');
  }
});

test("nobody is told whether an address is on a list: responses are the same, and the lookup follows them", async () => {
  // With this setting, lookups start after a second.
  app = await openSite({ MAIL_RETRY_SECONDS: "60" });
  // The first email loads the mail library, which also delays its lookup.
  await ask(HELPER);
  await mailed(1);
  const answers = [];
  for (const email of [STRANGER, ORGANISER, HELPER]) {
    const answer = await ask(email);
    const headers = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    answers.push({ status: answer.status, headers, body: await answer.text() });
    expect((await app.fetch("/api/login?sent")).status).toBe(200);
    expect(links()).toBe(1);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  await mailed(3);
  await waitForMail();
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual([ORGANISER, HELPER, HELPER]);
  const events = logged.filter((line) => line.includes('"event":"login-refused"'));
  expect(events.at(-1)).toContain('"reason":"not-listed"');
  expect(logged.join("")).not.toMatch(/stranger@|hans@|ana@/);
});

test("two copies of one form send one email, and the same form for another address sends another", async () => {
  const formId = crypto.randomUUID();
  const copies = await Promise.all([ask(ORGANISER, { formId }), ask(ORGANISER, { formId })]);
  expect(copies.map(({ status }) => status)).toEqual([303, 303]);
  await ask(HELPER, { formId });
  await mailed(2);
  await waitForMail();
  expect(server.mails).toHaveLength(2);
  expect(links()).toBe(2);
});

test("an invalid address is asked for again, with the input", async () => {
  for (const [email, problem] of [
    ["", "Email Address: Required"],
    ["hans", "Email Address: Enter an email address in the correct format, like name@example.com"],
    ["hans@example.com\nBcc: x@example.com", "Email Address:"],
  ] as const) {
    const answer = await ask(email);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("<title>Error: Log in by email");
    expect(visibleText(page)).toContain("There is a problem");
    expect(visibleText(page)).toContain(problem);
    if (email === "hans") expect(page).toContain('value="hans"');
  }
  await waitForMail();
  expect(server.mails).toEqual([]);
});

test("a mailbox gets three links in a quarter of an hour, and a network ten tries in three minutes", async () => {
  app = await openSite({ RATE_LIMIT: "on" });
  for (let count = 0; count < 5; count += 1) expect((await ask(HELPER)).status).toBe(303);
  for (let count = 0; count < 5; count += 1) expect((await ask(STRANGER)).status).toBe(303);
  const refused = await ask(ORGANISER);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(visibleText(await refused.text())).toContain("Too many logins were started from your network");
  await mailed(3);
  await waitForMail();
  expect(server.mails).toHaveLength(3);
});

test("a link is resent if the mail server asks for that, and not if it refuses the address", async () => {
  let tries = 0;
  let refused = 0;
  server.behaviour.refuse = (address: string) => {
    if (address === HELPER) {
      refused += 1;
      return { code: 550, text: "no such user" };
    }
    tries += 1;
    return tries < 3 ? { code: 451, text: "try later" } : undefined;
  };
  app = await openSite({ MAIL_RETRY_SECONDS: "0.2" });
  await ask(HELPER);
  await ask(ORGANISER);
  await mailed(1);
  expect(server.mails[0]?.to).toEqual([ORGANISER]);
  expect(tries).toBe(3);
  expect(refused).toBe(1);
});

test("a link requested just before a stop is sent", async () => {
  const site = await startServer({ ADMIN_EMAILS: ORGANISER, SMTP_URL: server.url });
  const body = new URLSearchParams({ email: ORGANISER });
  const sent = { method: "POST", redirect: "manual", body } as const;
  const asked = await fetch(`${site.origin}/api/login?by=email`, sent);
  expect(asked.status).toBe(303);
  expect(await site.stop()).toBe(0);
  expect(server.mails).toHaveLength(1);
});

test("an address that has left the lists gets no link, and an earlier link is refused", async () => {
  await ask(HELPER);
  await mailed(1);
  const link = linkIn(server.mails[0]);
  app = await openApp(settingsOf(conferenceIn(-2)), app.dataDir);
  const late = await logInBy(link);
  expect(late.status).toBe(403);
  expect(visibleText(await late.text())).toContain("The day is over");
  await ask(HELPER);
  await waitForMail();
  expect(server.mails).toHaveLength(1);
});

test("without a mail server there is no form, and asking does nothing", async () => {
  app = await openSite({ SMTP_URL: "" });
  for (const path of ["/api/login", "/api/login?by=email"]) {
    const page = await (await app.fetch(path)).text();
    expect(page).not.toContain('name="email"');
    expect(page).toContain("npm run admin:link");
  }
  expect((await ask(ORGANISER)).status).toBe(403);
  await waitForMail();
  expect(links()).toBe(0);
});

test("with a provider the login redirects there, and the form has a separate address", async () => {
  const provider = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN });
  const { issuer } = provider;
  const client = { OAUTH_CLIENT_ID: OIDC_CLIENT.id, OAUTH_CLIENT_SECRET: OIDC_CLIENT.secret };
  app = await openSite({ OAUTH_ISSUER: issuer, ...client });
  expect((await app.fetch("/api/login")).status).toBe(302);
  const page = await (await app.fetch("/api/login?by=email")).text();
  expect(page).toContain('name="email"');
  // Pages of the email form do not redirect to the provider.
  expect((await ask("hans")).status).toBe(422);
  expect((await app.fetch("/api/login?sent")).status).toBe(200);
  const cancelled = await (await app.fetch("/api/login?error=access_denied&state=x")).text();
  expect(cancelled).toContain('href="/api/login?by=email"');
  await provider.stop();
});
