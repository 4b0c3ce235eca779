import { expect, test, vi } from "vitest";
import { formPost, titlesOf, visibleText } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import {
  app,
  db,
  logInAgain,
  missing,
  organisedForEach,
  organiser,
  pageOf,
  textAfter,
  textAfterPost,
  textOf,
} from "../support/organised.ts";
import { logIn, ORGANISER, organiserOf } from "../support/organiser.ts";

const COLLEAGUE = "ben@example.com";
organisedForEach({ ADMIN_EMAILS: `${ORGANISER},${COLLEAGUE}` });

const ADD = "/admin/speakers?add=";
const DELETION = { intent: "delete" };
const seenOf = (table: string, id = 1) =>
  String(db.value(`select updated_at from ${table} where id = ?`, id));
const outcome = async (answer: Promise<Response>) => {
  const response = await answer;
  return [response.status, visibleText(await response.text())] as const;
};
const says = (text: string) => expect.stringContaining(text);

test("the dashboard has its texts, five cards with Settings as no link, and the fixed strip", async () => {
  const page = await pageOf("/admin");
  const parts = ["Admin Panel", "Welcome, Ana", "View Site", "Logout", "Conference Overview", "Coming soon"];
  const strip = ["Settings", "18 ", "Total Speakers", "Tracks", "Sessions", "Sep 11"];
  const note = "With your own conference file, this overview shows the real figures.";
  expect(missing(visibleText(page), [...parts, ...strip, note])).toEqual([]);
  const cards = [...page.matchAll(/class="card-link" href="([^"]+)"/g)].map(([, href]) => href);
  expect(cards).toEqual(["/admin/speakers", "/admin/program", "/admin/delegates", "/admin/connections"]);
  expect(page).toContain('href="/api/logout"');
  app.sqlite.exec("update users set first_name = null");
  expect(await textOf("/admin")).toContain(`Welcome, ${ORGANISER}`);
});

test("speakers are grouped by category with counts and badges; an empty category has no heading", async () => {
  const headings = ["B2C Speakers (5)", "B2B Speakers (5)", "Tech Speakers (4)", "Media Speakers (4)"];
  const parts = ["Back to Admin", "Add Speaker", ...headings, "Featured"];
  expect(missing(await textOf("/admin/speakers"), parts)).toEqual([]);
  app.sqlite.exec("delete from speakers where category in ('b2c', 'media')");
  const text = await textOf("/admin/speakers");
  expect(text).toContain("B2B Speakers (5)");
  expect(text).not.toContain("Speakers (0)");
});

const THINGS = [
  {
    what: "speaker",
    screen: "/admin/speakers",
    table: "speakers",
    answers: { ...SPEAKER, featured: "on" } as Record<string, string>,
    made: { title: "Editor", category: "tech", featured: 1, sort_order: 18, image_url: null },
    blank: { company: "" } as Record<string, string>,
    changed: { ...SPEAKER, title: "Publisher", bio: " \n" },
    saved: { title: "Publisher", bio: null, featured: 0 },
  },
  {
    what: "session",
    screen: "/admin/program",
    table: "program_sessions",
    answers: SESSION as Record<string, string>,
    made: { track: null, type: "panel", description: "Short.", sort_order: 9 },
    blank: { time: "" } as Record<string, string>,
    changed: { ...SESSION, track: "media" },
    saved: { track: "media", title: "Late news" },
  },
];

test.each(THINGS)("a $what is created, edited and deleted by forms, each with its toast", async (thing) => {
  const { what, screen, table, answers, made, blank, changed, saved } = thing;
  const done = (did: string) =>
    expect.stringMatching(new RegExp(`Success ${what} ${did} successfully\\.`, "i"));
  expect(await textAfterPost(`${screen}?add=`, answers)).toEqual(done("created"));
  const id = Number(db.value(`select max(id) from ${table}`));
  const row = () => db.rows(`select * from ${table} where id = ?`, id)[0];
  expect(row()).toMatchObject(made);
  const seen = seenOf(table, id);
  const invalid = organiser.post(`${screen}?edit=${id}`, { ...answers, ...blank, seen });
  const problem = "Validation Error Please fill in all required fields.";
  expect(await outcome(invalid)).toEqual([422, says(problem)]);
  expect(await textAfterPost(`${screen}?edit=${id}`, { ...changed, seen })).toEqual(done("updated"));
  expect(row()).toMatchObject(saved);
  expect(await textAfterPost(`${screen}?delete=${id}`, DELETION)).toEqual(done("deleted"));
  expect(row()).toBeUndefined();
});

