// Emails to an address that has several registrations, sent to a real SMTP server.
import { expect, onTestFinished, test } from "vitest";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import type { Behaviour, MailServer } from "../support/mail-server.ts";
import { ANA, openMailingModels, storedDelegate } from "../support/models.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function openSite(behaviour?: Behaviour) {
  const site = await openMailingModels(behaviour);
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { confirmEmailByLink } = await import("#app/models/delegate/private-link.server.ts");
  const { runChangesetWithin } = await import("#app/models/ledger/changeset.server.ts");
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
    confirmEmailByLink,
    /** Waits until no email is in transit or due. */
    settled: () => {
      const isDue = `state = 'waiting' and next_attempt_at <= ${Date.now() + DAY_MS / 2}`;
      return until("no mail is due", () => count(isDue) === 0);
    },
    /** Moves all times in the outbox this many hours into the past. */
    letHoursPass: async (hours: number) => {
      await site.stopMail(5_000);
      const columns = ["next_attempt_at", "sent_at", "held_until"];
      const ms = hours * 60 * 60 * 1000;
      site.run(`update outbox set ${columns.map((column) => `${column} = ${column} - ${ms}`)}`);
      const { createMailer } = await import("#app/mail/mailer.server.ts");
      const { createMailWorker } = await import("#app/mail/mail-worker.server.ts");
      const worker = createMailWorker(await createMailer(site.server.url), 50);
      outbox.onMailEnqueued(worker.wake);
      onTestFinished(() => worker.stop(5_000));
    },
    count,
  };
}

const subjects = (server: MailServer) => server.mails.map(({ email }) => email.subject);
const linkOf = ({ linkToken }: { linkToken: string }) => `/registration/${linkToken}`;

test("thirty registrations with one address cause one email to its owner, and one more about the others the next day", async () => {
  const site = await openSite();
  site.startMail();
  const delegates = [await site.register({ email: "victim@example.com" })];
  await until("the first is sent", () => site.server.mails.length === 1);
  for (let index = 1; index < 30; index += 1) {
    const spelling = index % 2 === 0 ? "victim@example.com" : "Victim@Example.com";
    delegates.push(await site.register({ email: spelling, name: `Name ${index}` }));
  }
  await site.settled();
  expect(subjects(site.server)).toEqual(["Your registration for Byline 2025"]);

  await site.letHoursPass(25);
  await until("the others are sent", () => site.count("state <> 'sent'") === 0);
  expect(subjects(site.server)).toEqual([
    "Your registration for Byline 2025",
    "More registrations for Byline 2025",
  ]);
  const { text = "", html = "" } = site.server.mails[1]?.email ?? {};
  expect(text).toContain(
    "29 more registrations have been made for Byline 2025 with this email address since our last email:",
  );
  for (const delegate of delegates.slice(1)) {
    expect(text).toContain(
      `Name: ${delegate.name}\nReference: ${delegate.reference.replace(/(.{5})/, "$1 ")}`,
    );
    expect(text).toContain(linkOf(delegate));
    expect(html).toContain(linkOf(delegate));
  }
  expect(text).not.toContain(linkOf(delegates[0] ?? { linkToken: "none" }));
  expect(text).toContain("choose Verify this address");
});

test.each([
  ["victim@gmail.com", ["v.ictim@gmail.com", "victim+1@googlemail.com", "V.I.C.T.I.M+x@GMAIL.com"]],
  ["a.b@example.com", ["a.b+1@example.com", "A.B+2+3@example.com"]],
])("a mailbox gets one email a day under all its spellings: %s", async (first, others) => {
  const site = await openSite();
  site.startMail();
  await site.register({ email: first });
  await until("the first is sent", () => site.server.mails.length === 1);
  for (const email of others) await site.register({ email });
  await site.register({ email: "ab@example.com" });
  await site.settled();
  expect(site.server.mails.map(({ to }) => to.join())).toEqual([first, "ab@example.com"]);
  // Each spelling gets a separate email, because each email contains a private link.
  for (const [index, email] of others.entries()) {
    await site.letHoursPass(25);
    await until("the next is sent", () => site.server.mails.length === index + 3);
    expect(site.server.mails.at(-1)?.to.join().toLowerCase()).toBe(email.toLowerCase());
    await site.settled();
  }
});

