// Names, titles, companies and bios in other writing systems, on every screen that shows them.
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { ORIGIN, visibleText } from "../support/app.ts";
import { registrationForm, SESSION, SPEAKER } from "../support/factories.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, missing, openOrganised, organiser, pageOf, textOf } from "../support/organised.ts";
import { writeMail } from "../support/written-mails.ts";

/** Name, part of the name to search for, session title, company, bio. */
const PEOPLE = [
  ["田中 愛子", "愛子", "基調講演：ウェブの未来", "みらい社", "「言葉」を集めています。"],
  ["김민서", "김민", "한국어로 쓰는 뉴스", "한빛 미디어", "서울에서 일하는 편집자입니다."],
  ["ليلى حداد", "حداد", "كيف نكتب للجميع؟", "دار القلم", "صحفية من بيروت، تكتب عن الناس."],
  ["נועה כהן", "כהן", "מילים שעובדות", "עיתון הבוקר", "עורכת בתל אביב."],
  ["สมชาย ใจดี", "ใจดี", "เล่าเรื่องให้น่าอ่าน", "สำนักข่าวไทย", "นักข่าวจากกรุงเทพฯ"],
  ["प्रिया शर्मा", "शर्मा", "हिन्दी में पत्रकारिता", "नवभारत समाचार", "दिल्ली की संपादक।"],
] as const;
const NAMES = PEOPLE.map(([name]) => name);
const TITLES = PEOPLE.map(([, , title]) => title);

async function fill() {
  await openOrganised({ DEMO: "on", SITE_URL: ORIGIN });
  for (const [index, [name, , title, company, bio]] of PEOPLE.entries()) {
    const speaker = { ...SPEAKER, name, title: `${company} ✦`, company, bio };
    const session = { ...SESSION, title, description: bio, time: "10:00 AM - 11:00 AM" };
    for (const [list, item] of [["speakers", speaker] as const, ["program", session] as const])
      expect((await organiser.json("POST", `/api/admin/${list}`, item)).status).toBe(201);
    const ids = ["speakers", "program_sessions"].map((table) => db.value(`select max(id) from ${table}`));
    const pair = { speakerId: ids[0], sessionId: ids[1], role: "speaker" };
    expect((await organiser.json("POST", "/api/admin/speaker-sessions", pair)).status).toBe(201);
    const form = registrationForm({ name, email: `p${index}@example.com`, jobTitle: title, notes: bio });
    expect((await organiser.post("/register", form)).status).toBe(303);
  }
  app.sqlite.exec("update delegates set status = 'confirmed'");
}

test("six scripts are complete on pages, badges, letters, in calendars, searches and lists", async () => {
  await fill();
  expect(missing(await textOf("/"), [...NAMES, ...TITLES])).toEqual([]);
  for (const [name, , title, company, bio] of PEOPLE) {
    const [speaker, session] = ["speakers where name", "program_sessions where title"].map((from, at) =>
      db.value(`select id from ${from} = ?`, [name, title][at]),
    );
    expect(missing(await textOf(`/?speaker=${speaker}`), [name, title, company, bio])).toEqual([]);
    const [dialog = ""] = /<[^>]*role="dialog"[\s\S]*/.exec(await pageOf(`/?session=${session}`)) ?? [];
    expect(missing(visibleText(dialog), [name, title, bio])).toEqual([]);
    const ics = (await (await app.fetch(`/calendar/${session}.ics`)).text()).replaceAll("\r\n ", "");
    expect(missing(ics, [name, `SUMMARY:${title}`, bio])).toEqual([]);
  }
  expect(missing(await textOf("/now?at=2025-09-11T10:10"), TITLES)).toEqual([]);
  for (const path of ["/admin/delegates", "/admin/delegates/badges"])
    expect(missing(await textOf(path), NAMES), path).toEqual([]);
  const onPaper = ["田中, 愛子", "김민서", "حداد, ليلى", "כהן, נועה", "ใจดี, สมชาย", "शर्मा, प्रिया"];
  expect(missing(await textOf("/admin/delegates/door-list"), onPaper)).toEqual([]);
  for (const [name, part] of PEOPLE)
    for (const path of ["/admin/delegates", "/admin/delegates/door"]) {
      const found = await textOf(`${path}?q=${encodeURIComponent(part)}`);
      expect(NAMES.filter((other) => found.includes(other))).toEqual([name]);
    }
  for (const name of NAMES) {
    const { text = "", html = "" } = await PostalMime.parse((await writeMail("confirmed", name)).bytes);
    for (const part of [text, html]) expect(part).toContain(name);
  }
});

test("their lists are exported and imported unchanged", async () => {
  await fill();
  const lists = listsOf(app, organiser);
  const columns = {
    speakers: "name, title, company, bio from speakers",
    program: "title, description from program_sessions",
    delegates: "name, job_title, notes from delegates",
  };
  for (const screen of ["speakers", "program", "delegates"] as const) {
    const contents = () => db.rows(`select ${columns[screen]} order by 1`);
    const kept = contents();
    const exported = await (await organiser.get(`/admin/${screen}.csv`)).text();
    const rows = exported.replace(/^'?(?:[a-z]+-\d+[A-Y]|[0-9A-F]{10}),/gm, ",");
    app.sqlite.exec(`delete ${/from .+/.exec(columns[screen])}`);
    await lists.press(await lists.preview(rows, screen), { mail: "none" });
    expect(contents()).toEqual(kept);
  }
});
