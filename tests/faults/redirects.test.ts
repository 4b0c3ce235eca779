import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, formPost, ORIGIN, openApp } from "../support/app.ts";
import { browserOn } from "../support/login.ts";
import { ORGANISER } from "../support/organiser.ts";
import { send } from "../support/send.ts";
import { startServer } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { type OddProvider, startOddProvider } from "./support/odd-provider.ts";
import { REDIRECT_TARGETS } from "./support/redirect-targets.ts";

let odd: OddProvider;
let app: App;
beforeAll(async () => {
  odd = await startOddProvider();
  odd.says.userinfo = { email: ORGANISER, email_verified: true };
  app = await openApp({ ...odd.settings, ADMIN_EMAILS: ORGANISER });
});
afterAll(() => odd.stop());

/** Asserts that a redirect, resolved by the URL standard, stays on this site. */
function expectOwn(response: Response, target: string): void {
  const location = response.headers.get("Location") ?? "";
  expect(location, JSON.stringify(target)).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  expect(new URL(location, `${ORIGIN}/api/login`).origin, JSON.stringify(target)).toBe(ORIGIN);
}

/** Attacks with twenty targets at a time, because logins mostly wait for the disk. */
async function forEachOf(targets: string[], attack: (target: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < targets.length; from += 20) {
    await Promise.all(targets.slice(from, from + 20).map(attack));
  }
}

test("foreign targets stay on this site after a complete login", async () => {
  await forEachOf(REDIRECT_TARGETS, async (target) => {
    const browser = browserOn(app);
    const start = await browser.get(`/api/login?to=${encodeURIComponent(target)}`);
    const way = start.headers.get("Location") ?? "";
    expect(new URL(way).origin).toBe(odd.issuer);
    const response = await browser.get(odd.wayBackFrom(way));
    expect(response.status).toBe(303);
    expectOwn(response, target);
  });
  // A target on this site is kept.
  const browser = browserOn(app);
  const start = await browser.get("/api/login?to=/admin/program%3Fedit=2");
  const response = await browser.get(odd.wayBackFrom(start.headers.get("Location") ?? ""));
  expect(response.headers.get("Location")).toBe("/admin/program?edit=2");
  record(
    `${REDIRECT_TARGETS.length} logins requested a redirect to another site`,
    "Every redirect stayed on this site",
  );
});

test("foreign targets in a planted return-to cookie or after logout stay on this site", async () => {
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  await forEachOf(REDIRECT_TARGETS, async (target) => {
    const planted = Buffer.from(JSON.stringify(target)).toString("base64");
    const link = await createLoginLink(ORGANISER);
    const headers = { Cookie: `return-to=${encodeURIComponent(planted)}` };
    const query = new URLSearchParams(
      ["to", "next", "returnTo", "redirect", "url"].map((name) => [name, target]),
    );
    expectOwn(await app.fetch(`/api/login?link=&${query}`, formPost({ link }, headers)), target);
    expectOwn(await app.fetch(`/api/logout?${query}`), target);
    // An unknown value of `confirmed` redirects to the form.
    expectOwn(await app.fetch(`/register?${query}&confirmed=${encodeURIComponent(target)}`), target);
  });
  record(
    `${REDIRECT_TARGETS.length} redirect targets on other sites were sent to each of 3 addresses`,
    "Every redirect stayed on this site",
  );
});

test("no path of the server redirects to another host", async () => {
  const server = await startServer();
  const folders = ["", "assets", "assets/..", "portraits", "assets/%2e%2e", "admin", "register"];
  folders.length = cases(folders.length, 3);
  const paths = REDIRECT_TARGETS.filter(
    (target) => /^[!-~]+$/.test(target) && target.startsWith("/"),
  ).flatMap((target) => folders.map((folder) => (folder === "" ? target : `${target}/../${folder}`)));
  paths.push("//assets", "///assets", "/\\assets", "//portraits", "//evil.example/..%2fassets", "/assets");
  let redirects = 0;
  await forEachOf(paths, async (path) => {
    const { status, headers } = await send(server.origin, { path });
    expect(status, path).toBeLessThan(500);
    const { location } = headers;
    if (location === undefined) return;
    redirects += 1;
    expect(new URL(location, server.origin).origin, path).toBe(server.origin);
  });
  expect(await server.stop()).toBe(0);
  record(
    `${paths.length} paths containing addresses of other sites were requested`,
    `No response led to another site. Number of redirects: ${redirects}`,
  );
});
