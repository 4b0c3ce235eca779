// Every screen, in every state that its HTML can be in before a script has run, is valid HTML.
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { beforeAll, expect, test } from "vitest";
import { addressWithoutSlash } from "#app/http/one-address.server.ts";
import { type App, formPost, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

const CONFIG: ConfigData = {
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // The message of a page that needs a login is to be read before the browser goes on (specification, 8).
    "meta-refresh": "off",
  },
};
const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));

let app: App;
let organiser: Organiser;
/** The same without speakers, program and delegates. */
let empty: App;
let emptyPanel: Organiser;
let broken: App;
/** Where an address may say what time it is. */
let demo: App;

beforeAll(async () => {
  broken = await openApp();
  broken.sqlite.exec("drop table speakers");
  empty = await openApp({ ADMIN_EMAILS: ORGANISER });
  emptyPanel = await organiserOf(empty);
  demo = await openSampleApp({ DEMO: "on" });
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  // Somebody who is logged in elsewhere too.
  await organiserOf(app);
  organiser = await organiserOf(app);
  insertDelegates(app.sqlite, 60);
  insertDelegate(app.sqlite, { status: "confirmed", notes: "Vegetarian", phone: "0400 555 010" });
  // An image that was uploaded, and one that was not.
  const images = ["/objects/uploads/5e2c1b0a-1111-4111-8111-111111111111", "/speaker-placeholder.svg"];
  for (const [index, url] of images.entries())
    app.sqlite.prepare("update speakers set image_url = ? where id = ?").run(url, index + 1);
});

const idOf = (table: string, where: string) =>
  Number(app.sqlite.prepare(`select id from ${table} where ${where}`).pluck().get());
const one = (sql: string) => String(app.sqlite.prepare(sql).pluck().get());
const seen = (table: string, id: number) => one(`select updated_at from ${table} where id = ${id}`);

/** Registers somebody and answers the address of their private link. */
async function privateLink(changes: Record<string, string> = {}, status = "pending"): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await app.fetch("/register", formPost(registration({ email, ...changes })));
  app.sqlite.prepare("update delegates set status = ? where email = ?").run(status, email);
  return `/registration/${one(`select link_token from delegates where email = '${email}'`)}`;
}

/** Deletes a speaker or a session that a form was about meanwhile. */
async function lateEdit(screen: string, table: string, id: number, fields: Record<string, string>) {
  const shown = seen(table, id);
  await organiser.post(`${screen}?delete=${id}`, { intent: "delete" });
  return organiser.post(`${screen}?edit=${id}`, { ...fields, seen: shown });
}

type State = [says: string, open: () => Promise<Response>];
const page = (path: string) => () => app.fetch(path);
const panel = (path: string) => () => organiser.get(path);

