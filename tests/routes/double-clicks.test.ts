import { beforeEach, expect, test } from "vitest";
import { type App, formPost, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { pressed } from "../support/forms.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";
import { type Call, FORMS, fillIn, type Prepared, prepareForms } from "../support/site-forms.ts";

/** No email is sent, because no process starts the mail worker. */
const SETTINGS = { ADMIN_EMAILS: ORGANISER, SMTP_URL: "smtp://127.0.0.1:9", UNDO_SECONDS: "30" };
let app: App;
let organiser: Organiser;
let prepared: Prepared;
beforeEach(async () => {
  app = await openSampleApp(SETTINGS);
  organiser = await organiserOf(app);
  await organiserOf(app);
  const call: Call = async (method, path, data) => {
    const answer = await organiser.json(method, `/api/admin/${path}`, data);
    return answer.status === 204 ? {} : answer.json();
  };
  prepared = await prepareForms(call, (work) => work(app.sqlite));
});

const pageOf = async (path: string) => (await organiser.get(path)).text();
const TABLES = ["speakers", "program_sessions", "connections", "delegates", "outbox"];
const LOGS = ["changes", "login_sessions"];
const rows = () => [...TABLES, ...LOGS].map((table) => app.sqlite.prepare(`select * from ${table}`).all());

type Fields = Record<string, string>;
const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fillIn(text, prepared)]));

/** Status, redirect, toast and error summary of a response. */
async function resultOf(response: Response) {
  const answer = response.status === 303 ? await organiser.follow(response) : response;
  const page = await answer.text();
  const toast = page.slice(page.indexOf('class="toast"')).replaceAll(/[0-9a-f-]{36}/g, "an id");
  const summary = /class="error-summary"[\s\S]*?<\/ul>/.exec(page)?.[0] ?? "";
  const said = [toast.split("<main")[0] ?? "", summary].map(visibleText);
  return [response.status, response.headers.get("Location"), ...said];
}

/** Submits a form again. Asserts that the result is the same and no data changes. */
async function expectTheSame(path: string, fields: Fields, first: unknown): Promise<void> {
  const now = rows();
  expect(await resultOf(await organiser.post(path, fields))).toEqual(first);
  expect(rows()).toEqual(now);
}

test.each(FORMS.filter(([, , done]) => done !== null))(
  "at %s '%s', sent twice, is done once and gets the same response twice",
  async (at, button, says, _, typed = {}) => {
    const form = pressed(await pageOf(fillIn(at, prepared)), fillIn(button, prepared));
    const fields = { ...form.fields, ...filled(typed) };
    const was = rows();
    const first = await resultOf(await organiser.post(form.action, fields));
    expect(first.join(" ")).toContain(says);
    expect(first[0]).toBe(303);
    expect(rows()).not.toEqual(was);
    await expectTheSame(form.action, fields, first);
  },
);

const status = (name: string, checkedIn: number | null = null) =>
  `update delegates set status = '${name}', checked_in_at = ${checkedIn} where name like 'Delegate B%'`;
const OPEN = status("confirmed");
const mails = (state: string) => `update outbox set state = '${state}'`;
const NOT_UNDONE = "update changesets set undone_by = null";
const OLD = "update changesets set undone_by = id";
const APART = "delete from connections";
const TOGETHER = `${APART}; insert into connections (speaker_id, program_session_id) values (1, 9)`;
const BACK = `insert into speakers (id, name, title, company, category, updated_at, sort_order)
  values (999, 'N', 'T', 'C', 'b2b', 5, 99)`;
const MESSAGE = "insert into messages (id, subject, text) values (1, 'Doors', 'Dear {name}')";
const message = (state: string) => `update messages set state = '${state}', send_at = 9e12, updated_at = 5`;
const DRAFT = `${MESSAGE}; ${message("draft")}`;
const STARTED = `${MESSAGE}; ${message("started")}`;
const SAVED_SINCE = `${DRAFT}; update messages set updated_at = 6`;
const CHOSEN = "insert into message_recipients select 1, id from delegates limit 2";
const declined = async () => {
  await organiser.post("/admin/delegates", { id: `${prepared.delegate}:confirmed`, status: "declined" });
  prepared.decision = app.sqlite.prepare("select max(id) from changesets").pluck().get();
  app.sqlite.exec(OLD);
};
const [DOOR, DESK, SPEAKERS] = ["/admin/delegates/door", "/admin/delegates", "/admin/speakers"];
const [CONNECTIONS, LETTER] = ["/admin/connections", "/admin/messages/1"];
const UNDO = { intent: "undo", changeset: "{deletion}" };
const PAIR = { speakerId: "1", sessionId: "9" };
const SPEAKER = { name: "Typed", title: "Editor", company: "The Quill", category: "tech", seen: "5" };
const TEXTS = { subject: "New", text: "Dear {name}", seen: "5" };
const SEND = { ...TEXTS, intent: "send", when: "soon", count: "2" };
const toDelegate = (intent: string) => ({ intent, id: "{delegate}", delegate: "{delegate}" });
const as = (intent: string) => ({ intent, as: "1" });

