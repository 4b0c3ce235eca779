import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registration, registrationForm } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { CookieJar } from "../support/login.ts";
import { sidOf } from "../support/organiser.ts";
import { send as sendThrough } from "../support/send.ts";
import { freePort } from "../support/server.ts";
import { record } from "./support/findings.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { ACCESS_TOKEN, type OddProvider, startOddProvider } from "./support/odd-provider.ts";
import { ORGANISER, type OrganisedServer, startOrganisedServer } from "./support/organised-server.ts";
import { testWith } from "./support/test-with.ts";

let server: OrganisedServer;
let odd: OddProvider;
beforeAll(async () => {
  odd = await startOddProvider();
  server = await startOrganisedServer(odd.settings);
});
afterAll(() => odd.stop());

/** An email address so short that a JSON parse error quotes it in full. */
const SHORT_EMAIL = "wim@tiny.example";

/** Personal data and login secrets that the log must not contain. */
const secrets = new Set<string>([ORGANISER, SHORT_EMAIL, "olive.organ", ACCESS_TOKEN]);
const people = Array.from({ length: 30 }, (_, index) => ({
  name: `Wilhelmina${index} Haddadovic${index}`,
  email: `wilhelmina.haddadovic${index}@private${index}.example`,
  phone: `+61 491 570 ${156 + index}`,
  jobTitle: `Keeper of secret number ${index}`,
  notes: `Allergic to walnuts, room ${index}\nand to being quoted`,
}));
for (const { name, email, phone, jobTitle, notes } of people) {
  for (const value of [...name.split(" "), email, phone, jobTitle, ...notes.split("\n")]) secrets.add(value);
}

const answers: { id: string; what: string; status: number; cache: string; body: string }[] = [];
async function send(...[method, path, body, headers]: Parameters<OrganisedServer["send"]>) {
  const response = await server.send(method, path, body, headers);
  const text = await response.clone().text();
  answers.push({
    id: response.headers.get("X-Request-Id") ?? "",
    what: `${method} ${path}`,
    status: response.status,
    cache: response.headers.get("Cache-Control") ?? "",
    body: text,
  });
  for (const cookie of response.headers.getSetCookie()) {
    const value = cookie.split(";", 1)[0]?.replace(/^[^=]*=/, "") ?? "";
    if (value.length > 8) secrets.add(value).add(decodeURIComponent(value));
  }
  return response;
}

const stranger = { Cookie: "" };
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

const registerEverybody = () =>
  Promise.all(
    people.map((person, index) => {
      const answers = registration({ ...person, email: index % 5 === 4 ? `${person.email}@` : person.email });
      return index % 2 === 0
        ? send("POST", "/api/registrations", answers, stranger)
        : send("POST", "/register", form({ ...answers, formId: aFormId() }), stranger);
    }),
  );

/** Registers while the database is locked, and while a table is missing. */
async function failToRegister(): Promise<void> {
  const [first = people[0], second] = people;
  const both = () =>
    Promise.all([
      send("POST", "/api/registrations", registration(first), stranger),
      send("POST", "/register", form(registrationForm(second)), stranger),
      send("GET", `/register?confirmed=${first?.email}`, undefined, stranger),
    ]);
  const speaker = { name: first?.name ?? "", title: "x", company: "x", category: "b2b" };
  const sqlite = new Database(join(server.dataDir, "conference.db"));
  sqlite.exec("begin exclusive");
  await both();
  sqlite.exec("rollback");
  for (const table of ["delegates", "users", "speakers"]) {
    sqlite.exec(`alter table ${table} rename to gone`);
    await both();
    for (const path of ["/", "/api/speakers"]) await send("GET", path, undefined, stranger);
    await send("GET", "/admin/delegates");
    await send("POST", "/admin/speakers?add=", form(speaker));
    sqlite.exec(`alter table gone rename to ${table}`);
  }
  sqlite.close();
}