/** What each state is called, something that it alone says, and how to get there. */
const STATES: Record<string, State> = {
  "the landing page": ["Featured Speakers", page("/")],
  "the landing page for an organiser": ["Admin", panel("/")],
  "the landing page of an empty conference": ["Program schedule coming soon!", () => empty.fetch("/")],
  "a session's dialog": ["About This Session", page("/?session=2")],
  "the dialog of a session without speakers": ["No speakers assigned yet", page("/?session=9")],
  "the dialog of a missing session": ["Session not found", page("/?session=99")],
  "a speaker's dialog": ["four mastheads in twenty-two years", page("/?speaker=1")],
  "the dialog of a missing speaker": ["Speaker not found", page("/?speaker=99")],
  "the registration": ["Delegate Registration", page("/register")],
  "the registration for a PR Pass": ["Delegate Registration", page("/register?type=pr_pass")],
  "the registration with errors": ["There is a problem", () => app.fetch("/register", formPost({}))],
  "the registration with a form that was sent with other answers": [
    "Delegate Registration",
    async () => {
      const formId = crypto.randomUUID();
      await app.fetch("/register", formPost({ ...registration(), formId }));
      return app.fetch("/register", formPost({ ...registration({ name: "Another" }), formId }));
    },
  ],
  "the confirmation": [
    "Registration Confirmed!",
    async () => {
      const { headers } = await app.fetch("/register", formPost(registration()));
      const toast = headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
      return app.fetch(headers.get("Location") ?? "", { headers: { Cookie: toast } });
    },
  ],
  "a private link": ["Your Registration", async () => app.fetch(await privateLink())],
  "a confirmed private link": [
    "Your Byline 2025 pass is confirmed",
    async () => app.fetch(await privateLink({}, "confirmed")),
  ],
  "a declined private link": ["Your Registration", async () => app.fetch(await privateLink({}, "declined"))],
  "a cancelled private link": [
    "Your Registration",
    async () => app.fetch(await privateLink({}, "cancelled")),
  ],
  "a journalist's private link": [
    "Your Registration",
    async () => app.fetch(await privateLink({ registrationType: "media_pass", outlet: "The Ledger" })),
  ],
  "the question before a cancellation": ["Cancel", async () => app.fetch(`${await privateLink()}/cancel`)],
  "a private link that is none": ["registration", page(`/registration/${"0".repeat(32)}`)],
  "what is on now": ["Thursday 11 September 2025", page("/now")],
  "the last week": ["Three days to go", () => demo.fetch("/?at=2025-09-08T10:00")],
  "the day": ["Now, until 12:00 PM", () => demo.fetch("/?at=2025-09-11T11:00")],
  "what is on on the day": ["Now", () => demo.fetch("/now?at=2025-09-11T11:00")],
  "a break": ["Break until", () => demo.fetch("/now?at=2025-09-11T12:30")],
  afterwards: ["Registration is closed", () => demo.fetch("/?at=2025-09-12T00:00")],
  "what is on afterwards": ["Thank you", () => demo.fetch("/now?at=2025-09-12T00:00")],
  "the registration afterwards": [
    "Registration is closed",
    () => demo.fetch("/register?at=2025-09-12T00:00"),
  ],
  "the page about privacy": ["Privacy", page("/privacy")],
  "the page about accessibility": ["Accessibility", page("/accessibility")],
  "the page of the API": ["API", page("/api/docs")],
  "the 404 page": ["Page Not Found", page("/nowhere")],
  "a post to what is only read": [
    "cannot handle that kind of request",
    () => app.fetch("/?index", formPost({ a: "1" })),
  ],
  "a form from elsewhere": [
    "came from another site",
    () =>
      app.fetch("/register", { ...formPost(registration()), headers: { "Sec-Fetch-Site": "cross-site" } }),
  ],
  "a page that fails": ["something went wrong", () => broken.fetch("/")],
  "the login without a provider": ["Logging in needs a one-time link", page("/api/login")],
  "a one-time link": ["Log in to the admin panel", page("/api/login?link=x")],
  "a used one-time link": ["This link has been used", () => app.fetch("/api/login", formPost({ link: "x" }))],
  "the panel without a login": ["You need to log in to access the admin panel.", page("/admin/speakers")],
  "a save without a login": ["Log", () => app.fetch("/admin/speakers?add", formPost(SPEAKER))],

  "the dashboard": ["Conference Overview", panel("/admin")],
  "an address of the panel that is none": ["Page Not Found", panel("/admin/nowhere")],
  "the speakers": ["B2C Speakers (5)", panel("/admin/speakers")],
  "the speakers of an empty conference": ["Speakers Management", () => emptyPanel.get("/admin/speakers")],
  "adding a speaker": ["Add", panel("/admin/speakers?add")],
  "adding a speaker with errors": [
    "Validation Error",
    () => organiser.post("/admin/speakers?add", { name: "Zara Quill" }),
  ],
  "editing a speaker": ["Edit", panel("/admin/speakers?edit=1")],
  "a speaker who was changed meanwhile": [
    "There is a problem",
    () => organiser.post("/admin/speakers?edit=1", { ...SPEAKER, seen: "0" }),
  ],
  "a speaker who was deleted meanwhile": [
    "There is a problem",
    () => lateEdit("/admin/speakers", "speakers", 3, SPEAKER),
  ],
  "deleting a speaker": ["Are you sure you want to delete", panel("/admin/speakers?delete=1")],
  "the history of a speaker": ["History", panel("/admin/speakers?history=1")],
  "a deleted speaker": ["Recently deleted", panel("/admin/speakers")],
  "a toast": [
    "Speaker created successfully.",
    async () => organiser.follow(await organiser.post("/admin/speakers?add", SPEAKER)),
  ],
  "the program": ["Conference Schedule (9 sessions)", panel("/admin/program")],
  "the program of an empty conference": ["No sessions yet", () => emptyPanel.get("/admin/program")],
  "adding a session": ["Add", panel("/admin/program?add")],
  "adding a session with errors": [
    "Validation Error",
    () => organiser.post("/admin/program?add", { title: "Late news" }),
  ],
  "editing a session": ["Edit", panel("/admin/program?edit=1")],
  "a session that was changed meanwhile": [
    "There is a problem",
    () => organiser.post("/admin/program?edit=1", { ...SESSION, seen: "0" }),
  ],
  "a session that was deleted meanwhile": [
    "There is a problem",
    () => lateEdit("/admin/program", "program_sessions", 3, SESSION),
  ],
  "deleting a session": ["Are you sure you want to delete", panel("/admin/program?delete=1")],
  "the history of a session": ["History", panel("/admin/program?history=1")],
  "the connections": ["Current Connections", panel("/admin/connections")],
  "the connections of an empty conference": [
    "Current Connections",
    () => emptyPanel.get("/admin/connections"),
  ],
  "connecting nobody": [
    "Please select both a speaker and a session",
    async () => {
      const answer = await organiser.post("/admin/connections", { intent: "connect" });
      return answer.status === 303 ? organiser.follow(answer) : answer;
    },
  ],
  "the logins": ["Your Logins", panel("/admin/logins")],
  "ending the other logins": ["Are you sure you want to end", panel("/admin/logins?end=others")],
  "the delegates": ["total registrations", panel("/admin/delegates")],
  "the second page of the delegates": ["total registrations", panel("/admin/delegates?page=2")],
  "the delegates of an empty conference": [
    "No delegates registered yet",
    () => emptyPanel.get("/admin/delegates"),
  ],
  "a search that finds delegates": [
    "",
    panel("/admin/delegates?q=noor&type=pr_pass&status=pending&sort=name"),
  ],
  "a search that finds nobody": ["", panel("/admin/delegates?q=zzzz")],
  "a bulk form that was not finished": [
    "Select at least one delegate first.",
    async () => {
      const answer = await organiser.post("/admin/delegates", {
        intent: "bulk",
        status: "confirmed",
        scope: "selected",
      });
      return answer.status === 303 ? organiser.follow(answer) : answer;
    },
  ],
  "deleting a delegate": [
    "Are you sure you want to delete",
    async () => organiser.get(`/admin/delegates/${await someone()}?delete`),
  ],
  "the door": ["", panel("/admin/delegates/door")],
  "somebody found at the door": ["Noor Haddad", panel("/admin/delegates/door?q=noor")],
  "nobody found at the door": ["zzzz", panel("/admin/delegates/door?q=zzzz")],
  "somebody at the door": [
    "Noor Haddad",
    async () => organiser.get(`/admin/delegates/door?person=${await someone()}`),
  ],
  "somebody who has been checked in": [
    "Noor Haddad",
    async () => {
      const id = String(insertDelegate(app.sqlite, { status: "confirmed" }));
      return organiser.follow(await organiser.post("/admin/delegates/door", { intent: "check-in", id }));
    },
  ],
  "a walk-in": ["Add and check in", panel("/admin/delegates/walk-in?q=Noor")],
  "a walk-in who is there already": [
    "Registered already",
    async () => {
      await someone();
      return organiser.post("/admin/delegates/walk-in", registration());
    },
  ],
  "the badges": ["Noor Haddad", panel("/admin/delegates/badges")],
  "the door list": ["Haddad, Noor", panel("/admin/delegates/door-list")],
  "no messages": ["No messages yet", () => emptyPanel.get("/admin/messages")],
  "whom to write to": ["Write to these", panel("/admin/messages/new")],
  "a message that is written": ["Save and preview", async () => organiser.get(`${await aMessage()}/edit`)],
  "a message before it is sent": ["Nothing goes out", async () => organiser.get(await aMessage())],
  "a message that will be sent": ["No one has got", async () => organiser.get(await aMessage("promised"))],
  "a message that is being sent": ["0 of 1 delegate", async () => organiser.get(await aMessage("started"))],
  "the messages": [
    "Hello",
    async () => {
      await aMessage();
      return organiser.get("/admin/messages");
    },
  ],
};

