// A registration that organisers correct or pass on: what is stored of it, and who hears of it, at a real SMTP server.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { until as untilSoon } from "../faults/support/until.ts";
import { useNewDataDir } from "../support/database.ts";
import { delegateOf } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { type Behaviour, startMailServer } from "../support/mail-server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const until = (what: string, holds: () => boolean) => untilSoon(what, holds, 10_000);
const ANA = "ana@example.com";

/** A site whose mail is tried again after a twentieth of a second, and the server that it is sent to. */
async function openSite(behaviour?: Behaviour) {
  const server = await startMailServer(behaviour);
  cleanups.push(server.stop);
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  const dataDir = useNewDataDir({ SMTP_URL: server.url, MAIL_RETRY_SECONDS: "0.05" });
  const mail = await import("#app/mail/mail.server.ts");
  const corrections = await import("#app/models/delegate/correction.server.ts");
  const { answersOf, createRegistration, getDelegate } = await import(
    "#app/models/delegate/delegate.server.ts"
  );
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const { changeAsShown } = await import("#app/models/delegate/status.server.ts");
  const { checkIn } = await import("#app/models/delegate/check-in.server.ts");
  const personal = await import("#app/models/delegate/personal-data.server.ts");
  const { listDelegateHistory } = await import("#app/models/delegate/delegate-history.server.ts");
  const { getRegistrationByLink, confirmEmailByLink, cancelByLink } = await import(
    "#app/models/delegate/private-registration.server.ts"
  );
  const { removeExpired } = await import("#app/models/expiry.server.ts");
  const { finishScrubs } = await import("#app/db/scrub.server.ts");
  const { sendAgain } = await import("#app/models/outbox/outbox.server.ts");
  const { batch } = await import("#app/db/connection.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  cleanups.push(() => mail.stopMail(5_000));
  const stored = async (id: number) => {
    const delegate = await getDelegate(id);
    if (!delegate) throw new Error("There is no such delegate");
    return delegate;
  };
  const count = (where: string) =>
    sqlite.prepare(`select count(*) from outbox where ${where}`).pluck().get() as number;
  return {
    ...mail,
    ...personal,
    ...corrections,
    answersOf,
    server,
    sqlite,
    dataDir,
    count,
    stored,
    checkIn,
    sendAgain,
    history: async (id: number) =>
      listDelegateHistory(id, (await corrections.readCorrections(id)).corrections),
    undoable: async (id: number) => (await corrections.readCorrections(id)).undoable,
    getRegistrationByLink,
    confirmEmailByLink,
    cancelByLink,
    removeExpired,
    finishScrubs,
    register: async (changes: Record<string, string> = {}) =>
      delegateOf(await createRegistration(RegistrationInput.parse(registration(changes)), null)),
    confirm: (id: number) => batch((tx) => changeAsShown(tx, [{ id, shown: "pending" }], "confirmed", ANA)),
    /** As an organiser does whose page shows what is stored. */
    correct: async (id: number, changes: Record<string, string>, isOtherPerson = false, formId?: string) => {
      const now = await stored(id);
      const answers = Object.fromEntries(
        Object.entries(corrections.holdingOf(now)).filter(([, value]) => typeof value === "string"),
      ) as Record<string, string>;
      const values = RegistrationInput.parse({ ...answers, ...changes });
      const seen = corrections.answersVersion(now);
      const corrected = await corrections.correctRegistration(id, values, ANA, {
        seen,
        isOtherPerson,
        formId,
      });
      if (!corrected.ok) throw new Error(corrected.reason);
      return corrected.correction ?? 0;
    },
    settled: () => until("no mail waits", () => count("state = 'waiting'") === 0),
    /** Who got what since the last time, in the order of the addresses. */
    got: () =>
      server.mails
        .splice(0)
        .map(({ to, email }) => `${to.join()}: ${email.subject}`)
        .sort(),
  };
}

test("a correction is stored, found by a search, and told to the delegate with what it was and is", async () => {
  const site = await openSite();
  site.startMail();
  const { id, linkToken, reference } = await site.register({ name: "Noor Hadad", notes: "Vegetarian" });
  await site.settled();
  site.server.mails.splice(0);
  await site.correct(id, { name: "Noor Haddad", jobTitle: "Head of news" });
  await site.settled();
  const [mail, ...more] = site.server.mails;
  expect(more).toEqual([]);
  expect(mail?.to).toEqual(["noor@example.com"]);
  expect(mail?.email.subject).toBe("Your registration for Byline 2025 was changed");
  const text = mail?.email.text ?? "";
  expect(text).toContain(
    "Full Name: Noor Hadad → Noor Haddad\nJob Title: Communications lead → Head of news",
  );
  expect(text).not.toContain("Vegetarian");
  expect(text).toContain(`/registration/${linkToken}`);
  expect(await site.stored(id)).toMatchObject({
    name: "Noor Haddad",
    jobTitle: "Head of news",
    notes: "Vegetarian",
    linkToken,
    reference,
    searchText: expect.stringContaining(
      `noor haddad\nnoor@example.com\nhead of news\n\n${reference.toLowerCase()}\n`,
    ),
  });
});

test("a Media Pass has the media track after a correction too, and a PR Pass no outlet", async () => {
  const site = await openSite();
  const { id } = await site.register({ favoredStream: "b2b" });
  await site.correct(id, { registrationType: "media_pass", outlet: "The Quill" });
  expect(await site.stored(id)).toMatchObject({ favoredStream: "media", outlet: "The Quill" });
  await site.correct(id, { registrationType: "pr_pass", favoredStream: "tech" });
  expect(await site.stored(id)).toMatchObject({ favoredStream: "tech", outlet: null });
});

test("a form that changes nothing stores, notes and tells nothing", async () => {
  const site = await openSite();
  const { id, updatedAt } = await site.register();
  await site.correct(id, {});
  expect(await site.stored(id)).toMatchObject({ updatedAt });
  expect(await site.history(id)).toEqual([]);
  expect(site.count("kind = 'changed'")).toBe(0);
});

test("an edit of what somebody has corrected since is stale; a check-in meanwhile is no conflict and stays", async () => {
  const site = await openSite();
  const first = await site.register();
  const options = { seen: site.answersVersion(first), isOtherPerson: false };
  const answers = { ...site.holdingOf(first), jobTitle: "Editor" };
  await site.confirm(first.id);
  await site.checkIn(first.id, ANA);
  expect(await site.correctRegistration(first.id, answers, ANA, options)).toMatchObject({ ok: true });
  const now = await site.stored(first.id);
  expect(now).toMatchObject({ jobTitle: "Editor", status: "attended", statusBefore: "confirmed" });
  expect(now.checkedInAt).not.toBeNull();
  expect(await site.correctRegistration(first.id, answers, ANA, options)).toEqual({
    ok: false,
    reason: "stale",
  });
  expect(await site.correctRegistration(99, answers, ANA, options)).toEqual({
    ok: false,
    reason: "notFound",
  });
});

test("a second copy of the same form corrects and tells once", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const formId = crypto.randomUUID();
  const seen = site.answersVersion(await site.stored(id));
  const answers = { ...site.holdingOf(await site.stored(id)), jobTitle: "Editor" };
  const send = () => site.correctRegistration(id, answers, ANA, { seen, isOtherPerson: false, formId });
  expect(await send()).toEqual(await send());
  expect(site.count("kind = 'changed'")).toBe(1);
  expect(await site.history(id)).toHaveLength(1);
});

