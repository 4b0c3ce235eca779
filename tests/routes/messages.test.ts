import { expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, openOrganised, organisedForEach, organiser, pageOf, textOf } from "../support/organised.ts";

// No mail server listens on port 9, because these tests inspect stored emails.
organisedForEach({ SMTP_URL: "smtp://127.0.0.1:9" });

const add = (changes: Record<string, string> = {}) =>
  insertDelegate(app.sqlite, { status: "confirmed", ...changes });
const fieldsOf = (html: string, text: string) => Object.fromEntries(formWith(html, text).fields);
const pageAfter = async (response: Response) => (await organiser.follow(response)).text();
const people = () => db.values("select delegate_id from message_recipients order by 1");

/** Posts the desk's form that starts a message. `ids` are the ticked delegates. */
function begin(fields: Record<string, string>, ids: string[] = [], query = "") {
  const init = formPost({ intent: "bulk", ...fields }, { Cookie: organiser.cookie });
  const body = new URLSearchParams(String(init.body));
  for (const id of ids) body.append("id", id);
  return app.fetch(`/admin/messages/new${query}`, { ...init, body: body.toString() });
}

const promise = async (address: string, how: Record<string, string> = { when: "soon" }) =>
  organiser.post(address, { ...fieldsOf(await pageOf(address), "Send at"), intent: "send", ...how });

async function write(ids: number[], fields: Record<string, string> = {}): Promise<string> {
  const edit = (await begin({}, ids.map(String))).headers.get("Location") ?? "";
  const form = fieldsOf(await pageOf(edit), "Save and preview");
  const saved = await organiser.post(edit, { ...form, subject: "Hello", text: "Dear {name}", ...fields });
  expect(saved.status).toBe(303);
  return saved.headers.get("Location") ?? "";
}

test("a message is begun for ticked rows or for all matches, and once per form", async () => {
  const ids = [add(), add(), add({ status: "pending" })];
  const formId = crypto.randomUUID();
  for (let copy = 0; copy < 2; copy += 1) {
    const begun = await begin({ formId }, [`${ids[0]}:confirmed`]);
    expect(begun.headers.get("Location")).toBe("/admin/messages/1/edit");
  }
  expect(people()).toEqual([ids[0]]);
  await begin({ scope: "all", latest: String(ids[2]) }, [], "?status=confirmed");
  // Delegates who registered after the `latest` delegate are left out.
  await begin({ scope: "all", latest: String(ids[0]) });
  const counts = "select count(*) from message_recipients group by message_id order by message_id";
  expect(db.values(counts)).toEqual([1, 2, 1]);
});

test("a message covers the counted delegates: a later choice is counted first", async () => {
  for (const type of ["media_pass", "pr_pass", "pr_pass"]) add({ registration_type: type });
  const screen = "/admin/messages/new";
  const send = async (query: string, type: string, intent: string) => {
    const fields = fieldsOf(await pageOf(`${screen}${query}`), "Write to");
    const form = { ...fields, q: "", type, track: "", status: "", intent };
    return organiser.post(`${screen}${query}`, form);
  };
  const notCounted = await send("", "pr_pass", "begin");
  expect(notCounted.headers.get("Location")).toBe(`${screen}?type=pr_pass`);
  expect(visibleText(await pageAfter(notCounted))).toMatch(
    /The recipients have changed since they were counted\. No message was created\. The new count is below\..*2 delegates\./,
  );
  // Clearing the filter also changes the recipients.
  expect((await send("?type=pr_pass", "", "begin")).headers.get("Location")).toBe(screen);
  expect(db.value("select count(*) from messages")).toBe(0);
  const counted = await send("", "pr_pass", "count");
  expect(counted.headers.get("Location")).toBe(`${screen}?type=pr_pass`);
  expect(visibleText(await pageAfter(counted))).toContain("Write to these 2");
  expect(db.value("select count(*) from messages")).toBe(0);
  await send("?type=pr_pass", "pr_pass", "begin");
  expect(people()).toHaveLength(2);
});

test("without a ticked row the form returns to the list with advice", async () => {
  add();
  const answer = await begin({}, [], "?status=confirmed");
  expect(answer.headers.get("Location")).toBe("/admin/delegates?status=confirmed");
  expect(await pageAfter(answer)).toContain("Select at least one delegate first.");
  expect(db.value("select count(*) from messages")).toBe(0);
});

