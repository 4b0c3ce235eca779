import { expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith, pressed } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, openOrganised, organisedForEach, organiser, pageOf, textOf } from "../support/organised.ts";

// No mail server listens on port 9, because these tests inspect stored emails.
organisedForEach({ SMTP_URL: "smtp://127.0.0.1:9" });

const add = (changes: Record<string, string> = {}) =>
  insertDelegate(app.sqlite, { status: "confirmed", ...changes });
const fieldsOf = (html: string, text: string) => Object.fromEntries(formWith(html, text).fields);
const pageAfter = async (response: Response) => (await organiser.follow(response)).text();
const people = () => db.values("select delegate_id from message_recipients order by 1");

/** Posts the desk's form that begins a message. `ids` are the ticked delegates. */
function begin(fields: Record<string, string>, ids: string[] = [], query = "") {
  const init = formPost({ intent: "bulk", ...fields }, { Cookie: organiser.cookie });
  const body = new URLSearchParams(String(init.body));
  for (const id of ids) body.append("id", id);
  return app.fetch(`/admin/messages${query}`, { ...init, body: body.toString() });
}

const beginTo = async (ids: number[]) => (await begin({}, ids.map(String))).headers.get("Location") ?? "";
const WRITTEN = { subject: "Hello", text: "Dear {name}", when: "soon" };
const formIn = (html: string) => ({ ...WRITTEN, ...fieldsOf(html, "Save and preview") });
const formOf = async (address: string) => formIn(await pageOf(address));

const promise = async (address: string, how: Record<string, string> = {}) =>
  organiser.post(address, { ...(await formOf(address)), intent: "send", ...how });

async function write(ids: number[], fields: Record<string, string> = {}): Promise<string> {
  const address = await beginTo(ids);
  const saved = await organiser.post(address, { ...(await formOf(address)), ...fields, intent: "save" });
  expect(saved.status).toBe(303);
  expect(saved.headers.get("Location")).toBe(address);
  return address;
}

test("a message is begun for ticked rows or for all matches, and once per form", async () => {
  const ids = [add(), add(), add({ status: "pending" })];
  const formId = crypto.randomUUID();
  for (let copy = 0; copy < 2; copy += 1) {
    const begun = await begin({ formId }, [`${ids[0]}:confirmed`]);
    expect(begun.headers.get("Location")).toBe("/admin/messages/1");
  }
  expect(people()).toEqual([ids[0]]);
  await begin({ scope: "all" }, [], "?status=confirmed");
  await begin({ scope: "all" });
  const counts = "select count(*) from message_recipients group by message_id order by message_id";
  expect(db.values(counts)).toEqual([1, 2, 3]);
});

test("the list of accredited delegates is one button from a message to them, on one screen", async () => {
  for (const name of ["Ada", "Ben", "Cy", "Dee", "Eve"]) add({ name, registration_type: "media_pass" });
  add({ registration_type: "pr_pass" });
  const list = "/admin/delegates?type=media_pass&status=confirmed";
  const { action, fields } = pressed(await pageOf(list), "Email 5");
  const address = (await organiser.post(action, fields)).headers.get("Location") ?? "";
  // Delegates who register later are not among the recipients.
  add({ registration_type: "media_pass" });
  const shown = await textOf(address);
  expect(shown).toContain("These 5 people: Ada, Ben, Cy and 2 more.");
  expect(shown).toMatch(/As Ada will see it.*Send to 5 delegates/);
  const text = { subject: "Doors", text: "Dear {name}" };
  const sent = await organiser.post(address, { ...(await formOf(address)), ...text, intent: "send" });
  expect(await pageAfter(sent)).toContain("It will be sent to 5 delegates on");
  expect(db.rows("select subject, text, state, recipients from messages")).toEqual([
    { ...text, state: "promised", recipients: 5 },
  ]);
});