test("a new address gets what was changed, and the old one that it is the last email, without the new address", async () => {
  const site = await openSite();
  site.startMail();
  const { id } = await site.register({ email: "old@example.com" });
  await site.settled();
  site.server.mails.splice(0);
  await site.correct(id, { email: "new@example.com" });
  await site.settled();
  const notice = site.server.mails.find(({ to }) => to.join() === "old@example.com");
  expect(notice?.raw).not.toContain("new@example");
  expect(notice?.email.text).toContain("This is the last one to this address.");
  expect(site.server.mails.find(({ to }) => to.join() === "new@example.com")?.email.text).toContain(
    "Email Address: old@example.com → new@example.com",
  );
  expect(site.got()).toEqual([
    "new@example.com: Your registration for Byline 2025 was changed",
    "old@example.com: Your registration for Byline 2025 has another email address now",
  ]);
});

test("what the old address refused is sent again to the new one, and the old one gets no notice", async () => {
  const site = await openSite({
    refuse: (address) => (address === "typo@example.com" ? { code: 550, text: "Unknown" } : undefined),
  });
  site.startMail();
  const { id } = await site.register({ email: "typo@example.com" });
  await until("it has failed", () => site.count("state = 'failed'") === 1);
  await site.correct(id, { email: "right@example.com" });
  expect(site.sqlite.prepare("select problem from outbox where state = 'failed'").pluck().get()).toBe(
    "This was sent to the address before the correction.",
  );
  expect(await site.sendAgain(id, ANA)).toBe(1);
  await site.settled();
  expect(site.got()).toEqual([
    "right@example.com: Your registration for Byline 2025",
    "right@example.com: Your registration for Byline 2025 was changed",
  ]);
});

