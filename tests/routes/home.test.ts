import { beforeAll, expect, test } from "vitest";
import { SAMPLE_SESSIONS, SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";
import { type App, openApp, openSampleApp, titlesOf, visibleText } from "../support/app.ts";
import { missing } from "../support/organised.ts";

let app: App;
let html: string;
let text: string;
beforeAll(async () => {
  app = await openSampleApp();
  html = await (await app.fetch("/")).text();
  text = visibleText(html);
});

const pageOf = async (path: string) => (await app.fetch(path)).text();
/** Loads a page after this change to the sample conference. */
async function changed(sql: string, path = "/"): Promise<string> {
  const other = await openSampleApp();
  other.sqlite.exec(sql);
  const page = await (await other.fetch(path)).text();
  // Restores the sample for the other tests.
  await openSampleApp();
  return page;
}
const between = (page: string, start: string, end: string) =>
  page.slice(page.indexOf(start), page.indexOf(end, page.indexOf(start)));
const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, ...groups]) => groups);

/** Formats a time from the sample as the public page does. */
const writtenTime = (time: string) =>
  time.replace(/^([\d:]+) ([AP]M) - (.*\2)$/, "$1 - $3").replace(" - ", " – ");

test("the first response holds the whole program and every speaker", () => {
  const program = SAMPLE_SESSIONS.flatMap(({ title, time }) => [title, writtenTime(time)]);
  const speakers = SAMPLE_SPEAKERS.flatMap(({ name, title, company }) => [name, title, company]);
  expect(missing(text, [...program, ...speakers])).toEqual([]);
});

