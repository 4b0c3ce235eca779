import * as spreadsheet from "@e965/xlsx";
import { beforeEach, expect, test } from "vitest";
import { formatReference } from "#app/vocabulary/registration.ts";
import { formPost, jsonPost, logged, visibleText } from "../support/app.ts";
import { tracesIn } from "../support/database.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, missing, openOrganised, organiser, pageOf, textAfter } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

beforeEach(() => openOrganised());

const SCREEN = "/admin/delegates";
const deskOf = (query = "") => pageOf(`${SCREEN}${query}`);
const textOf = async (query = "") => visibleText(await deskOf(query));
const add = (changes: Record<string, string | number | null> = {}) => insertDelegate(app.sqlite, changes);
const addMany = (count: number) => insertDelegates(app.sqlite, count);
const registerByForm = (changes: Record<string, string> = {}) =>
  app.fetch("/register", formPost(registration(changes)));

const namesOn = async (query = "") =>
  [...(await deskOf(query)).matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, name]) => name);

const delegate = (id: number) =>
  db.rows("select * from delegates where id = ?", id)[0] as Record<string, unknown> | undefined;
const mails = (kind: string) => db.values("select delegate_id from outbox where kind = ? order by id", kind);

/** A delegate's id and status, as the desk's forms send them. */
const shown = (id: number) => `${id}:${delegate(id)?.status}`;

/** Opens the form that changes all who match. Returns its fields with this status. */
const openBulk = async (query: string, status: string) => {
  const { fields } = formWith(await deskOf(`${query || "?"}&bulk=`), "New status");
  return { ...Object.fromEntries(fields), status };
};

/** Posts a form to the desk or a URL below it. Returns the redirect and the next page's text. */
async function submit(fields: Record<string, string>, below = "") {
  const response = await organiser.post(`${SCREEN}${below}`, fields);
  expect(response.status).toBe(303);
  return { location: response.headers.get("Location"), text: await textAfter(response) };
}

test("a new registration is found at once, by form and by JSON", async () => {
  await registerByForm({ name: "Ana Formosa" });
  await app.fetch("/api/registrations", jsonPost(registration({ name: "Ana Jason" })));
  expect(await namesOn("?q=ana&sort=name")).toEqual(["Ana Formosa", "Ana Jason"]);
});

test("type, track and status filter the list, and it can be sorted", async () => {
  add({ name: "Bea", favored_stream: "b2b", created_at: 3 });
  add({ name: "Cy", registration_type: "media_pass", favored_stream: "media", created_at: 1 });
  add({ name: "Édith", status: "confirmed", created_at: 2 });
  for (const [query, names] of [
    ["", ["Bea", "Édith", "Cy"]],
    ["?sort=oldest", ["Cy", "Édith", "Bea"]],
    ["?sort=name", ["Bea", "Cy", "Édith"]],
    ["?type=media_pass", ["Cy"]],
    ["?track=b2b", ["Bea"]],
    ["?track=none", ["Édith"]],
    ["?status=pending", ["Bea", "Cy"]],
    ["?status=pending&type=pr_pass&q=b", ["Bea"]],
  ] as const) {
    expect(await namesOn(query), query).toEqual(names);
  }
});

test("unknown parameters are ignored", async () => {
  addMany(3);
  const query = "?type=vip&track=x&status=lost&sort=sideways&page=-1&q=";
  const others = ["?page=99999999", "?page=4", "?q=%00", "?delete=x", `?q=${"x".repeat(3_000)}%25`];
  for (const odd of [query, ...others])
    expect((await organiser.get(`${SCREEN}${odd}`)).status, odd).toBe(200);
  expect(await namesOn(query)).toEqual(["Delegate 3", "Delegate 2", "Delegate 1"]);
});

test("the desk shows how many emails wait", async () => {
  await openOrganised({ SMTP_URL: "smtp://127.0.0.1:9" });
  addMany(120);
  expect(await textOf("")).toContain(" of 120 · 0 emails waiting");
  app.sqlite.exec("insert into outbox (delegate_id, kind) select id, 'confirmed' from delegates");
  // Emails that are due later, as after an import, also count as waiting.
  app.sqlite.exec("update outbox set next_attempt_at = next_attempt_at + 3600000 where id > 90");
  // Held emails are not counted.
  app.sqlite.exec("update outbox set state = 'held' where id > 110");
  expect(await textOf("?q=1")).toMatch(/Showing 1–50 of \d+ · 110 emails waiting/);
});

