import { expect, test, vi } from "vitest";
import { visibleText } from "../support/app.ts";
import { completeSearchTexts, insertDelegate, insertDelegates } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
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
} from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

const DOOR = "/admin/delegates/door";
organisedForEach();

type Row = Record<"reference" | "link_token" | "status", string> & {
  id: number;
  checked_in_at: number | null;
};

const add = (changes: Record<string, string | null> = {}): Row =>
  row(insertDelegate(app.sqlite, { status: "confirmed", ...changes }));
const row = (id: number) => db.rows("select * from delegates where id = ?", id)[0] as Row;
const history = () =>
  db.rows(`select actor, action, label, changes from ${HISTORY} where subject = 'delegate' order by id`) as {
    changes: string;
  }[];

const search = (query: string) => pageOf(`${DOOR}?q=${encodeURIComponent(query)}`);
const namesIn = (page: string) => [...page.matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name);
const namesBy = async (query: string) => namesIn(await search(query));
const checkIn = (id: number, fields: Record<string, string> = {}) =>
  organiser.post(DOOR, { intent: "check-in", id: String(id), ...fields });
const afterCheckIn = async (id: number, fields: Record<string, string> = {}) =>
  textAfter(await checkIn(id, fields));
const afterUndo = (id: number) => textAfterPost(DOOR, { intent: "undo-check-in", id: String(id) });

test("a name, a reference or a private link finds its delegate, and the screen does not show the link", async () => {
  const { link_token: token } = add({ reference: "AB12CD34EF" });
  add({ name: "Ben Ito" });
  for (const query of ["had noor", " ab12-cd34 ef ", `https://byline.example.com/registration/${token}`]) {
    const page = await search(query);
    expect(namesIn(page), query).toEqual(["Noor Haddad"]);
    expect(visibleText(page)).not.toContain(token);
  }
  expect(visibleText(await search("Nobody"))).toContain("No one found for “Nobody”");
  const unknown = `https://byline.example.com/registration/${"0".repeat(32)}`;
  expect(visibleText(await search(unknown))).toContain("No one found for this");
});

test("two letters of a name find it among five thousand", async () => {
  app.sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into delegates (name, email, job_title, registration_type, status)
    select 'Olin Ngata' || i, 'olin' || i || '@oslo.example.com', 'Editor', 'pr_pass', 'confirmed' from n`);
  for (const name of ["Eleni Ng", "Maeve O’Sullivan"]) add({ name });
  expect((await namesBy("ng"))[0]).toBe("Eleni Ng");
  for (const query of ["o'", "os"]) expect((await namesBy(query))[0]).toBe("Maeve O’Sullivan");
});

test("twenty results are shown, with a link to the others", async () => {
  for (let index = 0; index < 43; index += 1) add({ name: `Sam ${index}` });
  const page = (number: string) => pageOf(`${DOOR}?q=sam&page=${number}`);
  const texts = await Promise.all(["1", "2", "3", "99", "x"].map(page));
  expect(texts.map((text) => namesIn(text).length)).toEqual([20, 20, 3, 3, 20]);
  expect(new Set(texts.slice(0, 3).flatMap(namesIn)).size).toBe(43);
  expect(visibleText(texts[1] ?? "")).toContain("Showing 21 to 40 of 43 people");
  expect(texts[1]).toContain(`href="${DOOR}?q=sam&amp;page=1"`);
  expect(texts[1]).toContain(`href="${DOOR}?q=sam&amp;page=3"`);
  expect(texts[2]).not.toContain("page=4");
  expect(texts[0]).not.toContain("page=0");
});

test("the printed list has every expected delegate by family name, with notes for the door", async () => {
  const { reference } = add({ name: "Zoe Abel" });
  add({ name: "Ann Li-Marten", outlet: "The Ledger", registration_type: "media_pass", status: "pending" });
  add({ name: "Søren Li", status: "attended" });
  add({ name: "Bo Li" });
  add({ name: "Cher" });
  for (const status of ["declined", "cancelled"]) add({ name: `Nobody ${status}`, status });
  const page = await pageOf("/admin/delegates/door-list");
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => visibleText(row ?? "").trim());
  const ofZoe = `${reference.slice(0, 5)} ${reference.slice(5)}`;
  expect(rows.slice(1).map((row) => row.replace(/ \w{5} \w{5}$/, ""))).toEqual([
    "Abel, Zoe PR Pass",
    "Cher PR Pass",
    "Li, Bo PR Pass",
    "Li, Søren PR Pass, checked in",
    "Li-Marten, Ann , The Ledger Media Pass, pending",
  ]);
  expect(rows[1]).toContain(ofZoe);
  expect(visibleText(page)).toContain("5 people expected");
});

test("a long list has pages, and a page number that is too high shows the last", async () => {
  app.sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 620)
    insert into delegates (name, email, job_title, registration_type, status)
    select 'Olin N' || (1000 + i), 'olin' || i || '@example.com', 'Editor', 'pr_pass', 'confirmed' from n`);
  completeSearchTexts(app.sqlite);
  const namesOn = async (page: string) => {
    const text = await pageOf(`/admin/delegates/door-list?page=${page}`);
    return [...text.matchAll(/scope="row">(N\d+), Olin/g)].map(([, name]) => name);
  };
  const [first, second, last] = await Promise.all([namesOn("1"), namesOn("2"), namesOn("9")]);
  expect([first.length, second.length]).toEqual([500, 120]);
  expect([first[0], second[0], second[119]]).toEqual(["N1001", "N1501", "N1620"]);
  expect(last).toEqual(second);
});

