import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type App, openSampleApp } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { insertDelegate } from "../support/delegates.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { pairwise } from "../support/pairwise.ts";
import { addressesOf } from "../support/routes.ts";
import { type Answer, type Sent, send } from "../support/send.ts";
import { freePort, type Server, startServer } from "../support/server.ts";
import {
  addMessages,
  BODY_TYPES,
  LINK_TOKEN,
  type Mutation,
  mutationsOf,
  OTHER_TOKEN,
  requestFor,
} from "./support/changes.ts";
import { cases, isFull, record } from "./support/findings.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { newLink } from "./support/server-process.ts";
import { testWith } from "./support/test-with.ts";

const EVIL = "https://evil.example";

type Site = { app: App; server: Server; origin: string; cookie: string; link: string };
let site: Site;
// Each test needs its own site, because the requests under test include a logout.
beforeEach(async () => {
  const PORT = String(await freePort());
  site = await startSite(`http://127.0.0.1:${PORT}`, { PORT });
});
afterEach(async () => {
  expect(await site.server.stop()).toBe(0);
});

/** The sample’s program in five days, with a logged-in organiser, in a separate process. */
async function startSite(origin: string, own: Record<string, string>): Promise<Site> {
  // Delegates are asked whether they still come.
  const settings = { ...own, ...conferenceIn(5) };
  const app = await openSampleApp({ ...settings, ADMIN_EMAILS: ORGANISER, SITE_URL: origin });
  insertDelegate(app.sqlite, { link_token: LINK_TOKEN, speaker_id: 3 });
  insertDelegate(app.sqlite, { link_token: OTHER_TOKEN });
  addMessages(app.sqlite);
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  const [cookie, link] = [await logIn(), await createLoginLink(ORGANISER)];
  const server = await startServer({ DATA_DIR: app.dataDir, ...settings });
  return { app, server, origin, cookie, link };
}

/** Rows of all tables. Of logins only their ids, because each minute of use prolongs them. */
function contents({ app }: Site): string {
  const tables = app.sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  const uploads = join(app.dataDir, "uploads");
  return JSON.stringify([
    ...tables.map((table) => {
      const columns = table === "login_sessions" ? "sid" : "*";
      return [table, app.sqlite.prepare(`select ${columns} from ${table}`).all()];
    }),
    existsSync(uploads) ? readdirSync(uploads, { recursive: true }).sort() : [],
  ]);
}

async function newUpload({ origin, cookie }: Site, at: string, ca?: string): Promise<string> {
  const headers = { Cookie: cookie, Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const answer = await send(at, { method: "POST", path: "/api/objects/upload", headers }, ca);
  const { uploadURL } = JSON.parse(answer.body);
  expect(new URL(uploadURL).origin).toBe(origin);
  return uploadURL.slice(origin.length);
}

type Claims = { "Sec-Fetch-Site"?: string; Origin?: string; Referer?: string; "X-Forwarded-Host"?: string };

/** Headers that a browser may send with a request from another site. */
const hostileClaims = (own: string): Claims[] => {
  const { hostname, port } = new URL(own);
  const otherPort = `http://${hostname}:${Number(port) - 1}`;
  return [
    { "Sec-Fetch-Site": "cross-site", Origin: EVIL },
    { "Sec-Fetch-Site": "cross-site", Origin: "null" },
    { "Sec-Fetch-Site": "cross-site", Origin: own },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site", Origin: otherPort },
    { "Sec-Fetch-Site": "same-site", Origin: own },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "same-origin", Origin: EVIL },
    { "Sec-Fetch-Site": "none", Origin: "null" },
    { Origin: EVIL },
    { Origin: EVIL, "X-Forwarded-Host": "evil.example" },
    { Origin: "null" },
    { Origin: otherPort },
    { Origin: own.replace("http:", "https:") },
    { Origin: `${own}.evil.example` },
    {},
    // Some browsers send neither Sec-Fetch-Site nor Origin.
    { Referer: `${EVIL}/${own}/admin` },
    { Referer: `${EVIL}/?${own}/#${own}/` },
    { Referer: `${own}.evil.example/` },
    { Referer: `${own.replace("//", "//evil.example\\@")}/` },
    { Referer: `${own.replace("//", "//evil.example#")}/` },
    { Referer: `${otherPort}/admin` },
    { Referer: "about:client" },
    { Referer: "/admin" },
    { Referer: "" },
    // A Referer from this site does not excuse a foreign Origin.
    { "Sec-Fetch-Site": "cross-site", Referer: `${own}/admin` },
    { Origin: "null", Referer: `${own}/admin` },
    { Origin: EVIL, Referer: `${own}/admin` },
  ];
};

