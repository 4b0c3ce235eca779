// Every form of the panel is carried out once: its second copy, sent by a double click, is answered like the first, by
// another process too.
import { beforeEach, expect, test } from "vitest";
import { type App, formPost, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

/** Nothing is sent: no process of these tests has begun to. */
const SETTINGS = { ADMIN_EMAILS: ORGANISER, SMTP_URL: "smtp://127.0.0.1:9", UNDO_SECONDS: "30" };
let app: App;
let organiser: Organiser;
let delegate: number;
beforeEach(async () => {
  app = await openSampleApp(SETTINGS);
  organiser = await organiserOf(app);
  await organiserOf(app);
  delegate = insertDelegate(app.sqlite, { name: "Ada Byron", status: "confirmed" });
  insertDelegate(app.sqlite, { name: "Ben Waits", status: "pending", registration_type: "media_pass" });
  const mail = app.sqlite.prepare(
    "insert into outbox (delegate_id, kind, state, problem, held_until) values (?, 'confirmed', ?, null, ?)",
  );
  mail.run(delegate, "failed", null);
  mail.run(delegate, "waiting", Date.now() + 86_400_000);
});

const pageOf = async (path: string) => (await organiser.get(path)).text();
const TABLES = ["speakers", "program_sessions", "connections", "deletions", "delegates", "outbox"];
const LOGS = ["audit_log", "login_sessions"];
const rows = () => [...TABLES, ...LOGS].map((table) => app.sqlite.prepare(`select * from ${table}`).all());

/** What a form says: where it leads, and the toast there. */
async function told(response: Response) {
  const answer = response.status === 303 ? await organiser.follow(response) : response;
  const page = await answer.text();
  const toast = page.slice(page.indexOf('class="toast"')).replaceAll(/[0-9a-f-]{36}/g, "an id");
  return [response.status, response.headers.get("Location"), visibleText(toast.split("<script")[0] ?? "")];
}

/** Sends a form to another process at this DATA_DIR, or to this one after a restart. */
async function postElsewhere(path: string, fields: Record<string, string>): Promise<Response> {
  const other = await openApp(SETTINGS, app.dataDir);
  return other.fetch(path.replaceAll("&amp;", "&"), formPost(fields, { Cookie: organiser.cookie }));
}

/** The ends of logins that are not this one, at the addresses of their dialogs. */
async function otherLogin() {
  const [, id = ""] = /\?end=([^"&]{4,}?)"/.exec(await pageOf("/admin/logins")) ?? [];
  return `/admin/logins?end=${id}`;
}

const SPEAKER = { name: "Typed", title: "Editor", company: "The Quill", category: "tech" };
const SESSION = { title: "Typed", time: "9:00 AM", type: "panel", track: "none" };

type Button = {
  name: string;
  /** The page that has it, and a text within its form. */
  at: string | (() => Promise<string>);
  text: string;
  /** What is filled in, and what the button itself sends. */
  with: Record<string, string>;
  before?: () => Promise<unknown>;
  says: string;
};
const remove = (screen: string, id: number) => () =>
  organiser.post(`${screen}?delete=${id}`, { intent: "delete" });
const disconnect = async () => {
  const { action, fields } = formWith(await pageOf("/admin/connections"), "Remove");
  await organiser.post(action, { ...Object.fromEntries(fields), disconnect: "1" });
};

const BUTTONS: Button[] = [
  {
    name: "Remove",
    at: "/admin/connections",
    text: "Remove",
    with: { disconnect: "1" },
    says: "Speaker disconnected from session successfully",
  },
  {
    name: "Connect",
    at: "/admin/connections",
    text: "Choose a speaker",
    with: { speakerId: "1", sessionId: "9", role: "panelist" },
    says: "Speaker connected to session successfully",
  },
  ...(
    [
      ["speaker", "/admin/speakers", () => remove("/admin/speakers", 9)(), "Speaker restored."],
      ["session", "/admin/program", () => remove("/admin/program", 4)(), "Session restored."],
      ["connection", "/admin/connections", disconnect, "Connection restored."],
    ] as const
  ).map(([what, at, before, says]) => ({
    name: `Undo of a ${what}`,
    at,
    text: "Undo",
    with: { intent: "undo" },
    before,
    says,
  })),
  {
    name: "Move of a speaker",
    at: "/admin/speakers",
    text: "Move",
    with: { move: "down" },
    says: "Speaker updated successfully.",
  },
  {
    name: "Move of a session",
    at: async () => {
      // Below each other in one stream.
      app.sqlite.exec("update program_sessions set track = 'b2b' where id in (4, 5)");
      return "/admin/program";
    },
    text: 'name="id" value="4"',
    with: { move: "down" },
    says: "Session updated successfully.",
  },
  {
    name: "Delete of a speaker",
    at: "/admin/speakers?delete=9",
    text: ">Delete<",
    with: { intent: "delete" },
    says: "Speaker deleted successfully.",
  },
  {
    name: "Delete of a session",
    at: "/admin/program?delete=4",
    text: ">Delete<",
    with: { intent: "delete" },
    says: "Session deleted successfully.",
  },
  {
    name: "an edit of a speaker",
    at: "/admin/speakers?edit=9",
    text: "Save Speaker",
    with: SPEAKER,
    says: "Speaker updated successfully.",
  },
  {
    name: "an edit of a session",
    at: "/admin/program?edit=4",
    text: "Save Session",
    with: SESSION,
    says: "Session updated successfully.",
  },
  {
    name: "a new speaker",
    at: "/admin/speakers?add",
    text: "Create Speaker",
    with: SPEAKER,
    says: "Speaker created successfully.",
  },
  {
    name: "a new session",
    at: "/admin/program?add",
    text: "Create Session",
    with: SESSION,
    says: "Session created successfully.",
  },
  {
    name: "Accredit",
    at: "/admin/delegates",
    text: "Accredit",
    with: {},
    says: "confirmed.",
  },
  {
    name: "Send again",
    at: "/admin/delegates",
    text: "Send again",
    with: { intent: "send-again" },
    says: "The email is on its way again.",
  },
  {
    name: "Send now",
    at: "/admin/delegates",
    text: "Send now",
    with: { intent: "send-now" },
    says: "The email is on its way.",
  },
  {
    name: "Delete personal data",
    at: async () => `/admin/delegates/${delegate}?delete`,
    text: "Delete personal data",
    with: { intent: "delete" },
    says: "deleted",
  },
  {
    name: "Check in",
    at: "/admin/delegates/door?q=Ada",
    text: "Check in",
    with: {},
    says: "Ada Byron is checked in",
  },
  {
    name: "Undo check-in",
    at: async () => {
      app.sqlite.prepare("update delegates set status = 'attended' where id = ?").run(delegate);
      return "/admin/delegates/door?q=Ada";
    },
    text: "Undo check-in",
    with: {},
    says: "The check-in of Ada Byron was undone.",
  },
  {
    name: "End of a login",
    at: otherLogin,
    text: "End this login",
    with: { intent: "end" },
    says: "Login ended",
  },
];

test.each(BUTTONS.map((button) => [button.name, button] as const))(
  "%s, sent twice, is done once and answered twice alike",
  async (_, { at, text, with: typed, before, says }) => {
    await before?.();
    const page = typeof at === "string" ? at : await at();
    const { action, fields } = formWith(await pageOf(page), text);
    const send = () =>
      organiser.post(action.replaceAll("&amp;", "&"), { ...Object.fromEntries(fields), ...typed });
    const was = rows();
    const first = await told(await send());
    expect(first.join(" ")).toContain(says);
    expect(first[0]).toBe(303);
    const now = rows();
    expect(now).not.toEqual(was);
    expect(await told(await send())).toEqual(first);
    expect(await told(await postElsewhere(action, { ...Object.fromEntries(fields), ...typed }))).toEqual(
      first,
    );
    expect(rows()).toEqual(now);
  },
);

type Refused = {
  name: string;
  at: string | (() => Promise<string>);
  with: Record<string, string> | (() => Promise<Record<string, string>>);
  /** Why it is refused, until `meanwhile`: after that the same could be done. */
  before?: () => unknown;
  meanwhile: () => unknown;
  says: string;
};
const sql = (statement: string) => () => app.sqlite.exec(statement);
const ADA = "where name = 'Ada Byron'";
const NEW_SPEAKER =
  "insert into speakers (id, name, title, company, category) values (999, 'N', 'T', 'C', 'b2b')";
const MESSAGE = "insert into messages (id, subject, text, updated_at) values (1, 'Doors', 'Dear {name}', 5)";
const inMessage = (state: string) => `${MESSAGE}; update messages set state = '${state}', updated_at = 5`;
const sent = (
  intent: string,
  name: string,
  meanwhile: string,
  says: string,
  before = inMessage("started"),
): Refused => ({
  name,
  at: "/admin/messages/1",
  with: { intent, as: String(1) },
  before: sql(before),
  meanwhile: sql(meanwhile),
  says,
});
const DRAFT = "update messages set state = 'draft', updated_at = 5";

const REFUSED: Refused[] = [
  {
    name: "Check in of somebody who is there",
    at: "/admin/delegates/door",
    with: async () => ({ intent: "check-in", id: String(delegate) }),
    before: sql(`update delegates set status = 'attended', checked_in_at = 1757546760000 ${ADA}`),
    meanwhile: sql(`update delegates set status = 'confirmed', checked_in_at = null ${ADA}`),
    says: "Ada Byron Already checked in on 11 September at 9:26 AM",
  },
  {
    name: "Check in of somebody who is pending",
    at: "/admin/delegates/door",
    with: async () => ({ intent: "check-in", id: String(delegate) }),
    before: sql(`update delegates set status = 'pending' ${ADA}`),
    meanwhile: sql(`update delegates set status = 'confirmed' ${ADA}`),
    says: "The registration of Ada Byron is still pending.",
  },
  {
    name: "Undo check-in of somebody who is not there",
    at: "/admin/delegates/door",
    with: async () => ({ intent: "undo-check-in", id: String(delegate) }),
    meanwhile: sql(`update delegates set status = 'attended' ${ADA}`),
    says: "Ada Byron was not checked in.",
  },
  {
    name: "Send again",
    at: "/admin/delegates",
    with: async () => ({ intent: "send-again", delegate: String(delegate) }),
    before: sql("update outbox set state = 'sent'"),
    meanwhile: sql("update outbox set state = 'failed'"),
    says: "There is no email to send again",
  },
  {
    name: "Send now",
    at: "/admin/delegates",
    with: async () => ({ intent: "send-now", delegate: String(delegate) }),
    before: sql("update outbox set state = case state when 'failed' then 'sent' else 'failed' end"),
    meanwhile: sql("update outbox set state = case state when 'failed' then 'waiting' else state end"),
    says: "No email is being held back",
  },
  {
    name: "Delete personal data",
    at: "/admin/delegates/999",
    with: { intent: "delete" },
    meanwhile: () => insertDelegate(app.sqlite, { id: 999 }),
    says: "deleted in the meantime",
  },
  {
    name: "Undo of a change of status",
    at: "/admin/delegates",
    with: async () => {
      await organiser.post("/admin/delegates", { id: `${delegate}:confirmed`, status: "declined" });
      app.sqlite.exec("update status_jobs set finished_at = finished_at - 1000000");
      return { intent: "undo", change: "1" };
    },
    meanwhile: sql("update status_jobs set finished_at = finished_at + 1000000"),
    says: "It is too late to undo this",
  },
  {
    name: "Delete of a speaker who is gone",
    at: "/admin/speakers?delete=999",
    with: { intent: "delete" },
    meanwhile: sql(NEW_SPEAKER),
    says: "It has been deleted in the meantime.",
  },
  {
    name: "an edit of a speaker who is gone",
    at: "/admin/speakers?edit=999",
    with: { ...SPEAKER, seen: "5" },
    meanwhile: sql(`${NEW_SPEAKER}; update speakers set updated_at = 5 where id = 999`),
    says: "Failed to update speaker",
  },
  {
    name: "Move of a speaker who is gone",
    at: "/admin/speakers",
    with: { id: "999", move: "up" },
    meanwhile: sql(`${NEW_SPEAKER}; update speakers set sort_order = 99 where id = 999`),
    says: "It has been deleted in the meantime.",
  },
  {
    name: "Undo of a deletion that is too long ago",
    at: "/admin/speakers",
    with: async () => {
      await remove("/admin/speakers", 9)();
      app.sqlite.exec("update deletions set created_at = created_at - 1000000");
      return {
        intent: "undo",
        deletion: String(app.sqlite.prepare("select id from deletions").pluck().get()),
      };
    },
    meanwhile: sql("update deletions set created_at = created_at + 1000000"),
    says: "This can no longer be undone",
  },
  {
    name: "Remove",
    at: "/admin/connections",
    with: { speakerId: "1", sessionId: "9", disconnect: "1" },
    before: sql("delete from connections"),
    meanwhile: sql("insert into connections (speaker_id, program_session_id) values (1, 9)"),
    says: "the connection has already been removed.",
  },
  {
    name: "Connect",
    at: "/admin/connections",
    with: { speakerId: "1", sessionId: "9", role: "speaker" },
    before: sql(
      "delete from connections; insert into connections (speaker_id, program_session_id) values (1, 9)",
    ),
    meanwhile: sql("delete from connections"),
    says: "This speaker is already connected to this session",
  },
  sent("take-back", "Take back", "update messages set state = 'promised', send_at = 9e12", "It is too late"),
  sent(
    "stop",
    "Stop",
    "insert into outbox (delegate_id, kind, message_id) select id, 'message', 1 from delegates",
    "There was nothing left to stop.",
  ),
  sent("delete", "Delete of a message", DRAFT, "It was not deleted."),
  sent("test", "a test of a message", DRAFT, "This message has been scheduled or sent already."),
  {
    ...sent("send", "Send", "insert into message_people select 1, id from delegates", "Nothing was sent"),
    with: { intent: "send", when: "soon", seen: "5", count: "2" },
    before: sql(inMessage("draft")),
  },
  {
    ...sent("", "an edit of a message", DRAFT, "This message was scheduled or sent in the meantime."),
    at: "/admin/messages/1/edit",
    with: { subject: "New", text: "Dear {name}", seen: "5" },
  },
];

test.each(REFUSED.map((button) => [button.name, button] as const))(
  "%s, refused once, is refused again by its second copy, although it could be done by then",
  async (_, { at, with: typed, before, meanwhile, says }) => {
    await before?.();
    const path = typeof at === "string" ? at : await at();
    const fields = { formId: crypto.randomUUID(), ...(typeof typed === "function" ? await typed() : typed) };
    const first = await told(await organiser.post(path, fields));
    expect(first.join(" ")).toContain(says);
    await meanwhile();
    const now = rows();
    expect(await told(await organiser.post(path, fields))).toEqual(first);
    expect(await told(await postElsewhere(path, fields))).toEqual(first);
    expect(rows()).toEqual(now);
    // Another form does it: what was refused is the form, not what it wants.
    await organiser.post(path, { ...fields, formId: crypto.randomUUID() });
    expect(rows()).not.toEqual(now);
  },
);

test("every form of the panel that writes has a one-time id", async () => {
  await disconnect();
  await remove("/admin/speakers", 9)();
  await remove("/admin/program", 4)();
  const screens = [
    "/admin/speakers",
    "/admin/speakers?add",
    "/admin/speakers?edit=1",
    "/admin/speakers?delete=1",
    "/admin/program",
    "/admin/program?add",
    "/admin/program?edit=5",
    "/admin/program?delete=5",
    "/admin/connections",
    "/admin/delegates",
    `/admin/delegates/${delegate}?delete`,
    "/admin/delegates/door?q=a",
    await otherLogin(),
  ];
  for (const screen of screens) {
    const forms = (await pageOf(screen)).match(/<form(?=[^>]*method="post")[\s\S]*?<\/form>/g) ?? [];
    expect(forms.length, screen).toBeGreaterThan(0);
    for (const form of forms) expect(form, screen).toMatch(/name="formId" value="[0-9a-f-]{36}"/);
  }
});

test("two buttons of a page are two intents, sent one after the other without loading it anew", async () => {
  const page = await pageOf("/admin/connections");
  const forms =
    page.match(/<form(?=[^>]*method="post")[\s\S]*?<\/form>/g)?.filter((form) => form.includes("Remove")) ??
    [];
  const count = () => app.sqlite.prepare("select count(*) from connections").pluck().get() as number;
  const before = count();
  for (const form of forms.slice(0, 3)) {
    const { fields } = formWith(form, "Remove");
    await organiser.post("/admin/connections", { ...Object.fromEntries(fields), disconnect: "1" });
  }
  expect(count()).toBe(before - 3);
});