async function askForOddAddresses(): Promise<void> {
  const { email = "", name = "", phone = "" } = people[3] ?? {};
  const words = [email, name, phone, ...name.split(" "), server.cookie, server.link].map(encodeURIComponent);
  for (const word of words) {
    for (const path of [
      ...[`/${word}`, `/admin/${word}`, `/api/${word}`, `/api/admin/delegates/${word}`, `/assets/${word}.js`],
      ...[`/objects/uploads/${word}`, `/registration/${word}`, `/registration/${word}/cancel`],
      ...["edit", "pass-on", "certificate", "speaker"].map((page) => `/registration/${word}/${page}`),
      ...[`/admin/delegates/${word}`, `/?session=${word}`, `/?speaker=${word}`],
      ...[`/register?type=${word}&confirmed=${word}`, `/admin/delegates?q=${word}`, `/%00/${word}`],
      ...[`//${word}`],
    ]) {
      await send("GET", path, undefined, stranger);
    }
    await send("POST", `/api/${word}`, { word }, stranger);
    await send("PUT", `/register/${word}`, { word }, stranger);
  }
  for (const [body, type] of [
    [`{"email":"${email}","name`, "application/json"],
    [`"${email}"`, "application/json"],
    [`name=${name}`, "text/plain"],
    [`--x\r\nContent-Disposition: form-data; name="${email}"\r\n`, "multipart/form-data; boundary=x"],
  ] as const) {
    for (const path of ["/register", "/api/registrations", "/api/login", "/admin/speakers?add="])
      await send("POST", path, body, { ...stranger, "Content-Type": type });
  }
  const foreign = { "Sec-Fetch-Site": "cross-site", Origin: `https://${words[1]}.example` };
  for (const [name, value] of Object.entries(foreign))
    await send("POST", "/register", form(registrationForm(people[4])), { ...stranger, [name]: value });
}

async function logInEveryWay(): Promise<void> {
  secrets.add(server.link);
  for (const cookie of server.cookie.split("; ")) secrets.add(cookie.replace(/^[^=]*=/, ""));
  await send("GET", `/api/login?link=${server.link}`, undefined, stranger);
  await send("POST", "/api/login?link=", form({ link: server.link }), stranger);

  const { email = "" } = people[5] ?? {};
  const answers = [
    { email: ORGANISER, email_verified: true, given_name: people[5]?.name },
    { email, email_verified: true },
    { email, email_verified: false },
    { email: `${email}@`, email_verified: true },
    { name: people[5]?.name },
  ];
  for (const userinfo of answers) await logInAs(userinfo, {});
  const said = [email, SHORT_EMAIL, `{"email":"${email}"`, `<p>${people[5]?.name}`];
  const leaks = said.flatMap((body) => [{ body }, { body, status: 500 }]);
  for (const leak of [...leaks, "hangUp" as const]) {
    await logInAs({}, { userinfo: leak });
    await logInAs({}, { token: leak });
    await logInAs({}, { token: { status: 400, body: { error: email, error_description: email } } });
  }
  await send("GET", `/api/login?error=${email}&error_description=${email}`, undefined, stranger);
}

async function logInAs(userinfo: unknown, instead: OddProvider["says"]["instead"]): Promise<void> {
  odd.says.userinfo = userinfo;
  odd.says.instead = instead;
  const jar = new CookieJar();
  const start = await send("GET", "/api/login", undefined, stranger);
  jar.keep(start);
  const back = new URL(odd.wayBackFrom(start.headers.get("Location") ?? ""));
  for (const value of back.searchParams.values()) secrets.add(value);
  await send("GET", back.pathname + back.search, undefined, { Cookie: jar.header });
  odd.says.instead = {};
}

