import { beforeEach, expect, test } from "vitest";
import { type App, formPost, openApp, visibleText } from "../support/app.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { registrationForm } from "../support/factories.ts";
import { HISTORY } from "../support/history.ts";
import { type Content, listsOf } from "../support/lists.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  app = await openApp({ ADMIN_EMAILS: ORGANISER, NOTIFY_EMAIL: "desk@example.com", UNDO_SECONDS: "30" });
  organiser = await organiserOf(app);
  lists = listsOf(app, organiser);
});

type Row = Record<string, string | number | null>;
const rows = () => app.sqlite.prepare("select * from delegates order by id").all() as Row[];
const byName = (name: string) => rows().find((row) => row.name === name);
/** All rows, omitting the column `updated_at`, which an undo changes. */
const shown = () => rows().map(({ updated_at: _, ...row }) => row);
const mails = () =>
  app.sqlite
    .prepare(
      `select name, kind, round((next_attempt_at - outbox.created_at) / 6000.0) / 10 as minutes from outbox
       join delegates on delegates.id = delegate_id order by outbox.id`,
    )
    .all();

const preview = (content: Content, chosen: Record<string, string> = {}) =>
  lists.bring(content, "delegates", chosen);
const undoLast = () => lists.undoLast("delegates");
async function importAs(page: { html: string }, mail: "send" | "none" = "none") {
  const answer = await lists.press(page, { mail });
  expect(answer.status).toBe(303);
  return lists.toastOf(answer);
}

const HEAD = "Delegate Type,Full Name,Email Address,Job Title,Status";
const ada = "Media Pass,Ada Ames,ada@example.com,Reporter,";

test("58 of 60 delegates are imported, with the time for an undo shown, and undone as a whole", async () => {
  const list = Array.from({ length: 60 }, (_, index) => {
    const [pass, name] = [index === 40 ? "Gold Pass" : "PR Pass", index === 10 ? "" : `Person ${index}`];
    return `${pass},${name},person${index}@example.com,Editor,${index % 2 === 0 ? "confirmed" : ""}`;
  });
  const page = await preview([HEAD, ...list].join("\r\n"), {
    "word:registrationType:Gold Pass": "leave these rows out",
  });
  expect(page.text).toContain("60 rows: 58 new, 2 left out.");
  expect(page.text).toMatch(/Row 12 .{0,40}Left out Full Name: Required/);
  expect(page.text).toContain(
    "Row 42 Person 40 Left out Delegate Type: Rows with “Gold Pass” are left out, as selected.",
  );
  expect(page.text).toContain(
    "Row 2 Person 0 New Delegate Type: PR Pass Status: confirmed Email Address: person0@example.com",
  );
  expect(page.text).toContain("Send each new or changed delegate an email");

  expect(await importAs(page, "send")).toContain("58 delegates added. The emails will be sent");
  expect(rows()).toHaveLength(58);
  expect(byName("Person 1")).toMatchObject({ status: "pending", registration_type: "pr_pass" });
  expect(byName("Person 0")).toMatchObject({ status: "confirmed" });
  const sent = mails();
  expect(sent).toHaveLength(58);
  expect(sent).toContainEqual({ name: "Person 1", kind: "registered", minutes: 11 });
  expect(sent).toContainEqual({ name: "Person 0", kind: "confirmed", minutes: 11 });

  expect(await undoLast()).toContain("Import undone.");
  expect(rows()).toEqual([]);
  expect(mails()).toEqual([]);
});

test("with no emails nothing is sent, and without a choice nothing is imported", async () => {
  const page = await preview(`${HEAD}\n${ada}`);
  const refused = await lists.press(page);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("<title>Error: ");
  expect(visibleText(html)).toContain("There is a problem Choose whether to send emails.");
  expect(visibleText(html)).toContain("Row 2 Ada Ames New");
  expect(rows()).toEqual([]);

  expect(await importAs({ html })).toContain("1 delegate added. Undo");
  expect(byName("Ada Ames")).toMatchObject({ status: "pending", favored_stream: "media" });
  expect(mails()).toEqual([]);
  const [log] = app.sqlite
    .prepare(`select actor, action, label, changes from ${HISTORY} where subject = 'delegate'`)
    .all() as Row[];
  const label = byName("Ada Ames")?.reference;
  expect(log).toEqual({ actor: ORGANISER, action: "import", label, changes: null });
});

