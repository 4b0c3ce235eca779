// Lists from spreadsheets, online forms and other programs, and the rows imported from them.
import { expect, test } from "vitest";
import { ownKey } from "#app/models/import/own-key.server.ts";
import {
  ANA,
  type Kind,
  openImports,
  PROGRAM,
  type Row,
  rowText,
  SPEAKERS,
} from "../support/import-models.ts";

const [ONE, TALK] = [ownKey("speaker", 1), ownKey("session", 1)];
const DELEGATES = "Delegate Type,Full Name,Email Address,Job Title,Phone Number";
const speakers = (...lines: string[]) => [SPEAKERS, ...lines].join("\r\n");

const QUOTES: [what: string, file: string, imported: string[]][] = [
  [
    "a sign for inches",
    speakers('Ada,5" screen,Quill,b2c', "Bea,x,y,b2c"),
    ['Ada / 5" screen / Quill', "Bea / x / y"],
  ],
  [
    "inches at a cell’s end",
    speakers('Ada,TV 19",Quill,b2c', 'Bea,"x, y",z,b2c'),
    ['Ada / TV 19" / Quill', "Bea / x, y / z"],
  ],
  [
    "a word in marks first",
    speakers('"Ada" Smith,x,y,b2c', '"Bea, Dr.",x,y,b2c'),
    ['"Ada" Smith / x / y', "Bea, Dr. / x / y"],
  ],
  [
    "an open mark in the middle of the file",
    speakers("Ada,x,y,b2c", '"Bea,x,y,b2c', '"Cy, Dr.",x,y,b2c', "Di,x,y,b2c"),
    ["Ada / x / y", '"Bea / x / y', "Cy, Dr. / x / y", "Di / x / y"],
  ],
  ["an open mark in the last row", speakers("Ada,x,y,b2c", '"Bea,x,y,b2c'), ["Ada / x / y", '"Bea / x / y']],
  [
    "an open mark where all else is in marks",
    speakers('"Ada,"x","y","b2c"', '"Bea","x","y","b2c"'),
    ['"Ada / x / y', "Bea / x / y"],
  ],
  [
    "a mark that is missing at the beginning",
    speakers('Ada","x","y","b2c"', "Bea,x,y,b2c"),
    ['Ada" / x / y', "Bea / x / y"],
  ],
  [
    "marks inside marks that are not doubled",
    speakers('"Ada "the pen" Lee",x,y,b2c'),
    ['"Ada "the pen" Lee" / x / y'],
  ],
  [
    "doubled marks, commas and line breaks in marks",
    speakers('"Ada ""the pen"" Lee","x, y","a\n""b""",b2c'),
    ['Ada "the pen" Lee / x, y / a "b"'],
  ],
  [
    "a space before a mark, as people type it",
    speakers('Ada, "Lead, News" ,y,b2c'),
    ["Ada / Lead, News / y"],
  ],
  [
    "a mark in the headings",
    'Name,Title,Company,Category,Screen 5"\nAda,x,y,b2c,1\nBea,x,y,b2c,2',
    ["Ada / x / y", "Bea / x / y"],
  ],
];

test.each(QUOTES)("a quotation mark within text swallows no other cell: %s", async (_, file, imported) => {
  const site = await openImports();
  await site.importText("speaker", file);
  const speakers = site.rows("speaker").map(({ name, title, company }) => `${name} / ${title} / ${company}`);
  expect(speakers).toEqual(imported);
});

test("the preview shortens a long cell", async () => {
  const site = await openImports();
  await site.importText("speaker", `${SPEAKERS},Bio\nAda,x,y,b2c,Short`);
  const { rows } = await site.preview("speaker", `ID,Bio\n${ONE},${"word ".repeat(100)}`);
  expect(JSON.stringify(rows)).toContain(`${"word ".repeat(32).trim()}…`);
  expect(JSON.stringify(rows)).not.toContain("word ".repeat(33));
});

test("an invalid character skips its row", async () => {
  const site = await openImports();
  expect(await site.importText("speaker", speakers("A\u0001da,x,y,b2c", "Bea,x,y,b2c"))).toEqual([
    expect.stringContaining("leftOut A\u0001da | "),
    "added Bea | Title x | Company y | Category Consumer & Mass Media | Featured speaker no | Draft no",
  ]);
});

test("titles with the same words in another order are two sessions", async () => {
  const site = await openImports();
  const lines = ["Group 1 at table 2,9:00 AM,workshop,", "Group 2 at table 1,9:00 AM,workshop,"];
  await site.importText("session", [PROGRAM, ...lines].join("\n"));
  expect(site.rows("session")).toHaveLength(2);
});