test("pronouns are optional, of 40 characters at most, and follow the name on every screen", async () => {
  const form = await pageOf(ADD);
  expect(visibleText(form)).toContain("Name Pronouns (optional) Title");
  const tooLong = organiser.post(ADD, { ...SPEAKER, pronouns: "ze/zir ".repeat(6) });
  const problem = "There is a problem Pronouns: Use 40 characters or fewer";
  expect(await outcome(tooLong)).toEqual([422, says(problem)]);
  await textAfterPost(ADD, SPEAKER);
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: 19, sessionId: 9 });
  for (const path of ["/", "/?speaker=19"])
    expect(await textOf(path), path).toContain("Zara Quill ze/zir Editor The Quill");
  expect(await textOf("/admin/speakers")).toContain("Zara Quill ze/zir Editor, The Quill");
  expect(await textOf("/?speaker=19")).toContain("Close Zara Quill ze/zir Editor");
  expect(await textOf("/?session=9")).toContain("Zara Quill ze/zir speaker Editor, The Quill");
  expect(await (await organiser.get("/admin/speakers.csv")).text()).toContain(",Zara Quill,ze/zir,Editor");
  await textAfterPost("/admin/speakers?edit=19", { ...SPEAKER, pronouns: " ", seen: seenOf("speakers", 19) });
  expect(await textOf("/")).toContain("Zara Quill Editor The Quill");
  expect(await textOf("/admin/speakers")).toContain("Zara Quill Editor, The Quill");
});

test("a speaker can be moved to a valid place of the category only", async () => {
  const sql = "select name from speakers where category = 'tech' and not featured order by sort_order, id";
  const names = () => db.values(sql) as string[];
  const [first = "", second = "", third = "", ...rest] = names();
  const id = idOf("speakers", "name", third);
  const form = async () => {
    const page = await pageOf("/admin/speakers");
    const fields = `name="id" value="${id}"/><input[^>]*value="place"/><input[^>]*value="([^"]+)"`;
    const [, order = ""] = new RegExp(fields).exec(page) ?? [];
    return { id, move: "place", order };
  };
  const asked = { ...(await form()), place: "1" };
  expect(await textAfterPost("/admin/speakers", asked)).toContain("Speaker updated successfully.");
  expect(names()).toEqual([third, first, second, ...rest]);

  for (const place of ["0", "99", "", "two", "1e0"]) {
    const refused = await organiser.post("/admin/speakers", { ...(await form()), place });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    const problem = `Error: Position of ${third}: Enter a position from 1 to ${names().length}.`;
    expect(visibleText(page)).toContain(problem);
    expect(page).toMatch(new RegExp(`<input[^>]*id="place-${id}"[^>]*value="${place}"`));
  }
  const stale = organiser.post("/admin/speakers", { ...asked, place: "2" });
  const changed = "The order has since changed, so nothing was moved.";
  expect(await outcome(stale)).toEqual([409, says(changed)]);
  expect(names()).toEqual([third, first, second, ...rest]);
});

const lineUp = async () => {
  const page = await (await app.fetch("/")).text();
  const part = page.slice(page.indexOf('id="speakers"'));
  return [...part.matchAll(/<h4[^>]*><a[^>]*>([^<]+)</g)].map(([, name = ""]) => name);
};
const idOf = (table: string, column: string, text: string) =>
  String(db.value(`select id from ${table} where ${column} = ?`, text));
const move = (screen: string, id: string, way: string) =>
  organiser.post(`/admin/${screen}`, { id, move: way });

