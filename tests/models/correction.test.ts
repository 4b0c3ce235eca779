// Corrections and transfers of registrations: stored data, and emails sent to a real SMTP server.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { until } from "../faults/support/until.ts";
import { addHistory } from "../support/history.ts";
import type { Behaviour } from "../support/mail-server.ts";
import {
  ANA,
  correctDelegate,
  holdFirstMailTo,
  openMailingModels,
  storedDelegate,
} from "../support/models.ts";

const ABOUT = "Your registration for Byline 2025";
const CHANGED = `${ABOUT} was changed`;
const MOVED = "The email address on your registration for Byline 2025 has changed";
const TAKEN_OVER = "A registration for Byline 2025 is now in your name";
const TRANSFERRED = `${ABOUT} has been transferred`;
const WITH_FORMER_NAME = "changes where before ->> 'name' is not null";
const COLLEAGUE = { name: "New Colleague", email: "new@example.com" };

async function openSite(behaviour?: Behaviour) {
  const site = await openMailingModels(behaviour);
  const corrections = {
    ...(await import("#app/models/delegate/correct-registration.server.ts")),
    ...(await import("#app/models/delegate/correction-history.server.ts")),
  };
  const { pickAnswers } = await import("#app/models/delegate/delegate.server.ts");
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { checkIn } = await import("#app/models/delegate/check-in.server.ts");
  const personal = await import("#app/models/delegate/personal-data.server.ts");
  const { listDelegateHistory } = await import("#app/models/delegate/delegate-history.server.ts");
  const links = await import("#app/models/delegate/private-link.server.ts");
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  const { finishScrubs } = await import("#app/db/scrub.server.ts");
  const { resendFailedMail } = await import("#app/models/outbox/outbox.server.ts");
  /** Corrects a registration. Returns the id of the correction. */
  const correct = async (...asked: Parameters<typeof correctDelegate>) => {
    const corrected = await correctDelegate(...asked);
    if (!corrected.ok) throw new Error(corrected.reason);
    return corrected.correction ?? 0;
  };
  /** Ends the ten-minute undo period. */
  const letTimePass = () =>
    site.sqlite.exec(
      "update changes set created_at = created_at - 601000; update changesets set undo_until = undo_until - 601000; update outbox set sent_at = sent_at - 601000",
    );
  return {
    ...site,
    ...personal,
    ...corrections,
    ...links,
    pickAnswers,
    stored: storedDelegate,
    checkIn,
    correct,
    finishScrubs,
    letTimePass,
    removeExpiredRows,
    resendFailedMail,
    transfer: (id: number, changes: Record<string, string> = COLLEAGUE) => correct(id, changes, true),
    undo: (id: number, correction: number, formId?: string) =>
      corrections.undoCorrection(id, correction, ANA, formId),
    expire: async () => {
      letTimePass();
      await removeExpiredRows();
    },
    history: async (id: number) =>
      listDelegateHistory(id, (await corrections.readCorrections(await storedDelegate(id))).corrections),
    undoable: async (id: number) => (await corrections.readCorrections(await storedDelegate(id))).undoable,
    confirm: (id: number) =>
      site.batch((tx) => changeStatusIfAsShown(tx, [{ id, shown: "pending" }], "confirmed")),
    kinds: () => site.column("select kind from outbox order by kind"),
    /** Waits until no email is waiting, then removes all received emails from the mail server. */
    clearMail: async () => {
      await site.settled();
      site.server.mails.splice(0);
    },
  };
}