test("a page has fifty delegates and a link to the others", async () => {
  addMany(120);
  const text = await textOf("?page=2");
  expect(text).toContain("120 total registrations");
  expect(text).toContain("Showing 51–100 of 120 ·");
  expect((await namesOn("?page=2")).at(0)).toBe("Delegate 70");
  const pagerOf = async (query: string) =>
    [...(await deskOf(query)).matchAll(/<(a|span)[^>]*>(Previous|Next) page</g)].map(
      ([, tag, which]) => `${tag} ${which}`,
    );
  expect(await pagerOf("")).toEqual(["span Previous", "a Next"]);
  expect(await pagerOf("?page=2")).toEqual(["a Previous", "a Next"]);
  expect(await pagerOf("?page=3")).toEqual(["a Previous", "span Next"]);
  expect(await namesOn("?page=3")).toHaveLength(20);
  expect(await namesOn("?page=9")).toHaveLength(20);
  const found = ["120 total registrations", "Showing 1–40 of 40"];
  expect(missing(await textOf("?q=reporter&sort=oldest"), found)).toEqual([]);
  const next = 'href="/admin/delegates?q=delegate&amp;sort=oldest&amp;page=2"';
  expect(await deskOf("?q=delegate&sort=oldest")).toContain(next);
});

test("a full last page has no next page", async () => {
  addMany(100);
  expect(await namesOn("?page=2")).toHaveLength(50);
  expect(await deskOf("?page=2")).not.toContain("page=3");
  expect(await namesOn("?page=3")).toEqual(await namesOn("?page=2"));
  expect(await textOf("?page=3")).toContain("Showing 51–100 of 100 ·");
});

test("without matches the screen says so, and offers a search among all", async () => {
  add({ name: "Ines Ferrer", registration_type: "pr_pass" });
  const text = await textOf("?q=nobody");
  const parts = ["1 total registration", "No delegates match this search. Show all delegates"];
  expect(missing(text, parts)).toEqual([]);
  expect(text).not.toContain("No delegates registered yet");
  const html = await deskOf("?q=ferrer&type=media_pass&status=pending&sort=name");
  const words = "No delegates match this search. Search all delegates for “ferrer” Show all delegates";
  expect(visibleText(html)).toContain(words);
  const [, address] = /href="([^"]+)"[^>]*>Search all delegates/.exec(html) ?? [];
  expect(address).toBe("/admin/delegates?q=ferrer&amp;sort=name");
  expect(await namesOn("?q=ferrer&sort=name")).toEqual(["Ines Ferrer"]);
});

test("confirming a delegate promises an email, is logged, and returns to the same list", async () => {
  const id = add();
  const query = "?status=pending&sort=name";
  const { location, text } = await submit({ id: shown(id), status: "confirmed" }, query);
  expect(location).toBe(`${SCREEN}${query}`);
  expect(text).toContain("Success Noor Haddad confirmed.");
  expect(delegate(id)).toMatchObject({ status: "confirmed" });
  expect(mails("confirmed")).toEqual([id]);
  const log = `select actor, subject_id, action, changes from ${HISTORY} where subject = 'delegate'`;
  const changes = '{"status":["pending","confirmed"]}';
  expect(db.rows(log)).toEqual([{ actor: ORGANISER, subject_id: id, action: "status", changes }]);
});

test("each status has its words, and only relevant changes are emailed", async () => {
  const id = add();
  for (const [status, words] of [
    ["confirmed", "Noor Haddad confirmed."],
    ["attended", "Noor Haddad marked as attended."],
    ["cancelled", "Noor Haddad cancelled."],
    ["declined", "Noor Haddad declined."],
    ["pending", "Noor Haddad set back to pending."],
    ["pending", "Nothing changed: Noor Haddad is already pending."],
    ["vip", "Choose a status first."],
  ] as const) {
    expect((await submit({ id: shown(id), status })).text).toContain(words);
    app.sqlite.exec("update outbox set state = 'sent'");
  }
  const kinds = db.values("select kind from outbox order by id");
  expect(kinds).toEqual(["confirmed", "cancelled", "declined"]);
});

