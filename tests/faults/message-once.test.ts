import { expect, onTestFinished, test } from "vitest";
import { MAX_CONNECTIONS } from "#app/mail/mailer.server.ts";
import { insertDelegates } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { startMailServer } from "../support/mail-server.ts";
import { cases, record } from "./support/findings.ts";
import { get, submit } from "./support/requests.ts";
import { countOf, faultsOf, inDatabase, lookAtCopy, makeMailDue } from "./support/rows.ts";
import { logInOver } from "./support/server-process.ts";
import { type Site, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const PEOPLE = cases(2_000, 300);
const KILLS = cases(40, 6);

async function startWith(people: number) {
  const post = await startMailServer();
  onTestFinished(post.stop);
  const settings = { SMTP_URL: post.url, MAIL_RETRY_SECONDS: "0.05" };
  const site = await startSite({ settings });
  inDatabase(site.dataDir, (sqlite) => insertDelegates(sqlite, people));
  return { post, settings, site, dataDir: site.dataDir, cookie: await logInOver(site) };
}

/** Writes a message to all delegates. Returns its address and a function that presses 'Send'. */
async function writeToAll(site: Site, cookie: string) {
  const begun = await submit(site, cookie, "/admin/messages", { scope: "all" });
  const address = begun.headers.location ?? "";
  const { fields } = formWith((await get(site, cookie, address)).text, "Send at");
  fields.set("subject", "For {name}");
  fields.set("text", "Dear {name}, your reference is {reference}.");
  fields.set("intent", "send");
  fields.set("when", "soon");
  return { address, send: (again: Site) => submit(again, cookie, address, fields) };
}

test("a message to thousands reaches each delegate once despite repeated kills", async () => {
  const { post, settings, cookie, dataDir, ...started } = await startWith(PEOPLE);
  let { site } = started;
  const message = await writeToAll(site, cookie);
  const answers = await Promise.all([message.send(site), message.send(site)]);
  expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
    [303, message.address],
    [303, message.address],
  ]);
  await site.end("SIGKILL");
  inDatabase(dataDir, (sqlite) => sqlite.exec("update messages set send_at = 1"));
  let inTheMiddle = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    site = await startSite({ dataDir, settings });
    const had = post.mails.length;
    // The first kill may come before or after the emails enter the outbox.
    if (kill > 0) await until("some are sent", () => post.mails.length > had || isOver(dataDir), 60_000);
    await pause(Math.random() * (kill === 0 ? 200 : 300));
    if (kill === 1) await message.send(site);
    await site.end("SIGKILL");
    const sent = countOf(dataDir, "select count(*) from outbox where state = 'sent'");
    if (sent > 0 && sent < PEOPLE) inTheMiddle += 1;
    makeMailDue(dataDir);
  }
  site = await startSite({ dataDir, settings });
  await until("all are sent", () => isOver(dataDir), 300_000);
  const page = await get(site, cookie, message.address);
  const many = PEOPLE.toLocaleString("en-AU");
  expect(page.text.replace(/<!--.*?-->/g, "")).toContain(`It has been sent to ${many} of ${many} delegates.`);
  expect(await site.end("SIGTERM")).toBe(0);

  lookAtCopy(dataDir, (sqlite) => {
    const all = (sql: string) => sqlite.prepare(sql).raw().all();
    expect(faultsOf(sqlite)).toEqual([]);
    expect(all("select count(*), count(distinct delegate_id) from outbox")).toEqual([[PEOPLE, PEOPLE]]);
    expect(all("select state, recipients from messages")).toEqual([["started", PEOPLE]]);
    expect(all(`select count(*) from ${HISTORY} where subject = 'message' and action = 'scheduled'`)).toEqual(
      [[1]],
    );
  });
  const ids = Map.groupBy(post.mails, ({ email }) => email.messageId);
  const addressees = [...ids.values()].map(([first]) => first?.to.join() ?? "");
  expect(new Set(addressees).size).toBe(PEOPLE);
  expect(addressees).toHaveLength(PEOPLE);
  // Emails in transit at a kill may arrive twice, with the same id.
  const doubled = [...ids.values()].filter((copies) => copies.length > 1);
  const extra = doubled.flatMap((copies) => copies.slice(1));
  expect(extra.length).toBeLessThanOrEqual(MAX_CONNECTIONS * KILLS);
  expect(inTheMiddle).toBeGreaterThan(0);
  const kills = `${KILLS} kills, ${inTheMiddle} of them midway`;
  const result = `All emails arrived, ${doubled.length} of them twice`;
  record(`A message to ${PEOPLE} delegates was interrupted by ${kills}`, result);
});

test("a stopped message reaches no one else and reports correct counts despite kills", async () => {
  const { post, settings, cookie, dataDir, ...started } = await startWith(STOPPED_PEOPLE);
  let { site } = started;
  let inTheMiddle = 0;
  for (let round = 1; round <= STOPS; round += 1) {
    const message = await writeToAll(site, cookie);
    await message.send(site);
    inDatabase(dataDir, (sqlite) => sqlite.exec("update messages set send_at = 1 where state = 'promised'"));
    const had = post.mails.length;
    await until("some are sent", () => post.mails.length > had + 3, 60_000);
    const stop = () => submit(site, cookie, `${message.address}?stop`, { intent: "stop" }).catch(() => null);
    // The kill comes before, during or after the stop.
    const asked = stop();
    await pause(Math.random() * 60);
    await site.end("SIGKILL");
    await asked;
    site = await startSite({ dataDir, settings });
    const row = () => inDatabase(dataDir, (sqlite) => sqlite.prepare(LAST).get() as Stopped);
    // If the kill came before the commit, nothing was stopped.
    if (row().at === null) await stop();
    makeMailDue(dataDir);
    const waiting = "select count(*) from outbox where state in ('waiting', 'sending')";
    await until("emails in hand are done", () => countOf(dataDir, waiting) === 0, 60_000);
    const { recipients, stopped } = row();
    const sent = countOf(
      dataDir,
      "select count(*) from outbox where state = 'sent' and message_id = (select max(id) from messages)",
    );
    const came = new Set(post.mails.slice(had).map(({ email }) => email.messageId)).size;
    expect([round, sent, came, sent + stopped]).toEqual([round, came, sent, recipients]);
    if (stopped > 0) inTheMiddle += 1;
    const { text } = await get(site, cookie, message.address);
    if (stopped > 0)
      expect(text.replace(/<!--.*?-->/g, "")).toContain(`It was stopped: ${stopped} will not receive`);
  }
  expect(inTheMiddle).toBeGreaterThan(0);
  expect(await site.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (sqlite) => expect(faultsOf(sqlite)).toEqual([]));
  record(`${STOPS} messages were stopped, ${inTheMiddle} of them midway`, "The reported counts were correct");
});

type Stopped = { recipients: number; stopped: number; at: number | null };
const LAST = "select recipients, stopped, stopped_at as at from messages order by id desc limit 1";
const STOPPED_PEOPLE = 200;
const STOPS = cases(20, 4);

const isOver = (dataDir: string): boolean =>
  countOf(dataDir, "select count(*) from messages where state = 'started'") === 1 &&
  countOf(dataDir, "select count(*) from outbox where state <> 'sent'") === 0;
