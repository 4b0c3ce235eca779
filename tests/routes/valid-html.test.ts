import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { beforeAll, expect, test } from "vitest";
import { removeTrailingSlash } from "#app/server/shared-urls.server.ts";
import { type App, formPost, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";
import { EMPTY_PANEL, MOMENTS, PANEL, type States, VISITORS } from "../support/states.ts";

const CONFIG: ConfigData = {
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // Visitors must have time to read a login page before the redirect (specification, section 8).
    "meta-refresh": "off",
  },
};
const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));

let app: App;
let organiser: Organiser;
/** A site without speakers, sessions or delegates. */
let empty: App;
let emptyPanel: Organiser;
let broken: App;
/** A demo site, where an address may set the time. */
let demo: App;

beforeAll(async () => {
  broken = await openApp();
  broken.sqlite.exec("drop table speakers");
  empty = await openApp({ ADMIN_EMAILS: ORGANISER });
  emptyPanel = await organiserOf(empty);
  demo = await openSampleApp({ DEMO: "on" });
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  // Gives the organiser a second login.
  await organiserOf(app);
  organiser = await organiserOf(app);
  insertDelegates(app.sqlite, 60);
  insertDelegate(app.sqlite, { status: "confirmed", notes: "Vegetarian", phone: "0400 555 010" });
  // Gives the first speaker an uploaded image and the second a placeholder.
  const images = ["/objects/uploads/5e2c1b0a-1111-4111-8111-111111111111", "/speaker-placeholder.svg"];
  for (const [index, url] of images.entries())
    app.sqlite.prepare("update speakers set image_url = ? where id = ?").run(url, index + 1);
});

const one = (sql: string) => String(app.sqlite.prepare(sql).pluck().get());

const outdatedEdit = (screen: "speakers" | "program", fields: Record<string, string>) =>
  post(`/admin/${screen}?edit=1`, { ...fields, seen: "0" });
/** Deletes a speaker or a session while its form is open. */
async function lateEdit(screen: "speakers" | "program", fields: Record<string, string>): Promise<Response> {
  const table = screen === "speakers" ? "speakers" : "program_sessions";
  const shown = one(`select updated_at from ${table} where id = 3`);
  await post(`/admin/${screen}?delete=3`, { intent: "delete" });
  return post(`/admin/${screen}?edit=3`, { ...fields, seen: shown });
}

type State = [says: string, open: string | (() => Promise<Response>)];
const openAt = async (path: string) => (path.startsWith("/admin") ? organiser.get(path) : app.fetch(path));
const open = (name: string) => {
  const [, way] = STATES[name] as State;
  return typeof way === "string" ? openAt(way) : way();
};
/** Opens these states in another app. */
const elsewhere = (states: States, open: (path: string) => Promise<Response>) =>
  Object.fromEntries(
    Object.entries(states).map(([name, [says, path]]): [string, State] => [name, [says, () => open(path)]]),
  );