test("the ten sections have the order of the specification", () => {
  const anchors = "about program speakers registration pressboard-subscription sponsors venue".split(" ");
  const marks = ['id="hero"', 'aria-label="Offer"', ...anchors.map((anchor) => `id="${anchor}"`), "<footer"];
  const order = marks.map((mark) => html.indexOf(mark));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("the navigation has its seven items in order, each with its anchor", () => {
  const items = all(between(html, "<nav", "</nav>"), /href="\/#([\w-]+)"[^>]*>([^<]+)</g);
  expect(items).toEqual([
    ["hero", "Home"],
    ["about", "About"],
    ["program", "Program"],
    ["speakers", "Speakers"],
    ["pressboard-subscription", "FREE Subscription"],
    ["registration", "Register"],
    ["venue", "Venue"],
  ]);
  for (const [anchor] of items) expect(html).toContain(`id="${anchor}"`);
});

test("hero, banner, benefits, sponsor, venue and footer contain the specified texts", () => {
  const hero = "Every PR Pass comes with a free Pressboard subscription and media database.";
  const benefits = ["Better media relations", "Ready for AI and video", "Join the community"];
  const offer = "Every delegate gets an introductory Pressboard subscription";
  const subscription = ["Existing subscribers attend free.", "Australia and New Zealand", "back catalogue"];
  const wire = ["Unlimited press releases", "distribution wire", "Daily media news and moves"];
  const value = ["Video-enabled outreach", "A value of up to $1,200 for a 12-month subscription."];
  const venue = ["The Composing Room", "48 Galley Lane, Ultimo NSW 2007", "Thursday 11 September 2025"];
  const day = ["8:30 AM to 5:00 PM", "Parking", "Train and light rail", "Wi-Fi", "Thanks to our sponsor"];
  const footer = ["hello@byline.example.com", "(02) 5550 0925", "Sydney", "Register Now"];
  const lists = [benefits, subscription, wire, value, venue, day, footer];
  expect(missing(text, [hero, offer, "Media database", ...lists.flat()])).toEqual([]);
});

test("social links open a new tab and say so", () => {
  const footer = html.slice(html.indexOf("<footer"));
  const links = [...footer.matchAll(/<a [^>]*target="_blank"[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, content]) => visibleText(content ?? "").trim())).toEqual(
    ["Twitter", "LinkedIn", "Instagram", "YouTube"].map((name) => `${name} (opens in a new tab)`),
  );
  for (const [link] of links) expect(link).toContain('rel="noopener"');
});

test("the plan cards have their prices, notes, features and links", () => {
  const cards = between(html, 'id="registration"', 'id="pressboard-subscription"').split("<article").slice(1);
  const checkout = "https://checkout.example.com/byline-2025";
  const both = ["Recorded sessions", "Networking lunch and drinks"];
  const solo = ["PR Pass", "$445", "$500 after 1 September 2025", "One delegate pass", "3-month"];
  const team = ["Most popular", "PR Team", "$990", "$1200 after 1 September 2025", "Three delegate passes"];
  const more = ["12-month", "Additional passes $299", `${checkout}/pr-team`];
  const subscriber = ["Pressboard Subscribers", "FREE", "Limited availability", "At least one free pass"];
  const extra = ["Discounted extra tickets", "One-to-one training booking"];
  const press = ["Journalist", "Free", "Media only", "Requires valid media accreditation", "Register Free"];
  const expected = [
    [...solo, ...both, `${checkout}/pr-pass`],
    [...team, ...both, ...more],
    [...subscriber, ...both, ...extra, "mailto:support@pressboard.example.com"],
    [...press, 'href="/register?type=media_pass"'],
  ];
  expect(cards.map((card, place) => missing(card, expected[place] ?? []))).toEqual([[], [], [], []]);
});

test("slots are ordered by start, the afternoon after the morning", () => {
  const times = all(html, /<h3 class="slot-time"><time dateTime="([\d:]+)"/gi).flat();
  expect(times).toEqual(["08:45", "09:40", "11:00", "13:15", "14:30", "16:00"]);
});

test("sessions without a track are bars, the others are in four columns with one heading each", () => {
  const program = between(html, 'id="program"', 'id="speakers"');
  const bars = all(program, /class="card session-bar" data-tone="(\w+)"/g).flat();
  expect(bars).toEqual(["red", "blue", "green", "yellow"]);
  const heads = all(between(program, "stream-heads", "</li>"), /<b>([^<]+) </g).flat();
  expect(heads).toEqual(["B2C Stream", "B2B Stream", "Tech Stream", "Media Stream"]);
  // The first row has the names of the columns.
  const slots = program.split('class="streams"').slice(2);
  const columns = slots.map((slot) => slot.split('class="stream"').slice(1));
  const filled = columns.map((row) => row.map((one) => (one.includes("No session") ? "-" : "x")).join(""));
  expect(filled).toEqual(["xxx-", "--xx"]);
});

test("a photo and a drawing are shown whole, side by side, instead of as one face", async () => {
  expect(html).not.toContain('data-mixed="true"');
  const photo = "/objects/uploads/00000000-0000-4000-8000-000000000000";
  const update = (where: string) => changed(`update speakers set image_url = '${photo}' where ${where}`);
  expect(await update("id = 1")).toContain('class="lead-photo" data-mixed="true"');
  expect(await update("id in (1, 2)")).not.toContain('data-mixed="true"');
});

test("a session of an unknown type gets the default style", async () => {
  const page = await changed("update program_sessions set type = 'briefing' where id = 1");
  expect(page).toContain('class="card session-bar" data-tone="grey"');
  expect(visibleText(page)).toContain("Briefing");
});

test("a day of two streams has two columns, and no headings of the others", async () => {
  const page = await changed("update program_sessions set track = 'b2b' where track in ('tech', 'media')");
  const program = between(visibleText(page), "Choose a session", "Featured Speakers");
  expect(program).toContain("B2C Stream B2B Stream ");
  expect(program).not.toMatch(/Tech Stream|Media Stream/);
  // One slot has sessions in both streams, the other in B2B only.
  expect(program.match(/No session/g)).toHaveLength(1);
});

test.each([
  [
    "update program_sessions set track = null where track in ('tech', 'media')",
    "9 sessions, 18 speakers, 2 tracks",
  ],
  ["delete from connections; delete from speakers; delete from program_sessions where id > 1", "1 session"],
])("the front page counts only existing speakers and tracks: %s", async (sql, words) => {
  expect(/In this edition: ([^<]*)/.exec(await changed(sql))?.[1]).toBe(words);
});

test("the front page lists the sessions, each with a link to its place in the program, and each time once", () => {
  const edition = /<nav aria-labelledby="edition"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  expect(visibleText(edition)).toContain("In this edition: 9 sessions, 18 speakers, 4 tracks");
  const links = all(edition, /href="\/#(session-\d+)"/g).flat();
  expect(links).toHaveLength(8);
  expect(visibleText(edition)).toContain("All 9 sessions");
  for (const id of links) expect(html).toContain(`<div id="${id}"`);
  const times = all(edition, /<span>([^<]+)<\/span>/g).flat();
  expect(times).toEqual(["8:45", "9:40", "11:00", "1:15", "2:30"]);
  const row = /<nav aria-label="Times"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  expect(visibleText(row).trim()).toBe("8:45 9:40 11:00 1:15 2:30 4:00");
});

test("the phone’s row has each start once, also if the sessions end at different times", async () => {
  const page = await changed(`insert into program_sessions (title, time, type, track, sort_order)
    values ('Long lab', '11:00 AM - 12:50 PM', 'workshop', 'tech', 99)`);
  expect(all(page, /<h3 class="slot-time"><time dateTime="([\d:]+)"/gi).flat()).toContain("11:00");
  const row = /<nav aria-label="Times"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? "";
  expect(visibleText(row).trim()).toBe("8:45 9:40 11:00 1:15 2:30 4:00");
});

test("only a range may break, before its dash", async () => {
  const pieces = async (time: string) => {
    const page = await changed(`update program_sessions set time = '${time}' where id = 1`);
    const times = all(page, /<h3 class="slot-time"><time[^>]*>(.*?)<\/time>/g).flat();
    const found = times.find((inner) => visibleText(inner).trim() === writtenTime(time));
    return all(found ?? "", /<span[^>]*>([^<]*)<\/span>/g).flat();
  };
  for (const time of ["7:00 AM", "Following the last session", "- late"])
    expect(await pieces(time)).toEqual([time.replace(" AM", "\u00a0AM")]);
  expect(await pieces("6:00 - 7:00 AM")).toEqual(["6:00", "– 7:00\u00a0AM"]);
});

test("two featured speakers with photos share the lead picture; with one photo the headline has the width", async () => {
  const picture = between(html, '<figure class="lead-photo">', "</figure>");
  const images = all(picture, /<img src="([^"]+)"/g).flat();
  expect(images).toEqual(["/portraits/marguerite-oyelaran.svg", "/portraits/tobias-lindqvist.svg"]);
  expect(visibleText(picture)).toContain("Marguerite Oyelaran Editor in chief, The Southern Courier");
  const alone = await changed("update speakers set image_url = null where featured and id > 1");
  expect(alone).not.toContain("<figure");
});

