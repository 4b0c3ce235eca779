import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type App, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";
import { titlesOf } from "../support/titles.ts";

const COLLEAGUE = "ben@example.com";

let app: App;
let organiser: Organiser;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: `${ORGANISER},${COLLEAGUE}` });
  organiser = await organiserOf(app);
});

const count = (table: string) => app.sqlite.prepare(`select count(*) from ${table}`).pluck().get();
const textOf = async (response: Response) => visibleText(await response.text());

test("the dashboard has its texts, five cards of which Settings is no link, and the fixed strip", async () => {
  const response = await organiser.get("/admin");
  const page = await response.text();
  const text = visibleText(page);
  for (const part of [
    "Admin Panel",
    "Welcome, Ana",
    "View Site",
    "Logout",
    "Conference Overview",
    "Coming soon",
    "Settings",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain(
    "As announced for the sample conference. With your own conference file, these are counted.",
  );
  for (const part of ["18 ", "Total Speakers", "Tracks", "Sessions", "Sep 11"]) expect(text).toContain(part);
  const cards = [...page.matchAll(/class="card-link" href="([^"]+)"/g)].map(([, href]) => href);
  expect(cards).toEqual(["/admin/speakers", "/admin/program", "/admin/delegates", "/admin/connections"]);
  expect(page).toContain('href="/api/logout"');
});

test("the welcome line shows the first name, else the email address", async () => {
  app.sqlite.exec("update users set first_name = null");
  expect(await textOf(await organiser.get("/admin"))).toContain(`Welcome, ${ORGANISER}`);
});

test("speakers are grouped by category with their counts, badges and bios", async () => {
  const text = await textOf(await organiser.get("/admin/speakers"));
  for (const part of [
    "Back to Admin",
    "Add Speaker",
    "B2C Speakers (5)",
    "B2B Speakers (5)",
    "Tech Speakers (4)",
    "Media Speakers (4)",
    "Featured",
  ]) {
    expect(text).toContain(part);
  }
});

test("a category without speakers has no heading", async () => {
  app.sqlite.exec("delete from speakers where category in ('b2c', 'media')");
  const text = await textOf(await organiser.get("/admin/speakers"));
  expect(text).toContain("B2B Speakers (5)");
  expect(text).not.toContain("Speakers (0)");
});

test("a speaker is created, edited, moved and deleted by forms, each with its toast", async () => {
  const created = await organiser.post("/admin/speakers?add=", { ...SPEAKER, featured: "on" });
  expect(created.status).toBe(303);
  expect(await textOf(await organiser.follow(created))).toContain("Speaker created successfully.");
  const row = app.sqlite.prepare("select * from speakers where name = 'Zara Quill'").get() as Record<
    string,
    unknown
  >;
  expect(row).toMatchObject({
    title: "Editor",
    category: "tech",
    featured: 1,
    sort_order: 18,
    image_url: null,
  });

  const seen = String(row.updated_at);
  const edited = await organiser.post(`/admin/speakers?edit=${row.id}`, { ...SPEAKER, company: "", seen });
  expect(edited.status).toBe(422);
  expect(await textOf(edited)).toContain("Validation Error Please fill in all required fields.");
  const saved = await organiser.post(`/admin/speakers?edit=${row.id}`, {
    ...SPEAKER,
    title: "Publisher",
    bio: "",
    seen,
  });
  expect(await textOf(await organiser.follow(saved))).toContain("Speaker updated successfully.");
  expect(app.sqlite.prepare("select title, bio, featured from speakers where id = ?").get(row.id)).toEqual({
    title: "Publisher",
    bio: null,
    featured: 0,
  });

  await organiser.post("/admin/speakers", { id: String(row.id), move: "up" });
  const order = app.sqlite
    .prepare("select name from speakers where category = 'tech' order by sort_order")
    .pluck()
    .all();
  expect(order.slice(-2)).toEqual(["Zara Quill", "Kiran Bhatt"]);

  const deleted = await organiser.post(`/admin/speakers?delete=${row.id}`, { intent: "delete" });
  expect(await textOf(await organiser.follow(deleted))).toContain("Speaker deleted successfully.");
  const again = await organiser.post(`/admin/speakers?delete=${row.id}`, { intent: "delete" });
  expect(await textOf(await organiser.follow(again))).toContain(
    "Failed to delete speaker. It has been deleted in the meantime.",
  );
});

test("a speaker is moved to a place of the category, once for one form, and by nothing but a place", async () => {
  const names = () =>
    app.sqlite
      .prepare("select name from speakers where category = 'tech' and not featured order by sort_order, id")
      .pluck()
      .all();
  const [first = "", second = "", third = "", ...rest] = names() as string[];
  const id = String(app.sqlite.prepare("select id from speakers where name = ?").pluck().get(third));
  const form = async () => {
    const page = await (await organiser.get("/admin/speakers")).text();
    const [, formId = ""] = /name="formId" value="([^"]+)"/.exec(page) ?? [];
    const [, order = ""] =
      new RegExp(`name="id" value="${id}"/><input[^>]*value="place"/><input[^>]*value="([^"]+)"`).exec(
        page,
      ) ?? [];
    return { formId, id, move: "place", order };
  };
  const asked = { ...(await form()), place: "1" };
  for (const _ of ["the first copy", "the second"]) {
    const moved = await organiser.follow(await organiser.post("/admin/speakers", asked));
    expect(await textOf(moved)).toContain("Speaker updated successfully.");
  }
  expect(names()).toEqual([third, first, second, ...rest]);

  for (const place of ["0", "99", "", "two", "1e0"]) {
    const refused = await organiser.post("/admin/speakers", { ...(await form()), place });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(visibleText(page)).toContain(
      `There is a problem Place of ${third}: Enter a place from 1 to ${names().length}.`,
    );
    expect(page).toMatch(new RegExp(`<input[^>]*id="place-${id}"[^>]*value="${place}"`));
  }
  const stale = await organiser.post("/admin/speakers", {
    ...asked,
    formId: crypto.randomUUID(),
    place: "2",
  });
  expect(stale.status).toBe(409);
  expect(await textOf(stale)).toContain("The order has changed in the meantime, and nothing was moved.");
  expect(names()).toEqual([third, first, second, ...rest]);
});