test("a move within a category leaves the featured ones in place, and the reverse", async () => {
  const before = await lineUp();
  const others = before.slice(4);
  const last = others[3] ?? "";
  expect(before[0]).toBe("Marguerite Oyelaran");
  for (const _ of others) await move("speakers", idOf("speakers", "name", last), "up");
  expect(await lineUp()).toEqual([...before.slice(0, 4), last, ...others.filter((name) => name !== last)]);

  const [first = "", second = "", ...rest] = await lineUp();
  await move("speakers", idOf("speakers", "name", second), "up");
  expect(await lineUp()).toEqual([second, first, ...rest]);
  await move("speakers", idOf("speakers", "name", first), "up");
  for (const _ of [1, 2, 3]) await move("speakers", idOf("speakers", "name", last), "down");
  expect(await lineUp()).toEqual(before);
});

const cardOf = async (title: string) => {
  const page = await pageOf("/admin/program");
  const card = page.slice(page.indexOf(`>${title}</h3>`));
  return card.slice(0, card.indexOf("</li>"));
};

test("the panel offers only places that the page would show, and moves a session within its slot", async () => {
  app.sqlite.exec("update program_sessions set track = 'b2b' where id in (3, 4, 5)");
  await move("program", "5", "up");
  const slot = "select id from program_sessions where time like '11:00%' order by sort_order";
  expect(db.values(slot)).toEqual([3, 5, 4]);
  const title = "Another stream";
  const time = String(db.value("select time from program_sessions where id = 4"));
  await organiser.post("/admin/program?add=", { ...SESSION, title, time, track: "media" });
  const order = async () =>
    ((await (await app.fetch("/api/program")).json()) as { id: number; time: string }[])
      .filter((one) => one.time === time)
      .map(({ id }) => id);
  const before = await order();
  await move("program", idOf("program_sessions", "title", title), "up");
  expect(await order()).toEqual(before);
  expect(await cardOf(title)).toContain("Ordered by start time");
  expect(await cardOf(title)).not.toContain('name="move"');
});

test("a session that is last because its time names no hour is not said to be placed by it", async () => {
  await organiser.post("/admin/program?add=", { ...SESSION, title: "At noonish", time: "noonish" });
  const card = await cardOf("At noonish");
  expect(missing(card, ["“noonish” has no hour", "Ordered last: its time has no hour"])).toEqual([]);
  expect(card).not.toContain("Ordered by start time");
});

test("the question before a deletion names the item and everything deleted with it", async () => {
  const question = "Are you sure you want to delete";
  const speaker = "Gregor Achterberg? This also removes 2 connections.";
  expect(await textOf("/admin/speakers?delete=9")).toContain(`${question} ${speaker}`);
  const session = "&quot;Results day without tears&quot;?";
  expect(await textOf("/admin/program?delete=4")).toContain(`${question} ${session}`);
});

test("an empty program shows how to begin, and others their number of sessions", async () => {
  expect(await textOf("/admin/program")).toContain("Conference Schedule (9 sessions)");
  app.sqlite.exec("delete from program_sessions");
  const begin = "No sessions yet Get started by adding your first conference session.";
  expect(missing(await textOf("/admin/program"), ["Conference Schedule (0 sessions)", begin])).toEqual([]);
});

test("a double-booked track and a speaker in two places cause warnings, not refusals", async () => {
  app.sqlite.exec("update program_sessions set track = 'b2c' where id = 4");
  for (const sessionId of ["3", "5"])
    await organiser.post("/admin/connections", { speakerId: "13", sessionId, role: "panelist" });
  const text = await textOf("/admin/program");
  expect(text).toContain(
    "B2C Stream has 2 sessions at 11:00 AM - 12:00 PM: ‘Your product is not news. Here is what is’ and ‘Results day without tears’.",
  );
  expect(text).toContain("Samuel Adeyemi is in 2 places at 11:00 AM - 12:00 PM:");
  // Each warning is in full in the summary at the top, and in words on each of the two rows.
  expect(text.match(/B2C Stream has 2 sessions/g)).toHaveLength(3);
  expect(text.match(/Samuel Adeyemi is in 2 places/g)).toHaveLength(3);
});

