// Corrections and transfers of registrations: stored data, and emails sent to a real SMTP server.
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
  transferDelegate,
} from "../support/models.ts";

const ABOUT = "Your registration for Byline 2025";
const CHANGED = `${ABOUT} was changed`;
const MOVED = "The email address on your registration for Byline 2025 has changed";
const CONFIRMED = "Your Byline 2025 pass is confirmed";
const CANCELLED = `${ABOUT} has been cancelled`;
const WAITS = { UNDO_SECONDS: "30" };
const COLLEAGUE = { name: "New Colleague", email: "new@example.com" };

async function openSite(behaviour?: Behaviour, settings: Record<string, string> = {}) {
  const site = await openMailingModels(behaviour, settings);
  const corrections = {
    ...(await import("#app/models/delegate/correct-registration.server.ts")),
    ...(await import("#app/models/delegate/correction-history.server.ts")),
  };
  const { pickAnswers } = await import("#app/models/delegate/delegate.server.ts");
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { checkIn } = await import("#app/models/delegate/check-in.server.ts");
  const personal = await import("#app/models/personal-data/personal-data.server.ts");
  const { listDelegateHistory } = await import("#app/models/personal-data/delegate-history.server.ts");
  const { finishScrubs } = await import("#app/db/scrub.server.ts");
  const links = await import("#app/models/delegate/private-link.server.ts");
  const { sendMailNow } = await import("#app/models/outbox/mail-state.server.ts");
  /** Corrects a registration. Returns the id of the correction. */
  const correct = async (...asked: Parameters<typeof correctDelegate>) => {
    const corrected = await correctDelegate(...asked);
    if (!corrected.ok) throw new Error(corrected.reason);
    return corrected.correction ?? 0;
  };
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
    sendMailNow,
    transfer: (id: number, answers: Record<string, string> = COLLEAGUE) => transferDelegate(id, answers),
    undo: async (correction: number, formId?: string) =>
      (await corrections.undoCorrection(correction, ANA, formId)).ok,
    history: async (id: number) => listDelegateHistory(await storedDelegate(id)),
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
  const options = { seen: site.answersVersion(first) };
  const answers = { ...site.getDetails(first), jobTitle: "Editor" };
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

test("an email refused at the old address can be sent to the new one, and the old one gets no notice", async () => {
  const site = await openSite({
    refuse: (address) => (address === "typo@example.com" ? { code: 550, text: "Unknown" } : undefined),
  });
  site.startMail();
  const { id } = await site.register({ email: "typo@example.com" });
  await until("it has failed", () => site.count("outbox where state = 'failed'") === 1);
  await site.correct(id, { email: "right@example.com" });
  expect(await site.sendMailNow(1, ANA)).toBe(true);
  await site.settled();
  expect(site.got()).toEqual([`right@example.com: ${ABOUT}`, `right@example.com: ${CHANGED}`]);
});

test("waiting mail goes to the new address with the new link", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register({ email: "old@example.com" });
  await site.correct(id, { email: "new@example.com" });
  site.startMail();
  await site.settled();
  expect(site.mailTo("new@example.com")?.raw).not.toContain(linkToken);
  expect(site.mailTo("new@example.com")?.email.text).toContain((await site.stored(id)).linkToken);
  expect(site.got()).toEqual([`new@example.com: ${ABOUT}`, `new@example.com: ${CHANGED}`]);
});

