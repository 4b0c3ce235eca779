import type { Database } from "better-sqlite3";
import { insertDelegate } from "./delegates.ts";
import { SESSION, SPEAKER } from "./factories.ts";

export type Call = (method: "POST" | "DELETE", path: string, data?: object) => Promise<{ id: number }>;

/** Creates the records that the forms below need. */
export async function prepareForms(call: Call, inDatabase: <T>(work: (sqlite: Database) => T) => T) {
  const mark = `B${crypto.randomUUID().slice(0, 8)}`;
  const [time, track, category] = ["4:31 PM", null, "media"];
  const speakers: number[] = [];
  const sessions: number[] = [];
  for (const name of ["First", "Speaker", "Gone speaker"])
    speakers.push((await call("POST", "speakers", { ...SPEAKER, category, name: `${name} ${mark}` })).id);
  for (const title of ["First", "Session", "Gone session"])
    sessions.push((await call("POST", "program", { ...SESSION, track, time, title: `${title} ${mark}` })).id);
  const [, speaker = 0, goneSpeaker] = speakers;
  const [first = 0, session = 0, goneSession] = sessions;
  await call("DELETE", `speakers/${goneSpeaker}`);
  const deletion = inDatabase((sqlite) => sqlite.prepare("select max(id) from changesets").pluck().get());
  await call("DELETE", `program/${goneSession}`);
  for (const sessionId of [first, session])
    await call("POST", "speaker-sessions", { speakerId: speaker, sessionId, role: "speaker" });
  await call("DELETE", `speaker-sessions/${speaker}/${first}`);
  return inDatabase((sqlite) => {
    const person = (name: string, status: string) =>
      insertDelegate(sqlite, { name: `${name} ${mark}`, status, registration_type: "media_pass" });
    const delegate = person("Delegate", "confirmed");
    person("Waiting", "pending");
    person("Arrived", "attended");
    const insertMail = "insert into outbox (delegate_id, kind, state) values (?, 'confirmed', 'failed')";
    const mail = Number(sqlite.prepare(insertMail).run(delegate).lastInsertRowid);
    const token = sqlite.prepare("select link_token from delegates where id = ?").pluck().get(delegate);
    return {
      mark,
      speaker,
      session,
      first,
      delegate,
      mail,
      deletion,
      decision: null as unknown,
      token: String(token),
    };
  });
}
export type Prepared = Awaited<ReturnType<typeof prepareForms>>;

/** Replaces each {name} in a text with its prepared value. */
export const fillIn = (text: string, prepared: Prepared): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => String(prepared[name as keyof Prepared]));

type Fields = Record<string, string>;
/** Page address, start of the button's name, success and failure toasts (§ 8), fields. */
export type SiteForm = [at: string, button: string, done: string | null, failed: string | null, Fields?];

const formsOf = (what: "speaker" | "session", list: string, typed: Fields): SiteForm[] => {
  const What = what === "speaker" ? "Speaker" : "Session";
  const said = (done: string, toDo: string) =>
    [`${What} ${done} successfully.`, `Failed to ${toDo} ${what}.`] as const;
  const [updated, restored] = [
    said("updated", "update"),
    `Failed to restore ${what}. Please try again later.`,
  ];
  return [
    [`${list}?add=`, `Create ${What}`, ...said("created", "create"), typed],
    [`${list}?edit={${what}}`, `Save ${What}`, ...updated, typed],
    [`${list}?delete={${what}}`, "Delete", ...said("deleted", "delete")],
    [list, `Move ${What} {mark} up`, ...updated],
    [list, `Undo deleting Gone ${what} {mark}`, `${What} restored.`, restored],
  ];
};
const NEW_SPEAKER = { name: "Typed", title: "Editor", company: "The Quill", category: "tech" };
const NEW_SESSION = { title: "Typed", time: "9:00 AM", type: "panel" };
const CONNECTIONS = "/admin/connections";
const DESK = "/admin/delegates?q=Delegate+{mark}";
const PERSON = "/admin/delegates/{delegate}?delete=";
const NOT_CHANGED = "Failed to change the status. Please try again later.";
const NOT_SENT = "Failed to send the email. Please try again later.";
const NOT_DELETED = "Failed to delete the personal data. Please try again later.";
const CONNECTED = "Speaker connected to session successfully";
const NOT_CONNECTED = "Failed to connect speaker to session";
const DISCONNECTED = "Speaker disconnected from session successfully";
const NOT_DISCONNECTED = "Failed to disconnect speaker from session";
const CANCEL = "Cancel this registration";
const NOT_CANCELLED = "Failed to cancel the registration. Please try again later.";
const PAIR = { speakerId: "{speaker}", sessionId: "{first}", role: "panelist" };
const SEVERAL = { id: "{delegate}:confirmed", status: "declined" };

export const FORMS: SiteForm[] = [
  ...formsOf("speaker", "/admin/speakers", NEW_SPEAKER),
  ...formsOf("session", "/admin/program", NEW_SESSION),
  [CONNECTIONS, "Connect", CONNECTED, NOT_CONNECTED, PAIR],
  [CONNECTIONS, "Undo", "Connection restored.", null],
  // The form for a new connection is partly filled in.
  [CONNECTIONS, "Remove Speaker {mark} from", DISCONNECTED, NOT_DISCONNECTED, { role: "moderator" }],
  [DESK, "Apply", "declined", NOT_CHANGED, SEVERAL],
  [DESK, "Send now", "The email is on its way.", NOT_SENT],
  [DESK, "Decline Delegate {mark} with", "declined", NOT_CHANGED, { note: "We are full." }],
  [PERSON, "Delete personal data", "deleted", NOT_DELETED],
  ["/admin/delegates?q=Waiting+{mark}", "Accredit Waiting", "accredited.", null],
  ["/admin/delegates/door?q=Delegate+{mark}", "Check in", "is checked in", "Failed to check in."],
  ["/admin/delegates/door?q=Arrived+{mark}", "Undo check-in", "was undone.", null],
  ["/admin/logins", "End the login from", "Login ended", null],
  ["/registration/{token}/cancel", CANCEL, null, NOT_CANCELLED],
  ["/api/login?link=anything", "Log in", null, "Failed to log in. Please try again."],
  [
    "/register",
    "Complete Registration",
    null,
    "Please try again later.",
    { name: "Noor", jobTitle: "Editor" },
  ],
];
