// What organisers write to many: whom it reaches, when, and what the letters say, against a real SMTP server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test, vi } from "vitest";
import type { MessageJson } from "#app/vocabulary/organiser-message.ts";
import { until as untilSoon } from "../faults/support/until.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { type Behaviour, startMailServer } from "../support/mail-server.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.useRealTimers();
});

const ANA = "ana@example.com";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const until = (what: string, holds: () => boolean) => untilSoon(what, holds, 10_000);

async function openSite(behaviour?: Behaviour) {
  const server = await startMailServer(behaviour);
  cleanups.push(server.stop);
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  const dataDir = useNewDataDir({ SMTP_URL: server.url, MAIL_RETRY_SECONDS: "0.05" });
  const mail = await import("#app/mail/mail.server.ts");
  const model = await import("#app/models/message/message.server.ts");
  const sending = await import("#app/models/message/sending.server.ts");
  const { stopMessage } = await import("#app/models/message/stopping.server.ts");
  const deletion = await import("#app/models/message/message-deletion.server.ts");
  const { deletePersonalData, exportPersonalData } = await import(
    "#app/models/delegate/personal-data.server.ts"
  );
  const { createRegistration } = await import("#app/models/delegate/delegate.server.ts");
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  cleanups.push(() => mail.stopMail(5_000));
  const written = { subject: "Hello {name}", text: "Dear {name},\n\n{reference}\n{link}", isForAll: false };
  /** A message to these people, written; answers its id. */
  const write = async (ids: number[], values: Partial<typeof written> = {}) => {
    const id = (await model.beginMessage({ ids }, ANA)) ?? 0;
    const seen = Date.parse((await model.getMessage(id))?.updatedAt ?? "");
    expect(await model.saveMessage(id, { ...written, ...values }, ANA, { seen })).toEqual({ ok: true });
    return id;
  };
  const promise = async (id: number, at: Date | null = null, formId?: string) => {
    const message = await model.getMessage(id);
    const seen = Date.parse(message?.updatedAt ?? "");
    return sending.promiseMessage(id, at, ANA, { seen, count: message?.recipients ?? 0, formId });
  };
  return {
    ...mail,
    ...model,
    ...sending,
    ...deletion,
    stopMessage,
    deletePersonalData,
    exportPersonalData,
    server,
    sqlite,
    dataDir,
    write,
    promise,
    register: (email: string) => createRegistration(RegistrationInput.parse(registration({ email })), null),
    add: (changes: Record<string, string> = {}) =>
      insertDelegate(sqlite, { status: "confirmed", ...changes }),
    /** The ten minutes of everything promised pass. */
    letTimePass: () => sqlite.exec("update messages set send_at = 1 where state = 'promised'"),
    /** What became of everything that has been sent is stored. */
    allNoted: () =>
      until(
        "all of it is noted",
        () => sqlite.prepare("select count(*) from outbox where state = 'waiting'").pluck().get() === 0,
      ),
    addresses: () => server.mails.flatMap(({ to }) => to).sort(),
  };
}

test("a message goes to each once, filled with their own facts, with why it came and their private link", async () => {
  const site = await openSite();
  const ids = [1, 2, 3].map((n) => site.add({ name: `Person ${n}`, email: `p${n}@example.com` }));
  const id = await site.write(ids);
  const formId = crypto.randomUUID();
  expect(await site.promise(id, null, formId)).toMatchObject({ ok: true, recipients: 3 });
  expect(await site.promise(id)).toEqual({ ok: false, reason: "sent" });
  site.startMail();
  site.letTimePass();
  await until("all have it", () => site.server.mails.length === 3);
  expect(site.addresses()).toEqual(["p1@example.com", "p2@example.com", "p3@example.com"]);
  const { email } = site.server.mails.find(({ to }) => to[0] === "p2@example.com") ?? {};
  const row = site.sqlite
    .prepare("select reference, link_token as token from delegates where id = ?")
    .get(ids[1]) as {
    reference: string;
    token: string;
  };
  const link = `http://localhost:3000/registration/${row.token}`;
  expect(email?.subject).toBe("Hello Person 2");
  expect(email?.text).toContain(`Dear Person 2,\n\n${row.reference.replace(/(.{5})/, "$1 ")}\n${link}`);
  expect(email?.text).toContain("You get this email because you registered for Byline 2025.");
  expect(email?.html).toContain(`<a href="${link}"`);
  await site.allNoted();
  expect(await site.getMessage(id)).toMatchObject({ state: "started", delivered: 3, waiting: 0, failed: 0 });
});

