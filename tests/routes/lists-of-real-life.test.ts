// Lists as other tools and people's own sheets give them, imported unedited.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { listsOf, type Screen } from "../support/lists.ts";
import { app, db, openOrganised, organiser, textOf } from "../support/organised.ts";
import { conferenceFile } from "../support/other-conference.ts";

const FOLDER = "tests/support/lists";
const CONFERENCE = JSON.parse(readFileSync(`${FOLDER}/conference.json`, "utf8"));
let lists: ReturnType<typeof listsOf>;

async function open(facts: object = CONFERENCE) {
  await openOrganised(conferenceFile(facts));
  app.sqlite.exec("delete from connections; delete from speakers; delete from program_sessions");
  lists = listsOf(app, organiser);
}
beforeEach(() => open());

const read = (name: string) => new Uint8Array(readFileSync(`${FOLDER}/${name}`));
type Choices = Record<string, string>;
const show = (name: string, screen: Screen, chosen: Choices = {}) => lists.bring(read(name), screen, chosen);
/** Imports a file and creates the speakers that it names. */
async function bring(name: string, screen: Screen, chosen: Choices = {}, pressed: Choices = {}) {
  const page = await show(name, screen, chosen);
  const answer = await lists.press(page, { mail: "none", ...pressed });
  expect(answer.status, page.text).toBe(303);
  return page;
}

const GUEST = { "fill:jobTitle": "Guest" };
const SPEAKERS = { create: "on", "new:category": "Design" };
const people = (columns = "name, email, status") => db.rows(`select ${columns} from delegates order by id`);
const program = () =>
  db.rows(`select s.title, time, group_concat(name, ', ') as speakers from program_sessions s
    left join connections on program_session_id = s.id left join speakers on speakers.id = speaker_id
    group by s.id order by s.id`);

test("Eventbrite: a later export cancels who is not attending any more", async () => {
  const first = await bring("eventbrite-1.csv", "delegates");
  expect(first.text).toContain("2 rows: 2 new.");
  expect(people("name, external_id, registration_type, phone, status")).toMatchObject([
    { name: "Lena Berg", external_id: "991", registration_type: "early", phone: "+46 70 000 00 00" },
    { name: "Omar Haddad", external_id: "992", status: "confirmed" },
  ]);
  const second = await bring("eventbrite-2.csv", "delegates");
  expect(second.text).toContain("2 rows: 1 changed, 1 unchanged. 1 registration becomes cancelled.");
  expect(people("name, status")).toEqual([
    { name: "Lena Berg", status: "cancelled" },
    { name: "Omar Haddad", status: "confirmed" },
  ]);
});

test("pretix: an order and a position make an ID, and a cancelled order cancels the registration", async () => {
  const zoe = { registrationType: "standard", name: "Zoë Ng", email: "zoe5@example.org" };
  await organiser.json("POST", "/api/registrations", zoe);
  const chosen = { ...GUEST, "word:registrationType:Standard ticket": "Standard" };
  const page = await bring("pretix-a.csv", "delegates", chosen);
  expect(page.text).toContain("6 rows: 4 new, 1 changed, 1 left out. 1 registration becomes cancelled.");
  expect(people("name, email, external_id, job_title, status")).toMatchObject([
    { name: "Zoë Ng", external_id: "ORD3-1", status: "cancelled" },
    { name: "Lena Berg", external_id: "X7G9K-1", job_title: "Guest", status: "confirmed" },
    { name: "Omar Haddad", email: "omar5@example.org", external_id: "X7G9K-2", job_title: "Guest" },
    { name: "Yuki 山本", status: "pending" },
    { name: "Ana de la Cruz", email: "ana5@example.org" },
  ]);
  expect((await show("pretix-a.csv", "delegates")).text).toContain("5 unchanged, 1 left out");
});

test("Sessionize, one row for each speaker: sessions come in once, with all their speakers", async () => {
  const chosen = { "word:type:Session": "Talk", "fill:type": "Break", "fill:time": "To be announced" };
  const page = await show("sessionize-flat.csv", "program", chosen);
  expect(page.text).toContain("4 rows: 3 new, 1 left out.");
  expect(page.text).toContain("3 speakers not on the site yet Ada Okoro, Bo Li, Cy Twum");
  await lists.press(page, SPEAKERS);
  expect(program()).toEqual([
    { title: "Rust for librarians", time: "9:30 - 10:15", speakers: "Ada Okoro" },
    { title: "Type for everyone", time: "To be announced", speakers: "Bo Li, Cy Twum" },
    { title: "Lunch", time: "12:00 - 13:00", speakers: null },
  ]);
  expect(db.value("select description from program_sessions")).toBe("Learn Rust & MARC.");
});

