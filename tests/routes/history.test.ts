import { expect, test } from "vitest";
import { formPost, logged } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { addHistory, HISTORY } from "../support/history.ts";
import { app, db, organisedForEach, organiser, pageOf, textAfterPost, textOf } from "../support/organised.ts";
import { insertLink, ORGANISER } from "../support/organiser.ts";

organisedForEach();

type Row = { subject: string; subject_id: number; action: string; label: string; changes: string | null };
/** Changes logged since this test's login, with their authors. */
const noted = () =>
  (db.rows(`select * from ${HISTORY} order by id`) as (Row & { actor: string })[])
    .slice(1)
    .map(({ actor, subject, subject_id, action, label, changes }) => ({
      actor,
      what: `${subject} ${subject_id} ${action} ${label}`,
      changes: changes === null ? null : JSON.parse(changes),
    }));
const seenOf = (table: string, id: number) =>
  String(db.value(`select updated_at from ${table} where id = ?`, id));
const editSpeaker = (id: number, fields: Record<string, string>) =>
  organiser.post(`/admin/speakers?edit=${id}`, { ...SPEAKER, seen: seenOf("speakers", id), ...fields });

test("form changes of a speaker are logged by field, with their author", async () => {
  await organiser.post("/admin/speakers?add=", SPEAKER);
  const edited = { title: "Publisher", company: "Quill Ltd", bio: "" };
  for (const _ of ["a change", "none"]) await editSpeaker(19, edited);
  await organiser.post("/admin/speakers", { id: "19", move: "up" });
  await organiser.post("/admin/speakers", { id: "19", move: "sideways" });
  await organiser.post("/admin/speakers?delete=19", { intent: "delete" });
  const words = { title: ["Editor", "Publisher"], company: ["The Quill", "Quill Ltd"] };
  const actor = ORGANISER;
  expect(noted()).toEqual([
    { actor, what: "speaker 19 created Zara Quill", changes: null },
    { actor, what: "speaker 19 updated Zara Quill", changes: { ...words, bio: ["Writes.", null] } },
    // A save without changes and a move to the same place are not logged.
    { actor, what: "speaker 19 moved Zara Quill", changes: { place: [4, 3] } },
    { actor, what: "speaker 19 deleted Zara Quill", changes: null },
  ]);
});

test("JSON calls are logged like forms", async () => {
  await organiser.json("POST", "/api/admin/program", { ...SESSION, track: null });
  await organiser.json("PUT", "/api/admin/program/10", { ...SESSION, time: "5:00 PM", track: "b2b" });
  const pair = { speakerId: 1, sessionId: 10 };
  await organiser.json("POST", "/api/admin/speaker-sessions", { ...pair, role: "moderator" });
  await organiser.json("DELETE", "/api/admin/speaker-sessions/1/10");
  await organiser.json("POST", "/api/admin/speaker-sessions", pair);
  await organiser.json("DELETE", "/api/admin/program/10");
  await organiser.json("PUT", "/api/admin/speakers/1", {
    ...SPEAKER,
    name: "Marguerite Oyelaran",
    featured: false,
  });
  expect(new Set(noted().map(({ actor }) => actor))).toEqual(new Set([ORGANISER]));
  expect(noted().map(({ what }) => what)).toEqual([
    "session 10 created Late news",
    "session 10 updated Late news",
    "connection 10 created Marguerite Oyelaran to Late news",
    "connection 10 deleted Marguerite Oyelaran from Late news",
    "connection 10 created Marguerite Oyelaran to Late news",
    "connection 10 deleted Marguerite Oyelaran from Late news",
    "session 10 deleted Late news",
    "speaker 1 updated Marguerite Oyelaran",
  ]);
  expect(noted()[1]?.changes).toEqual({ time: ["4:30 PM", "5:00 PM"], track: [null, "b2b"] });
  const fields = ["bio", "category", "company", "featured", "pronouns", "title"];
  expect(Object.keys(noted()[7]?.changes).toSorted()).toEqual(fields);
  expect(await textOf("/admin/speakers?history=1")).toContain("Featured speaker: yes → is now no");
});

test("a change that fails is not logged", async () => {
  await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, seen: "1" });
  await organiser.post("/admin/speakers?edit=999", { ...SPEAKER, seen: "1" });
  await organiser.post("/admin/speakers?delete=999", { intent: "delete" });
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: 9, sessionId: 999 });
  app.sqlite.exec("create trigger full before insert on changes begin select raise(abort, 'full'); end");
  const said = await textAfterPost("/admin/speakers?delete=1", { intent: "delete" });
  expect(said).toContain("Failed to delete speaker.");
  // A change that cannot be logged is not saved.
  expect(db.count("speakers where id = 1")).toBe(1);
  expect(db.count("changesets where undo_until is not null")).toBe(0);
  expect(noted()).toEqual([]);
});