test("doubtful times are counted above the list and on the dashboard, and marked on their rows", async () => {
  app.sqlite.exec("update program_sessions set time = 'to be said ' || id where id <= 8");
  const text = await textOf("/admin/program");
  expect(text).toContain("8 things to check Worth a second look");
  expect(text.match(/Check the time/g)).toHaveLength(8);
  const dashboard = await textOf("/admin");
  expect(dashboard).toContain("8 things to check in the program");
  expect(dashboard).not.toContain("to be said 1");
});

test.each([
  ["/admin/speakers?q=ACHTERBERG+gregor", "Gregor Achterberg", "Hanna Petrov"],
  ["/admin/program?q=results+day", "Results day without tears", "Drinks with the newsroom"],
])("a search without JavaScript finds items with all its words: %s", async (path, found, other) => {
  const text = await textOf(path);
  expect(text).toContain(found);
  expect(text).not.toContain(other);
  expect(await textOf(path.replace(/q=.*/, "q=nothing"))).toContain("match “nothing”. Clear search");
});

test("a submitted form is remembered for a day: its second copy adds nothing, however late", async () => {
  // Fakes both clocks: the server distrusts jumps of only the system clock (docs/decisions/data.md).
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const start = Date.now();
  const formId = crypto.randomUUID();
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  const addAfter = async (hours: number, id: string) => {
    vi.advanceTimersByTime(start + hours * 60 * 60 * 1000 - Date.now());
    await removeExpiredRows();
    await logInAgain();
    await organiser.post(ADD, { ...SPEAKER, formId: id });
    return db.count("speakers");
  };
  expect(await addAfter(0, formId)).toBe(19);
  for (const hours of [0.01, 1, 12, 23.9]) expect(await addAfter(hours, formId), `${hours} h`).toBe(19);
  expect(await addAfter(25, crypto.randomUUID())).toBe(20);
  expect(db.count("changesets where form_id is not null")).toBe(1);
});

test("a save over another's is refused with both versions shown, then accepted", async () => {
  const seen = seenOf("speakers");
  await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "First Save", seen });
  const stale = await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "Second Save", seen });
  const page = await stale.text();
  expect(stale.status).toBe(409);
  expect(visibleText(page)).toContain("was saved elsewhere while you were editing.");
  expect(visibleText(page)).toContain("Saved version Name: First Save");
  expect(page).toContain('value="Second Save"');
  expect(db.value("select name from speakers where id = 1")).toBe("First Save");

  const newSeen = /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "";
  const again = organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "Second Save", seen: newSeen });
  expect((await again).status).toBe(303);
});

test("a new connection offers every speaker, and every session with its time", async () => {
  const page = await pageOf("/admin/connections");
  const offered = (name: string) => {
    const [list = ""] = new RegExp(`<select[^>]* name="${name}".*?</select>`).exec(page) ?? [];
    return [...list.matchAll(/<option value="(\d*)"[^>]*>(.*?)<\/option>/g)].map(([, id, text]) => [
      id,
      text,
    ]);
  };
  const names = offered("speakerId");
  expect(names[0]).toEqual(["", "Choose a speaker"]);
  const speakers = db.values("select id || ' ' || name from speakers");
  expect(
    names
      .slice(1)
      .map((one) => one.join(" "))
      .toSorted(),
  ).toEqual(speakers.toSorted());
  const times = offered("sessionId");
  expect(times[0]).toEqual(["", "Choose a session"]);
  const sessions = db.values("select id || ' ' || time || ': ' || title from program_sessions");
  expect(
    times
      .slice(1)
      .map((one) => one.join(" "))
      .toSorted(),
  ).toEqual(sessions.toSorted());
});