test("a correction is stored, found by search, and emailed with the old and new values", async () => {
  const site = await openSite();
  site.startMail();
  const { id, linkToken, reference } = await site.register({ name: "Noor Hadad", notes: "Vegetarian" });
  await site.clearMail();
  await site.correct(id, { name: "Noor Haddad", jobTitle: "Head of news" });
  await site.settled();
  const text = site.mailTo("noor@example.com")?.email.text ?? "";
  expect(site.got()).toEqual([`noor@example.com: ${CHANGED}`]);
  expect(text).toContain(
    "Full Name: Noor Hadad → Noor Haddad\nJob Title: Communications lead → Head of news",
  );
  expect(text).not.toContain("Vegetarian");
  expect(text).toContain(`/registration/${linkToken}`);
  const searchText = `noor haddad\nnoor@example.com\nhead of news\n\n${reference.toLowerCase()}\n`;
  expect(await site.stored(id)).toMatchObject({
    name: "Noor Haddad",
    jobTitle: "Head of news",
    notes: "Vegetarian",
    linkToken,
    reference,
    searchText: expect.stringContaining(searchText),
  });
});

test("a correction gives a Media Pass the media track and removes the outlet of a PR Pass", async () => {
  const site = await openSite();
  const { id } = await site.register({ favoredStream: "b2b" });
  await site.correct(id, { registrationType: "media_pass", outlet: "The Quill" });
  expect(await site.stored(id)).toMatchObject({ favoredStream: "media", outlet: "The Quill" });
  await site.correct(id, { registrationType: "pr_pass", favoredStream: "tech" });
  expect(await site.stored(id)).toMatchObject({ favoredStream: "tech", outlet: null });
});

test("a form without changes stores, logs and emails nothing", async () => {
  const site = await openSite();
  const { id, updatedAt } = await site.register();
  await site.correct(id, {});
  expect(await site.stored(id)).toMatchObject({ updatedAt });
  expect(await site.history(id)).toEqual([]);
  expect(site.kinds()).toEqual(["registered"]);
  expect(site.count("changesets where action = 'corrected'")).toBe(0);
});

test("an edit of a record corrected since is stale; a check-in meanwhile is kept and no conflict", async () => {
  const site = await openSite();
  const first = await site.register();
  const options = { seen: site.answersVersion(first), isOtherPerson: false };
  const answers = { ...site.getHolderDetails(first), jobTitle: "Editor" };
  const correct = (id = first.id) => site.correctRegistration(id, answers, ANA, options);
  await site.confirm(first.id);
  await site.checkIn(first.id, ANA);
  expect(await correct()).toMatchObject({ ok: true });
  const now = await site.stored(first.id);
  expect(now).toMatchObject({ jobTitle: "Editor", status: "attended", statusBefore: "confirmed" });
  expect(now.checkedInAt).not.toBeNull();
  expect(await correct()).toEqual({ ok: false, reason: "stale" });
  expect(await correct(99)).toEqual({ ok: false, reason: "notFound" });
});

test("a new address gets the changes; the old one gets a last email without the new address", async () => {
  const site = await openSite();
  site.startMail();
  const { id, linkToken } = await site.register({ email: "old@example.com" });
  await site.clearMail();
  await site.correct(id, { email: "new@example.com" });
  await site.settled();
  expect(site.mailTo("old@example.com")?.raw).not.toContain("new@example");
  expect(site.mailTo("old@example.com")?.email.text).toContain("This is the last email to this address.");
  const change = "Email Address: old@example.com → new@example.com";
  expect(site.mailTo("new@example.com")?.email.text).toContain(change);
  expect(site.got()).toEqual([`new@example.com: ${CHANGED}`, `old@example.com: ${MOVED}`]);
  // The private link sent to the mistyped address is no longer valid.
  expect(await site.getRegistrationByLink(linkToken)).toBeNull();
  expect((await site.stored(id)).linkToken).not.toBe(linkToken);
});

test("an email refused at the old address is sent to the new one, and the old one gets no notice", async () => {
  const site = await openSite({
    refuse: (address) => (address === "typo@example.com" ? { code: 550, text: "Unknown" } : undefined),
  });
  site.startMail();
  const { id } = await site.register({ email: "typo@example.com" });
  await until("it has failed", () => site.count("outbox where state = 'failed'") === 1);
  await site.correct(id, { email: "right@example.com" });
  const problem = site.column("select problem from outbox where state = 'failed'");
  expect(problem).toEqual(["This was sent to the previous address."]);
  expect(await site.resendFailedMail(id, ANA)).toBe(1);
  await site.settled();
  expect(site.got()).toEqual([`right@example.com: ${ABOUT}`, `right@example.com: ${CHANGED}`]);
});

