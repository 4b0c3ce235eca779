import { beforeAll, expect, test } from "vitest";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#app/models/image/image.ts";
import {
  type App,
  formPost,
  jsonPost,
  logged,
  ORIGIN,
  openApp,
  openSampleApp,
  titlesOf,
  visibleText,
} from "../support/app.ts";
import { registration } from "../support/factories.ts";

let app: App;
beforeAll(async () => {
  app = await openSampleApp();
});

const call = (headers: Record<string, string>, to = app) =>
  to.fetch("/api/registrations", jsonPost(registration(), headers));
const BYLINE = "https://byline.example.com";
const delegates = () => app.sqlite.prepare("select count(*) from delegates").pluck().get();

test.each<Record<string, string>>([
  { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "same-site", Origin: "http://other.localhost:3000" },
  { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN },
  { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
  { Origin: "https://evil.example" },
  { Origin: "http://localhost:3001" },
  { Origin: "null" },
  { Origin: "not a url" },
  { Cookie: "login=x" },
  { Cookie: "toast=x; login=x", Referer: "https://evil.example/register" },
  { Cookie: "login=x", Referer: `${ORIGIN}.evil.example/` },
  { Origin: "null", Referer: `${ORIGIN}/register` },
])("a cross-site post changes nothing: %o", async (headers) => {
  const before = delegates();
  const viaApi = await call(headers);
  expect(viaApi.status).toBe(403);
  expect(await viaApi.json()).toEqual({ message: expect.stringContaining("came from another address") });
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const form = { ...formPost(registration()), headers: { ...type, ...headers } };
  const viaForm = await app.fetch("/register", form);
  expect(viaForm.status).toBe(403);
  expect(delegates()).toBe(before);
});

test.each<Record<string, string>>([
  { "Sec-Fetch-Site": "same-origin", Origin: ORIGIN },
  { "Sec-Fetch-Site": "same-origin" },
  // A proxy's Referrer-Policy hides the origin.
  { "Sec-Fetch-Site": "same-origin", Origin: "null" },
  { Origin: ORIGIN, Cookie: "toast=x" },
  // Text browsers and old devices send only a Referer.
  { Cookie: "login=x", Referer: `${ORIGIN}/register?type=pr_pass` },
  // Without a login there is nothing to forge.
  { Cookie: "return-to=x; toast=x; had-login=x" },
  { Cookie: "return-to=x", Referer: "" },
  {},
])("a post from the site itself, or without a login, is accepted: %o", async (headers) => {
  const viaApi = await call(headers);
  expect(viaApi.status).toBe(201);
  const { headers: ownHeaders, ...form } = formPost(registration());
  const { Origin, "Sec-Fetch-Site": site, ...plain } = ownHeaders as Record<string, string>;
  expect((await app.fetch("/register", { ...form, headers: { ...plain, ...headers } })).status).toBe(303);
});

test("a form of another name of the site is refused on a page with the right address and the typed text", async () => {
  const secure = await openApp({ SITE_URL: BYLINE });
  const typed = registration({ notes: "Vegan </textarea>" });
  const refused = async (headers: Record<string, string>) => {
    const answer = await secure.fetch("/register", formPost(typed, headers));
    const html = await answer.text();
    const page = visibleText(html);
    expect(answer.status).toBe(403);
    expect(page).toContain(`This request came from another address, so nothing was changed. Open ${BYLINE}`);
    expect(page).toContain("Skip to main content");
    return html;
  };
  const own = await refused({ Origin: "https://www.byline.example.com" });
  expect(own).toContain(`Full Name: ${typed.name}\nEmail Address: ${typed.email}\n`);
  expect(own).toContain("Additional Information: Vegan &lt;/textarea&gt;</p>");
  // Another site's words are not shown on the site's own page.
  for (const claims of [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "", Origin: "null" }]) {
    const page = await refused({ Origin: "https://evil.example", ...claims });
    expect(page).not.toContain("Vegan");
    expect(page).toContain("If you go back, the form may still have what you typed.");
  }
});

test("www. and the site's own name leads to the site's own name, with path, query and method", async () => {
  const secure = await openApp({ SITE_URL: BYLINE });
  const ask = async (Host: string, init: RequestInit = {}) => {
    const answer = await secure.fetch("/register?type=pr_pass", {
      ...init,
      headers: { ...init.headers, Host },
    });
    return [answer.status, answer.headers.get("Location")];
  };
  const moved = [308, `${BYLINE}/register?type=pr_pass`];
  for (const name of ["www.byline.example.com", "WWW.byline.example.com:443"])
    expect(await ask(name), name).toEqual(moved);
  expect(await ask("www.byline.example.com", formPost(registration()))).toEqual(moved);
  for (const name of [
    "byline.example.com",
    "www.evil.example",
    "www.www.byline.example.com",
    "localhost:3000",
  ])
    expect(await ask(name), name).toEqual([200, null]);
});

