// Every form of the panel is carried out once: its second copy, sent by a double click, is answered like the first.
import { beforeEach, expect, test } from "vitest";
import { type App, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let delegate: number;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
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
  const page = await (await organiser.follow(response)).text();
  const toast = page.slice(page.indexOf('class="toast"')).replaceAll(/[0-9a-f-]{36}/g, "an id");
  return [response.status, response.headers.get("Location"), visibleText(toast.split("<script")[0] ?? "")];
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
    expect(rows()).toEqual(now);
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