test("mail that waits goes to the new address, and leaves the letter that it shared with the old one's others", async () => {
  let isDown = true;
  const site = await openSite({
    refuse: () => (isDown ? { code: 451, text: "Later" } : undefined),
  });
  const one = await site.register({ email: "desk@example.com", name: "One" });
  const two = await site.register({ email: "desk@example.com", name: "Two" });
  site.startMail();
  await until("both are in one letter", () => site.count(`letter_id is not null and attempts > 0`) === 2);
  await site.stopMail(5_000);
  site.sqlite.exec("update outbox set is_in_hand = 0, next_attempt_at = 1");
  await site.correct(one.id, { email: "one@example.com" });
  isDown = false;
  const { createMailer } = await import("#app/mail/mailer.server.ts");
  const { createWorker } = await import("#app/mail/worker.server.ts");
  const worker = createWorker(await createMailer(site.server.url), 50);
  cleanups.push(() => worker.stop(5_000));
  await site.settled();
  const toDesk = site.server.mails.filter(({ to }) => to.join() === "desk@example.com");
  expect(toDesk).toHaveLength(1);
  expect(toDesk[0]?.email.text).toContain(two.linkToken);
  expect(toDesk[0]?.email.text).not.toContain(one.linkToken);
  const toOne = site.server.mails.filter(({ to }) => to.join() === "one@example.com");
  expect(toOne.map(({ email }) => email.subject).sort()).toEqual([
    "Your registration for Byline 2025",
    "Your registration for Byline 2025 was changed",
  ]);
  for (const { email } of toOne) expect(email.text).not.toContain(two.linkToken);
});

/** A mail server that holds the first mail to wrong@example.com before it takes the address, and all others not. */
function slowServer() {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  const holdAddress = (address: string) => {
    if (address !== "wrong@example.com" || !isFirst) return undefined;
    isFirst = false;
    asked.resolve();
    return held.promise;
  };
  cleanups.push(async () => held.resolve());
  return { behaviour: { holdAddress }, asked: asked.promise };
}

test("an email that the server has in hand is broken off when its address is corrected", async () => {
  const slow = slowServer();
  const site = await openSite(slow.behaviour);
  const { id } = await site.register({ email: "wrong@example.com" });
  site.startMail();
  await slow.asked;
  await site.correct(id, { email: "right@example.com" });
  // The server still holds the first one: nothing else waits for that.
  await site.settled();
  expect(site.got()).toEqual([
    "right@example.com: Your registration for Byline 2025",
    "right@example.com: Your registration for Byline 2025 was changed",
    "wrong@example.com: Your registration for Byline 2025 has another email address now",
  ]);
});

