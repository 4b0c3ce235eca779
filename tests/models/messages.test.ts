import { expect, onTestFinished, test, vi } from "vitest";
import { MAX_CONNECTIONS } from "#app/mail/mailer.server.ts";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";
import { until } from "../faults/support/until.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import type { Behaviour } from "../support/mail-server.ts";
import { ANA, openMailingModels } from "../support/models.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function openSite(behaviour?: Behaviour) {
  const site = await openMailingModels(behaviour);
  const model = await import("#app/models/message/message.server.ts");
  const sending = await import("#app/models/message/sending.server.ts");
  const personal = await import("#app/models/personal-data/personal-data.server.ts");
  const written = {
    subject: "Hello {name}",
    text: "Dear {name},\n\n{reference}\n{link}",
    isForAll: false,
    isLive: false,
  };
  const create = async (ids: number[]) => (await model.createMessage({ ids }, ANA)) ?? 0;
  /** Makes every scheduled message due. */
  const letTimePass = () => site.sqlite.exec("update messages set send_at = 1 where state = 'promised'");
  /** Returns the version of a message that a page opened now would show. */
  const seenOf = async (id: number) => Date.parse((await model.getMessage(id))?.updatedAt ?? "");
  return {
    ...site,
    ...model,
    ...sending,
    ...personal,
    seenOf,
    create,
    write: async (ids: number[], values: Partial<typeof written> = {}) => {
      const id = await create(ids);
      const seen = await seenOf(id);
      expect(await model.saveMessage(id, { ...written, ...values }, ANA, { seen })).toEqual({ ok: true });
      return id;
    },
    schedule: async (id: number, at: Date | null = null, formId?: string) => {
      const message = await model.getMessage(id);
      if (!message) throw new Error("There is no such message");
      const shown = { seen: await seenOf(id), count: message.recipients, formId };
      return sending.scheduleMessage(id, { ...message, at }, ANA, shown);
    },
    add: (changes: Record<string, string> = {}) =>
      insertDelegate(site.sqlite, { status: "confirmed", ...changes }),
    letTimePass,
    sendAll: async (count: number) => {
      letTimePass();
      site.startMail();
      await until("all are sent", () => site.server.mails.length === count);
    },
  };
}

test("each recipient gets a message once, with their own data", async () => {
  const site = await openSite();
  const ids = [1, 2, 3].map((n) => site.add({ name: `Person ${n}`, email: `p${n}@example.com` }));
  const id = await site.write(ids);
  const formId = crypto.randomUUID();
  expect(await site.schedule(id, null, formId)).toMatchObject({ ok: true, recipients: 3 });
  expect(await site.schedule(id)).toEqual({ ok: false, reason: "stale" });
  await site.sendAll(3);
  expect(site.addresses()).toEqual(["p1@example.com", "p2@example.com", "p3@example.com"]);
  expect(site.mailTo("p2@example.com")?.email.subject).toBe("Hello Person 2");
  await site.settled();
  expect(await site.getMessage(id)).toMatchObject({ state: "started", delivered: 3, waiting: 0, failed: 0 });
});

test("nothing is sent for ten minutes, and a withdrawn message never is", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const id = await site.write([site.add()]);
  const before = Date.now();
  expect(await site.schedule(id)).toMatchObject({ sendAt: new Date(before + 10 * MINUTE_MS).toISOString() });
  vi.setSystemTime(before + 10 * MINUTE_MS - 1);
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(0);
  expect(await site.unscheduleMessage(id, ANA)).toBe(true);
  expect(await site.unscheduleMessage(id, ANA)).toBe(false);
  vi.setSystemTime(before + DAY_MS);
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(0);
  expect(await site.schedule(id)).toMatchObject({ ok: true, recipients: 1 });
  vi.setSystemTime(before + DAY_MS + 10 * MINUTE_MS);
  await Promise.all([site.startDueMessages(), site.startDueMessages()]);
  vi.setSystemTime(before + 2 * DAY_MS);
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(1);
  expect(await site.unscheduleMessage(id, ANA)).toBe(false);
});