test("the history of an item shows the old and new values", async () => {
  await editSpeaker(9, {});
  await organiser.post("/admin/connections", { speakerId: "1", sessionId: "9", role: "moderator" });
  await organiser.post("/admin/program?edit=2", { ...SESSION, seen: seenOf("program_sessions", 2) });
  app.sqlite.prepare("update changes set created_at = ?").run(Date.parse("2025-09-11T23:14:00Z"));
  const at = `by ${ORGANISER}, 12 Sept 2025, 9:14 AM`;
  const speakers = await textOf("/admin/speakers?history=9");
  expect(speakers).toContain(`Changed name, pronouns, title, company, category and bio, ${at}`);
  expect(speakers).toContain("Name: Gregor Achterberg → is now Zara Quill");
  expect(await textOf("/admin/speakers?history=2")).toContain("Nothing has been recorded yet.");
  const connections = await textOf("/admin/connections?history=9");
  expect(connections).toContain("Connected Marguerite Oyelaran to ");
  expect(connections).toContain(`${at} Role: nothing → is now moderator`);
  expect(await textOf("/admin/program?history=2")).toMatch(/Changed title, time,? .* by ana/);
  const dashboard = await textOf("/admin");
  const row = `12 Sept 2025, 9:14 AM ${ORGANISER}`;
  expect(dashboard).toContain(`Recent activity Time Who What ${row} Session Late news : changed title, `);
  expect(dashboard).toContain(`${row} Logged in`);
});

test("the history of an image shows if it was added, replaced or removed", async () => {
  const { formatChanges } = await import("#app/models/history/history.ts");
  const of = (was: string | null, is: string | null) => {
    const [shown] = formatChanges({ imageUrl: [was, is] });
    return [shown?.before, shown?.after];
  };
  expect(of(null, "/a")).toEqual(["nothing", "an image"]);
  expect(of("/a", "/b")).toEqual(["an image", "another image"]);
  expect(of("/a", null)).toEqual(["an image", "nothing"]);
});

test("the history of an item has at most a hundred entries, even after its deletion", async () => {
  for (let turn = 0; turn < 4; turn += 1)
    for (const move of ["down", "up"]) await organiser.post("/admin/speakers", { id: "1", move });
  // Only the speaker who was moved is logged, not the one who swapped places with them.
  expect(await pageOf("/admin/speakers")).toContain('href="/admin/speakers?history=1"');
  const whole = await textOf("/admin/speakers?history=1");
  expect(whole).toContain("History of Marguerite Oyelaran Moved from position 2 to 1");
  expect(whole.match(/Moved from position/g)).toHaveLength(8);
  app.sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
    insert into changesets (actor, action) select 'a@example.com', 'created' from n;
    insert into changes (changeset_id, kind, subject, subject_id, label)
    select id, 'event', 'speaker', 1, 'N' from changesets where actor = 'a@example.com';
  `);
  await organiser.post("/admin/speakers?delete=1", { intent: "delete" });
  const gone = await textOf("/admin/speakers?history=1");
  expect(gone).toContain("Showing the last 100 changes.");
  expect(gone.match(/Created, by/g)).toHaveLength(99);
});

test("logins and logouts are logged by name; refusals are not", async () => {
  for (const _ of [1, 2]) await app.fetch("/api/logout", { headers: { Cookie: organiser.cookie } });
  for (const email of [ORGANISER, "stranger@example.com"])
    await app.fetch("/api/login", formPost({ link: insertLink(app.sqlite, email) }));
  const all = db.values(`select actor || ' ' || subject || ' ' || action from ${HISTORY} order by id`);
  const actions = ["logged in", "logged out", "logged in"];
  expect(all).toEqual(actions.map((action) => `${ORGANISER} login ${action}`));
  expect(JSON.stringify(db.rows(`select * from ${HISTORY}`))).not.toContain("stranger");
});

test("entries older than 400 days are deleted", async () => {
  const day = 24 * 60 * 60 * 1000;
  const add = (label: string, at: number) =>
    addHistory(app.sqlite, ["a@example.com", "speaker", 1, "created", label], at);
  add("too old", Date.now() - 400 * day - 1);
  add("old enough", Date.now() - 399 * day);
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  await removeExpiredRows();
  expect(db.values(`select label from ${HISTORY} where actor = 'a@example.com'`)).toEqual(["old enough"]);
});

test("an unreadable entry causes an error page, and the log does not quote it", async () => {
  await organiser.post("/admin/speakers?add=", SPEAKER);
  app.sqlite.prepare("update changes set after = ?").run("wim@tiny.example");
  expect((await organiser.get("/admin")).status).toBe(500);
  expect(logged.join("")).toContain("SyntaxError");
  expect(logged.join("")).not.toContain("wim@tiny");
});