test("a new address has to be confirmed by its owner; another spelling of the same one stays confirmed", async () => {
  const site = await openSite();
  const { id } = await site.register();
  site.sqlite.exec("update delegates set email_confirmed_at = 1750000000000");
  await site.correct(id, { email: "NOOR@example.com" });
  expect((await site.stored(id)).emailConfirmedAt).toEqual(new Date(1750000000000));
  const correction = await site.correct(id, { email: "other@example.com" });
  expect((await site.stored(id)).emailConfirmedAt).toBeNull();
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  expect((await site.stored(id)).emailConfirmedAt).toEqual(new Date(1750000000000));
});

test("a registration that is passed on has a link of its own, nothing personal of the one before, and its status", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ name: "Old Holder", email: "old@example.com", phone: "0400 555 011" });
  await site.confirm(old.id);
  await site.settled();
  site.server.mails.splice(0);
  await site.correct(old.id, { name: "New Colleague", email: "new@example.com" }, true);
  await site.settled();
  const now = await site.stored(old.id);
  expect(now).toMatchObject({
    name: "New Colleague",
    phone: null,
    notes: null,
    status: "confirmed",
    reference: old.reference,
  });
  expect(now.linkToken).toMatch(/^[0-9a-f]{32}$/);
  expect(await site.getRegistrationByLink(old.linkToken)).toBeNull();
  expect((await site.getRegistrationByLink(now.linkToken))?.id).toBe(old.id);
  const toNew = site.server.mails.find(({ to }) => to.join() === "new@example.com");
  expect(toNew?.email.text).toContain(now.linkToken);
  expect(toNew?.email.text).toContain("It is confirmed, and we look forward to seeing you.");
  for (const text of ["Old Holder", "old@example", old.linkToken]) expect(toNew?.raw).not.toContain(text);
  const toOld = site.server.mails.find(({ to }) => to.join() === "old@example.com");
  expect(toOld?.email.text).toContain("Dear Old Holder,");
  for (const text of ["New Colleague", "new@example", now.linkToken]) expect(toOld?.raw).not.toContain(text);
  expect(site.got()).toEqual([
    "new@example.com: A registration for Byline 2025 is in your name now",
    "old@example.com: Your registration for Byline 2025 is in another name now",
  ]);
});

test("what only the one before was to be told is dropped with them, and comes back with them", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.confirm(id);
  const correction = await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  const kinds = () => site.sqlite.prepare("select kind from outbox order by kind").pluck().all();
  expect(kinds()).toEqual(["confirmed", "taken-over"]);
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  expect(kinds()).toEqual(["confirmed", "registered"]);
});

test("undoing brings every answer and the old link back, and tells those who had been told", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ name: "Old Holder", email: "old@example.com" });
  await site.settled();
  const correction = await site.correct(old.id, { name: "New Colleague", email: "new@example.com" }, true);
  await site.settled();
  const { linkToken } = await site.stored(old.id);
  site.server.mails.splice(0);
  expect(await site.undoCorrection(old.id, correction, ANA)).toBe(true);
  await site.settled();
  const { updatedAt: _, ...was } = old;
  expect(await site.stored(old.id)).toMatchObject(was);
  expect(await site.getRegistrationByLink(linkToken)).toBeNull();
  expect(site.server.mails.find(({ to }) => to.join() === "old@example.com")?.email.text).toContain(
    "is in your name again",
  );
  expect(site.got()).toEqual([
    "new@example.com: Your registration for Byline 2025 is in another name now",
    "old@example.com: A registration for Byline 2025 is in your name now",
  ]);
  expect(await site.undoCorrection(old.id, correction, ANA)).toBe(false);
});

test("undoing what has not been told yet tells nobody anything", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Communications lead" });
  expect(site.sqlite.prepare("select kind from outbox").pluck().all()).toEqual(["registered"]);
});

test("undoing a correction that was told tells that too", async () => {
  const site = await openSite();
  site.startMail();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  await site.settled();
  site.server.mails.splice(0);
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  await site.settled();
  expect(site.server.mails[0]?.email.text).toContain("Job Title: Editor → Communications lead");
  expect(site.got()).toEqual(["noor@example.com: Your registration for Byline 2025 was changed"]);
});