test("a decision reversed before its email leaves no email on the card, and an entry in the history", async () => {
  const id = add();
  expect((await submit({ id: shown(id), status: "confirmed" })).text).toContain("Emails Waiting Confirmed");
  expect((await submit({ id: shown(id), status: "pending" })).text).not.toContain("Waiting Confirmed");
  expect(await textOf(`/${id}`)).toContain("Email: confirmed → is now taken back");
});

test("attended on the desk is checked in at the door, with the time, until it is undone", async () => {
  const [one, other] = [add({ status: "confirmed" }), add()];
  const start = Date.now();
  await submit({ id: shown(one), status: "attended" });
  await submit({ intent: "bulk", id: shown(other), status: "attended" });
  for (const id of [one, other]) {
    expect(delegate(id)?.status).toBe("attended");
    expect(Number(delegate(id)?.checked_in_at)).toBeGreaterThanOrEqual(start);
  }
  expect(await textOf(`/door?q=${delegate(one)?.reference}`)).toMatch(/Checked in at \d+:\d\d [AP]M/);

  // A delegate who was confirmed earlier gets no email when the desk undoes the check-in.
  await submit({ id: shown(one), status: "confirmed" });
  expect(delegate(one)).toMatchObject({ status: "confirmed", checked_in_at: null });
  expect(mails("confirmed")).toEqual([]);
  // A delegate who was checked in while pending gets the confirmation email.
  await submit({ id: shown(other), status: "confirmed" });
  expect(delegate(other)).toMatchObject({ status: "confirmed", checked_in_at: null });
  expect(mails("confirmed")).toEqual([other]);

  // Undoing a check-in at the door restores the earlier status.
  await submit({ id: shown(one), status: "attended" });
  await organiser.post(`${SCREEN}/door`, { intent: "undo-check-in", id: String(one) });
  expect(delegate(one)).toMatchObject({ status: "confirmed", checked_in_at: null });
});

test("each email is shown with the delegate, with its reason, and 'Send now' sends it", async () => {
  const id = add();
  const insert = app.sqlite.prepare(
    "insert into outbox (delegate_id, kind, state, problem, sent_at) values (?, ?, ?, ?, ?)",
  );
  insert.run(id, "registered", "sent", null, Date.UTC(2099, 7, 20, 23, 14));
  insert.run(id, "changed", "failed", "The mail server refused this address: 550 <No> such user", null);
  const emails =
    "Emails Sent Registration received 21 Aug 2099, 9:14 AM Send now : Registration received to Noor Haddad " +
    "Not delivered Registration changed The mail server refused this address: 550 &lt;No&gt; such user " +
    "Send now : Registration changed to Noor Haddad";
  expect(missing(await textOf(), ["Email is not set up", emails])).toEqual([]);
  const sent = await submit({ mail: "2", delegate: String(id) }, "?q=noor");
  expect(sent.location).toBe(`${SCREEN}?q=noor`);
  expect(sent.text).toContain("The email is on its way.");
  expect(sent.text).toContain("Waiting Registration changed");
  expect(mails("changed")).toEqual([id]);
  expect((await submit({ mail: "2" })).text).toContain("The email was not sent: it is already on its way");
  // A delivered letter is sent again as a new email.
  await submit({ mail: "1" });
  expect(db.values("select kind || ' ' || state from outbox")).toEqual([
    "registered sent",
    "changed waiting",
    "registered waiting",
  ]);
});

test("the page of a delegate shows their emails, and a button beside them returns to it", async () => {
  const [id, other] = [add(), add()];
  const person = `/${id}?q=noor`;
  expect(await textOf(person)).not.toContain("Emails");
  const insert = app.sqlite.prepare("insert into outbox (delegate_id, kind, state) values (?, ?, ?)");
  insert.run(id, "registered", "held");
  insert.run(other, "cancelled", "failed");
  const shown = await textOf(person);
  expect(shown).toContain(
    "Emails Held Registration received Not sent: five emails to this address today. Send now",
  );
  expect(shown).not.toContain("Cancelled");
  const answer = await submit({ mail: "1", delegate: String(id) }, person);
  expect(answer.location).toBe(`${SCREEN}${person}`);
  expect(answer.text).toContain("The email is on its way.");
  expect(db.values("select state from outbox order by id")).toEqual(["waiting", "failed"]);
});