test("once an address is confirmed, held mail is sent immediately, and so are later emails, up to ten a day", async () => {
  const site = await openSite();
  site.startMail();
  const ana = await site.register({ name: "Ana" });
  await until("the first is sent", () => site.server.mails.length === 1);
  const ben = await site.register({ name: "Ben" });
  await site.settled();
  const held = { state: "waiting", heldUntil: expect.any(String) };
  expect(await site.listDelegateMail([ben.id])).toMatchObject([held]);
  expect(await site.countMail("held")).toBe(1);
  expect(await site.countMail("waiting")).toBe(0);

  expect(await site.confirmEmailByLink(ana.linkToken)).toBe(true);
  // The link still works after the address is verified.
  expect(await site.confirmEmailByLink(ana.linkToken)).toBe(true);
  expect(await site.confirmEmailByLink(ben.linkToken)).toBe(true);
  await until("Ben's is sent", () => site.server.mails.length === 2);
  const { text } = site.server.mails[1]?.email ?? {};
  expect(text).toContain(
    "One more registration has been made for Byline 2025 with this email address since our last email:",
  );
  expect(text).toContain(linkOf(ben));
  expect(text).not.toContain("Verify this address");
  // The mail server receives an email shortly before the outbox marks it as sent.
  await site.settled();
  expect(await site.listDelegateMail([ben.id])).toMatchObject([{ state: "sent", heldUntil: null }]);

  for (let index = 3; index <= 12; index += 1) {
    const email = index % 2 === 0 ? "noor@example.com" : "NOOR@example.com";
    await site.register({ name: `Colleague ${index}`, email });
    if (index <= 10) await until(`letter ${index} is sent`, () => site.server.mails.length === index);
  }
  await site.settled();
  expect(site.server.mails).toHaveLength(10);
  expect(await site.countMail("held")).toBe(2);
});

test("confirming one address does not confirm another one of the same mailbox", async () => {
  const site = await openSite();
  site.startMail();
  const { linkToken } = await site.register({ email: "noor@example.com" });
  await until("the first is sent", () => site.server.mails.length === 1);
  await site.confirmEmailByLink(linkToken);
  await site.register({ email: "noor+other@example.com" });
  await site.settled();
  expect(await site.countMail("held")).toBe(1);
});

test("colleagues who registered with one address before any mail was sent get one email with a link each", async () => {
  const site = await openSite();
  const ana = await site.register({ name: "Ana A. Ng", registrationType: "media_pass" });
  const ben = await site.register({ name: "Ben www.ng" }).catch(() => null);
  expect(ben).toBeNull();
  const cy = await site.register({ name: "Cy Ng" });
  site.startMail();
  await until("all are sent", () => site.count("state <> 'sent'") === 0);
  expect(subjects(site.server)).toEqual(["Your registrations for Byline 2025"]);
  const { text = "" } = site.server.mails[0]?.email ?? {};
  expect(text).toContain("Two registrations were made for Byline 2025 with this email address:");
  for (const { linkToken } of [ana, cy]) expect(text).toContain(linkOf({ linkToken }));
  expect(text).toContain("Pass: Media Pass\nStatus: Awaiting confirmation");
});