test("an address whose registration letter went to another one by a correction that is undone gets its own, once", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register({ email: "right@example.com" });
  const correction = await site.correct(id, { email: "wrong@example.com" });
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual([
    "wrong@example.com: Your registration for Byline 2025",
    "wrong@example.com: Your registration for Byline 2025 was changed",
  ]);
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  await site.settled();
  expect(site.server.mails.find(({ to }) => to.join() === "right@example.com")?.email.text).toContain(
    `/registration/${linkToken}`,
  );
  expect((await site.getRegistrationByLink(linkToken))?.id).toBe(id);
  expect(site.got()).toEqual([
    "right@example.com: Your registration for Byline 2025",
    "wrong@example.com: Your registration for Byline 2025 has another email address now",
  ]);
});

test("nor does an address get a second one that has had its own, or whose letter still waits", async () => {
  const site = await openSite();
  const waiting = await site.register({ email: "waits@example.com" });
  await site.undoCorrection(waiting.id, await site.correct(waiting.id, { email: "wrong@example.com" }), ANA);
  site.startMail();
  await site.settled();
  const told = await site.register({ email: "told@example.com" });
  await site.settled();
  await site.undoCorrection(told.id, await site.correct(told.id, { email: "other@example.com" }), ANA);
  await site.settled();
  const subject = "Your registration for Byline 2025";
  const registered = site.server.mails.filter(({ email }) => email.subject === subject);
  expect(registered.map(({ to }) => to.join()).sort()).toEqual(["told@example.com", "waits@example.com"]);
});

test("only the last correction is undone, and only for ten minutes", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const first = await site.correct(id, { jobTitle: "Editor" });
  const second = await site.correct(id, { jobTitle: "Publisher" });
  expect(await site.undoCorrection(id, first, ANA)).toBe(false);
  expect(await site.undoable(id)).toMatchObject({ id: second, actor: ANA });
  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  expect(await site.undoable(id)).toBeNull();
  expect(await site.undoCorrection(id, second, ANA)).toBe(false);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Publisher" });
});

test("the history tells what was and is; the audit log itself names the fields alone", async () => {
  const site = await openSite();
  const { id } = await site.register({ name: "Noor Hadad" });
  await site.correct(id, { name: "Noor Haddad", email: "new@example.com" });
  const [entry] = await site.history(id);
  expect(entry).toMatchObject({
    text: "Changed full name and email address",
    actor: ANA,
    changes: [
      { label: "Full Name", before: "Noor Hadad", after: "Noor Haddad" },
      { label: "Email Address", before: "noor@example.com", after: "new@example.com" },
    ],
  });
  const log = JSON.stringify(site.sqlite.prepare("select * from audit_log").all());
  for (const personal of ["Noor", "noor@", "new@"]) expect(log).not.toContain(personal);
});

/** The files of a DATA_DIR in which a text stands. */
const tracesIn = (dataDir: string, text: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith("conference.db"))
    .filter((name) => readFileSync(join(dataDir, name)).toString("latin1").toLowerCase().includes(text));

test("whoever a registration was passed on from is forgotten once it cannot be undone any more", async () => {
  const site = await openSite();
  site.startMail();
  const { id } = await site.register({ name: "Forgotten Holder", email: "forgotten@example.com" });
  await site.correct(id, { phone: "0400 555 099" });
  await site.settled();
  await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  await site.settled();
  await site.removeExpired();
  expect(tracesIn(site.dataDir, "forgotten")).not.toEqual([]);
  expect((await site.exportPersonalData(id))?.corrections).toEqual([]);
  await site.stopMail(5_000);

  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  await site.finishScrubs({ attempts: 10 });
  expect(tracesIn(site.dataDir, "forgotten")).toEqual([]);
  expect(tracesIn(site.dataDir, "0400 555 099")).toEqual([]);
  const texts = (await site.history(id)).map(({ text }) => text);
  expect(texts).toEqual(["Passed on to someone else", "Changed phone number"]);
});

