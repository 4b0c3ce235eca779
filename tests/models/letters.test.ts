// Letters about registrations and decisions, sent to a real SMTP server.
import { expect, test } from "vitest";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import type { Behaviour } from "../support/mail-server.ts";
import { ANA, openMailingModels, storedDelegate } from "../support/models.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function openSite(behaviour?: Behaviour) {
  const site = await openMailingModels(behaviour);
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { cancelByLink } = await import("#app/models/delegate/private-link.server.ts");
  const { runChangesetWithin } = await import("#app/models/changeset/changeset.server.ts");
  const outbox = await import("#app/models/outbox/outbox.server.ts");
  const mailState = await import("#app/models/outbox/mail-state.server.ts");
  const count = (where: string) => site.count(`outbox where ${where}`);
  return {
    ...site,
    ...outbox,
    ...mailState,
    changeStatus: async (ids: readonly number[], status: DelegateStatus) => {
      const people = await Promise.all(
        ids.map(async (id) => ({ id, shown: (await storedDelegate(id)).status })),
      );
      await site.batch((tx) =>
        runChangesetWithin(tx, { actor: ANA }, "status", () => changeStatusIfAsShown(tx, people, status)),
      );
    },
    cancelByLink,
    /** Moves the outbox one day into the past. */
    letADayPass: () => site.run(`update outbox set created_at = created_at - ${DAY_MS}`),
    count,
  };
}

const ABOUT = "Your registration for Byline 2025";

test("an address gets five registration letters a day, each about one registration; the others are held", async () => {
  const site = await openSite();
  site.startMail();
  const delegates = [];
  for (let index = 0; index < 30; index += 1) {
    const email = index % 2 === 0 ? "victim@example.com" : "Victim@Example.com";
    delegates.push(await site.register({ email, name: `Name ${index}` }));
  }
  await site.settled();
  // Several connections deliver in any order.
  const sent = site.server.mails
    .map(({ email }) => email)
    .sort((one, other) => String(one.text).localeCompare(String(other.text)));
  expect(sent.map(({ subject }) => subject)).toEqual(Array(5).fill(ABOUT));
  for (const [index, { text = "" }] of sent.entries()) {
    expect(text).toMatch(new RegExp(`^Dear Name ${index},`));
    expect(text.match(/\/registration\/(\w{32})/)?.[1]).toBe(delegates[index]?.linkToken);
  }
  expect(site.count("state = 'held'")).toBe(25);

  site.letADayPass();
  await site.register({ email: "victim@example.com" });
  await site.settled();
  expect(site.server.mails).toHaveLength(6);
});

test.each([
  ["victim@gmail.com", ["v.ictim@gmail.com", "victim+1@googlemail.com", "V.I.C.T.I.M+x@GMAIL.com"]],
  ["a.b@example.com", ["a.b+1@example.com", "A.B+2+3@example.com"]],
])("a mailbox has one limit for all its spellings: %s", async (first, others) => {
  const site = await openSite();
  for (const email of Array(4).fill(first)) await site.register({ email });
  for (const email of others) await site.register({ email });
  await site.register({ email: "ab@example.com" });
  expect(site.count("state = 'held'")).toBe(others.length - 1);
});

test("someone who cancelled by link and registers again gets the letter at once", async () => {
  const site = await openSite();
  site.startMail();
  const { linkToken } = await site.register({ name: "Lena Again" });
  await site.cancelByLink(linkToken, "pending");
  await site.register({ name: "Lena Again" });
  await site.settled();
  expect(site.got()).toEqual([
    `noor@example.com: ${ABOUT}`,
    `noor@example.com: ${ABOUT}`,
    `noor@example.com: ${ABOUT} has been cancelled`,
  ]);
});

test("decisions are never held: each of thirty delegates at one address gets their own", async () => {
  const site = await openSite();
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) ids.push((await site.register({ name: `Name ${index}` })).id);
  await site.changeStatus(ids, "confirmed");
  site.startMail();
  await site.settled();
  expect(site.count("kind = 'confirmed' and state = 'sent'")).toBe(30);
  // The decision replaces held letters.
  expect(site.count("state = 'held'")).toBe(0);
});

test("a decision withdrawn before its email was sent causes no email", async () => {
  const site = await openSite();
  const [ana, ben, cy] = [
    await site.register({ name: "Ana" }),
    await site.register({ name: "Ben" }),
    await site.register({ name: "Cy" }),
  ];
  for (const status of ["confirmed", "pending", "confirmed", "declined", "pending"] as const)
    await site.changeStatus([ana.id], status);
  for (const status of ["confirmed", "declined", "confirmed"] as const)
    await site.changeStatus([ben.id], status);
  await site.changeStatus([cy.id], "cancelled");
  expect(site.column("select kind from outbox where kind <> 'registered'")).toEqual([
    "confirmed",
    "cancelled",
  ]);
  const { listHistoryActions } = await import("#app/models/history/history.server.ts");
  const actions = listHistoryActions("delegate", ben.id).map(
    ({ changes: { status, mail } }) => `${status}; ${mail}`,
  );
  expect(actions.toReversed()).toEqual([
    "pending,confirmed; undefined",
    "confirmed,declined; confirmed,taken back",
    "declined,confirmed; declined,taken back",
  ]);
});

