// The outbox and its worker in this process, against a real SMTP server.

import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test, vi } from "vitest";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until as untilSoon } from "../faults/support/until.ts";
import { useNewDataDir } from "../support/database.ts";
import { delegateOf } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { type Behaviour, type MailServer, startMailServer } from "../support/mail-server.ts";
import { freePort } from "../support/server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A site's models with mail that is tried again after a twentieth of a second instead of a minute. */
async function openMail(port: number, settings: Record<string, string> = {}) {
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  const dataDir = useNewDataDir({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_SECONDS: "0.05",
    ...settings,
  });
  const mail = await import("#app/mail/mail.server.ts");
  const { createRegistration } = await import("#app/models/delegate/delegate.server.ts");
  const { askForStatus } = await import("#app/models/delegate/status-job.server.ts");
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const outbox = await import("#app/models/outbox/outbox.server.ts");
  const mailState = await import("#app/models/outbox/mail-state.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  cleanups.push(() => mail.stopMail(5_000));
  return {
    ...mail,
    ...outbox,
    ...mailState,
    /** Changes a status from what it is shown as. */
    changeStatus: (id: number, shown: DelegateStatus, status: DelegateStatus) =>
      askForStatus(
        { people: [{ id, shown }] },
        { status, actor: "ana@example.com", formId: crypto.randomUUID() },
      ),
    sqlite,
    /** Registers somebody; answers their row. */
    register: async (changes: Record<string, string> = {}) => {
      const created = await createRegistration(RegistrationInput.parse(registration(changes)), null);
      return delegateOf(created);
    },
    states: () =>
      sqlite.prepare("select state, count(*) from outbox group by state order by state").raw().all(),
  };
}

async function mailServer(behaviour?: Behaviour, port?: number): Promise<MailServer> {
  const server = await startMailServer(behaviour, port);
  cleanups.push(server.stop);
  return server;
}

const until = (what: string, holds: () => boolean) => untilSoon(what, holds, 10_000);

const DAY_MS = 24 * 60 * 60_000;

const addresses = (server: MailServer) => server.mails.flatMap(({ to }) => to).sort();

test("each registration is followed by one mail", async () => {
  const server = await mailServer();
  const site = await openMail(server.port);
  site.startMail();
  const emails = Array.from({ length: 20 }, (_, index) => `d${index}@example.com`);
  await Promise.all(emails.map((email) => site.register({ email })));
  await until("all are sent", () => server.mails.length >= 20);
  await site.stopMail(5_000);
  expect(addresses(server)).toEqual([...emails].sort());
  expect(site.states()).toEqual([["sent", 20]]);
});

test("a change of status that concerns the delegate is told them, in its order", async () => {
  const server = await mailServer();
  const site = await openMail(server.port);
  const delegate = await site.register();
  await site.changeStatus(delegate.id, "pending", "confirmed");
  await site.changeStatus(delegate.id, "confirmed", "attended");
  site.startMail();
  await until("the confirmation is sent", () => site.states().toString() === "sent,2");
  await site.changeStatus(delegate.id, "attended", "cancelled");
  await until("all are sent", () => site.states().toString() === "sent,3");
  expect(server.mails.map(({ email }) => email.subject)).toEqual([
    "Your registration for Byline 2025",
    "Your Byline 2025 pass is confirmed",
    "Your registration for Byline 2025 has been cancelled",
  ]);
});

test("without an email server the outbox waits, and says why", async () => {
  const port = await freePort();
  const site = await openMail(port);
  site.startMail();
  for (const email of ["a@example.com", "b@example.com", "c@example.com"]) await site.register({ email });
  await until("it was tried", () => site.mailStatus().trouble !== null);
  expect(site.mailStatus()).toEqual({
    isSetUp: true,
    trouble: "The mail server could not be reached (ECONNREFUSED).",
  });
  expect(site.states()).toEqual([["waiting", 3]]);

  const server = await mailServer({}, port);
  await until("all are sent", () => site.states().toString() === "sent,3");
  expect(addresses(server)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(site.mailStatus().trouble).toBeNull();
});

test("an address that is refused for good is not tried again until an organiser says so", async () => {
  let isRefused = true;
  let attempts = 0;
  const server = await mailServer({
    refuse: (address) => {
      if (address !== "gone@example.com") return undefined;
      attempts += 1;
      return isRefused ? { code: 550, text: "5.1.1 No such user here" } : undefined;
    },
  });
  const site = await openMail(server.port);
  site.startMail();
  const gone = await site.register({ email: "gone@example.com" });
  await site.register({ email: "here@example.com" });
  await until("one is sent, one is not", () => site.states().toString() === "failed,1,sent,1");
  expect(attempts).toBe(1);
  expect(site.sqlite.prepare("select attempts from outbox where state = 'failed'").pluck().all()).toEqual([
    1,
  ]);
  expect(await site.listMailOf([gone.id])).toMatchObject([
    { kind: "registered", state: "failed", problem: expect.stringContaining("550 5.1.1 No such user here") },
  ]);

  isRefused = false;
  expect(await site.sendAgain(gone.id, "ana@example.com")).toBe(1);
  expect(await site.sendAgain(gone.id, "ana@example.com")).toBe(0);
  await until("it is sent", () => site.states().toString() === "sent,2");
  expect(addresses(server)).toEqual(["gone@example.com", "here@example.com"]);
  expect(site.sqlite.prepare("select actor, action, label from audit_log").all()).toEqual([
    { actor: "ana@example.com", action: "send-again", label: gone.reference },
  ]);
});

test("an address that is refused for now is tried again, and gets its mail once", async () => {
  let attempts = 0;
  const server = await mailServer({
    refuse: () => {
      attempts += 1;
      return attempts < 3 ? { code: 451, text: "4.7.1 Greylisted, try again" } : undefined;
    },
  });
  const site = await openMail(server.port);
  site.startMail();
  const delegate = await site.register();
  await until("it was put off", () => attempts > 0);
  expect(site.states()).toEqual([["waiting", 1]]);
  await until("it is sent", () => site.states().toString() === "sent,1");
  expect(attempts).toBe(3);
  expect(server.mails).toHaveLength(1);
  expect(await site.listMailOf([delegate.id])).toMatchObject([{ state: "sent", problem: null }]);
});

test("an address that is put off for two days is given up, with what was said last", async () => {
  const server = await mailServer({ refuse: () => ({ code: 451, text: "4.2.2 Mailbox full" }) });
  const site = await openMail(server.port);
  const delegate = await site.register();
  // The attempts of two days, but for the last one.
  site.sqlite.exec("update outbox set attempts = 7");
  site.startMail();
  await until("it is given up", () => site.states().toString() === "failed,1");
  const [mail] = await site.listMailOf([delegate.id]);
  expect(mail?.problem).toBe("The mail server asked us to try again later: 451 4.2.2 Mailbox full");
});

test("a mail server that hangs up during a mail gets the others all the same", async () => {
  let isFirst = true;
  const server = await mailServer({
    refuse: () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return { code: 421, text: "4.3.2 Closing the connection" };
    },
  });
  const site = await openMail(server.port);
  for (const email of ["a@example.com", "b@example.com"]) await site.register({ email });
  site.startMail();
  await until("both are sent", () => site.states().toString() === "sent,2");
  expect(addresses(server)).toEqual(["a@example.com", "b@example.com"]);
});

test("a timer that is early for the end of a pause keeps no mail from being sent", async () => {
  const site = await openMail(await freePort());
  for (const email of ["first@example.com", "second@example.com"]) await site.register({ email });
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  const { createWorker } = await import("#app/mail/worker.server.ts");
  const countProblems = site.sqlite.prepare("select count(*) from outbox where problem is not null").pluck();
  const clock = vi.spyOn(performance, "now");
  cleanups.push(async () => clock.mockRestore());
  let sent = 0;
  let hasFailed = false;
  const worker = createWorker(
    {
      async send() {
        if (hasFailed) sent += 1;
        else {
          hasFailed = true;
          throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ESOCKET" });
        }
      },
      close() {},
    },
    // The first pause is a twelfth of it, so the timer is set when the clock goes back.
    6_000,
  );
  cleanups.push(() => worker.stop(1_000));
  await until("the worker pauses", () => countProblems.get() === 1);
  const back = performance.now() - 1_000;
  const since = Date.now();
  clock.mockImplementation(() => back + (Date.now() - since));
  await until("the other one is sent", () => sent > 0);
});

test("a claimed mail is nobody else's, and due again when its sender must have died", async () => {
  const site = await openMail(await freePort());
  await site.register();
  const claimed = await site.claimMail(60_000, DAY_MS);
  expect(claimed?.delegate.name).toBe("Noor Haddad");
  expect(await site.claimMail(60_000, DAY_MS)).toBeNull();
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  expect((await site.claimMail(60_000, DAY_MS))?.mail.id).toBe(claimed?.mail.id);
});

test("a letter about several is claimed as the first of its emails, which gave it its number", async () => {
  const site = await openMail(await freePort());
  const first = await site.register({ name: "First", email: "Shared@example.com" });
  const second = await site.register({ name: "Second", email: "shared@example.com" });
  const claimed = await site.claimMail(60_000, DAY_MS);
  expect(claimed?.mail.id).toBe(claimed?.letterId);
  expect(claimed?.delegate.id).toBe(first.id);
  expect(claimed?.delegates.map(({ id }) => id)).toEqual([first.id, second.id]);
});

test("what was sent stays sent, whatever a late answer says", async () => {
  const site = await openMail(await freePort());
  await site.register();
  const id = (await site.claimMail(60_000, DAY_MS))?.mail.id ?? 0;
  await site.settleMail(id, { state: "sent" });
  await site.settleMail(id, { state: "failed", attempts: 1, problem: "late" });
  expect(site.states()).toEqual([["sent", 1]]);
});

test("organisers are told of a registration only where NOTIFY_EMAIL is set", async () => {
  const server = await mailServer();
  const quiet = await openMail(server.port);
  await quiet.register();
  expect(quiet.sqlite.prepare("select kind from outbox").pluck().all()).toEqual(["registered"]);

  const site = await openMail(server.port, { NOTIFY_EMAIL: "ana@example.com, ben@example.com" });
  site.startMail();
  await site.register({ name: "Jo <b>Lee</b>", registrationType: "media_pass", outlet: "The Daily Galley" });
  await until("both are sent", () => site.states().toString() === "sent,2");
  const told = server.mails.find(({ to }) => to.includes("ana@example.com"));
  expect(told?.to).toEqual(["ana@example.com", "ben@example.com"]);
  expect(told?.email.subject).toBe("New registration: Jo <b>Lee</b>, Media Pass");
  expect(told?.email.text).toContain("Organisation: The Daily Galley");
  expect(told?.email.text).toContain("http://localhost:3000/admin/delegates");
  expect(told?.email.html).toContain("Jo &lt;b&gt;Lee&lt;/b&gt;");
  expect(told?.email.text).not.toMatch(/registration[=/]/);
});

test("deleting a delegate takes their mail along", async () => {
  const site = await openMail(await freePort());
  const delegate = await site.register();
  site.sqlite.pragma("foreign_keys = on");
  site.sqlite.prepare("delete from delegates where id = ?").run(delegate.id);
  expect(await site.listMailOf([delegate.id])).toEqual([]);
  expect(await site.nextMailAt(DAY_MS)).toBeNull();
});

test("finding, claiming and listing mail take an index each", async () => {
  const site = await openMail(await freePort());
  const details = (sql: string) =>
    (site.sqlite.prepare(`explain query plan ${sql}`).all() as { detail: string }[]).map(
      ({ detail }) => detail,
    );
  expect(
    details(
      "select * from outbox join delegates on delegates.id = delegate_id where state = 'waiting' and next_attempt_at <= 1 order by next_attempt_at, outbox.id limit 1",
    ).join(),
  ).toMatch(/^SEARCH outbox USING INDEX outbox_due .*,SEARCH delegates USING INTEGER PRIMARY KEY[^,]*$/);
  expect(
    details("select next_attempt_at from outbox where state = 'waiting' order by next_attempt_at limit 1"),
  ).toEqual([expect.stringMatching(/^SEARCH outbox USING COVERING INDEX outbox_due/)]);
});