test("the ticked ones are changed, or all that match", async () => {
  addMany(120);
  const bulk = { intent: "bulk", status: "confirmed" };
  expect((await submit(bulk)).text).toContain("Error Select at least one delegate first.");
  const several = new URLSearchParams({ ...bulk, formId: crypto.randomUUID() });
  for (const id of ["1:pending", "2:pending", "3:pending", "2:pending", "x", "999:pending"])
    several.append("id", id);
  const answer = await app.fetch(SCREEN, {
    ...formPost({}, { Cookie: organiser.cookie }),
    body: several.toString(),
  });
  expect(await textAfter(answer)).toContain("3 delegates confirmed.");
  expect(db.count("delegates where status = 'confirmed'")).toBe(3);
  // One of the 40 reporters, number 3, is already confirmed.
  const all = await openBulk("?q=reporter", "confirmed");
  expect((await submit(all, "?q=reporter")).text).toContain("39 delegates confirmed.");
  expect(mails("confirmed")).toHaveLength(42);
});

test("all that match are not changed after one of them has changed, but counted again", async () => {
  addMany(60);
  const all = await openBulk("?status=pending", "declined");
  app.sqlite.exec("update delegates set status = 'cancelled' where id = 7");
  const refused = await organiser.post(`${SCREEN}?status=pending&bulk=`, all);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  const words =
    "These delegates have changed since they were counted. Nothing was changed. The new count is below.";
  expect(missing(visibleText(html), [words, "Change all 59"])).toEqual([]);
  expect(html).toContain('value="declined" selected');
  expect(db.count("delegates where status = 'declined'")).toBe(0);
  const again = { ...Object.fromEntries(formWith(html, "New status").fields), status: "declined" };
  expect((await submit(again, "?status=pending")).text).toContain("59 delegates declined.");
});

test("thousands are changed at once, and more than ten thousand are refused with advice", async () => {
  addMany(10_001);
  const refused = await organiser.post(`${SCREEN}?bulk=`, await openBulk("", "confirmed"));
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(visibleText(html)).toContain(
    "More than 10,000 delegates match. Nothing was changed: narrow the list with the filters first.",
  );
  expect(html).toContain('value="confirmed" selected');
  expect(mails("confirmed")).toHaveLength(0);
  app.sqlite.exec("delete from delegates where id = 10001");
  expect((await submit(await openBulk("", "confirmed"))).text).toContain("10,000 delegates confirmed.");
  expect(mails("confirmed")).toHaveLength(10_000);
});

test("pending journalists are counted, shown with their work, accredited and declined", async () => {
  const work = { outlet: "The Quill", work_url: "https://www.quill.example.com/a?b=1" };
  const waiting = add({ name: "Wanda Waits", registration_type: "media_pass", ...work });
  add({ name: "Adam Accredited", registration_type: "media_pass", status: "confirmed" });
  add({ name: "Petra Public" });
  const all = await deskOf();
  expect(visibleText(all)).toContain("To decide 1 Accredited 1 To confirm 1 All 3");
  expect(all).toContain('href="/admin/delegates?type=media_pass&amp;status=pending"');
  const press = await deskOf("?type=media_pass&status=pending");
  expect(visibleText(press)).toContain("Media Outlet The Quill Published Work quill.example.com");
  expect(press).toMatch(
    /<a[^>]*href="https:\/\/www\.quill\.example\.com\/a\?b=1" target="_blank" rel="noopener noreferrer nofollow">/,
  );
  expect(all.match(/>Accredit</g)).toHaveLength(1);
  expect(press).toContain(`value="confirmed:${waiting}:pending"`);
  expect(visibleText(press)).toContain("Note to Wanda Waits (optional) Decline Wanda Waits with this note");
  await submit({ id: shown(waiting), status: "declined" });
  expect(mails("declined")).toEqual([waiting]);
  expect(await textOf()).toContain("To decide 0 Accredited 1 To confirm 1 All 3");
});