const post = (path: string, fields: Record<string, string>) => organiser.post(path, fields);
/** Returns the page that a post redirects to. */
async function posted(path: string, fields: Record<string, string>): Promise<Response> {
  const answer = await post(path, fields);
  return answer.status === 303 ? organiser.follow(answer) : answer;
}
/** Posts a form as a visitor without a login. */
const sent = (path: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
  app.fetch(path, formPost(fields, headers));
/** Opens the private link of a new delegate. */
const link = async (changes: Record<string, string> = {}, status = "pending", end = "") => {
  const id = await newDelegate(changes);
  app.sqlite.prepare("update delegates set status = ? where id = ?").run(status, id);
  return app.fetch(`/registration/${one(`select link_token from delegates where id = ${id}`)}${end}`);
};
const JOURNALIST = { registrationType: "media_pass", outlet: "The Ledger" };
async function sentTwice(): Promise<Response> {
  const form = formPost(registration());
  await app.fetch("/register", form);
  return app.fetch("/register", { ...form, body: String(form.body).replace("Noor", "Another") });
}
const about = async (before: string, after = "") => organiser.get(`${before}${await newDelegate()}${after}`);
async function duplicateWalkIn(): Promise<Response> {
  await newDelegate();
  return post("/admin/delegates/walk-in", registration());
}
const checkedIn = () => {
  const id = String(insertDelegate(app.sqlite, { status: "confirmed" }));
  return posted("/admin/delegates/door", { intent: "check-in", id });
};
const message = async (state?: string, end = "") => organiser.get(`${await newMessage(state)}${end}`);

/** For the name of each state: a text that only its page contains, and its request. */
const STATES: Record<string, State> = {
  ...VISITORS,
  ...elsewhere(MOMENTS, (path) => demo.fetch(path)),
  ...PANEL,
  ...elsewhere(EMPTY_PANEL, (path) => emptyPanel.get(path)),
  "the landing page for an organiser": ["Admin", () => organiser.get("/")],
  "the landing page of an empty conference": ["Program schedule coming soon!", () => empty.fetch("/")],
  "the page of the API": ["API", "/api/docs"],
  "the registration for a PR Pass": ["Delegate Registration", "/register?type=pr_pass"],
  "the registration with errors": ["There is a problem", () => sent("/register", {})],
  "a registration form reused with other answers": ["Delegate Registration", sentTwice],
  "the confirmation": ["Confirmed!", async () => organiser.follow(await sent("/register", registration()))],
  "a private link": ["Your Registration", () => link()],
  "a confirmed private link": ["Your Byline 2025 pass is confirmed", () => link({}, "confirmed")],
  "a declined private link": ["Your Registration", () => link({}, "declined")],
  "a cancelled private link": ["Your Registration", () => link({}, "cancelled")],
  "a journalist's private link": ["Your Registration", () => link(JOURNALIST)],
  "the question before a cancellation": ["Cancel", () => link({}, "pending", "/cancel")],
  "a post to a read-only page": ["cannot handle that kind of request", () => sent("/?index", { a: "1" })],
  "a cross-site form": [
    "came from another address",
    () => sent("/register", registration(), { "Sec-Fetch-Site": "cross-site" }),
  ],
  "a page that fails": ["something went wrong", () => broken.fetch("/")],
  "the login without a provider": ["You need a one-time link to log in", "/api/login"],
  "a one-time link": ["Log in to the admin panel", "/api/login?link=x"],
  "a used one-time link": ["This link has been used", () => sent("/api/login", { link: "x" })],
  "the panel without a login": ["You need to log in to access", () => app.fetch("/admin/speakers")],
  "a save without a login": ["Log", () => sent("/admin/speakers?add", SPEAKER)],

  "adding a speaker with errors": ["Validation Error", () => post("/admin/speakers?add", { name: "Zara" })],
  "a speaker changed meanwhile": ["There is a problem", () => outdatedEdit("speakers", SPEAKER)],
  "a speaker deleted meanwhile": ["There is a problem", () => lateEdit("speakers", SPEAKER)],
  "a deleted speaker": [
    "Recently deleted",
    () =>
      post("/admin/speakers?delete=18", { intent: "delete" }).then(() => organiser.get("/admin/speakers")),
  ],
  "a toast": ["Speaker created successfully.", () => posted("/admin/speakers?add", SPEAKER)],
  "adding a session with errors": ["Validation Error", () => post("/admin/program?add", { title: "Late" })],
  "a session changed meanwhile": ["There is a problem", () => outdatedEdit("program", SESSION)],
  "a session deleted meanwhile": ["There is a problem", () => lateEdit("program", SESSION)],
  "connecting without a choice": [
    "Please select both a speaker and a session",
    () => posted("/admin/connections", { intent: "connect" }),
  ],
  "the delegates": ["total registrations", "/admin/delegates"],
  "the second page of the delegates": ["total registrations", "/admin/delegates?page=2"],
  "a search with results": ["Noor", "/admin/delegates?q=noor&type=pr_pass&status=pending&sort=name"],
  "a search without results": ["No delegates match this search.", "/admin/delegates?q=zzzz"],
  "an incomplete bulk form": [
    "Choose a status first.",
    () => posted("/admin/delegates", { intent: "bulk", id: "1:pending", status: "" }),
  ],
  "deleting a delegate": ["Are you sure you want to delete", () => about("/admin/delegates/", "?delete")],
  "a result at the door": ["Noor Haddad", "/admin/delegates/door?q=noor"],
  "no results at the door": ["zzzz", "/admin/delegates/door?q=zzzz"],
  "a delegate at the door": ["Noor Haddad", () => about("/admin/delegates/door?person=")],
  "a checked-in delegate": ["Noor Haddad", checkedIn],
  "a walk-in": ["Add and check in", "/admin/delegates/walk-in?q=Noor"],
  "a walk-in already registered": ["Already registered", duplicateWalkIn],
  "the badges": ["Noor Haddad", "/admin/delegates/badges"],
  "the door list": ["Haddad, Noor", "/admin/delegates/door-list"],
  "no messages": ["No messages yet", () => emptyPanel.get("/admin/messages")],
  "a message without recipients": ["To 0 delegates", emptyMessage],
  "a message before it is sent": ["You can take the message back", () => message()],
  "a promised message": ["No one has received it", () => message("promised")],
  "a message being sent": ["0 of 1 delegate", () => message("started")],
  "the messages": ["Hello", () => newMessage().then(() => organiser.get("/admin/messages"))],
};

async function emptyMessage() {
  app.sqlite.exec("insert into messages (id, subject) values (900, '')");
  return organiser.get("/admin/messages/900");
}

async function newMessage(state = "draft"): Promise<string> {
  const delegate = await newDelegate();
  const { lastInsertRowid: id } = app.sqlite
    .prepare(
      "insert into messages (subject, text, state, recipients, send_at) values ('Hello', 'Dear', ?, 1, ?)",
    )
    .run(state, Date.now() + 600_000);
  const people = state === "started" ? "outbox (kind, message_id" : "message_recipients (message_id";
  const values = state === "started" ? "'message', ?" : "?";
  app.sqlite.prepare(`insert into ${people}, delegate_id) values (${values}, ?)`).run(id, delegate);
  return `/admin/messages/${id}`;
}

async function newDelegate(changes: Record<string, string> = {}): Promise<number> {
  const email = `${crypto.randomUUID()}@example.com`;
  await app.fetch("/register", formPost(registration({ email, ...changes })));
  return Number(one(`select id from delegates where email = '${email}'`));
}

/** Finds images with `sizes` but no `srcset`. The validator's presets do not check this. */
const imagesWithUselessSizes = (html: string): string[] =>
  (html.match(/<img[^>]*>/g) ?? []).filter((image) => image.includes(" sizes=") && !/ srcset=/i.test(image));

test.each(Object.keys(STATES))("%s is valid HTML", async (name) => {
  const response = await open(name);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  expect(visibleText(html)).toContain(STATES[name]?.[0]);
  const { results } = await validator.validateString(html);
  const findings = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect([...findings, ...imagesWithUselessSizes(html)]).toEqual([]);
});

test("without styles an open dialog, which follows everything it covers, is one link away", async () => {
  const dialogs = Object.keys(STATES).filter((name) =>
    /dialog|^(adding|editing|deleting)|history/.test(name),
  );
  expect(dialogs.length).toBeGreaterThan(12);
  for (const name of dialogs) {
    const html = await (await open(name)).text();
    expect(/<a [^>]*>/.exec(html.slice(html.indexOf("<body>")))?.[0], name).toContain('href="#dialog-title"');
    expect(html.match(/ id="dialog-title"/g), name).toHaveLength(1);
  }
  for (const path of ["/", "/register", "/nowhere"])
    expect(await (await app.fetch(path)).text()).not.toContain("#dialog-title");
});

test("scripts of other sites can read the program, the speakers and calendars, but nothing else", async () => {
  const openTo = async (path: string) => (await app.fetch(path)).headers.get("Access-Control-Allow-Origin");
  for (const path of ["/api/program", "/api/speakers", "/calendar.ics", "/calendar/1.ics"])
    expect(await openTo(path), path).toBe("*");
  for (const path of ["/", "/register", "/api/auth/user", "/admin"])
    expect(await openTo(path), path).toBeNull();
});

test("an address that a mail program cut too late leads to its page", async () => {
  for (const end of [".", ",", ")", "].", "%3E", ">)", "%E2%80%9D", "!?type=pr_pass"]) {
    const response = await app.fetch(`/register${end}`);
    expect(response.status, end).toBe(302);
    expect(response.headers.get("Location")).toBe(end.includes("?") ? "/register?type=pr_pass" : "/register");
  }
  for (const path of ["/", "/?session=2", "/api/openapi.json", "/robots.txt"])
    expect((await app.fetch(path)).status, path).toBe(200);
  expect((await app.fetch("/register.", formPost(registration()))).status).toBe(404);
});

test("the words that people type lead to their section of the landing page", async () => {
  for (const [path, section] of [
    ["/schedule", "/#program"],
    ["/program", "/#program"],
    ["/Speakers", "/#speakers"],
  ] as const) {
    const response = await app.fetch(path);
    expect([response.status, response.headers.get("Location")], path).toEqual([302, section]);
  }
});

test("a page has one address: a trailing slash redirects", async () => {
  for (const path of ["/now", "/privacy", "/register", "/api/docs", "/api/program", "/admin/speakers"]) {
    // Calls refuse parameters that they do not know.
    const queries =
      path === "/api/program" ? ["?include=speakers"] : ["?type=pr_pass&session=2", "?speaker=2"];
    for (const end of ["/", "//", ...queries.map((query) => `/${query}`)]) {
      const response = await organiser.get(path + end);
      expect(response.status, path + end).toBe(308);
      expect(response.headers.get("Location")).toBe(path + end.replace(/^\/+/, ""));
    }
    expect((await organiser.get(path)).status).toBe(200);
  }
  for (const path of ["/", "/?session=2", "/?speaker=1"]) expect((await app.fetch(path)).status).toBe(200);
  for (const path of ["/nowhere/", "/api/nowhere/", "//evil.example/", "/%2F/evil.example/", "///"]) {
    const response = await app.fetch(new URL(`http://localhost:3000${path}`).href);
    expect(response.headers.get("Location"), path).toBeNull();
  }
  // Earlier steps of the pipeline also refuse this address.
  expect(removeTrailingSlash(new Request("http://localhost:3000//evil.example/"))).toBeNull();
  // The redirect comes before the login check.
  const stranger = await app.fetch("/admin/speakers/?edit=2");
  expect([stranger.status, stranger.headers.get("Location")]).toEqual([308, "/admin/speakers?edit=2"]);
  // A POST with a trailing slash is accepted directly, because a redirect would lose the answers.
  expect((await app.fetch("/register/", formPost(registration()))).status).toBe(303);
});
