import { beforeEach, expect, test } from "vitest";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { pressed } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser, pageOf, textAfterPost, textOf } from "../support/organised.ts";

const TITLE = "The unannounced session";
const NAME = "Ottilie Unannounced";

beforeEach(async () => {
  await openOrganised();
  // So that no number in a page is the id of a draft.
  app.sqlite.prepare("update sqlite_sequence set seq = 7000 where name like '%s'").run();
});

const callAdmin = (path: string, body: object, method = "POST") =>
  organiser.json(method, `/api/admin/${path}`, body);
const create = async (path: string, body: object): Promise<number> => {
  const answer = await callAdmin(path, body);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
};
const createSession = (changes: object = {}) =>
  create("program", { ...SESSION, title: TITLE, time: "8:45 - 9:30 AM", status: "draft", ...changes });
const createSpeaker = (changes: object = {}) =>
  create("speakers", { ...SPEAKER, name: NAME, isDraft: true, ...changes });
const connect = (speakerId: number, sessionId: number) =>
  create("speaker-sessions", { speakerId, sessionId });

/** A draft session with a public and a draft speaker, who is also in the first public session. */
async function createDrafts() {
  const [session, speaker] = [await createSession(), await createSpeaker()];
  await connect(1, session);
  await connect(speaker, session);
  await connect(speaker, 1);
  return { session, speaker };
}

const placesOf = ({ session, speaker }: { session: number; speaker: number }) => [
  "/",
  "/?session=1",
  "/?speaker=1",
  `/?session=${session}`,
  `/?speaker=${speaker}`,
  "/api/program",
  "/api/speakers",
  "/api/sessions/1/speakers",
  `/api/sessions/${session}/speakers`,
  "/api/speakers/1/sessions",
  `/api/speakers/${speaker}/sessions`,
  "/calendar.ics",
  "/calendar/1.ics",
  `/calendar/${session}.ics`,
  "/sitemap.xml",
  "/now",
  "/api/openapi.json",
];
/** Without the line breaks of calendars. */
const readText = async (path: string) => (await (await app.fetch(path)).text()).replaceAll("\r\n ", "");

test("a draft’s title and a draft speaker’s name are in none of the public places", async () => {
  const drafts = await createDrafts();
  expect(drafts).toEqual({ session: 7001, speaker: 7001 });
  for (const path of placesOf(drafts)) {
    const text = await readText(path);
    for (const hidden of [TITLE, NAME]) expect(text.includes(hidden), `${hidden} in ${path}`).toBe(false);
    if (!path.includes(String(drafts.session))) expect(text, path).not.toMatch(/\b7001\b/);
  }
});

test("once published, the same places have them", async () => {
  const { session, speaker } = await createDrafts();
  const isIn = async (path: string, text: string) => (await readText(path)).includes(text);
  expect(await isIn("/", TITLE)).toBe(false);
  await textAfterPost("/admin/program", { intent: "publish", drafts: String(session) });
  await textAfterPost("/admin/speakers", { intent: "publish", drafts: String(speaker) });
  for (const path of [
    "/",
    "/?speaker=1",
    "/api/program",
    "/api/speakers/1/sessions",
    "/calendar.ics",
    "/now",
  ])
    expect(await isIn(path, TITLE), path).toBe(true);
  for (const path of [
    "/",
    "/?session=1",
    "/api/speakers",
    "/api/sessions/1/speakers",
    "/calendar/1.ics",
    "/now",
  ])
    expect(await isIn(path, NAME), path).toBe(true);
});

test("a draft’s own addresses answer like those of an unknown id", async () => {
  const { session, speaker } = await createDrafts();
  const own = (id: number, of: number) => [
    `/?session=${id}`,
    `/?speaker=${of}`,
    `/api/sessions/${id}/speakers`,
    `/api/speakers/${of}/sessions`,
    `/calendar/${id}.ics`,
    `/og/${id}.png`,
    `/og/speakers/${of}.png`,
  ];
  const answerOf = async (path: string, id: number) => {
    const { status, headers } = await app.fetch(path);
    const text = (await readText(path)).replaceAll(new RegExp(`\\b${id}\\b|nonce="[^"]*"`, "g"), "");
    return { status, cache: headers.get("Cache-Control"), type: headers.get("Content-Type"), text };
  };
  const unknown = own(9_001, 9_001);
  for (const [at, path] of own(session, speaker).entries()) {
    const answer = await answerOf(path, path.includes("speaker") && at !== 2 ? speaker : session);
    expect(answer.status, path).toBe(404);
    expect(answer, path).toEqual(await answerOf(unknown[at] ?? "", 9_001));
  }
});

test("the card of a public session is the same with and without a draft speaker", async () => {
  const card = async () => Buffer.from(await (await app.fetch("/og/2.png")).arrayBuffer()).toString("base64");
  const before = await card();
  await connect(await createSpeaker(), 2);
  expect(await card()).toBe(before);
});

