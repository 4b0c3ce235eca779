import { expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { SESSION } from "../support/factories.ts";
import { answersIn } from "../support/forms.ts";
import { app, db, organisedForEach, organiser, pageOf, textOf } from "../support/organised.ts";

organisedForEach();

const SCREEN = "/admin/program";
const linksOf = (session: number) =>
  db.rows(
    `select speaker_id, role from connections where program_session_id = ${session} order by speaker_id`,
  ) as { speaker_id: number; role: string }[];
const TWO = { speaker0: "2", role0: "moderator", speaker1: "5", role1: "speaker" };
const BOTH = [
  { speaker_id: 2, role: "moderator" },
  { speaker_id: 5, role: "speaker" },
];
/** The answers of an open form, as a browser without JavaScript sends them. */
const formOf = async (id: number): Promise<Record<string, string>> => {
  const page = await pageOf(`${SCREEN}?edit=${id}`);
  const ticked = [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([box]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(box)?.[1] ?? "";
    return / checked/.test(box) ? [[of("name"), of("value")]] : [];
  });
  const description = db.value("select description from program_sessions where id = ?", id) as string | null;
  return {
    ...answersIn(page, "Save Session").fields,
    ...Object.fromEntries(ticked),
    description: description ?? "",
  };
};
const save = (id: number, fields: Record<string, string>) => organiser.post(`${SCREEN}?edit=${id}`, fields);
const dialogOf = (page: string) => page.slice(page.indexOf('class="dialog"'));
const tickedIn = (page: string) =>
  [...dialogOf(page).matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([box]) =>
    / checked/.test(box) ? [Number(/ value="(\d+)"/.exec(box)?.[1])] : [],
  );

test("a new session and its speakers are one change, even if the form is sent twice", async () => {
  const form = { ...SESSION, ...TWO, formId: crypto.randomUUID(), speaker2: "", role2: "speaker" };
  for (const _ of ["sent", "sent again"])
    expect((await organiser.post(`${SCREEN}?add=`, form)).status).toBe(303);
  expect(db.count("program_sessions where id > 9")).toBe(1);
  expect(linksOf(10)).toEqual(BOTH);
  expect(db.count("changesets where id in (select changeset_id from changes where subject_id = 10)")).toBe(1);
  const history = await textOf(`${SCREEN}?history=10`);
  expect(history).toContain("Speakers: nothing → is now Tobias Lindqvist (moderator), ");
  expect(history.match(/by ana@/g)).toHaveLength(1);
});

test("an edit adds, removes and changes speakers with the session, and one undo restores both", async () => {
  const before = linksOf(4);
  const [kept, gone] = before;
  const form = await formOf(4);
  expect(Object.entries(form).filter(([name]) => /^speaker\d/.test(name)).length).toBe(before.length + 3);
  const others = Object.fromEntries(Object.entries(form).filter(([name]) => !/^(speaker|role)\d/.test(name)));
  const wanted = { speaker0: String(kept?.speaker_id), role0: "panelist", speaker7: "18", role7: "speaker" };
  const saved = await save(4, { ...others, title: "Renamed", ...wanted });
  expect(visibleText(await (await organiser.follow(saved)).text())).toContain(
    "Session updated successfully. Undo",
  );
  expect(linksOf(4)).toEqual([
    { speaker_id: kept?.speaker_id, role: "panelist" },
    { speaker_id: 18, role: "speaker" },
  ]);
  expect(linksOf(4)).not.toContainEqual(gone);
  const history = await textOf(`${SCREEN}?history=4`);
  expect(history).toContain("Changed title and speakers, by ana@example.com");
  const changeset = String(db.value("select max(id) from changesets where undo_until is not null"));
  const undone = await organiser.follow(await organiser.post(SCREEN, { intent: "undo", changeset }));
  expect(visibleText(await undone.text())).toContain("Session restored.");
  expect(linksOf(4)).toEqual(before);
  expect(db.value("select title from program_sessions where id = 4")).not.toBe("Renamed");
});

test("a save without changes changes no connection and offers no undo", async () => {
  const before = app.sqlite.prepare("select * from connections").all();
  const saved = await save(4, await formOf(4));
  expect(visibleText(await (await organiser.follow(saved)).text())).not.toContain("successfully. Undo");
  expect(app.sqlite.prepare("select * from connections").all()).toEqual(before);
});

test("a refused form keeps the chosen speakers and their roles", async () => {
  const refused = await organiser.post(`${SCREEN}?add=`, { ...SESSION, ...TWO, title: "" });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(tickedIn(page)).toEqual([2, 5]);
  expect(dialogOf(page)).toMatch(
    /aria-label="Role of Tobias Lindqvist"[\s\S]*?<option[^>]*value="moderator"[^>]*selected/,
  );
  expect(db.count("program_sessions")).toBe(9);
});

test.each([
  ["deleted", "98", "This speaker no longer exists"],
  ["chosen twice", "2", "This speaker is already connected to this session"],
  ["no id", "x", "This speaker no longer exists"],
])("a speaker who is %s is an error of the form, and nothing is saved", async (_, speaker1, problem) => {
  const refused = await organiser.post(`${SCREEN}?add=`, { ...SESSION, ...TWO, speaker1 });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(visibleText(page)).toContain(`There is a problem Speakers: ${problem}`);
  expect(page).toContain('href="#speakers"');
  expect(tickedIn(page)).toContain(2);
  expect(db.count("program_sessions")).toBe(9);
});

test("a form whose speakers were changed elsewhere meanwhile shows both versions and overwrites neither", async () => {
  const form = await formOf(4);
  await organiser.json("POST", "/api/admin/speaker-sessions", {
    speakerId: 18,
    sessionId: 4,
    role: "moderator",
  });
  const before = linksOf(4);
  const refused = await save(4, { ...form, title: "Renamed", speaker8: "17", role8: "speaker" });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  const dialog = visibleText(dialogOf(page));
  expect(dialog).toContain("This session was saved elsewhere while you were editing.");
  const name = db.value("select name from speakers where id = 18");
  expect(dialog).toMatch(new RegExp(`Saved version .*Speakers: [^:]*${name} \\(moderator\\)`));
  expect(tickedIn(page)).toContain(17);
  expect(tickedIn(page)).not.toContain(18);
  expect(linksOf(4)).toEqual(before);

  const seen = / name="seen"[^>]* value="([^"]*)"/.exec(dialogOf(page))?.[1] ?? "";
  expect((await save(4, { ...form, seen, speaker8: "17", role8: "speaker" })).status).toBe(303);
  expect(linksOf(4).map(({ speaker_id }) => speaker_id)).toContain(17);
});

test("a form from before it listed speakers, and a JSON call, leave a session's speakers as they are", async () => {
  const before = linksOf(4);
  const seen = String(db.value("select updated_at from program_sessions where id = 4"));
  expect((await save(4, { ...SESSION, seen })).status).toBe(303);
  const put = await organiser.json("PUT", "/api/admin/program/4", { ...SESSION, track: null });
  expect(Object.keys(await put.json())).not.toContain("speakers");
  expect(linksOf(4)).toEqual(before);
});

test("a deleted session is saved as new with the form's speakers", async () => {
  const form = await formOf(4);
  const before = linksOf(4);
  await organiser.post(`${SCREEN}?delete=4`, { intent: "delete" });
  const gone = await save(4, form);
  expect(gone.status).toBe(409);
  const page = await gone.text();
  expect(tickedIn(page)).toEqual(before.map(({ speaker_id }) => speaker_id));
  expect(visibleText(page)).not.toContain("will not be connected");
  await save(4, { ...form, formId: crypto.randomUUID(), intent: "save-as-new" });
  expect(linksOf(10)).toEqual(before);
});