test("nothing goes out for ten minutes, and what was taken back never does", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const id = await site.write([site.add()]);
  const before = Date.now();
  expect(await site.promise(id)).toMatchObject({ sendAt: new Date(before + 10 * MINUTE_MS).toISOString() });
  vi.setSystemTime(before + 10 * MINUTE_MS - 1);
  await site.startDueMessages();
  expect(site.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(0);
  expect(await site.takeBackMessage(id, ANA)).toBe(true);
  expect(await site.takeBackMessage(id, ANA)).toBe(false);
  vi.setSystemTime(before + DAY_MS);
  await site.startDueMessages();
  expect(site.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(0);
  // It can be sent again.
  expect(await site.promise(id)).toMatchObject({ ok: true, recipients: 1 });
  vi.setSystemTime(before + DAY_MS + 10 * MINUTE_MS);
  await Promise.all([site.startDueMessages(), site.startDueMessages()]);
  vi.setSystemTime(before + 2 * DAY_MS);
  await site.startDueMessages();
  expect(site.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(1);
  expect(await site.takeBackMessage(id, ANA)).toBe(false);
});

test("a time that was chosen is kept when the message is taken back, and none where none was", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const { keptSendTime } = await import("#app/models/message/send-time.server.ts");
  const id = await site.write([site.add()]);
  const kept = async () => keptSendTime((await site.getMessage(id)) as MessageJson);
  await site.promise(id);
  await site.takeBackMessage(id, ANA);
  expect(await kept()).toBe("");
  vi.setSystemTime(Date.parse("2031-07-30T12:00:00Z"));
  // Eight in the morning by the clocks of Sydney.
  await site.promise(id, new Date("2031-07-31T22:00:00Z"));
  await site.takeBackMessage(id, ANA);
  expect(await kept()).toBe("2031-08-01T08:00");
  vi.setSystemTime(Date.parse("2031-07-31T22:00:01Z"));
  expect(await kept()).toBe("");
  await site.startDueMessages();
  expect(site.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(0);
});

test("a message for a day months ahead waits for it, and one that a wrong clock has put off does not", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const site = await openSite();
  const now = Date.now();
  const [reminder, soon] = [await site.write([site.add()]), await site.write([site.add()])];
  await site.promise(reminder, new Date(now + 90 * DAY_MS));
  const { listHistory } = await import("#app/models/history/history.server.ts");
  const [latest] = (await listHistory("message", [reminder]))[reminder] ?? [];
  expect(latest?.text).toMatch(/^Scheduled the message “.+” to 1 delegate$/);
  vi.setSystemTime(now + 400 * DAY_MS);
  await site.promise(soon);
  vi.setSystemTime(now + MINUTE_MS);
  await site.startDueMessages();
  expect((await site.getMessage(reminder))?.state).toBe("promised");
  expect((await site.getMessage(soon))?.state).toBe("started");
  vi.setSystemTime(now + 90 * DAY_MS);
  await site.startDueMessages();
  expect((await site.getMessage(reminder))?.state).toBe("started");
});

test("who was declined or has cancelled gets none, before or after 'Send', unless they were chosen too", async () => {
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
  expect(await site.promise(id)).toMatchObject({ recipients: 3 });
  expect(await site.promise(all)).toMatchObject({ recipients: 5 });
  site.sqlite.exec("update delegates set status = 'cancelled' where email = 'later@example.com'");
  site.letTimePass();
  await site.startDueMessages();
  // In the outbox already.
  site.sqlite.exec("update delegates set status = 'declined' where email = 'last@example.com'");
  site.startMail();
  await until("the rest is sent", () => site.server.mails.length === 6);
  const told = (subject: string) =>
    site.server.mails.filter(({ email }) => email.subject === subject).flatMap(({ to }) => to);
  expect(told("Hello Noor Haddad")).toEqual(["stay@example.com"]);
  expect(told("To all")).toHaveLength(5);
  await site.allNoted();
});

test("colleagues with one address get one letter that names them, with each one's link", async () => {
  const site = await openSite();
  const ids = ["Ada", "Ben", "Cy"].map((name) => site.add({ name, email: "desk@example.com" }));
  await site.promise(await site.write(ids));
  site.letTimePass();
  site.startMail();
  await until("it has come", () => site.server.mails.length === 1);
  const { email } = site.server.mails[0] ?? {};
  expect(email?.subject).toBe("Hello Ada, Ben and Cy");
  expect(email?.text).toContain("because these 3 people registered for Byline 2025 with your address.");
  expect(email?.text?.match(/Ben: http:\/\/localhost:3000\/registration\/[0-9a-f]{32}/g)).toHaveLength(1);
  await site.allNoted();
  expect(site.sqlite.prepare("select count(*) from outbox where state = 'sent'").pluck().get()).toBe(3);
});

test("two messages to one address are two letters", async () => {
  const site = await openSite();
  const id = site.add({ name: "Ada", email: "ada@example.com" });
  for (const subject of ["One", "Two"]) await site.promise(await site.write([id], { subject }));
  site.letTimePass();
  site.startMail();
  await until("both have come", () => site.server.mails.length === 2);
  expect(site.server.mails.map(({ email }) => email.subject).sort()).toEqual(["One", "Two"]);
});

test("whoever registers does not wait for the end of a message to many", async () => {
  const site = await openSite();
  const ids = Array.from({ length: 30 }, (_, n) => site.add({ email: `p${n}@example.com` }));
  await site.promise(await site.write(ids));
  site.letTimePass();
  await site.startDueMessages();
  await site.register("new@example.com");
  site.startMail();
  await until("all have come", () => site.server.mails.length === 31);
  expect(site.server.mails[0]?.to).toEqual(["new@example.com"]);
});

test("what a delegate has typed becomes no header, no placeholder and no link in a letter", async () => {
  const site = await openSite();
  const name = "Eve {link}\r\nBcc: x@example.com https://evil.example.com";
  await site.promise(await site.write([site.add({ name, email: "eve@example.com" })]));
  site.letTimePass();
  site.startMail();
  await until("it has come", () => site.server.mails.length === 1);
  const { email, raw = "", to } = site.server.mails[0] ?? {};
  expect(to).toEqual(["eve@example.com"]);
  expect(email?.subject).toBe("Hello Eve {link} Bcc: x@ example. com https: //evil. example. com");
  // Of its body, a line may begin anywhere.
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
  expect(email?.html).not.toMatch(/href="https?:\/\/evil/);
});

test("what would not be filled is refused when it is written", async () => {
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
      `“${named}” is no placeholder. Use {name}, {reference} or {link}`,
    ]);
  expect(problem("{link}", "x")[0]).toContain("Put {link} into the text");
  expect(problem("one\nBcc: x", "x")[0]).toContain("Remove characters that cannot be printed");
  expect(problem("", " ")).toEqual(["Required", "Required"]);
});

