// Messages at their edges: forms that come twice, what is not sent, and what a preview and a list leave out.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";

const ANA = "ana@example.com";
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TEXT = { subject: "Doors", text: "Dear {name}", isForAll: false };

async function openSite() {
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  const dataDir = useNewDataDir();
  const model = await import("#app/models/message/message.server.ts");
  const sending = await import("#app/models/message/sending.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  const stored = async (id: number) => {
    const message = await model.getMessage(id);
    if (!message) throw new Error("There is no such message");
    return { ...message, seen: Date.parse(message.updatedAt) };
  };
  return {
    ...model,
    ...sending,
    sqlite,
    stored,
    add: (changes: Record<string, string> = {}) =>
      insertDelegate(sqlite, { status: "confirmed", ...changes }),
    begin: async (ids: number[]) => (await model.beginMessage({ ids }, ANA)) ?? 0,
    write: async (ids: number[], values: Partial<typeof TEXT> = {}) => {
      const id = (await model.beginMessage({ ids }, ANA)) ?? 0;
      const { seen } = await stored(id);
      await model.saveMessage(id, { ...TEXT, ...values }, ANA, { seen });
      return id;
    },
    promise: async (id: number) => {
      const { seen, recipients } = await stored(id);
      return sending.promiseMessage(id, null, ANA, { seen, count: recipients });
    },
    noted: (action: string) =>
      sqlite.prepare("select count(*) from audit_log where action = ?").pluck().get(action),
  };
}

test("a second copy of a form that saves or takes back a message is answered as the first", async () => {
  const site = await openSite();
  const id = await site.begin([site.add()]);
  const { seen } = await site.stored(id);
  const saving = { seen, formId: crypto.randomUUID() };
  for (const _ of [1, 2]) expect(await site.saveMessage(id, TEXT, ANA, saving)).toEqual({ ok: true });
  expect(site.noted("wrote")).toBe(1);
  await site.promise(id);
  const formId = crypto.randomUUID();
  for (const _ of [1, 2]) expect(await site.takeBackMessage(id, ANA, formId)).toBe(true);
  expect(site.noted("took back")).toBe(1);
  expect(await site.stored(id)).toMatchObject({ state: "taken back", sendAt: null });
});

test("a message that nobody has written, and one to nobody, is not promised", async () => {
  const site = await openSite();
  expect(await site.promise(await site.begin([site.add()]))).toEqual({ ok: false, reason: "unwritten" });
  const toNobody = await site.write([site.add({ status: "cancelled" })]);
  expect(await site.promise(toNobody)).toEqual({ ok: false, reason: "nobody" });
  expect(site.sqlite.prepare("select count(*) from messages where state <> 'draft'").pluck().get()).toBe(0);
});

test("what was begun and never written stays for a day, and no longer", async () => {
  const site = await openSite();
  const { removeExpired } = await import("#app/models/expiry.server.ts");
  const [old, young] = [await site.begin([site.add()]), await site.begin([site.add()])];
  const age = site.sqlite.prepare("update messages set created_at = ? where id = ?");
  age.run(Date.now() - 25 * HOUR_MS, old);
  age.run(Date.now() - 23 * HOUR_MS, young);
  await removeExpired();
  expect((await site.listMessages()).map(({ id }) => id)).toEqual([young]);
});

test("an email of a message that a sender has in hand may have been sent: it is not dropped with who cancels", async () => {
  const site = await openSite();
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  const person = site.add();
  await site.promise(await site.write([person]));
  site.sqlite.exec("update messages set send_at = 1");
  await site.startDueMessages();
  const [first] = (await claimMail(HOUR_MS, DAY_MS))?.mailIds ?? [];
  site.sqlite.exec("update delegates set status = 'cancelled'");
  // Its sender has died.
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  expect((await claimMail(HOUR_MS, DAY_MS))?.mailIds).toEqual([first]);
});

test("a message goes out within the next twelve months, and no later", async () => {
  useNewDataDir();
  const { readSendTime } = await import("#app/models/message/send-time.server.ts");
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
  expect(readSendTime(inDays(364))).toMatchObject({ ok: true });
  expect(readSendTime(inDays(368))).toEqual({
    ok: false,
    problem: "Choose a time within the next twelve months",
  });
});

test("a private link is refused in a subject in each of its spellings", async () => {
  useNewDataDir();
  const { MessageInput } = await import("#app/models/message/input.server.ts");
  for (const subject of ["{link}", "See { link }", "{LINK}"])
    expect(MessageInput.safeParse({ subject, text: "x" }).error?.issues[0]?.message).toContain(
      "Put {link} into the text",
    );
});

test("the preview is of those who get it: it leaves out who has left, and comes round to the first", async () => {
  const site = await openSite();
  const [left, first, second] = [site.add({ status: "cancelled" }), site.add(), site.add()];
  const id = await site.write([left, first, second]);
  const next = async (after: number) => (await site.getAddressee(await site.stored(id), after))?.id;
  expect(await next(0)).toBe(first);
  expect(await next(first)).toBe(second);
  expect(await next(second)).toBe(first);
  const toAll = await site.write([left, first], { isForAll: true });
  expect((await site.getAddressee(await site.stored(toAll)))?.id).toBe(left);
});

test("of a message only those are named whom it did not reach, and none of another message", async () => {
  const site = await openSite();
  const { listUnreached } = await import("#app/models/outbox/message-mail.server.ts");
  const [ada, ben, cy] = ["Ada", "Ben", "Cy"].map((name) => site.add({ name }));
  const [id, other] = [await site.write([ada ?? 0, ben ?? 0, cy ?? 0]), await site.write([ada ?? 0])];
  for (const one of [id, other]) await site.promise(one);
  site.sqlite.exec("update messages set send_at = 1");
  await site.startDueMessages();
  const fail = site.sqlite.prepare(
    "update outbox set state = 'failed', problem = 'Unknown' where message_id = ? and delegate_id = ?",
  );
  fail.run(id, ben);
  fail.run(other, ada);
  expect(listUnreached(id, 10)).toEqual([{ id: ben, name: "Ben", problem: "Unknown" }]);
});