test.each([
  ["/admin/program", TITLE, "/api/program", () => createSession(), "1 session published."],
  ["/admin/speakers", NAME, "/api/speakers", () => createSpeaker(), "1 speaker published."],
] as const)("on %s a draft has a mark and is published, and one undo takes it back", async (...given) => {
  const [screen, name, list, make, done] = given;
  await make();
  const page = await pageOf(screen);
  expect(await textOf(screen)).toMatch(new RegExp(`${name} .*Draft Publish ${name}`));
  expect(page).not.toContain("Publish all");
  const { fields } = pressed(page, `Publish ${name}`);
  const published = await organiser.post(screen, fields);
  expect(published.status).toBe(303);
  const next = await (await organiser.follow(published)).text();
  expect(next).toContain(done);
  expect(next).not.toContain(`Publish<span class="sr-only"> ${name}`);
  expect(await readText(list)).toContain(name);
  await organiser.post(screen, pressed(next, "Undo").fields);
  expect(await readText(list)).not.toContain(name);
  const changes = db.values(
    "select action from changesets where action in ('published', 'undo') order by id",
  );
  expect(changes).toEqual(["published", "undo"]);
});

test("all drafts are published by one form, but none that came after it", async () => {
  for (const title of ["Draft one", "Draft two", "Draft three"]) await createSession({ title });
  const { fields } = pressed(await pageOf("/admin/program"), "Publish all 3 drafts");
  await createSession({ title: "Draft four" });
  for (const _ of ["sent", "sent again"])
    expect(await textAfterPost("/admin/program", fields)).toContain("3 sessions published.");
  expect(db.values("select title from program_sessions where status = 'draft'")).toEqual(["Draft four"]);
  expect(db.count("changesets where action = 'published'")).toBe(1);
  expect(await textOf("/admin")).toContain("Session Draft three : published");
  const changeset = String(db.value("select id from changesets where action = 'published'"));
  await textAfterPost("/admin/program", { intent: "undo", changeset });
  expect(db.count("program_sessions where status = 'draft'")).toBe(4);
  const { fields: gone } = pressed(await pageOf("/admin/program"), "Publish Draft four");
  await organiser.post(`/admin/program?delete=${db.value("select max(id) from program_sessions")}`, {});
  expect(await textAfterPost("/admin/program", gone)).toContain(
    "Nothing to publish: already published or deleted.",
  );
});

test("a form saves a speaker as a draft, and without the tick it publishes the speaker", async () => {
  const form = { ...SPEAKER, name: NAME, isDraft: "on", formId: crypto.randomUUID() };
  expect((await organiser.post("/admin/speakers?add=", form)).status).toBe(303);
  const id = Number(db.value("select id from speakers where name = ? and is_draft", NAME));
  const edit = `/admin/speakers?edit=${id}`;
  const page = await pageOf(edit);
  expect(page).toMatch(/<input[^>]* name="isDraft"[^>]* checked=""/);
  const { isDraft: _, ...ticked } = { ...form, ...pressed(page, "Save Speaker").fields };
  expect((await organiser.post(edit, { ...ticked, isDraft: "on", title: "Poet" })).status).toBe(303);
  expect(await readText("/api/speakers")).not.toContain(NAME);
  const again = pressed(await pageOf(edit), "Save Speaker").fields;
  expect((await organiser.post(edit, { ...ticked, ...again })).status).toBe(303);
  expect(await readText("/api/speakers")).toContain(NAME);
});

test("a call that leaves out the draft mark or sends null keeps it, and the answer shows it", async () => {
  const id = await createSpeaker();
  for (const mark of [{}, { isDraft: null }]) {
    const body = { ...SPEAKER, ...mark, name: NAME, title: "Poet" };
    const updated = await callAdmin(`speakers/${id}`, body, "PUT");
    expect(await updated.json()).toMatchObject({ title: "Poet", isDraft: true });
    expect(db.value("select is_draft from speakers where id = ?", id)).toBe(1);
  }
  await callAdmin(`speakers/${id}`, { ...SPEAKER, name: NAME, isDraft: false }, "PUT");
  expect(await readText("/api/speakers")).toContain(NAME);
});

test("an imported session that is a draft elsewhere is one here, and lists carry drafts both ways", async () => {
  const lists = listsOf(app, organiser);
  const bring = async (...list: [string, "speakers" | "program"]) =>
    expect((await lists.press(await lists.bring(...list))).status).toBe(303);
  await bring(
    `Proposal ID,Title,Status,Session format,Time\nK1,${TITLE},Draft,panel,9:40 AM\nK2,Der Entwurf,Entwurf,panel,9:45 AM\n`,
    "program",
  );
  expect(db.values("select title from program_sessions where status = 'draft'")).toEqual([
    TITLE,
    "Der Entwurf",
  ]);
  await createSpeaker();
  const exported = async (path: string) => (await organiser.get(path)).text();
  const [speakers, program] = [await exported("/admin/speakers.csv"), await exported("/admin/program.csv")];
  expect(program).toContain("draft");
  expect(speakers).toMatch(new RegExp(`${NAME}.*,yes,`));
  await bring(speakers.replaceAll(",Editor,", ",Poet,"), "speakers");
  expect(db.rows("select title, is_draft from speakers where name = ?", NAME)).toEqual([
    { title: "Poet", is_draft: 1 },
  ]);
  // Our own list with a blank cell for the draft.
  await bring(speakers.replace(/(Unannounced.*),yes,/, "$1,,"), "speakers");
  expect(db.rows("select title, is_draft from speakers where name = ?", NAME)).toEqual([
    { title: "Editor", is_draft: 1 },
  ]);
});