test("a sheet without IDs: the same sessions come in again, moved and with other speakers", async () => {
  await bring("sheet-1.csv", "program", {}, SPEAKERS);
  expect(program()).toEqual([
    { title: "Hello", time: "9:00-9:45", speakers: "Ada Okoro" },
    { title: "World", time: "10:00-10:45", speakers: "Yuki 山本" },
  ]);
  expect((await show("sheet-1.csv", "program")).text).toContain("2 rows. Nothing changes.");
  const next = await bring("sheet-2.csv", "program");
  expect(next.asked).toContain("2 rows: 2 changed.");
  expect(program()).toEqual([
    { title: "Hello", time: "9:15-9:45", speakers: "Ada Okoro" },
    { title: "World", time: "10:00-10:45", speakers: "Ada Okoro" },
  ]);
});

test("pretalx: a session of another day is left out, with the day", async () => {
  const page = await show("pretalx-2day.csv", "program");
  expect(page.text).toMatch(
    /Row 3 Day two talk Left out Time: “2026-12-13 10:00 - 10:30” is not on .*12 December/,
  );
  await lists.press(page, SPEAKERS);
  expect(program()).toEqual([{ title: "Day one talk", time: "10:00 - 10:30", speakers: "Ada Okoro" }]);
});

test("Google Forms in German: every column is guessed", async () => {
  const chosen = { ...GUEST, "word:registrationType:Frühbucher": "Early Bird" };
  const page = await bring("gforms-de.csv", "delegates", chosen);
  expect(page.text).toContain("3 rows: 3 new.");
  expect(people("name, email, company, job_title, phone, registration_type")).toEqual([
    {
      name: "Jürgen Müller-Lüdenscheidt",
      email: "juergen@example.de",
      company: "Groß & Söhne GmbH",
      job_title: "Geschäftsführer",
      phone: "0171 2345678",
      registration_type: "standard",
    },
    {
      name: "Dr. Björn von der Heide",
      email: "bjoern@example.de",
      company: null,
      job_title: "Guest",
      phone: "+49 (0)30 / 123 45-67",
      registration_type: "student",
    },
    {
      name: "Ayşe Yılmaz",
      email: "ayse@example.de",
      company: "TU Berlin",
      job_title: "Wiss. Mitarbeiterin",
      phone: null,
      registration_type: "early",
    },
  ]);
});

test("Microsoft Forms in German: every column is guessed, and “anonymous” is no address", async () => {
  const page = await bring("msforms-de.csv", "delegates", GUEST);
  expect(page.text).toContain("3 rows: 3 new.");
  expect(people("name, email, company, job_title, registration_type, notes")).toEqual([
    {
      name: "Jürgen Müller",
      email: "juergen2@example.de",
      company: "Größe AG",
      job_title: "Leiter Einkauf",
      registration_type: "standard",
      notes: "Anmerkungen: Benötige Rollstuhlzugang – 2. Stock",
    },
    {
      name: "Élodie Brûlé",
      email: "elodie@example.fr",
      company: "Société Générale",
      job_title: "Rédactrice",
      registration_type: "early",
      notes: null,
    },
    {
      name: "Søren Ångström",
      email: "soren@example.dk",
      company: null,
      job_title: "Guest",
      registration_type: "student",
      notes: "Anmerkungen: “Vegan”",
    },
  ]);
});

test("addresses are taken as copied, and “n/a” is none", async () => {
  const chosen = { "word:registrationType:PR Pass": "Standard" };
  const page = await bring("import-emails-as-copied.csv", "delegates", chosen);
  expect(page.text).toContain("5 rows: 4 new, 1 left out.");
  expect(page.text).toMatch(/Row 6 Ivy None Left out Email Address: /);
  const names = ["ann", "ben", "ed", "hy"];
  expect(people("email")).toEqual(names.map((name) => ({ email: `${name}@example.org` })));
});

test("rows above the headings are skipped and named", async () => {
  const page = await show("import-title-row.csv", "delegates", {
    "word:registrationType:PR Pass": "Standard",
  });
  expect(page.text).toContain("1 row: 1 new.");
  expect(page.text).toContain(
    "These rows above the headings are not imported: “Delegates of Byline 2027”, “Exported 1 May”.",
  );
  expect(page.text).toContain("Row 5 Ann Row New");
});

test("a program of one night comes in without a remark, and is listed past midnight everywhere", async () => {
  await open(NIGHT);
  const types = { "word:type:keynote": "keynote", "word:type:networking": "networking" };
  const page = await bring("night-program.csv", "program", types);
  expect(page.text).toContain("5 rows: 5 new.");
  const titles = ["Doors", "Opening", "Late show", "Night talk", "Last orders"];
  for (const text of [
    JSON.stringify(await (await app.fetch("/api/program")).json()),
    await textOf("/admin/program"),
    visibleText(await (await app.fetch("/")).text()).replace(/^.*?Doors/s, "Doors"),
  ]) {
    const at = titles.map((title) => text.indexOf(title));
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    expect(at).not.toContain(-1);
    expect(text).not.toContain("too late");
  }
});

const NIGHT = {
  name: "Press Night",
  startsAt: "2027-04-29T18:00",
  endsAt: "2027-04-30T02:00",
  timeZone: "Europe/Oslo",
  city: "Oslo",
  venue: { name: "Kaihuset", street: "Bryggen 1" },
  contact: { email: "hello@night.example" },
};