/** Inserts delegates of every status, with values that spreadsheets misread. */
function insertHard() {
  insertDelegates(app.sqlite, 30);
  const hard = { notes: 'Two\n"lines"; one', phone: "0400 555 010", reference: "12345678E9" };
  insertDelegate(app.sqlite, { name: "'=1+1", email: "hard@example.com", ...hard });
  for (const status of ["confirmed", "declined", "cancelled"])
    insertDelegate(app.sqlite, { name: `Is ${status}`, email: `${status}@example.com`, status });
  const arrived = { status: "attended", checked_in_at: 1_750_000_000_000, status_before: "confirmed" };
  insertDelegate(app.sqlite, { name: "Is there", email: "there@example.com", ...arrived });
  insertDelegate(app.sqlite, { name: "Walked in", email: "", job_title: "", ...arrived });
  // Current rules would refuse this name.
  insertDelegate(app.sqlite, { name: "see https://example.com", email: "old@example.com" });
}

test("the export of delegates is an import that changes nothing", async () => {
  insertHard();
  const before = rows();
  const exported = await organiser.get("/admin/delegates.csv");
  const page = await preview(new Uint8Array(await exported.arrayBuffer()));
  expect(page.text).toContain("37 rows. Nothing changes.");
  expect(page.text).toContain("These columns are not imported: Registered, Checked In.");
  expect(page.text).not.toContain("not known");
  expect(page.html).not.toContain('value="import"');
  expect(rows()).toEqual(before);
});

test("a row with a reference corrects that delegate and their status, and can be undone", async () => {
  const id = insertDelegate(app.sqlite, { name: "Noor Hadad", notes: "Vegetarian" });
  const other = insertDelegate(app.sqlite, { name: "Bo Li", email: "bo@example.com" });
  const before = shown();
  const [noor, bo] = rows();
  const page = await preview(
    [
      "Reference,Full Name,Email Address,Status,Checked In",
      `${String(noor?.reference).toLowerCase()},Noor Haddad,noor@example.com,Confirmed,2025-01-01`,
      `${bo?.reference},Bo Li,bo.li@example.com,,`,
    ].join("\n"),
  );
  expect(page.text).toContain("2 rows: 2 changed.");
  expect(page.text).toContain("Full Name: Noor Hadad → is now Noor Haddad");
  expect(page.text).toContain("Status: pending → is now confirmed");
  expect(page.text).toContain("Email Address: bo@example.com → is now bo.li@example.com");
  expect(page.text).toContain("They get a new private link, and the earlier link stops working.");
  expect(page.text).toContain("This column is not imported: Checked In.");
  expect(page.text).toContain("Send each new or changed delegate an email");

  expect(await importAs(page, "send")).toContain("2 delegates changed.");
  expect(byName("Noor Haddad")).toMatchObject({ id, status: "confirmed", notes: "Vegetarian" });
  expect(byName("Bo Li")).toMatchObject({ id: other, email: "bo.li@example.com" });
  expect(byName("Bo Li")?.link_token).not.toBe(bo?.link_token);
  expect(mails()).toEqual([
    { name: "Noor Haddad", kind: "changed", minutes: 11 },
    { name: "Bo Li", kind: "changed", minutes: 11 },
    { name: "Noor Haddad", kind: "confirmed", minutes: 11 },
  ]);
  const history = visibleText(await (await organiser.get(`/admin/delegates/${id}`)).text());
  expect(history).toContain("Changed full name and status, by ana@example.com");

  expect(await undoLast()).toContain("Import undone.");
  expect(shown()).toEqual(before);
  expect(mails()).toEqual([]);
});

test("an undo restores a status whose email was never sent, and that email", async () => {
  const [first, second] = ["Ada", "Bo"].map((name) =>
    insertDelegate(app.sqlite, { name, email: `${name}@example.com`, status: "confirmed" }),
  );
  app.sqlite.prepare("insert into outbox (delegate_id, kind) values (?, 'confirmed')").run(first);
  const references = rows().map(({ reference }) => reference);
  const page = await preview(["Reference,Status", ...references.map((one) => `${one},declined`)].join("\n"));
  await importAs(page, "none");
  expect(rows().map(({ status }) => status)).toEqual(["declined", "declined"]);
  expect(mails()).toEqual([]);
  await undoLast();
  const confirmed = [first, second].map((id) => [id, "confirmed"]);
  expect(rows().map(({ id, status }) => [id, status])).toEqual(confirmed);
  expect(mails()).toEqual([{ name: "Ada", kind: "confirmed", minutes: 0 }]);
});