test("whoever takes a registration over is handed over nothing of the emails to the one before, and none stays", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.confirm(id);
  site.sqlite.exec(`update outbox set state = 'sent', sent_at = ${Date.now() - 1000}, note = 'Welcome, Old'`);
  const refused = site.sqlite.prepare(
    "insert into outbox (delegate_id, kind, state, note, problem) values (?, 'declined', 'failed', 'Sorry, Old', '550 Unknown')",
  );
  refused.run(id);
  await site.correct(id, { name: "New Colleague" }, true);
  await site.correct(id, { email: "new@example.com" });
  const exported = async () => JSON.stringify(await site.exportPersonalData(id));
  expect(await exported()).toContain("taken-over");
  for (const text of ["Old", "550 Unknown", '"kind":"registered"', '"kind":"confirmed"'])
    expect(await exported()).not.toContain(text);

  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  expect(site.count("note is not null or problem like '550%' or kind in ('registered', 'confirmed')")).toBe(
    0,
  );
  expect(await exported()).not.toContain("Old");
});

test("whoever gets a registration back has the emails from before, and nobody in between keeps any", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  const send = (note: string) =>
    site.sqlite.exec(
      `update outbox set state = 'sent', sent_at = ${Date.now()}, note = '${note}' where state = 'waiting'`,
    );
  const pass = () => new Promise((resolve) => setTimeout(resolve, 5));
  send("To Old");
  await pass();
  const correction = await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  await pass();
  send("To New");
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  const notes = async () => (await site.exportPersonalData(id))?.mails.map(({ note }) => note);
  expect(await notes()).toEqual(["To Old", null]);
  // The correction is past its ten minutes, and its undo is not yet.
  site.sqlite.prepare("update corrections set created_at = created_at - 601000 where id = ?").run(correction);
  await site.removeExpired();
  expect(await notes()).toEqual(["To Old", null]);
  send("To Old again");
  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  expect(site.sqlite.prepare("select distinct note from outbox order by note").pluck().all()).toEqual([
    "To Old",
    "To Old again",
  ]);
});

test("the notice to the one before is sent before they are forgotten", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  site.sqlite.exec(`update outbox set state = 'sent', sent_at = ${Date.now()}`);
  await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual([
    "new@example.com: A registration for Byline 2025 is in your name now",
    "old@example.com: Your registration for Byline 2025 is in another name now",
  ]);
  await site.removeExpired();
  expect(site.sqlite.prepare("select count(*) from corrections").pluck().get()).toBe(0);
});

test("erasing somebody takes their corrections and the drafts of them along, and exporting has them", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "before@example.com" });
  await site.correct(id, { email: "erased@example.com" });
  // Something else may have the same number.
  site.sqlite
    .prepare("insert into audit_log (actor, subject, subject_id, action, label) values (?, ?, ?, ?, ?)")
    .run(ANA, "speaker", id, "deleted", "Zara Quill");
  const exported = await site.exportPersonalData(id);
  expect(exported?.changes.map(({ action }) => action)).toEqual(["corrected"]);
  expect(exported?.corrections).toMatchObject([
    { before: { email: "before@example.com" }, after: { email: "erased@example.com" } },
  ]);
  expect(JSON.stringify(exported?.corrections)).not.toContain("linkToken");
  const keep = site.sqlite.prepare("insert into drafts (id, fields) values (?, ?)");
  keep.run("theirs", JSON.stringify({ delegate: String(id), email: "erased@example.com" }));
  keep.run("another", JSON.stringify({ delegate: "99" }));
  expect(await site.deletePersonalData(id, ANA)).toMatchObject({ isScrubbed: true });
  for (const text of ["before@example.com", "erased@example.com"])
    expect(tracesIn(site.dataDir, text)).toEqual([]);
  expect(site.sqlite.prepare("select id from drafts").pluck().all()).toEqual(["another"]);
});

test("whoever reads the mail of a mistyped address has no link any more once it is corrected", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register({ email: "nor@example.com" });
  await site.correct(id, { email: "noor@example.com" });
  expect(await site.getRegistrationByLink(linkToken)).toBeNull();
  expect((await site.stored(id)).linkToken).not.toBe(linkToken);
});