test("an email in transit when its address is corrected counts as sent: the old address is told", async () => {
  const slow = holdFirstMailTo("wrong@example.com");
  const site = await openSite(slow.behaviour);
  const { id } = await site.register({ email: "wrong@example.com" });
  site.startMail();
  await slow.asked;
  await site.correct(id, { email: "right@example.com" });
  slow.release();
  await site.settled();
  expect(site.got()).toEqual([
    `right@example.com: ${CHANGED}`,
    `wrong@example.com: ${MOVED}`,
    `wrong@example.com: ${ABOUT}`,
  ]);
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

test.each([
  ["it was", "state = 'sent', sent_at = 1", ["second@example.com", "third@example.com"], 1],
  ["the email is in transit and may have been sent", "state = 'sending'", ["second@example.com"], 1],
  ["the email waits", "attempts = 0", ["second@example.com", "third@example.com"], 0],
])(
  "an address is told that the registration has moved only if it was told of the registration: %s",
  async (_, is, addresses, notices) => {
    const site = await openSite();
    const { id } = await site.register({ email: "first@example.com" });
    site.sqlite.exec(`update outbox set ${is}`);
    // No email about the registration has been sent to the second address.
    for (const email of addresses) await site.correct(id, { email });
    expect(site.count("outbox where kind = 'moved'")).toBe(notices);
  },
);

test("an email never overtakes an earlier one to the same person", async () => {
  const site = await openSite();
  const { id } = await site.register();
  const due = Date.now() + 20_000;
  site.run("update outbox set next_attempt_at = ?", due);
  await site.confirm(id);
  await site.correct(id, { email: "new@example.com" });
  expect(site.column("select next_attempt_at from outbox order by id")).toEqual([due, due, due]);
});

test("a transfer registers the next person with the same status, cancels the first, and tells both", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ name: "Old Holder", email: "old@example.com", phone: "0400 555 011" });
  await site.confirm(old.id);
  await site.clearMail();
  const { id } = await site.transfer(old.id);
  await site.settled();
  const now = await site.stored(id);
  expect(now).toMatchObject({ ...COLLEAGUE, status: "confirmed" });
  expect(await site.stored(old.id)).toMatchObject({ name: "Old Holder", status: "cancelled" });
  const [toNew, toOld] = [site.mailTo("new@example.com"), site.mailTo("old@example.com")];
  for (const text of ["Old Holder", "old@example", old.linkToken]) expect(toNew?.raw).not.toContain(text);
  for (const text of ["New Colleague", "new@example", now.linkToken]) expect(toOld?.raw).not.toContain(text);
  expect(site.got()).toEqual([`new@example.com: ${CONFIRMED}`, `old@example.com: ${CANCELLED}`]);
  const ofNew = JSON.stringify(await site.exportPersonalData(id));
  for (const text of ["Old Holder", "0400 555 011", old.linkToken]) expect(ofNew).not.toContain(text);
  expect((await site.history(old.id)).map(({ text }) => text)[0]).toBe("Transferred");
});

test("a transfer of a pending registration sends the registration letter", async () => {
  const site = await openSite();
  site.startMail();
  const old = await site.register({ email: "old@example.com" });
  await site.clearMail();
  await site.transfer(old.id);
  await site.settled();
  expect(site.got()).toEqual([`new@example.com: ${ABOUT}`, `old@example.com: ${CANCELLED}`]);
});

test("the link to a speaker and another tool's id move to the next registration", async () => {
  const site = await openSite();
  site.sqlite.exec(
    "insert into speakers (id, name, title, company, category) values (7, 'A', 'B', 'C', 'b2c')",
  );
  const old = await site.register();
  site.run("update delegates set speaker_id = 7, external_id = 'A-1' where id = ?", old.id);
  const { id } = await site.transfer(old.id);
  expect(await site.stored(id)).toMatchObject({ speakerId: 7, externalId: "A-1" });
  expect(await site.stored(old.id)).toMatchObject({ speakerId: null, externalId: null });
});

test.each(["declined", "cancelled", "attended"])(
  "a %s registration cannot be transferred",
  async (status) => {
    const site = await openSite();
    const { id } = await site.register();
    site.run("update delegates set status = ?", status);
    await expect(site.transfer(id)).rejects.toThrow("notTransferable");
    expect(site.column("select status from delegates")).toEqual([status]);
  },
);

test("twenty transfers and cancellations at once leave one valid registration, or none", async () => {
  const site = await openSite();
  const { id, linkToken } = await site.register();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? site.transfer(id, { name: `Next ${index}` }).then(() => "transferred")
        : site.cancelByLink(linkToken, "pending").then(({ outcome }) => outcome),
    ),
  );
  const transfers = results.filter(
    ({ status, ...result }) => "value" in result && result.value === "transferred",
  );
  expect(transfers.length).toBeLessThanOrEqual(1);
  expect(site.count("delegates where status = 'pending'")).toBe(transfers.length);
  expect(site.count("delegates")).toBe(1 + transfers.length);
  expect(site.count("outbox where kind = 'cancelled'")).toBe(1);
});