/** The headings of the speakers on the landing page, group after group. */
const lineUp = async () => {
  const page = await (await app.fetch("/")).text();
  const part = page.slice(page.indexOf('id="speakers"'));
  return [...part.matchAll(/<h4[^>]*><a[^>]*>([^<]+)</g)].map(([, name = ""]) => name);
};
const idOf = (table: string, column: string, text: string) =>
  String(app.sqlite.prepare(`select id from ${table} where ${column} = ?`).pluck().get(text));
const move = async (screen: string, id: string, way: string) =>
  organiser.post(`/admin/${screen}`, { formId: crypto.randomUUID(), id, move: way });

test("a move within a category leaves the featured as they are, and one among the featured the categories", async () => {
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

test("the panel offers no place to a session that the page would not show there", async () => {
  // At the time of "Results day without tears", of another stream.
  const title = "Another stream";
  const { time } = app.sqlite.prepare("select time from program_sessions where id = 4").get() as {
    time: string;
  };
  await organiser.post("/admin/program?add=", { ...SESSION, title, time, track: "media" });
  const order = async () => {
    const answer = await app.fetch("/api/program");
    return ((await answer.json()) as { id: number; time: string }[])
      .filter((one) => one.time === time)
      .map(({ id }) => id);
  };
  const before = await order();
  await move("program", idOf("program_sessions", "title", title), "up");
  expect(await order()).toEqual(before);
  const page = await (await organiser.get("/admin/program")).text();
  const card = page.slice(page.indexOf(title));
  const own = card.slice(0, card.indexOf("</li>"));
  expect(own).toContain("Placed by its time");
  expect(own).not.toContain('name="move"');
});

test("a session that is last because its time names no hour is not said to be placed by it", async () => {
  const title = "At noonish";
  await organiser.post("/admin/program?add=", { ...SESSION, title, time: "noonish" });
  const page = await (await organiser.get("/admin/program")).text();
  const card = page.slice(page.indexOf(`>${title}</h3>`));
  const own = card.slice(0, card.indexOf("</li>"));
  expect(own).toContain("“noonish” names no hour");
  expect(own).toContain("Placed last: its time names no hour");
  expect(own).not.toContain("Placed by its time");
});

test("editing a speaker keeps the image that a blank leaves out", async () => {
  const seen = String(app.sqlite.prepare("select updated_at from speakers where id = 1").pluck().get());
  await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, seen });
  expect(app.sqlite.prepare("select name, image_url from speakers where id = 1").get()).toEqual({
    name: "Zara Quill",
    image_url: "/portraits/marguerite-oyelaran.svg",
  });
});

