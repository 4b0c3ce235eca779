// Tracks, rooms, session types and passes defined in a conference file (docs/decisions/data.md).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { registrationForm, SESSION, SPEAKER } from "../support/factories.ts";
import { listsOf } from "../support/lists.ts";
import { newFolder } from "../support/new-folder.ts";
import { app, openOrganised, organiser, pageOf, textOf } from "../support/organised.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

const TRACKS = [
  { id: "front", name: "Front end and design", short: "Front end", room: "Hall 1" },
  { id: "back", name: "Servers" },
];
const TYPES = [
  { id: "talk", name: "Talk", tone: "blue" },
  { id: "coffee", name: "Coffee", tone: "grey", isBreak: true },
];

async function open(facts: object): Promise<void> {
  await openOrganised(conferenceFile({ ...SMALL, ...facts }));
  app.sqlite.exec(
    "delete from connections; delete from speakers; delete from program_sessions; delete from changes; delete from sqlite_sequence",
  );
}
const add = async (list: string, values: object) => {
  const answer = await organiser.json("POST", `/api/admin/${list}`, values);
  expect(answer.status, await answer.clone().text()).toBe(201);
};

beforeEach(async () => {
  await open({ tracks: TRACKS, types: TYPES });
  const session = { ...SESSION, time: "9:00 AM" };
  await add("program", { ...session, title: "Grids", track: "front", type: "talk" });
  await add("program", { ...session, title: "Queues", track: "back", type: "talk", room: "Attic" });
  await add("program", { ...session, title: "Cake", track: null, type: "coffee" });
  await add("speakers", { ...SPEAKER, category: "back" });
});

test("the program has the columns, rooms and types of the file, and none of the sample's", async () => {
  const page = await textOf("/");
  for (const text of ["Front end", "Hall 1", "Servers", "Talk", "Attic"]) expect(page).toContain(text);
  for (const text of ["B2C", "Tech", "Media Stream", "Keynote"]) expect(page).not.toContain(text);
  expect(await textOf("/?session=1")).toContain("Hall 1");
  expect(await (await app.fetch("/calendar/1.ics")).text()).toContain("LOCATION:Hall 1\\, Kaihuset");
  expect(await textOf("/admin/speakers")).toContain("Servers Speakers (1)");
  expect(await textOf("/admin/program?add=")).toMatch(
    /Choose a type Talk Coffee .*Front end and design Servers/,
  );
  expect(await (await organiser.get("/admin/program.csv")).text()).toContain("Front end and design");
});

test("a break is a line of the program, no session, and clashes with nothing", async () => {
  const page = await pageOf("/");
  expect(page).toMatch(/<h4 id="session-3" class="session-names"><a [^>]*>Cake</);
  await add("program", { ...SESSION, title: "Tea", time: "9:00 AM", track: "front", type: "coffee" });
  const panel = await textOf("/admin/program");
  expect(panel).toContain("Conference Schedule (2 sessions)");
  expect(panel).not.toMatch(/is for everyone|has 2 sessions/);
  const connections = await textOf("/admin/connections");
  expect(connections.match(/No speakers assigned/g)).toHaveLength(2);
  expect(connections).toContain("Cake Coffee");
});

test("an import counts breaks apart from sessions, as the program does", async () => {
  const lists = listsOf(app, organiser);
  const page = await lists.bring("Title,Time,Type\nTea,10:00 AM,Coffee\nLoops,11:00 AM,Talk", "program");
  expect(await lists.toastOf(await lists.press(page))).toContain("1 session added, 1 break added.");
  expect(await textOf("/admin/program")).toContain("Conference Schedule (3 sessions)");
  expect(await textOf("/admin/program/import")).toContain("1 session, 1 break");
});

test("the API accepts only the ids of the file", async () => {
  const refused = await organiser.json("POST", "/api/admin/program", { ...SESSION, track: "tech" });
  expect(refused.status).toBe(422);
  const document = await (await app.fetch("/api/openapi.json")).text();
  expect(document).toContain('"front"');
  expect(document).not.toContain('"b2c"');
});