test.each([
  ["b2c", "b2c"],
  ["B2C Stream", "b2c"],
  ["b2b stream", "b2b"],
  [" Tech  Stream ", "tech"],
  ["Media-Stream", "media"],
  ["Technology", "tech"],
  ["Consumer & Mass Media", "b2c"],
  ["Consumer and mass media", "b2c"],
])("%j is a track in all three lists", async (word, track) => {
  const site = await openImports();
  await site.importText("speaker", speakers(`Ada,x,y,${word}`));
  await site.importText("session", `${PROGRAM}\nTalk,9:00,panel,${word}`);
  await site.importText("delegate", `${DELEGATES},Preferred Track\nPR Pass,Ada,a@example.com,x,,${word}`);
  expect(site.rows("speaker")).toMatchObject([{ category: track }]);
  expect(site.rows("session")).toMatchObject([{ track }]);
  expect(site.rows("delegate")).toMatchObject([{ favored_stream: track }]);
});

test("a session is identified by title, time and stream, and by an ID only if there is one", async () => {
  const site = await openImports();
  await site.importText("session", `${PROGRAM}\nQ&A,12:00,panel,b2c`);
  const tracks = ["tech", "Tech", "", "none"].map((track) => `Q&A,12:00,panel,${track}`);
  const again = ["q&a,12:00,panel,B2C", ...tracks];
  expect(await site.importText("session", [PROGRAM, ...again].join("\n"))).toEqual([
    "unchanged Q&A",
    "added Q&A | Time 12:00 | Type panel | Track Technology",
    "leftOut Q&A | This row has the same title, time and track as row 3.",
    "added Q&A | Time 12:00 | Type panel",
    "leftOut Q&A | This row has the same title, time and track as row 5.",
  ]);
});

test("a delegate is identified by address and name, in any case and spacing", async () => {
  const site = await openImports();
  await site.importText("delegate", `${DELEGATES}\nPR Pass,Rae Team,office@agency.example,Editor,`);
  const people = ["rae  team,OFFICE", "Sam Team,office", "SAM TEAM,office"];
  const again = people.map((person) => `PR Pass,${person}@agency.example,Editor,`);
  const same = "This row has the same email address and full name as";
  expect(await site.importText("delegate", [DELEGATES, ...again].join("\n"))).toEqual([
    "unchanged Rae Team",
    "added Sam Team | Delegate Type PR Pass | Status pending | Email Address office@agency.example | Job Title Editor | Preferred Track Not specified",
    `leftOut SAM TEAM | ${same} row 3.`,
  ]);
});

const SAME_AGAIN: [kind: Kind, first: string, again: string][] = [
  ["delegate", "Sean O’Brien", "Sean O'Brien"],
  ["delegate", "José Núñez", "Jose Nunez"],
  ["delegate", "José Núñez", '"Núñez, José"'],
  ["delegate", "Anne-Marie Roy", "Anne‑Marie Roy"],
  ["session", "Ada’s talk,9:00 – 10:00", "Ada's talk,9:00-10:00"],
];

test.each(SAME_AGAIN)(
  "a %s named %s and %s in two files is the same, and keeps its spelling",
  async (kind, first, again) => {
    const site = await openImports();
    const file = (row: string) =>
      kind === "delegate"
        ? `${DELEGATES}\nPR Pass,${row},x@example.com,Editor,`
        : `${PROGRAM}\n${row},panel,b2c`;
    await site.importText(kind, file(first), { sendsMail: true });
    const [row] = await site.importText(kind, file(again), { sendsMail: true });
    expect(row).toMatch(/^unchanged /);
    expect(row).not.toContain(" | ");
  },
);

test.each(["राम,रमा", "かき,がき", "C++,C#", "Ann Lee,Anne Lee"])("%s are two delegates", async (names) => {
  const site = await openImports();
  const lines = names.split(",").map((name) => `PR Pass,${name},x@example.com,Editor,`);
  await site.importText("delegate", [DELEGATES, ...lines].join("\n"));
  expect(site.rows("delegate")).toHaveLength(2);
});

