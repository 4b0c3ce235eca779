// A message to thousands, while the site is killed in its middle, again and again.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { insertDelegates } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { startMailServer } from "../support/mail-server.ts";
import { cases, record } from "./support/findings.ts";
import { ORGANISER, signInOn } from "./support/organiser.ts";
import { send } from "./support/requests.ts";
import { faultsOf, lookAtCopy } from "./support/rows.ts";
import { type Site, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const PEOPLE = cases(2_000, 300);
const KILLS = cases(40, 6);

/** Looks into the database beside the site, or writes to it. */
function inDatabase<T>(dataDir: string, work: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(join(dataDir, "conference.db"), { timeout: 10_000 });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

const count = (dataDir: string, sql: string) =>
  inDatabase(dataDir, (sqlite) => Number(sqlite.prepare(sql).pluck().get()));

/** What the site had in its hands when it was killed is due again only after some minutes. */
const letMinutesPass = (dataDir: string) =>
  inDatabase(dataDir, (sqlite) =>
    sqlite.exec("update outbox set next_attempt_at = 1 where state = 'waiting' and is_in_hand = 1"),
  );

const get = (site: Site, cookie: string, path: string) =>
  send(site.origin + path, { headers: { Cookie: cookie } });

const post = (site: Site, cookie: string, path: string, fields: URLSearchParams) =>
  send(site.origin + path, {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: fields.toString(),
  });

/** Writes a message to all; answers its address, and what sends the form with 'Send' once or again. */
async function writeToAll(site: Site, cookie: string) {
  const chosen = formWith((await get(site, cookie, "/admin/messages/new")).text, "Write to");
  const begun = await post(site, cookie, "/admin/messages/new", chosen.fields);
  const edit = begun.headers.location ?? "";
  const written = formWith((await get(site, cookie, edit)).text, "Save and preview").fields;
  written.set("subject", "For {name}");
  written.set("text", "Dear {name}, your reference is {reference}.");
  const address = (await post(site, cookie, edit, written)).headers.location ?? "";
  const { fields } = formWith((await get(site, cookie, address)).text, "Send at");
  fields.set("intent", "send");
  fields.set("when", "soon");
  return { address, send: (again: Site) => post(again, cookie, address, fields) };
}

test("a message to thousands reaches each once, however often the site is killed in its middle", async () => {
  const post = await startMailServer();
  onTestFinished(post.stop);
  const settings = { SMTP_URL: post.url, MAIL_RETRY_SECONDS: "0.05", ADMIN_EMAILS: ORGANISER };
  let site = await startSite({ settings });
  const { dataDir } = site;
  inDatabase(dataDir, (sqlite) => insertDelegates(sqlite, PEOPLE));
  const cookie = await signInOn(site);
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
    // Some are killed as they begin, before or after the emails are in the outbox; the others later.
    if (kill > 0) await until("some are sent", () => post.mails.length > had || isOver(dataDir), 60_000);
    await pause(Math.random() * (kill === 0 ? 200 : 300));
    if (kill === 1) await message.send(site);
    await site.end("SIGKILL");
    const sent = count(dataDir, "select count(*) from outbox where state = 'sent'");
    if (sent > 0 && sent < PEOPLE) inTheMiddle += 1;
    letMinutesPass(dataDir);
  }
  site = await startSite({ dataDir, settings });
  await until("all are sent", () => isOver(dataDir), 300_000);
  const page = await get(site, cookie, message.address);
  const many = PEOPLE.toLocaleString("en-AU");
  expect(page.text.replace(/<!--.*?-->/g, "")).toContain(`${many} of ${many} delegates have been sent it.`);
  expect(await site.end("SIGTERM")).toBe(0);

  lookAtCopy(dataDir, (sqlite) => {
    const all = (sql: string) => sqlite.prepare(sql).raw().all();
    expect(faultsOf(sqlite)).toEqual([]);
    expect(all("select count(*), count(distinct delegate_id) from outbox")).toEqual([[PEOPLE, PEOPLE]]);
    expect(all("select state, recipients from messages")).toEqual([["started", PEOPLE]]);
    expect(all("select count(*) from audit_log where subject = 'message' and action = 'scheduled'")).toEqual([
      [1],
    ]);
  });
  const ids = Map.groupBy(post.mails, ({ email }) => email.messageId);
  const addressees = [...ids.values()].map(([first]) => first?.to.join() ?? "");
  expect(new Set(addressees).size).toBe(PEOPLE);
  expect(addressees).toHaveLength(PEOPLE);
  // Twice under one id: the mail that was on its way at a kill, whose end nobody heard.
  const doubled = [...ids.values()].filter((copies) => copies.length > 1);
  expect(doubled.every((copies) => copies.length === 2)).toBe(true);
  expect(doubled.length).toBeLessThanOrEqual(KILLS);
  expect(inTheMiddle).toBeGreaterThan(0);
  record({
    promise: "message",
    attack: "kill -9 at random moments of a message to all delegates, 'Send' sent twice at once and again",
    cases: `${PEOPLE} delegates, ${KILLS} kills, ${inTheMiddle} of them in its middle`,
    result: `an email with an id of its own for each, and no second one; ${doubled.length} came twice under their ids, as the kill came while they were handed over`,
  });
});

test("a message that is stopped is told right, and goes to nobody more, however the site is killed meanwhile", async () => {
  const post = await startMailServer();
  onTestFinished(post.stop);
  const settings = { SMTP_URL: post.url, MAIL_RETRY_SECONDS: "0.05", ADMIN_EMAILS: ORGANISER };
  let site = await startSite({ settings });
  const { dataDir } = site;
  inDatabase(dataDir, (sqlite) => insertDelegates(sqlite, STOPPED_PEOPLE));
  const cookie = await signInOn(site);
  let inTheMiddle = 0;
  for (let round = 1; round <= STOPS; round += 1) {
    const message = await writeToAll(site, cookie);
    await message.send(site);
    inDatabase(dataDir, (sqlite) => sqlite.exec("update messages set send_at = 1 where state = 'promised'"));
    const had = post.mails.length;
    await until("some are sent", () => post.mails.length > had + 3, 60_000);
    const stop = () => postStop(site, cookie, message.address).catch(() => null);
    // Before, while, or after it is carried out.
    const asked = stop();
    await pause(Math.random() * 60);
    await site.end("SIGKILL");
    await asked;
    site = await startSite({ dataDir, settings });
    const row = () =>
      inDatabase(
        dataDir,
        (sqlite) =>
          sqlite
            .prepare("select recipients, stopped, stopped_at as at from messages order by id desc limit 1")
            .get() as { recipients: number; stopped: number; at: number | null },
      );
    // A kill before its end has stopped nothing.
    if (row().at === null) await stop();
    letMinutesPass(dataDir);
    const waiting = "select count(*) from outbox where state = 'waiting'";
    await until("what was in hand has come to its end", () => count(dataDir, waiting) === 0, 60_000);
    const { recipients, stopped } = row();
    const sent = count(
      dataDir,
      "select count(*) from outbox where state = 'sent' and message_id = (select max(id) from messages)",
    );
    const came = new Set(post.mails.slice(had).map(({ email }) => email.messageId)).size;
    expect([round, sent, came, sent + stopped]).toEqual([round, came, sent, recipients]);
    if (stopped > 0) inTheMiddle += 1;
    const { text } = await get(site, cookie, message.address);
    if (stopped > 0)
      expect(text.replace(/<!--.*?-->/g, "")).toContain(`It was stopped: ${stopped} never get`);
  }
  expect(inTheMiddle).toBeGreaterThan(0);
  expect(await site.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (sqlite) => expect(faultsOf(sqlite)).toEqual([]));
  record({
    promise: "message",
    attack: "kill -9 while a message that goes out is stopped, at random moments",
    cases: `${STOPS} messages to ${STOPPED_PEOPLE} delegates, ${inTheMiddle} stopped in their middle`,
    result: "as many came as the screen says; the rest was never sent",
  });
});

const STOPPED_PEOPLE = 200;
const STOPS = cases(20, 4);

const postStop = (site: Site, cookie: string, address: string) =>
  post(site, cookie, `${address}?stop`, new URLSearchParams({ intent: "stop" }));

const isOver = (dataDir: string): boolean =>
  count(dataDir, "select count(*) from messages where state = 'started'") === 1 &&
  count(dataDir, "select count(*) from outbox where state <> 'sent'") === 0;