test("a conference without sessions claims no tracks", async () => {
  await open({});
  for (const path of ["/", "/admin"]) expect(await textOf(path), path).not.toMatch(/\btracks\b|stream/i);
  await add("program", SESSION);
  expect(await textOf("/admin")).toContain("Tracks 4");
});

test("a conference without tracks asks for none, and claims none", async () => {
  await open({ tracks: [] });
  await add("speakers", { ...SPEAKER, category: undefined });
  await add("program", { ...SESSION, track: undefined });
  const screens = ["", "/speakers", "/speakers?add=", "/program?add=", "/delegates", "/delegates/walk-in"];
  for (const path of ["/", "/register", ...screens.map((screen) => `/admin${screen}`)])
    expect(await textOf(path), path).not.toMatch(/\btracks?\b|category/i);
  const { favoredStream: _, ...form } = registrationForm();
  expect((await organiser.post("/register", form)).status).toBe(303);
  expect(await textOf("/admin/delegates/1")).not.toContain("Track");
});

const PASSES = [
  { id: "full", name: "Full Pass", hint: "For everyone" },
  { id: "community", name: "Community Pass", hint: "For volunteers", decision: true, track: "back" },
  { id: "online", name: "Online" },
];
const SAMPLE_WORDS = /\bpress\b|accredit|journalist|media pass|media outlet|\bPR\b|published work/i;
const register = (pass: string, more: object = {}) =>
  organiser.post("/register", {
    ...registrationForm({ registrationType: pass, company: "Fjordlab", favoredStream: "" }),
    ...more,
  });

test("passes are those of the file: in forms, lists, letters and the API", async () => {
  await open({ tracks: TRACKS, types: TYPES, passes: PASSES });
  const form = await textOf("/register?type=community");
  expect(form).toMatch(/Full Pass For everyone Community Pass For volunteers Online/);
  expect(form).toContain("Community Pass holders are placed in Servers.");
  expect(await pageOf("/register?type=community")).toMatch(/checked="" value="community"/);
  expect((await register("community", { workUrl: "https://noor.example.com" })).status).toBe(303);
  expect((await register("full", { email: "other@example.com", outlet: "Lost" })).status).toBe(303);
  const all = await (await organiser.json("GET", "/api/admin/delegates")).json();
  expect(all).toMatchObject([
    { registrationType: "full", company: "Fjordlab", favoredStream: null, outlet: null, workUrl: null },
    { registrationType: "community", favoredStream: "back", workUrl: "https://noor.example.com" },
  ]);
  expect(await textOf("/admin")).toContain("1 Community Pass registration to decide on");
  const desk = await textOf("/admin/delegates");
  for (const text of ["To decide 1", "Approve", "Fjordlab"]) expect(desk).toContain(text);
  app.sqlite.exec("update delegates set status = 'confirmed' where id = 2");
  expect(await textOf("/admin/delegates/badges")).toContain("Fjordlab");
  const [headings] = (await (await organiser.get("/admin/delegates.csv")).text()).split("\r\n");
  expect(headings).toContain("Company,Preferred Track,Supporting Link,");
  const unknown = await organiser.json("POST", "/api/registrations", { registrationType: "pr_pass" });
  expect(await unknown.text()).toContain("'full' | 'community' | 'online'");
  const screens = ["/admin", "/admin/delegates", "/admin/delegates/1"];
  for (const path of ["/", "/register", "/privacy", "/api/docs", ...screens])
    expect(await textOf(path), path).not.toMatch(SAMPLE_WORDS);
  expect(await (await app.fetch("/api/openapi.json")).text()).not.toMatch(SAMPLE_WORDS);
});

const MIXED_PASSES = [
  { id: "full", name: "Full Pass" },
  { id: "press", name: "Editor Pass", hint: "For editors", decision: true, isPress: true },
  { id: "student", name: "Student", hint: "For students", decision: true },
];

