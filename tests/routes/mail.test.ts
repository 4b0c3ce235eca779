// Mail from the built site as a process of its own, at a real SMTP server.
import { join } from "node:path";
import Database from "better-sqlite3";
import ICAL from "ical.js";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { startProcess } from "../faults/support/server-process.ts";
import { until } from "../faults/support/until.ts";
import { type Behaviour, startMailServer } from "../support/mail-server.ts";
import { registerOverHttp } from "../support/register-over-http.ts";
import { freePort, startServer } from "../support/server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mailServer(behaviour: Behaviour = {}, port?: number) {
  const server = await startMailServer(behaviour, port);
  cleanups.push(server.stop);
  return server;
}

/** The built site with these settings; mail is tried again after a twentieth of a second. */
async function site(settings: Record<string, string>, dataDir?: string) {
  const started = await startProcess({ dataDir, settings: { MAIL_RETRY_SECONDS: "0.05", ...settings } });
  cleanups.push(started.stop);
  return started;
}

/** Registers somebody, by form or by API in turn. */
const register = (origin: string, index: number) =>
  registerOverHttp(origin, index % 2 === 0 ? "form" : "api", {
    name: `Delegate ${index}`,
    email: `d${index}@example.com`,
  });
const registerMany = (origin: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => register(origin, index)));
const addressesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `d${index}@example.com`).sort();

function rows<T = Record<string, unknown>>(dataDir: string, sql: string): T[] {
  const sqlite = new Database(join(dataDir, "conference.db"));
  const found = sqlite.prepare(sql).all() as T[];
  sqlite.close();
  return found;
}

/** What was claimed by a process that died is due again after some minutes: they pass. */
function letMinutesPass(dataDir: string): void {
  const sqlite = new Database(join(dataDir, "conference.db"));
  sqlite.exec("update outbox set next_attempt_at = 1 where state = 'waiting'");
  sqlite.close();
}
const isAllSent = (dataDir: string) =>
  rows(dataDir, "select id from outbox where state <> 'sent' limit 1").length === 0;

test("what a process without a mail server promises is sent by another one at the same DATA_DIR", async () => {
  const server = await mailServer();
  const sending = await site({ SMTP_URL: server.url });
  const other = await startServer({ DATA_DIR: sending.dataDir, SMTP_URL: "" });
  cleanups.push(other.stop);
  await register(other.origin, 1);
  await until("the mail has come", () => server.mails.length === 1 && isAllSent(sending.dataDir));
  expect(server.mails[0]?.to).toEqual(["d1@example.com"]);
});

