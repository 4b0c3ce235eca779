import { expect, test } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { ANA, openMailingModels } from "../support/models.ts";

async function open(undoSeconds = 30) {
  const site = await openMailingModels({}, { UNDO_SECONDS: String(undoSeconds) });
  const model = await import("#app/models/delegate/status-change.server.ts");
  const { checkIn, undoCheckIn } = await import("#app/models/delegate/check-in.server.ts");
  const add = (changes: Record<string, string> = {}) => insertDelegate(site.sqlite, changes);
  return {
    ...site,
    ...model,
    checkIn,
    undoCheckIn,
    add,
    /** Changes the status of delegates who still have the shown status. Returns the change's id. */
    change: async (
      ids: number | number[],
      shown: DelegateStatus | DelegateStatus[],
      status: DelegateStatus,
      note?: string,
    ) => {
      const statuses = [shown].flat();
      const people = [ids].flat().map((id, n) => ({ id, shown: statuses[n] ?? statuses[0] ?? null }));
      const asked = { status, actor: ANA, formId: crypto.randomUUID(), note };
      const done = await model.changeStatuses(people, asked);
      return done.ok ? done.id : 0;
    },
    undo: (job: number, formId?: string) => model.undoStatusChange(job, ANA, formId),
    statuses: () => site.column("select status from delegates order by id"),
    mails: () => site.column("select kind from outbox order by id"),
    addSentMail: (id: number, kind: string) =>
      site.run("insert into outbox (delegate_id, kind, state, sent_at) values (?, ?, 'sent', 1)", id, kind),
  };
}
const MEDIA = { registration_type: "media_pass" };

const msLeft: number = expect.any(Number);

test("a bulk change is undone as a whole, each to their former status, without emails", async () => {
  const site = await open();
  site.startMail();
  const [ana, ben] = [site.add({ name: "Ana" }), site.add({ name: "Ben", status: "cancelled" })];
  const job = await site.change([ana, ben], ["pending", "cancelled"], "confirmed");
  expect(site.statuses()).toEqual(["confirmed", "confirmed"]);
  expect(site.mails()).toEqual(["confirmed", "confirmed"]);
  expect(site.isStatusChangeUndoable(job)).toBe(true);
  const both = { change: job, people: 2, msLeft };
  expect([...site.listUndoableChanges([ana, ben])]).toEqual([ana, ben].map((id) => [id, both]));
  const formId = crypto.randomUUID();
  expect(await site.undo(job, formId)).toEqual({ ok: true, restored: 2, only: null, left: 0 });
  expect(site.statuses()).toEqual(["pending", "cancelled"]);
  // Ben gets no email about the restored cancellation, because he already knows of it.
  expect(site.mails().filter((kind) => kind === "confirmed")).toEqual([]);
  // A resubmitted form gets the same result, but a new form is refused as too late.
  expect(await site.undo(job, formId)).toEqual({ ok: true, restored: 2, only: null, left: 0 });
  expect(await site.undo(job)).toEqual({ ok: false });
  expect(site.server.mails).toEqual([]);
});

test("an undo leaves an email that is being sent at that moment", async () => {
  const site = await open();
  const ana = site.add({ name: "Ana" });
  const job = await site.change(ana, "pending", "confirmed");
  site.run("update outbox set state = 'sending'");
  await site.undo(job);
  expect(site.column("select state from outbox where kind = 'confirmed'")).toEqual(["sending"]);
});

test("delegates changed again since are left alone", async () => {
  const site = await open();
  const ids: [number, number, number] = [site.add(), site.add(), site.add()];
  const job = await site.change(ids, "pending", "confirmed");
  await site.change(ids[0], "confirmed", "declined");
  // Changing a status back counts as a new decision.
  await site.change(ids[2], "confirmed", "declined");
  const again = await site.change(ids[2], "declined", "confirmed");
  const undoable = site.listUndoableChanges(ids);
  expect([undoable.get(ids[1]), undoable.get(ids[2])]).toEqual([
    { change: job, people: 1, msLeft },
    { change: again, people: 1, msLeft },
  ]);
  expect(undoable.get(ids[0])?.change).not.toBe(job);
  expect(await site.undo(job)).toEqual({ ok: true, restored: 1, only: ids[1], left: 2 });
  expect(site.statuses()).toEqual(["declined", "pending", "confirmed"]);
});