test("the question before a deletion names the thing and what goes with it", async () => {
  const speaker = await textOf(await organiser.get("/admin/speakers?delete=9"));
  expect(speaker).toContain(
    "Are you sure you want to delete Gregor Achterberg? This also removes 2 connections.",
  );
  const session = await textOf(await organiser.get("/admin/program?delete=4"));
  expect(session).toContain(
    "Are you sure you want to delete &quot;Results day without tears&quot;?".replaceAll("&quot;", "&quot;"),
  );
});

test("a session is created, edited, moved and deleted by forms, each with its toast", async () => {
  expect(await textOf(await organiser.get("/admin/program"))).toContain("Conference Schedule (9 sessions)");
  const created = await organiser.post("/admin/program?add=", SESSION);
  expect(await textOf(await organiser.follow(created))).toContain("Session created successfully.");
  const row = app.sqlite.prepare("select * from program_sessions where title = 'Late news'").get() as Record<
    string,
    unknown
  >;
  expect(row).toMatchObject({ track: null, type: "panel", description: "Short." });

  const invalid = await organiser.post(`/admin/program?edit=${row.id}`, {
    ...SESSION,
    time: "",
    seen: String(row.updated_at),
  });
  expect(await textOf(invalid)).toContain("Validation Error Please fill in all required fields.");
  const saved = await organiser.post(`/admin/program?edit=${row.id}`, {
    ...SESSION,
    track: "media",
    seen: String(row.updated_at),
  });
  expect(await textOf(await organiser.follow(saved))).toContain("Session updated successfully.");
  expect(app.sqlite.prepare("select track from program_sessions where id = ?").pluck().get(row.id)).toBe(
    "media",
  );

  app.sqlite.exec("update program_sessions set track = 'b2b' where id in (3, 4, 5)");
  await organiser.post("/admin/program", { id: "5", move: "up" });
  const slot = "select id from program_sessions where time like '11:00%' order by sort_order";
  expect(app.sqlite.prepare(slot).pluck().all()).toEqual([3, 5, 4]);

  const deleted = await organiser.post(`/admin/program?delete=${row.id}`, { intent: "delete" });
  expect(await textOf(await organiser.follow(deleted))).toContain("Session deleted successfully.");
});

test("an empty program says how to begin", async () => {
  app.sqlite.exec("delete from program_sessions");
  const text = await textOf(await organiser.get("/admin/program"));
  expect(text).toContain("Conference Schedule (0 sessions)");
  expect(text).toContain("No sessions yet Get started by adding your first conference session.");
});

test("a track booked twice in a slot and a speaker in two places are warned of, not refused", async () => {
  app.sqlite.exec("update program_sessions set track = 'b2c' where id = 4");
  await organiser.post("/admin/connections", { speakerId: "13", sessionId: "3", role: "panelist" });
  await organiser.post("/admin/connections", { speakerId: "13", sessionId: "5", role: "panelist" });
  const text = await textOf(await organiser.get("/admin/program"));
  expect(text).toContain(
    "B2C Stream has 2 sessions at 11:00 AM - 12:00 PM: ‘Your product is not news. Here is what is’ and ‘Results day without tears’.",
  );
  expect(text).toContain("Samuel Adeyemi is in 2 places at 11:00 AM - 12:00 PM:");
  // At the top, where it is all together, and on the card of each session that it is about.
  const parts = text.split("Worth a second look");
  expect(parts.filter((part) => part.includes("B2C Stream has 2 sessions"))).toHaveLength(3);
  expect(parts.filter((part) => part.includes("Samuel Adeyemi is in 2 places"))).toHaveLength(3);
});

