// Task counts on the panel's tabs, and the dashboard's to-do list, charts and recent activity.
import { expect, test, vi } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { SPEAKER } from "../support/factories.ts";
import { addHistory } from "../support/history.ts";
import {
  app,
  db,
  logInAgain,
  missing,
  organisedForEach,
  organiser,
  pageOf,
  textAfter,
  textOf,
} from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

organisedForEach();

const add = (changes: Record<string, string | number> = {}) => insertDelegate(app.sqlite, changes);
const addMail = (id: number, kind: string, state: string) =>
  app.sqlite.prepare("insert into outbox (delegate_id, kind, state) values (?, ?, ?)").run(id, kind, state);
const barOf = (page: string) => /<nav aria-label="Panel".*?<\/nav>/s.exec(page)?.[0] ?? "";

const barTextOf = async (path: string) => visibleText(barOf(await pageOf(path)));

function insertUndelivered(name: string): number {
  const id = add({ name, registration_type: "media_pass" });
  addMail(id, "registered", "failed");
  return id;
}

test.each([
  ["/admin", null],
  ["/admin/speakers", "Speakers"],
  ["/admin/speakers?edit=2", "Speakers"],
  ["/admin/program", "Program"],
  ["/admin/delegates", "Delegates"],
  ["/admin/delegates/1", "Delegates"],
  ["/admin/delegates/badges", "Delegates"],
  ["/admin/messages", "Messages"],
  ["/admin/connections", "Connections"],
  ["/admin/logins", null],
  ["/admin/nonsense", null],
])("%s has the bar of the panel, and its tab is %s", async (path, current) => {
  add();
  const bar = barOf(await pageOf(path));
  const back = path === "/admin" ? "" : "Back to Admin ";
  expect(visibleText(bar)).toBe(
    ` Byline 2025 ${back}Speakers Program Delegates Connections Messages Check-in View Site Logout `,
  );
  expect(/aria-current="page"[^>]*>(\w+)/.exec(bar)?.[1] ?? null).toBe(current);
  expect(bar).toContain('href="/api/logout"');
});

test("the dashboard has 'View Site' and 'Logout' once, and the door has a link back instead of the bar", async () => {
  expect((await pageOf("/admin")).match(/>(View Site|Logout)</g)).toEqual([">View Site<", ">Logout<"]);
  const page = await pageOf("/admin/delegates/door");
  expect(barOf(page)).toBe("");
  expect(page).toContain("Back to Admin");
});

test("each tab has the number of its open tasks with a description", async () => {
  insertUndelivered("Noor Haddad");
  add({ registration_type: "media_pass" });
  add({ registration_type: "media_pass", status: "confirmed" });
  add({ registration_type: "pr_pass" });
  // Waiting and sent emails are not tasks.
  for (const state of ["waiting", "sent"]) addMail(1, "confirmed", state);
  app.sqlite.exec("delete from connections where program_session_id in (2, 3)");
  for (const [title, time, type] of [
    ["Late news", "9:00 AM", "networking"],
    ["Coats", "8:00 AM", "other"],
  ] as const)
    await organiser.post("/admin/program?add=", { title, time, type, track: "none" });
  const bar = await barTextOf("/admin/speakers");
  expect(bar).toContain(
    " Delegates 3 (2 Media Pass registrations to decide on, 1 email that could not be delivered) ",
  );
  // The new sessions are of types that need no speakers.
  expect(bar).toContain(" Connections 2 (2 sessions without speakers) ");
  expect(bar).toContain(" Program Delegates ");
});

