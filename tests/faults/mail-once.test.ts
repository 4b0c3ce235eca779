import { expect, onTestFinished, test } from "vitest";
import { MAX_CONNECTIONS } from "#app/mail/mailer.server.ts";
import { type Behaviour, type MailServer, startMailServer } from "../support/mail-server.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";
import { cases, record } from "./support/findings.ts";
import { isAcknowledged, register } from "./support/requests.ts";
import { countOf, lookAtCopy, makeMailDue, rowsByEmail } from "./support/rows.ts";
import { startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const KILLS = cases(60, 3);
const REGISTRATIONS = 20;

test("each registration is emailed once despite crashes and outages", async () => {
  const dataDir = newDataDir();
  const port = await freePort();
  const post = await startPost();
  const settings = { SMTP_URL: post.url, MAIL_RETRY_SECONDS: "0.05" };
  const acknowledged = new Set<string>();
  let outages = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Otherwise, emails that were being sent at a kill would be retried only minutes later.
    makeMailDue(dataDir);
    const site = await startSite({ dataDir, port, settings });
    const sending = Array.from({ length: REGISTRATIONS }, async (_, index) => {
      const email = `mailed-${kill}-${index}@example.com`;
      const answer = await register(site.origin, email, index).catch(() => null);
      if (answer && isAcknowledged(answer)) acknowledged.add(email);
    });
    if (kill % 3 === 1) {
      await pause(Math.random() * 100);
      await post.goDown();
      outages += 1;
      await Promise.all(sending);
      await post.restart();
    }
    post.behaviour.refuse = kill % 3 === 2 ? refusesSometimes : undefined;
    await pause(Math.random() * 400);
    await site.end("SIGKILL");
    await Promise.all(sending);
  }

  post.behaviour.refuse = undefined;
  makeMailDue(dataDir);
  const site = await startSite({ dataDir, port, settings });
  const isAllSent = () => countOf(dataDir, "select count(*) from outbox where state <> 'sent'") === 0;
  await until("all are sent", isAllSent, 60_000);
  expect(await site.end("SIGTERM")).toBe(0);

  const registered = lookAtCopy(dataDir, rowsByEmail);
  const ids = Map.groupBy(post.mails(), ({ email }) => email.messageId);
  const addressees = [...ids.values()].map(([first]) => first?.to.join() ?? "");
  // Every registered address gets one Message-ID. No other address gets an email.
  expect([...acknowledged].filter((email) => !registered.has(email))).toEqual([]);
  expect(addressees.sort()).toEqual([...registered.keys()].sort());
  // Emails in transit when either server died may arrive twice, with the same id.
  const doubled = [...ids.values()].filter((copies) => copies.length > 1);
  const extra = doubled.flatMap((copies) => copies.slice(1));
  expect(extra.length).toBeLessThanOrEqual(MAX_CONNECTIONS * (KILLS + outages));
  record(
    `The site was killed ${KILLS} times, and the mail server was down ${outages} times`,
    `All ${registered.size} emails arrived, ${doubled.length} of them twice`,
  );
});

const IN_A_DIGEST = 150;

test("a digest that the mail server takes while the site is killed arrives twice, with one Message-ID", async () => {
  const dataDir = newDataDir();
  const post = await startPost();
  // Starts at the beginning of an hour, so that one digest is about all registrations.
  const clock = startedAt(`${new Date().toISOString().slice(0, 13)}:01:00Z`);
  const settings = { SMTP_URL: post.url, NOTIFY_EMAIL: "team@example.com", NOTIFY_AT: "hourly", ...clock };
  const first = await startSite({ dataDir, settings });
  for (let index = 0; index < IN_A_DIGEST; index += 1)
    await register(first.origin, `digest-${index}@example.com`, index);
  await until("each has a letter", () => post.mails().length === IN_A_DIGEST, 60_000);

  const taken = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  post.behaviour.hold = () => {
    taken.resolve();
    return killed.promise;
  };
  makeMailDue(dataDir);
  await taken.promise;
  await first.end("SIGKILL");
  post.behaviour.hold = undefined;
  killed.resolve();

  makeMailDue(dataDir);
  const second = await startSite({ dataDir, settings });
  const unsent = "select count(*) from outbox where state <> 'sent'";
  await until("all are sent", () => countOf(dataDir, unsent) === 0);
  expect(await second.end("SIGTERM")).toBe(0);
  const digests = post.mails().slice(IN_A_DIGEST);
  expect(digests.map(({ to }) => to)).toEqual([["team@example.com"], ["team@example.com"]]);
  expect(new Set(digests.map(({ email }) => email.messageId)).size).toBe(1);
  for (const { email } of digests) expect(email.subject).toMatch(/^150 new registrations for /);
  record(
    `The site was killed when the mail server had taken a digest of ${IN_A_DIGEST} registrations`,
    "It was sent once more, with the same Message-ID",
  );
});

const refusesSometimes: Behaviour["refuse"] = () =>
  Math.random() < 0.3 ? { code: 451, text: "4.3.0 Later" } : undefined;

/** A mail server that can restart on its port. `mails` includes emails from before a restart. */
async function startPost() {
  const behaviour: Behaviour = {};
  const lives: MailServer[] = [await startMailServer(behaviour)];
  const last = () => lives.at(-1) as MailServer;
  onTestFinished(() => last().stop());
  return {
    url: last().url,
    behaviour,
    mails: () => lives.flatMap(({ mails }) => mails),
    goDown: () => last().stop(),
    restart: async () => void lives.push(await startMailServer(behaviour, last().port)),
  };
}