test("a message begun with a filter can go to everyone who matches it when it is sent", async () => {
  add({ name: "Ada" });
  add({ registration_type: "media_pass" });
  const begun = await begin({ scope: "all" }, [], "?status=confirmed&type=media_pass");
  const address = begun.headers.get("Location") ?? "";
  const fields = await formOf(address);
  await organiser.post(address, { ...fields, isLive: "on", intent: "save" });
  add({ registration_type: "media_pass" });
  const shown = await textOf(address);
  expect(shown).toContain("Everyone confirmed when it is sent (Media Pass): 2 now.");
  expect(shown).toContain("Send in one minute");
  const [radio] = /<input[^>]*name="isLive"[^>]*value="on"[^>]*>/.exec(await pageOf(address)) ?? [];
  expect(radio).toContain("checked");
  const sent = await promise(address, { when: "minute", isLive: "on" });
  const to = "to everyone confirmed when it is sent (Media Pass)";
  expect(await pageAfter(sent)).toContain(`It will be sent ${to} on`);
  expect(await textOf(address)).toContain(
    "To everyone confirmed when it is sent (Media Pass): 2 delegates now",
  );
  expect(await textOf("/admin/messages")).toContain("(Media Pass): 2 delegates now");
  expect(db.value("select send_at - promised_at from messages")).toBe(60_000);
});

test("a message begun with a filter names its one recipient, and says if there is none", async () => {
  const listOf = async (filter: string) =>
    textOf((await begin({ scope: "all" }, [], filter)).headers.get("Location") ?? "");
  add({ name: "Ada" });
  expect(await listOf("?status=confirmed")).toContain("This person: Ada.");
  add({ email: "", status: "pending" });
  expect(await listOf("?status=pending")).toContain("Write to No one on the list");
});

test("without JavaScript the preview is on the same screen after the text was saved", async () => {
  const address = await write([add({ name: "Ada", reference: "AB12CD34" })], {
    text: "Dear {name}, {reference}",
  });
  const shown = await textOf(address);
  expect(shown).toMatch(/As Ada will see it Hello Dear Ada, AB12C D34 -- You are receiving this email/);
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
  const [ana, ben] = [await formOf(address), await formOf(address)];
  const save = { intent: "save" };
  await organiser.post(address, { ...ana, ...save, subject: "Ana’s", text: "A" });
  for (const intent of ["save", "test", "send"]) {
    const refused = await organiser.post(address, { ...ben, intent, subject: "Ben’s", text: "B" });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(visibleText(html)).toContain("Saved version Subject: Ana’s Text: A");
    expect(html).toContain('value="Ben’s"');
  }
  const refused = await organiser.post(address, { ...ben, ...save, subject: "Ben’s", text: "B" });
  const again = formIn(await refused.text());
  expect((await organiser.post(address, { ...again, ...save, subject: "Ben’s", text: "B" })).status).toBe(
    303,
  );
  expect(db.value("select subject from messages")).toBe("Ben’s");
});

