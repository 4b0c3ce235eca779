// Every request that changes the site's data, as its own pages and scripts send it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { App } from "../../support/app.ts";
import { registration, registrationForm } from "../../support/factories.ts";
import type { Sent } from "../../support/send.ts";

export type Mutation = {
  route: string;
  method: string;
  path: string;
  /** A `list` is a form with a file: the CSV text in `list`, or the photo in `photos`. */
  kind: "form" | "list" | "json" | "image" | "link";
  fields: Record<string, string | number | boolean | null>;
};

const SPEAKER = { name: "Nia Osei", title: "Editor", company: "The Ledger", category: "b2c" };
const SESSION = { title: "A new session", time: "4:00pm - 5:00pm", type: "panel", track: "tech" };
const CONNECTION = { speakerId: 18, sessionId: 1, role: "speaker" };

/** Link secret of delegate 1, who must exist and be a speaker. */
export const LINK_TOKEN = "5ec2e7c0".repeat(4);

/** Link secret of another delegate, who must exist. */
export const OTHER_TOKEN = "07ec2e7c".repeat(4);
const NEXT = { name: "Nia Next", email: "next@example.com" };

/** The version of delegate 1's answers, as their own form has it. */
function answersSeen({ sqlite }: App): string {
  const columns = `registration_type, name, email, phone, job_title, company, favored_stream, outlet, work_url,
    notes`;
  const answers = sqlite.prepare(`select ${columns} from delegates where id = 1`).raw().get() ?? null;
  return createHash("sha256").update(JSON.stringify(answers)).digest("base64url").slice(0, 22);
}

const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Id of the changeset that deleted a message. */
const MESSAGE_DELETION = "9000";

/** Adds a token, and messages in four states: draft, scheduled, being sent and deleted. */
export function addMessages(sqlite: App["sqlite"]): void {
  sqlite.exec(`
    insert into messages (id, subject, updated_at) values (1, 'A draft', 1000);
    insert into messages (id, subject, state, promised_at, send_at) values (2, 'Soon', 'promised', 1, 9e12);
    insert into messages (id, subject, state, recipients) values (3, 'On its way', 'started', 1);
    insert into outbox (delegate_id, kind, message_id, next_attempt_at)
      select id, 'message', 3, 9e12 from delegates limit 1;
    insert into api_tokens (name, token_hash, rights, until, made_by)
      values ('partner', 'hash', '[]', '2999-01-01', 'ana@example.com');
  `);
  sqlite.exec(`
    insert into messages (id, subject) values (90, 'Gone');
    insert into message_recipients select 90, id from delegates limit 1;
    insert into changesets (id, actor, action, subject, label, undo_until, is_open)
      values (${MESSAGE_DELETION}, 'ana@example.com', 'deleted', 'message', 'Gone', 9e12, 1);
    delete from messages where id = 90;
    update changesets set is_open = null;
  `);
}