test("the log contains no personal data after registrations, failures and logins", async () => {
  // Discards the log lines from the setup.
  const last = (await server.send("GET", "/healthz")).headers.get("X-Request-Id") ?? "";
  await expect.poll(() => server.output.join(""), { timeout: 10_000 }).toContain(last);
  server.output.length = 0;

  await registerEverybody();
  await askForOddAddresses();
  await logInEveryWay();
  await failToRegister();
  const { cookie } = server;
  secrets.add(sidOf(cookie));
  await send("GET", "/api/logout", undefined, { Cookie: cookie });
  expect(await server.stop()).toBe(0);

  const log = server.output.join("");
  const leaked = [...secrets].filter((secret) =>
    [secret, encodeURIComponent(secret)].some((one) => log.includes(one)),
  );
  expect(leaked.map((secret) => log.split("\n").find((line) => line.includes(secret)) ?? secret)).toEqual([]);

  const lines = log.split("\n").filter((line) => line !== "");
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  // Each response has one log line, with its id.
  expect(requests.map(({ requestId }) => requestId).toSorted()).toEqual(
    answers.map(({ id }) => id).toSorted(),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  expect(answers.every(({ id }) => /^[0-9a-f]{12}$/.test(id))).toBe(true);

  const failed = answers.filter(({ status, what }) => status === 500 && !what.includes("/api/"));
  expect(failed.length).toBeGreaterThan(0);
  for (const { id, what, body } of failed) {
    if (body.includes("Reference:")) expect(body, what).toContain(id);
    expect(lines.filter((line) => line.includes(id)).length, what).toBeGreaterThan(1);
  }
  expect(failed.some(({ body }) => body.includes("Reference:"))).toBe(true);
  record(
    `After ${answers.length} requests, the log was searched for ${secrets.size} personal or secret values`,
    "None was found",
  );
});

test("public responses contain no delegate's data, and personal responses are not cached", async () => {
  const open = await startOrganisedServer();
  const ask = (path: string, Cookie = "") => open.send("GET", path, undefined, { Cookie });
  const person = people[0] ?? expect.fail("no delegate");
  const made = await open.send("POST", "/register", form(registrationForm(person)));
  const confirmed = made.headers.get("Location") ?? "";
  const values = [person.name, person.email, person.phone, person.jobTitle, "walnuts", ORGANISER];
  const found = (body: string) => values.filter((value) => body.includes(value));

  const publicPaths = [
    ...["/", "/?session=1", "/register", "/register?type=pr_pass", "/healthz", "/nothing", "/admin"],
    ...["/admin/delegates", "/api/login", "/api/program", "/api/speakers", "/api/sessions/1/speakers"],
    ...["/api/speakers/1/sessions", "/api/nothing", "/api/registrations", "/api/auth/user", "/assets"],
    ...["/api/admin/delegates", "/_root.data", "/register.data", "/api/login.data", "/admin.data"],
    ...["/admin/delegates.data", "/admin/delegates.data?_routes=routes/admin/delegates/delegates"],
    `/__manifest?paths=/admin,/admin/delegates&version=x`,
  ];
  for (const path of publicPaths) {
    const answer = await ask(path);
    expect(answer.status, path).toBeLessThan(500);
    expect(found(await answer.text()), path).toEqual([]);
  }
  // The confirmation page shows only the name and the email address.
  const confirmation = await ask(confirmed);
  expect(found(await confirmation.text())).toEqual([person.name, person.email]);
  expect(confirmation.headers.get("Cache-Control")).toContain("no-store");

  const personal = [
    ...[
      ...["/admin", "/admin/delegates", "/admin/delegates.data", "/api/admin/delegates", "/api/auth/user"],
      ...["/", "/register"],
    ].map((path) => () => open.send("GET", path)),
    () => open.send("POST", "/api/registrations", registration(person), stranger),
    () => open.send("POST", "/register", form(registrationForm({ ...person, email: "x" })), stranger),
    () => open.send("POST", "/register", form(registrationForm(person)), stranger),
    () => ask(`/api/login?link=${open.link}`),
    () => ask("/api/login?to=/admin"),
  ];
  for (const [index, answerOf] of personal.entries()) {
    const answer = await answerOf();
    expect(answer.headers.get("Cache-Control"), `${index} ${answer.url}`).toContain("no-store");
  }
  expect(await open.stop()).toBe(0);
  // In the first test, the site refused logins with these pages, which name the user.
  const refused = answers.filter(
    ({ body, what }) => what.includes("/api/login") && body.includes("You logged in as"),
  );
  expect(refused.length).toBeGreaterThan(0);
  for (const { what, cache } of refused) expect(cache, what).toContain("no-store");
  record(
    `${publicPaths.length} public responses contained no delegate's data`,
    `${personal.length + refused.length} personal responses forbade caching`,
  );
});

const WHILE_DOWN = "nginx logs no address and no private link, even while the site is down";
testWith("nginx or no openssl", hasNginx, WHILE_DOWN, async () => {
  const [port, closedPort] = [await freePort(), await freePort()];
  const { ca, logs, stop } = await startNginx(port, closedPort);
  const token = "5ec2e7".repeat(5);
  const links = [
    `/registration/${token}`,
    `/Registration/${token}/cancel`,
    `/register?registration=${token}`,
  ];
  for (const path of links)
    expect((await sendThrough(`https://localhost:${port}`, { path }, ca)).status).toBe(503);
  await stop();
  const [requests = "", errors = ""] = logs();
  expect(requests.match(/^\S+ "GET \/registration\/\.\.\." 503 /gm)).toHaveLength(2);
  expect(requests).toMatch(/^\S+ "GET \/register" 503 /m);
  for (const log of [requests, errors]) expect(log).not.toMatch(/5ec2e7|127\.0\.0\.1/);
});