test("connections are made and removed, with every text of the specification", async () => {
  const parts = ["Speaker-Session Connections", "Current Connections", "Connect", "Remove"];
  const none = "No speakers assigned to this session";
  expect(missing(await textOf("/admin/connections"), [...parts, none])).toEqual([]);
  const pair = { speakerId: "1", sessionId: "9" };
  for (const [fields, status, words] of [
    [{ ...pair, sessionId: "", role: "speaker" }, 422, "Error Please select both a speaker and a session"],
    [{ ...pair, role: "moderator" }, 303, "Speaker connected to session successfully"],
    [{ ...pair, role: "speaker" }, 409, "This speaker is already connected to this session"],
    [{ ...pair, disconnect: "1" }, 303, "Speaker disconnected from session successfully"],
    [{ ...pair, disconnect: "1" }, 303, "the connection has already been removed."],
  ] as [Record<string, string>, number, string][]) {
    const answer = await organiser.post("/admin/connections", fields);
    expect(answer.status, words).toBe(status);
    expect(status === 303 ? await textAfter(answer) : visibleText(await answer.text())).toContain(words);
  }
});

test("the strip says what failed, and the form's summary why: neither repeats the other", async () => {
  const long = { title: "x".repeat(300) };
  const pair = { speakerId: "1", sessionId: "1", role: "speaker" };
  for (const [path, fields, strip] of [
    [ADD, { ...SPEAKER, ...long }, "Validation Error Some answers need fixing."],
    ["/admin/program?add=", { ...SESSION, ...long }, "Validation Error Some answers need fixing."],
    ["/admin/program?edit=1", { ...SESSION, seen: "5" }, "Error Failed to update session."],
    ["/admin/connections", pair, "Error Failed to connect speaker to session"],
    ["/admin/connections", { ...pair, sessionId: "999" }, "Error Failed to connect speaker to session"],
    ["/admin/connections", { role: "speaker" }, "Error Please select both a speaker and a session"],
  ] as [string, Record<string, string>, string][]) {
    const page = await (await organiser.post(path, fields)).text();
    const [, said = ""] = /class="toast".*?<div role="alert">(.*?)<\/div>/s.exec(page) ?? [];
    expect(visibleText(said).trim(), path).toBe(strip);
    const summary = visibleText(/class="error-summary"[\s\S]*?<\/ul>/.exec(page)?.[0] ?? "");
    expect(summary, path).toContain("There is a problem");
    expect(summary, path).not.toContain(visibleText(/<p>(.*?)<\/p>/.exec(said)?.[1] ?? said));
  }
});

test("delegates are shown with every field, in Sydney's time", async () => {
  app.sqlite.exec(`insert into delegates (name, email, phone, job_title, favored_stream, notes, registration_type, created_at)
    values ('Noor Haddad', 'noor@example.com', '0400 555 010', 'Lead', 'b2b', 'Vegetarian', 'pr_pass', ${Date.UTC(2025, 7, 1, 23, 5)}),
           ('Sam Lee', 'sam@example.com', null, 'Reporter', null, null, 'media_pass', ${Date.UTC(2025, 6, 1)})`);
  const page = await pageOf("/admin/delegates");
  const list = ["Registered Delegates", "2 total registrations", "Preferred Track Not specified"];
  const noor = ["Noor Haddad", "PR Pass", "Lead", "Preferred Track Business Media", "Status Pending"];
  const parts = [...list, ...noor, "2 Aug 2025, 9:05 AM", "Vegetarian", "Media Pass"];
  expect(missing(visibleText(page), parts)).toEqual([]);
  expect(missing(page, ['href="mailto:noor@example.com"', 'href="tel:0400555010"'])).toEqual([]);
  expect(page).toMatch(/data-tone="blue"[\s\S]*Noor Haddad[\s\S]*data-tone="green"[\s\S]*Sam Lee/);
});

