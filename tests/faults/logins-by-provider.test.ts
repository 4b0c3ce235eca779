import { afterAll, beforeAll, expect, test } from "vitest";
import { OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { type App, ORIGIN, openApp } from "../support/app.ts";
import { browserOn, visitProvider } from "../support/login.ts";
import { cases, record } from "./support/findings.ts";
import { mutate, seededRandom } from "./support/mutations.ts";
import { type OddProvider, startOddProvider } from "./support/odd-provider.ts";

const ADMIN_EMAILS = "ana@example.com,kim@example.com,*@example.org";
const ACCOUNT = {
  id: "ana",
  email: "ana@example.com",
  givenName: "Ana",
  familyName: "Silva",
  verified: true,
};

let strict: Awaited<ReturnType<typeof startIdentityProvider>>;
let odd: OddProvider;
beforeAll(async () => {
  strict = await startIdentityProvider({ port: 0, siteOrigin: ORIGIN, accounts: [ACCOUNT] });
  odd = await startOddProvider();
});
afterAll(() => Promise.all([strict.stop(), odd.stop()]));

const loginsIn = (app: App) => app.sqlite.prepare("select count(*) from login_sessions").pluck().get();
const PLACES = ["discovery", "token", "userinfo"] as const;

async function startLogin(app: App) {
  const browser = browserOn(app);
  const start = (await browser.get("/api/login")).headers.get("Location") ?? "";
  const stateCookie = browser.jar.names.find((name) => name.startsWith("oauth-state:")) ?? "";
  return { browser, start, stateCookie, stateValue: browser.jar.header.split(`${stateCookie}=`)[1] ?? "" };
}

test("a missing, foreign or used state and a foreign verifier sign no one in", async () => {
  const app = await openApp({
    OAUTH_ISSUER: strict.issuer,
    OAUTH_CLIENT_ID: OIDC_CLIENT.id,
    OAUTH_CLIENT_SECRET: OIDC_CLIENT.secret,
    ADMIN_EMAILS,
  });
  let attempts = 0;
  const expectNobody = async (response: Response, logins: number) => {
    attempts += 1;
    expect(response.status).toBe(403);
    expect(loginsIn(app)).toBe(logins);
  };

  const victim = await startLogin(app);
  const back = await visitProvider(victim.start, "ana");
  const withState = (state: string | null) => {
    const url = new URL(back);
    if (state === null) url.searchParams.delete("state");
    else url.searchParams.set("state", state);
    return url.href;
  };
  const mallory = await startLogin(app);
  const mallorysState = new URL(mallory.start).searchParams.get("state");
  await expectNobody(await app.fetch(back), 0);
  await expectNobody(await mallory.browser.get(back), 0);
  for (const state of [null, "", "other", mallorysState]) {
    await expectNobody(await victim.browser.get(withState(state)), 0);
  }
  for (const error of ["access_denied", "server_error", "<script>", ""]) {
    const query = new URLSearchParams({ error, error_description: "<script>alert(1)</script>" });
    await expectNobody(await victim.browser.get(`/api/login?${query}`), 0);
    await expectNobody(await victim.browser.get(`${withState("other")}&${query}`), 0);
  }

  // The provider checks the verifier against the challenge in the authorization request.
  for (const alter of [
    (verifier: string) => `${verifier.slice(0, -1)}${verifier.endsWith("A") ? "B" : "A"}`,
    (verifier: string) => verifier.slice(0, 42),
    () => "A".repeat(43),
    () => "",
  ]) {
    const { start, stateCookie, stateValue } = await startLogin(app);
    const params = new URLSearchParams(decodeURIComponent(stateValue));
    const state = params.get("state") ?? "";
    params.set(state, alter(params.get(state) ?? ""));
    const Cookie = `${stateCookie}=${encodeURIComponent(params.toString())}`;
    const answer = await app.fetch(await visitProvider(start, "ana"), { headers: { Cookie } });
    await expectNobody(answer, 0);
  }

  const honest = await startLogin(app);
  const good = await visitProvider(honest.start, "ana");
  expect((await honest.browser.get(good)).status).toBe(303);
  await expectNobody(await honest.browser.get(good), 1);
  // Replays the code with a stolen state cookie.
  const Cookie = `${honest.stateCookie}=${honest.stateValue}`;
  await expectNobody(await app.fetch(good, { headers: { Cookie } }), 1);
  record(`${attempts} login attempts used a wrong state, verifier or code`, "All returned 403");
});

test("an altered state cookie signs no one in", async () => {
  const app = await openApp({ ...odd.settings, ADMIN_EMAILS });
  odd.says.userinfo = { email: "ana@example.com", email_verified: true };
  const random = seededRandom(5);
  const total = cases(200, 30);
  for (let made = 0, step = 0; made < total; step += 1) {
    const { start, stateCookie, stateValue } = await startLogin(app);
    const real = decodeURIComponent(stateValue);
    const state = new URL(start).searchParams.get("state") ?? "";
    const altered = mutate(
      real,
      [new URLSearchParams({ state, [state]: "A".repeat(43) }).toString()],
      step,
      random,
    );
    const verifier = (value: string) => new URLSearchParams(value).get(state);
    // Skips alterations that do not change the verifier.
    if (verifier(altered) === verifier(real)) continue;
    const Cookie = `${stateCookie}=${encodeURIComponent(altered)}`;
    const response = await app.fetch(odd.wayBackFrom(start), { headers: { Cookie } });
    expect(response.status, altered).toBe(403);
    made += 1;
  }
  expect(loginsIn(app)).toBe(0);
  record(`${total} login attempts used an altered state cookie`, "All returned 403");
});

/** Addresses that look like ana@example.com, kim@example.com or example.org. */
const LOOK_ALIKES = [
  ...["аna@example.com", "anа@example.com", "ana@exаmple.com", "aná@example.com", "ana\u0301@example.com"],
  ...["ａna@example.com", "an\u200ba@example.com", "ana\u00ad@example.com", "\u212Aim@example.com"],
  ...["k\u0131m@example.com", "KİM@example.com", "ana@example。com", "ana@example.com."],
  ...["ana@example.com.evil.test", "ana@example.co", "ana@example.comm", "ana@evil-example.com"],
  ...["ana@sub.example.com", "ana@@example.com", "ana+organiser@example.com", "ana.@example.com"],
  ...["a.na@example.com", '"ana"@example.com', "ana(comment)@example.com", "<ana@example.com>"],
  ...["Ana <ana@example.com>", "mallory@evil.test,ana@example.com", "ana@example.com,mallory@evil.test"],
  ...["mallory@evil.test ana@example.com", "ana@example.com@evil.test", "mallory@evil.test@example.com"],
  ...["ana@example.com\n", "ana@example.com\r\nX: y", "\nana@example.com", " ana@example.com"],
  ...["ana@example.com ", "ana @example.com", "ana@example.com\u0000", "ana%40example.com"],
  ...["x@evil-example.org", "x@sub.example.org", "x@example.org.evil.test", "x@evilexample.org"],
  ...["x@example.org.", "x@evil.test#@example.org", "x@evil.test\n@example.org", "x@evil.test @example.org"],
  ...["*@example.org", "@example.org", "example.org", "x@example.оrg", "", "*"],
  ["ana@example.com"],
  { toString: "ana@example.com" },
  null,
  0,
];

/** Values of email_verified other than `true`. */
const UNVERIFIED = [undefined, false, null, 0, 1, "", "false", "no", "1", "TRUE", "yes", [], [true], {}];

test("lookalike and unverified addresses sign no one in", async () => {
  const app = await openApp({ ...odd.settings, ADMIN_EMAILS });
  const logInAs = async (userinfo: unknown) => {
    odd.says.userinfo = userinfo;
    const { browser, start } = await startLogin(app);
    const response = await browser.get(odd.wayBackFrom(start));
    return { response, isIn: (await browser.get("/admin")).status === 200 };
  };
  for (const email of ["ana@example.com", "ANA@Example.COM", "anybody@example.org", "q&a@example.org"]) {
    expect(await logInAs({ email, email_verified: true })).toMatchObject({ isIn: true });
  }
  app.sqlite.exec("delete from login_sessions");

  for (const email of LOOK_ALIKES) {
    const { response, isIn } = await logInAs({ email, email_verified: true });
    expect([403, 503], JSON.stringify(email)).toContain(response.status);
    expect(isIn, JSON.stringify(email)).toBe(false);
  }
  for (const email_verified of UNVERIFIED) {
    const { response } = await logInAs({ email: "ana@example.com", email_verified });
    expect(response.status, JSON.stringify(email_verified)).toBe(403);
  }
  expect(loginsIn(app)).toBe(0);
  const unverified = `${UNVERIFIED.length} used invalid values of \`email_verified\``;
  record(
    `${LOOK_ALIKES.length} login attempts used lookalike addresses, and ${unverified}`,
    "None succeeded",
  );
});

test("a failing provider signs no one in, at discovery, token and userinfo", async () => {
  odd.says.userinfo = { email: "ana@example.com", email_verified: true };
  let attempts = 0;
  const instead = [
    "hangUp" as const,
    ...[301, 400, 401, 403, 404, 429, 500, 503].map((status) => ({ status, body: { error: "no" } })),
    ...["", "<html>", "null", "[]", "{", '"ana@example.com"', "ana@example.com"].map((body) => ({ body })),
  ];
  let app = await openApp({ ...odd.settings, ADMIN_EMAILS });
  for (const at of PLACES) {
    for (const answer of instead) {
      odd.says.instead = { [at]: answer };
      if (at === "discovery") {
        // Opens a new app, because the discovery document is cached.
        app.sqlite.close();
        app = await openApp({ ...odd.settings, ADMIN_EMAILS });
        const { browser, start } = await startLogin(app);
        expect([start, (await browser.get("/api/login")).status]).toEqual(["", 503]);
      } else {
        const { browser, start } = await startLogin(app);
        const response = await browser.get(odd.wayBackFrom(start));
        expect([403, 503], `${at}: ${JSON.stringify(answer)}`).toContain(response.status);
      }
      expect(loginsIn(app)).toBe(0);
      odd.says.instead = {};
      attempts += 1;
      // Logins work again after the provider has recovered.
      const again = await startLogin(app);
      expect((await again.browser.get(odd.wayBackFrom(again.start))).status).toBe(303);
      app.sqlite.exec("delete from login_sessions");
    }
  }
  record(`The provider returned ${attempts} invalid responses`, "None led to a login");
});

/** Limit for accepted bytes: the 1 MB that the site reads, plus socket buffers. */
const TAKEN_LIMIT = 16 * 1024 * 1024;

test("an endless or slow response of the provider is cut off and signs no one in", async () => {
  odd.says.userinfo = { email: "ana@example.com", email_verified: true };
  let most = 0;
  for (const answer of ["endless", "slow"] as const) {
    // Each slow response takes five seconds.
    for (const at of answer === "slow" ? PLACES.slice(cases(0, 2)) : PLACES) {
      const app = await openApp({ ...odd.settings, ADMIN_EMAILS });
      if (at === "discovery") odd.says.instead = { discovery: answer };
      const { browser, start } = await startLogin(app);
      odd.says.instead = { [at]: answer };
      odd.says.taken = 0;
      const response = await browser.get(at === "discovery" ? "/api/login" : odd.wayBackFrom(start));
      expect([at, answer, response.status]).toEqual([at, answer, 503]);
      most = Math.max(most, odd.says.taken);
      expect(odd.says.taken, `${at}, ${answer}`).toBeLessThan(TAKEN_LIMIT);
      expect(loginsIn(app)).toBe(0);
      odd.says.instead = {};
      app.sqlite.close();
    }
  }
  record(
    `The provider returned ${cases(6, 4)} endless or slow responses`,
    `None led to a login, and the site read at most ${Math.ceil(most / 1024 / 1024)} MB`,
  );
});