test("whoever registers gets one mail with their reference, their link, a code and the day", async () => {
  const server = await mailServer();
  const { origin, dataDir, output } = await site({
    SMTP_URL: server.url,
    SITE_URL: "https://conference.example.com",
  });
  await registerMany(origin, 10);
  await until("all are sent", () => isAllSent(dataDir) && server.mails.length === 10);

  const [delegate] = rows<{ email: string; reference: string; link_token: string }>(
    dataDir,
    "select * from delegates where email = 'd1@example.com'",
  );
  const mail = server.mails.find(({ to }) => to[0] === delegate?.email)?.email;
  const link = `https://conference.example.com/registration/${delegate?.link_token}`;
  expect(mail?.subject).toBe("Your registration for Byline 2025");
  expect(mail?.from).toMatchObject({ name: "Byline 2025", address: "hello@byline.example.com" });
  expect(mail?.to).toMatchObject([{ name: "Delegate 1", address: "d1@example.com" }]);
  expect(mail?.text).toContain(`Reference: ${delegate?.reference.replace(/(.{5})/, "$1 ")}`);
  expect(mail?.text).toContain(
    "Date: Thursday 11 September 2025\nHours: 8:30 AM to 5:00 PM\nVenue: The Composing Room, 48 Galley Lane, Ultimo NSW 2007\nCity: Sydney\n",
  );
  expect(mail?.text).toContain(
    "View or cancel your registration. Keep this link private: anyone who has it can cancel.",
  );
  expect(mail?.text).toContain("This code works once your pass is confirmed. At the door, show this code or");
  expect(mail?.text).toContain(`Your registration: ${link}`);
  expect(mail?.html).toContain(`href="${link}"`);
  // Nothing in the page is asked for from elsewhere.
  expect(mail?.html).not.toMatch(/(src|background)="?https?:|url\(|<link/);

  const code = mail?.attachments.find(({ mimeType }) => mimeType === "image/png");
  expect(code).toMatchObject({ disposition: "inline", contentId: "<code>" });
  const { data, info } = await sharp(Buffer.from(code?.content as ArrayBuffer))
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(link);

  const event = eventOf(mail?.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content);
  expect(event.startDate.toJSDate().toISOString()).toBe("2025-09-10T22:30:00.000Z");
  expect(event.endDate.toJSDate().toISOString()).toBe("2025-09-11T07:00:00.000Z");
  expect(inSydney(event.startDate.toJSDate())).toBe("11 September 2025 at 8:30 am");
  expect(inSydney(event.endDate.toJSDate())).toBe("11 September 2025 at 5:00 pm");
  expect(event.component.getFirstPropertyValue("status")).toBe("TENTATIVE");
  expect(event.uid).toBe(`registration-${delegate?.reference.toLowerCase()}@byline.example.com`);
  expect(output.join("")).not.toMatch(/example\.com|registration[=/]|Delegate 1/);
  expect(output.join("")).not.toContain(delegate?.link_token);
});

function eventOf(content: unknown) {
  const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString();
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  const [event, ...others] = calendar.getAllSubcomponents("vevent");
  expect(others).toEqual([]);
  if (!event) throw new Error("No event");
  return new ICAL.Event(event);
}

const inSydney = (date: Date) =>
  new Intl.DateTimeFormat("en-AU", { dateStyle: "long", timeStyle: "short", timeZone: "Australia/Sydney" })
    .format(date)
    .replaceAll(/\s/g, " ");

test("a mail server that is down keeps nobody waiting, and each mail arrives once when it is up", async () => {
  const port = await freePort();
  const { origin, dataDir } = await site({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await registerMany(origin, 30);
  await until(
    "it was tried",
    () => rows(dataDir, "select 1 from outbox where problem is not null").length > 0,
  );
  const server = await mailServer({}, port);
  await until("all are sent", () => isAllSent(dataDir), 60_000);
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addressesOf(30));
});

test("a slow mail server keeps nobody waiting, and gets each mail once", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await mailServer({ hold: () => released });
  const { origin, dataDir } = await site({ SMTP_URL: server.url });
  await register(origin, 0);
  await until("a mail is on its way", () => server.seen.length === 1);
  // The answers to these come while that mail is still held.
  await Promise.all(Array.from({ length: 9 }, (_, index) => register(origin, index + 1)));
  expect(server.mails).toEqual([]);
  release();
  await until("all are sent", () => isAllSent(dataDir));
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addressesOf(10));
});

test("killed while a mail is on its way, the site sends every other once and that one under its old id", async () => {
  let release = () => {};
  const third = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await mailServer({ hold: () => (server.seen.length === 3 ? third : undefined) });
  const first = await site({ SMTP_URL: server.url });
  await registerMany(first.origin, 8);
  await until("the third mail is on its way", () => server.seen.length === 3);
  await first.kill();
  // The server has it; the site died before it could hear so.
  release();
  await until("the server took it", () => server.mails.length === 3);

  letMinutesPass(first.dataDir);
  await site({ SMTP_URL: server.url }, first.dataDir);
  await until("all are sent", () => isAllSent(first.dataDir));
  const ids = server.mails.map(({ email }) => email.messageId);
  expect(new Set(ids).size).toBe(8);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([ids[2]]);
  expect([...new Set(server.mails.flatMap(({ to }) => to))].sort()).toEqual(addressesOf(8));
});

