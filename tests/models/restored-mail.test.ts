// Restoring a backup holds its unsent emails until an organiser sends or discards them.

import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { newFolder } from "../support/backups.ts";
import { HISTORY } from "../support/history.ts";
import { ANA, openMailingModels } from "../support/models.ts";

/** Opens models in this DATA_DIR or a new one, with a separate mail server. */
async function openSite(dataDir?: string) {
  const site = await openMailingModels({}, { UNDO_SECONDS: "0", ...(dataDir ? { DATA_DIR: dataDir } : {}) });
  const messages = await import("#app/models/message/message.server.ts");
  const sending = await import("#app/models/message/sending.server.ts");
  const { changeStatuses } = await import("#app/models/delegate/status-change.server.ts");
  const { countOpenTasks } = await import("#app/models/open-tasks.server.ts");
  const { sendMailNow } = await import("#app/models/outbox/mail-state.server.ts");
  const outbox = await import("#app/models/outbox/outbox.server.ts");
  const { sendOrDiscardRestoredMail } = await import("#app/models/outbox/restored-mail.server.ts");
  return {
    ...site,
    ...messages,
    ...sending,
    ...outbox,
    countOpenTasks,
    sendMailNow,
    change: (id: number, shown: DelegateStatus, status: DelegateStatus) =>
      changeStatuses([{ id, shown }], { status, actor: ANA, formId: crypto.randomUUID() }),
    write: async (ids: number[], subject: string) => {
      const id = (await messages.createMessage({ ids }, ANA)) ?? 0;
      const seen = Date.parse((await messages.getMessage(id))?.updatedAt ?? "");
      await messages.saveMessage(id, { subject, text: "Dear {name}", isForAll: false, isLive: false }, ANA, {
        seen,
      });
      return id;
    },
    schedule: async (id: number, at: Date | null = null) => {
      const message = await messages.getMessage(id);
      if (!message) throw new Error("There is no such message");
      const shown = { seen: Date.parse(message.updatedAt), count: message.recipients };
      await sending.scheduleMessage(id, { ...message, at }, ANA, shown);
    },
    /** Makes all scheduled messages due. */
    letTimePass: () => site.sqlite.exec("update messages set send_at = 1 where state = 'promised'"),
    decide: (decision: "send" | "discard", formId?: string) =>
      sendOrDiscardRestoredMail(decision, ANA, formId),
    waitForSent: (count: number) =>
      until("all are sent", () => site.count("outbox where state = 'sent'") === count),
    mails: () => site.sqlite.prepare("select kind, state from outbox order by id").raw().all(),
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

const SCHEDULED = new Date(Date.now() + 24 * 60 * 60_000);

async function fillSite(): Promise<Site> {
  const site = await openSite();
  const ids: number[] = [];
  for (let n = 1; n <= 15; n += 1) ids.push((await site.register({ email: `d${n}@example.com` })).id);
  await site.schedule(await site.write(ids.slice(0, 5), "Doors open at eight"));
  site.letTimePass();
  await site.startDueMessages();
  await site.schedule(await site.write(ids.slice(0, 3), "See you tomorrow"), SCHEDULED);
  return site;
}

async function backUp(site: Site): Promise<string> {
  const { createBackup } = await import("#app/backup/backup.server.ts");
  const file = join(newFolder(), "backup.tar");
  await createBackup(site.dataDir, file);
  return file;
}

async function restore(file: string): Promise<string> {
  const { restoreBackup } = await import("#app/backup/restore.server.ts");
  const dataDir = newFolder();
  await restoreBackup(dataDir, file);
  return dataDir;
}

let filled: { dataDir: string; backup: string } | undefined;
async function filledSite() {
  if (filled) return filled;
  const site = await fillSite();
  site.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  filled = { dataDir: site.dataDir, backup: await backUp(site) };
  return filled;
}
type Filled = NonNullable<typeof filled>;

/** Restores a backup that contains waiting mail and a scheduled message. */
const restoreSite = async () => openSite(await restore((await filledSite()).backup));

/** Ways to restore a site. Each returns the restored DATA_DIR. */
const WAYS: [what: string, restoreCopy: (site: Filled) => string | Promise<string>][] = [
  ["npm run restore", ({ backup }) => restore(backup)],
  [
    "a backup unpacked manually",
    ({ backup }) => {
      const dataDir = newFolder();
      spawnSync("tar", ["-xf", backup, "-C", dataDir]);
      return dataDir;
    },
  ],
  [
    "a copy of the database file, and npm run db:restored",
    (site) => {
      const dataDir = newFolder();
      copyFileSync(join(site.dataDir, "conference.db"), join(dataDir, "conference.db"));
      const env = { ...process.env, DATA_DIR: dataDir };
      expect(spawnSync(process.execPath, ["bin/db-restored.ts"], { env }).status).toBe(0);
      return dataDir;
    },
  ],
];

test.each(WAYS)("after %s waiting mail is not sent, and new mail is", async (_, restoreCopy) => {
  const restored = await openSite(await restoreCopy(await filledSite()));
  restored.startMail();
  restored.letTimePass();
  await restored.startDueMessages();
  await restored.register({ email: "new@example.com" });
  await restored.settled();
  expect(restored.addresses()).toEqual(["new@example.com"]);
});

test("a restored message to those who match when it is sent is taken back", async () => {
  const site = await openSite();
  await site.register({ email: "one@example.com" });
  const id = (await site.createMessage({ filter: NO_FILTER }, ANA)) ?? 0;
  const message = await site.getMessage(id);
  if (!message) throw new Error("There is no such message");
  const written = { subject: "Doors", text: "At eight", isForAll: false, isLive: true, at: SCHEDULED };
  await site.scheduleMessage(id, written, ANA, { seen: Date.parse(message.updatedAt), count: 0 });
  const restored = await openSite(await restore(await backUp(site)));
  restored.letTimePass();
  await restored.startDueMessages();
  expect(restored.count("outbox where kind = 'message'")).toBe(0);
  expect(await restored.getMessage(id)).toMatchObject({
    state: "taken back",
    isRestored: true,
    isLive: true,
  });
});

test("the panel shows the number of held emails and of held messages", async () => {
  const site = await restoreSite();
  const { restoredMail, restoredMessages, failedMail } = await site.countOpenTasks();
  expect([restoredMail, restoredMessages, failedMail]).toEqual([20, 1, 0]);
  const { listUnsentMail } = await import("#app/models/outbox/mail-state.server.ts");
  expect(listUnsentMail("failed", 5)).toEqual([]);
  const { messageProgress } = await import("#app/vocabulary/organiser-message.ts");
  const [, started] = (await site.listMessages()).listed;
  expect(started && messageProgress(started)).toBe(
    "It has been sent to 0 of 5 delegates. 5 have been held since the restore. See the dashboard.",
  );
});

test("held emails are sent once, however often the button is pressed", async () => {
  const site = await restoreSite();
  site.startMail();
  const formId = crypto.randomUUID();
  expect(await Promise.all([site.decide("send", formId), site.decide("send", formId)])).toEqual([20, 20]);
  expect(await site.decide("send")).toBe(0);
  expect(await site.decide("discard")).toBe(0);
  await site.waitForSent(20);
  expect(new Set(site.addresses()).size).toBe(15);
  expect(site.addresses()).toHaveLength(20);
  expect((await site.countOpenTasks()).restoredMail).toBe(0);
  expect(site.count(`${HISTORY} where actor = '${ANA}' and action = 'sent' and label like '%(20)'`)).toBe(1);
});

test("discarded emails are never sent, and their message is shown as stopped", async () => {
  const site = await restoreSite();
  site.startMail();
  const formId = crypto.randomUUID();
  for (const _ of [1, 2]) expect(await site.decide("discard", formId)).toBe(20);
  expect(await site.decide("send")).toBe(0);
  await site.register({ email: "new@example.com" });
  await site.waitForSent(1);
  expect(site.addresses()).toEqual(["new@example.com"]);
  expect(site.count("outbox")).toBe(1);
  const [, message] = (await site.listMessages()).listed;
  expect(message).toMatchObject({ subject: "Doors open at eight", isStopped: true, stopped: 5, failed: 0 });
  expect(site.count(`${HISTORY} where actor = '${ANA}' and action = 'discarded'`)).toBe(1);
});

test("a scheduled message is held, and counted until it is sent or deleted", async () => {
  const site = await restoreSite();
  const [message] = (await site.listMessages()).listed;
  if (!message) throw new Error("There is no message");
  const kept = { subject: "See you tomorrow", state: "taken back", isRestored: true, recipients: 3 };
  expect(message).toMatchObject(kept);
  await site.schedule(message.id);
  expect((await site.countOpenTasks()).restoredMessages).toBe(0);
  await site.unscheduleMessage(message.id, ANA);
  expect((await site.countOpenTasks()).restoredMessages).toBe(0);

  const other = await restoreSite();
  const { deleteMessage } = await import("#app/models/message/message.server.ts");
  expect((await other.countOpenTasks()).restoredMessages).toBe(1);
  expect(await deleteMessage(message.id, ANA)).toMatchObject({ ok: true });
  expect((await other.countOpenTasks()).restoredMessages).toBe(0);
});

test("a decision changed since the restore is emailed once, and the earlier one never", async () => {
  const first = await openSite();
  const { id } = await first.register({ email: "d1@example.com" });
  await first.change(id, "pending", "declined");
  first.sqlite.exec("update outbox set state = 'sent', sent_at = 1");
  await first.change(id, "declined", "confirmed");
  const site = await openSite(await restore(await backUp(first)));
  // The “declined” email must be sent, because the delegate may have received the confirmation.
  await site.change(id, "confirmed", "declined");
  expect(await site.sendMailNow(3, ANA)).toBe(false);
  expect(await site.decide("send")).toBe(0);
  expect(site.mails()).toEqual([
    ["registered", "sent"],
    ["declined", "sent"],
    ["declined", "waiting"],
  ]);
});

test("stopping a message that has a waiting email sends none of its held ones", async () => {
  const site = await restoreSite();
  const mails = site.column("select id from outbox where delegate_id = 1");
  for (const id of mails) expect(await site.sendMailNow(Number(id), ANA)).toBe(true);
  const [, started] = (await site.listMessages()).listed;
  expect(await site.stopMessage(started?.id ?? 0, ANA)).toEqual({ stopped: 5 });
  expect(site.count("outbox where kind = 'message'")).toBe(0);
  expect(await site.decide("send")).toBe(14);
});

test("a held email can be sent from the delegate’s own page", async () => {
  const site = await restoreSite();
  const { countMail, listDelegateMail } = await import("#app/models/outbox/mail-state.server.ts");
  const [mail] = await listDelegateMail([15]);
  expect(mail).toMatchObject({
    state: "restored",
    isSendable: true,
  });
  const counts = async () => [await countMail("waiting"), await countMail("restored")];
  expect(await counts()).toEqual([0, 20]);
  expect(await site.sendMailNow(mail?.id ?? 0, ANA)).toBe(true);
  expect(await counts()).toEqual([1, 19]);
  expect((await site.countOpenTasks()).restoredMail).toBe(19);
  site.startMail();
  await site.waitForSent(1);
  expect(site.addresses()).toEqual(["d15@example.com"]);
});