test("a line break becomes a space in single-line cells and stays in multi-line ones", async () => {
  const site = await openImports();
  const breaks = ["\n", "\r\n", " \n ", "\u000b", "\u2028", "\t"];
  const lines = breaks.map(
    (end, index) => `"Ada${end}Lee ${index}","Lead,${end}News","The${end}Quill",b2c,"One\nTwo"`,
  );
  await site.importText("speaker", [`${SPEAKERS},Bio`, ...lines].join("\r\n"));
  const plain = ({ name, title, company, bio }: Row) =>
    [name, title, company].map((text) => String(text).replace(/ +/g, " ")).concat(String(bio));
  expect(site.rows("speaker").map(plain)).toEqual(
    breaks.map((_, index) => [`Ada Lee ${index}`, "Lead, News", "The Quill", "One\nTwo"]),
  );
  const session = '"A\ntalk","9:00 -\n10:00","panel\n",b2c,"One\nTwo"';
  await site.importText("session", `${PROGRAM},Description\n${session}`);
  expect(site.rows("session")).toMatchObject([
    { title: "A talk", time: "9:00 - 10:00", type: "panel", description: "One\nTwo" },
  ]);
  const delegate = 'PR Pass,"Ada\nLee","a@example.com\n","Lead\nNews","+61\n400","One\nTwo"';
  await site.importText("delegate", `${DELEGATES},Additional Information\n${delegate}`);
  expect(site.rows("delegate")).toMatchObject([
    { name: "Ada Lee", email: "a@example.com", job_title: "Lead News", phone: "+61 400", notes: "One\nTwo" },
  ]);
});

test.each([
  ["Image URL", "https://img.example/ada.jpg", "Not imported: Image “https://img.example/ada.jpg”"],
  ["Image", "ada.jpg", "Not imported: Image “ada.jpg”"],
  ["imageUrl", "//img.example/ada.jpg", "Not imported: Image “//img.example/ada.jpg”"],
])("a speaker is imported without the image in a column %j with %j", async (heading, cell, remark) => {
  const site = await openImports();
  const [row] = await site.importText("speaker", `${SPEAKERS},${heading}\nAda,x,y,b2c,${cell}`);
  expect(row).toMatch(/^added Ada /);
  expect(row).toContain(`${remark} (upload images in the speaker forms)`);
  site.sqlite.exec("update speakers set image_url = '/images/kept.webp'");
  const [again] = (await site.preview("speaker", `ID,Name,${heading}\n${ONE},Ada,${cell}`)).rows;
  expect(rowText(again ?? {})).toContain(`unchanged Ada | ${remark}`);
  expect(site.rows("speaker")).toMatchObject([{ image_url: "/images/kept.webp" }]);
});

test.each([
  ["Image,Image URL", ",https://img.example/a.jpg", "Image URL"],
  ["Photo", "https://img.example/a.jpg", "Photo"],
])("from the image columns %s with %s, %s is skipped with a notice", async (headings, cells, skipped) => {
  const site = await openImports();
  const { ignored, rows } = await site.preview("speaker", `${SPEAKERS},${headings}\nAda,x,y,b2c,${cells}`);
  expect([ignored, rows.map(({ outcome }) => outcome)]).toEqual([[skipped], ["added"]]);
});

test.each([
  ["networking", "Networking", "networking"],
  ["Tea break", "Tea break", "tea break"],
  ["Lunch", "Lunch", "lunch"],
  ["", "Break", "break"],
])("a break of the type %j without a title is called %j", async (cell, title, type) => {
  const site = await openImports();
  const answers = { [`word:type:${cell}`]: cell };
  const [row] = await site.importText("session", `${PROGRAM}\n ,10:30,${cell},`, { answers });
  const remark = `This session has no title and will be called “${title}”`;
  expect(row).toContain(`added ${title} | Time 10:30 | Type ${type} | ${remark}`);
  expect(site.rows("session")).toMatchObject([{ title, type, time: "10:30" }]);
});

test("a talk without a title is skipped, and so is a break that loses its title", async () => {
  const site = await openImports();
  const preview = async (text: string) => (await site.preview("session", text)).rows.map(rowText);
  expect(await preview(`${PROGRAM}\n,9:00,Keynote,`)).toEqual(["leftOut  | Required"]);
  await site.importText("session", `${PROGRAM}\nTea,10:30,networking,`);
  expect(await preview(`ID,Title\n${TALK},`)).toEqual(["leftOut Tea | Required"]);
});

const LOST = [
  ...["6.14E+10", "6,14E+10", "6E10", "#NUM!", "#VALUE!", "#REF!", "#N/A", "#NAME?", "#DIV/0!", "########"],
  ...["#WERT!", "#NV", "#N/D", "#I/T", "#N/B", "#Н/Д", "#YOK", "#¡DIV/0!", "#DEEL/0!", "#GETTING_DATA"],
  "Err:502",
];

