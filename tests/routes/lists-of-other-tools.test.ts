import { beforeEach, expect, test } from "vitest";
import { ownKey } from "#app/models/import/own-key.server.ts";
import { visibleText } from "../support/app.ts";
import { photo } from "../support/backups.ts";
import { answersIn } from "../support/forms.ts";
import { listsOf, type Screen } from "../support/lists.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";

let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  await openOrganised();
  lists = listsOf(app, organiser);
});

const TABLE = { speakers: "speakers", program: "program_sessions", delegates: "delegates" };
type Row = Record<string, unknown>;
const row = (screen: keyof typeof TABLE, column: string, value: string) =>
  db.rows(`select * from ${TABLE[screen]} where ${column} = ?`, value)[0] as Row | undefined;

const bring = (content: string, screen: Screen, chosen: Record<string, string> = {}) =>
  lists.bring(content, screen, chosen);

const NEEDED = { "fill:company": "Independent", "fill:category": "Technology", "fill:title": "Speaker" };
const PASS = { "fill:registrationType": "PR Pass", "fill:jobTitle": "Guest" };
/** Tool, screen, file, choices, a column and value that find a row, and the row's other values. */
type Case = [string, Exclude<Screen, "connections">, string, object, [string, string], object];

const EXPORTS: Case[] = [
  [
    "Sessionize, speakers",
    "speakers",
    `Speaker Id,FirstName,LastName,Email,TagLine,Bio,LinkedIn,X (Twitter),Blog,Company Website,Profile Picture
1b2a,Mina,Kade,mina@example.org,Staff Engineer at Eastwind,Mina builds parsers.,https://linkedin.com/in/mina,,,https://eastwind.example,https://sessionize.com/image/mina.jpg
77bb,Ken,森,ken@example.org,,,,,,,`,
    NEEDED,
    ["name", "Mina Kade"],
    {
      external_id: "1b2a",
      email: "mina@example.org",
      title: "Staff Engineer at Eastwind",
      company: "Independent",
      category: "tech",
      links: JSON.stringify([
        { label: "LinkedIn", href: "https://linkedin.com/in/mina" },
        { label: "Company Website", href: "https://eastwind.example" },
      ]),
    },
  ],
  [
    "Sessionize, sessions",
    "program",
    `Session Id,Title,Description,Owner,Owner Email,Status,Session format,Level,Language,Track,Owner Informed,Owner Confirmed,Room,Scheduled At,Scheduled Duration,Live Url,Recording Url,Speakers,Speaker Ids,Date Submitted
5001,Parsers for everyone,A talk.,Mina Kade,mina@example.org,Accepted,Panel (45 min),Introductory,English,Compilers,Yes,Yes,Room 1,11 Sep 2025 1:15 PM,45,,,Mina Kade,1b2a,01 Sep 2025`,
    { "word:type:Panel (45 min)": "panel", "word:track:Compilers": "Technology" },
    ["title", "Parsers for everyone"],
    {
      external_id: "5001",
      track: "tech",
      type: "panel",
      room: "Room 1",
      status: "scheduled",
      tags: '["Introductory","English"]',
      time: "1:15 - 2:00 PM",
    },
  ],
  [
    "pretalx, speakers",
    "speakers",
    `ID,Name,Email,Biography,Picture,Proposal IDs,Proposal titles
AB3XQZ,Mina Kade,mina@example.org,Mina builds parsers.,https://pretalx.com/media/mina.png,TYU78K,Parsers`,
    NEEDED,
    ["external_id", "AB3XQZ"],
    { name: "Mina Kade", bio: "Mina builds parsers.", title: "Speaker" },
  ],
  [
    "pretalx, sessions",
    "program",
    `ID,Proposal title,Proposal state,Session type,Track,Tags,Abstract,Duration,Language,Start,End,Room,Speaker IDs,Speaker names
TYU78K,Drawing parsers,confirmed,Workshop,Business Media,,How to.,30,en,10:00,10:30,Hall A,AB3XQZ,Mina Kade`,
    {},
    ["external_id", "TYU78K"],
    {
      title: "Drawing parsers",
      time: "10:00 - 10:30 AM",
      track: "b2b",
      type: "workshop",
      description: "How to.",
    },
  ],
  [
    "Eventbrite",
    "delegates",
    `Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Eventbrite Payment Processing,Attendee Status,Job Title,Company,Cell Phone
881,2026-10-01 10:00:00,Lena,Holm,lena@example.org,1,,Early Bird,991,,Eventbrite Completed,JPY,5000,0,0,0,Attending,Developer,Holm AB,+46 70 000
882,2026-10-01 10:05:00,Omar,Said,omar@example.org,1,,Early Bird,992,,Free Order,JPY,0,0,0,0,Attending,,University,`,
    { ...PASS, "word:registrationType:Early Bird": "PR Pass" },
    ["external_id", "992"],
    { name: "Omar Said", status: "confirmed", company: "University", job_title: "Guest" },
  ],
  [
    "Tito",
    "delegates",
    `Number,Ticket Created Date,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Company Name,Ticket Phone Number,Event,Void Status,Price,Ticket Reference,Tags,Order Reference,Order Name,Order Email
1,2026-10-01,Full,Lena Holm,Lena,Holm,lena@example.org,Holm AB,,Conf,,10.0,ABCD-1,,ABCD,Lena Holm,lena@example.org`,
    { ...PASS, "word:registrationType:Full": "PR Pass" },
    ["external_id", "ABCD-1"],
    { name: "Lena Holm", email: "lena@example.org", job_title: "Guest" },
  ],
  [
    "pretix",
    "delegates",
    `Order code;Position ID;Status;Email;Order date;Product;Price;Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company;Pseudonymization ID;Order comment
X8F2A;1;paid;buyer@example.org;2026-10-01;Regular ticket;50.00;Lena Holm;Lena;Holm;lena@example.org;Holm AB;P3QRST;`,
    { ...PASS, "word:registrationType:Regular ticket": "PR Pass" },
    ["external_id", "P3QRST"],
    { name: "Lena Holm", email: "lena@example.org", status: "confirmed" },
  ],
  [
    "Hi.Events",
    "delegates",
    `ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Product ID,Product Name,Event ID,Public ID,Short ID,Created Date,Last Updated Date,Notes
12,Lena,Holm,lena@example.org,ACTIVE,No,,3,General,7,A-9F2K,a_1x,2026-10-01,2026-10-01,Vegan`,
    { ...PASS, "word:registrationType:General": "PR Pass" },
    ["external_id", "A-9F2K"],
    { name: "Lena Holm", status: "confirmed", notes: "Notes: Vegan" },
  ],
  [
    "Luma",
    "delegates",
    `api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,ticket_type_id,ticket_name
gst-1,,Lena,Holm,lena@example.org,+46 70 000,2026-10-01,approved,,,,,tt-1,Standard
gst-2,Omar Said,,,omar@example.org,,2026-10-01,declined,,,,,tt-1,Standard`,
    { ...PASS, "word:registrationType:Standard": "PR Pass" },
    ["external_id", "gst-1"],
    { name: "Lena Holm", phone: "+46 70 000", status: "confirmed" },
  ],
  [
    "Google Forms",
    "delegates",
    `Timestamp,Email Address,Full name,Company,What is your job title?,Which talks interest you most?,Dietary requirements
2026/10/01 10:00:12 AM GMT+9,lena@example.org,Lena Holm,Holm AB,Developer,"Compilers, Design",Vegan`,
    { ...PASS },
    ["email", "lena@example.org"],
    { job_title: "Developer", favored_stream: null, notes: "Dietary requirements: Vegan" },
  ],
  [
    "Airtable",
    "speakers",
    `Full Name,Job Title,Organisation,Track,Short bio,Headshot,Record ID
Mina Kade,Engineer,Eastwind,Technology,Mina builds parsers.,mina.jpg (https://dl.airtable.com/x),rec1`,
    {},
    ["external_id", "rec1"],
    { name: "Mina Kade", title: "Engineer", company: "Eastwind", category: "tech" },
  ],
  [
    "Meetup",
    "delegates",
    `Name	User ID	Title	Event Host	RSVP	Guests	RSVPed on	Joined Group on	URL of Member Profile
Lena Holm	user 901		No	Yes	0	10/01/2026	01/01/2020	https://meetup.example/lena`,
    { ...PASS, "fill:email": "members@example.org" },
    ["external_id", "user 901"],
    { name: "Lena Holm", status: "confirmed", email: "members@example.org" },
  ],
];

