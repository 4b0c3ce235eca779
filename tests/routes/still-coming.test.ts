// Whether a delegate still comes: asked on the private page, and followed up on the delegate list.
import { beforeEach, expect, test, vi } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { answersIn, boxOf, formWith, pressed } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import {
  app,
  db,
  logInAgain,
  openOrganised,
  organiser,
  pageOf,
  textAfter,
  textOf,
} from "../support/organised.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

const FJORD = conferenceFile({
  ...SMALL,
  startsAt: "2027-05-20T09:00",
  endsAt: "2027-05-20T17:00",
  passes: [
    { id: "guest", name: "Guest Pass" },
    { id: "press", name: "Press Pass", decision: true, isPress: true },
  ],
  registration: { places: 50, waitingList: true },
});
const SETTINGS = { SMTP_URL: "smtp://127.0.0.1:9", UNDO_SECONDS: "30" };
const DURING = "2027-05-08T12:00:00+02:00";
const QUESTION = "Are you still coming?";
const DESK = "/admin/delegates";

/** Sets the clock of this process, which includes the site. Timers keep running. */
const setClock = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });

beforeEach(async () => {
  setClock(DURING);
  await openOrganised({ ...FJORD, ...SETTINGS });
});

type Changes = Record<string, string | number | null>;
function add(changes: Changes = {}) {
  const id = insertDelegate(app.sqlite, { registration_type: "guest", status: "confirmed", ...changes });
  return { id, path: `/registration/${db.value("select link_token from delegates where id = ?", id)}` };
}
const see = async (path: string) => visibleText(await (await app.fetch(path)).text());
const press = (path: string, intent = "coming") => app.fetch(path, formPost({ intent }));
const saidAt = (id: number) => db.value("select coming_at from delegates where id = ?", id);
const namesOn = async (query: string) =>
  [...(await pageOf(`${DESK}?${query}`)).matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, name]) => name);
const locationOf = (response: Response) => response.headers.get("Location") ?? "";

const WAITS = { status: "pending", queued_at: 1 };

test("the question is asked from the start of the day 14 days before, in the site's zone, until the conference starts", async () => {
  const { path } = add();
  for (const [at, isAsked] of [
    ["2027-05-05T23:59:59+02:00", false],
    ["2027-05-06T00:00:00+02:00", true],
    ["2027-05-20T08:59:59+02:00", true],
    ["2027-05-20T09:00:00+02:00", false],
    ["2027-06-20T09:00:00+02:00", false],
  ] as const) {
    setClock(at);
    expect((await see(path)).includes(QUESTION), at).toBe(isAsked);
  }
});

test.each([
  ["confirmed", { status: "confirmed" }, true],
  ["pending with a place", { status: "pending" }, true],
  ["pending, with a place from the waiting list", { ...WAITS, offered_until: 2, placed_at: 2 }, true],
  ["confirmed from the waiting list", { ...WAITS, status: "confirmed" }, true],
  ["waiting", WAITS, false],
  ["offered a place", { ...WAITS, offered_until: 4e12 }, false],
  ["declined", { status: "declined" }, false],
  ["cancelled", { status: "cancelled" }, false],
  ["attended", { status: "attended" }, false],
  ["a speaker", { registration_type: "speaker" }, false],
])(
  "of one who is %s, the page, the answer and the list agree on who is asked",
  async (_, changes, isAsked) => {
    const { id, path } = add({ name: "Ada", ...changes });
    expect((await see(path)).includes(QUESTION)).toBe(isAsked);
    expect(await namesOn("only=silent")).toEqual(isAsked ? ["Ada"] : []);
    await press(path);
    expect(saidAt(id) === null).toBe(!isAsked);
  },
);

test("“I’m coming” is kept once: a second press gets the same response, and the first time remains", async () => {
  const { id, path } = add();
  const { fields } = pressed(await (await app.fetch(path)).text(), "I’m coming");
  expect(fields).toEqual({ intent: "coming" });
  const first = await app.fetch(path, formPost(fields));
  expect([first.status, locationOf(first)]).toEqual([303, path]);
  const said = Date.parse(DURING);
  expect(saidAt(id)).toBe(said);
  setClock("2027-05-09T12:00:00+02:00");
  const second = await app.fetch(path, formPost(fields));
  expect([second.status, locationOf(second)]).toEqual([303, path]);
  const toasts = [first, second].map((one) =>
    one.headers.getSetCookie().some((set) => set.startsWith("toast=")),
  );
  expect(toasts).toEqual([true, true]);
  expect(saidAt(id)).toBe(said);
  const entries = db.rows(`select actor, action from ${HISTORY} where subject_id = ?`, id);
  expect(entries).toEqual([{ actor: "delegate", action: "coming" }]);
  const shown = await see(path);
  expect(shown).toContain("You told us on 8 May that you are coming.");
  expect(shown).not.toContain(QUESTION);
});