/** Logout links are accepted from sibling domains, and without Sec-Fetch-Site and Origin. */
const isHostileTo = ({ kind }: Mutation, claims: Claims) =>
  kind !== "link" || claims["Sec-Fetch-Site"] === "cross-site" || claims.Origin !== undefined;

const mutationTo = (route: string, { app, link }: Site): Mutation =>
  mutationsOf(app, { link, upload: "" }).find((mutation) => mutation.route === route) as Mutation;

test("every route with an action is among the mutations or accepts nothing", async () => {
  const known = new Set(mutationsOf(site.app, { link: "", upload: "" }).map(({ route }) => route));
  const before = contents(site);
  const withAction = addressesOf(site.app).filter(({ id }) => site.app.routes[id]?.module.action);
  expect(withAction.filter(({ path }) => known.has(path)).length).toBeGreaterThanOrEqual(known.size - 1);
  for (const { path, address } of withAction.filter(({ path }) => !known.has(path))) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const own = { Cookie: site.cookie, Origin: site.origin, "Sec-Fetch-Site": "same-origin" };
      const headers = { ...own, "Content-Type": "application/json" };
      const { status } = await send(site.server.origin, { method, path: address, headers, body: "{}" });
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
  expect(contents(site)).toBe(before);
});

test("requests that another site triggers with an organiser's cookie are refused", async () => {
  const upload = await newUpload(site, site.server.origin);
  const before = contents(site);
  const mutations = mutationsOf(site.app, { link: site.link, upload });
  const all = hostileClaims(site.origin);
  let count = 0;
  const typesEach = cases(BODY_TYPES.length, 1);
  for (const [turn, mutation] of mutations.entries()) {
    for (const [index, claims] of all.filter((each) => isHostileTo(mutation, each)).entries()) {
      // A short run alternates content types and spellings of the address.
      for (const type of [0, 1, 2, 3].slice(0, typesEach).map((turn) => BODY_TYPES[(index + turn) % 4])) {
        const request = requestFor(mutation, type);
        const other = request.path.replace(/(?=\?|$)/, ".data");
        const spellings = mutation.kind === "form" ? [request.path, other] : [request.path];
        for (const path of isFull ? spellings : pairwise(spellings, turn + index)) {
          const answer = await send(site.server.origin, {
            ...request,
            path,
            headers: { ...request.headers, ...claims, Cookie: site.cookie },
          });
          const what = `${mutation.method} ${path} as ${type} with ${JSON.stringify(claims)}`;
          if (mutation.kind === "link") expect(answer.headers, what).not.toHaveProperty("set-cookie");
          else expect([400, 403], what).toContain(answer.status);
          count += 1;
        }
      }
    }
    expect(contents(site), mutation.path).toBe(before);
  }
  const forms = `${mutations.length} mutations, ${all.length} origins, ${typesEach} content types`;
  record(`${count} forged requests were sent (${forms})`, "None changed anything");
});

test("each of the site's own requests works", async () => {
  const upload = await newUpload(site, site.server.origin);
  const mutations = mutationsOf(site.app, { link: site.link, upload });
  await expectAccepted(site, site.server.origin, mutations);
  const enough: Claims[] = [
    { "Sec-Fetch-Site": "same-origin" },
    { Origin: site.origin },
    // Text browsers and old devices send only a Referer.
    { Referer: `${site.origin}/register` },
  ];
  for (const claims of enough) {
    const { headers, ...request } = requestFor(mutationTo("/register", site));
    const sent = { ...request, headers: { ...headers, ...claims, Cookie: site.cookie } };
    expect((await send(site.server.origin, sent)).status).toBe(303);
  }
});

