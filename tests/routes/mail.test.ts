import ICAL from "ical.js";
import type { Email } from "postal-mime";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as requests from "../faults/support/requests.ts";
import { makeMailDue, rowsOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { pause, until } from "../faults/support/until.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { openMailServer } from "../support/models.ts";
import { freePort } from "../support/server.ts";

/** Starts the built site. Emails are retried after 50 ms. */
const start = (settings: Record<string, string>, dataDir?: string) =>
  startProcess({ dataDir, settings: { MAIL_RETRY_SECONDS: "0.05", ...settings } });
async function site(SMTP_URL: string, dataDir?: string) {
  const started = await start({ SMTP_URL }, dataDir);
  onTestFinished(async () => void (await started.stop()));
  return started;
}

/** Registers a delegate, by form and API alternately. */
async function register(origin: string, index: number): Promise<void> {
  const answer = await requests.register(origin, `d${index}@example.com`, index, {
    name: `Delegate ${index}`,
  });
  expect(requests.isAcknowledged(answer)).toBe(true);
}
const registerMany = (origin: string, count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_, index) => register(origin, from + index)));
/** Waits until all emails are sent and each recipient has one. */
async function untilEachHasOne(count: number, { mails }: MailServer, { dataDir }: ServerProcess) {
  await until("all are sent", () => isAllSent(dataDir), 60_000);
  const all = Array.from({ length: count }, (_, index) => `d${index}@example.com`);
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(all.sort());
}

const isAllSent = (dataDir: string) =>
  rowsOf(dataDir, "select id from outbox where state <> 'sent' limit 1").length === 0;

/** `silent` has two registrations but no mail server. `sending` sends mail from the same data. */
let silent: ServerProcess;
let sending: ServerProcess;
let waiting: unknown[];
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  silent = await start({ SMTP_URL: "" });
  await registerMany(silent.origin, 2);
  waiting = rowsOf(silent.dataDir, "select state, attempts from outbox");
  sending = await start({ SMTP_URL: server.url, SITE_URL: "https://conference.example.com" }, silent.dataDir);
  return async () => {
    await Promise.all([silent.stop(), sending.stop()]);
    await server.stop();
  };
});
/** Waits for a delegate's email with this subject. Returns the email. */
async function mailTo(index: number, subject = "Your registration for Byline 2025") {
  const find = () =>
    server.mails.find(({ to, email }) => to[0] === `d${index}@example.com` && email.subject === subject);
  await until(`“${subject}” has come`, () => find() !== undefined && isAllSent(sending.dataDir));
  return find()?.email;
}

test("without SMTP_URL registration works and its mail waits", () => {
  const one = { state: "waiting", attempts: 0 };
  expect(waiting).toEqual([one, one]);
});

test("mail that a process without a mail server promises is sent by another one at the same DATA_DIR", async () => {
  await mailTo(0);
  // By now the other process has checked for emails, and checks again only when its timer fires.
  await pause(300);
  await register(silent.origin, 99);
  await mailTo(99);
  expect(server.mails.filter(({ to }) => to.includes("d99@example.com"))).toHaveLength(1);
});