test("the question leads to the page that cancels, and reading changes nothing", async () => {
  const { id, path } = add();
  const html = await (await app.fetch(path)).text();
  expect(html.match(new RegExp(`href="${path}/cancel"`, "g"))).toHaveLength(1);
  for (const search of ["?intent=coming", "?coming="]) await app.fetch(path + search);
  expect(saidAt(id)).toBeNull();
  expect((await app.fetch(`${path}/cancel`)).status).toBe(200);
});

test("an answer before or after the question, an unknown intent and an unknown link change nothing", async () => {
  const { id, path } = add();
  const nothing = async (response: Promise<Response>) => {
    const answer = await response;
    const [toast = ""] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("toast="));
    expect(answer.status).toBe(303);
    expect(saidAt(id)).toBeNull();
    return visibleText(
      await (
        await app.fetch(locationOf(answer), { headers: { Cookie: toast.split(";", 1)[0] ?? "" } })
      ).text(),
    );
  };
  expect(await nothing(press(path, "going"))).toContain("Nothing was changed");
  expect(await nothing(press(`/registration/${"0".repeat(32)}`))).toContain("Registration Not Found");
  for (const at of ["2027-05-05T23:59:59+02:00", "2027-05-20T09:00:00+02:00"]) {
    setClock(at);
    expect(await nothing(press(path)), at).toContain("Nothing was changed");
  }
});

test("the sample asks no one, whatever the day", async () => {
  for (const at of ["2025-09-01T12:00:00+10:00", "2026-11-01T12:00:00+10:00"]) {
    setClock(at);
    await openOrganised(SETTINGS);
    const { id, path } = add({ registration_type: "pr_pass" });
    expect(await see(path)).not.toContain(QUESTION);
    await press(path);
    expect(saidAt(id)).toBeNull();
    expect(await textOf("/admin")).not.toContain("not said whether");
    expect(await pageOf(DESK)).not.toContain("Haven’t said they’re coming");
  }
});

test("the delegate list filters those who have not said, and offers it only while they are asked", async () => {
  add({ name: "Ada" });
  add({ name: "Ben", coming_at: 1 });
  add({ name: "Cy", status: "pending", registration_type: "press" });
  const query = "sort=name&only=silent";
  expect(await namesOn(query)).toEqual(["Ada", "Cy"]);
  expect(await namesOn(`${query}&type=press`)).toEqual(["Cy"]);
  const html = await pageOf(DESK);
  expect(html).toMatch(
    /Only<\/span><select name="only"[^>]*>.*?<option value="silent">Haven’t said they’re coming</,
  );
  expect(await pageOf(`${DESK}?${query}`)).toMatch(/<option value="silent" selected="">/);
  for (const at of ["2027-05-05T23:59:59+02:00", "2027-05-20T09:00:00+02:00"]) {
    setClock(at);
    await logInAgain();
    expect(await pageOf(DESK), at).not.toContain("Haven’t said they’re coming");
  }
});

test("the dashboard counts those who have not said, and leads to them", async () => {
  const people = [add(), add({ status: "pending" }), add(WAITS), add({ status: "cancelled" })];
  const todo = /<a[^>]*href="([^"]*)"[^>]*>([^<]*)not said whether they are coming</;
  const [, to, text] = todo.exec(await pageOf("/admin")) ?? [];
  expect([to, text]).toEqual([`${DESK}?only=silent`, "2 delegates have "]);
  await press(people[0]?.path ?? "");
  expect(await textOf("/admin")).toContain("1 delegate has not said whether they are coming");
  await press(people[1]?.path ?? "");
  expect(await textOf("/admin")).not.toContain("not said whether");
  app.sqlite.exec("update delegates set coming_at = null");
  for (const at of ["2027-05-05T23:59:59+02:00", "2027-05-20T09:00:00+02:00"]) {
    setClock(at);
    await logInAgain();
    expect(await textOf("/admin"), at).not.toContain("not said whether");
  }
});