/** Every mutation once, in an order that suits the sample conference. `link` is a login token. */
export function mutationsOf(app: App, { link, upload }: { link: string; upload: string }): Mutation[] {
  const seen = (table: "speakers" | "program_sessions", id: number) =>
    Number(app.sqlite.prepare(`select updated_at from ${table} where id = ?`).pluck().get(id));
  const form = (route: string, query: string, fields: Mutation["fields"]): Mutation => ({
    route,
    method: "POST",
    path: route + query,
    kind: "form",
    fields,
  });
  const formOf = (route: string, id: string | number, fields: Mutation["fields"]): Mutation => ({
    ...form(route, "", fields),
    path: route.replace(/:\w+/, String(id)),
  });
  const list = (name: string, text: string): Mutation => ({
    ...form(`/admin/${name}/import`, "", { list: text }),
    kind: "list",
  });
  const call = (method: string, route: string, ids: number[], fields: Mutation["fields"] = {}): Mutation => ({
    route,
    method,
    path: ids.reduce((path, id) => path.replace(/:\w+/, String(id)), route),
    kind: "json",
    fields,
  });
  const image: Mutation = { ...call("PUT", "/objects/uploads/:id", []), path: upload, kind: "image" };
  return [
    form("/register", "", registrationForm()),
    form("/api/login", "", { link }),
    // Ends the other login, which the link created.
    form("/admin/logins", "", { intent: "end", login: "others" }),
    form("/admin/tokens", "?add=", { name: "new", "program:read": "on", until: dayIn(9) }),
    form("/admin/tokens", "", { end: 1 }),
    form("/admin/speakers", "?add", SPEAKER),
    form("/admin/speakers", "?edit=1", { ...SPEAKER, seen: seen("speakers", 1) }),
    form("/admin/speakers", "", { id: 1, move: "down" }),
    form("/admin/speakers", "?delete=2", {}),
    form("/admin/program", "?add", SESSION),
    form("/admin/program", "?edit=1", { ...SESSION, seen: seen("program_sessions", 1) }),
    form("/admin/program", "", { id: 7, move: "up" }),
    form("/admin/program", "?delete=2", {}),
    form("/admin/connections", "", CONNECTION),
    form("/admin/connections", "", { disconnect: "", speakerId: 18, sessionId: 1 }),
    formOf("/registration/:token", LINK_TOKEN, { intent: "coming" }),
    formOf("/registration/:token/edit", LINK_TOKEN, { ...registration(), seen: answersSeen(app) }),
    formOf("/registration/:token/pass-on", OTHER_TOKEN, { ...registration(NEXT), emailAgain: NEXT.email }),
    formOf("/registration/:token/speaker", LINK_TOKEN, SPEAKER),
    form("/admin/delegates", "", { id: "1:pending", status: "confirmed" }),
    form("/admin/messages", "", { id: "1:confirmed" }),
    formOf("/admin/messages/:id", 1, { intent: "save", subject: "Hello", text: "Hello", seen: 1000 }),
    formOf("/admin/messages/:id", 2, { intent: "take-back" }),
    formOf("/admin/messages/:id", 3, { intent: "stop" }),
    formOf("/admin/messages/:id", 2, { intent: "delete" }),
    form("/admin/messages", "", { intent: "undo", changeset: MESSAGE_DELETION }),
    form("/admin/delegates/door", "", { intent: "check-in", id: 1 }),
    form("/admin/delegates/door", "", { intent: "undo-check-in", id: 1 }),
    form("/admin/delegates/walk-in", "", registrationForm({ name: "Wren Walker", email: "w@example.com" })),
    formOf("/registration/:token/cancel", LINK_TOKEN, { intent: "cancel", shown: "confirmed" }),
    form("/admin/delegates", "", { intent: "bulk", id: "1:cancelled", status: "declined" }),
    call("PUT", "/api/admin/delegates/:id/status", [1], { status: "confirmed" }),
    call("POST", "/api/admin/delegates/:id/check-in", [1]),
    formOf("/admin/delegates/:id", 1, { intent: "delete" }),
    call("POST", "/api/registrations", [], registration()),
    call("POST", "/api/admin/speakers", [], SPEAKER),
    call("PUT", "/api/admin/speakers/:id", [3], SPEAKER),
    call("DELETE", "/api/admin/speakers/:id", [4]),
    call("PUT", "/api/admin/speakers/by-external-id/:externalId", [1], SPEAKER),
    call("PUT", "/api/admin/program/by-external-id/:externalId", [1], SESSION),
    list("speakers", "Name;Title;Company;Category\nAda;Editor;The Ada;b2b"),
    list("program", "Title;Time;Type\nA talk;9:00 AM;panel"),
    list("connections", "Session;Speaker\n5;6"),
    {
      ...form("/admin/speakers/photos", "", {
        formId: crypto.randomUUID(),
        photos: PICTURE.toString("latin1"),
      }),
      kind: "list",
    },
    list("delegates", "Delegate Type;Full Name;Email Address;Job Title\nPR Pass;Ada;ada@example.com;Editor"),
    call("POST", "/api/admin/program", [], SESSION),
    call("PUT", "/api/admin/program/:id", [3], SESSION),
    call("DELETE", "/api/admin/program/:id", [4]),
    call("POST", "/api/admin/speaker-sessions", [], CONNECTION),
    call("DELETE", "/api/admin/speaker-sessions/:speakerId/:sessionId", [18, 1]),
    call("POST", "/api/objects/upload", []),
    image,
    call("PUT", "/api/speakers/:id/image", [5], { imageURL: upload.split("?", 1)[0] ?? "" }),
    call("DELETE", "/api/speakers/:id/image", [6]),
    { route: "/api/logout", method: "GET", path: "/api/logout", kind: "link", fields: {} },
  ];
}

/** A boundary that no value contains. */
const BOUNDARY = "between-the-parts";

/** Content types that forms and scripts on other sites can send. */
export const BODY_TYPES = [
  "application/x-www-form-urlencoded",
  `multipart/form-data; boundary=${BOUNDARY}`,
  "text/plain",
  "application/json",
] as const;

/** The request for a mutation, with this content type or the mutation's own. */
export function requestFor(mutation: Mutation, type?: (typeof BODY_TYPES)[number]): Sent {
  const { method, path, kind, fields } = mutation;
  if (kind === "link") return { method, path };
  const own = { form: BODY_TYPES[0], list: BODY_TYPES[1], json: BODY_TYPES[3], image: "image/png" }[kind];
  const body = type === undefined && kind === "image" ? PICTURE : encode(mutation, type ?? own, fields);
  return { method, path, headers: { "Content-Type": type ?? own }, body };
}

const PICTURE = readFileSync("docs/images/program.png");

const FILE_NAMES: Record<string, string> = { list: "list.csv", photos: "Gregor Achterberg.png" };

function encode({ kind }: Mutation, type: string, fields: Mutation["fields"]): string | Buffer {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  if (type.startsWith("multipart/")) {
    const parts = texts.map(([name, value]) => {
      const file = FILE_NAMES[name] ? `; filename="${FILE_NAMES[name]}"` : "";
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
    // Latin-1 keeps every byte value of a photo.
    return Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`, "latin1");
  }
  // A text/plain form from another site can look like JSON.
  const isJson = type === "application/json" || (type === "text/plain" && kind === "json");
  return isJson ? JSON.stringify(fields) : new URLSearchParams(texts).toString();
}
