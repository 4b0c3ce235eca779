// The bar of the panel with what waits, and the dashboard's to-do list, charts and recent activity.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { SPEAKER } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
});
afterEach(() => vi.useRealTimers());

const pageOf = async (path: string) => (await organiser.get(path)).text();
const textOf = async (path: string) => visibleText(await pageOf(path));
const barOf = (page: string) => /<nav aria-label="Panel".*?<\/nav>/s.exec(page)?.[0] ?? "";

/** Somebody with a Media Pass who waits, and whose mail was given up. */
function insertUndelivered(name: string): number {
  const id = insertDelegate(app.sqlite, { name, registration_type: "media_pass" });
  app.sqlite
    .prepare("insert into outbox (delegate_id, kind, state) values (?, 'registered', 'failed')")
    .run(id);
  return id;
}

test.each([
  ["/admin", "Dashboard"],
  ["/admin/speakers", "Speakers"],
  ["/admin/speakers?edit=2", "Speakers"],
  ["/admin/program", "Program"],
  ["/admin/delegates", "Delegates"],
  ["/admin/delegates/1", "Delegates"],
  ["/admin/delegates/badges", "Delegates"],
  ["/admin/messages", "Delegates"],
  ["/admin/messages/new", "Delegates"],
  ["/admin/connections", "Connections"],
  ["/admin/logins", null],
  ["/admin/nonsense", null],
])("%s has the bar of the panel, and its tab is %s", async (path, current) => {
  insertDelegate(app.sqlite);
  const bar = barOf(await pageOf(path));
  expect(visibleText(bar)).toBe(" Dashboard Speakers Program Delegates Connections View Site Logout ");
  expect(/aria-current="page"[^>]*>(\w+)/.exec(bar)?.[1] ?? null).toBe(current);
  expect(bar).toContain('href="/api/logout"');
});

test("the dashboard has 'View Site' and 'Logout' once", async () => {
  const page = await pageOf("/admin");
  expect(page.match(/>View Site</g)).toHaveLength(1);
  expect(page.match(/>Logout</g)).toHaveLength(1);
});

test("at the door there is no bar, but the way back", async () => {
  const page = await pageOf("/admin/delegates/door");
  expect(barOf(page)).toBe("");
  expect(page).toContain("Back to Admin");
});

test("each tab has the number of what waits there, and says what it is", async () => {
  insertUndelivered("Noor Haddad");
  insertDelegate(app.sqlite, { registration_type: "media_pass" });
  insertDelegate(app.sqlite, { registration_type: "media_pass", status: "confirmed" });
  insertDelegate(app.sqlite, { registration_type: "pr_pass" });
  // Mail that waits is no work for anybody, and nor is what was sent.
  for (const state of ["waiting", "sent"])
    app.sqlite.prepare("insert into outbox (delegate_id, kind, state) values (1, 'confirmed', ?)").run(state);
  app.sqlite.exec("delete from connections where program_session_id in (2, 3)");
  await organiser.post("/admin/program?add=", {
    title: "Late news",
    time: "9:00 AM",
    type: "networking",
    track: "none",
  });
  await organiser.post("/admin/program?add=", {
    title: "Coats",
    time: "8:00 AM",
    type: "other",
    track: "none",
  });
  const bar = visibleText(barOf(await pageOf("/admin/speakers")));
  expect(bar).toContain(" Delegates 3 (2 press passes to decide, 1 email that could not be delivered) ");
  // Nobody speaks over lunch.
  expect(bar).toContain(" Connections 2 (2 sessions without speakers) ");
  expect(bar).toContain(" Program Delegates ");
});

