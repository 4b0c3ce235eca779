// A test of a message that an organiser sends to themselves, at a real SMTP server.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { signInByLink, WITH_ORGANISER } from "../support/link-sign-in.ts";
import { type Behaviour, startMailServer } from "../support/mail-server.ts";
import { ORGANISER } from "../support/organiser.ts";
import { startServer } from "../support/server.ts";

/** A site with a message to one person that is written; `proof` has a test of it sent as its page does. */
async function openSite(behaviour: Behaviour = {}) {
  const server = await startMailServer(behaviour);
  onTestFinished(server.stop);
  const settings = { ...WITH_ORGANISER, SMTP_URL: server.url };
  const site = await startServer(settings);
  onTestFinished(async () => void (await site.stop()));
  const sqlite = new Database(join(site.dataDir, "conference.db"));
  const person = insertDelegate(sqlite, { status: "confirmed", email: "noor@example.com" });
  sqlite.exec("insert into messages (id, subject, text) values (1, 'Doors', 'Dear {name}: {link}')");
  sqlite.prepare("insert into message_people (message_id, delegate_id) values (1, ?)").run(person);
  const headers = { Cookie: await signInByLink(site), Origin: `http://localhost:${site.port}` };
  const address = `${site.origin}/admin/messages/1`;
  const { fields } = formWith(await (await fetch(address, { headers })).text(), "Send a test to me");
  const formOf = () => formPost({ ...Object.fromEntries(fields), intent: "test" }, headers);
  /** Answers what the toast says; `at` is another process with the same data. */
  const proof = async (at = site) => {
    const form = formOf();
    form.headers = { ...form.headers, Origin: `http://localhost:${at.port}` };
    const sent = await fetch(`${at.origin}/admin/messages/1`, { ...form, redirect: "manual" });
    const toast = sent.headers.getSetCookie().find((cookie) => cookie.startsWith("toast="));
    const Cookie = `${headers.Cookie}; ${toast?.split(";", 1)[0]}`;
    return visibleText(await (await fetch(address, { headers: { Cookie } })).text());
  };
  const startAnother = async () => {
    const other = await startServer({ ...settings, DATA_DIR: site.dataDir });
    onTestFinished(async () => void (await other.stop()));
    return other;
  };
  return { sqlite, server, proof, startAnother };
}

test("a test goes to the organiser who asks and to no delegate, and once for one form", async () => {
  const { sqlite, server, proof } = await openSite();
  for (const said of [await proof(), await proof()])
    expect(said).toContain(`A test was sent to ${ORGANISER}.`);
  expect(server.mails.map(({ to, email }) => [to, email.subject])).toEqual([[[ORGANISER], "Test: Doors"]]);
  const token = String(sqlite.prepare("select link_token from delegates").pluck().get());
  expect(server.mails[0]?.raw).not.toContain(token);
  expect(sqlite.prepare("select count(*) from audit_log where action = 'tested'").pluck().get()).toBe(1);
});

test("the second copy of a form whose test was refused does not say that it was sent", async () => {
  const { proof } = await openSite({ refuse: () => ({ code: 550, text: "No such mailbox" }) });
  for (const said of await Promise.all([proof(), proof()])) expect(said).toContain("The test was not sent.");
  expect(await proof()).toContain("The test was not sent.");
});

/** What the toast says of a refusal, with the server's own words. */
const toastIn = (page: string) => /The test was not sent\. .*?No such mailbox/.exec(page)?.[0];

test("at another process, or after a restart, a test that was refused is refused again, and none is sent twice", async () => {
  const tries: string[] = [];
  const refuse = () => {
    tries.push("once");
    return tries.length === 1 ? { code: 550, text: "No such mailbox" } : undefined;
  };
  const { proof, startAnother, sqlite } = await openSite({ refuse });
  const first = toastIn(await proof());
  expect(first).toBeDefined();
  const another = await startAnother();
  expect(toastIn(await proof(another))).toBe(first);
  expect(tries).toHaveLength(1);
  expect(sqlite.prepare("select count(*) from audit_log where action = 'tested'").pluck().get()).toBe(1);
});

test("where the site was stopped while a test was on its way, its copy says that this is not known", async () => {
  const { proof, startAnother, sqlite, server } = await openSite();
  await proof();
  sqlite.exec("update used_forms set result = null, created_at = created_at - 30001");
  expect(await proof(await startAnother())).toContain("cannot say whether the test was sent");
  expect(server.mails).toHaveLength(1);
});

test("of a message that is on its way no test is sent any more", async () => {
  const { sqlite, server, proof } = await openSite();
  sqlite.exec("update messages set state = 'promised', send_at = 9e12, promised_at = 1");
  expect(await proof()).toContain("This message has been scheduled or sent already.");
  expect(server.mails).toEqual([]);
});
