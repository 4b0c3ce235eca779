// Lists as other tools export them: their columns are matched, asked about once, and a second export updates.
import { beforeEach, expect, test } from "vitest";
import { type App, openSampleApp, visibleText } from "../support/app.ts";
import { answersIn } from "../support/forms.ts";
import { listsOf, type Screen } from "../support/lists.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
  lists = listsOf(app, organiser);
});

const TABLE = { speakers: "speakers", program: "program_sessions", delegates: "delegates" };
const row = (screen: keyof typeof TABLE, column: string, value: string) =>
  app.sqlite.prepare(`select * from ${TABLE[screen]} where ${column} = ?`).get(value) as Record<
    string,
    unknown
  >;

/** Sends the form for columns with what was chosen in it; answers the page it leads to. */
async function match(html: string, chosen: Record<string, string> = {}) {
  const { action, fields } = answersIn(html, 'value="match"');
  const answer = await organiser.post(action, { ...fields, intent: "match", ...chosen });
  const page = await organiser.follow(answer);
  const next = await page.text();
  return { status: answer.status, html: next, text: visibleText(next) };
}
const bring = async (content: string, screen: Screen, chosen: Record<string, string> = {}) => {
  const asked = await lists.preview(content, screen);
  const page = asked.html.includes('value="match"') ? await match(asked.html, chosen) : asked;
  return { asked: asked.text, ...page };
};

const NEEDED = { "fill:company": "Independent", "fill:category": "Technology", "fill:title": "Speaker" };
const PASS = { "fill:registrationType": "PR Pass", "fill:jobTitle": "Guest", "fill:status": "confirmed" };
type Case = [
  tool: string,
  screen: Exclude<Screen, "connections">,
  rows: string,
  chosen: object,
  found: [string, string],
  has: object,
];

const EXPORTS: Case[] = [
  [
    "Sessionize, speakers",
    "speakers",
    `Speaker Id,FirstName,LastName,Email,TagLine,Bio,LinkedIn,X (Twitter),Blog,Company Website,Profile Picture
1b2a,Mina,Kade,mina@example.org,Staff Engineer at Eastwind,Mina builds parsers.,https://linkedin.com/in/mina,,,https://eastwind.example,https://sessionize.com/image/mina.jpg
77bb,Ken,森,ken@example.org,,,,,,,`,
    NEEDED,
    ["name", "Mina Kade"],
    { external_id: "1b2a", title: "Staff Engineer at Eastwind", company: "Independent", category: "tech" },
  ],
  [
    "Sessionize, sessions",
    "program",
    `Session Id,Title,Description,Owner,Owner Email,Status,Session format,Level,Language,Track,Owner Informed,Owner Confirmed,Room,Scheduled At,Scheduled Duration,Live Url,Recording Url,Speakers,Speaker Ids,Date Submitted
5001,Parsers for everyone,A talk.,Mina Kade,mina@example.org,Accepted,Panel (45 min),Introductory,English,Compilers,Yes,Yes,Room 1,8 Oct 2025 1:15 PM,45,,,Mina Kade,1b2a,01 Sep 2025`,
    { "word:track:Compilers": "Technology" },
    ["title", "Parsers for everyone"],
    { external_id: "5001", track: "tech", type: "panel", room: "Room 1" },
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
    { name: "Omar Said", status: "confirmed", registration_type: "pr_pass", job_title: "Guest" },
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
  "an export of %s comes in unedited, and the second time nothing is asked",
  async (...one) => {
    const [, screen, content, chosen, [column, value], has] = one;
    const page = await bring(content, screen, chosen as Record<string, string>);
    expect(page.asked).toContain("What the columns become");
    expect(page.text).toMatch(/rows?: \d+ new/);
    await lists.press(page, { mail: "none" });
    expect(row(screen, column, value)).toMatchObject(has);
    const again = await lists.preview(content, screen);
    expect(again.text).toMatch(/Nothing changes|as they are, 1 left out/);
  },
);