test("a Media Pass has an outlet and a link to published work; a PR Pass has neither", async () => {
  const work = { outlet: "The Quill", workUrl: "https://quill.example.com/a" };
  const pass = { registrationType: "media_pass" };
  for (const answers of [{ ...work, ...pass }, work, pass]) await registerByForm(answers);
  const none = { outlet: null, workUrl: null };
  const stored = db.rows("select outlet, work_url workUrl from delegates order by id");
  expect(stored).toEqual([work, none, none]);
  const refused = await registerByForm({ ...pass, workUrl: "javascript:alert(1)" });
  expect(refused.status).toBe(422);
  const problem = "Link to Published Work: Enter a URL, like https://example.com/article";
  expect(visibleText(await refused.text())).toContain(problem);
});

test("possible duplicates are marked: the same email in any case, the same name in any spelling", async () => {
  add({ name: "Noor Haddad", email: "noor@example.com" });
  add({ name: "Office", email: "NOOR@example.com" });
  add({ name: "ZOË  Lee", email: "zoe@example.com" });
  add({ name: "Zoe Lee", email: "lee@example.com" });
  add({ name: "Zoe Leeson", email: "leeson@example.com" });
  const page = await deskOf("?sort=oldest");
  expect(page.match(/Possible duplicate/g)).toHaveLength(4);
  const links = [...page.matchAll(/Possible duplicate.*?href="([^"]*)"/g)].map(([, href]) => href ?? "");
  expect(links).toEqual([
    "/admin/delegates?q=noor%40example.com",
    "/admin/delegates?q=NOOR%40example.com",
    "/admin/delegates?q=ZO%C3%8B++Lee",
    "/admin/delegates?q=Zoe+Lee",
  ]);
  expect(await namesOn(links[0]?.slice(SCREEN.length))).toEqual(["Office", "Noor Haddad"]);
  expect(await namesOn("?q=leeson")).toEqual(["Zoe Leeson"]);
  expect(await textOf("?q=leeson")).not.toContain("Possible duplicate");
});

/** Rows of the CSV as a spreadsheet program reads them, guessing numbers and dates. */
const cellsOf = async (query = "") => {
  const csv = await (await organiser.get(`${SCREEN}.csv${query}`)).arrayBuffer();
  const { Sheets, SheetNames } = spreadsheet.read(new Uint8Array(csv), { type: "array", UTC: true });
  return spreadsheet.utils.sheet_to_json<(string | number | Date)[]>(Sheets[SheetNames[0] ?? ""] ?? {}, {
    header: 1,
    defval: "",
    rawNumbers: true,
  });
};

test("in the CSV a note of two lines is one cell, and a reference that begins with a letter is unchanged", async () => {
  add({ name: "Lena Line", notes: "Wheelchair user\nVegetarian", reference: "A325235789" });
  add({ name: "Nora Number", notes: "9:30 am", reference: "12345678E9" });
  expect(await deskOf(".csv?sort=name")).toContain('"Wheelchair user\nVegetarian"');
  const [headings, lena, nora] = await cellsOf("?sort=name");
  expect(lena?.at(0)).toBe("A325235789");
  expect(lena).toHaveLength(headings?.length ?? 0);
  expect(nora?.at(0)).toBe("'12345678E9");
  expect(nora).toContain("'9:30 am");
});

