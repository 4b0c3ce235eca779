// Fills a site with everything that an upgrade must keep, as visitors and organisers would.
import { join } from "node:path";
import Database from "better-sqlite3";
import { until } from "../../tests/faults/support/until.ts";
import { formPost, jsonPost, ORIGIN } from "../../tests/support/app.ts";
import { photo } from "../../tests/support/backups.ts";
import { answersIn, formWith, pressed } from "../../tests/support/forms.ts";
import { listsOf } from "../../tests/support/lists.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { insertLink, type Organiser, organiserOf } from "../../tests/support/organiser.ts";
import { rowsOf, type Settings, startWith } from "../../tests/support/upgrades.ts";

const JOB = { pronouns: "they/them", title: "Editor", company: "The Tide" };
const SPEAKER = { ...JOB, category: "main", bio: "Writes about water." };
const SESSION = { type: "talk", track: "main", room: "Quay room", description: "Wet.", tags: ["water"] };
const LINKS = [{ label: "Website", href: "https://tide.example" }];
const PRESS = { registrationType: "press", outlet: "Bergen Post", workUrl: "https://post.example.com/ola" };
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUSED = "otto.refused@example.com";

/** What would take weeks, or other settings, to come about. */
const BY_HAND = `
  update users set profile_image_url = 'https://example.com/ana.png';
  update delegates set coming_at = updated_at, favored_stream = 'side' where name = 'Ola Hauge';
  update speakers set external_id = 'K7Q2-IDA' where id = 1;
  update program_sessions set external_id = 'K7Q2-TIDES' where id = 2;
  update delegates set external_id = 'K7Q2-JON' where name = 'Jon Berg';
  update login_links set expire = expire + 600000;
  insert into messages (state, subject, text, is_for_all, recipients, promised_at, send_at, stopped_at, stopped)
    select 'started', 'Sent halfway', 'Dear {name}', 1, 9, updated_at, updated_at, updated_at, 4
    from messages where id = 1;
  insert into outbox (delegate_id, kind, message_id)
    select id, 'message', (select max(id) from messages) from delegates where name = 'Rita Ness';
`;

/**
 * Fills an empty site, first with a mail server and then without one, so that letters wait.
 * @throws if a column of the database is left without a value.
 */
export async function fillSite(dataDir: string, settings: Settings) {
  const mailServer = await startMailServer({
    refuse: (address) => (address === REFUSED ? { code: 550, text: "No such mailbox" } : undefined),
  });
  let running = await startWith(dataDir, settings, mailServer.url);
  process.once("exit", () => running.child.kill());
  const sqlite = new Database(join(dataDir, "conference.db"));
  const app = { sqlite, fetch: (path: string, init?: RequestInit) => running.fetch(path, init) };
  const site = siteOf(app, await organiserOf(app));

  await addProgram(site);
  await registerPeople(site);
  await running.stop();
  await mailServer.stop();
  // Nothing listens there, so from now on letters wait.
  running = await startWith(dataDir, settings, "smtp://127.0.0.1:9");
  await decideAndCorrect(site);
  await writeMessages(site);
  await importList(site);
  await deleteAndUndo(site);
  await running.stop();

  const loginLink = insertLink(sqlite);
  sqlite.exec(BY_HAND);
  const unfilled = unfilledColumns(sqlite);
  sqlite.close();
  if (unfilled.length > 0) throw new Error(`Fill these columns, too: ${unfilled.join(", ")}`);
  return { cookie: site.organiser.cookie, loginLink, deletedSpeaker: "Uma Gone" };
}

type Reached = Parameters<typeof organiserOf>[0];