test("waiting mail goes to the new address and leaves the others in a shared letter", async () => {
  let isDown = true;
  const site = await openSite({ refuse: () => (isDown ? { code: 451, text: "Later" } : undefined) });
  const one = await site.register({ email: "desk@example.com", name: "One" });
  const two = await site.register({ email: "desk@example.com", name: "Two" });
  site.startMail();
  const tried = "outbox where letter_id is not null and attempts > 0";
  await until("both are in one letter", () => site.count(tried) === 2);
  await site.stopMail(5_000);
  site.sqlite.exec("update outbox set is_in_hand = 0, next_attempt_at = 1");
  await site.correct(one.id, { email: "one@example.com" });
  isDown = false;
  const { createMailer } = await import("#app/mail/mailer.server.ts");
  const { createMailWorker } = await import("#app/mail/mail-worker.server.ts");
  const worker = createMailWorker(await createMailer(site.server.url), 50);
  await site.settled();
  await worker.stop(5_000);
  const toDesk = site.mailTo("desk@example.com")?.email.text;
  expect(toDesk).toContain(two.linkToken);
  expect(toDesk).not.toContain(one.linkToken);
  for (const { to, email } of site.server.mails)
    if (to.join() === "one@example.com") expect(email.text).not.toContain(two.linkToken);
  expect(site.got()).toEqual([
    `desk@example.com: ${ABOUT}`,
    `one@example.com: ${ABOUT}`,
    `one@example.com: ${CHANGED}`,
  ]);
});

test("an email in transit is aborted when its address is corrected", async () => {
  const slow = holdFirstMailTo("wrong@example.com");
  const site = await openSite(slow.behaviour);
  const { id } = await site.register({ email: "wrong@example.com" });
  site.startMail();
  await slow.asked;
  await site.correct(id, { email: "right@example.com" });
  // The mail server has not yet accepted the first email, but the others are sent.
  await site.settled();
  expect(site.got()).toEqual([
    `right@example.com: ${ABOUT}`,
    `right@example.com: ${CHANGED}`,
    `wrong@example.com: ${MOVED}`,
  ]);
});

test("an email in transit about a correction is aborted when the correction is undone", async () => {
  const slow = holdFirstMailTo("wrong@example.com");
  const site = await openSite(slow.behaviour);
  site.startMail();
  const { id } = await site.register({ email: "right@example.com" });
  await site.clearMail();
  const correction = await site.correct(id, { email: "wrong@example.com" });
  await slow.asked;
  expect(await site.undo(id, correction)).toBe(true);
  await site.settled();
  const subjects = site.got();
  expect(subjects).toContain(`wrong@example.com: ${MOVED}`);
  expect(subjects).not.toContain(`wrong@example.com: ${CHANGED}`);
});

test("the owner of a new address must confirm it; another spelling of the same one stays confirmed", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const confirmedAt = async () => (await site.stored(id)).emailConfirmedAt?.getTime() ?? null;
  site.sqlite.exec("update delegates set email_confirmed_at = 1750000000000");
  await site.correct(id, { email: "NOOR@example.com" });
  expect(await confirmedAt()).toBe(1750000000000);
  const correction = await site.correct(id, { email: "other@example.com" });
  expect(await confirmedAt()).toBeNull();
  expect(await site.undo(id, correction)).toBe(true);
  expect(await confirmedAt()).toBe(1750000000000);
  // If an address is verified after the correction, it stays verified after the undo.
  const another = await site.correct(id, { jobTitle: "Head of news" });
  site.sqlite.exec("update delegates set email_confirmed_at = 5");
  expect(await site.undo(id, another)).toBe(true);
  expect(await confirmedAt()).toBe(5);
});