test("a failed write is reported in the specification's words, and keeps the input", async () => {
  for (const table of ["speakers", "program_sessions", "connections"])
    for (const event of ["insert", "update", "delete"])
      app.sqlite.exec(
        `create trigger no_${table}_${event} before ${event} on ${table} begin select raise(abort, 'full'); end`,
      );
  const page = await (await organiser.post(ADD, SPEAKER)).text();
  expect(page).toContain('value="Zara Quill"');
  const speaker = { ...SPEAKER, seen: seenOf("speakers") };
  const session = { ...SESSION, seen: seenOf("program_sessions") };
  const pair = { speakerId: "1", sessionId: "9", role: "speaker" };
  const other = { speakerId: "1", sessionId: "1", disconnect: "1" };
  for (const [path, fields, status, words] of [
    [ADD, SPEAKER, 500, "create speaker."],
    ["/admin/speakers?edit=1", speaker, 500, "update speaker."],
    ["/admin/speakers?delete=1", DELETION, 303, "delete speaker."],
    ["/admin/program?add=", SESSION, 500, "create session."],
    ["/admin/program?edit=1", session, 500, "update session."],
    ["/admin/program?delete=1", DELETION, 303, "delete session."],
    ["/admin/connections", pair, 500, "connect speaker to session"],
    ["/admin/connections", other, 303, "disconnect speaker from session"],
  ] as [string, Record<string, string>, number, string][]) {
    const answer = await organiser.post(path, fields);
    expect(answer.status, words).toBe(status);
    const text = status === 303 ? await textAfter(answer) : visibleText(await answer.text());
    expect(text).toContain(`Error Failed to ${words}`);
  }
});

test("the screen reports that there are no delegates, or that loading failed", async () => {
  expect(await textOf("/admin/delegates")).toContain("No delegates registered yet");
  app.sqlite.exec("drop table delegates");
  const failed = outcome(organiser.get("/admin/delegates"));
  expect(await failed).toEqual([500, says("Failed to load delegates Try Again")]);
});

test("connections that fail to load are reported, on the screen and by the call", async () => {
  app.sqlite.exec("drop table connections");
  const screen = outcome(organiser.get("/admin/connections"));
  expect(await screen).toEqual([500, says("Failed to fetch connections Try Again")]);
  const call = await organiser.json("GET", "/api/admin/speaker-sessions");
  expect([call.status, await call.json()]).toEqual([500, { message: "Failed to fetch connections" }]);
});