test("of many sessions to look at, five are named above the list, and each on its card", async () => {
  app.sqlite.exec("update program_sessions set time = 'to be said ' || id where id <= 8");
  const text = await textOf(await organiser.get("/admin/program"));
  const [, whole = "", ...cards] = text.split("Worth a second look");
  const [above = ""] = whole.split("3 more, each said with its session below");
  expect(above).not.toBe(whole);
  expect(above.match(/to be said \d/g)).toHaveLength(5);
  expect(cards).toHaveLength(8);
});

test("a second copy of a form that adds something adds nothing", async () => {
  const [speakerForm, sessionForm] = [crypto.randomUUID(), crypto.randomUUID()];
  for (let copy = 0; copy < 3; copy += 1) {
    await organiser.post("/admin/speakers?add=", { ...SPEAKER, formId: speakerForm });
    await organiser.post("/admin/program?add=", { ...SESSION, formId: sessionForm });
  }
  expect(count("speakers")).toBe(19);
  expect(count("program_sessions")).toBe(10);
});

test("a form that was carried out is known for a day: its second copy adds nothing, however late", async () => {
  // Both clocks: a wall clock that jumps is not believed (docs/decisions/025).
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const start = Date.now();
  const formId = crypto.randomUUID();
  /** Sends a form so many hours later; the login of then is another one. */
  const addAfter = async (hours: number, id: string) => {
    vi.advanceTimersByTime(start + hours * 60 * 60 * 1000 - Date.now());
    const later = await organiserOf(app);
    await later.post("/admin/speakers?add=", { ...SPEAKER, formId: id });
    return count("speakers");
  };
  expect(await addAfter(0, formId)).toBe(19);
  for (const hours of [0.01, 1, 12, 23.9]) expect(await addAfter(hours, formId), `${hours} h`).toBe(19);
  // What is older than a day is not kept for ever either.
  expect(await addAfter(25, crypto.randomUUID())).toBe(20);
  expect(count("used_forms")).toBe(1);
});

test("a save on top of somebody else's is refused with both versions shown, then taken", async () => {
  const seen = String(app.sqlite.prepare("select updated_at from speakers where id = 1").pluck().get());
  await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "First Save", seen });
  const stale = await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "Second Save", seen });
  const page = await stale.text();
  expect(stale.status).toBe(409);
  expect(visibleText(page)).toContain("This was saved elsewhere while you were editing.");
  expect(visibleText(page)).toContain("The version that is saved now Name: First Save");
  expect(page).toContain('value="Second Save"');
  expect(app.sqlite.prepare("select name from speakers where id = 1").pluck().get()).toBe("First Save");

  const newSeen = /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "";
  expect(
    (await organiser.post("/admin/speakers?edit=1", { ...SPEAKER, name: "Second Save", seen: newSeen }))
      .status,
  ).toBe(303);
});

test("connections are made and removed, with every text of the specification", async () => {
  const text = await textOf(await organiser.get("/admin/connections"));
  for (const part of [
    "Speaker-Session Connections",
    "Current Connections",
    "No speakers assigned to this session",
    "Connect",
    "Remove",
  ]) {
    expect(text).toContain(part);
  }
  const missing = await organiser.post("/admin/connections", {
    speakerId: "1",
    sessionId: "",
    role: "speaker",
  });
  expect(missing.status).toBe(422);
  expect(await textOf(missing)).toContain("Error Please select both a speaker and a session");

  const connected = await organiser.post("/admin/connections", {
    speakerId: "1",
    sessionId: "9",
    role: "moderator",
  });
  expect(await textOf(await organiser.follow(connected))).toContain(
    "Speaker connected to session successfully",
  );
  const again = await organiser.post("/admin/connections", {
    speakerId: "1",
    sessionId: "9",
    role: "speaker",
  });
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain("This speaker is already connected to this session");

  const removed = await organiser.post("/admin/connections", {
    speakerId: "1",
    sessionId: "9",
    disconnect: "1",
  });
  expect(await textOf(await organiser.follow(removed))).toContain(
    "Speaker disconnected from session successfully",
  );
  const gone = await organiser.post("/admin/connections", {
    speakerId: "1",
    sessionId: "9",
    disconnect: "1",
  });
  expect(await textOf(await organiser.follow(gone))).toContain(
    "This speaker is not connected to this session: the connection has already been removed.",
  );
});