test("killed between two mails, the site sends each once", async () => {
  const server = await mailServer({ refuse: () => ({ code: 451, text: "4.3.0 Later" }) });
  const first = await site({ SMTP_URL: server.url });
  await registerMany(first.origin, 8);
  await until(
    "mails were put off",
    () => rows(first.dataDir, "select 1 from outbox where problem is not null").length > 3,
  );
  await first.kill();
  server.behaviour.refuse = undefined;
  letMinutesPass(first.dataDir);
  await site({ SMTP_URL: server.url }, first.dataDir);
  await until("all are sent", () => isAllSent(first.dataDir));
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addressesOf(8));
});

test("asked to stop, the site ends the mail that is on its way and leaves the others for later", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await mailServer({ hold: () => released });
  const first = await site({ SMTP_URL: server.url });
  await registerMany(first.origin, 4);
  await until("a mail is on its way", () => server.seen.length === 1);
  const stopped = first.stop();
  await until("it heard so", () => first.output.join("").includes("stopping"));
  release();
  expect(await stopped).toBe(0);
  expect(
    rows(first.dataDir, "select state, count(*) as n from outbox group by state order by state"),
  ).toEqual([
    { state: "sent", n: 1 },
    { state: "waiting", n: 3 },
  ]);
  await site({ SMTP_URL: server.url }, first.dataDir);
  await until("all are sent", () => isAllSent(first.dataDir));
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addressesOf(4));
});

test("two processes on one database send each mail once between them", async () => {
  const both = Promise.withResolvers<void>();
  const server = await mailServer({
    hold: () => {
      if (server.seen.length > 1) both.resolve();
      return both.promise;
    },
  });
  const one = await site({ SMTP_URL: server.url });
  const other = await site({ SMTP_URL: server.url }, one.dataDir);
  await register(one.origin, 0);
  await until("one has a mail in its hands", () => server.seen.length === 1);
  // The other looks into the outbox while that mail is on its way.
  await register(other.origin, 1);
  await until("each has one", () => server.seen.length > 1);
  await Promise.all(
    Array.from({ length: 28 }, (_, index) => register(index % 3 ? one.origin : other.origin, index + 2)),
  );
  await until("all are sent", () => isAllSent(one.dataDir));
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addressesOf(30));
});

test("without SMTP_URL registering works and its mail waits", async () => {
  const { origin, dataDir } = await site({ SMTP_URL: "" });
  await registerMany(origin, 2);
  expect(rows(dataDir, "select state, attempts from outbox")).toEqual([
    { state: "waiting", attempts: 0 },
    { state: "waiting", attempts: 0 },
  ]);
});

test("cancelling by the link of the mail is told in a mail that takes the day out of the calendar", async () => {
  const server = await mailServer();
  const { origin, dataDir } = await site({ SMTP_URL: server.url });
  await register(origin, 0);
  await until("the first is sent", () => server.mails.length === 1);
  const link = /Your registration: (\S+)/.exec(server.mails[0]?.email.text ?? "")?.[1] ?? "";
  const path = link.slice(new URL(link).origin.length);
  const answer = await fetch(`${origin + path}/cancel`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "intent=cancel&shown=pending",
  });
  expect(answer.status).toBe(303);
  await until("both are sent", () => server.mails.length === 2 && isAllSent(dataDir));
  const [before, after] = server.mails.map(({ email }) =>
    eventOf(email.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content),
  );
  expect(server.mails[1]?.email.subject).toBe("Your registration for Byline 2025 has been cancelled");
  const told = server.mails[1]?.email.text ?? "";
  expect(told).toContain("If you didn’t cancel, reply to this email.");
  expect(told.match(/reply to this email/g)).toHaveLength(1);
  expect(after?.uid).toBe(before?.uid);
  expect(after?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
});
