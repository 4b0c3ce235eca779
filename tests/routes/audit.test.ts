// Who changed what and when: noted with the change, and shown where the thing is shown.
import { beforeEach, expect, test } from "vitest";
import { type App, formPost, logged, openSampleApp, visibleText } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
});

type Row = { subject: string; subject_id: number; action: string; label: string; changes: string | null };
/** What was noted since the login of this test, with its author. */
const noted = () =>
  (app.sqlite.prepare("select * from audit_log order by id").all() as (Row & { actor: string })[])
    .slice(1)
    .map(({ actor, subject, subject_id, action, label, changes }) => ({
      actor,
      what: `${subject} ${subject_id} ${action} ${label}`,
      changes: changes === null ? null : JSON.parse(changes),
    }));
const textOf = async (response: Response) => visibleText(await response.text());
const seenOf = (table: string, id: number) =>
  String(app.sqlite.prepare(`select updated_at from ${table} where id = ?`).pluck().get(id));

test("what forms do to a speaker is noted field by field, with who did it", async () => {
  await organiser.post("/admin/speakers?add=", SPEAKER);
  const edited = { ...SPEAKER, title: "Publisher", company: "Quill Ltd", bio: "" };
  await organiser.post("/admin/speakers?edit=19", { ...edited, seen: seenOf("speakers", 19) });
  await organiser.post("/admin/speakers?edit=19", { ...edited, seen: seenOf("speakers", 19) });
  await organiser.post("/admin/speakers", { id: "19", move: "up" });
  await organiser.post("/admin/speakers", { id: "19", move: "sideways" });
  await organiser.post("/admin/speakers?delete=19", { intent: "delete" });
  expect(noted()).toEqual([
    { actor: ORGANISER, what: "speaker 19 created Zara Quill", changes: null },
    {
      actor: ORGANISER,
      what: "speaker 19 updated Zara Quill",
      changes: {
        title: ["Editor", "Publisher"],
        company: ["The Quill", "Quill Ltd"],
        bio: ["Writes.", null],
      },
    },
    // The save without a change is none, nor is the move that goes nowhere.
    { actor: ORGANISER, what: "speaker 19 moved Zara Quill", changes: { place: [4, 3] } },
    { actor: ORGANISER, what: "speaker 19 deleted Zara Quill", changes: null },
  ]);
});

test("JSON calls are noted as forms are", async () => {
  await organiser.json("POST", "/api/admin/program", { ...SESSION, track: null });
  await organiser.json("PUT", "/api/admin/program/10", { ...SESSION, time: "5:00 PM", track: "b2b" });
  await organiser.json("POST", "/api/admin/speaker-sessions", {
    speakerId: 1,
    sessionId: 10,
    role: "moderator",
  });
  await organiser.json("DELETE", "/api/admin/speaker-sessions/1/10");
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: 1, sessionId: 10 });
  await organiser.json("DELETE", "/api/admin/program/10");
  await organiser.json("PUT", "/api/admin/speakers/1", { ...SPEAKER, name: "Marguerite Oyelaran" });
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
  expect(Object.keys(noted()[7]?.changes)).toEqual(["title", "company", "bio", "category", "featured"]);
});

test("a change that does not come about is not noted", async () => {
  await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, seen: "1" });
  await organiser.post("/admin/speakers?edit=999", { ...SPEAKER, seen: "1" });
  await organiser.post("/admin/speakers?delete=999", { intent: "delete" });
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: 9, sessionId: 999 });
  app.sqlite.exec("create trigger full before insert on audit_log begin select raise(abort, 'full'); end");
  const failed = await organiser.follow(
    await organiser.post("/admin/speakers?delete=1", { intent: "delete" }),
  );
  expect(await textOf(failed)).toContain("Failed to delete speaker.");
  // Both or neither: what could not be noted was not done.
  expect(app.sqlite.prepare("select count(*) from speakers where id = 1").pluck().get()).toBe(1);
  expect(app.sqlite.prepare("select count(*) from deletions").pluck().get()).toBe(0);
  expect(noted()).toEqual([]);
});

test("each screen shows the history of each thing, with what was and what is", async () => {
  await organiser.post("/admin/speakers?edit=9", { ...SPEAKER, seen: seenOf("speakers", 9) });
  await organiser.post("/admin/connections", { speakerId: "1", sessionId: "9", role: "moderator" });
  await organiser.post("/admin/program?edit=2", { ...SESSION, seen: seenOf("program_sessions", 2) });
  app.sqlite.prepare("update audit_log set created_at = ?").run(Date.parse("2025-09-11T23:14:00Z"));
  const at = `by ${ORGANISER}, 12 Sept 2025, 9:14 AM`;
  const speakers = await textOf(await organiser.get("/admin/speakers"));
  expect(speakers).toContain(`Changed name, title, company, bio and category, ${at}`);
  expect(speakers).toContain("Name: Gregor Achterberg → is now Zara Quill");
  expect(speakers).toContain("Nothing has been recorded yet.");
  const connections = await textOf(await organiser.get("/admin/connections"));
  expect(connections).toContain("Connected Marguerite Oyelaran to ");
  expect(connections).toContain(`${at} Role: nothing → is now moderator`);
  expect(await textOf(await organiser.get("/admin/program"))).toMatch(/Changed title, time,? .* by ana/);
  const dashboard = await textOf(await organiser.get("/admin"));
  const row = `12 Sept 2025, 9:14 AM ${ORGANISER}`;
  expect(dashboard).toContain(`Recent activity Time Who What ${row} Session Late news : changed title, `);
  expect(dashboard).toContain(`${row} Logged in`);
});