test("delegates are shown with every field, in Sydney's time", async () => {
  app.sqlite.exec(`insert into delegates (name, email, phone, job_title, favored_stream, notes, registration_type, created_at)
    values ('Noor Haddad', 'noor@example.com', '0400 555 010', 'Lead', 'b2b', 'Vegetarian', 'pr_pass', ${Date.UTC(2025, 7, 1, 23, 5)}),
           ('Sam Lee', 'sam@example.com', null, 'Reporter', null, null, 'media_pass', ${Date.UTC(2025, 6, 1)})`);
  const page = await (await organiser.get("/admin/delegates")).text();
  const text = visibleText(page);
  for (const part of [
    "Registered Delegates",
    "2 total registrations",
    "Noor Haddad",
    "PR Pass",
    "Lead",
    "Preferred Track Business Media",
    "Status pending",
    "2 Aug 2025, 9:05 AM",
    "Vegetarian",
    "Media Pass",
    "Preferred Track Not specified",
  ]) {
    expect(text).toContain(part);
  }
  expect(page).toContain('href="mailto:noor@example.com"');
  expect(page).toContain('href="tel:0400555010"');
  expect(page).toMatch(/data-tone="blue"[\s\S]*Noor Haddad[\s\S]*data-tone="green"[\s\S]*Sam Lee/);
});

test("without delegates, and where they cannot be loaded, the screen says so", async () => {
  expect(await textOf(await organiser.get("/admin/delegates"))).toContain(
    "0 total registrations No delegates registered yet".slice(22),
  );
  app.sqlite.exec("drop table delegates");
  const response = await organiser.get("/admin/delegates");
  expect(response.status).toBe(500);
  expect(await textOf(response)).toContain("Failed to load delegates Try Again");
});

test("a write that fails is told in the specification's words, and keeps what was typed", async () => {
  for (const [table, event] of [
    ["speakers", "insert"],
    ["speakers", "update"],
    ["speakers", "delete"],
    ["program_sessions", "insert"],
    ["program_sessions", "update"],
    ["program_sessions", "delete"],
    ["connections", "insert"],
    ["connections", "delete"],
  ]) {
    app.sqlite.exec(
      `create trigger no_${table}_${event} before ${event} on ${table} begin select raise(abort, 'full'); end`,
    );
  }
  const seen = (table: string) =>
    String(app.sqlite.prepare(`select updated_at from ${table} where id = 1`).pluck().get());
  const created = await organiser.post("/admin/speakers?add=", SPEAKER);
  expect(created.status).toBe(500);
  const page = await created.text();
  expect(visibleText(page)).toContain("Error Failed to create speaker.");
  expect(page).toContain('value="Zara Quill"');
  const kept: [string, Record<string, string>, string][] = [
    ["/admin/speakers?edit=1", { ...SPEAKER, seen: seen("speakers") }, "Failed to update speaker."],
    ["/admin/program?add=", SESSION, "Failed to create session."],
    ["/admin/program?edit=1", { ...SESSION, seen: seen("program_sessions") }, "Failed to update session."],
    [
      "/admin/connections",
      { speakerId: "1", sessionId: "9", role: "speaker" },
      "Failed to connect speaker to session",
    ],
  ];
  for (const [path, fields, text] of kept) {
    const response = await organiser.post(path, fields);
    expect(response.status).toBe(500);
    expect(await textOf(response)).toContain(`Error ${text}`);
  }
  const redirected: [string, Record<string, string>, string][] = [
    ["/admin/speakers?delete=1", { intent: "delete" }, "Failed to delete speaker."],
    ["/admin/program?delete=1", { intent: "delete" }, "Failed to delete session."],
    [
      "/admin/connections",
      { speakerId: "1", sessionId: "1", disconnect: "1" },
      "Failed to disconnect speaker from session",
    ],
  ];
  for (const [path, fields, text] of redirected) {
    expect(await textOf(await organiser.follow(await organiser.post(path, fields)))).toContain(
      `Error ${text}`,
    );
  }
});

