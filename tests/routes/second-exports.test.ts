// A second export of each tool, with five changes, updates what the first one brought.
import { beforeEach, expect, test } from "vitest";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";

let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  await openOrganised();
  lists = listsOf(app, organiser);
});

type Guest = { id: number; first: string; last: string; email: string; company: string; isIn: boolean };
type Tool = { head: string; row: (guest: Guest) => string; separator?: string };
const TOOLS: Record<string, Tool> = {
  Eventbrite: {
    head: "Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Attendee Status,Job Title,Company,Cell Phone",
    row: ({ id, first, last, email, company, isIn }) =>
      `881,2026-10-01 10:00:00,${first},${last},${email},1,,PR Pass,${id},,Free Order,JPY,0,${isIn ? "Attending" : "Not Attending"},Guest,${company},`,
  },
  Tito: {
    head: "Number,Ticket Created Date,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Company Name,Ticket Phone Number,Event,Void Status,Price,Ticket Reference,Tags,Order Reference,Order Name,Order Email,Job Title",
    row: ({ id, first, last, email, company, isIn }) =>
      `${id},2026-10-01,PR Pass,${first} ${last},${first},${last},${email},${company},,Conf,${isIn ? "" : "Voided"},10.0,ABCD-${id},,ABCD,Lena Holm,buyer@example.org,Guest`,
  },
  pretix: {
    head: "Order code;Position ID;Status;Email;Order date;Product;Price;Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company;Secret;Job Title",
    row: ({ id, first, last, email, company, isIn }) =>
      `X8F2A;${id};${isIn ? "paid" : "canceled"};buyer@example.org;2026-10-01;PR Pass;50.00;${first} ${last};${first};${last};${email};${company};s${id};Guest`,
  },
  "Hi.Events": {
    head: "ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Product ID,Product Name,Event ID,Public ID,Short ID,Created Date,Last Updated Date,Notes,Job Title,Company",
    row: ({ id, first, last, email, company, isIn }) =>
      `${id},${first},${last},${email},${isIn ? "ACTIVE" : "CANCELLED"},No,,3,PR Pass,7,A-${id},a_${id},2026-10-01,2026-10-01,,Guest,${company}`,
  },
  Luma: {
    head: "api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,ticket_type_id,ticket_name,job_title,company",
    row: ({ id, first, last, email, company, isIn }) =>
      `gst-${id},,${first},${last},${email},,2026-10-01,${isIn ? "approved" : "declined"},,,,,tt-1,PR Pass,Guest,${company}`,
  },
  Konfhub: {
    head: "Registration ID,Name,Email Address,Country Code,Phone Number,Designation,Organisation,Ticket Name,Registered At,Registration Status,Check-in Status",
    row: ({ id, first, last, email, company, isIn }) =>
      `kh-${id},${first} ${last},${email},81,,Guest,${company},PR Pass,2026-10-01,${isIn ? "Active" : "Cancelled"},No`,
  },
  Whova: {
    head: "Attendee ID,First Name,Last Name,Email,Affiliation,Position,Ticket Type,Status",
    row: ({ id, first, last, email, company, isIn }) =>
      `${id},${first},${last},${email},${company},Guest,PR Pass,${isIn ? "Confirmed" : "Refunded"}`,
  },
  Meetup: {
    head: "Name\tUser ID\tEmail\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tURL of Member Profile\tCompany",
    row: ({ id, first, last, email, company, isIn }) =>
      `${first} ${last}\tuser ${id}\t${email}\t\tNo\t${isIn ? "Yes" : "No"}\t0\t10/01/2026\thttps://meetup.example/${id}\t${company}`,
  },
  Airtable: {
    head: "Full Name,Email,Job Title,Organisation,Ticket,Status,Record ID",
    row: ({ id, first, last, email, company, isIn }) =>
      `${first} ${last},${email},Guest,${company},PR Pass,${isIn ? "Confirmed" : "Cancelled"},rec${id}`,
  },
  "Google Forms": {
    head: "Timestamp,Email Address,Full name,Company,What is your job title?,Ticket,Status,Dietary requirements",
    row: ({ id, first, last, email, company, isIn }) =>
      `2026/10/01 10:00:0${id} AM GMT+9,${email},${first} ${last},${company},Guest,PR Pass,${isIn ? "Paid" : "Refunded"},`,
  },
  "Microsoft Forms": {
    head: "ID;Start time;Completion time;Email;Name;First Name;Last Name;Email Address;Company;Job Title;Ticket;Status",
    row: ({ id, first, last, email, company, isIn }) =>
      `${id};10/1/26 10:00:12;10/1/26 10:02:12;anonymous;;${first};${last};${email};${company};Guest;PR Pass;${isIn ? "Confirmed" : "Cancelled"}`,
  },
};

const guest = (id: number, first: string, changed: Partial<Guest> = {}): Guest => {
  const email = `${first.toLowerCase()}@example.org`;
  return { id, first, last: "Holm", email, company: "Eastwind", isIn: true, ...changed };
};
const FIRST = ["Lena", "Omar", "Yuki", "Ana", "Tom"].map((name, at) => guest(at + 1, name));
const SECOND = [
  guest(1, "Lena", { last: "Berg" }),
  guest(2, "Omar", { email: "omar@new.example" }),
  guest(3, "Yuki", { isIn: false }),
  guest(4, "Ana", { company: "Westwind" }),
  guest(5, "Tom"),
  guest(6, "Zoë", { email: "zoe@example.org" }),
];
const GUESTS = { "fill:registrationType": "PR Pass", "fill:jobTitle": "Guest" };