/** What a visitor and an organiser can do. Each throws if the site refuses it. */
function siteOf({ sqlite, fetch }: Reached, organiser: Organiser) {
  const value = (sql: string, ...values: unknown[]) => sqlite.prepare(sql).pluck().get(values);
  const accepted = async (response: Response) => {
    if (response.status >= 400) throw new Error(`${response.url}: ${response.status}`);
    return response;
  };
  const visit = async (path: string) => (await fetch(path)).text();
  return {
    organiser,
    lists: listsOf({ fetch }, organiser),
    value,
    accepted,
    visit,
    idOf: (name: string) => Number(value("select id from delegates where name = ?", name)),
    linkOf: (name: string) =>
      `/registration/${value("select link_token from delegates where name = ?", name)}`,
    /** Sends a visitor's form. */
    send: async (path: string, fields: Record<string, string>) =>
      accepted(await fetch(path, formPost(fields))),
    register: async (name: string, more: object = {}) => {
      const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
      const answers = { diet: `Eats as ${name} does`, boat: "yes" };
      const job = { jobTitle: "Harbour pilot", notes: `From ${name}` };
      const input = { registrationType: "guest", name, email, ...job, answers, ...more };
      await accepted(await fetch("/api/registrations", jsonPost(input)));
    },
    call: async (method: string, path: string, body?: object) =>
      accepted(await organiser.json(method, path, body)),
    post: async (path: string, fields: Record<string, string>) =>
      accepted(await organiser.post(path, fields)),
    press: async (path: string, button: string) => {
      const { action, fields } = pressed(await (await organiser.get(path)).text(), button);
      await accepted(await organiser.post(action || path, fields));
    },
    upload: async (url: string, image: Uint8Array) => {
      const headers = {
        Cookie: organiser.cookie,
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "image/png",
      };
      const sent = { method: "PUT", headers, body: new Uint8Array(image) };
      return (await accepted(await fetch(url.slice(ORIGIN.length), sent))).json();
    },
  };
}
type Site = ReturnType<typeof siteOf>;

async function addProgram({ call, post, upload }: Site): Promise<void> {
  for (const name of ["Ida Quill", "Ben Aronsen", "Uma Gone"]) {
    const email = `${name.slice(0, 3).toLowerCase()}@tide.example`;
    await call("POST", "/api/admin/speakers", { ...SPEAKER, name, email, links: LINKS, featured: true });
  }
  await post("/admin/speakers?add=", { ...SPEAKER, name: "Zoe Later", isDraft: "on" });
  for (const [title, time] of Object.entries({
    "Opening the harbour": "9:00 AM",
    "Tides by night": "10:00 AM",
    Moonrise: "11:00 AM",
  }))
    await call("POST", "/api/admin/program", { ...SESSION, title, time, links: LINKS });
  for (const id of [1, 2])
    await call("POST", "/api/admin/speaker-sessions", { speakerId: id, sessionId: id, role: "speaker" });
  for (const [id, colour] of Object.entries({ 1: "#0b3161", 3: "#b3161e" })) {
    const { uploadURL } = await (await call("POST", "/api/objects/upload")).json();
    const { objectPath } = await upload(uploadURL, await photo(colour));
    await call("PUT", `/api/speakers/${id}/image`, { imageURL: objectPath });
  }
}

/** Three people take the three places, two wait, and one of these gets the place that becomes free. */
async function registerPeople({ register, post, send, visit, value, idOf, linkOf }: Site): Promise<void> {
  for (const name of ["Jon Berg", "Kim Dahl", "Lea Eng", "Mia Fosse", "Nils Gran"]) await register(name);
  await register("Ola Hauge", PRESS);
  await register("Otto Refused", PRESS);
  await post("/admin/delegates", { decision: `confirmed:${idOf("Jon Berg")}:pending` });
  const cancelling = `${linkOf("Kim Dahl")}/cancel`;
  await send(cancelling, pressed(await visit(cancelling), "Cancel").fields);
  await until("a place is offered", () => value("select max(offered_until) from delegates") !== null);
  const link = value("select link_token from delegates where offered_until is not null");
  await send(`/registration/${link}`, { intent: "take" });
  await post("/admin/delegates", { decision: `declined:${idOf("Nils Gran")}:pending`, note: "We are full." });
  const waiting = "select count(*) from outbox where state in ('waiting', 'sending')";
  await until("every letter is sent", () => value(waiting) === 0);
}