/** A message to one delegate that is so far; answers its address. */
async function aMessage(state = "draft"): Promise<string> {
  const delegate = await someone();
  const { lastInsertRowid: id } = app.sqlite
    .prepare(
      "insert into messages (subject, text, state, recipients, send_at) values ('Hello', 'Dear', ?, 1, ?)",
    )
    .run(state, Date.now() + 600_000);
  const people = state === "started" ? "outbox (kind, message_id" : "message_people (message_id";
  const values = state === "started" ? "'message', ?" : "?";
  app.sqlite.prepare(`insert into ${people}, delegate_id) values (${values}, ?)`).run(id, delegate);
  return `/admin/messages/${id}`;
}

/** A delegate of whom there are mails and a history. */
async function someone(): Promise<number> {
  const email = `${crypto.randomUUID()}@example.com`;
  await app.fetch("/register", formPost(registration({ email })));
  return idOf("delegates", `email = '${email}'`);
}

/** Images that say how wide they are shown where there is nothing to choose from: no rule of the presets. */
const sizesInVain = (html: string): string[] =>
  (html.match(/<img[^>]*>/g) ?? []).filter((image) => image.includes(" sizes=") && !/ srcset=/i.test(image));

test.each(Object.keys(STATES))("%s is valid HTML", async (name) => {
  const [says, open] = STATES[name] as State;
  const response = await open();
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  expect(visibleText(html)).toContain(says);
  const { results } = await validator.validateString(html);
  const findings = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect([...findings, ...sizesInVain(html)]).toEqual([]);
});