test("what an owner has said of their address since a correction holds when that is undone", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Head of news" });
  site.sqlite.prepare("update delegates set email_confirmed_at = 5 where id = ?").run(id);
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  expect((await site.stored(id)).emailConfirmedAt?.getTime()).toBe(5);
});

test("a message that waits goes to the new address with what it says, and a line to the one before to nobody", async () => {
  const site = await openSite();
  const { id } = await site.register();
  site.sqlite.exec("delete from outbox");
  site.sqlite.exec(
    "insert into messages (id, subject, text, state) values (1, 'Doors', 'At eight.', 'started')",
  );
  site.sqlite
    .prepare("insert into outbox (delegate_id, kind, message_id, note) values (?, 'message', 1, 'To Noor')")
    .run(id);
  await site.correct(id, { name: "Wim Walker", email: "wim@example.com" }, true);
  const mails = site.sqlite.prepare("select message_id, note from outbox where kind = 'message'").all();
  expect(mails).toEqual([{ message_id: 1, note: null }]);
});

test("an email about a correction that the server has in hand is broken off when that is undone", async () => {
  const slow = slowServer();
  const site = await openSite(slow.behaviour);
  site.startMail();
  const { id } = await site.register({ email: "right@example.com" });
  await site.settled();
  site.server.mails.splice(0);
  const correction = await site.correct(id, { email: "wrong@example.com" });
  await slow.asked;
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  await site.settled();
  const subjects = site.got();
  expect(subjects).toContain(
    "wrong@example.com: Your registration for Byline 2025 has another email address now",
  );
  expect(subjects).not.toContain("wrong@example.com: Your registration for Byline 2025 was changed");
});

test("an undo is not undone", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  const formId = crypto.randomUUID();
  expect(await site.undoCorrection(id, correction, ANA, formId)).toBe(true);
  // A second copy of the same form is no second undo, and is told the same.
  expect(await site.undoCorrection(id, correction, ANA, formId)).toBe(true);
  expect(await site.undoable(id)).toBeNull();
  const last = site.sqlite.prepare("select max(id) from corrections").pluck().get() as number;
  expect(await site.undoCorrection(id, last, ANA)).toBe(false);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Communications lead" });
  expect(await site.history(id)).toHaveLength(2);
});

test("who comes instead is told of it, however long the mail is away", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  expect(site.sqlite.prepare("select count(*) from corrections").pluck().get()).toBe(0);
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual(["new@example.com: A registration for Byline 2025 is in your name now"]);
});

test("a notice to somebody else that waits keeps nobody from being forgotten", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  const other = await site.register({ email: "other@example.com" });
  await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  site.sqlite.prepare("insert into outbox (delegate_id, kind) values (?, 'moved')").run(other.id);
  site.sqlite.exec("update corrections set created_at = created_at - 601000");
  await site.removeExpired();
  expect(site.sqlite.prepare("select count(*) from corrections").pluck().get()).toBe(0);
});

test("passed on to somebody at the same address, it has a link of its own and no published work of the one before", async () => {
  const site = await openSite();
  const old = await site.register({
    registrationType: "media_pass",
    outlet: "The Quill",
    workUrl: "https://example.com/old-holder",
  });
  await site.correct(old.id, { name: "New Colleague" }, true);
  const now = await site.stored(old.id);
  expect(now).toMatchObject({ email: old.email, outlet: "The Quill", workUrl: null });
  expect(now.linkToken).not.toBe(old.linkToken);
  expect(await site.getRegistrationByLink(old.linkToken)).toBeNull();
});

const BY_OLD_LINK = ["confirmEmailByLink", "cancelByLink"] as const;
/** What comes in between: a colleague at the address of the one before, or at another one. */
const NEW_HOLDERS = [
  { name: "New Colleague" },
  { name: "New Colleague", email: "new@example.com" },
  // The same person, whose mailbox it was not.
  { email: "corrected@example.com" },
];
const CROSSINGS = BY_OLD_LINK.flatMap((act) => NEW_HOLDERS.map((changes) => ({ act, changes })));

