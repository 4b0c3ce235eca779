import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { logInOver } from "../faults/support/server-process.ts";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { ORGANISER } from "../support/organiser.ts";
import { type Server, startServer } from "../support/server.ts";

let mail: MailServer;
let site: Server;
/** A second process with the same data, as after a restart. */
let another: Server;
let sqlite: Database.Database;
let login: string;
let form: Record<string, string>;
beforeAll(async () => {
  mail = await startMailServer();
  const settings = { ADMIN_EMAILS: ORGANISER, SMTP_URL: mail.url };
  site = await startServer(settings);
  another = await startServer({ ...settings, DATA_DIR: site.dataDir });
  sqlite = new Database(join(site.dataDir, "conference.db"));
  login = await logInOver(site);
});
afterAll(async () => {
  await Promise.all([site.stop(), another.stop()]);
  await mail.stop();
});
/** Writes a message to one delegate and reads the form that sends its test copy. */
beforeEach(async () => {
  mail.mails.length = 0;
  mail.behaviour.refuse = undefined;
  sqlite.exec("delete from messages; delete from delegates; delete from changes; delete from changesets");
  const person = insertDelegate(sqlite, { status: "confirmed", email: "noor@example.com" });
  sqlite.exec("insert into messages (id, subject, text) values (1, 'Doors', 'Dear {name}: {link}')");
  sqlite.prepare("insert into message_recipients (message_id, delegate_id) values (1, ?)").run(person);
  const { fields } = formWith(await page(login), "Send a test to me");
  const text = { subject: "Doors", text: "Dear {name}: {link}" };
  form = { ...Object.fromEntries(fields), ...text, intent: "test" };
});

const page = async (Cookie: string) =>
  (await fetch(`${site.origin}/admin/messages/1`, { headers: { Cookie } })).text();
/** Submits the test copy's form to either process. Returns the toast. */
async function sendTest(at = site): Promise<string> {
  const headers = { Cookie: login, Origin: `http://localhost:${at.port}` };
  const init: RequestInit = { ...formPost(form, headers), redirect: "manual" };
  const sent = await fetch(`${at.origin}/admin/messages/1`, init);
  const toast = sent.headers.getSetCookie().find((cookie) => cookie.startsWith("toast="));
  return visibleText(await page(`${login}; ${toast?.split(";", 1)[0]}`));
}
const countTested = () =>
  sqlite.prepare(`select count(*) from ${HISTORY} where action = 'tested'`).pluck().get();

test("a test is sent to the requesting organiser only, once per form", async () => {
  for (const said of [await sendTest(), await sendTest()])
    expect(said).toContain(`A test was sent to ${ORGANISER}.`);
  expect(mail.mails.map(({ to, email }) => [to, email.subject])).toEqual([[[ORGANISER], "Test: Doors"]]);
  const token = String(sqlite.prepare("select link_token from delegates").pluck().get());
  expect(mail.mails[0]?.raw).not.toContain(token);
  expect(countTested()).toBe(1);
});

/** Finds the toast after a refusal. The toast quotes the mail server. */
const toastIn = (page: string) => /The test was not sent\. .*?No such mailbox/.exec(page)?.[0];

test("copies of a refused test's form report no success and send nothing, in other processes, too", async () => {
  let tries = 0;
  mail.behaviour.refuse = () => {
    tries += 1;
    return tries === 1 ? { code: 550, text: "No such mailbox" } : undefined;
  };
  const [first, second] = (await Promise.all([sendTest(), sendTest()])).map(toastIn);
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(toastIn(await sendTest(another))).toBe(first);
  expect(tries).toBe(1);
  expect(countTested()).toBe(1);
});

test("after a stop with a test in transit, its copy says that the outcome is unknown", async () => {
  await sendTest();
  sqlite.exec("update changesets set result = null, created_at = created_at - 30001 where action = 'tested'");
  expect(await sendTest(another)).toContain("cannot tell whether the email was sent");
  expect(mail.mails).toHaveLength(1);
});

test("a message that is being sent cannot be tested", async () => {
  sqlite.exec("update messages set state = 'promised', send_at = 9e12, promised_at = 1");
  expect(await sendTest()).not.toContain("A test was sent");
  expect(mail.mails).toEqual([]);
});