test.each(EXPORTS)(
  "an export of %s is imported unedited, and the second time without questions",
  async (...one) => {
    const [, screen, content, chosen, [column, value], has] = one;
    const page = await bring(content, screen, chosen as Record<string, string>);
    expect(page.text).toMatch(/rows?: \d+ new/);
    await lists.press(page, { mail: "none" });
    expect(row(screen, column, value)).toMatchObject(has);
    const again = await lists.preview(content, screen);
    expect(again.text).toMatch(/Nothing changes|unchanged, 1 left out/);
  },
);

const SESSIONS = "Session Id,Title,Session format,Track,Scheduled At,Scheduled Duration,Speakers,Speaker Ids";
const five = (titles: string[]) =>
  [SESSIONS, ...titles.map((title, at) => `${9000 + at},${title},Panel,Technology,1:00 PM,30,,`)].join("\n");

test("a second export with five changes updates five rows, old and new side by side", async () => {
  const titles = Array.from({ length: 8 }, (_, at) => `Talk ${at}`);
  await lists.press(await bring(five(titles), "program"));
  const before = db.count("program_sessions");
  const changed = five(titles.map((title, at) => (at < 5 ? `${title}!` : title)));
  const page = await lists.preview(changed, "program");
  expect(page.text).toContain("8 rows: 5 changed, 3 unchanged.");
  expect(page.text).toContain("Title: Talk 0 → is now Talk 0!");
  await lists.press(page);
  expect(db.count("program_sessions")).toBe(before);
  expect(row("program", "external_id", "9004")).toMatchObject({ title: "Talk 4!" });
});