test("a message that has changed, or goes to others than the page has shown, is not sent", async () => {
  const site = await openSite();
  const ids = [site.add(), site.add({ email: "b@example.com" })];
  const id = await site.write(ids);
  const seen = Date.parse((await site.getMessage(id))?.updatedAt ?? "");
  const send = (changes: object) => site.promiseMessage(id, null, ANA, { seen, count: 2, ...changes });
  expect(await send({ seen: seen - 1 })).toEqual({ ok: false, reason: "changed" });
  site.sqlite.prepare("update delegates set status = 'cancelled' where id = ?").run(ids[0]);
  expect(await send({})).toEqual({ ok: false, reason: "changed" });
  expect(await send({ count: 1 })).toMatchObject({ ok: true, recipients: 1 });
  expect(await site.saveMessage(id, { subject: "x", text: "y", isForAll: false }, ANA, { seen })).toEqual({
    ok: false,
    reason: "sent",
  });
});

test("who is erased gets nothing and is in no list of a message; others are told what was sent to them", async () => {
  const site = await openSite();
  const [gone, stays] = [site.add({ email: "gone@example.com" }), site.add({ email: "stays@example.com" })];
  const id = await site.write([gone, stays]);
  await site.promise(id);
  await site.deletePersonalData(gone, ANA);
  site.letTimePass();
  site.startMail();
  await until("the other has it", () => site.server.mails.length === 1);
  expect(site.addresses()).toEqual(["stays@example.com"]);
  expect(site.sqlite.prepare("select count(*) from message_people").pluck().get()).toBe(0);
  await site.allNoted();
  expect((await site.exportPersonalData(stays))?.mails).toMatchObject([
    { kind: "message", state: "sent", message: { subject: "Hello {name}" } },
  ]);
});