test("one bar a day is solid: the first keynote that is not cancelled", async () => {
  const solid = (page: string) =>
    all(page, /<div id="([^"]+)" class="card session-bar"[^>]* data-lead/g).flat();
  const second = "update program_sessions set type = 'keynote' where id = 2";
  expect(solid(await changed(second))).toEqual(["session-1"]);
  const cancelled = `${second}; update program_sessions set status = 'cancelled' where id = 1`;
  expect(solid(await changed(cancelled))).toEqual(["session-2"]);
  expect(solid(await changed("update program_sessions set type = 'panel' where id = 1"))).toEqual([]);
});

test("a speaker in many sessions shows two and the number of the others", async () => {
  const sql =
    "insert into connections (speaker_id, program_session_id, role, created_at) select 9, id, 'speaker', 0 from program_sessions where id in (1, 3)";
  const page = await changed(sql);
  const card = between(page, '<li id="speaker-9"', "</ul>");
  expect(all(card, /href="\/\?session=(\d+)"/g).flat()).toHaveLength(2);
  expect(visibleText(card)).toContain("and 2 more");
});

test("speakers are grouped: the featured first, the others by category", () => {
  const groups = between(html, 'id="speakers"', 'id="registration"').split('<section class="mt-8').slice(1);
  const heading = (group: string) => visibleText(/<h3[^>]*>(.*?)<\/h3>/.exec(group)?.[1] ?? "");
  const counted = groups.map((group) => [heading(group), all(group, /<h4[^>]*><a[^>]*>([^<]+)</g).length]);
  expect(counted).toEqual([
    ["Featured Speakers", 4],
    ["Consumer & Mass Media", 4],
    ["Business Media", 4],
    ["Technology & Media", 6],
  ]);
});

test("a speaker's chips lead to their sessions, and initials replace a missing photo", () => {
  const gregor = html.slice(html.indexOf(">Gregor Achterberg</a></h4>"));
  const card = gregor.slice(0, gregor.indexOf("</li></ul>"));
  expect(all(card, /href="\/\?session=(\d+)"/g).flat()).toEqual(["2", "4"]);
  const catherine = html.slice(0, html.indexOf(">Catherine Ng</a></h4>")).slice(-250);
  expect(catherine).toContain(">CN</span>");
  expect(catherine).not.toContain("<img");
});

test("an empty conference says that program and speakers are coming", async () => {
  const empty = visibleText(await (await (await openApp()).fetch("/")).text());
  expect(empty).toContain("Program schedule coming soon! Check back for updates.");
  expect(empty).toContain("Speaker lineup coming soon! Check back for updates.");
  expect(empty).not.toContain("Choose a session");
  expect(empty).not.toContain("add the whole program to your calendar");
  expect(empty).not.toContain("Read the program");
});