test("without styles an open dialog, which stands after all that it covers, is one link away", async () => {
  const open = Object.keys(STATES).filter((name) =>
    /dialog|^(adding|editing|deleting|ending)|history/.test(name),
  );
  expect(open.length).toBeGreaterThan(12);
  for (const name of open) {
    const html = await (await (STATES[name] as State)[1]()).text();
    expect(/<a [^>]*>/.exec(html.slice(html.indexOf("<body>")))?.[0], name).toContain('href="#dialog-title"');
    expect(html.match(/ id="dialog-title"/g), name).toHaveLength(1);
  }
  for (const path of ["/", "/register", "/nowhere"])
    expect(await (await app.fetch(path)).text()).not.toContain("#dialog-title");
});

test("a page has one address: with a slash at its end it leads there", async () => {
  for (const path of [
    "/now",
    "/accessibility",
    "/privacy",
    "/register",
    "/api/docs",
    "/api/program",
    "/admin/speakers",
  ]) {
    for (const end of ["/", "//", "/?type=pr_pass&session=2", "/?speaker=2"]) {
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
  // Steps before it refuse this, too: each of them may change.
  expect(addressWithoutSlash(new Request("http://localhost:3000//evil.example/"))).toBeNull();
  // Whoever has to log in first is led to the one address, and comes back to it.
  const stranger = await app.fetch("/admin/speakers/?edit=2");
  expect([stranger.status, stranger.headers.get("Location")]).toEqual([308, "/admin/speakers?edit=2"]);
  // What is sent there is taken as it is: nobody's answers are lost on a way of two steps.
  expect((await app.fetch("/register/", formPost(registration()))).status).toBe(303);
});