test("another tool's sessions with the same ids and times rename none of the first tool's", async () => {
  await lists.press(await bring(five(["Bees", "Wasps"]), "program"));
  const before = db.rows("select title, external_id from program_sessions order by id");
  const page = await lists.preview(five(["Ants", "Moths"]), "program");
  expect(page.text).toContain("This ID belongs to “Bees”, but nothing else in this row agrees with it.");
  expect(page.text).not.toContain("is now");
  expect(db.rows("select title, external_id from program_sessions order by id")).toEqual(before);
});

test("blank cells of a list with known columns are asked about the first time, and may stay blank", async () => {
  const content =
    "Full Name,Job Title,Employer,Track\nMina Kade,Lead,,Technology\nKen Mori,Lead,Nib,Technology";
  const page = await bring(content, "speakers");
  expect(page.asked).toContain("Company For 1 row without a value.");
  expect(page.text).toContain("2 rows: 1 new, 1 left out.");
  expect((await lists.preview(content, "speakers")).text).toContain("2 rows: 1 new, 1 left out.");
});

test("a value that an organiser added for a blank survives the next import, even without ids", async () => {
  const content = "Full Name,Employer,Short bio,Track\nMina Kade,,,Technology";
  await lists.press(await bring(content, "speakers", NEEDED));
  app.sqlite.exec("update speakers set company = 'Eastwind', bio = 'Hers' where name = 'Mina Kade'");
  expect((await lists.preview(content, "speakers")).text).toContain("1 row. Nothing changes.");
  const changed = await lists.preview(content.replace(",,,", ",Westwind,,"), "speakers");
  expect(changed.text).toContain("Company: Eastwind → is now Westwind");
});