async function decideAndCorrect({ post, register, send, visit, press, idOf, linkOf }: Site): Promise<void> {
  await post("/admin/delegates", { decision: `confirmed:${idOf("Ola Hauge")}:pending` });
  await post("/admin/delegates", { decision: `paid:${idOf("Jon Berg")}:confirmed` });
  await post("/admin/delegates/door", { intent: "check-in", id: String(idOf("Jon Berg")) });
  await register("Pia Hove");
  const { fields } = formWith(await visit("/register?type=guest"), "Complete Registration");
  const rita = { name: "Rita Ness", email: "rita@example.com", jobTitle: "Keeper", phone: "+47 55 55 01 00" };
  await send("/register", { ...Object.fromEntries(fields), registrationType: "guest", ...rita });
  const own = `${linkOf("Lea Eng")}/edit`;
  await send(own, { ...answersIn(await visit(own), "Save").fields, company: "Eng and Daughters" });
  await press("/admin/speakers?list=", "Add");
  await send(`${linkOf("Ida Quill")}/speaker`, {
    ...JOB,
    name: "Ida Quill",
    bio: "Writes about deep water.",
  });
}

/** One message that is due in a minute, one for next year, and a draft. */
async function writeMessages({ organiser, post }: Site): Promise<void> {
  const text = { subject: "Bring a raincoat", text: "Dear {name}, it rains in Bergen." };
  const nextYear = new Date(Date.now() + 300 * DAY_MS).toISOString().slice(0, "2027-01-01T00:00".length);
  const ways: Record<string, string>[] = [
    { intent: "send", when: "soon" },
    { intent: "send", when: "at", at: nextYear },
    { intent: "save", subject: "A draft about boats" },
  ];
  for (const how of ways) {
    const begun = await post("/admin/messages?status=pending", { intent: "bulk", scope: "all" });
    const path = begun.headers.get("Location") ?? "";
    const { fields } = formWith(await (await organiser.get(path)).text(), "Save and preview");
    await post(path, { ...Object.fromEntries(fields), ...text, ...how });
  }
}

/** Imports one list, so that its columns are remembered, and leaves another one before its import. */
async function importList({ lists, accepted }: Site): Promise<void> {
  const list = "Guest name,Where to write,Trade\nRuth Imsen,ruth@example.com,Sailor\n";
  const columns = { "column-0": "name", "column-1": "email", "column-2": "jobTitle" };
  const preview = await lists.bring(list, "delegates", { ...columns, "fill:registrationType": "Guest" });
  await accepted(await lists.press(preview, { mail: "send" }));
  await lists.upload(list.replaceAll("Ruth", "Siri"), "delegates");
}

/** Deletes a session and takes it back, and deletes a speaker with a photo. */
async function deleteAndUndo({ call, press }: Site): Promise<void> {
  await call("DELETE", "/api/admin/program/3");
  await press("/admin/program", "Undo deleting Moonrise");
  await call("DELETE", "/api/admin/speakers/3");
}

/** Columns without a value. */
function unfilledColumns(sqlite: Database.Database): string[] {
  // Both are empty between two changes.
  const isEmptyAtRest = (name: string) => /^(pending_scrubs\.|changesets\.is_open$)/.test(name);
  const names = Object.keys(rowsOf(sqlite)).flatMap((table) => {
    const columns = sqlite.pragma(`table_info(${table})`) as { name: string }[];
    return columns.map((column) => `${table}.${column.name}`);
  });
  const isFilled = (name: string) => {
    const [table, column] = name.split(".");
    return sqlite.prepare(`select 1 from ${table} where ${column} not in ('', 0)`).get() !== undefined;
  };
  return names.filter((name) => !isEmptyAtRest(name) && !isFilled(name));
}