test("‘Send’ sends once, and reports problems beside their fields", async () => {
  const address = await write([add({ name: "Ada" })]);
  const send = async (more: Record<string, string> = {}, html?: string) => {
    const fields = formIn(html ?? (await pageOf(address)));
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
  const recounted = await send({ count: "2" });
  expect(recounted.status).toBe(409);
  expect(visibleText(await recounted.text())).toContain("The number of recipients has changed");
  const [first, second] = [await send({}, opened), await send({}, opened)];
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(db.value(`select count(*) from ${HISTORY} where action = 'scheduled'`)).toBe(1);
  expect(db.value("select send_at - promised_at from messages")).toBe(600_000);
  const shown = await textOf(address);
  expect(shown).toContain("No one has received it yet.");
  expect(shown).toContain("Scheduled the message “Hello” to 1 delegate, by ana@example.com");
  const late = await organiser.post(address, { ...formIn(opened), intent: "save", text: "New" });
  expect(late.status).toBe(409);
  const page = visibleText(await late.text());
  expect(page).toContain("This message has since been scheduled or sent, so it cannot be changed.");
  expect(page).toContain("What you entered Subject: Hello Text: New");
});

test("a message that cannot be sent yet keeps its text and its time, and says what is missing", async () => {
  const address = await beginTo([add()]);
  const at = "2001-01-01T10:00";
  const text = { subject: "", text: "Dear {nam}" };
  const form = { ...(await formOf(address)), intent: "send", ...text, when: "at", at };
  const refused = await organiser.post(address, form);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  const shown = visibleText(html);
  expect(shown).toMatch(
    /Subject: Required Text: “{nam}” is not a placeholder.*Send at: Choose a time in the/,
  );
  expect(html).toContain(">Dear {nam}</textarea>");
  expect(html).toContain(`value="${at}"`);
  expect(db.value("select state from messages")).toBe("draft");
});

test("a half-completed time, which browsers send as blank, does not mean ‘as soon as you may’", async () => {
  const address = await write([add()]);
  const html = await pageOf(address);
  const { when, ...fields } = formIn(html);
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
  expect(await textOf(address)).toContain("To 1 delegate:");
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
  const form = { ...(await formOf(address)), intent: "send" };
  await organiser.post(`${address}?delete`, { intent: "delete" });
  const late = await organiser.post(address, { ...form, subject: "Rooms", text: "One\n\nTwo" });
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(visibleText(html)).toContain("This message has since been deleted.");
  expect(visibleText(html)).toContain("What you entered Subject: Rooms Text: One Two");
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
  expect(html).toMatch(/<button[^>]*disabled[^>]*>Send<span[^>]*> to 1 delegate</);
  const fields = { ...formIn(html), text: "Kept" };
  for (const intent of ["send", "test"]) {
    const refused = await organiser.post(address, { ...fields, intent });
    const page = await pageAfter(refused);
    expect(page).toContain("so nothing was sent.");
    expect(page).toContain(">Kept</textarea>");
    Object.assign(fields, fieldsOf(page, "Save and preview"));
  }
  expect(db.value("select state from messages")).toBe("draft");
});

test("a message without text is neither tested nor sent, and can be deleted", async () => {
  const address = await beginTo([add()]);
  for (const intent of ["test", "send"]) {
    const refused = await organiser.post(address, { ...(await formOf(address)), text: "", intent });
    expect(refused.status).toBe(422);
  }
  expect(db.value(`select count(*) from ${HISTORY} where action in ('tested', 'scheduled')`)).toBe(0);
  expect(await textOf(`${address}?delete`)).toContain("Are you sure you want to delete this message?");
  await organiser.post(`${address}?delete`, { intent: "delete" });
  expect((await organiser.get(address)).status).toBe(404);
});

test("the page of a missing message says so within the panel", async () => {
  for (const path of ["/admin/messages/9", "/admin/messages/new"]) {
    const answer = await organiser.get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("This message no longer exists.");
  }
});

test("a message's page names its recipients with and without those who will not come", async () => {
  const ids = [add({ name: "Ada" }), add({ name: "Ben" }), add({ name: "Cy", status: "cancelled" })];
  const address = await beginTo(ids);
  const shown = await pageOf(address);
  const [both] = /<span class="unless-for-all">To 2 delegates<.*?<\/strong>/.exec(shown) ?? [];
  expect(both).toContain('<span class="if-for-all">To 3 delegates</span>');
  const text = visibleText(shown);
  expect(text).toContain(" To 2 delegates To 3 delegates : Ada, Ben and 1 more . ");
  expect(text).toContain(" Also write to the 1 who was declined or has cancelled ");
  expect(text).toContain(
    " Send to 2 delegates to 3 delegates You can take the message back until it is sent.",
  );
  expect(text).toContain(" or who is declined, cancels or is deleted deleted before it is sent. ");
});

test("the list of messages says how to begin, above the list or in its place", async () => {
  const link = '<a class="button" href="/admin/delegates">Choose recipients</a>';
  const empty = await pageOf("/admin/messages");
  expect(empty.split(link)).toHaveLength(2);
  expect(visibleText(empty)).toContain("Then choose Email above the list. Choose recipients ");
  await beginTo([add()]);
  const page = await pageOf("/admin/messages");
  expect(page.split(link)).toHaveLength(2);
  expect(visibleText(page)).toMatch(/ Messages Choose recipients No subject yet Draft To 1 delegate Last/);
});