test.each(LOST)("a telephone number that is now %s is reported and not stored", async (cell) => {
  const site = await openImports();
  const lost = `Not imported: Phone Number “${cell}” (a spreadsheet has damaged the value)`;
  const [row] = await site.importText("delegate", `${DELEGATES}\nPR Pass,Ada,a@example.com,x,"${cell}"`);
  expect(row).toMatch(/^added Ada /);
  expect(row).toContain(lost);
  expect(site.rows("delegate")).toMatchObject([{ phone: null }]);
  site.sqlite.exec("update delegates set phone = '+61 400 555 010'");
  const [{ reference } = {}] = site.rows("delegate");
  const update = `Reference,Job Title,Phone Number\n${reference},Lead,"${cell}"`;
  expect(await site.importText("delegate", update)).toEqual([`changed Ada | Job Title Lead | ${lost}`]);
  const { rows } = await site.preview("delegate", update);
  expect(rows).toMatchObject([{ outcome: "unchanged", remark: lost }]);
  expect(site.rows("delegate")).toMatchObject([{ phone: "+61 400 555 010" }]);
});

test.each(["+61 400 555 010", "0400555010", "#31#0400555010", "02 5550 1234 ext. 5"])(
  "the telephone number %s is kept",
  async (phone) => {
    const site = await openImports();
    await site.importText("delegate", `${DELEGATES}\nPR Pass,Ada,a@example.com,x,${phone}`);
    expect(site.rows("delegate")).toMatchObject([{ phone }]);
  },
);

test.each([
  "61400555010.0",
  "61400555010.00",
  " 61400555010.0 ",
  '"61400555010,0"',
  '="61400555010"',
  '"=""61400555010"""',
])("the telephone number in %s is read", async (cell) => {
  const site = await openImports();
  await site.importText("delegate", `${DELEGATES}\nPR Pass,Ada,a@example.com,x,${cell}`);
  expect(site.rows("delegate")).toMatchObject([{ phone: "61400555010" }]);
});

test("data lost by a spreadsheet in other cells is also reported, and a name may begin with #", async () => {
  const site = await openImports();
  await site.importText("speaker", `${SPEAKERS}\n#Team,#AI,#MeToo,b2c`);
  const lost = "Not imported: Company “#N/A” (a spreadsheet has damaged the value)";
  const preview = async (text: string) => (await site.preview("speaker", text)).rows.map(rowText);
  const [first] = await preview(`ID,Title,Company\n${ONE},Lead,#N/A\n${ONE},#REF!,x`);
  expect(first).toBe(`changed #Team | Title Lead | ${lost}`);
  expect(await preview(`${SPEAKERS}\nBea,#NAME?,y,b2c`)).toEqual(["leftOut Bea | Required"]);
  expect(site.rows("speaker")).toMatchObject([{ name: "#Team", title: "#AI", company: "#MeToo" }]);
});

test.each(["#NAME?", "########"])("a multi-line text that is now %s does not replace one", async (lost) => {
  const site = await openImports();
  await site.importText("speaker", `${SPEAKERS},Bio\nAda,x,y,b2c,Her life`);
  await site.importText("session", `${PROGRAM},Description\nTalk,9:00,panel,b2c,What it is`);
  const delegate = "PR Pass,Ada,a@example.com,x,,Vegan";
  await site.importText("delegate", `${DELEGATES},Additional Information\n${delegate}`);
  const [{ reference } = {}] = site.rows("delegate");
  const remark = (heading: string) =>
    `Not imported: ${heading} “${lost}” (a spreadsheet has damaged the value)`;
  expect(await site.importText("speaker", `ID,Title,Bio\n${ONE},Lead,${lost}`)).toEqual([
    `changed Ada | Title Lead | ${remark("Bio")}`,
  ]);
  expect(await site.importText("session", `ID,Title,Description\n${TALK},Panel,${lost}`)).toEqual([
    `changed Panel | Title Panel | ${remark("Description")}`,
  ]);
  const update = `Reference,Job Title,Additional Information\n${reference},Lead,${lost}`;
  expect(await site.importText("delegate", update)).toEqual([
    `changed Ada | Job Title Lead | ${remark("Additional Information")}`,
  ]);
  expect(site.rows("speaker")).toMatchObject([{ bio: "Her life" }]);
  expect(site.rows("session")).toMatchObject([{ description: "What it is" }]);
  expect(site.rows("delegate")).toMatchObject([{ notes: "Vegan" }]);
});

test.each(["", ",,,"])("rows below thousands of empty ones (%j) are imported", async (empty) => {
  const site = await openImports();
  const gap = Array(5_000).fill(empty);
  const lines = [...gap, speakers("Ada,x,y,b2c", ...gap, "Bea,x,y,b2c")];
  const { rows } = await site.preview("speaker", lines.join("\n"));
  expect(rows).toMatchObject([
    { row: 5_002, name: "Ada", outcome: "added" },
    { row: 10_003, name: "Bea", outcome: "added" },
  ]);
});