test("only the press is accredited: another pass that needs a decision is approved", async () => {
  await open({ tracks: TRACKS, types: TYPES, passes: MIXED_PASSES, journalistFeatures: ["A desk"] });
  const form = await textOf("/register");
  expect(form).toContain("Editor Pass: free with accreditation. Student: subject to approval.");
  expect(form).toContain("Supporting Link (optional) A page that supports your application");
  expect(form).not.toMatch(/Published Work|sold separately|\ba Editor/);
  expect(await textOf("/")).toContain("Free for accredited journalists: Editor Pass .");
  expect((await register("student", { name: "Sam Student" })).status).toBe(303);
  const student = await textOf("/admin/delegates?type=student");
  expect(student).toMatch(/Approve Sam Student/);
  expect(student).not.toMatch(/accredit/i);
  expect((await register("press", { name: "Eda Editor", email: "eda@example.com" })).status).toBe(303);
  expect(await textOf("/admin/delegates?type=press")).toMatch(/Accredit Eda Editor/);
  const { letterFor } = await import("#app/mail/letters.server.ts");
  const { getDelegate } = await import("#app/models/delegate/delegate.server.ts");
  const letterTo = async (id: number, kind: "registered" | "declined") => {
    const delegate = (await getDelegate(id)) as NonNullable<Awaited<ReturnType<typeof getDelegate>>>;
    return JSON.stringify(letterFor({ mail: { kind, note: null }, delegate, message: null } as never));
  };
  expect(await letterTo(1, "registered")).toContain("Your Student registration is subject to approval.");
  for (const kind of ["registered", "declined"] as const)
    expect(await letterTo(1, kind)).not.toMatch(/accredit|publish|\ba Student/);
  await register("full", { name: "Fay Full", email: "fay@example.com" });
  const desk = await pageOf("/admin/delegates");
  expect(visibleText(desk)).toContain("To decide 2 Approved 0 To confirm 1 All 3");
  const [, toDecide = ""] = /href="([^"]+)"[^>]*>To decide<!-- --> <span>2</.exec(desk) ?? [];
  const decided = await pageOf(toDecide.replaceAll("&amp;", "&"));
  expect(visibleText(decided)).toContain("Showing 1–2 of 2");
  expect(decided).toMatch(
    /aria-current="page"[^>]*>To decide<!-- --> <span>2<.*selected[^>]*>Editor Pass, Student</s,
  );
  expect(await letterTo(2, "registered")).toContain("The Editor Pass is free with accreditation.");
});

test("no pass is chosen beforehand unless the address names one, and one must be chosen", async () => {
  await open({ tracks: TRACKS, types: TYPES, passes: MIXED_PASSES });
  expect(await pageOf("/register")).not.toContain('checked=""');
  expect(await pageOf("/register?type=student")).toMatch(/checked="" value="student"/);
  const { registrationType: _, ...none } = registrationForm();
  const refused = await organiser.post("/register", none);
  expect(refused.status).toBe(422);
  expect(visibleText(await refused.text())).toContain("Delegate Type: Required");
});

test("one pass leaves nothing to choose, and without decisions no text mentions them", async () => {
  await open({ tracks: [], passes: [{ id: "seat", name: "Seat" }] });
  const form = await pageOf("/register");
  expect(form).toContain('<input type="hidden" name="registrationType" value="seat"/>');
  expect(form).not.toMatch(/type="radio"|name="workUrl"|name="outlet"/);
  expect((await register("seat")).status).toBe(303);
  const desk = await textOf("/admin/delegates");
  expect(desk).toContain("Seat");
  expect(desk).not.toMatch(/Delegate Type|to decide|Approve/);
  expect(await textOf("/")).not.toMatch(SAMPLE_WORDS);
});

test.each([
  ["Tracks", "update program_sessions set track = 'gone' where id = 1", "/", "/admin/program?edit=1"],
  [
    "Passes",
    "update delegates set registration_type = 'gone'",
    "/admin/delegates",
    "/admin/delegates/1?edit=",
  ],
])(
  "%s that the file no longer has are shown with their ids, which forms keep; doctor names them",
  async (what, change, list, form) => {
    await register("pr_pass");
    app.sqlite.exec(change);
    expect(await textOf(list)).toContain("gone");
    expect(await pageOf(form)).toMatch(/<option value="gone"[^>]*selected/);
    const { checkDataFolder } = await import("#app/doctor/server-checks.server.ts");
    const unknown = { status: "warning", found: "the conference file has no gone" };
    expect(checkDataFolder(app.dataDir).find(({ name }) => name === what)).toMatchObject(unknown);
  },
);