test("a spreadsheet opens the CSV with all matching rows, not one page, and no formula in it", async () => {
  expect(await cellsOf()).toHaveLength(1);
  addMany(1_200);
  add({
    name: '=HYPERLINK("https://x.example.com","Reporter")',
    email: "+x@example.com",
    phone: "+61 400 555 010",
    notes: 'Two lines\nwith "quotes", commas, ümlauts',
    registration_type: "media_pass",
    created_at: Date.UTC(2025, 7, 1, 23, 5),
    reference: "AB12CD34EF",
  });
  const query = "?q=reporter&sort=newest&page=2";
  const response = await organiser.get(`${SCREEN}.csv${query}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "cache-control": "no-store",
    "content-disposition": expect.stringMatching(/^attachment; filename="delegates-\d{4}-\d\d-\d\d\.csv"$/),
  });
  expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [headings = [], ...rows] = await cellsOf(query);
  expect(rows).toHaveLength(401);
  // Spreadsheets store dates as days since 30 December 1899.
  const registered = Date.parse("2025-08-02T09:05:00Z") / 86_400_000 + 25_569;
  expect(Object.fromEntries(headings.map((heading, at) => [heading, rows[0]?.[at]]))).toMatchObject({
    Reference: "AB12CD34EF",
    "Delegate Type": "Media Pass",
    Status: "pending",
    "Full Name": `'=HYPERLINK("https://x.example.com","Reporter")`,
    "Email Address": "'+x@example.com",
    "Phone Number": "'+61 400 555 010",
    "Job Title": "Communications lead",
    Company: "",
    "Preferred Track": "Not specified",
    "Media Outlet": "",
    "Link to Published Work": "",
    "Additional Information": 'Two lines\nwith "quotes", commas, ümlauts',
    Registered: expect.closeTo(registered),
    "Checked In": "",
  });
  const names = "select name from delegates where job_title = 'Reporter' order by created_at desc";
  expect(rows.slice(1).map((row) => row[3])).toEqual(db.values(names));
});

test("numbers, dates and formulas that a spreadsheet would guess stay text", async () => {
  const odd = [
    "0400555010|0400 555 010|(02) 5550 0925|+61 400 555 010|-1|1,5|1.5e3|(5)|0x1A|TRUE|false|True|#N/A",
    "12345678E9|1234567890|12E4567890|0000000000|50%|$5|٤/٥|'0400|=1+1|@x|-",
    "1/2|1-2|2025-01-01|9:00|9 AM|12:30:00 pm|May 4|4 March|5th May 2025|Aug-5",
  ].flatMap((row) => row.split("|"));
  const plain = ["Noor Haddad", "May Lee", "Channel 9", "AB12CD34EF", "3AW Radio", "e"];
  const texts = [...odd, ...plain];
  for (const text of texts)
    add({ reference: text, name: text, phone: text, job_title: text, notes: text, outlet: text });
  const [headings = [], ...rows] = await cellsOf("?sort=oldest");
  const free = "Reference,Full Name,Phone Number,Job Title,Media Outlet,Additional Information";
  for (const heading of free.split(",")) {
    const column = headings.indexOf(heading);
    const read = new Map(texts.map((text, index) => [text, rows[index]?.[column]]));
    for (const text of odd) expect(read.get(text), heading).toBe(`'${text}`);
    for (const text of plain) expect(read.get(text), heading).toBe(text);
  }
});

test("personal data is exported as JSON: the registration, the emails, the changes", async () => {
  await registerByForm();
  await submit({ id: shown(1), status: "confirmed" });
  const response = await organiser.get(`${SCREEN}/1/personal-data.json`);
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const personal = await response.json();
  expect(response.headers.get("Content-Disposition")).toBe(
    `attachment; filename="delegate-${personal.registration.reference}.json"`,
  );
  expect(personal).toMatchObject({
    registration: { name: "Noor Haddad", notes: "Vegetarian", status: "confirmed" },
    mails: [{ kind: "registered" }, { kind: "confirmed" }],
    earlierStatuses: ["pending"],
    changes: [{ by: "organiser", action: "status", changes: { status: ["pending", "confirmed"] } }],
  });
  expect(JSON.stringify(personal)).not.toContain(ORGANISER);
  const stored = Object.keys(delegate(1) ?? {}).length;
  // The export has all columns except two, which repeat others.
  expect(Object.keys(personal.registration)).toHaveLength(stored - 2);
});

