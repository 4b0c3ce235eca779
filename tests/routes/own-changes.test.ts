// What delegates change by their own link: they correct their answers, and pass their registration on.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { answersIn, pressed } from "../support/forms.ts";
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

const SETTINGS = { SMTP_URL: "smtp://127.0.0.1:9", UNDO_SECONDS: "30" };
const DESK = "/admin/delegates";

beforeEach(() => openOrganised(SETTINGS));
afterEach(() => vi.useRealTimers());

type Changes = Record<string, string | number | null>;
const ADA = { name: "Ada Byron", email: "ada@example.com", job_title: "Editor", phone: "0400 555 010" };
function add(changes: Changes = {}) {
  const row = { ...ADA, registration_type: "pr_pass", status: "confirmed", favored_stream: null, ...changes };
  const id = insertDelegate(app.sqlite, row);
  return { id, path: `/registration/${db.value("select link_token from delegates where id = ?", id)}` };
}
const PRESS = {
  registration_type: "media_pass",
  favored_stream: "media",
  outlet: "The Quill",
  work_url: "https://example.com/article",
};
const stored = (id: number) => db.rows("select * from delegates where id = ?", id)[0] as Changes;
const kinds = (id: number) => db.values("select kind from outbox where delegate_id = ? order by id", id);
const see = async (path: string) => visibleText(await (await app.fetch(path)).text());
const formOf = async (path: string, button: string) =>
  answersIn(await (await app.fetch(path)).text(), button).fields;
const editForm = (path: string) => formOf(`${path}/edit`, "Save my details");
const passOnForm = (path: string) => formOf(`${path}/pass-on`, "Pass it on");
const NEXT = { name: "Bo Li", email: "bo@example.com", emailAgain: " BO@example.com ", jobTitle: "Reporter" };
const edit = (path: string, fields: Record<string, string>) => app.fetch(`${path}/edit`, formPost(fields));
const passOn = (path: string, fields: Record<string, string>) =>
  app.fetch(`${path}/pass-on`, formPost(fields));
const textIn = async (response: Response) => visibleText(await response.text());
const next = () => db.rows("select * from delegates where name = 'Bo Li'") as Changes[];

test("the page leads to a form filled in with the answers; a new job title is stored, told by email and in the history as the delegate’s", async () => {
  const { id, path } = add({ company: "Tide & Co.", notes: "Vegetarian" });
  expect(await see(path)).toMatch(
    /Change my details Pass it on .*can see your details, change them and cancel\./,
  );
  const fields = await editForm(path);
  expect(fields).toMatchObject({
    name: "Ada Byron",
    phone: "0400 555 010",
    jobTitle: "Editor",
    company: "Tide & Co.",
  });
  expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(["email"]));
  expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(["registrationType"]));
  expect(await see(`${path}/edit`)).toContain("Delegate Type PR Pass Email Address ada@example.com");
  const answer = await edit(path, { ...fields, notes: "Vegetarian", jobTitle: "Head of news" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
  expect(await textAfter(answer)).toContain("Your details are saved.");
  expect(stored(id)).toMatchObject({ job_title: "Head of news", notes: "Vegetarian", status: "confirmed" });
  expect(kinds(id)).toEqual(["changed"]);
  expect(db.rows(`select actor, action from ${HISTORY} where subject_id = ?`, id)).toEqual([
    { actor: "delegate", action: "corrected" },
  ]);
  expect(await textOf(`${DESK}/${id}`)).toContain("Job Title: Editor → is now Head of news");
});

test("saving the form unchanged stores nothing and sends nothing", async () => {
  const { id, path } = add({ notes: "Vegetarian" });
  const before = stored(id);
  const answer = await edit(path, { ...(await editForm(path)), notes: "Vegetarian" });
  expect(await textAfter(answer)).toContain("Your details are saved.");
  expect([
    stored(id),
    kinds(id),
    db.count("changesets where action = 'corrected' and actor = 'delegate'"),
  ]).toEqual([before, [], 1]);
});