test("the promise of TLS covers subdomains only if asked", async () => {
  const header = async (settings: Record<string, string>) => {
    const secure = await openApp({ SITE_URL: BYLINE, ...settings });
    return (await secure.fetch("/healthz")).headers.get("Strict-Transport-Security");
  };
  expect(await header({})).toBe("max-age=63072000");
  expect(await header({ HSTS_SUBDOMAINS: "on" })).toBe("max-age=63072000; includeSubDomains");
});

test("behind a TLS proxy a request with a login but without Origin needs a Referer of the site", async () => {
  const secure = await openApp({ SITE_URL: BYLINE });
  const post = async (headers: Record<string, string>) => (await call(headers, secure)).status;
  const Cookie = "__Host-login=x";
  expect(await post({ Cookie })).toBe(403);
  expect(await post({ Cookie, Referer: "https://evil.example/" })).toBe(403);
  expect(await post({ Cookie, Referer: "http://byline.example.com/admin" })).toBe(403);
  expect(await post({ Cookie, Referer: `${BYLINE}/admin` })).toBe(201);
  // The site's origin comes from SITE_URL, although the requests go to localhost:3000.
  for (const [Origin, status] of [
    [BYLINE, 201],
    ["https://evil.example.com", 403],
    [ORIGIN, 403],
  ] as const)
    expect(await post({ Origin, "Sec-Fetch-Site": "same-origin" }), Origin).toBe(status);
});

test("a form refused for its origin logs the setting to change", async () => {
  for (const path of ["/register", "/register.data"]) {
    logged.length = 0;
    const elsewhere = { Origin: "https://elsewhere.example" };
    expect((await app.fetch(path, formPost(registration(), elsewhere))).status).toBe(403);
    expect(logged.join("")).toContain("set SITE_URL to the address that visitors use");
  }
});

test("any other path is the 404 page", async () => {
  for (const path of ["/nowhere", "/admin2", "/registered", "/a/b/c", "/index.php"]) {
    const response = await app.fetch(path);
    const page = await response.text();
    expect(response.status).toBe(404);
    expect(visibleText(page)).toContain("Page Not Found Did you forget to add the page to the router?");
    expect(titlesOf(page)).toEqual(["Page Not Found – Byline 2025"]);
    expect(page).toMatch(/<a [^>]*href="\/"[^>]*>Go to the conference page/);
  }
});

test("a post to a page without a form gets advice", async () => {
  const response = await app.fetch("/?index", formPost({ a: "1" }));
  expect(response.status).toBe(405);
  const page = await response.text();
  expect(visibleText(page)).toContain("This page cannot handle that kind of request.");
  expect(titlesOf(page)).toEqual(["That did not work – Byline 2025"]);
});

test("a page that fails gives advice and reveals nothing internal", async () => {
  const broken = await openApp();
  broken.sqlite.exec("drop table speakers");
  logged.length = 0;
  const response = await broken.fetch("/");
  const page = await response.text();
  expect(response.status).toBe(500);
  expect(visibleText(page)).toContain("Sorry, something went wrong The problem is on our side.");
  expect(visibleText(page)).toContain("hello@byline.example.com");
  for (const secret of ["speakers where", "no such table", "SqliteError", "select ", "at " + "file:"])
    expect(page).not.toContain(secret);
  expect(logged.join()).toContain("no such table: speakers");
});

test("a registration that cannot be stored is reported, keeps its answers, and is not in the log", async () => {
  const broken = await openApp();
  broken.sqlite.exec("drop table delegates");
  logged.length = 0;
  const form = formPost(registration({ email: "noor.secret@example.com" }));
  const response = await broken.fetch("/register", form);
  const page = await response.text();
  expect(response.status).toBe(500);
  expect(visibleText(page)).toContain("There is a problem Registration failed Delegate");
  expect(visibleText(page)).toContain("Registration Failed Please try again later.");
  expect(page).toContain('value="noor.secret@example.com"');
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join()).not.toMatch(/noor/i);
});

test("/healthz returns the version while the database works, and 503 otherwise", async () => {
  const up = await app.fetch("/healthz");
  expect(up.status).toBe(200);
  expect(await up.json()).toEqual({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test("the log has the address of an image in each of its widths", async () => {
  const id = crypto.randomUUID();
  for (const suffix of Object.keys(IMAGE_WIDTHS)) {
    logged.length = 0;
    await app.fetch(`${IMAGE_PATH}${id}${suffix}`);
    expect(logged.join("")).toContain(`"path":"${IMAGE_PATH}${id}${suffix}"`);
  }
});
