// /privacy and /accessibility: whether what they say is so.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { openApp, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { send } from "../support/send.ts";
import { titlesOf } from "../support/titles.ts";

let server: OrganisedServer;
beforeAll(async () => {
  server = await startOrganisedServer();
});
afterAll(() => server.stop());

const PAGES = { "/privacy": "Privacy – Byline 2025", "/accessibility": "Accessibility – Byline 2025" };

test("each page has a title, an address to write to, and is linked from the footer of every public page", async () => {
  for (const [path, title] of Object.entries(PAGES)) {
    const { body, status } = await send(server.origin, { path });
    expect(status).toBe(200);
    expect(titlesOf(body)).toEqual([title]);
    expect(body).toContain('href="mailto:hello@byline.example.com"');
    for (const from of ["/", "/register", "/nowhere", path]) {
      const { body } = await send(server.origin, { path: from });
      expect(body.slice(body.indexOf("<footer")), from).toContain(`href="${path}"`);
    }
  }
});

test("they are kept by the page cache, and have no cookie", async () => {
  for (const path of Object.keys(PAGES)) {
    const { headers } = await send(server.origin, { path, headers: { "Accept-Encoding": "br" } });
    expect(headers["cache-control"]).toBe(
      "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400",
    );
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["set-cookie"]).toBeUndefined();
  }
});

test("the page about privacy names every cookie that the site sets, and visitors get but one", async () => {
  const namesIn = (response: Response) =>
    response.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0] ?? "");
  const registered = await fetch(`${server.origin}/register`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(registrationForm()),
  });
  expect(registered.status).toBe(303);
  expect(namesIn(registered)).toEqual(["toast"]);
  for (const path of ["/", "/register", "/privacy", "/?session=2", "/?speaker=1", "/api/program"])
    expect(namesIn(await fetch(server.origin + path)), path).toEqual([]);
  const wanting = await fetch(`${server.origin}/api/login?to=/admin/program`, { redirect: "manual" });
  const names = [...namesIn(registered), ...namesIn(wanting), ...server.cookie.split(/; |=[^;]*/)];
  const text = visibleText((await send(server.origin, { path: "/privacy" })).body);
  for (const name of names.filter((name) => name !== "")) expect(text, name).toContain(` ${name} `);
  expect(new Set(names.filter((name) => name !== ""))).toEqual(
    new Set(["toast", "return-to", "login", "had-login"]),
  );
});

test("the page about privacy says what is true of this set-up: mail, identity provider, https", async () => {
  const textWith = async (settings: Record<string, string>) =>
    visibleText(await (await (await openApp(settings)).fetch("/privacy")).text());
  const plain = await textWith({});
  expect(plain).toContain("At present the site does not send any email.");
  expect(plain).not.toContain("identity provider");
  expect(plain).not.toContain("elpers");
  expect(plain).not.toContain("a link to log in");
  expect(plain).not.toContain("__Host-login");
  const full = await textWith({
    SMTP_URL: "smtp://127.0.0.1:1",
    NOTIFY_EMAIL: "desk@example.com",
    DOOR_EMAILS: "hans@example.com",
    SITE_URL: "https://byline.example.com",
    OAUTH_ISSUER: "https://id.example.com",
    OAUTH_CLIENT_ID: "byline",
    OAUTH_CLIENT_SECRET: "secret",
  });
  expect(full).not.toContain("At present the site does not send any email");
  expect(full).toContain("The organisers get one too, with your name, pass, organisation, job title");
  expect(full).toContain("Helpers at the door see your name,");
  expect(full).toContain("When an organiser or a helper has a link to log in sent to them,");
  expect(full).toContain("oauth-state:…");
  expect(full).toContain("__Host-login");
});