test("an undo before the emails restores a correction or transfer, and no one is told", async () => {
  const site = await openSite({}, WAITS);
  site.startMail();
  const old = await site.register({ email: "right@example.com" });
  await site.clearMail();
  const { updatedAt: _, ...was } = old;
  const corrections: Record<string, string>[] = [{ jobTitle: "Editor" }, { email: "wrong@example.com" }];
  for (const changes of corrections) {
    const correction = await site.correct(old.id, changes);
    expect(await site.stored(old.id)).toMatchObject(changes);
    const formId = crypto.randomUUID();
    for (const _ of [1, 2]) expect(await site.undo(correction, formId)).toBe(true);
    expect(await site.undo(correction)).toBe(false);
    expect(await site.stored(old.id)).toMatchObject(was);
  }
  const { transfer } = await site.transfer(old.id);
  expect(site.listUndoableCorrections(old.id)).toMatchObject([
    { id: transfer, label: "Transfer", actor: ANA },
  ]);
  expect(await site.undo(transfer)).toBe(true);
  expect(site.column("select name from delegates")).toEqual([old.name]);
  expect(await site.stored(old.id)).toMatchObject(was);
  expect(site.kinds()).toEqual(["registered"]);
  expect(site.got()).toEqual([]);
  await site.finishScrubs();
  expect(site.tracesOf("New Colleague")).toEqual([]);
});

test("no email goes to a corrected address while the correction can be undone", async () => {
  const site = await openSite({}, WAITS);
  const { id } = await site.register({ email: "right@example.com" });
  site.run("update outbox set attempts = 1, next_attempt_at = ?", Date.now() + 3_600_000);
  const correction = await site.correct(id, { email: "wrong@example.com" });
  expect(site.count("outbox where attempts = 0 and next_attempt_at > created_at + 29000")).toBe(2);
  expect(site.column("select kind from outbox order by next_attempt_at, id")).toEqual([
    "registered",
    "changed",
  ]);
  expect(await site.undo(correction)).toBe(true);
  expect(site.kinds()).toEqual(["registered"]);
});

test("an undo changes nothing if one of the registrations was corrected or erased since", async () => {
  const site = await openSite({}, WAITS);
  const old = await site.register({ email: "right@example.com" });
  const { id, transfer } = await site.transfer(old.id);
  await site.correct(id, { jobTitle: "Editor" });
  expect(await site.undo(transfer)).toBe(false);
  expect(site.column("select status from delegates")).toEqual(["cancelled", "pending"]);
  expect(site.listUndoableCorrections(id)).toHaveLength(2);
  const second = await site.transfer(id, { name: "Third", email: "third@example.com" });
  await site.deletePersonalData(id, ANA);
  expect(await site.undo(second.transfer)).toBe(false);
  expect(await site.stored(second.id)).toMatchObject({ name: "Third", status: "pending" });
});

test("only the last correction can be undone, and only until its email is sent", async () => {
  const site = await openSite({}, WAITS);
  const { id } = await site.register();
  const first = await site.correct(id, { jobTitle: "Editor" });
  const second = await site.correct(id, { jobTitle: "Publisher" });
  expect(await site.undo(first)).toBe(false);
  site.sqlite.exec("update changesets set undo_until = undo_until - 30000");
  expect(await site.undo(second)).toBe(false);
  expect(await site.stored(id)).toMatchObject({ jobTitle: "Publisher" });
});

test("the link in emails to an earlier address is invalid, even in the moment of the correction", async () => {
  const site = await openSite();
  const { id, linkToken, status } = await site.register();
  const now = await site.stored(id);
  const answers = { ...site.pickAnswers(now), email: "corrected@example.com" };
  const [, byLink] = await Promise.all([
    site.correctRegistration(id, answers, ANA, { seen: site.answersVersion(now) }),
    site.cancelByLink(linkToken, status),
  ]);
  expect(byLink.outcome).toBe("unknown");
  expect(await site.stored(id)).toMatchObject({ status });
});

test("the letter about a delegate’s own correction says “You changed”, with the old and new values", async () => {
  const site = await openSite();
  const { correctByLink } = await import("#app/models/delegate/own-changes.server.ts");
  site.startMail();
  const delegate = await site.register();
  await site.clearMail();
  const answers = { ...site.pickAnswers(delegate), jobTitle: "Head of news" };
  const sent = { token: delegate.linkToken, formId: crypto.randomUUID() };
  expect(await correctByLink(answers, site.answersVersion(delegate), sent)).toMatchObject({ ok: true });
  await site.settled();
  const letter = site.mailTo("noor@example.com")?.email;
  expect(letter?.subject).toBe(CHANGED);
  expect(letter?.text).toContain(
    "You changed your registration for Byline 2025:\n\nJob Title: Communications lead → Head of news\n",
  );
  expect(letter?.text).not.toContain("We have changed");
});