test("a transferred registration gets a new link, no personal data of the previous holder, and keeps its status", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ name: "Old Holder", email: "old@example.com", phone: "0400 555 011" });
  await site.confirm(old.id);
  await site.clearMail();
  await site.transfer(old.id);
  await site.settled();
  const { reference } = old;
  const now = await site.stored(old.id);
  expect(now).toMatchObject({ ...COLLEAGUE, phone: null, notes: null, status: "confirmed", reference });
  expect(now.linkToken).toMatch(/^[0-9a-f]{32}$/);
  expect(await site.getRegistrationByLink(old.linkToken)).toBeNull();
  expect((await site.getRegistrationByLink(now.linkToken))?.id).toBe(old.id);
  const [toNew, toOld] = [site.mailTo("new@example.com"), site.mailTo("old@example.com")];
  expect(toNew?.email.text).toContain(now.linkToken);
  expect(toNew?.email.text).toContain("It is confirmed, and we look forward to seeing you.");
  for (const text of ["Old Holder", "old@example", old.linkToken]) expect(toNew?.raw).not.toContain(text);
  expect(toOld?.email.text).toContain("Dear Old Holder,");
  for (const text of ["New Colleague", "new@example", now.linkToken]) expect(toOld?.raw).not.toContain(text);
  expect(site.got()).toEqual([`new@example.com: ${TAKEN_OVER}`, `old@example.com: ${TRANSFERRED}`]);
});

test("a transfer at the same address gets a new link and no published work of the previous holder", async () => {
  const site = await openSite();
  const media = { registrationType: "media_pass", outlet: "The Quill" };
  const old = await site.register({ ...media, workUrl: "https://example.com/old-holder" });
  await site.transfer(old.id, { name: "New Colleague" });
  const now = await site.stored(old.id);
  expect(now).toMatchObject({ email: old.email, outlet: "The Quill", workUrl: null });
  expect(now.linkToken).not.toBe(old.linkToken);
  expect(await site.getRegistrationByLink(old.linkToken)).toBeNull();
});

test("a transfer drops emails for the previous holder only, and its undo restores them", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.confirm(id);
  const correction = await site.transfer(id);
  expect(site.kinds()).toEqual(["confirmed", "taken-over"]);
  expect(await site.undo(id, correction)).toBe(true);
  expect(site.kinds()).toEqual(["confirmed", "registered"]);
});

test("an undo restores every answer and the old link, and informs both holders", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ name: "Old Holder", email: "old@example.com" });
  await site.settled();
  const correction = await site.transfer(old.id);
  await site.clearMail();
  const { linkToken } = await site.stored(old.id);
  expect(await site.undo(old.id, correction)).toBe(true);
  await site.settled();
  const { updatedAt: _, ...was } = old;
  expect(await site.stored(old.id)).toMatchObject(was);
  expect(await site.getRegistrationByLink(linkToken)).toBeNull();
  expect(site.mailTo("old@example.com")?.email.text).toContain("is in your name again");
  expect(site.got()).toEqual([`new@example.com: ${TRANSFERRED}`, `old@example.com: ${TAKEN_OVER}`]);
  expect(await site.undo(old.id, correction)).toBe(false);
});

test.each([
  ["has not been told yet", "update outbox set attempts = 0"],
  ["could not be delivered", "update outbox set state = 'failed' where kind = 'changed'"],
])("undoing what %s emails nothing", async (_, outcome) => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  site.sqlite.exec(outcome);
  expect(await site.undo(id, correction)).toBe(true);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Communications lead" });
  expect(site.kinds()).toEqual(["registered"]);
});

