import { afterAll, beforeAll, expect, test } from "vitest";
import { type OddProvider, startOddProvider } from "../faults/support/odd-provider.ts";
import { openSampleApp } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { CookieJar } from "../support/login.ts";
import { ORGANISER } from "../support/organiser.ts";
import { send } from "../support/send.ts";
import { type Server, startServer } from "../support/server.ts";

type Site = Server & { publicOrigin: string; prefix: "" | "__Host-" };
let provider: OddProvider;
let sites: Record<"http" | "https", Site>;
beforeAll(async () => {
  provider = await startOddProvider();
  provider.says.userinfo = { email: ORGANISER, email_verified: true };
  sites = { http: await startSite(""), https: await startSite("__Host-") };
}, 60_000);
afterAll(async () => {
  await Promise.all([sites.http.stop(), sites.https.stop(), provider.stop()]);
});

async function startSite(prefix: Site["prefix"]): Promise<Site> {
  const address: Record<string, string> = prefix === "" ? {} : { SITE_URL: "https://byline.example.com" };
  const settings = { ADMIN_EMAILS: ORGANISER, ...provider.settings, ...address };
  const app = await openSampleApp(settings);
  const server = await startServer({ DATA_DIR: app.dataDir, ...settings });
  return { ...server, prefix, publicOrigin: address.SITE_URL ?? server.origin };
}

/** Simulates a browser that visits the site. `set` collects every Set-Cookie header. */
function visit(site: Site) {
  const jar = new CookieJar();
  const set: string[] = [];
  const go = async (path: string, fields?: Record<string, string>, Cookie = jar.header) => {
    const form = {
      method: "POST",
      headers: { Cookie, Origin: site.publicOrigin, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    };
    // Avoids fetch(), because its Sec-Fetch headers would prevent the logout.
    const init = fields ? form : { headers: { Cookie } };
    const { status, headers, body } = await send(site.origin, { path, ...init });
    const response = new Response(body, { status });
    for (const cookie of headers["set-cookie"] ?? []) response.headers.append("Set-Cookie", cookie);
    for (const name of ["location", "cache-control"])
      if (headers[name] !== undefined) response.headers.set(name, String(headers[name]));
    set.push(...response.headers.getSetCookie());
    jar.keep(response);
    return response;
  };
  return { jar, set, go };
}
type Browser = ReturnType<typeof visit>;

async function logIn({ go }: Browser, to = "/admin/program"): Promise<Response> {
  const start = await go(`/api/login?to=${encodeURIComponent(to)}`);
  const back = new URL(provider.wayBackFrom(start.headers.get("Location") ?? ""));
  return go(back.pathname + back.search);
}

const NAMES = ["had-login", "login", "oauth-state", "return-to", "toast"];

test.each(["http", "https"] as const)(
  "on %s every cookie is for this host alone, for every path, hidden from scripts and not sent by other sites' forms",
  async (protocol) => {
    const site = sites[protocol];
    const browser = visit(site);
    const confirmed = await browser.go("/register", { ...registrationForm(), formId: crypto.randomUUID() });
    await browser.go(confirmed.headers.get("Location") ?? "");
    await browser.go("/api/login");
    expect((await logIn(browser)).headers.get("Location")).toBe("/admin/program");
    expect((await browser.go("/admin")).status).toBe(200);
    const deleted = await browser.go("/admin/speakers?delete=1", { intent: "delete" });
    await browser.go(deleted.headers.get("Location") ?? "");
    await browser.go("/api/logout");
    await browser.go("/");

    const seen = new Set<string>();
    for (const header of browser.set) {
      const [pair = "", ...attributes] = header.split(/;\s*/);
      const name = pair.slice(0, pair.indexOf("="));
      seen.add(name.replace(/:.*/, ""));
      const kept = attributes.filter((attribute) => !/^(max-age|expires)=/i.test(attribute)).toSorted();
      const secure = protocol === "https" ? ["Secure"] : [];
      expect(kept, name).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", ...secure]);
    }
    expect([...seen].toSorted()).toEqual(NAMES.map((name) => site.prefix + name).toSorted());
    expect(browser.jar.names).toEqual([`${site.prefix}had-login`]);
  },
);

test("on https a cookie of the plain name, which a neighbouring host could have planted, is ignored", async () => {
  const site = sites.https;
  const own = visit(site);
  await logIn(own);
  const plain = (header: string) => header.replaceAll("__Host-", "");
  const ask = visit(site);
  expect((await ask.go("/admin", undefined, own.jar.header)).status).toBe(200);
  expect((await ask.go("/admin", undefined, plain(own.jar.header))).status).toBe(401);

  const draft = await ask.go("/admin/speakers?add=", { name: "Typed" }, plain(own.jar.header));
  expect((await draft.text()).includes("draft%3D")).toBe(false);
  const visited = own.jar.header.split("; ").filter((pair) => pair.includes("had-login="));
  const kept = await ask.go("/admin/speakers?add=", { name: "Typed" }, visited.join("; "));
  expect((await kept.text()).includes("draft%3D")).toBe(true);

  const registered = visit(site);
  const page = (await registered.go("/register", registrationForm())).headers.get("Location") ?? "";
  const hasToast = async (header: string) =>
    (await (await ask.go(page, undefined, header)).text()).includes('class="toast"');
  expect(await hasToast(plain(registered.jar.header))).toBe(false);
  expect(await hasToast(registered.jar.header)).toBe(true);

  const planted = visit(site);
  const start = await planted.go("/api/login?to=/admin/delegates");
  const back = new URL(provider.wayBackFrom(start.headers.get("Location") ?? ""));
  const state = await ask.go(back.pathname + back.search, undefined, plain(planted.jar.header));
  expect(state.status).toBe(403);
  const halfPlain = planted.jar.header.replace("__Host-return-to", "return-to");
  const loggedIn = await ask.go(back.pathname + back.search, undefined, halfPlain);
  expect([loggedIn.status, loggedIn.headers.get("Location")]).toEqual([303, "/admin"]);
});

test("a cookie of the site that affects pages causes a page of their own, and no other cookie does", async () => {
  const { http, https } = sites;
  const kept = "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400";
  const cacheOf = async (site: Site, Cookie: string) =>
    (await visit(site).go("/", undefined, Cookie)).headers.get("Cache-Control");
  for (const site of [http, https]) {
    const browser = visit(site);
    await logIn(browser);
    const { header } = browser.jar;
    const login = header.split("; ").find((pair) => pair.startsWith(`${site.prefix}login=`)) ?? "none";
    await browser.go("/register", registrationForm());
    const toast = browser.jar.header.split("; ").find((pair) => pair.startsWith(`${site.prefix}toast=`));
    for (const own of [login, toast ?? "none"]) {
      expect(await cacheOf(site, `a=b; ${own}`), own).toBe("private, no-store");
      expect(await cacheOf(site, `a=b; ${own}x`), own).toBe(kept);
      const [name = "", value] = own.split("=");
      const otherName = site === http ? `__Host-${name}` : name.replace("__Host-", "");
      expect(await cacheOf(site, `a=b; ${otherName}=${value}`), own).toBe(kept);
    }
  }
  expect(await cacheOf(http, "had-login=x; return-to=x; oauth-state:x=y")).toBe(kept);
});