/** A site on which a message to five is going out: the first has it, and the second's server takes its time. */
async function sendToFive(answer?: { code: number; text: string }) {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const site = await openSite({
    holdAddress: (address) => {
      if (address !== "p2@example.com") return undefined;
      asked.resolve();
      return held.promise;
    },
    refuse: (address) => (address === "p2@example.com" ? answer : undefined),
  });
  const ids = [1, 2, 3, 4, 5].map((n) => site.add({ email: `p${n}@example.com` }));
  const id = await site.write(ids);
  await site.promise(id);
  site.letTimePass();
  site.startMail();
  await asked.promise;
  return { ...site, id, ids, release: held.resolve };
}

test("a message is stopped on its way out: what is in hand goes to its end, and the rest is never sent", async () => {
  const site = await sendToFive();
  const formId = crypto.randomUUID();
  expect(await site.stopMessage(site.id, ANA, formId)).toEqual({ stopped: 3 });
  expect(await site.stopMessage(site.id, ANA, formId)).toEqual({ stopped: 3 });
  expect(await site.stopMessage(site.id, ANA)).toBeNull();
  expect(await site.getMessage(site.id)).toMatchObject({
    delivered: 1,
    waiting: 1,
    stopped: 3,
    isStopped: true,
  });
  site.release();
  await site.allNoted();
  expect(await site.getMessage(site.id)).toMatchObject({
    recipients: 5,
    delivered: 2,
    waiting: 0,
    stopped: 3,
  });
  expect(site.addresses()).toEqual(["p1@example.com", "p2@example.com"]);
  await site.startDueMessages();
  expect(site.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(2);
});

test("what was in hand when a message was stopped, and was not taken, is not tried again", async () => {
  const site = await sendToFive({ code: 451, text: "Later" });
  expect(await site.stopMessage(site.id, ANA)).toEqual({ stopped: 3 });
  site.release();
  await site.allNoted();
  expect(await site.getMessage(site.id)).toMatchObject({ delivered: 1, waiting: 0, failed: 0, stopped: 4 });
  expect(site.addresses()).toEqual(["p1@example.com"]);
});

test("what was in hand when a message was stopped is not begun anew for a corrected address", async () => {
  const site = await sendToFive();
  const { getDelegate } = await import("#app/models/delegate/delegate.server.ts");
  const corrections = await import("#app/models/delegate/correction.server.ts");
  await site.stopMessage(site.id, ANA);
  const delegate = await getDelegate(site.ids[1] ?? 0);
  if (!delegate) throw new Error("There is no such delegate");
  const seen = corrections.answersVersion(delegate);
  const answers = { ...corrections.holdingOf(delegate), email: "right@example.com" };
  await corrections.correctRegistration(delegate.id, answers, ANA, { seen, isOtherPerson: false });
  site.release();
  await site.allNoted();
  expect(await site.getMessage(site.id)).toMatchObject({ delivered: 1, waiting: 0, stopped: 4 });
  expect(site.server.mails.filter(({ email }) => email.subject?.startsWith("Hello"))).toHaveLength(1);
});

test("what was stopped is not taken for sent, nor what was sent for stopped, whatever was asked too early or late", async () => {
  const site = await openSite();
  const id = await site.write([site.add()]);
  expect(await site.stopMessage(id, ANA)).toBeNull();
  await site.promise(id);
  expect(await site.stopMessage(id, ANA)).toBeNull();
  site.letTimePass();
  site.startMail();
  await until("it is sent", () => site.server.mails.length === 1);
  await site.allNoted();
  expect(await site.stopMessage(id, ANA)).toBeNull();
  expect(await site.getMessage(id)).toMatchObject({ isStopped: false, stopped: 0 });
});

test("a message that was not sent is deleted, and comes back for ten minutes to those who are still there", async () => {
  const site = await openSite();
  const [gone, stays] = [site.add(), site.add()];
  const id = await site.write([gone, stays]);
  const before = await site.getMessage(id);
  const deleted = await site.deleteMessage(id, ANA);
  if (!deleted.ok) throw new Error(deleted.reason);
  expect(await site.listMessages()).toEqual([]);
  expect(await site.deleteMessage(id, ANA)).toEqual({ ok: false, reason: "notFound" });
  await site.deletePersonalData(gone, ANA);
  expect(await site.restoreMessage(deleted.deletion, ANA, crypto.randomUUID())).toEqual({ ok: true, id });
  expect(await site.getMessage(id)).toEqual({ ...before, recipients: 1 });
  await site.promise(id);
  expect(await site.deleteMessage(id, ANA)).toEqual({ ok: false, reason: "sent" });

  await site.takeBackMessage(id, ANA);
  expect(await site.deleteMessage(id, ANA)).toMatchObject({ ok: true });
  await site.deletePersonalData(stays, ANA);
  expect(await site.listMessageDeletions()).toEqual([]);
  expect(tracesIn(site.dataDir, "Hello {name}")).toEqual([]);
});

/** The files of a DATA_DIR in which a text stands. */
const tracesIn = (dataDir: string, text: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith("conference.db"))
    .filter((name) => readFileSync(join(dataDir, name)).toString("latin1").includes(text));

test("what was written to one person alone goes with them, out of the log and the files too, sent or not", async () => {
  const site = await openSite();
  const [one, other] = [site.add({ email: "one@example.com" }), site.add({ email: "other@example.com" })];
  const to = (ids: number[], subject: string, text: string) => site.write(ids, { subject, text });
  const sent = await to([one], "About your wheelchair", `We have it.\n\n${"Ramp by the door. ".repeat(300)}`);
  const draft = await to([one], "A secret draft", "Not yet: parking place 7");
  const both = await to([one, other], "To both", "Doors open at eight");
  const others = await to([other], "To the other", "Bring your badge");
  await site.promise(sent);
  site.letTimePass();
  site.startMail();
  await until("it is sent", () => site.server.mails.length === 1);
  await site.allNoted();
  // As the log kept it before.
  site.sqlite
    .prepare("update audit_log set changes = ? where subject = 'message' and subject_id = ?")
    .run(JSON.stringify({ text: ["", "Not yet: parking place 7"] }), draft);
  const keep = site.sqlite.prepare("insert into drafts (id, fields) values (?, ?)");
  for (const message of [draft, both])
    keep.run(`of-${message}`, JSON.stringify({ message: String(message), text: "typed: parking place 7" }));
  expect(await site.deletePersonalData(one, ANA)).toMatchObject({ isScrubbed: true });
  for (const text of ["wheelchair", "Ramp by the door", "secret draft"])
    expect([text, tracesIn(site.dataDir, text)]).toEqual([text, []]);
  expect(site.sqlite.prepare("select id from drafts").pluck().all()).toEqual([`of-${both}`]);
  expect((await site.listMessages()).map(({ id }) => id)).toEqual([others, both]);
  expect(await site.getMessage(both)).toMatchObject({ text: "Doors open at eight" });
  const { listHistory } = await import("#app/models/history/history.server.ts");
  const texts = (await listHistory("message", [sent]))[sent]?.map(({ text }) => text);
  expect(texts).toEqual([
    "Scheduled the message (deleted)",
    "Changed the message “(deleted)”",
    "Began a message to 1 delegate",
  ]);
  await site.deletePersonalData(other, ANA);
  expect(await site.listMessages()).toEqual([]);
});

test("a message to several that was sent stays when the last of them is erased", async () => {
  const site = await openSite();
  const ids = [site.add({ email: "a@example.com" }), site.add({ email: "b@example.com" })];
  const message = await site.write(ids);
  await site.promise(message);
  site.letTimePass();
  await site.startDueMessages();
  for (const id of ids) await site.deletePersonalData(id, ANA);
  expect(await site.getMessage(message)).toMatchObject({ recipients: 2, text: expect.any(String) });
});

test("the log says which fields of a message were changed, and not to what", async () => {
  const site = await openSite();
  const id = await site.write([site.add()]);
  const changes = site.sqlite
    .prepare("select changes from audit_log where action = 'wrote' and subject_id = ?")
    .pluck()
    .get(id);
  expect(changes).toBe(JSON.stringify({ subject: [null, null], text: [null, null] }));
});

test("what was begun and never written is forgotten a day later, and nothing else", async () => {
  const site = await openSite();
  const { removeExpired } = await import("#app/models/expiry.server.ts");
  const person = site.add();
  const written = await site.write([person]);
  const empty = (await site.beginMessage({ ids: [person] }, ANA)) ?? 0;
  site.sqlite.prepare("update messages set created_at = ?").run(Date.now() - 2 * DAY_MS);
  const fresh = (await site.beginMessage({ ids: [person] }, ANA)) ?? 0;
  await removeExpired();
  expect((await site.listMessages()).map(({ id }) => id)).toEqual([fresh, written]);
  expect(await site.getMessage(empty)).toBeNull();
});