test("undoing an emailed correction is emailed, too", async () => {
  const site = await openSite();
  site.startMail();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  await site.clearMail();
  expect(await site.undo(id, correction)).toBe(true);
  await site.settled();
  expect(site.server.mails[0]?.email.text).toContain("Job Title: Editor → Communications lead");
  expect(site.got()).toEqual([`noor@example.com: ${CHANGED}`]);
});

test("an address whose registration letter went elsewhere because of an undone correction gets its own, once", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register({ email: "right@example.com" });
  const correction = await site.correct(id, { email: "wrong@example.com" });
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual([`wrong@example.com: ${ABOUT}`, `wrong@example.com: ${CHANGED}`]);
  expect(await site.undo(id, correction)).toBe(true);
  await site.settled();
  expect(site.mailTo("right@example.com")?.email.text).toContain(`/registration/${linkToken}`);
  expect((await site.getRegistrationByLink(linkToken))?.id).toBe(id);
  expect(site.got()).toEqual([`right@example.com: ${ABOUT}`, `wrong@example.com: ${MOVED}`]);
});

test("an address that has had its letter, or whose letter waits, gets no second one", async () => {
  const site = await openSite();
  const correctAndUndo = async (id: number, email: string) =>
    site.undo(id, await site.correct(id, { email }));
  const waiting = await site.register({ email: "waits@example.com" });
  await correctAndUndo(waiting.id, "wrong@example.com");
  site.startMail();
  await site.settled();
  const told = await site.register({ email: "told@example.com" });
  await site.settled();
  await correctAndUndo(told.id, "other@example.com");
  await site.settled();
  const registered = site.got().filter((mail) => mail.endsWith(ABOUT));
  expect(registered).toEqual([`told@example.com: ${ABOUT}`, `waits@example.com: ${ABOUT}`]);
});

test("only the last correction can be undone, and only for ten minutes", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const first = await site.correct(id, { jobTitle: "Editor" });
  const second = await site.correct(id, { jobTitle: "Publisher" });
  expect(await site.undo(id, first)).toBe(false);
  expect(await site.undoable(id)).toMatchObject({ id: second, actor: ANA });
  site.letTimePass();
  expect(await site.undoable(id)).toBeNull();
  expect(await site.undo(id, second)).toBe(false);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Publisher" });
});

test("an undo cannot be undone", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const correction = await site.correct(id, { jobTitle: "Editor" });
  const formId = crypto.randomUUID();
  for (const _ of [1, 2]) expect(await site.undo(id, correction, formId)).toBe(true);
  expect(await site.undoable(id)).toBeNull();
  const [last] = site.column("select max(id) from changesets");
  expect(await site.undo(id, Number(last))).toBe(false);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Communications lead" });
  expect(await site.history(id)).toHaveLength(2);
});

test("the history shows the old and new values", async () => {
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
});

test("the previous holder of a transferred registration is erased once an undo is impossible", async () => {
  const site = await openSite();
  site.startMail();
  const { id } = await site.register({ name: "Forgotten Holder", email: "forgotten@example.com" });
  await site.correct(id, { phone: "0400 555 099" });
  await site.settled();
  await site.transfer(id);
  await site.settled();
  await site.removeExpiredRows();
  expect(site.tracesOf("forgotten")).not.toEqual([]);
  expect((await site.exportPersonalData(id))?.corrections).toEqual([]);
  await site.stopMail(5_000);

  await site.expire();
  await site.finishScrubs({ attempts: 10 });
  for (const text of ["forgotten", "0400 555 099"]) expect(site.tracesOf(text)).toEqual([]);
  const texts = (await site.history(id)).map(({ text }) => text);
  expect(texts).toEqual(["Transferred to someone else", "Changed phone number"]);
});