test("after a change is undone, the one before it can be undone too, while its email waits", async () => {
  const site = await open();
  const [ana, ben] = [site.add(), site.add()];
  const first = await site.change([ana, ben], "pending", "declined", "Full.");
  const due = site.column("select next_attempt_at from outbox");
  const second = await site.change(ana, "declined", "confirmed");
  expect(site.listUndoableChanges([ana])).toEqual(new Map([[ana, { change: second, people: 1, msLeft }]]));
  expect(await site.undo(second)).toMatchObject({ ok: true, restored: 1, only: ana });
  expect(site.mails()).toEqual(["declined", "declined"]);
  expect(site.column("select next_attempt_at from outbox")).toEqual(due);
  expect(site.listUndoableChanges([ana]).get(ana)).toMatchObject({ change: first, people: 2 });
  expect(await site.undo(first)).toMatchObject({ ok: true, restored: 2 });
  expect(site.statuses()).toEqual(["pending", "pending"]);
  expect(site.mails()).toEqual([]);
});

test("rows of delegates who have cancelled or checked in since offer no Undo", async () => {
  const site = await open();
  const { cancelByLink } = await import("#app/models/delegate/private-link.server.ts");
  const ids: [number, number, number] = [site.add(), site.add(), site.add()];
  const job = await site.change(ids, "pending", "confirmed");
  await site.checkIn(ids[0], ANA);
  const link = site.sqlite.prepare("select link_token from delegates where id = ?").pluck().get(ids[1]);
  expect(await cancelByLink(String(link), "confirmed")).toMatchObject({ outcome: "cancelled" });
  expect(site.listUndoableChanges(ids)).toEqual(new Map([[ids[2], { change: job, people: 1, msLeft }]]));
  expect(await site.undo(job)).toEqual({ ok: true, restored: 1, only: ids[2], left: 2 });
  // The checked-in delegate still gets the confirmation email.
  expect(site.mails()).toEqual(["confirmed", "cancelled"]);
});

test("an undo restores a check-in, with its time and the status before it", async () => {
  const site = await open();
  const ids = [site.add({ status: "confirmed" }), site.add({ status: "confirmed" })] as [number, number];
  const [ana] = ids;
  await site.checkIn(ana, ANA);
  const row = () =>
    site.sqlite.prepare("select status, checked_in_at, status_before from delegates where id = ?").get(ana);
  site.sqlite.exec("update delegates set checked_in_at = 1757544000000 where status = 'attended'");
  const before = row();
  expect(before).toMatchObject({ status: "attended", status_before: "confirmed" });
  const job = await site.change(ids, ["attended", "confirmed"], "declined");
  expect(row()).toMatchObject({ status: "declined", checked_in_at: null });
  const both = { change: job, people: 2, msLeft };
  expect([...site.listUndoableChanges(ids).values()]).toEqual([both, both]);
  expect(await site.undo(job)).toMatchObject({ ok: true, restored: 2, left: 0 });
  expect(row()).toEqual(before);
  expect(site.mails()).toEqual([]);
  await site.undoCheckIn(ana, ANA);
  expect(row()).toMatchObject({ status: "confirmed", checked_in_at: null });
});

test("the time for an undo ends a second before the first email, which is due after UNDO_SECONDS", async () => {
  const site = await open();
  const id = site.add();
  const before = Date.now();
  const job = await site.change(id, "pending", "confirmed");
  const dueAt = site.sqlite.prepare("select next_attempt_at from outbox").pluck().get() as number;
  expect(dueAt - before).toBeGreaterThanOrEqual(30_000);
  expect(dueAt - before).toBeLessThan(35_000);
  const overAt = site.sqlite.prepare("select undo_until from changesets").pluck().get() as number;
  expect(dueAt - overAt).toBeGreaterThan(500);
  const finish = site.sqlite.prepare("update changesets set undo_until = ? + 29000");
  finish.run(Date.now() - 28_000);
  expect(site.isStatusChangeUndoable(job)).toBe(true);
  finish.run(Date.now() - 29_500);
  expect(site.isStatusChangeUndoable(job)).toBe(false);
  expect(site.listUndoableChanges([id])).toEqual(new Map());
  expect(await site.undo(job)).toEqual({ ok: false });
  expect(site.mails()).toEqual(["confirmed"]);
});

test("the email is sent when the time for an undo is over, with its personal line, and not before", async () => {
  const site = await open(2);
  const id = site.add(MEDIA);
  site.startMail();
  const decidedAt = Date.now();
  const job = await site.change(id, "pending", "declined", "Your outlet has sent somebody already.");
  await until("it is sent", () => site.server.mails.length === 1, 10_000);
  expect(Date.now() - decidedAt).toBeGreaterThanOrEqual(2_000);
  const [mail] = site.server.mails;
  for (const part of [mail?.email.text, mail?.email.html])
    expect(part).toContain("A note from the organisers: Your outlet has sent somebody already.");
  expect(await site.undo(job)).toEqual({ ok: false });
  expect(site.statuses()).toEqual(["declined"]);
});

test("undoing a change to pending does not repeat an email of weeks ago", async () => {
  const site = await open();
  const id = site.add({ status: "confirmed" });
  site.addSentMail(id, "confirmed");
  const job = await site.change(id, "confirmed", "pending");
  expect(await site.undo(job)).toEqual({ ok: true, restored: 1, only: id, left: 0 });
  expect(site.statuses()).toEqual(["confirmed"]);
  expect(site.mails()).toEqual(["confirmed"]);
});