test("another email address, pass or status sent with the form is ignored, and the link stays", async () => {
  const { id, path } = add();
  const { link_token, reference } = stored(id);
  const other = { email: "eve@example.com", registrationType: "media_pass", status: "attended", outlet: "X" };
  expect((await edit(path, { ...(await editForm(path)), ...other, jobTitle: "Writer" })).status).toBe(303);
  expect(stored(id)).toMatchObject({
    ...{ email: ADA.email, registration_type: "pr_pass", status: "confirmed", outlet: null },
    ...{ job_title: "Writer", link_token, reference },
  });
});

test("a form with mistakes comes back with all that was typed", async () => {
  const { id, path } = add();
  const answer = await edit(path, { ...(await editForm(path)), name: "", jobTitle: "Writer" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(visibleText(html)).toContain("There is a problem Full Name: Required");
  expect(answersIn(html, "Save my details").fields).toMatchObject({ name: "", jobTitle: "Writer" });
  expect(stored(id).job_title).toBe("Editor");
});

test("of two tabs, the second gets 409 with both versions, and can then save", async () => {
  const { id, path } = add();
  const [one, two] = [await editForm(path), await editForm(path)];
  await edit(path, { ...one, jobTitle: "Head of news" });
  const refused = await edit(path, { ...two, phone: "0400 555 099" });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(visibleText(html)).toContain("This registration was saved elsewhere while you were editing.");
  expect(visibleText(html)).toMatch(/Saved version .*Job Title: Head of news/);
  const again = answersIn(html, "Save my details").fields;
  expect(again).toMatchObject({ jobTitle: "Editor", phone: "0400 555 099" });
  expect(stored(id)).toMatchObject({ job_title: "Head of news", phone: ADA.phone });
  expect((await edit(path, again)).status).toBe(303);
  expect(stored(id)).toMatchObject({ job_title: "Editor", phone: "0400 555 099" });
});

test("a correction by an organiser in between is such a conflict; a check-in is none, and stays", async () => {
  const { id, path } = add();
  const fields = await editForm(path);
  const atDesk = answersIn(await pageOf(`${DESK}/${id}?edit=`), "Save Registration");
  await organiser.post(`${DESK}/${id}?edit=`, { ...atDesk.fields, company: "The Desk" });
  const refused = await edit(path, { ...fields, jobTitle: "Writer" });
  expect([refused.status, await textIn(refused)]).toEqual([
    409,
    expect.stringContaining("Company: The Desk"),
  ]);
  const fresh = await editForm(path);
  await organiser.post(`${DESK}/door`, { intent: "check-in", id: String(id) });
  expect((await edit(path, { ...fresh, jobTitle: "Writer" })).status).toBe(303);
  expect(stored(id)).toMatchObject({ status: "attended", job_title: "Writer", company: "The Desk" });
});

test("20 posts of one form are one change and one letter, and get the same response", async () => {
  const { id, path } = add();
  const fields = { ...(await editForm(path)), jobTitle: "Writer" };
  const edits = await Promise.all(Array.from({ length: 20 }, () => edit(path, fields)));
  expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([303]));
  expect(kinds(id)).toEqual(["changed"]);
  expect(db.count("changesets where action = 'corrected'")).toBe(1);
  const given = { ...(await passOnForm(path)), ...NEXT };
  const answers = await Promise.all(Array.from({ length: 20 }, () => passOn(path, given)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(next()).toHaveLength(1);
  expect(kinds(id)).toEqual(["changed", "cancelled"]);
  expect(kinds(Number(next()[0]?.id))).toEqual(["confirmed"]);
});

test("an accredited journalist’s name, outlet and work are shown and ignored if sent; other answers can change", async () => {
  for (const status of ["confirmed", "attended"]) {
    const { id, path } = add({ ...PRESS, status });
    const fields = await editForm(path);
    expect(Object.keys(fields).sort()).toEqual(["formId", "jobTitle", "phone", "seen"]);
    expect(await see(`${path}/edit`)).toContain(
      "Media Outlet The Quill Link to Published Work https://example",
    );
    const sent = {
      name: "Eve",
      outlet: "Other",
      workUrl: "https://other.example.com",
      jobTitle: "Columnist",
    };
    expect((await edit(path, { ...fields, ...sent })).status).toBe(303);
    const { outlet, work_url } = PRESS;
    expect(stored(id)).toMatchObject({ name: ADA.name, outlet, work_url, job_title: "Columnist", status });
  }
  const pending = add({ ...PRESS, status: "pending" });
  await edit(pending.path, { ...(await editForm(pending.path)), outlet: "The Nib" });
  expect(stored(pending.id).outlet).toBe("The Nib");
});

const REFUSED: [string, Changes, string][] = [
  ["an accredited press pass", PRESS, "An accreditation is personal, so this pass can’t be passed on."],
  ["a speaker’s pass", { registration_type: "speaker" }, "A speaker’s pass can’t be passed on."],
  [
    "one who is checked in",
    { status: "attended" },
    "This registration is checked in, so it can’t be passed on.",
  ],
];
test.each(REFUSED)("passing on is 403 with a sentence and no button for %s", async (_, changes, sentence) => {
  const { id, path } = add(changes);
  expect(await see(path)).not.toContain("Pass it on");
  const answers = [await app.fetch(`${path}/pass-on`), await passOn(path, NEXT)];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(await textIn(answer)).toContain(`${sentence} If something needs to change, write to hello@byline`);
  }
  expect([stored(id).status, next()]).toEqual([changes.status ?? "confirmed", []]);
});

test("a cancelled or declined registration cannot be changed or passed on: 403, and no buttons", async () => {
  for (const status of ["cancelled", "declined"]) {
    const { id, path } = add({ status });
    expect(await see(path)).not.toMatch(/Change my details|Pass it on/);
    for (const [way, sent] of [
      ["edit", { ...NEXT, seen: "" }],
      ["pass-on", NEXT],
    ] as const)
      for (const answer of [
        await app.fetch(`${path}/${way}`),
        await app.fetch(`${path}/${way}`, formPost(sent)),
      ]) {
        expect(answer.status).toBe(403);
        expect(await textIn(answer)).toContain(`This registration is ${status}, so it can’t be`);
      }
    expect(stored(id)).toMatchObject({ status, name: ADA.name });
  }
});

test("passing on asks for the address twice, and two different ones are 422 at the second field", async () => {
  const { id, path } = add();
  const fields = await passOnForm(path);
  for (const emailAgain of ["ob@example.com", ""]) {
    const answer = await passOn(path, { ...fields, ...NEXT, emailAgain });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toMatch(/<a href="#emailAgain"[^>]*>Email Address, Again: The two addresses differ\./);
    expect(answersIn(html, "Pass it on").fields).toMatchObject({ ...NEXT, emailAgain });
  }
  expect([stored(id).status, next(), db.count("outbox")]).toEqual(["confirmed", [], 0]);
});

test("the next holder gets the status, the place and their own link; the first registration is cancelled and its link changes nothing more", async () => {
  const { id, path } = add({
    queued_at: 5,
    placed_at: 7,
    company: "Tide & Co.",
    notes: "Vegan",
    coming_at: 9,
  });
  const fields = await passOnForm(path);
  expect(fields).toMatchObject({ name: "", email: "", phone: "", jobTitle: "", company: "Tide & Co." });
  const stale = await editForm(path);
  const answer = await passOn(path, { ...fields, ...NEXT });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
  expect(await textAfter(answer)).toContain("Bo Li is registered instead of you.");
  const [bo = {}] = next();
  expect(bo).toMatchObject({
    ...{ status: "confirmed", email: "bo@example.com", registration_type: "pr_pass", company: "Tide & Co." },
    ...{ phone: null, notes: null, coming_at: null, queued_at: 5, placed_at: 7 },
  });
  expect(bo.link_token).not.toBe(stored(id).link_token);
  expect(stored(id)).toMatchObject({ status: "cancelled", name: ADA.name });
  expect(db.values("select distinct actor from changesets where action = 'transferred'")).toEqual([
    "delegate",
  ]);
  const late = await edit(path, { ...stale, jobTitle: "Writer" });
  expect(late.status).toBe(403);
  expect(await textIn(late)).toContain("This registration is cancelled, so it can’t be changed.");
  expect((await passOn(path, { ...fields, ...NEXT, name: "Cy" })).status).toBe(403);
  expect(stored(id).job_title).toBe("Editor");
  expect(db.count("delegates where name in ('Bo Li', 'Cy')")).toBe(1);
  expect(await see(`/registration/${bo.link_token}`)).not.toContain("Ada");
});

test("an organiser undoes it in time: the first holder has the registration again, and no one gets an email", async () => {
  const { id, path } = add();
  await passOn(path, { ...(await passOnForm(path)), ...NEXT });
  const html = await pageOf(`${DESK}/${id}`);
  const undo = pressed(html, "Undo");
  expect(visibleText(html)).toContain("Transfer");
  await organiser.post(`${DESK}/${id}`, undo.fields);
  expect([stored(id).status, next(), db.count("outbox")]).toEqual(["confirmed", [], 0]);
  expect((await edit(path, { ...(await editForm(path)), jobTitle: "Writer" })).status).toBe(303);
});

test("the holder of a waiting place corrects it and passes it on with its position", async () => {
  const { path } = add({ status: "pending", queued_at: 5 });
  await edit(path, { ...(await editForm(path)), jobTitle: "Writer" });
  await passOn(path, { ...(await passOnForm(path)), ...NEXT });
  expect(next()[0]).toMatchObject({ status: "pending", queued_at: 5, placed_at: null });
});

test("an address gets no more than five registration letters a day by registrations that are passed on to it", async () => {
  for (let count = 0; count < 7; count += 1) {
    const { path } = add({ status: "pending" });
    await passOn(path, { ...(await passOnForm(path)), ...NEXT });
  }
  const states = db.values("select state from outbox where kind = 'registered' order by id");
  expect(states).toEqual([...Array(5).fill("waiting"), "held", "held"]);
});

test("an unknown link is 404, changes nothing and is private", async () => {
  const unknown = `/registration/${"0".repeat(32)}`;
  for (const way of ["edit", "pass-on"])
    for (const init of [{}, formPost(NEXT)]) {
      const answer = await app.fetch(`${unknown}/${way}`, init);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
      expect(await textIn(answer)).toContain("We can’t find a registration at this link.");
    }
  const { path } = add();
  for (const way of ["edit", "pass-on"])
    expect((await app.fetch(`${path}/${way}`)).headers.get("Cache-Control")).toBe("no-store");
});

const setClock = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });
/** Clocks in Bergen go back on the day before this conference. */
const FJORD = {
  ...SMALL,
  startsAt: "2027-11-01T09:00",
  endsAt: "2027-11-01T17:00",
  passes: [{ id: "guest", name: "Guest" }],
};

