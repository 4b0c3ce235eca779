import type { Page } from "@playwright/test";
import { countOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { until } from "../faults/support/until.ts";
import { expectAccessible, expectReadableAtNight } from "../support/axe.ts";
import { insertDelegate } from "../support/delegates.ts";
import {
  expect,
  inDatabase,
  isScripted,
  QUICK,
  ready,
  SCRIPTED,
  test,
  visit,
  withholdScripts,
} from "../support/journey.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { ORGANISER } from "../support/organiser.ts";
import { logInTo } from "../support/site-login.ts";

test.describe.configure({ mode: "default" });
test.setTimeout(90_000);

let mail: MailServer;
let site: ServerProcess;
test.beforeAll(async () => {
  mail = await startMailServer();
  site = await startProcess({ settings: { SMTP_URL: mail.url, MAIL_RETRY_SECONDS: "0.05" } });
});
test.afterAll(async () => {
  await site.stop();
  await mail.stop();
});

const run = (sql: string) => inDatabase(site.dataDir, (sqlite) => sqlite.exec(sql));

/** Adds confirmed delegates and a cancelled one, all from a new outlet. Returns the outlet. */
function addPeople(count: number): string {
  const outlet = `Outlet ${crypto.randomUUID().slice(0, 8)}`;
  inDatabase(site.dataDir, (sqlite) => {
    for (let index = 0; index <= count; index += 1) {
      insertDelegate(sqlite, {
        name: `Person ${index}`,
        email: `person${index}@${outlet.slice(-8)}.example.com`,
        outlet,
        status: index === count ? "cancelled" : "confirmed",
      });
    }
  });
  return outlet;
}

/** Counts the message emails that are waiting to be sent. */
const promised = () =>
  countOf(
    site.dataDir,
    "select count(*) from outbox where kind = 'message' and state in ('waiting', 'sending')",
  );
const mailsTo = (outlet: string) => mail.mails.filter(({ to }) => to[0]?.includes(outlet.slice(-8)));
/** Ends the ten-minute delay. Waits until this many delegates from the outlet have the message. */
async function waitUntilSent(outlet: string, people: number): Promise<void> {
  run("update messages set send_at = 1 where state = 'promised'");
  await until("all have received it", () => mailsTo(outlet).length === people);
}

const logIn = (page: Page) => logInTo(page, site);
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name }).first().click();
const toastOf = (page: Page) => page.locator(".toast");
const subjectOf = (page: Page) => page.getByLabel("Subject");

const textOf = (page: Page) => page.getByLabel("Text");

/** The checkbox hides one of two numbers. */
const expectWhom = (page: Page, text: string) =>
  expect(page.locator("form p", { hasText: /^To / }).first()).toHaveText(text, { useInnerText: true });

/** Logs in, and begins a message to all delegates from an outlet from the list. */
async function begin(page: Page, outlet: string): Promise<void> {
  await logIn(page);
  await visit(page, `${site.origin}/admin/delegates?q=${encodeURIComponent(outlet)}`);
  await press(page, /^Email \d+$/);
  await expect(subjectOf(page)).toBeVisible();
  await ready(page);
}

async function write(page: Page, outlet: string): Promise<void> {
  await begin(page, outlet);
  await fillIn(page);
}

/** Writes a message's text, and saves it. */
async function fillIn(page: Page): Promise<void> {
  await subjectOf(page).fill("Before the day, {name}");
  await textOf(page).fill(
    "Dear {name},\n\nthe doors open at 8:00.\nYour reference is {reference}: {link}\n\nSee you.",
  );
  await press(page, "Save and preview");
  await expect(toastOf(page)).toContainText("Message saved. Nothing has been sent.");
}

test("a letter can be read at night", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  const email = `night-${crypto.randomUUID()}@example.com`;
  await page.request.post(`${site.origin}/api/registrations`, {
    data: { name: "Noor", email, jobTitle: "Reporter", registrationType: "media_pass" },
  });
  const letter = () => mail.mails.find(({ to }) => to[0] === email)?.email.html;
  await until("the letter has arrived", () => letter() !== undefined, 20_000);
  await page.setContent(letter() ?? "");
  await expectReadableAtNight(page, "the letter");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(21, 23, 28)");
});

test("a message to ten: preview, a test, 'Send', and the result", async ({ page }) => {
  const outlet = addPeople(10);
  await write(page, outlet);
  await expectWhom(page, "To 10 delegates: Person 0, Person 1, Person 2 and 7 more.");
  await expect(page.getByText("Before the day, Person 0", { exact: true })).toBeVisible();
  await expect(
    page.getByText("You are receiving this email because you registered for Byline 2025."),
  ).toBeVisible();
  const before = mail.mails.length;
  await press(page, "Send a test to me");
  await expect(page.locator(".toast")).toContainText(`A test was sent to ${ORGANISER}.`);
  expect(mail.mails.slice(before).map(({ to, email }) => [to, email.subject])).toEqual([
    [[ORGANISER], "Test: Before the day, Person 0"],
  ]);

  await press(page, "Send to 10 delegates");
  await expect(page.locator(".toast")).toContainText("It will be sent to 10 delegates on");
  const state = page.getByRole("status").filter({ hasText: "No one has received it yet." });
  await expect(state).toBeInViewport({ ratio: 1 });
  if (isScripted()) await expect(state).toBeFocused();
  expect(promised()).toBe(0);
  expect(mailsTo(outlet)).toEqual([]);
  await waitUntilSent(outlet, 10);
  if (!isScripted()) await page.reload();
  await expect(page.getByText("It has been sent to 10 of 10 delegates.")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("button", { name: "Take it back" })).toHaveCount(0);
  expect(new Set(mailsTo(outlet).map(({ to }) => to[0])).size).toBe(10);
  expect(mailsTo(outlet)[0]?.email.subject).toMatch(/^Before the day, Person \d$/);
  await follow(page, "Messages");
  await expect(page.getByRole("listitem").filter({ hasText: "Before the day" }).first()).toContainText(
    /Sent\s*To 10 delegates/,
  );
});

