import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import type { Page } from "@playwright/test";
import ICAL from "ical.js";
import * as requests from "../faults/support/requests.ts";
import { rowsOf } from "../faults/support/rows.ts";
import { type ServerProcess, startProcess } from "../faults/support/server-process.ts";
import { until } from "../faults/support/until.ts";
import { decline, expandRow } from "../support/desk.ts";
import { expect, inDatabase, ready, test } from "../support/journey.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { freePort } from "../support/server.ts";
import { logInTo } from "../support/site-login.ts";

const PEOPLE = 200;
/** One in five is a journalist. */
const PRESS = PEOPLE / 5;
const IN_BROWSER = 6;
const AT_THE_DOOR = 150;

type Person = { index: number; name: string; email: string; isPress: boolean };
const people = Array.from({ length: PEOPLE }, (_, index): Person => {
  const isPress = index % 5 === 0;
  return { index, name: `Person ${1_000 + index}`, email: `person${1_000 + index}@example.org`, isPress };
});

const PHONE = { viewport: { width: 360, height: 740 } };
test.use({ ...PHONE, actionTimeout: 15_000 });
test.setTimeout(300_000);

test("a conference of two hundred, from registration to the door and an erasure", async ({
  page,
  browser,
}) => {
  const mailPort = await freePort();
  let mail = await startMailServer({}, mailPort);
  const received: MailServer["mails"] = [];
  const settings = { SMTP_URL: mail.url, MAIL_RETRY_SECONDS: "0.05", UNDO_SECONDS: "0" };
  let site = await startProcess({ settings });
  const outputs = [site.output];
  const plain = await browser.newPage({ ...PHONE, javaScriptEnabled: false });
  const phones = [page, plain];
  const open = async (phone: Page, path: string) => {
    await phone.goto(site.origin + path);
    if (phone === page) await ready(page);
  };
  try {
    await test.step("delegates register by form and API while mail comes and goes, and the site is killed", async () => {
      for (const [index, person] of people.slice(0, IN_BROWSER).entries())
        await registerInBrowser(phones[index % 2] ?? page, site, person);
      await registerAll(site, people.slice(IN_BROWSER, 70));
      await mail.stop();
      received.push(...mail.mails);
      await registerAll(site, people.slice(70, 140));
      await site.kill();
      site = await startProcess({ dataDir: site.dataDir, settings });
      outputs.push(site.output);
      // Otherwise, emails that were being sent at the kill would be retried only minutes later.
      inDatabase(site.dataDir, (sqlite) => sqlite.exec("update outbox set next_attempt_at = 1"));
      mail = await startMailServer({}, mailPort);
      await registerAll(site, people.slice(140));
      await allSent(site);
    });
    // If the mail server’s answer is lost, an email is sent again with the same Message-ID.
    const mails = () => [
      ...new Map([...received, ...mail.mails].map((one) => [one.email.messageId, one])).values(),
    ];
    const subjectsTo = (email: string) =>
      mails()
        .filter(({ to }) => to.includes(email))
        .map(({ email: { subject } }) => subject ?? "");

    await test.step("each got one email, whose calendar has the right hour in Sydney", async () => {
      expect(
        mails()
          .flatMap(({ to }) => to)
          .sort(),
      ).toEqual(people.map(({ email }) => email).sort());
      for (const { email } of mails()) {
        const calendar = email.attachments.find(({ mimeType }) => mimeType === "text/calendar");
        const text = new TextDecoder().decode(calendar?.content as ArrayBuffer);
        const event = new ICAL.Event(
          new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent") ?? undefined,
        );
        expect(inSydney(event.startDate.toJSDate())).toBe("Thursday 11 September 2025 at 8:30 am");
        expect(inSydney(event.endDate.toJSDate())).toBe("Thursday 11 September 2025 at 5:00 pm");
      }
    });

    for (const phone of phones) await logInTo(phone, site);
    const declined = people.filter(({ isPress }) => isPress).slice(0, 2);
    await test.step("journalists are accredited and declined, the others confirmed", async () => {
      await open(page, "/admin/delegates");
      await page.getByRole("link", { name: `To decide ${PRESS}` }).click();
      for (const [index, { name }] of declined.entries()) {
        const phone = phones[index] ?? page;
        await open(phone, `/admin/delegates?type=media_pass&status=pending&q=${name}`);
        await decline(phone, name);
        await expect(phone.locator(".toast")).toContainText(`${name} declined.`);
      }
      const accredited = people.filter(({ isPress }) => isPress)[2];
      await open(page, `/admin/delegates?q=${accredited?.name}`);
      await page.getByRole("button", { name: `Accredit ${accredited?.name}` }).click();
      await expect(page.locator(".toast")).toContainText("accredited");
      await open(page, "/admin/delegates?status=pending&bulk=");
      await page.locator("#bulk select[name=status]").selectOption("confirmed");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.locator(".toast")).toContainText(`${PEOPLE - 3} delegates`);
      await allSent(site);
      expect(mails()).toHaveLength(2 * PEOPLE);
      expect(new Set(mails().map(({ email }) => email.messageId)).size).toBe(2 * PEOPLE);
      for (const { email } of people) expect(subjectsTo(email)).toHaveLength(2);
      for (const { email } of declined) expect(subjectsTo(email)[1]).not.toContain("confirmed");
    });

    await test.step("the file for spreadsheets has the same rows", async () => {
      const file = await page.request.get(`${site.origin}/admin/delegates.csv`);
      const book = read(await file.body(), { type: "buffer" });
      const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ""] ?? {});
      const stored = rowsOf<{ reference: string; status: string; email: string; name: string }>(
        site.dataDir,
        "select reference, status, email, name from delegates",
      );
      expect(rows.map((row) => `${row["Full Name"]} ${row["Email Address"]} ${row.Status}`).sort()).toEqual(
        stored.map(({ name, email, status }) => `${name} ${email} ${status}`).sort(),
      );
    });

    await test.step("a hundred and fifty come through the door, past two phones, one without JavaScript", async () => {
      const coming = rowsOf<{ name: string; reference: string }>(
        site.dataDir,
        `select name, reference from delegates where status = 'confirmed' order by id limit ${AT_THE_DOOR}`,
      );
      for (const [place, phone] of phones.entries()) {
        await open(phone, "/admin/delegates/door");
        for (const { name, reference } of coming.filter((_, index) => index % 2 === place))
          await checkIn(phone, name, reference);
        expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      }
      expect(
        rowsOf(site.dataDir, "select id from delegates where status = 'attended' and checked_in_at > 0"),
      ).toHaveLength(AT_THE_DOOR);
    });

    const gone = people.at(-1) as Person;
    await test.step("a delegate who asks to be erased is in no table, file and log", async () => {
      await open(plain, `/admin/delegates?q=${gone.email}`);
      const row = await expandRow(plain, gone.name);
      await row.getByRole("link", { name: `History and personal data of ${gone.name}` }).click();
      await plain.getByRole("link", { name: "Delete personal data" }).click();
      await plain.getByRole("button", { name: "Delete personal data", exact: true }).click();
      await expect(plain.getByText("No delegates match this search.")).toBeVisible();
      expect(rowsOf(site.dataDir, "select id from delegates")).toHaveLength(PEOPLE - 1);
      const files = readdirSync(site.dataDir).filter((name) => name.startsWith("conference.db"));
      expect(files).toContain("conference.db");
      for (const file of files) {
        const bytes = readFileSync(join(site.dataDir, file)).toString("latin1");
        expect(bytes.includes(gone.email), `${gone.email} is in ${file}`).toBe(false);
        expect(bytes.toLowerCase().includes(gone.name.toLowerCase()), `${gone.name} is in ${file}`).toBe(
          false,
        );
      }
    });
    for (const output of outputs)
      for (const { email } of people) expect(output.join("")).not.toContain(email);
  } finally {
    await site.stop();
    await mail.stop();
  }
});

