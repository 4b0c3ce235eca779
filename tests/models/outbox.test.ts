import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "../faults/support/until.ts";
import { HISTORY } from "../support/history.ts";
import type { Behaviour } from "../support/mail-server.ts";
import { ANA, openMailingModels, openMailServer } from "../support/models.ts";
import { freePort } from "../support/server.ts";

async function openSite(behaviour?: Behaviour, settings: Record<string, string> = {}) {
  const site = await openMailingModels(behaviour, settings);
  const outbox = await import("#app/models/outbox/outbox.server.ts");
  const mailState = await import("#app/models/outbox/mail-state.server.ts");
  const states = () =>
    site.sqlite.prepare("select state, count(*) from outbox group by state order by state").raw().all();
  return {
    ...site,
    ...outbox,
    ...mailState,
    states,
    /** Waits until the outbox has these numbers of emails by state, such as "failed,1,sent,1". */
    waitForStates: (expected: string) =>
      until(`the outbox has ${expected}`, () => states().toString() === expected),
    registerAll: async (...emails: string[]) => {
      for (const email of emails) await site.register({ email });
    },
  };
}

test("without an email server the outbox waits and shows why", async () => {
  const port = await freePort();
  const site = await openSite({}, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  site.startMail();
  const emails = ["a@example.com", "b@example.com", "c@example.com"];
  await site.registerAll(...emails);
  await until("it was tried", () => site.getMailStatus().trouble !== null);
  const trouble = "The mail server could not be reached (ECONNREFUSED).";
  expect(site.getMailStatus()).toEqual({ isSetUp: true, trouble });
  await site.waitForStates("waiting,3");

  const server = await openMailServer({}, port);
  await site.waitForStates("sent,3");
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(emails);
  expect(site.getMailStatus().trouble).toBeNull();
});

test("a permanently refused address is not retried until an organiser asks", async () => {
  let isRefused = true;
  let attempts = 0;
  const site = await openSite({
    refuse: (address) => {
      if (address !== "gone@example.com") return undefined;
      attempts += 1;
      return isRefused ? { code: 550, text: "5.1.1 No such user here" } : undefined;
    },
  });
  site.startMail();
  const gone = await site.register({ email: "gone@example.com" });
  await site.register({ email: "here@example.com" });
  await site.waitForStates("failed,1,sent,1");
  expect(attempts).toBe(1);
  expect(site.column("select attempts from outbox where state = 'failed'")).toEqual([1]);
  expect(await site.listDelegateMail([gone.id])).toMatchObject([
    { kind: "registered", state: "failed", problem: expect.stringContaining("550 5.1.1 No such user here") },
  ]);

  isRefused = false;
  expect(await site.sendMailNow(1, ANA)).toBe(true);
  await site.waitForStates("sent,2");
  expect(site.addresses()).toEqual(["gone@example.com", "here@example.com"]);
  expect(site.sqlite.prepare(`select actor, action, label from ${HISTORY}`).all()).toEqual([
    { actor: ANA, action: "send-now", label: gone.reference },
  ]);
});

test("a temporarily refused address is retried and gets its email once", async () => {
  let attempts = 0;
  const site = await openSite({
    refuse: () => {
      attempts += 1;
      return attempts < 3 ? { code: 451, text: "4.7.1 Greylisted, try again" } : undefined;
    },
  });
  site.startMail();
  const delegate = await site.register();
  await until("it was put off", () => attempts > 0);
  await site.waitForStates("sent,1");
  expect(attempts).toBe(3);
  expect(site.server.mails).toHaveLength(1);
  expect(await site.listDelegateMail([delegate.id])).toMatchObject([{ state: "sent", problem: null }]);
});

test("an address refused for two days is given up, with the last reply shown", async () => {
  const site = await openSite({ refuse: () => ({ code: 451, text: "4.2.2 Mailbox full" }) });
  const delegate = await site.register();
  // Only the last of the eight attempts is left.
  site.sqlite.exec("update outbox set attempts = 7");
  site.startMail();
  await site.waitForStates("failed,1");
  const [mail] = await site.listDelegateMail([delegate.id]);
  expect(mail?.problem).toBe("The mail server asked us to try again later: 451 4.2.2 Mailbox full");
});

test("a mail server that hangs up during an email still gets the others", async () => {
  let isFirst = true;
  const site = await openSite({
    refuse: () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return { code: 421, text: "4.3.2 Closing the connection" };
    },
  });
  await site.registerAll("a@example.com", "b@example.com");
  site.startMail();
  await site.waitForStates("sent,2");
  expect(site.addresses()).toEqual(["a@example.com", "b@example.com"]);
});