test("arrivals are counted by pass, out of those expected: neither declined nor cancelled", async () => {
  add();
  add({ registration_type: "media_pass", status: "attended" });
  for (const status of ["pending", "declined", "cancelled"]) add({ registration_type: "media_pass", status });
  expect(visibleText(await search("x"))).toContain("1 of 3 checked in: PR Pass 0 of 1, Media Pass 1 of 2");
});

test("each result has name, type, outlet, reference, a status in words, and a button with their name", async () => {
  const { reference } = add({ registration_type: "media_pass", outlet: "The Ledger" });
  const text = visibleText(await search("noor"));
  const words = ["One person found", "Noor Haddad", "Media Pass", "Communications lead, The Ledger"];
  const spelled = `Reference ${reference.slice(0, 5)} ${reference.slice(5)}`;
  expect(missing(text, [...words, spelled, "Confirmed", "Check in Noor Haddad"])).toEqual([]);
});

test("a check-in sets status and time, is logged without a name, and sends no email", async () => {
  const { id, reference } = add();
  const response = await checkIn(id);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe(`${DOOR}?person=${id}&done=`);
  const text = await textAfter(response);
  expect(text).toContain("Noor Haddad is checked in");
  expect(text).toMatch(/Checked in at \d{1,2}:\d\d [AP]M/);
  expect(text).toContain("1 of 1 checked in");
  expect(row(id).status).toBe("attended");
  expect(Math.abs((row(id).checked_in_at ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(history()).toMatchObject([{ actor: ORGANISER, action: "check-in", label: reference }]);
  const changes = { status: ["confirmed", "attended"], checked_in_at: [null, row(id).checked_in_at] };
  expect(JSON.parse(history()[0]?.changes ?? "")).toMatchObject(changes);
  expect(JSON.stringify(history())).not.toMatch(/Noor|noor@/);
  expect(db.count("outbox")).toBe(0);
});

test("the response shows the same results again, with the field empty for the next name", async () => {
  const { id } = add();
  const list = `${DOOR}?q=had+noor&page=1&scan`;
  const answer = await organiser.post(list, { intent: "check-in", id: String(id) });
  expect(answer.headers.get("Location")).toBe(`${DOOR}?q=had+noor&page=1&done=`);
  const page = await (await organiser.follow(answer)).text();
  expect(namesIn(page)).toEqual(["Noor Haddad"]);
  expect(page).toMatch(/<input[^>]* name="q"[^>]* value=""/);
});

test("a second check-in shows the time of the first, and changes nothing", async () => {
  const { id } = add();
  await checkIn(id);
  vi.useFakeTimers({ now: new Date("2025-09-11T03:00:00Z"), toFake: ["Date"] });
  await logInAgain();
  app.sqlite.prepare("update delegates set checked_in_at = ?").run(Date.parse("2025-09-10T22:41:00Z"));
  const before = row(id);
  expect(await afterCheckIn(id)).toContain("Already checked in at 8:41 AM");
  expect(row(id)).toEqual(before);
  expect(history()).toHaveLength(1);
  vi.setSystemTime(new Date("2025-09-12T03:00:00Z"));
  await logInAgain();
  expect(await afterCheckIn(id)).toContain("Already checked in on 11 September at 8:41 AM");
});

test("of two simultaneous check-ins one succeeds and the other is told of it", async () => {
  const { id } = add();
  const answers = await Promise.all(Array.from({ length: 8 }, () => checkIn(id)));
  const texts = await Promise.all(answers.map(textAfter));
  expect(texts.filter((text) => text.includes("Noor Haddad is checked in"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("Already checked in at"))).toHaveLength(7);
  expect(history()).toHaveLength(1);
});

test.each([
  ["pending", "Still pending: no one has confirmed this registration."],
  ["declined", "Declined: this registration was turned down."],
  ["cancelled", "Cancelled: this registration was withdrawn."],
])("a delegate who is %s is checked in only by a decision", async (status, warning) => {
  const { id } = add({ status });
  const page = visibleText(await search("noor"));
  expect(page).toContain(warning);
  expect(page).toContain("Check in anyway Noor Haddad");

  const refused = await checkIn(id);
  expect(refused.headers.get("Location")).toBe(`${DOOR}?person=${id}`);
  const text = await textAfter(refused);
  const state = status === "pending" ? "is still pending" : `was ${status}`;
  const asked = `Noor Haddad’s registration ${state}. Check in anyway?`;
  expect(missing(text, [asked, "Check in anyway Noor Haddad"])).toEqual([]);
  expect(row(id).status).toBe(status);
  expect(history()).toEqual([]);

  expect(await afterCheckIn(id, { anyway: status })).toContain("Noor Haddad is checked in");
  expect(row(id).status).toBe("attended");
  await afterUndo(id);
  expect(row(id)).toMatchObject({ status, checked_in_at: null });
  expect(db.count("outbox")).toBe(0);
});

test("a decision covers the shown warning only: a delegate declined since causes another question", async () => {
  const { id } = add({ status: "pending" });
  app.sqlite.prepare("update delegates set status = 'declined'").run();
  expect(await afterCheckIn(id, { anyway: "pending" })).toContain("was declined");
  expect(row(id).status).toBe("declined");
});

test("undoing a check-in restores the earlier status and is logged", async () => {
  const { id } = add();
  await checkIn(id);
  const at = row(id).checked_in_at;
  expect(await afterUndo(id)).toContain("The check-in of Noor Haddad was undone.");
  expect(row(id)).toMatchObject({ status: "confirmed", checked_in_at: null });
  expect(history()).toMatchObject([{ action: "check-in" }, { action: "undo check-in", actor: ORGANISER }]);
  const changes = { status: ["attended", "confirmed"], checked_in_at: [at, null] };
  expect(JSON.parse(history()[1]?.changes ?? "")).toMatchObject(changes);
  expect(await afterUndo(id)).toContain("Noor Haddad was not checked in.");
  expect(history()).toHaveLength(2);
  expect(await afterCheckIn(id)).toContain("Noor Haddad is checked in");
});

test("a delegate marked as attended is already there, and an undo makes them confirmed", async () => {
  const { id } = add({ status: "attended" });
  expect(await afterCheckIn(id)).toContain("Already marked as attended");
  await afterUndo(id);
  expect(row(id).status).toBe("confirmed");
});

test("a deleted delegate and invalid forms cause a sentence", async () => {
  add();
  for (const id of [999, 0])
    for (const said of [await afterCheckIn(id), await afterUndo(id)])
      expect(said).toContain("This registration has since been deleted.");
  expect((await organiser.get(`${DOOR}?person=999`)).status).toBe(200);
  expect(await textAfterPost(DOOR, { intent: "check-out" })).toContain("This form is not recognised.");
});

test("the focus is in the field, or on a message that must be read", async () => {
  add();
  add({ name: "Ben Ito", email: "ben@example.com", status: "declined" });
  const focused = (page: string) =>
    [...page.matchAll(/<(\w+)[^>]*\sautofocus=""[^>]*>/gi)].map(([, tag]) => tag);
  expect(focused(await pageOf(DOOR))).toEqual(["input"]);
  expect(focused(await search("noor"))).toEqual(["h2"]);
  expect(focused(await search("ben"))).toEqual(["h2"]);
  expect(focused(await search("n"))).toEqual(["h2"]);
  expect(focused(await search("nobody"))).toEqual(["input"]);
  const { id } = add({ name: "Cleo Park" });
  expect(focused(await (await organiser.follow(await checkIn(id))).text())).toEqual(["input"]);
});

test("badges are for confirmed or attended delegates, by family name, or for one of them", async () => {
  add({ name: "Zoe Amari", registration_type: "media_pass", outlet: "The Ledger" });
  add({ name: "ana ito", status: "attended" });
  const { id } = add({ name: "Paul Pending", status: "pending" });
  add({ name: "Dee Clined", status: "declined" });
  const badges = (more = "") => pageOf(`/admin/delegates/badges${more}`);
  const names = (page: string) =>
    [...page.matchAll(/name-badge-name"[^>]*>(.*?)<\/p>/g)].map(([, name = ""]) => visibleText(name).trim());
  const page = await badges();
  expect(names(page)).toEqual(["Zoe Amari", "ana ito"]);
  const person = ["Communications lead", "The Ledger", "Media Pass", "PR Pass"];
  const left = "Only delegates who are confirmed or checked in get a badge.";
  const parts = ["2 badges", "Print this page", ...person, left];
  expect(missing(visibleText(page), parts)).toEqual([]);
  expect(page).toContain("<span>Amari</span>");
  expect(page.match(/name-badge-event">Byline 2025</g)).toHaveLength(2);
  expect(page.match(/class="name-badge-code"/g)).toHaveLength(2);
  expect(names(await badges(`?id=${id}`))).toEqual(["Paul Pending"]);
  expect(visibleText(await badges("?id=999"))).toContain("There are no badges to print yet");
});

test("badges and the door list are of the filtered list, and badges also come one a page", async () => {
  add({ name: "Zoe Amari", registration_type: "media_pass" });
  add({ name: "Ana Ito" });
  add({ name: "Ben Ode" });
  const filter = "?type=pr_pass&amp;status=confirmed";
  const desk = await pageOf("/admin/delegates?type=pr_pass&status=confirmed");
  expect(desk).toContain(`href="/admin/delegates/badges${filter}">Badges for these 2<`);
  expect(desk).toContain(`href="/admin/delegates/door-list${filter}">Door list for these 2<`);
  const all = await pageOf("/admin/delegates");
  expect(visibleText(all)).toContain(" Badges Badges: PR Pass Badges: Media Pass Door list ");
  expect(all).toContain('href="/admin/delegates/badges?type=pr_pass">Badges: PR Pass<');

  const badges = await pageOf("/admin/delegates/badges?type=pr_pass&status=confirmed");
  expect(visibleText(badges)).toContain("2 badges of the filtered list");
  expect(visibleText(badges)).not.toContain("Amari");
  expect(badges).toContain(`href="/admin/delegates/badges${filter}&amp;labels="`);
  expect(badges.match(/class="badge-sheet"/g)).toHaveLength(1);
  const labels = await pageOf("/admin/delegates/badges?type=pr_pass&status=confirmed&labels=");
  expect(labels.match(/class="badge-sheet" data-labels="true"/g)).toHaveLength(2);
  expect(visibleText(labels)).toContain("Ten badges a sheet");
  const list = visibleText(await pageOf("/admin/delegates/door-list?type=pr_pass&status=confirmed"));
  expect(list).toContain("2 people expected, of the filtered list");
  expect(list).not.toContain("Amari");
});

test("badges come 2,000 at a time, with links to the others", async () => {
  insertDelegates(app.sqlite, 2_003);
  app.sqlite.exec("update delegates set status = 'confirmed'");
  const first = await pageOf("/admin/delegates/badges");
  expect(visibleText(first)).toContain("1 to 2,000 of 2,003");
  expect(first).toContain('href="/admin/delegates/badges?page=2"');
  const second = await pageOf("/admin/delegates/badges?page=2");
  expect(visibleText(second)).toContain("2,001 to 2,003 of 2,003");
  expect(second.match(/class="name-badge"/g)).toHaveLength(3);
});