/** Address, error message, form, state that causes the refusal, and change that lifts it. */
type Refused = [at: string, says: string, Fields, before: string | typeof declined, then: string];
const REFUSED: Refused[] = [
  [DOOR, "in on 11 September at 9:26 AM", toDelegate("check-in"), status("attended", 1757546760000), OPEN],
  [DESK, "it is already on its way", { mail: "{mail}" }, mails("waiting"), mails("failed")],
  [DESK, "This can no longer be undone", { intent: "undo", changeset: "{decision}" }, declined, NOT_UNDONE],
  [`${SPEAKERS}?edit=999`, "Failed to update speaker", SPEAKER, "", BACK],
  [SPEAKERS, "This can no longer be undone", UNDO, OLD, NOT_UNDONE],
  [SPEAKERS, "It has since been deleted.", { id: "999", move: "up" }, "", BACK],
  [CONNECTIONS, "the connection has already been removed.", { ...PAIR, disconnect: "1" }, APART, TOGETHER],
  [CONNECTIONS, "This speaker is already connected to this session", PAIR, TOGETHER, APART],
  [LETTER, "it can no longer be taken back", as("take-back"), STARTED, message("promised")],
  [LETTER, "Failed to save message", { ...TEXTS, ...as("test") }, SAVED_SINCE, message("draft")],
  [LETTER, "The message was not sent", SEND, DRAFT, CHOSEN],
  [LETTER, "Failed to save message", { ...TEXTS, intent: "save" }, SAVED_SINCE, message("draft")],
];

test.each(REFUSED)(
  "at %s '%s' is repeated for the second copy of a refused form, even if it could be done by then",
  async (at, says, typed, before, then) => {
    if (typeof before === "function") await before();
    else app.sqlite.exec(before);
    const fields = { formId: crypto.randomUUID(), ...filled(typed) };
    const first = await resultOf(await organiser.post(at, fields));
    expect(first.join(" ")).toContain(says);
    app.sqlite.exec(then);
    await expectTheSame(at, fields, first);
    // A new form succeeds: the refusal applies to the old form only.
    const was = rows();
    await organiser.post(at, { ...fields, formId: crypto.randomUUID() });
    expect(rows()).not.toEqual(was);
  },
);

test("another process at the same DATA_DIR, or this one after a restart, returns the first response", async () => {
  const formId = crypto.randomUUID();
  const copies: [string, Fields][] = [
    [`${SPEAKERS}?add=`, { ...SPEAKER, formId }],
    [CONNECTIONS, { ...PAIR, formId }],
    [DESK, { id: `${prepared.delegate}:confirmed`, status: "declined", formId }],
    [DOOR, filled({ ...toDelegate("undo-check-in"), formId })],
  ];
  const first = [];
  for (const [path, fields] of copies) first.push(await resultOf(await organiser.post(path, fields)));
  const now = rows();
  const other = await openApp(SETTINGS, app.dataDir);
  for (const [index, [path, fields]] of copies.entries()) {
    const second = await other.fetch(path, formPost(fields, { Cookie: organiser.cookie }));
    expect(await resultOf(second)).toEqual(first[index]);
  }
  expect(rows()).toEqual(now);
});

const postForms = (page: string) => page.match(/<form(?=[^>]*method="post")[\s\S]*?<\/form>/g) ?? [];

test("every form of the panel that writes has a one-time id", async () => {
  for (const at of new Set(FORMS.map(([at]) => at).filter((at) => at.startsWith("/admin")))) {
    const forms = postForms(await pageOf(fillIn(at, prepared)));
    expect(forms.length, at).toBeGreaterThan(0);
    for (const form of forms) expect(form, at).toMatch(/name="formId" value="[0-9a-f-]{36}"/);
  }
});

test("two buttons of a page are two intents, sent one after the other without reloading", async () => {
  const forms = postForms(await pageOf("/admin/connections")).filter((form) => form.includes("Remove"));
  const count = () => app.sqlite.prepare("select count(*) from connections").pluck().get() as number;
  const before = count();
  for (const form of forms.slice(0, 3)) {
    const { action, fields } = pressed(form, "Remove");
    await organiser.post(action, fields);
  }
  expect(count()).toBe(before - 3);
});