test("connections that cannot be loaded are told, on the screen and by the call", async () => {
  app.sqlite.exec("drop table connections");
  const screen = await organiser.get("/admin/connections");
  expect(screen.status).toBe(500);
  expect(await textOf(screen)).toContain("Failed to fetch connections Try Again");
  const call = await organiser.json("GET", "/api/admin/speaker-sessions");
  expect(call.status).toBe(500);
  expect(await call.json()).toEqual({ message: "Failed to fetch connections" });
});

test("an admin screen without a login is 401 with the way to it", async () => {
  for (const path of ["/admin", "/admin/speakers?add", "/admin/nowhere"]) {
    const response = await app.fetch(path);
    const page = await response.text();
    expect(response.status).toBe(401);
    expect(visibleText(page)).toContain("Unauthorized You need to log in to access the admin panel. Log in");
    expect(page).toContain(
      `href="/api/login?to=${encodeURIComponent(path.includes("?") ? "/admin/speakers?add=" : path)}"`,
    );
    // Nowhere but in the head is it HTML.
    const head = page.slice(0, page.indexOf("</head>"));
    expect(head).toMatch(/<noscript><meta http-equiv="refresh" content="1; url=\/api\/login\?to=/i);
  }
});

test("what was typed while the login ended is there again after signing in, for a day", async () => {
  app.sqlite.exec("delete from login_sessions");
  const response = await organiser.post("/admin/speakers?add=", SPEAKER);
  const page = await response.text();
  expect(response.status).toBe(401);
  expect(visibleText(page)).toContain(
    "Unauthorized You are logged out. Logging in again... What you typed is kept",
  );
  const to = decodeURIComponent(/href="\/api\/login\?to=([^"]+)"/.exec(page)?.[1] ?? "");
  expect(to).toMatch(/^\/admin\/speakers\?add=&draft=[0-9a-f-]{36}$/);
  const returned = await organiserOf(app);
  const there = await (await returned.get(to)).text();
  expect(there).toContain('value="Zara Quill"');
  expect(visibleText(there)).toContain("Not saved yet: you had been logged out. What you typed is below.");
  expect(await textOf(await returned.get("/admin/speakers?add="))).not.toContain("Not saved yet");
  expect(count("speakers")).toBe(18);
  app.sqlite.exec("update drafts set created_at = created_at - 86400001");
  expect(await (await returned.get(to)).text()).not.toContain('value="Zara Quill"');
});

test("a step back on the way to the login loses nothing of what was typed", async () => {
  app.sqlite.exec("delete from login_sessions");
  const page = await (await organiser.post("/admin/speakers?add=", SPEAKER)).text();
  const to = decodeURIComponent(/href="\/api\/login\?to=([^"]+)"/.exec(page)?.[1] ?? "");
  const remembered = async (path: string, Cookie = "") => {
    const answer = await app.fetch(`/api/login?to=${encodeURIComponent(path)}`, { headers: { Cookie } });
    return answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("return-to="))
      ?.split(";")[0];
  };
  const withDraft = await remembered(to);
  expect(await remembered("/admin/speakers?add=", withDraft)).toBe(withDraft);
  for (const other of ["/admin/speakers", "/admin/speakers?edit=1", "/admin/program?add="]) {
    expect(await remembered(other, withDraft), other).toBe(await remembered(other));
  }
});

