import { expect, onTestFinished, test } from "vitest";
import { pause, until } from "../faults/support/until.ts";
import { insertDelegates } from "../support/delegates.ts";
import type { Behaviour } from "../support/mail-server.ts";
import { holdFirstMailTo, openMailingModels } from "../support/models.ts";

/** What a mail server far away takes to accept an email. */
const ROUND_TRIP_MS = 250;

/** Opens a site with a message that is due to so many delegates. */
async function openSiteWithMessage(people: number, behaviour?: Behaviour, settings?: Record<string, string>) {
  const site = await openMailingModels(behaviour, settings);
  insertDelegates(site.sqlite, people);
  site.sqlite.exec(`
    insert into messages (id, state, subject, text) values (1, 'started', 'Doors', 'They open at nine.');
    insert into outbox (delegate_id, kind, message_id) select id, 'message', 1 from delegates`);
  return site;
}

test("a message goes over up to five connections, and a registration's letter passes most of it", async () => {
  let atOnce = 0;
  const counts: number[] = [];
  const site = await openSiteWithMessage(40, {
    hold: async () => {
      counts.push(++atOnce);
      await pause(ROUND_TRIP_MS);
      atOnce -= 1;
    },
  });
  site.startMail();
  await until("some letters have arrived", () => site.server.mails.length >= 10);
  const before = site.server.mails.length;
  await site.register({ email: "late@example.com" });
  await site.settled();
  expect(site.server.mails).toHaveLength(41);
  expect(Math.max(...counts)).toBe(5);
  const place = site.server.mails.findIndex(({ to }) => to.join() === "late@example.com");
  expect(place - before).toBeLessThanOrEqual(10);
});

test("letters to one delegate never overtake each other, while those to others pass", async () => {
  const slow = holdFirstMailTo("slow@example.com");
  const site = await openMailingModels(slow.behaviour);
  const { enqueueMail } = await import("#app/models/outbox/outbox.server.ts");
  site.startMail();
  const { id } = await site.register({ email: "slow@example.com" });
  await slow.asked;
  site.sqlite.exec("update delegates set status = 'confirmed'");
  await site.batch(() => enqueueMail(id, "confirmed"));
  await site.register({ email: "other@example.com" });
  await until("the other letter passes", () => site.addresses().includes("other@example.com"));
  expect(site.addresses()).toEqual(["other@example.com"]);
  slow.release();
  await site.settled();
  const subjects = site.server.mails.slice(1).map(({ to, email }) => `${to.join()}: ${email.subject}`);
  expect(subjects).toEqual([
    "slow@example.com: Your registration for Byline 2025",
    "slow@example.com: Your Byline 2025 pass is confirmed",
  ]);
});

test("a mail server that takes two letters at a time is soon asked for no more", async () => {
  const site = await openSiteWithMessage(40);
  const { createMailWorker } = await import("#app/mail/mail-worker.server.ts");
  let atOnce = 0;
  let refused = 0;
  const send = async () => {
    if (atOnce === 2) {
      refused += 1;
      throw Object.assign(new Error(), { response: "421 4.7.0 Too many", command: "CONN" });
    }
    atOnce += 1;
    await pause(10);
    atOnce -= 1;
  };
  const worker = createMailWorker({ send, close() {} }, 50);
  onTestFinished(() => worker.stop(1_000));
  await site.settled();
  expect(site.column("select distinct state from outbox")).toEqual(["sent"]);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(8);
});

test("letters that fail together count as one failure of the mail server", async () => {
  const down = { code: 421, text: "4.3.2 Closing" };
  const settings = { MAIL_RETRY_SECONDS: "60" };
  const site = await openSiteWithMessage(5, { holdAddress: () => pause(100), refuse: () => down }, settings);
  site.startMail();
  await until("all were tried", () => site.count("outbox where problem is not null") === 5);
  const [spread] = site.column("select max(next_attempt_at) - min(next_attempt_at) from outbox");
  expect(spread).toBeLessThan(10_000);
});