test("a new holder inherits no email of the previous one, and none is kept", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.confirm(id);
  site.sqlite.exec(`update outbox set state = 'sent', sent_at = ${Date.now() - 1000}, note = 'Welcome, Old';
    insert into outbox (delegate_id, kind, state, note, problem)
      values (${id}, 'declined', 'failed', 'Sorry, Old', '550 Unknown')`);
  await site.transfer(id, { name: "New Colleague" });
  await site.correct(id, { email: "new@example.com" });
  const exported = async () => JSON.stringify(await site.exportPersonalData(id));
  expect(await exported()).toContain("taken-over");
  for (const text of ["Old", "550 Unknown", '"kind":"registered"', '"kind":"confirmed"'])
    expect(await exported()).not.toContain(text);

  await site.expire();
  expect(site.column("select note from outbox where note is not null or problem like '550%'")).toEqual([]);
  expect(site.kinds()).not.toContain("registered");
  expect(site.kinds()).not.toContain("confirmed");
  expect(await exported()).not.toContain("Old");
});

test("a holder restored by an undo has their earlier emails, and no one in between keeps any", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  const sent = "update outbox set state = 'sent', sent_at = ?, note = ? where state = 'waiting'";
  const send = (note: string) => site.run(sent, Date.now(), note);
  send("To Old");
  await pause(5);
  const correction = await site.transfer(id);
  await pause(5);
  send("To New");
  expect(await site.undo(id, correction)).toBe(true);
  const notes = async () => (await site.exportPersonalData(id))?.mails.map(({ note }) => note);
  expect(await notes()).toEqual(["To Old", null]);
  // The correction was made more than ten minutes ago, but was undone just now.
  site.run("update changes set created_at = created_at - 601000 where changeset_id = ?", correction);
  site.sqlite.exec("update outbox set sent_at = sent_at - 601000 where note = 'To Old'");
  await site.removeExpiredRows();
  expect(await notes()).toEqual(["To Old", null]);
  send("To Old again");
  await site.expire();
  expect(site.column("select distinct note from outbox order by note")).toEqual(["To Old", "To Old again"]);
});

test("the notice to the previous holder is sent before they are erased", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  site.sqlite.exec(`update outbox set state = 'sent', sent_at = ${Date.now()}`);
  await site.transfer(id);
  await site.expire();
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual([`new@example.com: ${TAKEN_OVER}`, `old@example.com: ${TRANSFERRED}`]);
  await site.removeExpiredRows();
  expect(site.count(WITH_FORMER_NAME)).toBe(0);
});

test("a new holder is emailed, however long the mail server is down", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  await site.transfer(id);
  await site.expire();
  expect(site.count(WITH_FORMER_NAME)).toBe(0);
  site.startMail();
  await site.settled();
  expect(site.got()).toEqual([`new@example.com: ${TAKEN_OVER}`]);
});

test("a waiting notice to another address does not delay an erasure", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "old@example.com" });
  const other = await site.register({ email: "other@example.com" });
  await site.transfer(id);
  site.run("insert into outbox (delegate_id, kind) values (?, 'moved')", other.id);
  await site.expire();
  expect(site.count(WITH_FORMER_NAME)).toBe(0);
});

test("an erasure deletes a delegate's corrections and their drafts, and an export includes them", async () => {
  const site = await openSite();
  const { id } = await site.register({ email: "before@example.com" });
  await site.correct(id, { email: "erased@example.com" });
  // This history belongs to a speaker who has the same id.
  addHistory(site.sqlite, [ANA, "speaker", id, "deleted", "Z"]);
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
  for (const text of ["before@example.com", "erased@example.com"]) expect(site.tracesOf(text)).toEqual([]);
  expect(site.column("select id from drafts")).toEqual(["another"]);
});

test("a waiting message goes to the new address with its text; a line for the previous holder goes nowhere", async () => {
  const site = await openSite();
  const { id } = await site.register();
  site.sqlite.exec(`delete from outbox;
    insert into messages (id, subject, text, state) values (1, 'Doors', 'At eight.', 'started');
    insert into outbox (delegate_id, kind, message_id, note) values (${id}, 'message', 1, 'To Noor')`);
  await site.transfer(id, { name: "Wim Walker", email: "wim@example.com" });
  const mails = site.sqlite.prepare("select message_id, note from outbox where kind = 'message'").all();
  expect(mails).toEqual([{ message_id: 1, note: null }]);
});