/** Sends a request as the site's pages do: forms and calls with an Origin, links without one. */
function sendOwn(site: Site, to: string, mutation: Mutation, ca?: string): Promise<Answer> {
  const request = requestFor(mutation);
  const origin: Claims = mutation.kind === "link" ? {} : { Origin: site.origin };
  const claims = { "Sec-Fetch-Site": "same-origin", ...origin };
  return send(to, { ...request, headers: { ...request.headers, ...claims, Cookie: site.cookie } }, ca);
}

async function expectAccepted(site: Site, to: string, mutations: Mutation[], ca?: string): Promise<void> {
  const hsts = ca && "max-age=63072000";
  for (const mutation of mutations) {
    const before = contents(site);
    const answer = await sendOwn(site, to, mutation, ca);
    const what = `${mutation.method} ${mutation.path}`;
    expect([200, 201, 204, 303], `${what}: ${answer.body}`).toContain(answer.status);
    expect(answer.headers["strict-transport-security"], what).toBe(hsts);
    if (mutation.route !== "/api/objects/upload") expect(contents(site), what).not.toBe(before);
  }
}

const BEHIND_NGINX = "behind nginx with TLS the site's own requests pass and others do not";
testWith("nginx or no openssl", hasNginx, BEHIND_NGINX, async () => {
  const [port, sitePort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  const settings = { SITE_URL: origin, TRUST_PROXY: "1", PORT: String(sitePort), RATE_LIMIT: "on" };
  const proxied = await startSite(origin, settings);
  onTestFinished(async () => {
    await proxied.server.stop();
  });
  const { ca, stop } = await startNginx(port, sitePort);
  onTestFinished(stop);

  const link = newLink(proxied.server.dataDir);
  const page = await send(origin, { path: `/api/login?link=${link}` }, ca);
  expect(page.body).toContain(`value="${link}"`);
  const stranger = { ...proxied, cookie: "", link };
  const loggedIn = await sendOwn(stranger, origin, mutationTo("/api/login", stranger), ca);
  expect(loggedIn.status).toBe(303);
  const cookies = loggedIn.headers["set-cookie"] ?? [];
  expect(cookies.join("\n")).toMatch(/^__Host-login=.*; Secure/m);
  const cookie = cookies.map((each) => each.split(";", 1)[0]).join("; ");

  const organiser = { ...proxied, cookie };
  const upload = await newUpload(organiser, origin, ca);
  const mutations = mutationsOf(proxied.app, { link: proxied.link, upload });
  const before = contents(proxied);
  const forged: Claims[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: EVIL },
    { "Sec-Fetch-Site": "same-origin", Origin: EVIL },
    { Origin: EVIL, "X-Forwarded-Host": "evil.example" },
    { Origin: "null" },
    { Origin: `http://localhost:${port}` },
    { Origin: `http://127.0.0.1:${sitePort}` },
    { "Sec-Fetch-Site": "cross-site" },
    { Referer: `${EVIL}/` },
    { Referer: `http://localhost:${port}/admin` },
    {},
  ];
  let refused = 0;
  for (const mutation of mutations) {
    const some = forged.slice(0, cases(forged.length, 3));
    for (const claims of some.filter((each) => isHostileTo(mutation, each))) {
      const request: Sent = requestFor(mutation);
      const headers = { ...request.headers, ...claims, Cookie: cookie };
      const { status, headers: answered } = await send(origin, { ...request, headers }, ca);
      if (mutation.kind === "link") expect(answered).not.toHaveProperty("set-cookie");
      else expect([400, 403]).toContain(status);
      refused += 1;
    }
  }
  expect(contents(proxied)).toBe(before);

  await expectAccepted(organiser, origin, mutations, ca);
  record(
    `${mutations.length} requests from the site's own pages and ${refused} forged requests were sent through nginx`,
    "Only the site's own were accepted",
  );
});