test("a message to be sent in one minute can be taken back for 55 seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const { readSendChoice } = await import("#app/models/message/send-time.server.ts");
  const ids = [await site.write([site.add()]), await site.write([site.add({ email: "b@example.com" })])];
  const before = Date.now();
  for (const id of ids) {
    const [message, time] = [await site.getMessage(id), readSendChoice("minute", "")];
    if (!message || !time.ok) throw new Error("It cannot be scheduled");
    const shown = { seen: await site.seenOf(id), count: 1 };
    expect(await site.scheduleMessage(id, { ...message, ...time }, ANA, shown)).toMatchObject({
      sendAt: new Date(before + MINUTE_MS).toISOString(),
    });
  }
  vi.setSystemTime(before + 55_000);
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(0);
  expect(await site.unscheduleMessage(ids[0] ?? 0, ANA)).toBe(true);
  vi.setSystemTime(before + MINUTE_MS);
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(1);
});

/** Begins a message to those who match a filter, and has it choose its recipients when it is sent. */
async function writeLive(site: Awaited<ReturnType<typeof openSite>>, choices: Partial<DelegateFilter> = {}) {
  const filter: DelegateFilter = { ...NO_FILTER, status: "confirmed", ...choices };
  const id = (await site.createMessage({ filter }, ANA)) ?? 0;
  const values = { subject: "Doors", text: "At eight", isForAll: false, isLive: true };
  expect(await site.saveMessage(id, values, ANA, { seen: await site.seenOf(id) })).toEqual({ ok: true });
  return id;
}

test("a message to everyone confirmed when it is sent reaches them once, and not one who cancelled", async () => {
  const site = await openSite();
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  const [erased, cancels, later] = ["erased", "cancels", "later"].map((name) =>
    site.add({ email: `${name}@example.com`, status: name === "later" ? "pending" : "confirmed" }),
  );
  const id = await writeLive(site);
  expect(await site.schedule(id)).toMatchObject({ recipients: 2, to: "everyone confirmed when it is sent" });
  await site.deletePersonalData(erased ?? 0, ANA);
  site.run("update delegates set status = 'cancelled' where id = ?", cancels);
  await site.deletePersonalData(cancels ?? 0, ANA);
  const [again] = [site.add({ email: "again@example.com" })];
  site.run("update delegates set status = 'cancelled' where id = ?", again);
  site.run("update delegates set status = 'confirmed' where id = ?", later);
  site.run("update messages set created_at = 1");
  await removeExpiredRows();
  expect(await site.getMessage(id)).toMatchObject({ state: "promised", audience: { now: 1 } });
  await site.sendAll(1);
  await site.settled();
  expect(site.addresses()).toEqual(["later@example.com"]);
  expect(await site.getMessage(id)).toMatchObject({ recipients: 1, delivered: 1, state: "started" });
  await site.deletePersonalData(later ?? 0, ANA);
  expect(await site.getMessage(id)).toBeNull();
});

test("a message to everyone who matches survives the erasure of all who matched", async () => {
  const site = await openSite();
  const only = site.add({ email: "only@example.com" });
  const [draft, scheduled] = [await writeLive(site), await writeLive(site)];
  await site.schedule(scheduled);
  await site.deletePersonalData(only, ANA);
  expect(await site.getMessage(draft)).toMatchObject({ state: "draft", subject: "Doors" });
  site.add({ email: "new@example.com" });
  await site.sendAll(1);
  expect(site.addresses()).toEqual(["new@example.com"]);
});

test("those who match a search text or a session are a list: the text may be personal data", async () => {
  const site = await openSite();
  site.add({ name: "Ada", search_text: " ada \n0" });
  const byName = await writeLive(site, { q: "ada" });
  expect(await site.getMessage(byName)).toMatchObject({ isLive: false, audience: null, recipients: 1 });
  expect(site.count("messages where audience is not null")).toBe(0);
});

test("a message scheduled months ahead waits", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const now = Date.now();
  const reminder = await site.write([site.add()]);
  await site.schedule(reminder, new Date(now + 90 * DAY_MS));
  const { listHistory } = await import("#app/models/history/history.server.ts");
  const [latest] = await listHistory("message", reminder);
  expect(latest?.text).toMatch(/^Scheduled the message “.+” to 1 delegate$/);
  vi.setSystemTime(now + MINUTE_MS);
  await site.startDueMessages();
  expect((await site.getMessage(reminder))?.state).toBe("promised");
  vi.setSystemTime(now + 90 * DAY_MS);
  await site.startDueMessages();
  expect((await site.getMessage(reminder))?.state).toBe("started");
});

