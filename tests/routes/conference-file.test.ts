import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { formPost, titlesOf, visibleText } from "../support/app.ts";
import { offerPlaceLikeThatOf } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { startMailServer } from "../support/mail-server.ts";
import { app, missing, openOrganised, organiser, pageOf } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";
import {
  BEFORE_OTHER,
  conferenceFile,
  OTHER_FILE,
  sampleFactsIn,
  WITH_OTHER,
} from "../support/other-conference.ts";
import { addressesOf } from "../support/routes.ts";
import { startServer } from "../support/server.ts";

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(BEFORE_OTHER), toFake: ["Date"] });
  await openOrganised({ NOTIFY_EMAIL: ORGANISER, ...WITH_OTHER });
});

afterEach(() => void vi.useRealTimers());

/** Registers a delegate, dated 15 January 2027 at 22:30 UTC. */
async function register(): Promise<{ formId: string; link: string; id: number }> {
  const formId = aFormId();
  expect((await app.fetch("/register", formPost(registration({ formId })))).status).toBe(303);
  const row = app.sqlite
    .prepare("update delegates set created_at = ?, status = 'confirmed' returning id, link_token")
    .get(Date.parse("2027-01-15T22:30:00Z")) as { id: number; link_token: string };
  return { formId, id: row.id, link: `/registration/${row.link_token}` };
}

const textOf = async (path: string) => visibleText(await (await app.fetch(path)).text());

test("with a decimal comma the cells of each list are separated by semicolons", async () => {
  await register();
  for (const screen of ["speakers", "program", "delegates"]) {
    const file = await (await organiser.get(`/admin/${screen}.csv`)).text();
    expect(file).toMatch(/^\ufeff?(ID|Reference);/);
  }
});

test("no address of the site responds with a fact of the sample conference", async () => {
  const { formId, link } = await register();
  const screens = [
    ...addressesOf(app).map(({ address }) => address),
    ...["session=1", "session=999", "speaker=1", "speaker=999"].map((dialog) => `/?${dialog}`),
    ...["", "/cancel", "/calendar.ics"].map((view) => link + view),
    ...["/register?type=pr_pass", `/register?confirmed=${formId}`, "/registration/unknown"],
    ...["/nowhere", "/admin?history", "/admin/delegates.csv"],
    ...["speakers", "program"].flatMap((list) =>
      ["add", "edit=1", "delete=1", "history=1", "deleted"].map((dialog) => `/admin/${list}?${dialog}`),
    ),
    ...["door", "walk-in", "badges", "door-list", "1", "1?delete", "1/personal-data.json"].map(
      (view) => `/admin/delegates/${view}`,
    ),
  ];
  for (const path of screens) {
    for (const answer of [await app.fetch(path), await organiser.get(path)]) {
      const page = await answer.text();
      expect(sampleFactsIn(page + JSON.stringify([...answer.headers])), path).toEqual([]);
      if (answer.headers.get("Content-Type")?.startsWith("text/html"))
        expect(page, path).toContain("Kirkas Nordic 2027");
    }
  }
});

test("the landing page has the facts of the file, in its title and description, too", async () => {
  const page = await (await app.fetch("/")).text();
  expect(titlesOf(page)).toEqual(["Kirkas Nordic 2027: Helsinki, 20 May 2027"]);
  expect(page).toContain(
    'content="Kirkas Nordic 2027 in Helsinki. Thursday 20 May 2027, 9:00 AM to 5:30 PM, Majakkasali, Laiturikuja 7, 00160."',
  );
  expect(page).toContain('id="sanakirja-subscription"');
  expect(page).toContain('href="tel:+35895550127"');
  const text = visibleText(page);
  const theme = "What public services sound like in plain language";
  const day = ["Thursday 20 May 2027", "9:00 AM to 5:30 PM", "The network is called Majakka"];
  const offer = ["Every PR pass comes with a free Sanakirja subscription.", "for a one-year subscription."];
  const plans = ["€290", "A quiet desk with power", "Thanks to our sponsors", "Hanko Type"];
  expect(missing(text, [theme, ...day, ...offer, ...plans, "hei@kirkas.example.org"])).toEqual([]);
});

test("search engines get the prices of the file in their country's format and currency", async () => {
  const prices = ["€1,290", "39.900 kr.", "1 290,50 €", "CHF 1’290.50", "€12.50", "FREE"];
  const example = JSON.parse(readFileSync(OTHER_FILE, "utf8"));
  const plans = prices.map((price, n) => ({ ...example.plans[0], planId: `${n}`, price, steps: [] }));
  await openOrganised(conferenceFile({ ...example, plans }));
  const page = await (await app.fetch("/")).text();
  const [, json = ""] = /<script type="application\/ld\+json">([^<]*)</.exec(page) ?? [];
  const { offers } = JSON.parse(json);
  const read = ["1290", "39900", "1290.50", "1290.50", "12.50", "0"];
  expect(offers).toMatchObject(read.map((price) => ({ price, priceCurrency: "EUR" })));
});