test("what a form has changed is counted anew, on every screen and whoever changed it", async () => {
  const id = insertDelegate(app.sqlite, { registration_type: "media_pass" });
  expect(visibleText(barOf(await pageOf("/admin/program")))).toContain("(1 press pass to decide)");
  await organiser.post("/admin/delegates", { id: `${id}:pending`, status: "confirmed" });
  expect(visibleText(barOf(await pageOf("/admin/program")))).not.toContain("press pass");
  app.sqlite.exec("update program_sessions set track = 'b2c', time = '11:00 AM' where id in (2, 3)");
  expect(visibleText(barOf(await pageOf("/admin/program")))).toMatch(/ Program \d+ \(\d+ clash/);
  app.sqlite.exec("update program_sessions set time = '7:00 - 9:00 PM' where id = 9");
  expect(visibleText(barOf(await pageOf("/admin/program")))).toContain("1 session time to check)");
});

test("where nothing waits the dashboard says so", async () => {
  expect(await textOf("/admin")).toContain(" To do Nothing waits for you. ");
});

test("the dashboard begins with all that waits, each with the way to it", async () => {
  insertUndelivered("Noor Haddad");
  insertDelegate(app.sqlite, { name: "Ben Ode" });
  app.sqlite.exec("delete from connections where program_session_id = 2");
  app.sqlite.exec("update program_sessions set time = '6:30 PM', track = 'b2b' where id in (3, 4)");
  app.sqlite.exec("update program_sessions set time = 'lunchtime' where id = 9");
  const page = await pageOf("/admin");
  const text = visibleText(page);
  const order = [
    "1 press pass to decide",
    "1 email that could not be delivered Noor Haddad",
    "1 clash in the program B2B Stream has 2 sessions at 6:30 PM: ",
    "1 session time to check ‘Drinks with the newsroom’: “lunchtime” names no hour, so calendars have it for the whole day",
    "1 session without speakers",
    "1 PR Pass registration to confirm",
    "Manage speakers",
  ].map((part) => text.indexOf(` ${part}`));
  expect(order.every((place) => place > 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const reference = app.sqlite
    .prepare("select reference from delegates where name like 'Noor%'")
    .pluck()
    .get();
  for (const to of [
    "/admin/delegates?type=media_pass&amp;status=pending&amp;sort=oldest",
    `/admin/delegates?q=${reference}`,
    "/admin/delegates?type=pr_pass&amp;status=pending&amp;sort=oldest",
  ]) {
    expect(page).toContain(`href="${to}"`);
  }
  expect(await textOf(`/admin/delegates?q=${reference}`)).toContain("Not delivered");
});

test("of many, five are named, and how many more there are", async () => {
  for (let one = 1; one <= 8; one += 1) insertUndelivered(`Person ${one}`);
  const text = await textOf("/admin");
  expect(text).toContain(
    "8 emails that could not be delivered Person 1 Person 2 Person 3 Person 4 Person 5 and 3 more",
  );
});

test("whoever has several emails that were given up is named once, with how many", async () => {
  const noor = insertUndelivered("Noor Haddad");
  insertUndelivered("Ben Ode");
  app.sqlite
    .prepare("insert into outbox (delegate_id, kind, state) values (?, 'confirmed', 'failed')")
    .run(noor);
  const text = await textOf("/admin");
  expect(text).toContain(" 3 emails that could not be delivered Noor Haddad (2 emails) Ben Ode ");
  expect(text).not.toMatch(/Ben Ode and \d+ more/);
});

test("the charts count by the days of the conference's own zone, and by pass", async () => {
  vi.useFakeTimers({ now: new Date("2025-08-04T02:00:00Z"), toFake: ["Date"] });
  organiser = await organiserOf(app);
  expect(await textOf("/admin")).not.toContain("Registrations by day");
  // Half past midnight of the second of August in Sydney.
  insertDelegate(app.sqlite, { created_at: Date.parse("2025-08-01T14:30:00Z") });
  insertDelegate(app.sqlite, {
    created_at: Date.parse("2025-08-02T10:00:00Z"),
    registration_type: "media_pass",
  });
  insertDelegate(app.sqlite, { created_at: Date.parse("2025-08-04T01:00:00Z"), status: "cancelled" });
  const text = await textOf("/admin");
  expect(text).toContain("Day PR Pass Media Pass 2 August 1 1 3 August 0 0 4 August 1 0 ");
  // One upon the other, from the bottom of a drawing that is as high as the highest day.
  const bars = [
    ...(await pageOf("/admin")).matchAll(/<rect class="(series-\d)" x="[^"]+" y="(\d)" [^>]*height="(\d)"/g),
  ];
  expect(bars.map(([, ...bar]) => bar.join(" "))).toEqual([
    "series-0 1 1",
    "series-1 0 1",
    "series-0 2 0",
    "series-1 2 0",
    "series-0 1 1",
    "series-1 1 0",
  ]);
  expect(text).toContain("Registrations by pass Pass Registrations Share PR Pass 2 67% Media Pass 1 33%");
  expect(text).not.toContain("Arrivals");
  // The next day is there without a change.
  vi.setSystemTime(new Date("2025-08-04T15:00:00Z"));
  organiser = await organiserOf(app);
  expect(await textOf("/admin")).toContain("4 August 1 0 5 August 0 0 ");
});

test("no more than sixty days are drawn, and all are counted by pass", async () => {
  insertDelegate(app.sqlite, { created_at: Date.parse("2024-01-01T00:00:00Z") });
  insertDelegate(app.sqlite, { created_at: Date.parse("2025-09-11T00:00:00Z") });
  const text = await textOf("/admin");
  expect(text).toContain("The last 60 days.");
  expect(text).toContain("Media Pass 14 July 0 0");
  expect(text).toContain("PR Pass 2 100%");
});

test("arrivals are drawn by quarters of an hour, those of the conference's day", async () => {
  const arrive = (at: string) =>
    insertDelegate(app.sqlite, { status: "attended", checked_in_at: Date.parse(at) });
  arrive("2025-09-10T13:59:00Z");
  expect(await textOf("/admin")).not.toContain("Arrivals");
  arrive("2025-09-10T22:16:00Z");
  arrive("2025-09-10T22:29:59Z");
  arrive("2025-09-10T22:45:00Z");
  arrive("2025-09-11T14:00:00Z");
  expect(await textOf("/admin")).toContain("From Arrivals 8:15 AM 2 8:30 AM 0 8:45 AM 1 Recent activity");
});

test("the recent activity has the last ten things, the newest first", async () => {
  const note = app.sqlite.prepare(
    "insert into audit_log (actor, subject, subject_id, action, label) values (?, 'speaker', 999, 'deleted', ?)",
  );
  for (let one = 1; one <= 12; one += 1) note.run(ORGANISER, `Somebody ${one}`);
  const shown = [...(await textOf("/admin")).matchAll(/Speaker Somebody (\d+)/g)].map(([, one]) =>
    Number(one),
  );
  expect(shown).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

test("the recent activity leads to what it is about, while that is there", async () => {
  const id = insertDelegate(app.sqlite, { registration_type: "media_pass" });
  await organiser.post("/admin/delegates", { id: `${id}:pending`, status: "confirmed" });
  await organiser.post("/admin/connections", { speakerId: "1", sessionId: "9", role: "moderator" });
  await organiser.post("/admin/speakers?add=", SPEAKER);
  const speaker = app.sqlite.prepare("select max(id) from speakers").pluck().get();
  const before = await pageOf("/admin");
  for (const to of [
    `/admin/delegates/${id}`,
    "/admin/connections?history=9",
    `/admin/speakers?history=${speaker}`,
  ]) {
    expect(before).toContain(`href="${to}"`);
    expect((await organiser.get(to)).status).toBe(200);
  }
  await organiser.post(`/admin/speakers?delete=${speaker}`, { intent: "delete" });
  const after = await pageOf("/admin");
  expect(visibleText(after)).toContain("Speaker Zara Quill: deleted");
  expect(after).not.toContain(`/admin/speakers?history=${speaker}`);
});

test("where it cannot be read what waits, the screens are there all the same", async () => {
  app.sqlite.exec("alter table outbox rename to outbox_away");
  const response = await organiser.get("/admin/speakers");
  expect(response.status).toBe(200);
  expect(visibleText(barOf(await response.text()))).toContain("Speakers Program Delegates");
});

/** As `holdWaitingMail` leaves a copy: emails of two kinds that waited, and a message that was scheduled. */
function insertHeld(): void {
  const id = insertDelegate(app.sqlite, {
    name: "Zara Quill",
    registration_type: "pr_pass",
    status: "confirmed",
  });
  const insert = app.sqlite.prepare(
    "insert into outbox (delegate_id, kind, state, is_in_hand, created_at) values (?, ?, 'failed', 1, ?)",
  );
  for (const [kind, at] of [
    ["registered", 1],
    ["confirmed", 2],
    ["confirmed", 3],
  ] as const)
    insert.run(id, kind, Date.parse("2025-09-11T13:29:00Z") + at * 60_000);
  app.sqlite.exec(
    "insert into messages (subject, text, state, promised_at, send_at) values ('Doors', 'Hello', 'taken back', 1, 2)",
  );
}
const HELD = "3 emails held since the restore";

/** Presses a button of the dashboard as it was shown; answers what is said then. */
async function press(intent: string, shown: string): Promise<string> {
  const [, action = "", formId = ""] =
    /<form [^>]*action="([^"]+)".*?name="formId" value="([^"]+)"/s.exec(shown) ?? [];
  const answer = await organiser.post(action, { formId, intent });
  return visibleText(await (await organiser.follow(answer)).text());
}
const mailStates = () => app.sqlite.prepare("select state from outbox").pluck().all();

test("the dashboard says what is held since a restore, of which kinds and up to when, and so does the tab", async () => {
  insertHeld();
  const page = await pageOf("/admin");
  const text = visibleText(page);
  expect(text).toContain(HELD);
  expect(text).toContain("Confirmed ×2, written up to 11 Sept 2025, 11:32 PM");
  expect(text).toContain("Registration received ×1, written up to 11 Sept 2025, 11:30 PM");
  expect(text).toContain("1 scheduled message held since the restore");
  expect(text).not.toContain("could not be delivered");
  expect(visibleText(barOf(page))).toContain(HELD);
  expect(page.match(/<button [^>]*name="intent"/g)).toHaveLength(2);
});

test("the two buttons send what is held, or discard it, once, and the log says who did", async () => {
  insertHeld();
  const shown = await pageOf("/admin");
  expect(await press("nonsense", shown)).toContain("Failed to send or discard the emails.");
  expect(mailStates()).toEqual(["failed", "failed", "failed"]);
  for (const _ of [1, 2]) expect(await press("send", shown)).toContain("3 emails on the way.");
  expect(mailStates()).toEqual(["waiting", "waiting", "waiting"]);
  // Somebody else had the page open before.
  expect(await press("discard", shown)).toContain("No emails are held any more");
  expect(mailStates()).toEqual(["waiting", "waiting", "waiting"]);
  const text = await textOf("/admin");
  expect(text).toContain("Emails held since the restore (3): sent");
  expect(text).not.toContain(HELD);

  insertHeld();
  const again = await pageOf("/admin");
  for (const _ of [1, 2]) expect(await press("discard", again)).toContain("3 emails discarded.");
  expect(mailStates()).toEqual(["waiting", "waiting", "waiting"]);
  expect(await textOf("/admin")).toContain("Emails held since the restore (3): discarded");
});