test("declined or cancelled delegates get no message, before or after 'Send', unless chosen too", async () => {
  const site = await openSite();
  const stay = site.add({ email: "stay@example.com" });
  const ids = [
    stay,
    site.add({ email: "declined@example.com", status: "declined" }),
    site.add({ email: "cancelled@example.com", status: "cancelled" }),
    site.add({ email: "later@example.com" }),
    site.add({ email: "last@example.com" }),
  ];
  const id = await site.write(ids);
  expect(await site.getMessage(id)).toMatchObject({ recipients: 3, gone: 2 });
  const all = await site.write(ids, { subject: "To all", isForAll: true });
  expect(await site.schedule(id)).toMatchObject({ recipients: 3 });
  expect(await site.schedule(all)).toMatchObject({ recipients: 5 });
  site.sqlite.exec("update delegates set status = 'cancelled' where email = 'later@example.com'");
  site.letTimePass();
  await site.startDueMessages();
  // The outbox already contains the emails to this delegate.
  site.sqlite.exec("update delegates set status = 'declined' where email = 'last@example.com'");
  site.startMail();
  await until("the rest is sent", () => site.server.mails.length === 6);
  const recipientsOf = (subject: string) =>
    site.server.mails.filter(({ email }) => email.subject === subject).flatMap(({ to }) => to);
  expect(recipientsOf("Hello Noor Haddad")).toEqual(["stay@example.com"]);
  expect(recipientsOf("To all")).toHaveLength(5);
  await site.settled();
});

test("colleagues with one address get a letter each, and two messages are two letters", async () => {
  const site = await openSite();
  const ids = ["Ada", "Ben"].map((name) => site.add({ name, email: "desk@example.com" }));
  for (const subject of ["One", "Two"])
    await site.schedule(await site.write(ids, { subject: `${subject}, {name}` }));
  await site.sendAll(4);
  const letters = ["One, Ada", "One, Ben", "Two, Ada", "Two, Ben"];
  expect(site.got()).toEqual(letters.map((subject) => `desk@example.com: ${subject}`));
});

test("a registration email does not wait for a message to many", async () => {
  const site = await openSite();
  const ids = Array.from({ length: 30 }, (_, n) => site.add({ email: `p${n}@example.com` }));
  await site.schedule(await site.write(ids));
  site.letTimePass();
  await site.startDueMessages();
  await site.register({ email: "new@example.com" });
  site.startMail();
  await until("all are sent", () => site.server.mails.length === 31);
  const first = site.server.mails.slice(0, 3 * MAX_CONNECTIONS);
  expect(first.flatMap(({ to }) => to)).toContain("new@example.com");
});