test("decisions are always sent, for thirty delegates at one address in one email", async () => {
  const site = await openSite();
  site.startMail();
  const ids: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    ids.push((await site.register({ name: `Name ${index}` })).id);
    if (index === 0) await until("the first is sent", () => site.server.mails.length === 1);
  }
  await site.settled();
  await site.changeStatus(ids, "confirmed");
  await until("the decision is sent", () => site.count("kind = 'confirmed' and state = 'sent'") === 30);
  await site.changeStatus(ids.slice(0, 2), "declined");
  await until("the second decision is sent", () => site.count("kind = 'declined' and state = 'sent'") === 2);
  expect(subjects(site.server)).toEqual([
    "Your registration for Byline 2025",
    "Your registrations for Byline 2025 are confirmed",
    "About your registrations for Byline 2025",
  ]);
  expect(site.server.mails[1]?.email.text?.match(/\/registration\//g)).toHaveLength(30);
  // A held email states the delegate's status at the time of sending.
  await site.letHoursPass(25);
  await until("all are sent", () => site.count("state <> 'sent'") === 0);
  expect(site.server.mails).toHaveLength(4);
  expect(site.server.mails[3]?.email.text?.match(/Status: Confirmed/g)).toHaveLength(28);
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
  site.startMail();
  await until("all are sent", () => site.count("state <> 'sent'") === 0);
  expect(subjects(site.server)).toEqual([
    "Your registrations for Byline 2025",
    "Your Byline 2025 pass is confirmed",
    "Your registration for Byline 2025 has been cancelled",
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

test("an email in transit stays until it is known to be unsent; a delayed or refused one is dropped", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const registered = await site.claimMail(60_000, 2 * DAY_MS);
  await site.storeMailOutcome(registered?.letterId ?? 0, { state: "sent" });
  for (const outcome of [
    { state: "waiting", attempts: 1, problem: "451", nextAttemptAt: new Date() },
    { state: "failed", attempts: 1, problem: "550" },
  ] as const) {
    await site.changeStatus([id], "confirmed");
    const claimed = await site.claimMail(60_000, 2 * DAY_MS);
    await site.changeStatus([id], "pending");
    expect(site.count("kind = 'confirmed'")).toBe(1);
    await site.storeMailOutcome(claimed?.letterId ?? 0, outcome);
    expect(site.count("kind = 'confirmed'")).toBe(0);

    await site.changeStatus([id], "declined");
    const later = await site.claimMail(60_000, 2 * DAY_MS);
    await site.storeMailOutcome(later?.letterId ?? 0, outcome);
    expect(site.count("kind = 'declined'")).toBe(1);
    await site.changeStatus([id], "pending");
    expect(site.count("kind = 'declined'")).toBe(0);
  }
});

test("a letter in transit at a crash is resent unchanged, even after new registrations", async () => {
  const site = await openSite();
  await site.register({ name: "Ana" });
  await site.register({ name: "Ben" });
  const claimed = await site.claimMail(60_000, 2 * DAY_MS);
  expect(claimed?.delegates.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  await site.register({ name: "Cy" });
  expect(await site.claimMail(60_000, 2 * DAY_MS)).toBeNull();
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  const again = await site.claimMail(60_000, 2 * DAY_MS);
  expect(again?.letterId).toBe(claimed?.letterId);
  expect(again?.delegates.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  await site.storeMailOutcome(again?.letterId ?? 0, { state: "sent" });
  expect(site.count("state = 'sent'")).toBe(2);
  expect(await site.countMail("held")).toBe(1);
});

test("a letter about several is sent without a delegate deleted while it waited", async () => {
  const site = await openSite();
  const ana = await site.register({ name: "Ana" });
  await site.register({ name: "Ben" });
  const claimed = await site.claimMail(60_000, 2 * DAY_MS);
  site.sqlite.pragma("foreign_keys = on");
  site.run("delete from delegates where id = ?", ana.id);
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  const again = await site.claimMail(60_000, 2 * DAY_MS);
  expect(again?.letterId).toBe(claimed?.letterId);
  expect(again?.delegates.map(({ name }) => name)).toEqual(["Ben"]);
});

test("refused mail does not count: the next registration of an address is emailed immediately", async () => {
  let isRefused = true;
  const site = await openSite({ refuse: () => (isRefused ? { code: 550, text: "5.1.1 No" } : undefined) });
  site.startMail();
  const first = await site.register();
  await until("it failed", () => site.count("state = 'failed'") === 1);
  isRefused = false;
  await site.register();
  await until("the second is sent", () => site.count("state = 'sent'") === 1);
  expect(await site.resendFailedMail(first.id, ANA)).toBe(1);
  await until("the first is sent", () => site.count("state = 'sent'") === 2);
});

test("an organiser sends held mail once", async () => {
  const site = await openSite();
  site.startMail();
  await site.register();
  await until("the first is sent", () => site.server.mails.length === 1);
  const { id, reference } = await site.register();
  await site.settled();
  expect(await site.releaseHeldMail(id, ANA)).toBe(1);
  expect(await site.releaseHeldMail(id, ANA)).toBe(0);
  await until("it is sent", () => site.server.mails.length === 2);
  const history = site.sqlite.prepare(`select actor, action, label from ${HISTORY}`).all();
  expect(history).toEqual([{ actor: ANA, action: "send-now", label: reference }]);
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
    const letter = letterFor({ mail, delegate, delegates: [delegate], isFurther: false } as never);
    expect(letter.parts[0]).toEqual(`Dear ${greeted},`);
    const message = messageLetter({ subject: "To {name}", text: "Dear {name}," }, [delegate]);
    expect(message.subject).toBe(`To ${greeted}`);
    expect(message.parts[0]).toEqual({ prose: `Dear ${greeted},` });
  }
});

test("finding a mailbox, its letters and related emails uses one index each", async () => {
  const site = await openSite();
  const mailbox = "delegates join outbox on outbox.delegate_id = delegates.id where mailbox = 'a'";
  expect(site.plan(`select * from ${mailbox}`)).toMatch(
    /^SEARCH delegates USING (COVERING )?INDEX delegates_mailbox .*,SEARCH outbox USING INDEX outbox_delegate/,
  );
  const letter = "outbox where letter_id = 1 and state = 'waiting'";
  expect(site.plan(`select * from ${letter}`)).toMatch(/INDEX outbox_letter/);
  const confirmed = "delegates where lower(email) = lower('a') and email_confirmed_at is not null";
  expect(site.plan(`select id from ${confirmed}`)).toMatch(/INDEX delegates_email/);
});

test("a letter about a registration decided before it was sent promises nothing outdated", async () => {
  const site = await openSite();
  const { letterFor } = await import("#app/mail/letters.server.ts");
  const textFor = async (status: string) => {
    const id = insertDelegate(site.sqlite, { registration_type: "media_pass", status });
    const delegate = await storedDelegate(id);
    const mail = { kind: "registered", note: null };
    return JSON.stringify(letterFor({ mail, delegate, delegates: [delegate], isFurther: false } as never));
  };
  expect(await textFor("pending")).toMatch(/check your accreditation.*works once your pass is confirmed/);
  for (const status of ["confirmed", "attended"]) {
    expect(await textFor(status)).not.toContain("check your accreditation");
    expect(await textFor(status)).toContain("At the door, show this code");
  }
  for (const status of ["declined", "cancelled"])
    expect(await textFor(status)).not.toMatch(/check your accreditation|show this code|to your calendar/);
});