test("a timer that fires early does not block mail", async () => {
  const site = await openSite();
  await site.registerAll("first@example.com", "second@example.com");
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  const { createMailWorker } = await import("#app/mail/mail-worker.server.ts");
  const countProblems = site.sqlite.prepare("select count(*) from outbox where problem is not null").pluck();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  let sent = 0;
  let hasFailed = false;
  const worker = createMailWorker(
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
    // The first pause is a twelfth of this interval. It starts before the clock is set back.
    6_000,
  );
  onTestFinished(() => worker.stop(1_000));
  await until("the worker pauses", () => countProblems.get() === 1);
  const back = performance.now() - 1_000;
  const since = Date.now();
  clock.mockImplementation(() => back + (Date.now() - since));
  await until("the other email is sent", () => sent > 0);
});

test("a claimed email belongs to its sender, and is due again when the sender must have died", async () => {
  const site = await openSite();
  await site.register();
  const claimed = await site.claimMail(60_000);
  expect(claimed?.delegate.name).toBe("Noor Haddad");
  expect(await site.claimMail(60_000)).toBeNull();
  site.sqlite.exec("update outbox set next_attempt_at = 1");
  expect((await site.claimMail(60_000))?.mail.id).toBe(claimed?.mail.id);
});

test("sent emails stay sent, whatever a late response says", async () => {
  const site = await openSite();
  await site.register();
  const id = (await site.claimMail(60_000))?.mail.id ?? 0;
  await site.storeMailOutcome(id, { state: "sent" });
  await site.storeMailOutcome(id, { state: "failed", attempts: 1, problem: "late" });
  expect(site.states()).toEqual([["sent", 1]]);
});

test("organisers are told of a registration only if NOTIFY_EMAIL is set", async () => {
  const quiet = await openSite();
  await quiet.register();
  expect(quiet.column("select kind from outbox")).toEqual(["registered"]);

  const site = await openSite({}, { NOTIFY_EMAIL: "ana@example.com, ben@example.com" });
  site.startMail();
  await site.register({ name: "Jo <b>Lee</b>", registrationType: "media_pass", outlet: "The Daily Galley" });
  await site.waitForStates("sent,2");
  const told = site.server.mails.find(({ to }) => to.includes("ana@example.com"));
  expect(told?.to).toEqual(["ana@example.com", "ben@example.com"]);
  expect(told?.email.html).toContain("Jo &lt;b&gt;Lee&lt;/b&gt;");
  expect(told?.email.text).not.toMatch(/registration[=/]/);
});

test("finding, claiming and counting mail uses one index for each table", async () => {
  const site = await openSite();
  const claim = `select * from outbox join delegates on delegates.id = delegate_id
    where state = 'waiting' and next_attempt_at <= 1 order by next_attempt_at, outbox.id limit 1`;
  expect(site.plan(claim)).toMatch(
    /^SEARCH outbox USING INDEX outbox_due .*,SEARCH delegates USING INTEGER PRIMARY KEY[^,]*$/,
  );
  const next = "select next_attempt_at from outbox where state = 'waiting' order by next_attempt_at limit 1";
  expect(site.plan(next)).toMatch(/^SEARCH outbox USING COVERING INDEX outbox_due[^,]*$/);
  const letters = "select 1 from delegates join outbox on delegate_id = delegates.id where mailbox = 'a'";
  expect(site.plan(letters)).toMatch(
    / delegates USING .*INDEX delegates_mailbox .* outbox USING .*INDEX outbox_delegate/,
  );
});