test("typed text becomes no header, no placeholder and no link in a letter", async () => {
  const site = await openSite();
  const name = "Eve {link}\r\nBcc: x@example.com https://evil.example.com";
  await site.schedule(await site.write([site.add({ name, email: "eve@example.com" })]));
  await site.sendAll(1);
  const { email, raw = "", to } = site.server.mails[0] ?? {};
  expect(to).toEqual(["eve@example.com"]);
  expect(email?.subject).toBe("Hello Eve {link} Bcc: x@ example. com https: //evil. example. com");
  // Only lines in the body may begin with “Bcc:”.
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
  expect(email?.html).not.toMatch(/href="https?:\/\/evil/);
});

test("a private link is refused in a subject in each of its spellings", async () => {
  useNewDataDir();
  const { MessageInput } = await import("#app/models/message/input.server.ts");
  for (const subject of ["{link}", "See { link }", "{LINK}"]) {
    const { error } = MessageInput.safeParse({ subject, text: "x" });
    expect(error?.issues[0]?.message).toContain("Put {link} in the text");
  }
});

test("an unknown placeholder is refused when the message is written", async () => {
  useNewDataDir();
  const { MessageInput } = await import("#app/models/message/input.server.ts");
  const problem = (subject: string, text: string) =>
    MessageInput.safeParse({ subject, text }).error?.issues.map(({ message }) => message) ?? [];
  expect(problem("Hi { Name }", "{reference} {link}")).toEqual([]);
  for (const [typed, named] of [
    ["{nmae}", "{nmae}"],
    ["{name", "{name"],
    ["name}", "}"],
    ["{}", "{}"],
    ["{{name}}, see {link}", "{{name}}"],
  ])
    expect(problem("Hi", `Dear ${typed}`)).toEqual([
      `“${named}” is not a placeholder. Use {name}, {reference} or {link}`,
    ]);
  expect(problem("one\nBcc: x", "x")[0]).toContain("Remove characters that cannot be printed");
  expect(problem("", " ")).toEqual(["Required", "Required"]);
});

test("a message changed since the page was loaded, or with other recipients, is not sent", async () => {
  const site = await openSite();
  const ids = [site.add(), site.add({ email: "b@example.com" })];
  const id = await site.write(ids);
  const seen = await site.seenOf(id);
  const other = { subject: "x", text: "y", isForAll: false, isLive: false };
  const send = (changes: object) =>
    site.scheduleMessage(id, { ...other, at: null }, ANA, { seen, count: 2, ...changes });
  expect(await send({ seen: seen - 1 })).toEqual({ ok: false, reason: "stale" });
  site.run("update delegates set status = 'cancelled' where id = ?", ids[0]);
  expect(await send({})).toEqual({ ok: false, reason: "recounted" });
  expect(await site.getMessage(id)).toMatchObject({ subject: "Hello {name}", state: "draft" });
  expect(await send({ count: 1 })).toMatchObject({ ok: true, recipients: 1 });
  expect(await site.getMessage(id)).toMatchObject({ ...other, state: "promised" });
  expect(await site.saveMessage(id, other, ANA, { seen })).toEqual({ ok: false, reason: "stale" });
});

test("an erased delegate gets no message and is in no list of one; other recipients can still be shown the text", async () => {
  const site = await openSite();
  const [gone, stays] = [site.add({ email: "gone@example.com" }), site.add({ email: "stays@example.com" })];
  const id = await site.write([gone, stays]);
  await site.schedule(id);
  await site.deletePersonalData(gone, ANA);
  await site.sendAll(1);
  expect(site.addresses()).toEqual(["stays@example.com"]);
  expect(site.count("message_recipients")).toBe(0);
  await site.settled();
  const mail = { kind: "message", state: "sent", message: { subject: "Hello {name}" } };
  expect((await site.exportPersonalData(stays))?.mails).toMatchObject([mail]);
});

test("a message to one delegate is erased with them from every file; a message to several stays", async () => {
  const site = await openSite();
  const [one, other] = [site.add({ email: "one@example.com" }), site.add({ email: "other@example.com" })];
  const sent = await site.write([one], { subject: "Your wheelchair", text: "Use the ramp. ".repeat(300) });
  const draft = await site.write([one], { subject: "A secret draft" });
  const both = await site.write([one, other], { text: "Doors open at eight" });
  for (const id of [sent, both]) await site.schedule(id);
  await site.sendAll(3);
  await site.settled();
  expect(site.count(`${HISTORY} where changes like '%ramp%' or changes like '%secret%'`)).toBe(0);
  site.run("insert into drafts (id, fields) values ('1', ?)", `{"message":"${draft}","text":"parking 7"}`);
  expect(await site.deletePersonalData(one, ANA)).toMatchObject({ isScrubbed: true });
  for (const text of ["wheelchair", "Use the ramp", "secret draft", "parking 7"])
    expect([text, site.tracesOf(text)]).toEqual([text, []]);
  await site.deletePersonalData(other, ANA);
  expect((await site.listMessages()).listed.map(({ id }) => id)).toEqual([both]);
});

/** Sends a message to ten delegates. The mail server accepts the first email and delays five others. */
async function sendToTen(answer?: { code: number; text: string }) {
  const released = Promise.withResolvers<void>();
  onTestFinished(() => released.resolve());
  let held = 0;
  const holdAddress = (address: string) => {
    if (address === "p1@example.com") return undefined;
    held += 1;
    return released.promise;
  };
  const refuse = (address: string) => (address === "p1@example.com" ? undefined : answer);
  const site = await openSite({ holdAddress, refuse });
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => site.add({ email: `p${n}@example.com` }));
  const id = await site.write(ids);
  await site.schedule(id);
  site.letTimePass();
  site.startMail();
  await until("five are in transit", () => site.server.mails.length === 1 && held === 5);
  return { ...site, id, ids, release: released.resolve, now: () => site.getMessage(id) };
}

test("a message can be stopped: emails in transit are completed, the rest is never sent", async () => {
  const site = await sendToTen();
  const formId = crypto.randomUUID();
  expect(await site.stopMessage(site.id, ANA, formId)).toEqual({ stopped: 4 });
  expect(await site.stopMessage(site.id, ANA, formId)).toEqual({ stopped: 4 });
  expect(await site.stopMessage(site.id, ANA)).toBeNull();
  expect(await site.now()).toMatchObject({ delivered: 1, waiting: 5, stopped: 4, isStopped: true });
  site.release();
  await site.settled();
  expect(await site.now()).toMatchObject({ recipients: 10, delivered: 6, waiting: 0, stopped: 4 });
  expect(site.addresses()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `p${n}@example.com`));
  await site.startDueMessages();
  expect(site.count("outbox")).toBe(6);
});