test.each([
  [
    "at 18:00 on the day before",
    {},
    "2027-10-31T17:59:59+01:00",
    "2027-10-31T18:00:00+01:00",
    "31 October 2027 at 6:00 PM",
  ],
  [
    "at the file’s time",
    { changesUntil: "2027-11-01T08:00" },
    "2027-11-01T07:59:59+01:00",
    "2027-11-01T08:00:00+01:00",
    "1 November 2027 at 8:00 AM",
  ],
])(
  "changes end %s: then GET and POST are 403 and say until when and whom to write to, and the page has no buttons",
  async (_, registration, before, after, until) => {
    setClock(before);
    await openOrganised({ ...conferenceFile({ ...FJORD, registration }), ...SETTINGS });
    const { id, path } = add({ registration_type: "guest" });
    expect(await see(path)).toContain("Change my details Pass it on");
    const [changed, given] = [
      { ...(await editForm(path)), jobTitle: "Writer" },
      { ...(await passOnForm(path)), ...NEXT },
    ];
    setClock(after);
    await logInAgain();
    expect(await see(path)).not.toMatch(/Change my details|Pass it on|change them/);
    for (const [way, sent, done] of [
      ["edit", changed, "changed"],
      ["pass-on", given, "passed on"],
      ["edit", {}, "changed"],
    ] as const)
      for (const answer of [
        await app.fetch(`${path}/${way}`),
        await app.fetch(`${path}/${way}`, formPost(sent)),
      ]) {
        expect(answer.status).toBe(403);
        expect(await textIn(answer)).toContain(
          `Registrations could be ${done} here until ${until}. If something needs to change, write to hei@fjord.example`,
        );
      }
    expect([stored(id).job_title, next()]).toEqual(["Editor", []]);
  },
);