const BY_OLD_LINK = ["confirmEmailByLink", "cancelByLink"] as const;
/** A transfer that keeps the address, a transfer to another address, and a corrected address. */
const CORRECTIONS = [{ name: "New Colleague" }, COLLEAGUE, { email: "corrected@example.com" }];
const CROSSINGS = BY_OLD_LINK.flatMap((act) => CORRECTIONS.map((changes) => ({ act, changes })));

test.each(CROSSINGS)(
  "$act crosses a correction to $changes: the earlier link is invalid",
  async ({ act, changes }) => {
    const site = await openSite();
    const { id, linkToken, status } = await site.register();
    const now = await site.stored(id);
    const answers = { ...site.pickAnswers(now), ...changes };
    const options = { seen: site.answersVersion(now), isOtherPerson: "name" in changes };
    // Both requests start before either writes, as can happen with two processes.
    const [corrected, byLink] = await Promise.all([
      site.correctRegistration(id, answers, ANA, options),
      act === "cancelByLink" ? site.cancelByLink(linkToken, status) : site.confirmEmailByLink(linkToken),
    ]);
    expect(corrected.ok).toBe(true);
    expect(byLink).toEqual(act === "cancelByLink" ? { outcome: "unknown" } : false);
    expect(await site.stored(id)).toMatchObject({ ...changes, emailConfirmedAt: null, status });
    expect(await site.confirmEmailByLink(linkToken)).toBe(false);
    expect((await site.cancelByLink(linkToken, status)).outcome).toBe("unknown");
    expect(await site.stored(id)).toMatchObject({ emailConfirmedAt: null, status });
  },
);

test("verifying an address just before a transfer does not verify the new holder's", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register();
  const now = await site.stored(id);
  const options = { seen: site.answersVersion(now), isOtherPerson: true };
  const [isVerified] = await Promise.all([
    site.confirmEmailByLink(linkToken),
    site.correctRegistration(id, { ...site.pickAnswers(now), ...COLLEAGUE }, ANA, options),
  ]);
  expect(isVerified).toBe(true);
  expect(await site.stored(id)).toMatchObject({ email: "new@example.com", emailConfirmedAt: null });
});

test("the link of a new holder verifies no address after the transfer was undone", async () => {
  const site = await openSite();
  const { id, email } = await site.register();
  const transferred = await site.transfer(id);
  const { linkToken } = await site.stored(id);
  const done = await Promise.all([site.undo(id, transferred), site.confirmEmailByLink(linkToken)]);
  expect(done).toEqual([true, false]);
  expect(await site.stored(id)).toMatchObject({ email, emailConfirmedAt: null });
});

test.each([
  ["it was", "state = 'sent', sent_at = 1", 1],
  ["the email is in transit and may have been sent", "is_in_hand = 1", 1],
  ["the email waits", "attempts = 0", 0],
])(
  "an address is told that the registration has moved only if it was told of the registration: %s",
  async (_, is, notices) => {
    const site = await openSite();
    const { id } = await site.register({ email: "first@example.com" });
    site.sqlite.exec(`update outbox set ${is}`);
    // No email about the registration has been sent to the second address.
    for (const email of ["second@example.com", "third@example.com"]) await site.correct(id, { email });
    expect(site.count("outbox where kind = 'moved'")).toBe(notices);
  },
);

test("a correction does not change the delay of an undoable decision's email", async () => {
  const site = await openSite();
  const { id } = await site.register();
  await site.confirm(id);
  const due = Date.now() + 20_000;
  site.run("update outbox set next_attempt_at = ? where kind = 'confirmed'", due);
  await site.correct(id, { email: "new@example.com" });
  expect(site.column("select next_attempt_at from outbox where kind = 'confirmed'")).toEqual([due]);
});