test("the history of an image says whether it was added, replaced or taken away", async () => {
  const { shownChanges } = await import("#app/models/history/history.ts");
  const of = (was: string | null, is: string | null) => {
    const [shown] = shownChanges({ imageUrl: [was, is] }, 100);
    return [shown?.before, shown?.after];
  };
  expect(of(null, "/a")).toEqual(["nothing", "an image"]);
  expect(of("/a", "/b")).toEqual(["an image", "another image"]);
  expect(of("/a", null)).toEqual(["an image", "nothing"]);
});

test("a screen shows the last five entries of each thing, its dialog a hundred, also of what is gone", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const move of ["down", "up"]) await organiser.post("/admin/speakers", { id: "1", move });
  }
  const page = await organiser.get("/admin/speakers");
  const html = await page.clone().text();
  // The neighbour that gave way was not moved by anybody.
  expect((await textOf(page)).match(/Moved from place/g)).toHaveLength(5);
  expect(html).toContain('href="/admin/speakers?history=1"');
  const whole = await textOf(await organiser.get("/admin/speakers?history=1"));
  expect(whole).toContain("History of Marguerite Oyelaran Moved from place 2 to 1");
  expect(whole.match(/Moved from place/g)).toHaveLength(5 + 8);
  app.sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
    insert into audit_log (actor, subject, subject_id, action, label)
    select 'a@example.com', 'speaker', 1, 'created', 'N' from n;
  `);
  await organiser.post("/admin/speakers?delete=1", { intent: "delete" });
  const gone = await textOf(await organiser.get("/admin/speakers?history=1"));
  expect(gone).toContain("Showing the last 100 changes.");
  expect(gone.match(/Created, by/g)).toHaveLength(99);
});

test("logins and logouts are noted by name; whoever is turned away is not", async () => {
  await app.fetch("/api/logout", { headers: { Cookie: organiser.cookie } });
  await app.fetch("/api/logout", { headers: { Cookie: organiser.cookie } });
  const { createSignInLink } = await import("#app/models/login/sign-in-link.server.ts");
  for (const email of [ORGANISER, "stranger@example.com"]) {
    await app.fetch("/api/login", formPost({ link: await createSignInLink(email) }));
  }
  const all = app.sqlite.prepare("select actor, subject, action from audit_log order by id").all();
  expect(all).toEqual([
    { actor: ORGANISER, subject: "sign-in", action: "signed in" },
    { actor: ORGANISER, subject: "sign-in", action: "signed out" },
    { actor: ORGANISER, subject: "sign-in", action: "signed in" },
  ]);
  expect(JSON.stringify(app.sqlite.prepare("select * from audit_log").all())).not.toContain("stranger");
});

test("what is older than 400 days goes with the next entry", async () => {
  const day = 24 * 60 * 60 * 1000;
  const add = app.sqlite.prepare(
    "insert into audit_log (actor, subject, subject_id, action, label, created_at) values ('a@example.com', 'speaker', 1, 'created', ?, ?)",
  );
  add.run("too old", Date.now() - 400 * day - 1);
  add.run("old enough", Date.now() - 399 * day);
  await organiser.post("/admin/speakers", { id: "1", move: "down" });
  const labels = app.sqlite
    .prepare("select label from audit_log where actor = 'a@example.com'")
    .pluck()
    .all();
  expect(labels).toEqual(["old enough"]);
});

test("markup in what was changed stays text", async () => {
  await organiser.post("/admin/speakers?edit=1", {
    ...SPEAKER,
    bio: "<img src=x onerror=alert(1)>",
    seen: seenOf("speakers", 1),
  });
  const page = await (await organiser.get("/admin/speakers")).text();
  expect(page).toContain("&lt;img src=x");
  expect(page).not.toContain("<img src=x");
});

test("a note that can no longer be read is an error page, and the log does not quote it", async () => {
  await organiser.post("/admin/speakers?add=", SPEAKER);
  app.sqlite.prepare("update audit_log set changes = ?").run("wim@tiny.example");
  expect((await organiser.get("/admin")).status).toBe(500);
  expect(logged.join("")).toContain("SyntaxError");
  expect(logged.join("")).not.toContain("wim@tiny");
});