async function checkIn(page: Page, name: string, reference: string): Promise<void> {
  await expect(page.getByLabel("Name, email or reference")).toBeFocused();
  await page.keyboard.insertText(reference);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Check in ${name}` }).click();
  await expect(page.locator(".toast")).toContainText(`${name} is checked in`);
}

async function registerInBrowser(page: Page, site: ServerProcess, person: Person): Promise<void> {
  await page.goto(`${site.origin}/register?type=${person.isPress ? "media_pass" : "pr_pass"}`);
  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email Address").fill(person.email);
  await page.getByLabel("Job Title").fill("Adviser");
  if (person.isPress) await page.getByLabel("Media Outlet").fill("The Evening Post");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();
}

/** Registers people alternately by form and by API, ten at a time. */
async function registerAll(site: ServerProcess, group: Person[]): Promise<void> {
  for (let start = 0; start < group.length; start += 10) {
    await Promise.all(group.slice(start, start + 10).map((person) => register(site, person)));
  }
}

async function register({ origin }: ServerProcess, { index, name, email, isPress }: Person): Promise<void> {
  const press = { registrationType: "media_pass", outlet: "The Evening Post" };
  const answer = await requests.register(origin, email, index, { name, ...(isPress && press) });
  expect(requests.isAcknowledged(answer)).toBe(true);
}

const allSent = (site: ServerProcess) =>
  until(
    "every email is sent",
    () => rowsOf(site.dataDir, "select id from outbox where state <> 'sent' limit 1").length === 0,
    60_000,
  );

const SYDNEY = new Intl.DateTimeFormat("en-AU", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Australia/Sydney",
});
const inSydney = (date: Date): string => SYDNEY.format(date).replaceAll("\u202f", " ").replace(",", "");