test("unanswered questions are asked again with the form as sent, and new words with the next file", async () => {
  const content = "Speaker Name,Employer,Stream\nMina Kade,Eastwind,Languages";
  const { html, text } = await lists.preview(content, "speakers");
  expect(text).toContain("“Languages” Category, 1 row");
  const refused = await lists.match(html, { "fill:title": "Lead" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("There is a problem Choose a meaning for “Languages”.");
  expect(refused.html).toContain('value="Lead"');
  const page = await lists.match(refused.html, { "word:category:Languages": "leave these rows out" });
  expect(page.text).toContain("Rows with “Languages” are left out, as selected.");
  const next = await lists.preview(content.replace("Languages", "Design"), "speakers");
  expect(next.text).toContain("“Design” Category, 1 row");
  const both = await lists.match(next.html, { "word:category:Design": "Technology" });
  expect(both.text).toContain("1 row: 1 new.");
  expect((await lists.preview(content, "speakers")).text).toContain("Rows with “Languages” are left out");
  const again = await organiser.get(
    `/admin/speakers/import?file=${/file=([\w.-]+)/.exec(both.html)?.[1]}&match`,
  );
  expect(visibleText(await again.text())).toContain("Columns");
});

test("the guests of one order are three people, however often their list is imported", async () => {
  const order = (name: string) => `${name},buyer@example.org,R7K2P,PR Pass,Guest`;
  const guests = ["Ida Grey", "Gus Grey", "Hal Grey"];
  for (const names of [guests, guests.toReversed(), guests]) {
    const content = ["Name,Email,Order code,Ticket Type,Job Title", ...names.map(order)].join("\n");
    const page = await bring(content, "delegates");
    if (page.text.includes("Nothing changes.")) continue;
    expect(page.text).toContain("3 rows: 3 new.");
    await lists.press(page, { mail: "none" });
  }
  const stored = db.rows("select name, external_id from delegates order by name");
  expect(stored).toEqual(guests.toSorted().map((name) => ({ name, external_id: null })));
});

test("an id finds a row that agrees in name or address; another row is left out, with its reason", async () => {
  const content = (name: string, email: string) =>
    `Name,Email,Attendee ID,Ticket Type,Job Title\n${name},${email},A-1,PR Pass,Guest`;
  await lists.press(await bring(content("Lena Berg", "lena@example.org"), "delegates"), { mail: "none" });
  const renamed = await lists.preview(content("Lena Holm", "lena@example.org"), "delegates");
  expect(renamed.text).toContain("Full Name: Lena Berg → is now Lena Holm");
  const moved = await lists.preview(content("Lena Berg", "lena@new.example"), "delegates");
  expect(moved.text).toContain("Email Address: lena@example.org → is now lena@new.example");
  const other = await lists.preview(content("Omar Haddad", "omar@example.org"), "delegates");
  expect(other.text).toContain(
    "This ID belongs to “Lena Berg”, but nothing else in this row agrees with it.",
  );
});

test.each(["speakers", "program"] as const)(
  "another tool's column of numbers called ID changes no item of %s",
  async (screen) => {
    const before = db.rows(`select * from ${TABLE[screen]} order by id`);
    const head = screen === "speakers" ? "ID,Name,Title,Company,Category" : "ID,Title,Time,Type,Track";
    const rest = screen === "speakers" ? "Lead,Quill,Technology" : "9:00 AM,panel,Technology";
    const content = [head, `1,Ada Made,${rest}`, `2,Bea Made,${rest}`].join("\n");
    const page = await bring(content, screen);
    expect(page.text).toContain("2 rows: 2 new.");
    await lists.press(page);
    const after = db.rows(`select * from ${TABLE[screen]} order by id`);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(-2)).toMatchObject([{ external_id: "1" }, { external_id: "2" }]);
    expect((await lists.preview(content, screen)).text).toContain("2 rows. Nothing changes.");
  },
);

test("a column ID without cells, or a column Reference of numbers, is not taken for this site’s", async () => {
  const blank = await bring(
    "ID,First Name,Last Name,Job Title,Company,Track\n,Ann,Lee,Dev,Quill,Technology",
    "speakers",
  );
  expect(blank.text).toContain("1 row: 1 new.");
  expect(blank.text).toContain("Row 2 Ann Lee New");
  const people = `Reference,${HEAD_OF_PEOPLE}\n8812345678,Ann Lee,ann@example.org,Dev,PR Pass`;
  const page = await bring(people, "delegates");
  expect(page.text).toContain("1 row: 1 new.");
  await lists.press(page, { mail: "none" });
  app.sqlite.exec("update delegates set reference = '0123456789'");
  const ours = `${HEAD_OF_PEOPLE},Reference\nAnn Roy,ann@example.org,Dev,PR Pass,0123456789`;
  const again = await bring(ours, "delegates");
  expect(again.text).toContain("Full Name: Ann Lee → is now Ann Roy");
});
const HEAD_OF_PEOPLE = "Full Name,Email Address,Job Title,Delegate Type";

/** The fields of the form that matches columns, with the guessed choices. */
const guesses = async (content: string, screen: Screen) =>
  answersIn((await lists.preview(content, screen)).html, 'value="match"').fields;

const STATUS_WORDS = `Name,Email,Ticket Type,Order Status,Title at company
Tess Marchesi,tess@example.org,PR Pass,Confirmed,Editor
Ira Halloway,ira@example.org,PR Pass,Unconfirmed,Editor
Olu Brandt,olu@example.org,PR Pass,Not confirmed,Editor
Nia Castellan,nia@example.org,Non-media pass,To be confirmed,Editor
Sue Vane,sue@example.org,No media pass (PR),constructor,Editor`;

test("a word that only contains a known one is asked about, and never taken for its opposite", async () => {
  expect(await guesses(STATUS_WORDS, "delegates")).toMatchObject({
    "word:status:Unconfirmed": "",
    "word:status:Not confirmed": "",
    "word:status:To be confirmed": "",
    "word:status:constructor": "",
    "word:registrationType:Non-media pass": "",
    "word:registrationType:No media pass (PR)": "",
  });
  const types = "Session Title,Time,Session format,State\nTwo,9:00 AM,Not a workshop,Not cancelled";
  expect(await guesses(types, "program")).toMatchObject({
    "word:type:Not a workshop": "",
    "word:status:Not cancelled": "",
  });
});

test("a word of withdrawal cancels who is here and leaves a new row out, also if an earlier file lacked it", async () => {
  // The site asks about the unknown column, and remembers the answers.
  const head = "Name,Email,Ticket Type,Attendee Status,Job Title,Shirt";
  const lena = (status: string) => `Lena Berg,lena@example.org,PR Pass,${status},Dev,Blue`;
  await lists.press(await bring(`${head}\n${lena("Attending")}`, "delegates"), { mail: "none" });
  const content = `${head}\n${lena("Not Attending")}\nOmar Haddad,omar@example.org,PR Pass,Refunded,Dev,Blue`;
  const next = await lists.preview(content, "delegates");
  expect(next.text).toContain("2 rows: 1 changed, 1 left out. 1 registration becomes cancelled.");
  expect(next.text).toContain("Rows with “Refunded” are left out if they are new.");
  await lists.press(next, { mail: "none" });
  expect(db.rows("select name, status from delegates")).toEqual([{ name: "Lena Berg", status: "cancelled" }]);
});

test("the meanings that are remembered contain no word of the list", async () => {
  const content = "Speaker Name,Employer,Stream,TagLine\nMina Kade,Eastwind,My kidneys hurt,Lead";
  await bring(content, "speakers", { "word:category:My kidneys hurt": "Technology" });
  const kept = JSON.stringify(db.rows("select * from import_matches"));
  expect(kept).toContain("Technology");
  expect(kept).not.toMatch(/kidneys|Mina|Eastwind/);
});

type Link = Record<"name" | "title" | "role", string>;
const links = () =>
  db.rows(`select s.name, p.title, c.role from connections c join speakers s on s.id = speaker_id
    join program_sessions p on p.id = program_session_id order by c.id desc limit 3`) as Link[];

test("names in a list of sessions are connected, and unknown ones are created or left out", async () => {
  const known = db.value("select name from speakers");
  app.sqlite.prepare("update speakers set external_id = 'k1' where name = ?").run(known);
  const content = `${SESSIONS}\n1,Pair,Panel,Technology,1:00 PM,30,"${known}; Ada Made","k1, m1"`;
  const page = await bring(content, "program");
  expect(page.text).toContain("1 speaker not on the site yet Ada Made");
  expect(page.text).toContain(`Speakers: ${known}`);
  const refused = await lists.press(page, { create: "on", "new:category": "Technology" });
  expect(refused.status).toBe(422);
  expect(visibleText(await refused.text())).toContain("problem Title: Required Company: Required");
  expect(await lists.toastOf(await lists.press(page, { create: "on", ...NEW_SPEAKER }))).toContain(
    "1 session added, 1 speaker added.",
  );
  expect(links().slice(0, 2)).toEqual([
    { name: "Ada Made", title: "Pair", role: "speaker" },
    { name: known, title: "Pair", role: "speaker" },
  ]);
  const ada = { name: "Ada Made", company: "Quill", category: "tech" };
  expect(row("speakers", "external_id", "m1")).toMatchObject(ada);
  expect((await lists.preview(content, "program")).text).toContain("1 row. Nothing changes.");
  expect(await lists.undoLast("program")).toContain("Import undone.");
  expect(row("speakers", "name", "Ada Made")).toBeUndefined();
  expect(row("program", "title", "Pair")).toBeUndefined();
});

const NEW_SPEAKER = { "new:title": "Guest", "new:company": "Quill", "new:category": "Technology" };
const named = (...cells: string[]) =>
  ["Title,Time,Type,Speakers", ...cells.map((cell, at) => `Talk ${at},${9 + at}:00,Panel,${cell}`)].join(
    "\n",
  );
const speaker = (name: string, externalId: string | null = null) =>
  app.sqlite
    .prepare(
      "insert into speakers (name, title, company, category, external_id) values (?, 'x', ?, 'tech', ?)",
    )
    .run(name, `Of ${name}`, externalId);

test("two names in one cell and a company in brackets name the speakers who exist", async () => {
  for (const name of ["Uma Hart", "Ben Ode", "Cy Twum"]) speaker(name);
  const page = await bring(named("Uma Hart & Ben Ode", "Uma Hart (Quill)", "Cy Twum and Ben Ode"), "program");
  for (const names of ["Uma Hart, Ben Ode", "Uma Hart", "Cy Twum, Ben Ode"])
    expect(page.text).toContain(`Speakers: ${names} `);
  expect(page.text).not.toContain("not on the site yet");
});

test("a name that several speakers have, or whose ID is another’s, is not connected, and the preview says so", async () => {
  for (const [name, id] of [["Uma Hart"], ["Uma Hart"], ["Ben Ode", "b1"]] as const) speaker(name, id);
  const content = `Title,Time,Type,Speakers,Speaker Ids\nTalk,9:00,Panel,Uma Hart,\nOther,10:00,Panel,Cy Twum,b1`;
  const page = await bring(content, "program");
  expect(page.text).toMatch(/Not connected: “Uma Hart” may be speaker-\w+ \(Uma Hart, .+?\) or speaker-/);
  expect(page.text).toContain("Not connected: The ID of “Cy Twum” belongs to “Ben Ode”");
  const before = db.count("connections");
  await lists.press(page);
  expect(db.count("connections")).toBe(before);
});

test("a list replaces the speakers that it named before, but no one who was given another role", async () => {
  for (const name of ["Uma Hart", "Ben Ode", "Cy Twum"]) speaker(name);
  await lists.press(await bring(named('"Uma Hart, Ben Ode, Cy Twum"'), "program"));
  app.sqlite.exec("update connections set role = 'moderator' where id = (select max(id) from connections)");
  const next = await bring(named("Ben Ode"), "program");
  expect(next.text).toContain("Speakers: Uma Hart, Ben Ode, Cy Twum → is now Ben Ode, Cy Twum");
  await lists.press(next);
  expect(links().map(({ name, role }) => [name, role])).toContainEqual(["Cy Twum", "moderator"]);
  expect(links().map(({ name }) => name)).not.toContain("Uma Hart");
  expect((await bring(named("Ben Ode"), "program")).text).toContain("Nothing changes.");
  expect((await bring(named(""), "program")).text).toContain("Nothing changes.");
  expect(await lists.undoLast("program")).toContain("Import undone.");
  expect(links().map(({ name }) => name)).toContain("Uma Hart");
});

test("a speaker with a single word or digits for a name is created only if chosen", async () => {
  const page = await bring(named("TBA", "Madonna", "Ada Made", "Bea Made & Cy Made"), "program");
  expect(page.text).toContain("4 speakers not on the site yet Ada Made These");
  expect(page.text).toContain("Create “Bea Made & Cy Made”, which");
  expect(page.text).toContain("Create “TBA”, which may not be a full name");
  await lists.press(page, { "also:Madonna": "on", create: "on", ...NEW_SPEAKER });
  const names = db.rows("select name from speakers where company = 'Quill' order by id");
  expect(names).toEqual([{ name: "Madonna" }, { name: "Ada Made" }]);
});

test("a connection whose title or name several items have is left out, with those items", async () => {
  for (const [name, company] of [
    ["Uma Hart", "Quill"],
    ["Uma Hart", "Nib"],
    ["Ben Ode", "Nib"],
  ] as const)
    app.sqlite
      .prepare("insert into speakers (name, title, company, category) values (?, 'x', ?, 'tech')")
      .run(name, company);
  const talks = "Title,Time,Type\nRound table,9:00,panel\nRound table,10:00,panel\nOnly one,11:00,panel";
  await lists.press(await bring(talks, "program"));
  const content = "Session,Speaker,Role\nRound table,Ben Ode,speaker\nOnly one,Uma Hart,speaker";
  const page = await bring(content, "connections");
  expect(page.text).toContain("2 rows: 2 left out.");
  expect(page.text).toMatch(
    /Session: This may be session-\w+ \(Round table, 9:00\) or session-\w+ \(Round table, 10:00\)\. Enter the ID instead\./,
  );
  expect(page.text).toMatch(
    /Speaker: This may be speaker-\w+ \(Uma Hart, Quill\) or speaker-\w+ \(Uma Hart, Nib\)\./,
  );
  const [, key = ""] = /(session-\w+) \(Round table, 10:00\)/.exec(page.text) ?? [];
  const chosen = await bring(content.replace("Round table", key), "connections");
  expect(chosen.text).toContain("2 rows: 1 new, 1 left out.");
});

test("connections are exported, and imported by title and name or by id, with a role", async () => {
  const csv = await (await organiser.get("/admin/connections.csv")).text();
  expect(csv).toMatch(/^\ufeff?ID,Session,Speaker,Role\r\n/);
  expect((await lists.preview(csv, "connections")).text).toContain("Nothing changes.");
  const [one] = links();
  app.sqlite.exec("delete from connections");
  const id = db.value("select id from program_sessions order by id desc");
  const content = `Session,Speaker,Role\n"${one?.title}",${one?.name.toUpperCase()},Moderator\n${ownKey("session", id)},${one?.name},\nNone,${one?.name},`;
  const page = await lists.preview(content, "connections");
  expect(page.text).toContain("3 rows: 2 new, 1 left out.");
  expect(page.text).toContain("Session: Enter an existing title, name or ID.");
  await lists.press(page);
  expect(links()).toContainEqual({ ...one, role: "moderator" });
  const changed = await lists.preview(content.replace("Moderator", "panelist"), "connections");
  expect(changed.text).toContain("Role: moderator → is now panelist");
});

test("HTML and Markdown become plain text, as the preview shows it", async () => {
  const html = "<p>Learn <b>Rust</b> &amp; MARC.</p><ul><li>One</li><li>Two</li></ul><h2>Then</h2>";
  const markdown =
    "Learn **Rust** and _MARC_, see [the site](https://example.org/a_b_c) or snake_case_names.";
  const page = await bring(
    `Title,Time,Type,Abstract,Description\nHTML,9:00,Panel,"${html}",See <a href='https://example.org'>it</a>\nMarkdown,10:00,Panel,"${markdown}",`,
    "program",
  );
  expect(page.text).toContain(
    "Description: Learn Rust & MARC. - One - Two Then See it (https://example.org)",
  );
  await lists.press(page);
  expect(row("program", "title", "HTML")?.description).toBe(
    "Learn Rust & MARC.\n\n- One\n- Two\n\nThen\n\nSee it (https://example.org)",
  );
  expect(row("program", "title", "Markdown")?.description).toBe(
    "Learn Rust and MARC, see the site (https://example.org/a_b_c) or snake_case_names.",
  );
});

test("a column of check-ins makes delegates attended, and no email is sent to them", async () => {
  const content = `name,email,approval_status,checked_in_at,ticket_name,job_title
Ada Made,ada@example.org,approved,2025-09-11T08:00:00Z,PR Pass,Guest
Bea Made,bea@example.org,approved,,PR Pass,Guest
Cy Made,cy@example.org,approved,No,PR Pass,Guest`;
  await lists.press(await bring(content, "delegates"), { mail: "send" });
  expect(
    db.rows("select name, status, checked_in_at is not null as is_in from delegates order by id"),
  ).toEqual([
    { name: "Ada Made", status: "attended", is_in: 1 },
    { name: "Bea Made", status: "confirmed", is_in: 0 },
    { name: "Cy Made", status: "confirmed", is_in: 0 },
  ]);
  expect(db.values("select name from outbox join delegates d on d.id = delegate_id order by d.id")).toEqual([
    "Bea Made",
    "Cy Made",
  ]);
  expect((await lists.preview(content, "delegates")).text).toContain("3 rows. Nothing changes.");
});

test("a column that says what it is by its cells is guessed: addresses, telephone numbers, pages, times and days", async () => {
  const chosen = await guesses(
    "Wer,Wo,Wohin,Pass\nAda Made,ada@example.org,+46 70 000 00 00,PR Pass\nBea Made,n/a,,PR Pass\nCy Made,cy@example.org,,",
    "delegates",
  );
  expect(chosen).toMatchObject({ "column-0": "", "column-1": "email", "column-2": "phone" });
  const links = await guesses(
    "Name,Wo,Bild\nAda Made,https://example.org,https://example.org/ada.jpg",
    "speakers",
  );
  expect(links).toMatchObject({ "column-1": "links", "column-2": "" });
  const times = await guesses(
    "Titel,Wann,Welcher Tag,Was,Wo\nEins,9:00 AM,11 September 2025,x,Raum 2",
    "program",
  );
  expect(times).toMatchObject({ "column-1": "time", "column-2": "date", "column-3": "", "column-4": "" });
});

test("'Name' beside a first name is the last name, and 'Nombre' beside a last name is the first", async () => {
  for (const head of ["Vorname,Name", "Prénom,Nom"])
    expect(await guesses(`${head},X\nAda,Made,x`, "delegates")).toMatchObject({
      "column-0": "firstName",
      "column-1": "lastName",
    });
  const spanish = await guesses("Nombre,Apellidos,X\nAda,Made,x", "delegates");
  expect(spanish).toMatchObject({ "column-0": "firstName", "column-1": "lastName" });
});

const SHEETS: [language: string, screen: Screen, head: string, row: string][] = [
  [
    "German",
    "delegates",
    "Vorname,Nachname,E-Mail,Firma,Funktion,Telefon,Ticketart,Bemerkungen,Status",
    "Ada,Made,ada@example.org,Quill,Lead,+49 30 123456,PR Pass,Vegan,Bezahlt",
  ],
  [
    "French",
    "delegates",
    "Prénom,Nom,Adresse e-mail,Entreprise,Fonction,Téléphone,Type de billet,Remarques,Statut",
    "Ada,Made,ada@example.org,Quill,Lead,+33 1 23 45 67 89,PR Pass,Vegan,Confirmé",
  ],
  [
    "Spanish",
    "delegates",
    "Nombre,Apellidos,Correo electrónico,Empresa,Cargo,Teléfono,Tipo de entrada,Observaciones,Estado",
    "Ada,Made,ada@example.org,Quill,Lead,+34 600 000 000,PR Pass,Vegan,Pagado",
  ],
  [
    "Japanese",
    "delegates",
    "名,姓,メールアドレス,会社名,役職,電話番号,チケット種別,備考,ステータス",
    "Ada,Made,ada@example.org,Quill,Lead,+81 3 1234 5678,PR Pass,Vegan,参加",
  ],
  [
    "German",
    "speakers",
    "Referentin,Firma,Funktion,Thema,Kurzbiografie",
    "Ada Made,Quill,Lead,Technology,Hers",
  ],
  ["French", "speakers", "Intervenant,Société,Poste,Thème,Biographie", "Ada Made,Quill,Lead,Technology,Hers"],
  ["Spanish", "speakers", "Ponente,Empresa,Cargo,Tema,Biografía", "Ada Made,Quill,Lead,Technology,Hers"],
  ["Japanese", "speakers", "登壇者,所属,役職,トラック,プロフィール", "Ada Made,Quill,Lead,Technology,Hers"],
  [
    "German",
    "program",
    "Vortragstitel,Uhrzeit,Raum,Referenten,Vortragsart,Thema,Beschreibung",
    "Ada Made,9:00,Hall,,Panel,Technology,x",
  ],
  [
    "French",
    "program",
    "Titre,Horaire,Salle,Intervenants,Format,Thème,Résumé",
    "Ada Made,9:00,Hall,,Panel,Technology,x",
  ],
  [
    "Spanish",
    "program",
    "Título,Hora,Sala,Ponentes,Tipo,Tema,Resumen",
    "Ada Made,9:00,Hall,,Panel,Technology,x",
  ],
  [
    "Japanese",
    "program",
    "タイトル,開始時間,会場,登壇者,種別,トラック,概要",
    "Ada Made,9:00,Hall,,Panel,Technology,x",
  ],
];

test.each(SHEETS)(
  "a sheet with %s headings for %s is previewed without a question",
  async (_, screen, head, row) => {
    const { text } = await lists.preview(`${head}\n${row}`, screen);
    expect(text).toContain("1 row: 1 new.");
    expect(text).toContain("Row 2 Ada Made New");
    expect(text).not.toContain("not imported");
  },
);

test("names of what every JavaScript object has are headings, words and cells like any other", async () => {
  const keys = Object.getOwnPropertyNames(Object.prototype);
  const content = [keys.join(), keys.join(), keys.toReversed().join()].join("\n");
  for (const screen of ["speakers", "program", "delegates", "connections"] as const) {
    const asked = await lists.preview(content, screen);
    expect(asked.text).toContain("choose a field for each column");
    const targets = [...new Set(asked.html.match(/(?<=<option value=")[^"]+/g))];
    const chosen = Object.fromEntries(
      keys.map((_, at) => [`column-${at}`, targets[at % targets.length] ?? ""]),
    );
    const page = await lists.match(asked.html, chosen);
    expect([200, 303, 422]).toContain(page.status);
    const again = await lists.match(asked.html, {
      ...chosen,
      "word:__proto__:x": "y",
      "fill:__proto__": "z",
    });
    expect([200, 303, 422]).toContain(again.status);
  }
});

test("a list cannot move a connection to another speaker", async () => {
  const csv = await (await organiser.get("/admin/connections.csv")).text();
  const [head, first = ""] = csv.split("\r\n");
  const [, start, name] = /^(.*),([^,]+),\w+$/.exec(first) ?? [];
  const other = db.value("select name from speakers where name <> ? order by id desc", name);
  const page = await lists.preview(`${head}\n${start},${other},speaker`, "connections");
  expect(page.text).toContain("ID: This ID belongs to another connection. Leave it blank to add a new one.");
});

test("several photos are assigned to speakers by name; the others are reported", async () => {
  const list = `FirstName,LastName,Company,Track,TagLine
Zoë,Ås-Holm,Eastwind,Technology,Lead`;
  await lists.press(await bring(list, "speakers"));
  const body = new FormData();
  for (const name of ["as holm_ZOE.png", "stranger.png", "__proto__.png"])
    body.append("photos", new File([new Uint8Array(await photo())], name));
  const answer = await lists.send("/admin/speakers/photos", body);
  const text = visibleText(await answer.text());
  expect(answer.status).toBe(422);
  expect(text).toContain("2 photos could not be added.");
  for (const name of ["stranger.png", "__proto__.png"])
    expect(text).toContain(`${name} : No speaker has this name.`);
  expect(text).toContain("Added: Zoë Ås-Holm.");
  expect(row("speakers", "name", "Zoë Ås-Holm")?.image_url).toMatch(/^\/objects\/uploads\//);
});

test("after a refused photo, another choice with the same form is stored, and the same choice only once", async () => {
  for (const name of ["Uma Hart", "Vic Lund"]) speaker(name);
  const formId = crypto.randomUUID();
  const bytes = new Uint8Array(await photo());
  const choose = async (...names: string[]) => {
    const body = new FormData();
    body.set("formId", formId);
    for (const name of names) body.append("photos", new File([bytes], name));
    const answer = await lists.send("/admin/speakers/photos", body);
    return answer.status === 303 ? lists.toastOf(answer) : visibleText(await answer.text());
  };
  expect(await choose("Uma Hart.jpg", "DSC_0042.jpg")).toContain("1 photo could not be added.");
  expect(await choose("Vic Lund.jpg")).toContain("1 photo added.");
  expect(row("speakers", "name", "Vic Lund")?.image_url).toMatch(/^\/objects\/uploads\//);
  const stored = row("speakers", "name", "Vic Lund");
  expect(await choose("Vic Lund.jpg")).toContain("1 photo added.");
  expect(row("speakers", "name", "Vic Lund")).toEqual(stored);
});