test("a message is withdrawn before it is sent, changed, and sent at a time", async ({ page }) => {
  const outlet = addPeople(3);
  await write(page, outlet);
  await press(page, "Send to 3 delegates");
  await press(page, "Take it back");
  await expect(toastOf(page)).toContainText("Message taken back. No one has received it.");
  const takenBack = page.getByText("This message was taken back before it was sent.");
  await expect(takenBack).toBeInViewport({ ratio: 1 });
  if (isScripted()) await expect(takenBack).toBeFocused();
  await expect(subjectOf(page)).toHaveValue("Before the day, {name}");
  await ready(page);
  await subjectOf(page).fill("Hello {name}");
  await page.getByLabel("Also write to the 1 who was declined or has cancelled").check();
  await expectWhom(page, "To 4 delegates: Person 0, Person 1, Person 2 and 1 more.");
  const at = page.getByLabel("Send at", { exact: true });
  await expect(at).toBeHidden();
  await page.getByLabel("At a chosen time").check();
  await test.step("a half-completed time sends nothing, and says so", async () => {
    await at.focus();
    await page.keyboard.type("12252026");
    await press(page, "Send to 4 delegates");
    await expect(page.locator(".error-summary")).toContainText("Send at: Choose a date and a time");
  });
  const year = new Date().getFullYear() + (new Date().getMonth() > 5 ? 1 : 0);
  await at.fill(`${year}-08-01T08:00`);
  await press(page, "Send to 4 delegates");
  const state = page.getByRole("status").filter({ hasText: `1 Aug ${year}, 8:00 AM` });
  await expect(state.first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Take it back" })).toBeVisible();
  expect(promised()).toBe(0);
  expect(mailsTo(outlet)).toEqual([]);
  await waitUntilSent(outlet, 4);
});

test("Back leads from a message to the list of delegates, and from a restored message to the list of messages", {
  tag: QUICK,
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await begin(page, addPeople(1));
  const message = page.url();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/delegates\?/);
  await page.goForward();
  await fillIn(page);
  await follow(page, "Delete the message");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page)).toContainText("Message deleted.");
  await expect(page).toHaveURL(/\/admin\/messages$/);
  await ready(page);
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(message);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/messages$/);
});

test("the preview follows the typing, and only unsaved text asks before it is lost", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await begin(page, addPeople(1));
  const preview = page.getByRole("region", { name: "As Person 0 will see it" });
  await subjectOf(page).fill("Dear {name}");
  await textOf(page).fill("{nam");
  await expect(preview).toContainText("Dear Person 0");
  await textOf(page).pressSequentially("e");
  await expect(preview).toContainText("{name");
  await textOf(page).fill("{name} again");
  await expect(preview).toContainText("Person 0 again");
  await press(page, "Save and preview");
  await expect(toastOf(page)).toContainText("Message saved.");
  await expect(textOf(page)).toHaveValue("{name} again");
  await textOf(page).press("End");
  await textOf(page).pressSequentially("!");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    return dialog.dismiss();
  });
  await follow(page, "Messages");
  await expect.poll(() => questions.length).toBe(1);
  await expect(textOf(page)).toHaveValue("{name} again!");
  await press(page, "Save and preview");
  await expect(toastOf(page)).toContainText("Message saved.");
  await follow(page, "Messages");
  await expect(page).toHaveURL(/\/admin\/messages$/);
  expect(questions).toHaveLength(1);
});

test.describe("with axe", () => {
  test.use({ javaScriptEnabled: true });
  test("every state of a message is accessible", async ({ page }) => {
    test.slow();
    const outlet = addPeople(25);
    await withholdScripts(page);
    await logIn(page);
    const checkAccessibility = async (name: string) => {
      await expectAccessible(page, name);
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await page.goto(`${site.origin}/admin/delegates?q=${outlet}`);
    await checkAccessibility("recipients");
    await press(page, /^Email \d+$/);
    await press(page, "Save and preview");
    await expect(page.locator(".error-summary")).toContainText("Subject: Required");
    await checkAccessibility("refused");
    await write(page, outlet);
    await checkAccessibility("preview");
    await follow(page, "Delete the message");
    await expect(page.getByRole("dialog")).toContainText("Are you sure you want to delete");
    await checkAccessibility("delete");
    await follow(page, "Cancel");
    await press(page, "Send to 25 delegates");
    await expect(page.getByRole("button", { name: "Take it back" })).toBeVisible();
    await checkAccessibility("promised");
    await waitUntilSent(outlet, 25);
    run(`update outbox set state = 'waiting', next_attempt_at = unixepoch() * 1000 + 600000
      where message_id = (select max(id) from messages) and id % 2 = 1`);
    await page.reload();
    await checkAccessibility("being sent");
    await follow(page, "Stop sending");
    await expect(page.getByRole("dialog")).toContainText("Are you sure you want to stop");
    await checkAccessibility("stop");
    await follow(page, "Cancel");
    run(`update outbox set state = 'failed', problem = 'The mail server refused this address: 550 5.1.1 No such user'
      where state = 'waiting'`);
    await page.reload();
    await checkAccessibility("not to all");
    await page.goto(`${site.origin}/admin/messages`);
    await checkAccessibility("list");
  });
});
