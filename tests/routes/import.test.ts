import { beforeEach, expect, test } from "vitest";
import { ownKey } from "#app/models/import/own-key.server.ts";
import { type Track, trackName } from "#app/vocabulary/program.ts";
import { visibleText } from "../support/app.ts";
import { formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { type Content, listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser, pageOf, textOf } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  await openOrganised();
  lists = listsOf(app, organiser);
});

const SCREENS = ["speakers", "program"] as const;
type Screen = (typeof SCREENS)[number];
const TABLE = { speakers: "speakers", program: "program_sessions" };
const rows = (screen: Screen = "speakers") =>
  app.sqlite.prepare(`select * from ${TABLE[screen]} order by id`).all() as Record<string, unknown>[];
/** All rows, omitting the column `updated_at`, which an undo changes. */
const shown = (screen: Screen = "speakers") => rows(screen).map(({ updated_at: _, ...row }) => row);
const HEAD = "Name,Title,Company,Category";

const preview = (content: Content, screen: Screen = "speakers", chosen: Record<string, string> = {}) =>
  lists.bring(content, screen, chosen);
const press = (page: { html: string }) => lists.press(page);
const toastOf = (response: Response) => lists.toastOf(response);
const undoLast = (screen: Screen = "speakers") => lists.undoLast(screen);
const refusalOf = async (content: Content) => {
  const response = await lists.upload(content, "speakers");
  expect(response.status).toBe(422);
  return visibleText(await response.text());
};

test("58 of 60 speakers are imported, and undone as a whole", async () => {
  const before = rows();
  const list = Array.from({ length: 60 }, (_, index) => {
    const [name, category] = [index === 10 ? "" : `Person ${index}`, index === 40 ? "sports" : "B2B"];
    return `${name},Editor,Company ${index},${category}`;
  });
  const page = await preview([HEAD, ...list].join("\r\n"), "speakers", {
    "word:category:sports": "leave these rows out",
  });
  expect(page.asked).toContain("“sports” Category, 1 row");
  expect(rows()).toEqual(before);
  expect(page.text).toContain("60 rows: 58 new, 2 left out.");
  expect(page.text).toMatch(/Row 12 .{0,40}Left out Name: Required/);
  expect(page.text).toContain(
    "Row 42 Person 40 Left out Category: Rows with “sports” are left out, as selected.",
  );
  expect(page.text).toContain("Import 58, leave out 2");

  expect(await toastOf(await press(page))).toContain("58 speakers added. Undo");
  expect(rows()).toHaveLength(before.length + 58);
  const noted = app.sqlite.prepare(`select count(*) from ${HISTORY} where action = 'import' and actor = ?`);
  expect(noted.pluck().get(ORGANISER)).toBe(58);

  expect(await undoLast()).toContain("Import undone.");
  expect(rows()).toEqual(before);
});

test("a type that is new to the program is asked about, and can be added", async () => {
  const chosen = { "word:type:Lecture": "Lecture" };
  const content = "Title,Time,Type\nFirst,9:00 AM,Lecture\nSecond,10:00 AM,Keynote";
  const page = await preview(content, "program", chosen);
  expect(page.asked).toContain("A new type: Lecture");
  expect(page.text).toContain("Row 2 First New Time: 9:00 AM Type: lecture");
  expect(await toastOf(await press(page))).toContain("2 sessions added.");
});