test("registration, confirmation and private page show place and time of the other conference", async () => {
  const { formId, link } = await register();
  expect(await textOf("/register")).toContain("Two hundred people who write for everyone, in one hall");
  for (const path of ["/register", `/register?confirmed=${formId}`, link]) {
    const facts = ["Thursday 20 May 2027", "9:00 AM to 5:30 PM", "Majakkasali, Laiturikuja 7"];
    expect(missing(await textOf(path), facts), path).toEqual([]);
  }
});

test("the dashboard counts the program, and every time of the panel is in the city's zone", async () => {
  await register();
  app.sqlite.prepare("delete from speakers where id = 1").run();
  const dashboard = await pageOf("/admin");
  expect(visibleText(dashboard)).toMatch(/Total Speakers 17 Tracks 4 Sessions 9 Date 20 May/);
  expect(visibleText(dashboard)).not.toContain("These figures are fixed");
  const delegates = visibleText(await pageOf("/admin/delegates"));
  expect(delegates).toContain("16 Jan 2027, 12:30 AM");
  expect(await pageOf("/admin/delegates.csv")).toContain("2027-01-16 00:30:00");
});

test("the calendar file has the other conference, at its time and place", async () => {
  const { link } = await register();
  const answer = await app.fetch(`${link}/calendar.ics`);
  expect(answer.headers.get("Content-Disposition")).toContain("kirkas-nordic-2027.ics");
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  expect(event).toMatchObject({
    summary: "Kirkas Nordic 2027",
    location: "Majakkasali, Laiturikuja 7, 00160, Helsinki",
  });
  expect(event.startDate.toJSDate().toISOString()).toBe("2027-05-20T06:00:00.000Z");
  expect(event.endDate.toJSDate().toISOString()).toBe("2027-05-20T14:30:00.000Z");
  expect(event.uid).toMatch(/@kirkas\.example\.org$/);
});

test("every email is from and about the other conference", async () => {
  const { id } = await register();
  app.sqlite.prepare("delete from outbox").run();
  app.sqlite.exec(`insert into changesets (id, actor, action, is_open) values (900, '', 'corrected', 1);
    update delegates set name = 'Noor', email = 'noor@example.com', status = 'attended'; update changesets set is_open = null`);
  app.sqlite.prepare("insert into messages (id, subject, text) values (1, 'Tulkaa', 'Hei {name}')").run();
  const offered = offerPlaceLikeThatOf(app.sqlite, id);
  for (const kind of MAIL_KINDS)
    app.sqlite
      .prepare("insert into outbox (delegate_id, kind, changeset_id, message_id) values (?, ?, 900, ?)")
      .run(kind === "offered" ? offered : id, kind, kind === "message" ? 1 : null);

  const mailServer = await startMailServer();
  const settings = { DATA_DIR: app.dataDir, SMTP_URL: mailServer.url, NOTIFY_EMAIL: ORGANISER };
  const server = await startServer({ ...WITH_OTHER, ...settings });
  await expect.poll(() => mailServer.mails.length, { timeout: 60_000 }).toBe(MAIL_KINDS.length);
  await server.stop();
  await mailServer.stop();
  const mails = mailServer.mails.map(({ email }) => email);
  for (const { subject, from, text = "", html = "", attachments, headers } of mails) {
    const files = attachments.map(({ filename, content }) => filename + String(content));
    expect(sampleFactsIn(JSON.stringify([subject, from, text, html, headers, files])), subject).toEqual([]);
    expect(from, subject).toEqual({ name: "Kirkas Nordic 2027", address: "hei@kirkas.example.org" });
    expect(html, subject).toContain("Kirkas Nordic 2027");
  }
  const registered = mails.find(({ subject }) => subject === "Your registration for Kirkas Nordic 2027");
  expect(registered?.text).toContain(
    "Date: Thursday 20 May 2027\nHours: 9:00 AM to 5:30 PM\nVenue: Majakkasali",
  );
});

test("pages pass the facts to their scripts as data that cannot be broken out of", async () => {
  const page = await (await app.fetch("/")).text();
  const [, json = ""] = /<script type="application\/json" id="conference">([^<]*)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(json)).toMatchObject({ name: "Kirkas Nordic 2027", timeZone: "Europe/Helsinki" });
  const lite = await (await app.fetch("/", { headers: { "Save-Data": "on" } })).text();
  expect(lite).not.toContain("application/json");
});