test("counts are updated by every change, on every screen", async () => {
  const id = add({ registration_type: "media_pass" });
  expect(await barTextOf("/admin/program")).toContain("(1 Media Pass registration to decide on)");
  await organiser.post("/admin/delegates", { id: `${id}:pending`, status: "confirmed" });
  expect(await barTextOf("/admin/program")).not.toContain("Media Pass");
  app.sqlite.exec("update program_sessions set track = 'b2c', time = '11:00 AM' where id in (2, 3)");
  expect(await barTextOf("/admin/program")).toMatch(/ Program \d+ \(\d+ things? to check in the program/);
});

test("the dashboard begins with all open tasks, each with a link, or says that there are none", async () => {
  expect(await textOf("/admin")).toContain(" To do Nothing to do. ");
  insertUndelivered("Noor Haddad");
  add({ name: "Ben Ode" });
  app.sqlite.exec("delete from connections where program_session_id = 2");
  app.sqlite.exec("update program_sessions set time = '6:30 PM', track = 'b2b' where id in (3, 4)");
  app.sqlite.exec("update program_sessions set time = 'lunchtime' where id = 9");
  const page = await pageOf("/admin");
  const text = visibleText(page);
  const order = [
    "1 Media Pass registration to decide on",
    "1 email that could not be delivered Noor Haddad",
    "2 things to check in the program 1 session without speakers",
    "1 PR Pass registration to confirm",
    "Manage speakers",
  ].map((part) => text.indexOf(` ${part}`));
  expect(order.every((place) => place > 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const reference = db.value("select reference from delegates where name like 'Noor%'");
  const pending = ["media_pass", "pr_pass"].map((type) => `?type=${type}&amp;status=pending&amp;sort=oldest`);
  for (const to of [...pending, `?q=${reference}`]) expect(page).toContain(`href="/admin/delegates${to}"`);
  expect(await textOf(`/admin/delegates?q=${reference}`)).toContain("Not delivered");
});

test("an empty conference's dashboard says what to do first, and Import is beside Add", async () => {
  app.sqlite.exec("delete from connections; delete from program_sessions");
  expect(await textOf("/admin")).toContain(
    " To do Add the sessions Import the program Share the registration form Speakers Manage speakers",
  );
  expect(await textOf("/admin/program")).toContain("Add the first session Import the program");
  app.sqlite.exec("delete from speakers");
  const page = await pageOf("/admin");
  expect(visibleText(page)).toContain(
    " To do Add the speakers Import speakers Add the sessions Import the program Share the registration form ",
  );
  for (const to of ["speakers?add=", "speakers/import", "program?add=", "program/import"])
    expect(page).toContain(`href="/admin/${to}"`);
  expect(page).toMatch(/href="\/register"[^>]*>Share the/);
  expect(await textOf("/admin/speakers")).toContain("Add the first speaker Import speakers");
});

test("five of many are named with the number of others; several emails to one delegate count once", async () => {
  const first = insertUndelivered("Noor Haddad");
  insertUndelivered("Ben Ode");
  addMail(first, "confirmed", "failed");
  const words = " 3 emails that could not be delivered Noor Haddad (2 emails) Ben Ode ";
  expect(await textOf("/admin")).toContain(words);
  expect(await textOf("/admin")).not.toMatch(/Ben Ode and \d+ more/);
  for (let one = 3; one <= 8; one += 1) insertUndelivered(`Person ${one}`);
  const many =
    "9 emails that could not be delivered Noor Haddad (2 emails) Ben Ode Person 3 Person 4 Person 5 and 3 more";
  expect(await textOf("/admin")).toContain(many);
});

test("the charts count by day in the conference's zone, and by pass", async () => {
  vi.useFakeTimers({ now: new Date("2025-08-04T02:00:00Z"), toFake: ["Date"] });
  await logInAgain();
  expect(await textOf("/admin")).not.toContain("Registrations by day");
  // This is 0:30 on 2 August in Sydney.
  add({ created_at: Date.parse("2025-08-01T14:30:00Z") });
  add({ created_at: Date.parse("2025-08-02T10:00:00Z"), registration_type: "media_pass" });
  add({ created_at: Date.parse("2025-08-04T01:00:00Z"), status: "cancelled" });
  const text = await textOf("/admin");
  expect(text).toContain("Day PR Pass Media Pass 2 August 1 1 3 August 0 0 4 August 1 0 ");
  // Bars are stacked from the bottom. The bar of the busiest day has the full height.
  const bars = [
    ...(await pageOf("/admin")).matchAll(/<rect class="(series-\d)" x="[^"]+" y="(\d)" [^>]*height="(\d)"/g),
  ];
  expect(bars.map(([, series, y, height]) => `${series} ${y} ${height}`).join()).toBe(
    "series-0 1 1,series-1 0 1,series-0 2 0,series-1 2 0,series-0 1 1,series-1 1 0",
  );
  expect(text).toContain("Registrations by pass Pass Registrations Share PR Pass 2 67% Media Pass 1 33%");
  // The next day appears although no data has changed.
  vi.setSystemTime(new Date("2025-08-04T15:00:00Z"));
  await logInAgain();
  expect(await textOf("/admin")).toContain("4 August 1 0 5 August 0 0 ");
});

test("at most sixty days are drawn, and all are counted by pass", async () => {
  add({ created_at: Date.parse("2024-01-01T00:00:00Z") });
  add({ created_at: Date.parse("2025-09-11T00:00:00Z") });
  const text = await textOf("/admin");
  expect(text).toContain("Media Pass 14 July 0 0");
  expect(text).toContain("PR Pass 2 100%");
});

test("the recent activity has the last ten entries, the newest first", async () => {
  for (let one = 1; one <= 12; one += 1)
    addHistory(app.sqlite, [ORGANISER, "speaker", 999, "deleted", `Somebody ${one}`]);
  const shown = [...(await textOf("/admin")).matchAll(/Speaker Somebody (\d+)/g)].map(([, one]) => one);
  expect(shown.join()).toBe("12,11,10,9,8,7,6,5,4,3");
});

test("the recent activity links to items that still exist", async () => {
  const id = add({ registration_type: "media_pass" });
  await organiser.post("/admin/delegates", { id: `${id}:pending`, status: "confirmed" });
  await organiser.post("/admin/connections", { speakerId: "1", sessionId: "9", role: "moderator" });
  await organiser.post("/admin/speakers?add=", SPEAKER);
  const speaker = db.value("select max(id) from speakers");
  const before = await pageOf("/admin");
  const things = [`delegates/${id}`, "connections?history=9", `speakers?history=${speaker}`];
  for (const to of things.map((thing) => `/admin/${thing}`)) {
    expect(before).toContain(`href="${to}"`);
    expect((await organiser.get(to)).status).toBe(200);
  }
  await organiser.post(`/admin/speakers?delete=${speaker}`, { intent: "delete" });
  const after = await pageOf("/admin");
  expect(visibleText(after)).toContain("Speaker Zara Quill: deleted");
  expect(after).not.toContain(`/admin/speakers?history=${speaker}`);
});

test("screens work even if the open tasks cannot be read", async () => {
  app.sqlite.exec("alter table outbox rename to outbox_away");
  const response = await organiser.get("/admin/speakers");
  expect(response.status).toBe(200);
  expect(visibleText(barOf(await response.text()))).toContain("Speakers Program Delegates");
});

/** Inserts rows as `holdWaitingMail` leaves them: held emails and a message. */
function insertHeld(): void {
  const id = add({ name: "Zara Quill", registration_type: "pr_pass", status: "confirmed" });
  const insert = app.sqlite.prepare(
    "insert into outbox (delegate_id, kind, state, created_at) values (?, ?, 'restored', ?)",
  );
  for (const [minute, kind] of ["registered", "confirmed", "confirmed"].entries())
    insert.run(id, kind, Date.parse("2025-09-11T13:30:00Z") + minute * 60_000);
  app.sqlite.exec(
    "insert into messages (subject, text, state, promised_at, send_at) values ('Doors', 'Hello', 'taken back', 1, 2)",
  );
}
const HELD = "3 emails held since the restore";

/** Presses a button on a dashboard page. Returns the text of the next page. */
async function press(intent: string, shown: string): Promise<string> {
  const [, action = "", formId = ""] =
    /<form [^>]*action="([^"]+)".*?name="formId" value="([^"]+)"/s.exec(shown) ?? [];
  return textAfter(await organiser.post(action, { formId, intent }));
}
const mailStates = () => db.values("select state from outbox").join();

test("the dashboard and its tab show emails held since a restore", async () => {
  insertHeld();
  const page = await pageOf("/admin");
  const text = visibleText(page);
  expect(missing(text, [HELD, "1 scheduled message held since the restore"])).toEqual([]);
  expect(text).not.toContain("could not be delivered");
  expect(visibleText(barOf(page))).toContain(HELD);
  expect(page.match(/<button [^>]*name="intent"/g)).toHaveLength(2);
});

test("the two buttons send or discard held emails once, and the log names the organiser", async () => {
  insertHeld();
  const shown = await pageOf("/admin");
  expect(await press("nonsense", shown)).toContain("Failed to send or discard the emails.");
  expect(mailStates()).toBe("restored,restored,restored");
  for (const _ of [1, 2]) expect(await press("send", shown)).toContain("3 emails on the way.");
  expect(mailStates()).toBe("waiting,waiting,waiting");
  // Another organiser still has the old page open.
  expect(await press("discard", shown)).toContain("No emails are being held");
  expect(mailStates()).toBe("waiting,waiting,waiting");
  const text = await textOf("/admin");
  expect(text).toContain("Emails held since the restore (3): sent");
  expect(text).not.toContain(HELD);

  insertHeld();
  const again = await pageOf("/admin");
  for (const _ of [1, 2]) expect(await press("discard", again)).toContain("3 emails discarded.");
  expect(mailStates()).toBe("waiting,waiting,waiting");
  expect(await textOf("/admin")).toContain("Emails held since the restore (3): discarded");
});