test("personal data is deleted after a question, from every table and from the bytes of the database", async () => {
  // Adds enough rows to make SQLite split pages, because that may leave copies of data.
  addMany(150);
  await registerByForm({ name: "Erika Erased", email: "erika.erased@example.com", notes: "Secret" });
  addMany(150);
  const id = 151;
  const { reference } = delegate(id) as { reference: string };
  await submit({ id: shown(id), status: "confirmed" });
  expect(tracesIn(app.dataDir, "erika.erased")).not.toEqual([]);
  const question = visibleText(await deskOf(`/${id}?q=erika&delete`));
  expect(question).toContain(
    "Are you sure you want to delete everything stored about Erika Erased (erika.erased@example.com)? " +
      `This deletes registration ${formatReference(reference)} and the 2 emails about it. This cannot be undone.`,
  );
  const { location, text } = await submit({ intent: "delete" }, `/${id}?q=erika&delete`);
  expect(location).toBe(`${SCREEN}?q=erika`);
  const done = `Personal data of registration ${formatReference(reference)} deleted.`;
  expect(missing(text, [done, "No delegates match this search."])).toEqual([]);
  expect(delegate(id)).toBeUndefined();
  expect(db.count(`outbox where delegate_id = ${id}`)).toBe(0);
  const log = `select action, label, changes from ${HISTORY} where subject_id = ${id} order by id`;
  expect(db.rows(log)).toEqual([
    { action: "status", label: reference, changes: '{"status":["pending","confirmed"]}' },
    { action: "personal data deleted", label: reference, changes: null },
  ]);
  for (const trace of ["erika.erased", "Erika Erased"])
    expect(tracesIn(app.dataDir, trace), trace).toEqual([]);
  expect(logged.join("")).not.toMatch(/erika/i);
  expect(app.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("a deletion during another process's read says that traces remain", async () => {
  const id = add();
  app.sqlite.exec("begin; select * from delegates");
  app.sqlite.prepare("select count(*) from delegates").get();
  const { text } = await submit({ intent: "delete" }, `/${id}?delete`);
  app.sqlite.exec("commit");
  expect(text).toContain(
    "Another program may be reading the database, so traces remain in its files for now. The site will remove the traces as soon as it can.",
  );
  expect(delegate(id)).toBeUndefined();
});

test("a delegate's own page has all their data, their history and a link to the desk", async () => {
  await registerByForm({ phone: "0400 555 010" });
  for (let round = 0; round < 4; round += 1) {
    await submit({ id: shown(1), status: "confirmed" });
    await submit({ id: shown(1), status: "declined" });
  }
  const card = await deskOf("?q=noor&status=declined");
  expect(card).toContain('href="/admin/delegates/1?q=noor&amp;status=declined"');
  expect(visibleText(card)).toContain(
    "Edit the registration of Noor Haddad History and personal data of Noor Haddad",
  );
  for (const moved of ["Changed status to", "Export personal data", "Delete personal data"])
    expect(visibleText(card)).not.toContain(moved);

  const page = await deskOf("/1?q=noor&status=declined");
  const text = visibleText(page);
  const facts = ["Noor Haddad – Byline 2025", "PR Pass", "noor@example.com", "0400 555 010", "Vegetarian"];
  const status = ["Status Declined", `Changed status to declined, by ${ORGANISER}`];
  const parts = [...facts, ...status, "Preferred Track Business Media", "Export personal data"];
  expect(missing(text, parts)).toEqual([]);
  expect(text.match(/Changed status to/g)).toHaveLength(8);
  const links = ["/1/personal-data.json", "?q=noor&amp;status=declined#delegate-1-name"];
  for (const to of [...links, "/1?q=noor&amp;status=declined&amp;delete="])
    expect(page).toContain(`href="/admin/delegates${to}"`);
  expect(page).not.toMatch(/link_?token/i);
  const question = await deskOf("/1?q=noor&delete");
  expect(question).toContain('href="/admin/delegates/1?q=noor#delete"');
});

test("an unreadable delegate's page says so, and an unknown form changes nothing", async () => {
  const id = add();
  expect((await submit({ intent: "forget" }, `/${id}`)).text).toContain("This form is not recognised.");
  expect(delegate(id)).toBeDefined();
  app.sqlite.exec("alter table delegates rename to delegates_away");
  const response = await organiser.get(`${SCREEN}/${id}`);
  expect(response.status).toBe(500);
  expect(visibleText(await response.text())).toContain("Failed to load the delegate Try Again");
});