test.each(SCREENS)("the export of %s is an import that changes nothing", async (screen) => {
  const hard = { name: "'=1+1", title: '=SUM(A1), "x"; y', company: "0400 555 010", bio: "Two\nlines" };
  if (screen === "speakers")
    await organiser.json("POST", "/api/admin/speakers", { ...hard, category: "tech" });
  const exported = await organiser.get(`/admin/${screen}.csv`);
  expect(exported.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const page = await preview(new Uint8Array(await exported.arrayBuffer()), screen);
  expect(page.text).toContain(`${rows(screen).length} rows. Nothing changes.`);
  expect(page.html).not.toContain('value="import"');
});

test("changes and allowed values are written as in the export", async () => {
  const [first] = shown();
  const was = trackName(first?.category as Track);
  const to = first?.category === "tech" ? "b2b" : "tech";
  const [said, other] = first?.featured ? ["yes", "no"] : ["no", "yes"];
  const page = await preview(`id,category,featured\n${ownKey("speaker", first?.id)},${to},${other}\n`);
  expect(page.text).toContain(`Category: ${was} → is now ${trackName(to)}`);
  expect(page.text).toContain(`: ${said} → is now ${other}`);
  const odd = await preview(`id,featured\n${ownKey("speaker", first?.id)},perhaps\n`);
  expect(odd.asked).toContain("“perhaps” Featured speaker, 1 row Leave it blank yes no");
});

test("a row with an ID changes its item, shows old and new values, and can be undone", async () => {
  const [first] = shown();
  const before = shown();
  const page = await preview(
    `id;COMPANY (optional);Shoe size\n${ownKey("speaker", first?.id)};Völklinger Blatt;42\n`,
  );
  expect(page.text).toContain("1 row: 1 changed.");
  expect(page.text).toContain(`Company: ${first?.company} → is now Völklinger Blatt`);
  expect(page.text).toContain("This column is not imported: Shoe size.");
  expect(await toastOf(await press(page))).toContain("1 speaker changed.");
  expect(shown()).toEqual(
    before.map((row) => (row.id === first?.id ? { ...row, company: "Völklinger Blatt" } : row)),
  );
  expect(await undoLast()).toContain("Import undone.");
  expect(shown()).toEqual(before);
});

test("a list sets pronouns; a blank cell removes them and a list without the column keeps them", async () => {
  const id = ownKey("speaker", shown()[0]?.id);
  for (const [file, change] of [
    [`ID,Pronouns (optional)\n${id},she/her\n`, "Pronouns: nothing → is now she/her"],
    [`ID,Title\n${id},Publisher\n`, "Title: Editor in chief → is now Publisher"],
    [`ID,Pronouns\n${id},\n`, "Pronouns: she/her → is now nothing"],
  ] as const) {
    const page = await preview(file);
    expect(page.text).toContain(change);
    await press(page);
  }
});

test("a row without an ID changes the speaker of that name; unknown and repeated IDs are skipped, each with a reason", async () => {
  const [first, second] = rows();
  const page = await preview(
    [
      `ID,${HEAD}`,
      `,${String(first?.name).toUpperCase()},x,${first?.company},b2c`,
      `${ownKey("speaker", 9999)},A,x,y,b2c`,
      `${ownKey("speaker", second?.id)},B,x,y,b2c`,
      `${ownKey("speaker", second?.id)},C,x,y,b2c`,
      ",New,x,y,b2c",
      ",New,x,y,b2c",
    ].join("\n"),
  );
  expect(page.text).toContain("Import 3, leave out 3");
  expect(page.text).toContain(`Row 2 ${first?.name} Changed Title: ${first?.title} → is now x`);
  expect(page.text).toContain("ID: There is no speaker with this ID.");
  expect(page.text).toContain("Row 4 is the same speaker.");
  expect(page.text).toContain("This row has the same name and company as row 6.");
});

test("an imported file is not kept any longer: another press asks for it again", async () => {
  const page = await preview(`${HEAD}\nA,x,y,b2c`);
  await press(page);
  expect(db.count("drafts")).toBe(0);
  const again = await lists.press(page, { formId: crypto.randomUUID() });
  expect(await toastOf(again)).toContain("This file is no longer stored. Choose it again.");
  expect(rows().filter(({ name }) => name === "A")).toHaveLength(1);
});

test("a preview outdated by changes is shown again, and nothing is imported", async () => {
  const [first] = rows();
  const page = await preview(`ID,Company\n${ownKey("speaker", first?.id)},Elsewhere`);
  app.sqlite.prepare("update speakers set company = 'Meanwhile' where id = ?").run(first?.id);
  const refused = await press(page);
  const text = await toastOf(refused);
  expect(text).toContain("Something has changed since this preview was made, so nothing was imported.");
  expect(text).toContain("Company: Meanwhile → is now Elsewhere");
  expect(rows()[0]?.company).toBe("Meanwhile");
});

test("undoing an import skips and names items saved or connected since", async () => {
  const page = await preview(`${HEAD}\nSaved,x,y,b2c\nConnected,x,y,b2c\nNeither,x,y,b2c`);
  await press(page);
  const [saved, connected] = rows().slice(-3);
  app.sqlite.exec(`update speakers set title = 'z', updated_at = updated_at + 1 where id = ${saved?.id}`);
  app.sqlite.exec(`insert into connections (speaker_id, program_session_id) values (${connected?.id}, 1)`);
  expect(await undoLast()).toContain(
    "Import undone, except for items that have been changed or connected since (2).",
  );
  const names = rows().map(({ name }) => name);
  expect(names.slice(-2)).toEqual(["Saved", "Connected"]);
});

test("garbled letters of a preview are correct after another encoding is chosen, and are imported that way", async () => {
  const polish = Buffer.from(`${HEAD.replaceAll(",", ";")};Bio\n\xa3ukasz \xcbn;x;y;b2c;Pi\xb3ka`, "latin1");
  const first = await preview(new Uint8Array(polish));
  expect(first.text).toContain("£ukasz Ën");
  expect(first.text).toContain("Bio: Pi³ka");
  expect(first.text).toContain("was read as Windows-1252");
  const { action } = formWith(first.html, "Read again");
  const choice = /<option value="([^"]+)">Windows-1250/.exec(first.html)?.[1] ?? "";
  const html = await (await organiser.get(`${action}?${new URLSearchParams({ file: choice })}`)).text();
  expect(visibleText(html)).toMatch(/was read as Windows-1250.* Łukasz Ën .*Bio: Piłka/);
  expect(html).toContain(`<option value="${choice}" selected="">`);
  // Responses to refused and expired forms keep the encoding.
  expect(formWith(html, 'value="import"').action).toBe(`${action}?file=${choice}`);
  const stale = await lists.press({ html }, { seen: "something else" });
  expect(stale.headers.get("Location")).toBe(`${action}?file=${choice}`);
  expect(await toastOf(await press({ html }))).toContain("1 speaker added.");
  expect(rows().at(-1)).toMatchObject({ name: "Łukasz Ën", bio: "Piłka" });
});