test("simultaneous edits of two organisers are refused with both versions, and no input is lost", async () => {
  const address = await write([add()]);
  const edit = `${address}/edit`;
  const form = async () => fieldsOf(await pageOf(edit), "Save and preview");
  const [ana, ben] = [await form(), await form()];
  await organiser.post(edit, { ...ana, subject: "Ana’s", text: "A" });
  const refused = await organiser.post(edit, { ...ben, subject: "Ben’s", text: "B" });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(visibleText(html)).toContain("Saved version Subject: Ana’s Text: A");
  expect(html).toContain('value="Ben’s"');
  const again = fieldsOf(html, "Save and preview");
  expect((await organiser.post(edit, { ...again, subject: "Ben’s", text: "B" })).status).toBe(303);
  expect(db.value("select subject from messages")).toBe("Ben’s");
});

test("‘Send’ sends once, and reports problems beside their fields", async () => {
  const address = await write([add({ name: "Ada" })]);
  const send = async (more: Record<string, string> = {}, html?: string) => {
    const fields = fieldsOf(html ?? (await pageOf(address)), "Send at");
    return organiser.post(address, { ...fields, intent: "send", when: more.at ? "at" : "soon", ...more });
  };
  for (const [at, problem] of [
    ["2001-01-01T10:00", "Choose a time in the future"],
    ["2999-01-01T10:00", "Choose a time within the next twelve months"],
    ["2026-02-31T10:00", "Enter a date and a time"],
    ["tomorrow", "Enter a date and a time"],
  ] as const) {
    const refused = await send({ at });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain(problem);
    expect(html).toContain(`value="${at}"`);
  }
  const opened = await pageOf(address);
  add();
  expect((await send({ count: "2" })).status).toBe(409);
  const [first, second] = [await send({}, opened), await send({}, opened)];
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(db.value(`select count(*) from ${HISTORY} where action = 'scheduled'`)).toBe(1);
  expect(db.value("select send_at - promised_at from messages")).toBe(600_000);
  const shown = await textOf(address);
  expect(shown).toContain("No one has received it yet.");
  expect(shown).toContain("Scheduled the message “Hello” to 1 delegate, by ana@example.com");
  const closed = await pageOf(`${address}/edit`);
  expect(visibleText(closed)).toMatch(
    /has been scheduled or sent, so it cannot be changed here\. See its delivery/,
  );
  expect(closed).toMatch(/<input[^>]*readonly[^>]*value="Hello"/i);
  expect(visibleText(closed)).not.toContain("Save and preview");
  const late = await organiser.post(`${address}/edit`, { subject: "New", text: "New", seen: "1" });
  expect(late.status).toBe(409);
  const form = await late.text();
  expect(visibleText(form)).toContain("has been scheduled or sent, so it cannot be changed here.");
  expect(form).toContain('value="New"');
});

test("a half-completed time, which browsers send as blank, does not mean ‘as soon as you may’", async () => {
  const address = await write([add()]);
  const html = await pageOf(address);
  const fields = fieldsOf(html, "Send at");
  const at = html.match(/<input[^>]*type="datetime-local"[^>]*>/)?.[0] ?? "";
  // The upper bound limits the year to four digits.
  expect(at).toMatch(/ min="\d{4}-\d\d-\d\dT\d\d:\d\d" max="\d{4}-\d\d-\d\dT\d\d:\d\d"/);
  for (const [typed, problem] of [
    [{ when: "at", at: "" }, "Send at: Choose a date and a time"],
    [{ at: "" }, "When: Choose when to send it"],
  ] as const) {
    const refused = await organiser.post(address, { ...fields, intent: "send", ...typed });
    expect(refused.status).toBe(422);
    expect(visibleText(await refused.text())).toContain(problem);
  }
  expect(db.value("select count(*) from messages where state = 'promised'")).toBe(0);
});

test("times are in the conference's zone, across a change of the clocks", async () => {
  const address = await write([add()]);
  const now = new Date();
  // Noon in Sydney is 1:00 UTC in January and 2:00 UTC in July.
  const [year, month, hour] =
    now.getUTCMonth() < 6 ? [now.getUTCFullYear(), "07", 2] : [now.getUTCFullYear() + 1, "01", 1];
  await promise(address, { when: "at", at: `${year}-${month}-15T12:00` });
  expect(db.value("select send_at from messages")).toBe(Date.UTC(year, Number(month) - 1, 15, hour));
});