test.each(CROSSINGS)(
  "$act crosses a correction to $changes: the link of before counts no more",
  async (row) => {
    const { act, changes } = row;
    const site = await openSite();
    const { id, linkToken, ...before } = await site.register();
    const now = await site.stored(id);
    const answers = { ...site.answersOf(now), ...changes };
    const options = { seen: site.answersVersion(now), isOtherPerson: "name" in changes };
    // Both have been asked for before either is written, as by two processes.
    const [corrected, byLink] = await Promise.all([
      site.correctRegistration(id, answers, ANA, options),
      act === "cancelByLink"
        ? site.cancelByLink(linkToken, before.status)
        : site.confirmEmailByLink(linkToken),
    ]);
    expect(corrected.ok).toBe(true);
    expect(byLink).toEqual(act === "cancelByLink" ? { outcome: "unknown" } : false);
    expect(await site.stored(id)).toMatchObject({
      ...changes,
      emailConfirmedAt: null,
      status: before.status,
    });
    // A moment later is no other.
    expect(await site.confirmEmailByLink(linkToken)).toBe(false);
    expect((await site.cancelByLink(linkToken, before.status)).outcome).toBe("unknown");
    expect(await site.stored(id)).toMatchObject({ emailConfirmedAt: null, status: before.status });
  },
);

test("an address that was verified a moment before a registration is passed on verifies no other one", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register();
  const now = await site.stored(id);
  const answers = { ...site.answersOf(now), name: "New Colleague", email: "new@example.com" };
  const [isVerified] = await Promise.all([
    site.confirmEmailByLink(linkToken),
    site.correctRegistration(id, answers, ANA, { seen: site.answersVersion(now), isOtherPerson: true }),
  ]);
  expect(isVerified).toBe(true);
  expect(await site.stored(id)).toMatchObject({ email: "new@example.com", emailConfirmedAt: null });
});

test("the link of a new holder verifies no address once passing the registration on was undone", async () => {
  const site = await openSite();
  const { id, email } = await site.register();
  const passedOn = await site.correct(id, { name: "New Colleague", email: "new@example.com" }, true);
  const { linkToken } = await site.stored(id);
  const [isUndone, isVerified] = await Promise.all([
    site.undoCorrection(id, passedOn, ANA),
    site.confirmEmailByLink(linkToken),
  ]);
  expect([isUndone, isVerified]).toEqual([true, false]);
  expect(await site.stored(id)).toMatchObject({ email, emailConfirmedAt: null });
});

test("an address gets a notice that the registration has left it only where it was told of that", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "first@example.com" });
  site.sqlite.exec(`update outbox set state = 'sent', sent_at = ${Date.now() - 1_000}`);
  await site.correct(id, { email: "second@example.com" });
  // Nothing has gone there yet.
  await site.correct(id, { email: "third@example.com" });
  site.startMail();
  await site.settled();
  expect(site.got().filter((mail) => mail.startsWith("second"))).toEqual([]);
  expect(site.count("kind = 'moved'")).toBe(1);
});

test("an address whose email a sender has in hand may have been told, and gets the notice", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "first@example.com" });
  site.sqlite.exec("update outbox set is_in_hand = 1");
  await site.correct(id, { email: "second@example.com" });
  expect(site.count("kind = 'moved'")).toBe(1);
});

test("a decision that can still be undone waits for as long as before when its address is corrected", async () => {
  const site = await openSite();
  const { id } = await site.register();
  await site.confirm(id);
  const due = Date.now() + 20_000;
  site.sqlite.prepare("update outbox set next_attempt_at = ? where kind = 'confirmed'").run(due);
  await site.correct(id, { email: "new@example.com" });
  const now = site.sqlite.prepare("select next_attempt_at from outbox where kind = 'confirmed'").pluck();
  expect(now.all()).toEqual([due]);
});

test("what could not be delivered about a correction goes with it when that is undone", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  site.sqlite.exec("update outbox set state = 'failed' where kind = 'changed'");
  expect(await site.undoCorrection(id, correction, ANA)).toBe(true);
  expect(site.count("kind = 'changed'")).toBe(0);
});