test("invalid rows are skipped, each with a reason in the words of the form", async () => {
  insertHard();
  const reference = (name: string) => byName(name)?.reference;
  const page = await preview(
    [
      `Reference,${HEAD}`,
      `,PR Pass,is CANCELLED,CANCELLED@example.com,Editor,`,
      `FFFFFFFFFF,PR Pass,Nobody,nobody@example.com,Editor,`,
      `,PR Pass,Twice,twice@example.com,Editor,`,
      `,PR Pass,TWICE,Twice@example.com,Editor,`,
      `,PR Pass,Was There,was@example.com,Editor,attended`,
      `,PR Pass,Went,went@example.com,Editor,cancelled`,
      `,PR Pass,Odd,odd@example.com,Editor,maybe`,
      `${reference("Is there")},PR Pass,Is there,there@example.com,Communications lead,confirmed`,
      `${reference("Is confirmed")},PR Pass,Is confirmed,confirmed@example.com,Communications lead,attended`,
      `${reference("Is declined")},PR Pass,Somebody Else,else@example.com,Communications lead,`,
      `${reference("Is cancelled")},PR Pass,Is cancelled,no address,Communications lead,`,
      `${reference("Is cancelled")},PR Pass,Is cancelled,cancelled@example.com,Editor,`,
    ].join("\n"),
  );
  expect(page.asked).toContain("“maybe” Status, 1 row");
  expect(page.text).toContain("12 rows: 3 new, 2 changed, 7 left out.");
  for (const sentence of [
    `This row has the same email address and full name as the delegate with the reference ${reference("Is cancelled")}. To change that delegate, enter the reference in this row.`,
    "Reference: There is no delegate with this reference. To add a new one, leave the reference blank.",
    "This row has the same email address and full name as row 4.",
    "Row 6 Was There New Delegate Type: PR Pass Status: attended",
    "Row 7 Went Left out Status: A new delegate can only be pending, confirmed or attended.",
    "Row 9 Is there Left out Status: This delegate is checked in. Undo the check-in at the door first.",
    "Row 10 Is confirmed Changed Status: confirmed → is now attended",
    "The name and email address are both different. Change them on the delegate’s page",
    "Row 12 Is cancelled Left out Email Address: ",
  ])
    expect(page.text).toContain(sentence);
});

test("the preview names the values of a row that its pass does not have", async () => {
  const head =
    "Delegate Type,Full Name,Email Address,Job Title,Media Outlet,Link to Published Work,Preferred Track";
  const page = await preview(
    [
      head,
      "PR Pass,Pelle Prdesk,pelle@example.com,Lead,Agency South,https://pr.example.com/work,Business Media",
      "Media Pass,Mia Track,mia@example.com,Editor,The Courier,,Business Media",
      "Media Pass,Ada Ames,ada@example.com,Editor,The Courier,,",
    ].join("\n"),
  );
  expect(page.text).toContain(
    "Preferred Track: Business Media Not imported: Media Outlet, Link to Published Work (the PR Pass does not ask for this)",
  );
  expect(page.text).toContain(
    "Media Outlet: The Courier Not imported: Preferred Track (the Media Pass does not ask for this)",
  );
  expect(page.text.match(/Not imported/g)).toHaveLength(2);
  expect(await importAs(page)).toContain("3 delegates added.");
  expect(byName("Pelle Prdesk")).toMatchObject({ outlet: null, work_url: null, favored_stream: "b2b" });
});

test("undoing an import skips and names delegates who have acted or were changed since", async () => {
  const known = insertDelegate(app.sqlite, { name: "Known", email: "known@example.com" });
  const people = ["Checked In", "Corrected", "Cancelled", "Was Told", "Had News", "Neither"];
  const page = await preview(
    [
      `Reference,${HEAD}`,
      ...people.map((name) => `,PR Pass,${name},${name.replaceAll(" ", "")}@example.com,Editor,confirmed`),
      `${rows()[0]?.reference},PR Pass,Known,known@example.com,Head of news,`,
    ].join("\n"),
  );
  await importAs(page, "send");
  const of = (name: string) => byName(name) as Row;
  await organiser.post("/admin/delegates/door", { intent: "check-in", id: String(of("Checked In").id) });
  app.sqlite
    .prepare("update delegates set job_title = 'x', updated_at = updated_at + 1 where id = ?")
    .run(of("Corrected").id);
  const link = (name: string) => `/registration/${of(name).link_token}`;
  await app.fetch(`${link("Cancelled")}/cancel`, formPost({ intent: "cancel", shown: "confirmed" }));
  app.sqlite.prepare("update outbox set state = 'sent' where delegate_id = ?").run(of("Was Told").id);
  const { id } = of("Had News");
  app.sqlite.exec(`insert into outbox (delegate_id, kind, state) values (${id}, 'message', 'restored')`);
  await organiser.post("/admin/delegates", { id: `${known}:pending`, status: "confirmed" });
  expect(await undoLast()).toContain(
    "Import undone, except for delegates who have changed or been active since (5).",
  );
  expect(rows().map(({ name, job_title }) => [name, job_title])).toEqual([
    // The later decision stands, and the imported answer is undone.
    ["Known", "Communications lead"],
    ...people.slice(0, -1).map((name) => [name, name === "Corrected" ? "x" : "Editor"]),
  ]);
});

