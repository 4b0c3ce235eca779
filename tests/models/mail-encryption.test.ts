// Mail is sent unencrypted only to a server on this machine, or if SMTP_URL allows it.
import { expect, test } from "vitest";
import { parseMailRefusal } from "#app/mail/mailer.server.ts";
import { until } from "../faults/support/until.ts";
import { openMailingModels, openMailServer } from "../support/models.ts";

/** Opens a site with this SMTP_URL and one registration, and starts sending mail. */
async function siteWith(SMTP_URL: string) {
  const { register, startMail, getMailStatus } = await openMailingModels(undefined, { SMTP_URL });
  const { countMail } = await import("#app/models/outbox/mail-state.server.ts");
  await register();
  startMail();
  return { trouble: () => getMailStatus().trouble, countWaiting: () => countMail("waiting") };
}

// This address reaches the local machine, but the site treats it as a remote host.
const ELSEWHERE = "0.0.0.0";
const NO_STARTTLS =
  "The mail server does not encrypt the connection (STARTTLS), so nothing was sent: 500 Error: command not recognized";
const UNTRUSTED =
  "No encrypted connection to the mail server could be made (CERT_HAS_EXPIRED), so nothing was sent.";

test.each([
  ["without STARTTLS", false, NO_STARTTLS],
  ["with an untrusted certificate", true, UNTRUSTED],
])(
  "%s a remote server gets neither the password nor the mail, and organisers see the reason",
  async (_, offersTls, reason) => {
    const server = await openMailServer({ offersTls });
    const site = await siteWith(`smtp://noor:hunter2@${ELSEWHERE}:${server.port}`);
    await until("it was tried", () => site.trouble() !== null || server.mails.length > 0);
    expect(server.inClear).toEqual([]);
    expect(server.mails).toEqual([]);
    expect(site.trouble()).toBe(reason);
    expect(await site.countWaiting()).toBe(1);
  },
);

test("an encrypting mail server gets everything encrypted", async () => {
  const server = await openMailServer({ offersTls: true });
  await siteWith(`smtp://noor:hunter2@${ELSEWHERE}:${server.port}?tls.rejectUnauthorized=false`);
  await until("it is sent", () => server.mails.length === 1);
  expect(server.inClear).toEqual([]);
  expect(server.mails[0]?.isEncrypted).toBe(true);
});

const SENDER = "sender hello@byline.example.com";
test.each([
  ["on this machine", "noor:hunter2@127.0.0.1", "", ["password hunter2", SENDER]],
  ["with requireTLS=false", ELSEWHERE, "?requireTLS=false", [SENDER]],
])("a mail server %s needs no encryption", async (_, host, query, inClear) => {
  const server = await openMailServer();
  await siteWith(`smtp://${host}:${server.port}${query}`);
  await until("it is sent", () => server.mails.length === 1);
  expect(server.inClear).toEqual(inClear);
});

test("a failed encrypted connection does not count against the mail", () => {
  const refusal = parseMailRefusal({ code: "ETLS", response: "454 TLS not available" });
  expect(refusal).toMatchObject({ about: "server" });
});