test("without JavaScript a message being sent refreshes its page, and another one does not", async () => {
  const address = await write([add()]);
  const refreshes = async () =>
    /<noscript><meta http-equiv="refresh" content="(\d+)"/.exec(await pageOf(address))?.[1];
  expect(await refreshes()).toBeUndefined();
  await promise(address);
  expect(Number(await refreshes())).toBeGreaterThan(500);
  app.sqlite.exec(
    "update messages set state = 'started'; insert into outbox (delegate_id, kind, message_id) values (1, 'message', 1)",
  );
  expect(Number(await refreshes())).toBeLessThan(20);
  app.sqlite.exec("update outbox set state = 'sent'");
  expect(await refreshes()).toBeUndefined();
});

test("a message is deleted after a question, without JavaScript, and restored from the list", async () => {
  const address = await write([add()]);
  expect(await pageOf(address)).toContain(`href="${address}?delete"`);
  const asked = await pageOf(`${address}?delete`);
  expect(visibleText(asked)).toContain("Are you sure you want to delete “Hello”?");
  const fields = fieldsOf(asked, 'value="delete"');
  const deleted = await organiser.post(`${address}?delete`, { ...fields, intent: "delete" });
  expect(deleted.headers.get("Location")).toBe("/admin/messages");
  expect((await organiser.get(address)).status).toBe(404);
  const list = await pageOf("/admin/messages");
  expect(visibleText(list)).toContain("Recently deleted (1)");
  const undo = fieldsOf(list, "deleting Hello");
  const restored = await organiser.post("/admin/messages", { ...undo, intent: "undo" });
  expect(restored.headers.get("Location")).toBe(address);
  expect(await textOf(address)).toContain("This message goes to 1 delegate.");
  const late = { ...undo, formId: crypto.randomUUID(), intent: "undo" };
  const again = await organiser.post("/admin/messages", late);
  expect(await pageAfter(again)).toContain("This can no longer be undone");
});

test("messages without a subject are distinguished by their start, and a draft shows its last change", async () => {
  const someone = String(add());
  for (const hour of ["01", "02"]) {
    await begin({}, [someone]);
    app.sqlite.exec(
      `update messages set updated_at = ${Date.parse(`2025-08-01T${hour}:15:00Z`)} where id = (select max(id) from messages)`,
    );
  }
  const list = await textOf("/admin/messages");
  expect(list).toMatch(/Last changed on 1 Aug 2025, 12:15\sPM.*Last changed on 1 Aug 2025, 11:15\sAM/s);
  await write([Number(someone)]);
  expect(await textOf("/admin/messages")).toMatch(/Hello.*Last changed on .*Last changed on/s);
});

test("messages come in pages, the newest first", async () => {
  const numbers = Array.from({ length: 25 }, (_, at) => at + 1);
  const insert = app.sqlite.prepare("insert into messages (subject) values (?)");
  for (const number of numbers) insert.run(`News ${String(number).padStart(2, "0")}`);
  const subjects = async (query: string) =>
    [...(await pageOf(`/admin/messages${query}`)).matchAll(/News (\d\d)(?=<)/g)].map(([, number]) =>
      Number(number),
    );
  expect(await subjects("")).toEqual(numbers.slice(5).toReversed());
  expect(await subjects("?page=2")).toEqual(numbers.slice(0, 5).toReversed());
  expect(await subjects("?page=9")).toEqual(await subjects("?page=2"));
  expect(await pageOf("/admin/messages")).toContain('href="/admin/messages?page=2"');
});

test("input for a message that is deleted meanwhile is shown", async () => {
  const address = await write([add()]);
  const form = fieldsOf(await pageOf(`${address}/edit`), "Save and preview");
  await organiser.post(`${address}?delete`, { intent: "delete" });
  const late = await organiser.post(`${address}/edit`, { ...form, subject: "Rooms", text: "One\n\nTwo" });
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(visibleText(html)).toContain("This message has since been deleted.");
  expect(visibleText(html)).toContain("What you entered Subject: Rooms Text: One Two");
  expect((await organiser.get(`${address}/edit`)).status).toBe(404);
});