test("the result of a form is stored for its second copy, without names", async () => {
  const page = await preview(`${HEAD}\n${ada}`);
  const copies = await Promise.all([1, 2].map(() => lists.press(page, { mail: "send" })));
  for (const copy of copies) expect(await lists.toastOf(copy)).toContain("1 delegate added.");
  expect(mails()).toHaveLength(1);
  app.sqlite.prepare("update delegates set notes = 'Late'").run();
  expect(await undoLast()).toContain("Ada Ames");
  const kept = app.sqlite.prepare("select group_concat(result) from changesets").pluck().get();
  expect(kept).not.toContain("Ada");
});

test("an imported delegate who registers within ten minutes gets one letter at once, about the registration only", async () => {
  await importAs(await preview(`${HEAD}\n${ada}`), "send");
  await app.fetch("/register", formPost(registrationForm({ name: "Ada Again", email: "ada@example.com" })));
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  const claimed = await claimMail(1_000);
  expect(claimed?.delegate.name).toBe("Ada Again");
});

test("emails about changes within ten minutes follow the email of the import", async () => {
  const list = await preview(`${HEAD}\n${ada}\nMedia Pass,Ben Bo,ben@example.com,Reporter,`);
  expect(list.text).toContain("the email about that change is sent after the email about the import.");
  expect(await importAs(list, "send")).toContain(
    "Emails about changes that you make before then follow them.",
  );
  await organiser.post("/admin/delegates", { id: `${byName("Ada Ames")?.id}:pending`, status: "confirmed" });
  const { claimMail, storeMailOutcome } = await import("#app/models/outbox/outbox.server.ts");
  expect(await claimMail(1_000)).toBeNull();
  app.sqlite.exec("update outbox set next_attempt_at = next_attempt_at - 700000");
  const claimed: unknown[] = [];
  for (let next = await claimMail(1_000); next; next = await claimMail(1_000)) {
    if (next.delegate.name === "Ada Ames") claimed.push(next.mail.kind);
    await storeMailOutcome(next.mail.id, { state: "sent" });
  }
  expect(claimed).toEqual(["registered", "confirmed"]);
});

test("an imported delegate whose accreditation is withdrawn gets no email before ten minutes", async () => {
  await importAs(await preview(`${HEAD}\n${ada}`), "send");
  const due = () => app.sqlite.prepare("select kind, next_attempt_at from outbox").raw().all();
  const promised = due();
  const id = byName("Ada Ames")?.id;
  await organiser.post("/admin/delegates", { id: `${id}:pending`, status: "confirmed" });
  const job = app.sqlite.prepare("select max(id) from changesets").pluck().get();
  await organiser.post("/admin/delegates", { intent: "undo", changeset: String(job) });
  expect(byName("Ada Ames")?.status).toBe("pending");
  expect(due()).toEqual(promised);
});

test("a walk-in without an address is changed by reference, but a new row needs an address", async () => {
  const without = { email: "", job_title: "", status: "attended" };
  insertDelegate(app.sqlite, { name: "Ada Ames", ...without });
  const [before] = shown();
  const page = await preview(`Reference,Phone Number\n${before?.reference},0400 555 010`);
  await importAs(page, "send");
  const search_text = expect.stringContaining("0400555010");
  expect(shown()).toEqual([{ ...before, phone: "0400 555 010", search_text }]);
  expect(mails()).toEqual([]);
  const { text } = await preview(`${HEAD}\nPR Pass,Cy Ono,,,`);
  for (const problem of ["Email Address: Required", "Job Title: Required"]) expect(text).toContain(problem);
});

test("a delegate skipped by the undo of a decision is skipped by the undo of their import", async () => {
  insertDelegate(app.sqlite, { name: "Q" });
  await importAs(await preview(`${HEAD}\n${ada}`), "none");
  const people = rows().map(({ id }) => Number(id));
  const decide = async (ids: number[], shown: string, status: string) => {
    const init = formPost({ intent: "bulk", status }, { Cookie: organiser.cookie });
    const ticked = ids.map((id) => `&id=${id}:${shown}`).join("");
    await app.fetch("/admin/delegates", { ...init, body: init.body + ticked });
    return String(app.sqlite.prepare("select max(id) from changesets").pluck().get());
  };
  const undo = (changeset: string) => organiser.post("/admin/delegates", { intent: "undo", changeset });
  const both = await decide(people, "pending", "attended");
  const alone = await decide(people.slice(-1), "attended", "pending");
  await undo(both);
  await undo(alone);
  expect(byName("Ada Ames")?.status).toBe("attended");
  expect(await undoLast()).toContain("Nothing was undone.");
  expect(byName("Ada Ames")?.status).toBe("attended");
});