test("an undo promises the withdrawn email again, with its line, and no other", async () => {
  const site = await open();
  // The second delegate was imported as declined, without an email.
  const [noor, imported] = [site.add(MEDIA), site.add({ ...MEDIA, status: "declined" })];
  await site.change(noor, "pending", "declined", "An earlier line.");
  await site.change(noor, "declined", "pending");
  await site.change(noor, "pending", "declined", "Your outlet has sent somebody already.");
  const job = await site.change([noor, imported], "declined", "confirmed");
  expect(await site.undo(job)).toEqual({ ok: true, restored: 2, only: null, left: 0 });
  expect(site.statuses()).toEqual(["declined", "declined"]);
  const [mail, ...others] = site.sqlite.prepare("select * from outbox").all() as Record<string, unknown>[];
  expect(others).toEqual([]);
  const note = "Your outlet has sent somebody already.";
  expect(mail).toMatchObject({ delegate_id: noor, kind: "declined", note, state: "waiting" });
  // The email is due when it was due before.
  expect(Number(mail?.next_attempt_at)).toBeGreaterThan(Date.now() + 20_000);
});

test("an email that turns out to be unsent after a change is sent after its undo", async () => {
  const site = await open();
  const { claimMail, storeMailOutcome } = await import("#app/models/outbox/outbox.server.ts");
  const id = site.add(MEDIA);
  await site.change(id, "pending", "declined", "A line.");
  site.sqlite.exec("update outbox set next_attempt_at = 0");
  const letter = await claimMail(60_000);
  const job = await site.change(id, "declined", "confirmed");
  const later = { state: "waiting", attempts: 1, problem: null, nextAttemptAt: new Date() } as const;
  await storeMailOutcome(letter?.mail.id ?? 0, later);
  expect(site.mails()).toEqual(["declined", "confirmed"]);
  await site.undo(job);
  const waiting = site.sqlite.prepare("select kind, note from outbox").all();
  expect(waiting).toEqual([{ kind: "declined", note: "A line." }]);
});

test("the personal line of a second refusal is sent, though the first was known", async () => {
  const site = await open();
  const id = site.add({ ...MEDIA, status: "declined" });
  site.addSentMail(id, "declined");
  await site.change(id, "declined", "confirmed");
  await site.change(id, "confirmed", "declined");
  expect(site.mails()).toEqual(["declined"]);
  await site.change(id, "declined", "confirmed");
  const note = "There is room at the next one.";
  await site.change(id, "confirmed", "declined", note);
  expect(site.column("select note from outbox where state = 'waiting'")).toEqual([note]);
});

test("withdrawn emails are kept for the ten minutes of an undo, and deleted with the delegate", async () => {
  const site = await open();
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  const { exportPersonalData } = await import("#app/models/personal-data/personal-data.server.ts");
  const note = "before ->> 'note'";
  const kept = () =>
    site.column(`select ${note} from changes where table_name = 'outbox' and ${note} is not null`);
  const ids = ["Ana", "Ben"].map((name) => site.add({ name, ...MEDIA }));
  for (const id of ids) {
    await site.change(id, "pending", "declined", `A line to ${id}.`);
    await site.change(id, "declined", "pending");
  }
  const withdrawn = { kind: "declined", note: `A line to ${ids[0]}.` };
  expect((await exportPersonalData(ids[0] ?? 0))?.mailsTakenBack).toMatchObject([withdrawn]);
  site.sqlite.exec(`update changes set created_at = created_at - 601000
    where id in (select min(id) from changes where table_name = 'outbox' and kind = 'delete')`);
  await removeExpiredRows();
  expect(kept()).toEqual([`A line to ${ids[1]}.`]);
  site.run("delete from delegates where id = ?", ids[1]);
  expect(kept()).toEqual([]);
});

test("a change of all matches waits and is undone like a small one, even for ten thousand", async () => {
  const site = await open();
  insertDelegates(site.sqlite, 10_000);
  const all = { filter: NO_FILTER, counted: site.countMatchingText(NO_FILTER) };
  const asked = { status: "confirmed", actor: ANA, formId: crypto.randomUUID() } as const;
  const done = await site.changeAllStatuses(all, asked);
  const job = done.ok ? done.id : 0;
  const dueAt = site.sqlite.prepare("select next_attempt_at from outbox").pluck().get() as number;
  expect(dueAt).toBeGreaterThan(Date.now() + 20_000);
  expect(await site.undo(job)).toEqual({ ok: true, restored: 10_000, only: null, left: 0 });
  expect([new Set(site.statuses()), site.mails()]).toEqual([new Set(["pending"]), []]);
});