test("a message being sent is stopped after a question, without JavaScript, and shows how many got it", async () => {
  const ids = [add(), add(), add()];
  const address = await write(ids);
  await promise(address);
  expect(await pageOf(address)).not.toContain("Stop sending");
  app.sqlite.exec(
    "update messages set state = 'started'; insert into outbox (delegate_id, kind, message_id) select id, 'message', 1 from delegates",
  );
  app.sqlite.prepare("update outbox set state = 'sent' where delegate_id = ?").run(ids[0]);
  expect(await pageOf(address)).toContain(`href="${address}?stop"`);
  const asked = await pageOf(`${address}?stop`);
  expect(visibleText(asked)).toContain(
    "Are you sure you want to stop “Hello”? 2 delegates will not receive it. This cannot be undone. Emails already sent: 1.",
  );
  // A page that asks for confirmation does not refresh.
  expect(asked).not.toContain('http-equiv="refresh"');
  const question = fieldsOf(asked, 'value="stop"');
  const stopped = await organiser.post(`${address}?stop`, { ...question, intent: "stop" });
  expect(await pageAfter(stopped)).toContain("2 delegates will not receive it.");
  expect(await textOf(address)).toContain(
    "It has been sent to 1 of 3 delegates. It was stopped: 2 will not receive it.",
  );
  expect(await textOf("/admin/messages")).toContain("Stopped");
  const late = await organiser.post(`${address}?stop`, { intent: "stop" });
  expect(await pageAfter(late)).toContain("There was nothing left to stop.");
});

test("only delegates whom this message does not reach are listed, with the reason", async () => {
  const id = add({ name: "Noor Haddad" });
  const other = add({ name: "Ben Ito" });
  const address = await write([id, other]);
  for (const one of [address, await write([other])]) await promise(one);
  app.sqlite.exec(`update messages set state = 'started';
    insert into outbox (delegate_id, kind, message_id, state, problem)
    select delegate_id, 'message', message_id, 'failed', '550 5.1.1 Nobody here' from message_recipients;
    update outbox set state = 'sent', problem = null where message_id = 1 and delegate_id = ${other}`);
  const html = await pageOf(address);
  expect(visibleText(html)).toMatch(/1 could not be delivered\..*Noor Haddad.*550 5\.1\.1 Nobody here/);
  expect(visibleText(html)).not.toContain("Ben Ito");
  expect(html).toContain(`/admin/delegates/${id}`);
});

test("no page of a message shows a private link", async () => {
  const id = add();
  const address = await write([id], { text: "See {link}" });
  const token = String(db.value(`select link_token from delegates where id = ${id}`));
  const html = await pageOf(address);
  expect(html).toContain("/registration/their-own-link");
  expect(html).not.toContain(token);
});

test("without email settings nothing is sent, and the screen says so", async () => {
  await openOrganised({ SMTP_URL: "" });
  const address = await write([add()]);
  const html = await pageOf(address);
  expect(html).toContain("Email is not set up");
  expect(html).toMatch(/<button[^>]*disabled[^>]*>Send to 1 delegate</);
  const fields = fieldsOf(html, "Send at");
  for (const intent of ["send", "test"]) {
    const refused = await organiser.post(address, { ...fields, intent });
    expect(await pageAfter(refused)).toContain("so nothing was sent.");
  }
  expect(db.value("select state from messages")).toBe("draft");
});

test("a message without text is not sent, and can be deleted", async () => {
  const edit = (await begin({}, [String(add())])).headers.get("Location") ?? "";
  const address = edit.replace("/edit", "");
  const formId = crypto.randomUUID();
  for (const intent of ["test", "send"]) {
    const shown = { as: "1", seen: "1", count: "1", when: "soon" };
    const refused = await organiser.post(address, { intent, formId, ...shown });
    expect([edit, address]).toContain(refused.headers.get("Location"));
  }
  expect(db.value(`select count(*) from ${HISTORY} where action in ('tested', 'scheduled')`)).toBe(0);
  expect(await pageOf(edit)).toContain(`href="${address}?delete"`);
  expect(await textOf(`${address}?delete`)).toContain("Are you sure you want to delete this message?");
  await organiser.post(`${address}?delete`, { intent: "delete" });
  expect((await organiser.get(edit)).status).toBe(404);
});

test("the page of a missing message says so within the panel", async () => {
  for (const path of ["/admin/messages/9", "/admin/messages/9/edit", "/admin/messages/x"]) {
    const answer = await organiser.get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("This message no longer exists.");
  }
});