test("a delegate who knows a decision that is restored is not told again", async () => {
  const site = await openSite();
  const { id } = await site.register();
  site.startMail();
  for (const status of ["confirmed", "declined"] as const) {
    await site.changeStatus([id], status);
    await until("it is sent", () => site.count(`state = 'sent' and kind = '${status}'`) === 1);
  }
  await site.stopMail(5_000);
  await site.changeStatus([id], "confirmed");
  await site.changeStatus([id], "declined");
  expect(site.count("state <> 'sent'")).toBe(0);
  // A decision that replaces an emailed one is emailed, even if it was emailed before.
  await site.changeStatus([id], "confirmed");
  expect(site.count("state = 'waiting' and kind = 'confirmed'")).toBe(1);
});

test("a checked-in delegate is still emailed the status before, since a check-in can be undone", async () => {
  const site = await openSite();
  const { id } = await site.register();
  for (const status of ["declined", "attended", "declined"] as const) await site.changeStatus([id], status);
  expect(site.count("kind = 'declined'")).toBe(1);
  for (const status of ["attended", "confirmed"] as const) await site.changeStatus([id], status);
  expect(site.count("kind = 'declined'")).toBe(0);
  expect(site.count("kind = 'confirmed'")).toBe(1);
});

test("an email in transit stays until it is known to be unsent; then an outdated one is not sent again", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const claim = async () => (await site.claimMail(60_000))?.mail;
  await site.storeMailOutcome((await claim())?.id ?? 0, { state: "sent" });
  await site.changeStatus([id], "confirmed");
  const claimed = await claim();
  await site.changeStatus([id], "pending");
  expect(site.count("kind = 'confirmed'")).toBe(1);
  const later = { state: "waiting", attempts: 1, problem: "451", nextAttemptAt: new Date() } as const;
  await site.storeMailOutcome(claimed?.id ?? 0, later);
  expect(await claim()).toBeUndefined();
  expect(site.count("kind = 'confirmed'")).toBe(0);
});

test("refused mail does not count against the limit", async () => {
  const site = await openSite();
  for (let count = 0; count < 5; count += 1) await site.register();
  site.run("update outbox set state = 'failed' where id = 1");
  await site.register();
  expect(site.count("state = 'held'")).toBe(0);
});

test("an organiser sends a held email once, and a delivered one again", async () => {
  const site = await openSite();
  const { id, reference } = await site.register();
  site.run("update outbox set state = 'held'");
  expect(await site.listDelegateMail([id])).toMatchObject([{ state: "held", isSendable: true }]);
  const pressed = await Promise.all([site.sendMailNow(1, ANA), site.sendMailNow(1, ANA)]);
  expect(pressed).toEqual([true, false]);
  site.startMail();
  await site.settled();
  expect(await site.sendMailNow(1, ANA)).toBe(true);
  await site.settled();
  expect(site.got()).toEqual([`noor@example.com: ${ABOUT}`, `noor@example.com: ${ABOUT}`]);
  const states = (await site.listDelegateMail([id])).map(({ state, isSendable }) => [state, isSendable]);
  expect(states).toEqual([
    ["sent", false],
    ["sent", true],
  ]);
  const entry = { actor: ANA, action: "send-now", label: reference };
  expect(site.sqlite.prepare(`select actor, action, label from ${HISTORY}`).all()).toEqual([entry, entry]);
});

test("an email that is out of date, on its way or without an address cannot be sent", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const isSendable = async () => (await site.listDelegateMail([id])).map((mail) => mail.isSendable);
  for (const state of ["waiting", "sending"]) {
    site.run("update outbox set state = ?", state);
    expect(await isSendable()).toEqual([false]);
  }
  site.run("update outbox set state = 'sent'");
  expect(await isSendable()).toEqual([true]);
  site.run("update delegates set email = ''");
  expect(await isSendable()).toEqual([false]);
  site.run("update delegates set email = 'a@example.com', status = 'declined'");
  expect(await isSendable()).toEqual([false]);
  expect(await site.sendMailNow(1, ANA)).toBe(false);
});

test("text in a letter never becomes a link to another site, even if an earlier version accepted it", async () => {
  const site = await openSite();
  await site.register();
  const typed = `Win at http://casino.com/win\r\nor casino。com, ask win@casino.com ${"now ".repeat(50)}`;
  site.run("update delegates set name = ?", typed);
  site.startMail();
  await until("it is sent", () => site.server.mails.length === 1);
  const { text = "", html = "", to } = site.server.mails[0]?.email ?? {};
  const name = "Win at http: //casino. com/win or casino。 com, ask win@ casino. com now";
  expect(text).toMatch(new RegExp(`^Dear ${name}[ now]*…,\n`));
  expect(text.split("\n", 1)[0]?.length).toBeLessThan(110);
  expect(html).toContain(name);
  expect(to?.[0]?.name).toContain("casino. com");
});

test("letters and messages greet with the full name as given, and reverse 'Last, First'", async () => {
  const site = await openSite();
  const { letterFor } = await import("#app/mail/letters.server.ts");
  const { messageLetter } = await import("#app/mail/message-letter.server.ts");
  for (const [name, greeted] of [
    ["Prof. Dr. Ada Whitfield, CBE", "Prof. Dr. Ada Whitfield, CBE"],
    ["van der Berg, Kees", "Kees van der Berg"],
    ["Cher", "Cher"],
  ] as const) {
    const delegate = await storedDelegate(insertDelegate(site.sqlite, { name }));
    const mail = { kind: "confirmed", note: null };
    const letter = letterFor({ mail, delegate } as never);
    expect(letter.parts[0]).toEqual(`Dear ${greeted},`);
    const message = messageLetter({ subject: "To {name}", text: "Dear {name}," }, delegate);
    expect(message.subject).toBe(`To ${greeted}`);
    expect(message.parts[0]).toEqual({ prose: `Dear ${greeted},` });
  }
});