test("an email in transit when a message was stopped is not retried after a refusal", async () => {
  const site = await sendToTen({ code: 451, text: "Later" });
  expect(await site.stopMessage(site.id, ANA)).toEqual({ stopped: 4 });
  site.release();
  await site.settled();
  expect(await site.now()).toMatchObject({ delivered: 1, waiting: 0, failed: 0, stopped: 9 });
  expect(site.addresses()).toEqual(["p1@example.com"]);
});

test("a message cannot be stopped before it is sent or after all its emails were sent", async () => {
  const site = await openSite();
  const id = await site.write([site.add()]);
  expect(await site.stopMessage(id, ANA)).toBeNull();
  await site.schedule(id);
  expect(await site.stopMessage(id, ANA)).toBeNull();
  await site.sendAll(1);
  await site.settled();
  expect(await site.stopMessage(id, ANA)).toBeNull();
  expect(await site.getMessage(id)).toMatchObject({ isStopped: false, stopped: 0 });
});

test("an unsent message can be deleted, and restored for ten minutes with the remaining recipients", async () => {
  const site = await openSite();
  const [gone, stays] = [site.add(), site.add()];
  const id = await site.write([gone, stays]);
  const before = await site.getMessage(id);
  const deleted = await site.deleteMessage(id, ANA);
  if (!deleted.ok) throw new Error(deleted.reason);
  expect((await site.listMessages()).listed).toEqual([]);
  expect(await site.deleteMessage(id, ANA)).toEqual({ ok: false, reason: "notFound" });
  await site.deletePersonalData(gone, ANA);
  expect(await site.restoreMessage(deleted.changeset, ANA, crypto.randomUUID())).toEqual({ ok: true, id });
  expect(await site.getMessage(id)).toEqual({ ...before, recipients: 1 });
  await site.schedule(id);
  expect(await site.deleteMessage(id, ANA)).toEqual({ ok: false, reason: "sent" });

  await site.unscheduleMessage(id, ANA);
  expect(await site.deleteMessage(id, ANA)).toMatchObject({ ok: true });
  await site.deletePersonalData(stays, ANA);
  expect(await site.listMessageDeletions()).toEqual([]);
  expect(site.tracesOf("Hello {name}")).toEqual([]);
});

test("a message without recipients is not promised", async () => {
  const site = await openSite();
  const toNobody = await site.write([site.add({ status: "cancelled" })]);
  expect(await site.schedule(toNobody)).toEqual({ ok: false, reason: "recounted" });
  expect(site.count("messages where state <> 'draft'")).toBe(0);
});

test("a message that was created but never written is kept for a day", async () => {
  const site = await openSite();
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  const [old, young] = [await site.create([site.add()]), await site.create([site.add()])];
  const age = site.sqlite.prepare("update messages set created_at = ? where id = ?");
  age.run(Date.now() - DAY_MS - 60 * MINUTE_MS, old);
  age.run(Date.now() - (DAY_MS - 60 * MINUTE_MS), young);
  await removeExpiredRows();
  expect((await site.listMessages()).listed.map(({ id }) => id)).toEqual([young]);
});

test("a message's email in transit may have been sent, so a cancellation does not drop it", async () => {
  const site = await openSite();
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  const person = site.add();
  await site.schedule(await site.write([person]));
  site.letTimePass();
  await site.startDueMessages();
  const first = (await claimMail(60 * MINUTE_MS))?.mail.id;
  site.sqlite.exec("update delegates set status = 'cancelled'");
  // The first process's claim expires, as if that process had died.
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  expect((await claimMail(60 * MINUTE_MS))?.mail.id).toBe(first);
});

test("the preview is for an actual recipient", async () => {
  const site = await openSite();
  const [left, first, second] = [site.add({ status: "cancelled" }), site.add(), site.add()];
  const id = await site.write([left, first, second]);
  const stored = async (message: number) => (await site.getMessage(message)) as MessageJson;
  expect((await site.listFirstAddressees(await stored(id), 1))[0]?.id).toBe(first);
  const toAll = await site.write([left, first], { isForAll: true });
  expect((await site.listFirstAddressees(await stored(toAll), 1))[0]?.id).toBe(left);
});