test("a message from that list goes to those who have not said", async () => {
  const ada = add({ name: "Ada" });
  add({ name: "Ben", coming_at: 1 });
  add({ name: "Cleo", ...WAITS });
  const { action, fields } = pressed(await pageOf(`${DESK}?only=silent`), "Email 1");
  expect(action).toBe("/admin/messages?only=silent");
  const begun = await organiser.post(action, fields);
  expect(await textOf(locationOf(begun))).toContain("This person: Ada.");
  expect(db.values("select delegate_id from message_recipients")).toEqual([ada.id]);
});

test("the silent ones are cancelled together, which can be undone and leaves the others alone", async () => {
  const silent = ["Ada", "Ben", "Cy"].map((name) => add({ name }).id);
  add({ name: "Dee", coming_at: 1 });
  add({ name: "Eve", ...WAITS });
  const list = `${DESK}?only=silent`;
  const bulk = await pageOf(`${list}&bulk=`);
  expect(visibleText(bulk)).toContain("Change all 3");
  const { action, fields } = formWith(bulk, "New status");
  const answer = await organiser.post(action, { ...Object.fromEntries(fields), status: "cancelled" });
  const next = await (await organiser.follow(answer)).text();
  expect(visibleText(next)).toContain("3 delegates cancelled.");
  const cancelled = () => db.values("select id from delegates where status = 'cancelled' order by id");
  expect(cancelled()).toEqual(silent);
  expect(db.count("outbox where kind = 'cancelled'")).toBe(3);
  const undo = formWith(next, "Undo");
  await organiser.post(undo.action, { ...Object.fromEntries(undo.fields), intent: "undo" });
  expect(cancelled()).toEqual([]);
  expect(db.count("outbox where kind = 'cancelled'")).toBe(0);
  expect(await namesOn("only=silent&sort=name")).toEqual(["Ada", "Ben", "Cy"]);
});

test("a row of that list whose delegate is cancelled keeps its place, greyed, and the others do not", async () => {
  const ada = add({ name: "Ada" }).id;
  const ben = add({ name: "Ben" }).id;
  const before = await pageOf(`${DESK}?only=silent`);
  expect([boxOf(before, "Ada"), boxOf(before, "Ben")]).toEqual([`${ada}:confirmed`, `${ben}:confirmed`]);
  expect(before).not.toContain("data-out=");
  app.sqlite.prepare("update delegates set status = 'cancelled' where id = ?").run(ada);
  const rows = await pageOf(`${DESK}?only=silent&rows=${ada},${ben}`);
  const out = [...rows.matchAll(/<li id="delegate-(\d+)"[^>]*data-out=""/g)].map(([, id]) => Number(id));
  expect(out).toEqual([ada]);
});

test("organisers see when a delegate said so: in the row, on the person's page and in the history", async () => {
  const { id, path } = add({ name: "Ada" });
  const SAID = "Said they’re coming 8 May 2027, 12:00 PM";
  for (const screen of [DESK, `${DESK}/${id}`]) expect(await textOf(screen)).not.toContain("Said they’re");
  await press(path);
  for (const screen of [DESK, `${DESK}/${id}`]) expect(await textOf(screen)).toContain(SAID);
  expect(await textOf(`${DESK}/${id}`)).toMatch(/History .*Said that they are coming/);
  expect(await (await organiser.get(`${DESK}.csv`)).text()).not.toMatch(/coming/i);
});

test("the privacy page says that the answer is stored, and the sample’s does not, which asks no one", async () => {
  expect(await see("/privacy")).toContain(
    "the status of your registration, when you said that you are coming, and when you checked in.",
  );
  await openOrganised(SETTINGS);
  expect(await see("/privacy")).toContain("the status of your registration, and when you checked in.");
});

test("a transfer asks the next holder again", async () => {
  const { id, path } = add({ name: "Ada", favored_stream: null });
  await press(path);
  expect(saidAt(id)).not.toBeNull();
  const form = answersIn(await pageOf(`${DESK}/${id}?transfer=`), "Transfer Registration");
  const answer = await organiser.post(form.action, {
    ...form.fields,
    ...{ name: "Bo", email: "bo@example.com", jobTitle: "Reporter" },
  });
  expect(await textAfter(answer)).toContain("Bo is registered instead of Ada");
  const next = db.rows("select id, coming_at, link_token from delegates where name = 'Bo'")[0] as Changes;
  expect(next.coming_at).toBeNull();
  expect(await see(`/registration/${next.link_token}`)).toContain(QUESTION);
  expect(await namesOn("only=silent")).toEqual(["Bo"]);
});