test.each([
  ["/?session=2", "Morning conference: what made it in, and why", "A real editorial meeting, on stage"],
  ["/?speaker=4", "Daniel Okafor-Reyes", "Daniel interviews three people"],
])(
  "the address of a session or speaker returns the page with that dialog open: %s",
  async (path, title, description) => {
    const response = await app.fetch(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('aria-labelledby="dialog-title"');
    expect(page).toMatch(/<div inert=""/);
    expect(titlesOf(page)).toEqual([`${title} – Byline 2025`]);
    expect(page).toContain(`<meta name="description" content="${description}`);
    const ofSession = ["9:40 – 10:30 AM", "About This Session", "Daniel Okafor-Reyes moderator"];
    const ofSpeaker = ["Presenter, Mornings", "Radio Harbour", "moderator"];
    const parts = path.includes("session") ? [...ofSession, "Marguerite Oyelaran panelist"] : ofSpeaker;
    const dialog = visibleText(page.slice(page.indexOf('role="dialog"')));
    expect(missing(dialog, [title, description, ...parts])).toEqual([]);
    if (path.includes("speaker")) expect(page).toContain('<a class="text-link" href="/#speaker-4"');
  },
);

test("a session without speakers says so in its dialog", async () => {
  const page = await pageOf("/?session=9");
  expect(visibleText(page.slice(page.indexOf('role="dialog"')))).toContain("No speakers assigned yet");
});

test.each(["session", "speaker"])("the page of a missing %s is a clear 404", async (what) => {
  for (const id of ["99", "0", "abc", "1.5", "-1", "1e9999"]) {
    const response = await app.fetch(`/?${what}=${id}`);
    const page = await response.text();
    expect(response.status, id).toBe(404);
    expect(visibleText(page)).toContain(`We couldn’t find that ${what}.`);
    expect(titlesOf(page)).toEqual([`${what === "session" ? "Session" : "Speaker"} not found – Byline 2025`]);
    const list = what === "session" ? "program" : "speakers";
    expect(page).toMatch(new RegExp(`class="dialog-close"[^>]*href="/#${list}"`));
    expect(page).toContain(`id="${list}"`);
  }
});

test("no byte of a bio is in the first view, and a session's page has only those of its speakers", async () => {
  const bios = SAMPLE_SPEAKERS.map(({ bio }) => bio.slice(0, 30));
  const biosIn = async (path: string) => {
    const page = await pageOf(path);
    return bios.filter((bio) => page.includes(bio));
  };
  expect(await biosIn("/")).toEqual([]);
  expect(await biosIn("/?session=9")).toEqual([]);
  expect(await biosIn("/?session=1")).toEqual([bios[0]]);
  expect(await biosIn("/?session=2")).toHaveLength(5);
  expect(await biosIn("/?speaker=4")).toEqual([bios[3]]);
});

test("a speaker without a bio and without sessions has neither an empty heading nor an empty text", async () => {
  const sql = "update speakers set bio = null where id = 1; delete from connections where speaker_id = 1";
  const dialog = between(await changed(sql, "/?speaker=1"), 'role="dialog"', '<p class="dialog-end"');
  expect(visibleText(dialog)).toMatch(/Marguerite Oyelaran.*Editor in chief.*The Southern Courier\s*$/s);
  expect(dialog).not.toMatch(/<h3|class="bio"|<ul/);
});

test("a speaker without a photo has a dialog of one column", async () => {
  expect(await pageOf("/?speaker=1")).toContain('class="portrait"');
  const page = await changed("update speakers set image_url = null where id = 1", "/?speaker=1");
  expect(page).not.toContain('class="portrait"');
});

test("a bio keeps its paragraphs", async () => {
  const sql = "update speakers set bio = 'First.\n\nSecond,\nstill.\n\n\nThird.' where id = 1";
  const bio = '<div class="bio"><p>First.</p><p>Second,\nstill.</p><p>Third.</p></div>';
  expect(await changed(sql, "/?speaker=1")).toContain(bio);
});

test("each name in the program and among the speakers leads to the speaker", () => {
  const names = all(html, /href="\/\?speaker=(\d+)"[^>]*>([^<]+)</g);
  // Two names are below the lead picture, 22 in the program and 18 among the speakers.
  expect(names).toHaveLength(2 + 22 + 18);
  for (const [id, name] of names) expect(name).toBe(SAMPLE_SPEAKERS[Number(id) - 1]?.name);
});