test("numbers, dates and the clock follow the file", async () => {
  await open({
    locale: "de-DE",
    clock: 24,
    types: TYPES,
    tracks: [],
    startsAt: "2027-05-20T09:00",
    endsAt: "2027-05-20T17:00",
  });
  await add("program", { ...SESSION, time: "1:15 - 2:15 PM", track: null, type: "talk" });
  const page = await textOf("/");
  expect(page).toMatch(/20\. Mai 2027 09:00 to /);
  expect(page).toContain("13:15 – 14:15");
  expect(page).not.toMatch(/\b[AP]M\b/);
  expect(await pageOf("/")).toContain('<html lang="de-DE"');
  const form = await textOf("/admin/program?add=");
  expect(form).toContain("Time 9:00, or 13:15 - 14:15");
  expect(await textOf("/admin")).toMatch(/20\. Mai/);
});

test.each([
  ["1:15 - 2:15 PM", "13:15 – 14:15"],
  ["1:20 - 1:50 pm", "13:20 – 13:50"],
  ["9 - 10", "09:00 – 10:00"],
  ["1:00 - 2", "13:00 – 14:00"],
  ["9:30-11.15", "09:30 – 11:15"],
  ["11:30 - 1:00", "11:30 – 13:00"],
])("with a clock of 24 hours, %s is shown as %s", async (time, shown) => {
  await open({
    locale: "de-DE",
    clock: 24,
    types: TYPES,
    tracks: [],
    startsAt: "2027-05-20T09:00",
    endsAt: "2027-05-20T17:00",
  });
  await add("program", { ...SESSION, time, track: null, type: "talk" });
  const id = app.sqlite.prepare("select max(id) from program_sessions").pluck().get();
  for (const path of ["/", `/?session=${id}`]) expect(await textOf(path)).toContain(shown);
  expect(await textOf("/admin/program")).toContain(shown.replace("–", "to"));
});

test("fields that the file does not require may stay blank, in forms and calls", async () => {
  await open({ tracks: [], optional: ["speaker.title", "speaker.company", "delegate.jobTitle"] });
  await add("speakers", { name: "Ana Ruiz" });
  expect(await textOf("/?speaker=1")).toContain("Ana Ruiz");
  expect(await textOf("/admin/speakers?add=")).toMatch(/Title \(optional\) Company \(optional\)/);
  expect(await textOf("/register")).toContain("Job Title (optional)");
  const { jobTitle: _, favoredStream: _2, ...form } = registrationForm();
  expect((await organiser.post("/register", form)).status).toBe(303);
});

test("sponsors are shown by tier with their logos, and custom pages are in the footer", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "bird.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const sponsor = (name: string, more: object) => ({ name, href: `https://${name}.example.com`, ...more });
  await open({
    pages: [{ title: "Code of conduct", href: "https://fjord.example.com/conduct" }],
    sponsors: [
      sponsor("Bird", { tier: "Gold", text: "Birds.", logo: join(folder, "bird.svg") }),
      sponsor("Fish", { tier: "Silver" }),
    ],
  });
  const page = await pageOf("/");
  expect(visibleText(page)).toMatch(/Gold .*About Bird Birds\. Silver Fish .*Code of conduct/);
  const [, logo] = /<img src="(\/logos\/[^"]+)" alt="Bird"/.exec(page) ?? [];
  const file = await app.fetch(logo ?? "");
  expect(file.headers.get("content-type")).toBe("image/svg+xml");
  expect(file.headers.get("content-security-policy")).toContain("sandbox");
  expect((await app.fetch("/logos/none")).status).toBe(404);
  // A running site uses the copies that it read at startup.
  writeFileSync(join(folder, "bird.svg"), "no image");
  writeFileSync(process.env.CONFERENCE_FILE ?? "", "{");
  expect(await (await app.fetch(logo ?? "")).text()).toContain("<svg");
  expect(await textOf("/register")).toContain("Code of conduct");
});