test("a line break in the file's address is refused, and so is a compressed body", async () => {
  const broken = await organiser.post("/admin/speakers/import", { intent: "match", file: "a\r\nb" });
  expect(broken.status).toBe(400);
  expect(visibleText(await broken.text())).toContain("This form is damaged. Open it again.");
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const body = await app.fetch("/api/registrations", { method: "POST", headers, body: "{}" });
  expect([body.status, await body.json()]).toEqual([415, { message: "Send the body without compression." }]);
});

test("an unknown encoding is ignored", async () => {
  const { address } = await preview(`${HEAD}\nZoë,x,y,b2c`);
  for (const odd of ["klingon", "constructor", "utf-16le", ""]) {
    const page = await organiser.get(`${address}.${odd}`);
    expect(page.status).toBe(200);
    expect(visibleText(await page.text())).toContain("Row 2 Zoë New");
  }
});

test.each([
  ["", "Choose a CSV file|The file is empty"],
  [`${HEAD}\n`, "The file has no rows below its headings"],
  ["PK\u0003\u0004\u0000\u0000", "This is neither a CSV file nor an Excel workbook"],
  [HEAD + "\nA,b,c,b2c".repeat(2_001), "The file has more than 2,000 rows."],
  [`${HEAD}${",More".repeat(197)}\nA,b,c,b2c`, "Row 1 has more than 200 columns\\."],
  [`${HEAD}\nA,b,c,b2c${",more".repeat(197)}`, "Row 2 has more than 200 columns\\."],
  [`${HEAD}\nA,b,${"c".repeat(10_001)},b2c`, "Row 2 has a cell of more than 10,000 characters\\. Shorten it"],
  ["x".repeat(1_000_001), "The file is larger than 1 MB."],
])("%.20j is refused with a sentence, and nothing is kept", async (content, problem) => {
  expect(await refusalOf(content)).toMatch(new RegExp(problem));
  expect(db.count("drafts")).toBe(0);
});