test("an admin screen without a login is 401 with a link to it", async () => {
  for (const [path, back] of [
    ["/admin", "/admin"],
    ["/admin/speakers?add", ADD],
    ["/admin/nowhere", "/admin/nowhere"],
  ] as const) {
    const response = await app.fetch(path);
    const page = await response.text();
    expect(response.status).toBe(401);
    expect(visibleText(page)).toContain("Unauthorized You need to log in to access the admin panel. Log in");
    expect(page).toContain(`href="/api/login?to=${encodeURIComponent(back)}"`);
    const head = page.slice(0, page.indexOf("</head>"));
    expect(head).toMatch(/<noscript><meta http-equiv="refresh" content="1; url=\/api\/login\?to=/i);
  }
});

/** Ends the login, then posts a speaker. Returns the page and the target of its login link. */
async function postLoggedOut() {
  app.sqlite.exec("delete from login_sessions");
  const response = await organiser.post(ADD, SPEAKER);
  const page = await response.text();
  expect(response.status).toBe(401);
  return { page, to: decodeURIComponent(/href="\/api\/login\?to=([^"]+)"/.exec(page)?.[1] ?? "") };
}

test("input typed while the login ended is restored after logging in, for a day", async () => {
  const { page, to } = await postLoggedOut();
  const words = "Unauthorized You are logged out. Logging in again... Your text has been saved";
  expect(visibleText(page)).toContain(words);
  expect(to).toMatch(/^\/admin\/speakers\?add=&draft=[0-9a-f-]{36}$/);
  await logInAgain();
  const there = await pageOf(to);
  expect(there).toContain('value="Zara Quill"');
  expect(visibleText(there)).toContain("Not saved yet: you were logged out. Your text is below.");
  expect(await textOf(ADD)).not.toContain("Not saved yet");
  expect(db.count("speakers")).toBe(18);
  app.sqlite.exec("update drafts set created_at = created_at - 86400001");
  expect(await pageOf(to)).not.toContain('value="Zara Quill"');
});

test("a step back during the login loses no input", async () => {
  const { to } = await postLoggedOut();
  const remembered = async (path: string, Cookie = "") => {
    const answer = await app.fetch(`/api/login?to=${encodeURIComponent(path)}`, { headers: { Cookie } });
    return /\breturn-to=[^;]*/.exec(answer.headers.getSetCookie().join())?.[0];
  };
  const withDraft = await remembered(to);
  expect(await remembered(ADD, withDraft)).toBe(withDraft);
  for (const other of ["/admin/speakers", "/admin/speakers?edit=1", "/admin/program?add="]) {
    expect(await remembered(other, withDraft), other).toBe(await remembered(other));
  }
});

test("drafts do not displace those of others: 100 are kept for each recent organiser", async () => {
  const others = await organiserOf(app, COLLEAGUE);
  const former = formPost(SPEAKER, { Cookie: await logIn("former@example.com") });
  app.sqlite.exec("delete from login_sessions");
  await others.post(ADD, SPEAKER);
  await organiser.post(ADD, SPEAKER);
  app.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    insert into drafts (id, user_id, fields, created_at)
    select i, user_id, fields, created_at from drafts, n
    where user_id = (select id from users where email = '${ORGANISER}')`);
  await organiser.post(ADD, SPEAKER);
  for (const refused of [await app.fetch(ADD, former), await app.fetch(ADD, formPost(SPEAKER))])
    expect(refused.status).toBe(401);
  const byUser =
    "select email, count(*) drafts from drafts left join users on users.id = user_id group by email";
  expect(db.rows(byUser)).toEqual([
    { email: ORGANISER, drafts: 100 },
    { email: COLLEAGUE, drafts: 1 },
  ]);
  app.sqlite.exec("delete from drafts");
  vi.useFakeTimers({ now: Date.now() + 8 * 24 * 60 * 60 * 1000, toFake: ["Date"] });
  expect((await organiser.post(ADD, SPEAKER)).status).toBe(401);
  expect(db.count("drafts")).toBe(0);
});

test("an error within the panel keeps its frame and a way back", async () => {
  app.sqlite.exec("alter table speakers rename to speakers_away");
  const failed = await organiser.get("/admin/speakers");
  app.sqlite.exec("alter table speakers_away rename to speakers");
  const [lost, gone] = ["Did you forget to add the page to the router?", "This delegate no longer exists."];
  for (const [status, response, title, text] of [
    [404, await organiser.get("/admin/nowhere"), "Page Not Found", lost],
    [404, await organiser.get("/admin/delegates/999"), "Page Not Found", gone],
    [404, await organiser.get("/admin/delegates/999/personal-data.json"), "Page Not Found", gone],
    [404, await organiser.get("/admin/delegates/everybody"), "Page Not Found", lost],
    [500, failed, "Sorry, something went wrong", "The problem is on our side."],
  ] as const) {
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(missing(visibleText(page), ["Back to Admin", title, text])).toEqual([]);
    expect(titlesOf(page)).toEqual([`${title} – Byline 2025`]);
    expect(page).not.toContain("<footer");
    expect(page.includes("There is no screen at this address")).toBe(text === lost);
  }
  const stranger = await (await app.fetch("/admin/nowhere")).text();
  expect(visibleText(stranger)).toContain("You need to log in to access the admin panel.");
  expect(stranger).not.toContain("Back to Admin");
});

test("logging out leads to the conference with one message; without a login there is none", async () => {
  const out = await organiser.get("/api/logout");
  expect(out.headers.get("Location")).toBe("/");
  expect(out.headers.getSetCookie().join()).toMatch(/login=;/);
  expect(await textAfter(out)).toContain("You are logged out.");
  expect((await organiser.get("/admin")).status).toBe(401);
  const again = await app.fetch("/api/logout");
  expect([again.headers.get("Location"), again.headers.getSetCookie()]).toEqual(["/", []]);
});
