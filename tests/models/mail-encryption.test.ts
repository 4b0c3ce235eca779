// Unencrypted mail: only to this machine or where SMTP_URL allows it.
import { expect, test } from "vitest";
import { readRefusal } from "#app/mail/mailer.server.ts";
import { until } from "../faults/support/until.ts";
import { openMailingModels, openMailServer } from "../support/models.ts";

/** A site with one registration and this SMTP_URL. */
async function siteWith(SMTP_URL: string) {
  const { register, startMail, mailStatus } = await openMailingModels(undefined, { SMTP_URL });
  const { countMail } = await import("#app/models/outbox/mail-state.server.ts");
  await register();
  startMail();
  return { trouble: () => mailStatus().trouble, countWaiting: () => countMail("waiting") };
}

// A host other than localhost to the site, though it leads to this machine.
const ELSEWHERE = "0.0.0.0";

test("without STARTTLS a remote server gets neither the password nor the mail, and organisers see the reason", async () => {
  const server = await openMailServer();
  const site = await siteWith(`smtp://noor:hunter2@${ELSEWHERE}:${server.port}`);
  await until("it was tried", () => site.trouble() !== null || server.mails.length > 0);
  expect(server.inClear).toEqual([]);
  expect(server.mails).toEqual([]);
  expect(site.trouble()).toBe(
    "The mail server does not encrypt the connection (STARTTLS), so nothing was sent: 500 Error: command not recognized",
  );
  expect(await site.countWaiting()).toBe(1);
});

test("an untrusted certificate is refused", async () => {
  const server = await openMailServer({ offersTls: true });
  const site = await siteWith(`smtp://noor:hunter2@${ELSEWHERE}:${server.port}`);
  await until("it was tried", () => site.trouble() !== null || server.mails.length > 0);
  expect(server.inClear).toEqual([]);
  expect(server.mails).toEqual([]);
  expect(site.trouble()).toBe(
    "No encrypted connection to the mail server could be made (CERT_HAS_EXPIRED), so nothing was sent.",
  );
});

test("an encrypting mail server gets everything encrypted", async () => {
  const server = await openMailServer({ offersTls: true });
  await siteWith(`smtp://noor:hunter2@${ELSEWHERE}:${server.port}?tls.rejectUnauthorized=false`);
  await until("it is sent", () => server.mails.length === 1);
  expect(server.inClear).toEqual([]);
  expect(server.mails[0]?.isEncrypted).toBe(true);
});

test.each([
  [
    "this machine needs no encryption",
    "noor:hunter2@127.0.0.1",
    "",
    ["password hunter2", "sender hello@byline.example.com"],
  ],
  [
    "another one neither, where the address says so",
    ELSEWHERE,
    "?requireTLS=false",
    ["sender hello@byline.example.com"],
  ],
])("%s", async (_, host, query, told) => {
  const server = await openMailServer();
  await siteWith(`smtp://${host}:${server.port}${query}`);
  await until("it is sent", () => server.mails.length === 1);
  expect(server.inClear).toEqual(told);
});

test("a failed encrypted connection does not count against the mail", () => {
  expect(readRefusal({ code: "ETLS", response: "454 TLS not available" })).toMatchObject({ about: "server" });
});