test("a file of hundreds of thousands of columns is refused, and trailing empty ones do not count", async () => {
  expect(await refusalOf(`${HEAD}${",x".repeat(490_000)}\nA,b,c,b2c`)).toContain("more than 200 columns");
  const { text } = await preview(`${HEAD}${",".repeat(300_000)}\nA,b,c,b2c${",".repeat(300_000)}`);
  expect(text).toContain("Row 2 A New");
});

test("only its sender can see or import a file", async () => {
  const { address } = await preview(`${HEAD}\nA,x,y,b2c`);
  app.sqlite.prepare("update drafts set user_id = 'somebody else'").run();
  const page = await organiser.get(address);
  expect(page.status).toBe(404);
  expect(visibleText(await page.text())).toContain("This file is no longer stored. Choose it again.");
});

test("times of other tools are imported: understood ones are in calendars, unclear ones are reported everywhere, and another day is left out", async () => {
  app.sqlite.exec("delete from program_sessions");
  const page = await preview(
    [
      "Title,Time,Type",
      "Sunrise run,5:30 AM - 6:30 AM,networking",
      "Registration,0800-0900,networking",
      "Opening keynote,0900-0945,keynote",
      "Sessionize,11 Sep 2025 10:00 AM,panel",
      "Excel,11/09/2025 14:00,panel",
      "ISO,2025-09-11T15:15,panel",
      'Typed,"Sep 11, 4:00 PM - 5:00 PM",panel',
      "Yesterday,2025-09-10T15:15,panel",
      'Upstairs,"Room 2, 10:00",panel',
    ].join("\n"),
    "program",
  );
  const otherDay =
    "Row 9 Yesterday Left out Time: “2025-09-10T15:15” is not on Thursday 11 September 2025, the day of the conference.";
  const unclear =
    "“Room 2, 10:00” cannot be read as a time, so it does not appear in calendars. Write it like 9:00 AM";
  for (const remark of [otherDay, unclear]) expect(page.text).toContain(remark);
  await press(page);
  const program = await textOf("/admin/program");
  expect(program).toContain(`‘Upstairs’: ${unclear}`);
  expect(program).not.toContain("at the same time");

  const calendar = await (await app.fetch("/calendar.ics")).text();
  const starts = [...calendar.matchAll(/DTSTART:(\w+)[\s\S]*?SUMMARY:(.*)\r/g)];
  expect(Object.fromEntries(starts.map(([, at, title]) => [title, at]))).toEqual({
    "Sunrise run": "20250910T193000Z",
    Registration: "20250910T220000Z",
    "Opening keynote": "20250910T230000Z",
    Sessionize: "20250911T000000Z",
    Excel: "20250911T040000Z",
    ISO: "20250911T051500Z",
    Typed: "20250911T060000Z",
  });
  const id = db.value("select id from program_sessions where title = 'Upstairs'");
  expect((await app.fetch(`/calendar/${id}.ics`)).status).toBe(404);
  const dialog = await (await app.fetch(`/?session=${id}`)).text();
  expect(dialog).toContain("Room 2, 10:00");
  expect(dialog).not.toContain("Add to calendar");
});

test("a session with a time that is not understood is saved, with a notice that quotes it", async () => {
  const { action, fields } = formWith(await pageOf("/admin/program?add="), 'name="title"');
  const session = { title: "Upstairs", time: "Day 1, 9:00", type: "panel", track: "none" };
  const saved = await organiser.post(action, { ...Object.fromEntries(fields), ...session });
  expect(await toastOf(saved)).toContain(
    "Session created successfully. “Day 1, 9:00” cannot be read as a time, so it does not appear in calendars",
  );
});