test("a registration is followed by one email, whose link, code and calendar file are this registration's", async () => {
  await register(sending.origin, 11);
  const mail = await mailTo(11);
  const sql = "select * from delegates where email = 'd11@example.com'";
  const [delegate] = rowsOf<{ reference: string; link_token: string }>(sending.dataDir, sql);
  const link = `https://conference.example.com/registration/${delegate?.link_token}`;
  expect(mail?.text).toContain(`Your registration: ${link}\n`);
  // The email loads no remote content.
  expect(mail?.html).not.toMatch(/(src|background)="?https?:|url\(|<link/);

  const code = mail?.attachments.find(({ mimeType }) => mimeType === "image/png");
  expect(code).toMatchObject({ disposition: "inline", contentId: "<code>" });
  const { data, info } = await sharp(Buffer.from(code?.content as ArrayBuffer))
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(link);

  const event = eventOf(mail);
  expect(event.startDate.toJSDate().toISOString()).toBe("2025-09-10T22:30:00.000Z");
  expect(event.endDate.toJSDate().toISOString()).toBe("2025-09-11T07:00:00.000Z");
  expect(event.component.getFirstPropertyValue("status")).toBe("TENTATIVE");
  expect(event.uid).toBe(`registration-${delegate?.reference.toLowerCase()}@byline.example.com`);
  expect(sending.output.join("")).not.toMatch(/example\.com|registration[=/]|Delegate 1/);
  expect(sending.output.join("")).not.toContain(delegate?.link_token);
});

function eventOf(mail: Email | undefined) {
  const content = mail?.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content;
  const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString();
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  const [event, ...others] = calendar.getAllSubcomponents("vevent");
  expect(others).toEqual([]);
  if (!event) throw new Error("No event");
  return new ICAL.Event(event);
}

test("cancelling by the emailed link causes an email that removes the day from the calendar", async () => {
  await register(sending.origin, 12);
  const first = await mailTo(12);
  const link = /Your registration: (\S+)/.exec(first?.text ?? "")?.[1] ?? "";
  const answer = await fetch(`${sending.origin}${new URL(link).pathname}/cancel`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "intent=cancel&shown=pending",
  });
  expect(answer.status).toBe(303);
  const second = await mailTo(12, "Your registration for Byline 2025 has been cancelled");
  const [before, after] = [first, second].map(eventOf);
  expect(after?.uid).toBe(before?.uid);
  expect(after?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
});

test("an unavailable mail server delays no visitor; killed meanwhile, the site sends each email once", async () => {
  const port = await freePort();
  const first = await site(`smtp://127.0.0.1:${port}`);
  await registerMany(first.origin, 12);
  const putOff = (least: number, problem: string) => () =>
    rowsOf(first.dataDir, `select 1 from outbox where problem ${problem}`).length > least;
  await until("it was tried", putOff(0, "is not null"));
  const server = await openMailServer({ refuse: () => ({ code: 451, text: "4.3.0 Later" }) }, port);
  await until("mails were put off", putOff(3, "like '%4.3.0%'"));
  await first.kill();
  server.behaviour.refuse = undefined;
  makeMailDue(first.dataDir);
  await untilEachHasOne(12, server, await site(server.url, first.dataDir));
});

test("a slow mail server delays no visitor; a stop completes emails in transit and leaves the others for later", async () => {
  const released = Promise.withResolvers<void>();
  const server = await openMailServer({ hold: () => released.promise });
  const first = await site(server.url);
  await register(first.origin, 0);
  await until("a mail is on its way", () => server.seen.length === 1);
  await registerMany(first.origin, 9, 1);
  await until("five mails are on their way", () => server.seen.length === 5);
  expect(server.mails).toEqual([]);
  const stopped = first.stop();
  await until("it heard so", () => first.output.join("").includes("stopping"));
  released.resolve();
  expect(await stopped).toBe(0);
  const states = "select state, count(*) as n from outbox group by state order by state";
  expect(rowsOf(first.dataDir, states)).toEqual([
    { state: "sent", n: 5 },
    { state: "waiting", n: 5 },
  ]);
  await untilEachHasOne(10, server, await site(server.url, first.dataDir));
});

test("two processes on one database send each email once between them", async () => {
  const both = Promise.withResolvers<void>();
  const server = await openMailServer({
    hold: () => {
      if (server.seen.length > 1) both.resolve();
      return both.promise;
    },
  });
  const one = await site(server.url);
  const other = await site(server.url, one.dataDir);
  await register(one.origin, 0);
  await until("one has a mail in its hands", () => server.seen.length === 1);
  // The other process reads the outbox while that email is in transit.
  await register(other.origin, 1);
  await until("each has one", () => server.seen.length > 1);
  await Promise.all([registerMany(one.origin, 20, 2), registerMany(other.origin, 8, 22)]);
  await untilEachHasOne(30, server, one);
});

test("two processes together send an address five registration letters a day", async () => {
  const server = await openMailServer();
  const one = await site(server.url);
  const other = await site(server.url, one.dataDir);
  await Promise.all(
    [one, other].flatMap(({ origin }) =>
      Array.from({ length: 10 }, (_, index) => requests.register(origin, "noor@example.com", index)),
    ),
  );
  const states = () => rowsOf<{ state: string }>(one.dataDir, "select state from outbox order by state");
  const expected = [...Array(15).fill("held"), ...Array(5).fill("sent")];
  await until("five are sent", () => states().filter(({ state }) => state === "sent").length === 5);
  expect(states().map(({ state }) => state)).toEqual(expected);
  expect(server.mails).toHaveLength(5);
});