test("drafts are kept for those alone who logged in lately, and 100 of them", async () => {
  const drafts = () => app.sqlite.prepare("select count(*) from drafts").pluck().get();
  app.sqlite.exec("delete from drafts; delete from login_sessions");
  for (let index = 0; index < 103; index += 1) await organiser.post("/admin/speakers?add=", SPEAKER);
  expect(drafts()).toBe(100);
  app.sqlite.exec("delete from drafts");
  vi.useFakeTimers({ now: Date.now() + 8 * 24 * 60 * 60 * 1000, toFake: ["Date"] });
  expect((await organiser.post("/admin/speakers?add=", SPEAKER)).status).toBe(401);
  vi.useRealTimers();
  expect(drafts()).toBe(0);
});

test("nobody's drafts push out somebody else's, and who is no organiser any more has none kept", async () => {
  const byUser = () =>
    app.sqlite
      .prepare("select email, count(*) drafts from drafts join users on users.id = user_id group by email")
      .all();
  app.sqlite.exec("delete from drafts");
  const others = await organiserOf(app, COLLEAGUE);
  const former = await organiserOf(app, "former@example.com");
  app.sqlite.exec("delete from login_sessions");
  await others.post("/admin/speakers?add=", SPEAKER);
  for (let index = 0; index < 101; index += 1) await organiser.post("/admin/speakers?add=", SPEAKER);
  expect((await former.post("/admin/speakers?add=", SPEAKER)).status).toBe(401);
  expect(byUser()).toEqual([
    { email: ORGANISER, drafts: 100 },
    { email: COLLEAGUE, drafts: 1 },
  ]);
});

test("strangers cannot fill the database with drafts", async () => {
  const empty = await openApp({ ADMIN_EMAILS: ORGANISER });
  const response = await empty.fetch("/admin/speakers?add=", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
    body: "name=x",
  });
  expect(response.status).toBe(401);
  expect(empty.sqlite.prepare("select count(*) from drafts").pluck().get()).toBe(0);
});

test("what fails within the panel keeps the panel's frame, with the way back", async () => {
  const pages = [
    [
      404,
      await organiser.get("/admin/nowhere"),
      "Page Not Found",
      "Did you forget to add the page to the router?",
    ],
    [404, await organiser.get("/admin/delegates/999"), "Page Not Found", "This delegate no longer exists."],
    [
      404,
      await organiser.get("/admin/delegates/999/personal-data.json"),
      "Page Not Found",
      "This delegate no longer exists.",
    ],
    [
      404,
      await organiser.get("/admin/delegates/everybody"),
      "Page Not Found",
      "Did you forget to add the page to the router?",
    ],
  ] as const;
  app.sqlite.exec("alter table speakers rename to speakers_away");
  const failed = await organiser.get("/admin/speakers");
  app.sqlite.exec("alter table speakers_away rename to speakers");
  for (const [status, response, title, text] of [
    ...pages,
    [500, failed, "Sorry, something went wrong", "The problem is on our side."] as const,
  ]) {
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(visibleText(page)).toContain(`Back to Admin ${title}`);
    expect(visibleText(page)).toContain(text);
    expect(titlesOf(page)).toEqual([`${title} – Byline 2025`]);
    expect(page).not.toContain("<footer");
  }
  const stranger = await (await app.fetch("/admin/nowhere")).text();
  expect(visibleText(stranger)).toContain("You need to log in to access the admin panel.");
  expect(stranger).not.toContain("Back to Admin");
});

test("the question about leaving is nowhere in a page before somebody leaves", async () => {
  for (const path of ["/admin/speakers?add", "/admin/program?edit=1", "/admin/connections"]) {
    const page = await (await organiser.get(path)).text();
    expect(page, path).toContain('method="post"');
    expect(page, path).not.toContain("You have unsaved changes");
  }
});

test("logging out leads to the conference, which says so once; without a login there is nothing to say", async () => {
  const out = await organiser.get("/api/logout");
  expect(out.headers.get("Location")).toBe("/");
  expect(out.headers.getSetCookie().join()).toMatch(/login=;/);
  expect(await textOf(await organiser.follow(out))).toContain("You are logged out.");
  expect((await organiser.get("/admin")).status).toBe(401);
  const again = await app.fetch("/api/logout");
  expect([again.headers.get("Location"), again.headers.getSetCookie()]).toEqual(["/", []]);
});
