// Checks that the statements on /privacy and /accessibility are true.
import { beforeAll, expect, test } from "vitest";
import { formPost, openApp, titlesOf, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";

beforeAll(() => openOrganised());

const PAGES = { "/privacy": "Privacy – Byline 2025", "/accessibility": "Accessibility – Byline 2025" };

test("each page has a title, a contact address, and a link in the footer of every public page", async () => {
  for (const [path, title] of Object.entries(PAGES)) {
    const page = await app.fetch(path);
    const body = await page.text();
    expect(page.status).toBe(200);
    expect(titlesOf(body)).toEqual([title]);
    expect(body).toContain('href="mailto:hello@byline.example.com"');
    for (const from of ["/", "/register", "/nowhere", path]) {
      const body = await (await app.fetch(from)).text();
      expect(body.slice(body.indexOf("<footer")), from).toContain(`href="${path}"`);
    }
  }
});

test("the page about privacy names every cookie that the site sets, and visitors get only one", async () => {
  const namesIn = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0] ?? "");
  const registered = await app.fetch("/register", formPost(registrationForm()));
  expect(registered.status).toBe(303);
  expect(namesIn(registered)).toEqual(["toast"]);
  for (const path of ["/", "/register", "/privacy", "/?session=2", "/?speaker=1", "/api/program"])
    expect(namesIn(await app.fetch(path)), path).toEqual([]);
  const wanting = await app.fetch("/api/login?to=/admin/program");
  const logins = organiser.cookie.split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  const names = [...namesIn(registered), ...namesIn(wanting), ...logins];
  const text = visibleText(await (await app.fetch("/privacy")).text());
  for (const name of names) expect(text, name).toContain(` ${name} `);
  expect(new Set(names)).toEqual(new Set(["toast", "return-to", "login", "had-login"]));
});

test("the page about privacy is true for this configuration: mail, identity provider, https", async () => {
  const textWith = async (settings: Record<string, string>) =>
    visibleText(await (await (await openApp(settings)).fetch("/privacy")).text());
  const plain = await textWith({});
  expect(plain).toContain("At present, the site does not send any emails.");
  expect(plain).not.toMatch(/identity provider|elpers|login link by email|__Host-login/);
  const full = await textWith({
    SMTP_URL: "smtp://127.0.0.1:1",
    NOTIFY_EMAIL: "desk@example.com",
    DOOR_EMAILS: "hans@example.com",
    SITE_URL: "https://byline.example.com",
    OAUTH_ISSUER: "https://id.example.com",
    OAUTH_CLIENT_ID: "byline",
    OAUTH_CLIENT_SECRET: "secret",
  });
  expect(full).not.toContain("At present, the site does not send any email");
  for (const part of [
    "the organisers also get an email, with your name, pass, organisation, job title",
    "Helpers at the door see your name,",
    "When an organiser or a helper asks for a login link by email,",
    "oauth-state:…",
    "__Host-login",
  ])
    expect(full).toContain(part);
});