test("a new row is compared with the outcome of rows above it", async () => {
  const site = await openImports();
  await site.importText("speaker", `${SPEAKERS}\nAda,x,y,b2c`);
  const { rows } = await site.preview(
    "speaker",
    `ID,${SPEAKERS}\n${ONE},Eve,x,y,b2c\n,Eve,x,y,b2c\n,Ada,x,y,b2c`,
  );
  expect(rows.map(rowText)).toEqual([
    "changed Eve | Name Eve",
    "leftOut Eve | This row has the same name and company as row 2.",
    `leftOut Ada | This row has the same name and company as the speaker with the ID ${ONE}. To change that speaker, enter the ID in this row.`,
  ]);
});

test("a row of a preview shows every column that will be saved", async () => {
  const site = await openImports();
  const file = `${SPEAKERS},Bio,Featured speaker\nAda,L?rare,Bl?tt,b2c,Her l?fe,yes`;
  expect((await site.preview("speaker", file)).rows.map(rowText)).toEqual([
    "added Ada | Title L?rare | Company Bl?tt | Category Consumer & Mass Media | Featured speaker yes | Draft no | Bio Her l?fe",
  ]);
});

const ENCODED: [encoding: string, bytes: number[], guessed: string, read: string][] = [
  ["utf-8", [0xc3, 0x85, 0x73, 0x61], "Åsa", "Åsa"],
  ["windows-1252", [0xc5, 0x73, 0x61, 0x92], "Åsa’", "Åsa’"],
  ["windows-1250", [0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a], "£ukasz", "Łukasz"],
  ["windows-1251", [0xc0, 0xed, 0xed, 0xe0], "Àííà", "Анна"],
  ["macintosh", [0x81, 0x73, 0x61, 0xd5], "\u0081saÕ", "Åsa’"],
];

test.each(ENCODED)(
  "a file in %s is read again in that encoding, and imported as previewed",
  async (encoding, letters, guessed, read) => {
    const site = await openImports();
    const bytes = Uint8Array.of(...Buffer.from(`${SPEAKERS}\n`), ...letters, ...Buffer.from(",x,y,b2c"));
    const first = await site.preview("speaker", bytes);
    expect(first.rows).toMatchObject([{ name: guessed }]);
    const file = first.file.replace(first.reading?.value ?? "none", encoding);
    const second = await site.previewImport("speaker", file, ANA.id);
    expect(second).toMatchObject({ reading: { value: encoding }, rows: [{ name: read, outcome: "added" }] });
    const press = (seen = "") =>
      site.importFile("speaker", { file, seen, formId: crypto.randomUUID(), sendsMail: false }, ANA);
    if (read !== guessed) expect(await press(first.seen)).toEqual({ ok: false, reason: "stale" });
    expect(await press(second?.seen)).toMatchObject({ ok: true, added: 1 });
    expect(site.rows("speaker")).toMatchObject([{ name: read }]);
  },
);

test("a file with a byte order mark and tabs is read in that encoding, without a choice", async () => {
  const site = await openImports();
  const text = `\ufeff${SPEAKERS}\nŁukasz,x,y,b2c`.replaceAll(",", "\t");
  const little = Buffer.from(text, "utf16le");
  for (const bytes of [Buffer.from(text), little, Buffer.from(little).swap16()]) {
    const preview = await site.preview("speaker", new Uint8Array(bytes));
    expect(preview).toMatchObject({ reading: null, rows: [{ name: "Łukasz" }] });
  }
});

test("an import of an exported list changes nothing, even with separators and formulas in cells", async () => {
  const site = await openImports();
  const hard = [
    "'=1+1",
    "Ada; Bea, Cy",
    'a;=HYPERLINK("x")',
    "a,=1+1",
    "'a,'=1'",
    '5" screen; 19"',
    '"quoted"',
    "0400,5",
  ];
  const insert = site.sqlite.prepare(
    "insert into speakers (name, title, company, bio, category, featured, sort_order, created_at, updated_at) values (?, ?, ?, ?, 'tech', 0, ?, 0, 0)",
  );
  for (const [index, text] of hard.entries()) insert.run(text, text, text, `${text}\n${text}`, index);
  const { rows } = await site.preview("speaker", await site.exportCsv("speaker"));
  expect(rows.map(({ outcome }) => outcome)).toEqual(hard.map(() => "unchanged"));
});