test.each(Object.entries(TOOLS))("a second export of %s: five of five changes", async (_, { head, row }) => {
  const listOf = (guests: Guest[]) => [head, ...guests.map(row)].join("\n");
  const first = await lists.bring(listOf(FIRST), "delegates", GUESTS);
  expect(first.text).toContain("5 rows: 5 new.");
  await lists.press(first, { mail: "none" });
  const second = await lists.preview(listOf(SECOND), "delegates");
  expect(second.text).toContain("6 rows: 1 new, 4 changed, 1 unchanged. 1 registration becomes cancelled.");
  await lists.press(second, { mail: "none" });
  expect(db.rows("select id, name, email, company, status from delegates order by id")).toEqual(
    SECOND.map(({ id, first, last, email, company, isIn }) => ({
      id,
      name: `${first} ${last}`,
      email,
      company,
      status: isIn ? (db.value("select status from delegates where id = 5") as string) : "cancelled",
    })),
  );
  expect((await lists.preview(listOf(SECOND), "delegates")).text).toContain("6 rows. Nothing changes.");
});

const PROGRAMS: Record<string, Record<"speakers" | "program", (rows: string[][]) => string>> = {
  Sessionize: {
    speakers: (rows) =>
      [
        "Speaker Id,FirstName,LastName,Email,TagLine,Bio,LinkedIn,X (Twitter),Blog,Company Website,Profile Picture",
        ...rows.map(([id, first, last, email]) => `${id},${first},${last},${email},Lead,,,,,,`),
      ].join("\n"),
    program: (rows) =>
      [
        "Session Id,Title,Description,Owner,Owner Email,Status,Session format,Level,Language,Track,Room,Scheduled At,Scheduled Duration,Speakers,Speaker Ids,Date Submitted",
        ...rows.map(
          ([id, title, time, isOn, speaker, speakerId]) =>
            `${id},${title},,O,o@example.org,${isOn ? "Accepted" : "Withdrawn"},Panel,,,Technology,Room 1,11 Sep 2025 ${time},45,${speaker},${speakerId},01 Sep 2025`,
        ),
      ].join("\n"),
  },
  pretalx: {
    speakers: (rows) =>
      [
        "ID,Name,Email,Biography,Picture,Proposal IDs,Proposal titles",
        ...rows.map(([id, first, last, email]) => `${id},${first} ${last},${email},,,T1,Talk`),
      ].join("\n"),
    program: (rows) =>
      [
        "ID,Proposal title,Session type,Track,Proposal state,Speaker IDs,Speaker names,Start (date),Start (time),End (date),End (time),Room",
        ...rows.map(
          ([id, title, time, isOn, speaker, speakerId]) =>
            `${id},${title},Panel,Technology,${isOn ? "confirmed" : "withdrawn"},${speakerId},${speaker},2025-09-11,${time},2025-09-11,,Room 1`,
        ),
      ].join("\n"),
  },
};
const NEEDED = { "fill:company": "Eastwind", "fill:category": "Technology", "fill:title": "Speaker" };

test.each(Object.entries(PROGRAMS))("second exports of %s: five of five changes", async (_, tool) => {
  const bring = async (screen: "speakers" | "program", rows: string[][], chosen = {}) => {
    const page = await lists.bring(tool[screen](rows), screen, chosen);
    await lists.press(page);
    return page.text;
  };
  app.sqlite.exec("delete from connections; delete from speakers; delete from program_sessions");
  await bring(
    "speakers",
    [
      ["S1", "Ada", "Made", "ada@example.org"],
      ["S2", "Bo", "Lind", "bo@example.org"],
    ],
    NEEDED,
  );
  await bring("program", [
    ["T1", "Parsers", "10:00", "on", "Ada Made", "S1"],
    ["T2", "Grids", "11:00", "on", "Bo Lind", "S2"],
  ]);
  const speakers = await bring(
    "speakers",
    [
      ["S1", "Ada", "Okoro", "ada@example.org"],
      ["S2", "Bo", "Lind", "bo@new.example"],
      ["S3", "Cy", "Twum", "cy@example.org"],
    ],
    NEEDED,
  );
  expect(speakers).toContain("3 rows: 1 new, 2 changed.");
  const program = await bring("program", [
    ["T1", "Parsers", "14:00", "on", "Ada Okoro", "S1"],
    ["T2", "Grids", "11:00", "", "Bo Lind", "S2"],
  ]);
  expect(program).toContain("2 rows: 2 changed. 1 session becomes cancelled.");
  expect(db.rows("select name, email from speakers order by id")).toEqual([
    { name: "Ada Okoro", email: "ada@example.org" },
    { name: "Bo Lind", email: "bo@new.example" },
    { name: "Cy Twum", email: "cy@example.org" },
  ]);
  expect(
    db.rows(`select p.title, p.time, p.status, s.name from program_sessions p
      join connections on program_session_id = p.id join speakers s on s.id = speaker_id order by p.id`),
  ).toMatchObject([
    { title: "Parsers", time: expect.stringMatching(/^2:00/), status: "scheduled", name: "Ada Okoro" },
    { title: "Grids", status: "cancelled", name: "Bo Lind" },
  ]);
});
