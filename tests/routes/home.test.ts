import { beforeAll, expect, test } from "vitest";
import { SAMPLE_SESSIONS, SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";
import { type App, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { titlesOf } from "../support/titles.ts";

let app: App;
let html: string;
let text: string;
beforeAll(async () => {
  app = await openSampleApp();
  html = await (await app.fetch("/")).text();
  text = visibleText(html);
});

const positions = (page: string, parts: string[]) => parts.map((part) => page.indexOf(part));
const ascending = (numbers: number[]) =>
  numbers.every((number, index) => number > (numbers[index - 1] ?? -1));

/** As the public page writes a time of the sample. */
const writtenTime = (time: string) =>
  time.replace(/^([\d:]+) ([AP]M) - (.*\2)$/, "$1 - $3").replace(" - ", " – ");

test("the first answer holds the whole program and every speaker", () => {
  for (const { title, time } of SAMPLE_SESSIONS) {
    expect(text).toContain(title);
    expect(text).toContain(writtenTime(time));
  }
  for (const { name, title, company } of SAMPLE_SPEAKERS) {
    for (const part of [name, title, company]) expect(text).toContain(part);
  }
});

test("the ten sections come in the order of the specification", () => {
  const marks = ['id="hero"', 'aria-label="Offer"'];
  const anchors = [
    "about",
    "program",
    "speakers",
    "registration",
    "pressboard-subscription",
    "sponsors",
    "venue",
  ];
  const order = positions(html, [...marks, ...anchors.map((anchor) => `id="${anchor}"`), "<footer"]);
  expect(order).not.toContain(-1);
  expect(ascending(order)).toBe(true);
});

test("the navigation has its seven items in order, each leading to its anchor", () => {
  const nav = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
  const items = [...nav.matchAll(/href="\/#([\w-]+)"[^>]*>([^<]+)</g)].map(([, anchor, label]) => [
    label,
    anchor,
  ]);
  expect(items).toEqual([
    ["Home", "hero"],
    ["About", "about"],
    ["Program", "program"],
    ["Speakers", "speakers"],
    ["FREE Subscription", "pressboard-subscription"],
    ["Register", "registration"],
    ["Venue", "venue"],
  ]);
  for (const [, anchor] of items) expect(html).toContain(`id="${anchor}"`);
});

test("hero, banner, benefits, sponsor, venue and footer say what the specification lists", () => {
  for (const part of [
    "Register Now",
    "Every PR Pass comes with a free Pressboard subscription and media database.",
    "Better media relations",
    "Ready for AI and video",
    "Join the community",
    "Every delegate gets an introductory Pressboard subscription",
    "Existing subscribers attend free.",
    "Media database",
    "Australia and New Zealand",
    "Unlimited press releases",
    "distribution wire",
    "Daily media news and moves",
    "Video-enabled outreach",
    "back catalogue",
    "A value of up to $1,200 for a 12-month subscription.",
    "Thanks to our sponsor",
    "The Composing Room",
    "48 Galley Lane, Ultimo NSW 2007",
    "Thursday 11 September 2025",
    "8:30 AM to 5:00 PM",
    "Parking",
    "Wi-Fi",
    "Train and light rail",
    "hello@byline.example.com",
    "(02) 5550 0925",
    "Sydney",
  ]) {
    expect(text).toContain(part);
  }
});

test("social links open a new tab and say so", () => {
  const footer = html.slice(html.indexOf("<footer"));
  const links = [...footer.matchAll(/<a [^>]*target="_blank"[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, content]) => visibleText(content ?? "").trim())).toEqual(
    ["Twitter", "LinkedIn", "Instagram", "YouTube"].map((name) => `${name} (opens in a new tab)`),
  );
  for (const [link] of links) expect(link).toContain('rel="noopener"');
});

test("the plan cards have their prices, notes, features and ways to buy", () => {
  const section = html.slice(html.indexOf('id="registration"'), html.indexOf('id="pressboard-subscription"'));
  const cards = section.split("<article").slice(1);
  const [solo = "", team = "", subscriber = "", journalist = ""] = cards;
  expect(cards).toHaveLength(4);
  for (const part of [
    "PR Pass",
    "$445",
    "$500 after 1 September 2025",
    "One delegate pass",
    "3-month",
    "Recorded sessions",
    "Networking lunch and drinks",
    "https://checkout.example.com/byline-2025/pr-pass",
  ]) {
    expect(solo).toContain(part);
  }
  for (const part of [
    "Most popular",
    "PR Team",
    "$990",
    "$1200 after 1 September 2025",
    "Three delegate passes",
    "12-month",
    "Recorded sessions",
    "Networking lunch and drinks",
    "Additional passes $299",
    "https://checkout.example.com/byline-2025/pr-team",
  ]) {
    expect(team).toContain(part);
  }
  for (const part of [
    "Pressboard Subscribers",
    "FREE",
    "Limited availability",
    "At least one free pass",
    "Discounted extra tickets",
    "One-to-one training booking",
    "Recorded sessions",
    "Networking lunch and drinks",
    "mailto:support@pressboard.example.com",
  ]) {
    expect(subscriber).toContain(part);
  }
  for (const part of [
    "Journalist",
    "Free",
    "Media only",
    "Requires valid media accreditation",
    "Register Free",
    'href="/register?type=media_pass"',
  ]) {
    expect(journalist).toContain(part);
  }
});

test("slots are in the order of their start, the afternoon after the morning", () => {
  const times = [...html.matchAll(/<h3 class="slot-time"><time dateTime="([\d:]+)"/gi)].map(
    ([, time]) => time,
  );
  expect(times).toEqual(["08:45", "09:40", "11:00", "13:15", "14:30", "16:00"]);
});

test("sessions without a track are bars, the others stand in four columns headed once", () => {
  const program = html.slice(html.indexOf('id="program"'), html.indexOf('id="speakers"'));
  const bars = [...program.matchAll(/class="card session-bar" data-tone="(\w+)"/g)].map(([, tone]) => tone);
  expect(bars).toEqual(["red", "blue", "green", "yellow"]);
  const heads = [...program.matchAll(/class="stream-head">([^<]+)</g)].map(([, head]) => head);
  expect(heads).toEqual(["B2C Stream", "B2B Stream", "Tech Stream", "Media Stream"]);
  const [morning = "", afternoon = ""] = program.split('class="streams"').slice(1);
  const columns = (slot: string) =>
    slot
      .split('class="stream"')
      .slice(1)
      .map((column) => (column.includes("No session") ? "-" : "x"));
  expect(columns(morning)).toEqual(["x", "x", "x", "-"]);
  expect(columns(afternoon)).toEqual(["-", "-", "x", "x"]);
});

test("a session of an unknown type gets the default style", async () => {
  const other = await openSampleApp();
  other.sqlite.exec("update program_sessions set type = 'briefing' where id = 1");
  const page = await (await other.fetch("/")).text();
  expect(page).toContain('class="card session-bar" data-tone="grey"');
  expect(visibleText(page)).toContain("Briefing");
});

test("a day of two streams has two columns, and no headings of the others", async () => {
  const other = await openSampleApp();
  other.sqlite.exec("update program_sessions set track = 'b2b' where track in ('tech', 'media')");
  const page = visibleText(await (await other.fetch("/")).text());
  const program = page.slice(page.indexOf("Choose a session"), page.indexOf("Featured Speakers"));
  expect(program).toContain("B2C Stream B2B Stream ");
  expect(program).not.toMatch(/Tech Stream|Media Stream/);
  // One slot has sessions in both streams, the other one in B2B alone.
  expect(program.match(/No session/g)).toHaveLength(1);
});

test("the front page counts no speakers and no streams that are not there", async () => {
  const other = await openSampleApp();
  other.sqlite.exec("update program_sessions set track = null where track in ('tech', 'media')");
  const contents = async () => /In this edition: ([^<]*)/.exec(await (await other.fetch("/")).text())?.[1];
  expect(await contents()).toBe("9 sessions, 18 speakers, 2 streams");
  other.sqlite.exec(
    "delete from connections; delete from speakers; delete from program_sessions where id > 1",
  );
  expect(await contents()).toBe("1 session");
});

test("the front page lists the sessions, each a link to its place in the program, and the time once a slot", () => {
  const edition = /<nav aria-labelledby="edition"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  expect(visibleText(edition)).toContain("In this edition: 9 sessions, 18 speakers, 4 streams");
  const links = [...edition.matchAll(/href="\/#(session-\d+)"/g)].map(([, id]) => id);
  expect(links).toHaveLength(SAMPLE_SESSIONS.length);
  for (const id of links) expect(html).toContain(`<div id="${id}"`);
  const times = [...edition.matchAll(/<span>([^<]*)<\/span>/g)].map(([, time]) => time).filter(Boolean);
  expect(times).toEqual(["8:45", "9:40", "11:00", "1:15", "2:30", "4:00"]);
});

test("a time that is no range is in one piece, and one that is breaks before its dash alone", async () => {
  const other = await openSampleApp();
  const pieces = async (time: string) => {
    other.sqlite.prepare("update program_sessions set time = ? where id = 1").run(time);
    const page = await (await other.fetch("/")).text();
    const times = [...page.matchAll(/<h3 class="slot-time"><time[^>]*>(.*?)<\/time>/g)];
    const found = times
      .map(([, inner = ""]) => inner)
      .find((inner) => visibleText(inner).trim() === writtenTime(time));
    return [...(found ?? "").matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, piece]) => piece);
  };
  for (const time of ["7:00 AM", "Following the last session", "- late"])
    expect(await pieces(time)).toEqual([time.replace(" AM", "\u00a0AM")]);
  expect(await pieces("6:00 - 7:00 AM")).toEqual(["6:00", "– 7:00\u00a0AM"]);
});

test("speakers are grouped: the featured first, the others by category", () => {
  const speakers = html.slice(html.indexOf('id="speakers"'), html.indexOf('id="registration"'));
  const groups = speakers
    .split('<section class="mt-12')
    .slice(1)
    .map((group) => [
      visibleText(/<h3[^>]*>(.*?)<\/h3>/.exec(group)?.[1] ?? ""),
      [...group.matchAll(/<h4[^>]*><a[^>]*>([^<]+)</g)].length,
    ]);
  expect(groups).toEqual([
    ["Featured Speakers", 4],
    ["Consumer & Mass Media", 4],
    ["Business Media", 4],
    ["Technology & Media", 6],
  ]);
});

test("a speaker's chips lead to their sessions, and without a portrait there are initials", () => {
  const gregor = html.slice(html.indexOf(">Gregor Achterberg</a></h4>"));
  const card = gregor.slice(0, gregor.indexOf("</li></ul>"));
  expect([...card.matchAll(/href="(\/\?session=\d+)"/g)].map(([, href]) => href)).toEqual([
    "/?session=2",
    "/?session=4",
  ]);
  const catherine = html.slice(0, html.indexOf(">Catherine Ng</a></h4>")).slice(-250);
  expect(catherine).toContain(">CN</span>");
  expect(catherine).not.toContain("<img");
});

test("an empty conference says that program and speakers are coming", async () => {
  const empty = visibleText(await (await (await openApp()).fetch("/")).text());
  expect(empty).toContain("Program schedule coming soon! Check back for updates.");
  expect(empty).toContain("Speaker lineup coming soon! Check back for updates.");
  // There is nothing to choose, and nothing for a calendar.
  expect(empty).not.toContain("Choose a session");
  expect(empty).not.toContain("add the whole program to your calendar");
  expect(empty).not.toContain("Read the program");
});

test("a session's address answers the page with its dialog open", async () => {
  const response = await app.fetch("/?session=2");
  const page = await response.text();
  const dialog = visibleText(page.slice(page.indexOf('role="dialog"')));
  expect(response.status).toBe(200);
  expect(page).toContain('aria-labelledby="dialog-title"');
  expect(page).toMatch(/<div inert=""/);
  expect(titlesOf(page)).toEqual(["Morning conference: what made it in, and why – Byline 2025"]);
  expect(page).toContain('<meta name="description" content="A real editorial meeting, on stage');
  for (const part of [
    "Morning conference: what made it in, and why",
    "9:40 – 10:30 AM",
    "About This Session",
    "A real editorial meeting, on stage",
    "Daniel Okafor-Reyes moderator",
    "Marguerite Oyelaran panelist",
  ]) {
    expect(dialog).toContain(part);
  }
});

test("a session without speakers says so in its dialog", async () => {
  const page = await (await app.fetch("/?session=9")).text();
  expect(visibleText(page.slice(page.indexOf('role="dialog"')))).toContain("No speakers assigned yet");
});

test.each(["99", "0", "abc", "1.5", "-1", "1e9999"])("?session=%s is a clear 404", async (id) => {
  const response = await app.fetch(`/?session=${id}`);
  const page = await response.text();
  expect(response.status).toBe(404);
  expect(visibleText(page)).toContain("We couldn’t find that session.");
  expect(titlesOf(page)).toEqual(["Session not found – Byline 2025"]);
});

test("no byte of a bio is in the first view, and a session's page has those of its speakers alone", async () => {
  const bios = SAMPLE_SPEAKERS.map(({ bio }) => bio.slice(0, 30));
  const biosIn = async (path: string) => {
    const page = await (await app.fetch(path)).text();
    return bios.filter((bio) => page.includes(bio));
  };
  expect(await biosIn("/")).toEqual([]);
  expect(await biosIn("/?session=9")).toEqual([]);
  expect(await biosIn("/?session=1")).toEqual([bios[0]]);
  expect(await biosIn("/?session=2")).toHaveLength(5);
  expect(await biosIn("/?speaker=4")).toEqual([bios[3]]);
});

test("a speaker's address answers the page with their dialog open", async () => {
  const response = await app.fetch("/?speaker=4");
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toMatch(/<div inert=""/);
  expect(titlesOf(page)).toEqual(["Daniel Okafor-Reyes – Byline 2025"]);
  expect(page).toContain('<meta name="description" content="Daniel interviews three people');
  const dialog = visibleText(page.slice(page.indexOf('role="dialog"')));
  for (const part of ["Presenter, Mornings", "Radio Harbour", "Daniel interviews three people", "moderator"])
    expect(dialog).toContain(part);
  expect(page).toContain('<a class="text-link" href="/#speaker-4"');
});

test("a speaker without a bio and without sessions has neither an empty heading nor an empty text", async () => {
  const other = await openSampleApp();
  other.sqlite.exec(
    "update speakers set bio = null where id = 1; delete from connections where speaker_id = 1",
  );
  const page = await (await other.fetch("/?speaker=1")).text();
  const dialog = page.slice(page.indexOf('role="dialog"'), page.indexOf('<p class="dialog-end"'));
  expect(visibleText(dialog)).toMatch(/Marguerite Oyelaran.*Editor in chief.*The Southern Courier\s*$/s);
  expect(dialog).not.toMatch(/<h3|class="bio"|<ul/);
});

test("a bio keeps its paragraphs", async () => {
  const other = await openSampleApp();
  other.sqlite
    .prepare("update speakers set bio = ? where id = 1")
    .run("First.\n\nSecond,\nstill.\n\n\nThird.");
  const page = await (await other.fetch("/?speaker=1")).text();
  expect(page).toContain('<div class="bio"><p>First.</p><p>Second,\nstill.</p><p>Third.</p></div>');
});

test("each name in the program and among the speakers leads to the speaker", () => {
  const names = [...html.matchAll(/href="\/\?speaker=(\d+)"[^>]*>([^<]+)</g)].map(([, id, name]) => [
    id,
    name,
  ]);
  expect(names).toHaveLength(22 + 18);
  for (const [id, name] of names) expect(name).toBe(SAMPLE_SPEAKERS[Number(id) - 1]?.name);
});

test.each(["99", "0", "abc", "1.5", "-1", "1e9999"])("?speaker=%s is a clear 404", async (id) => {
  const response = await app.fetch(`/?speaker=${id}`);
  const page = await response.text();
  expect(response.status).toBe(404);
  expect(visibleText(page)).toContain("We couldn’t find that speaker.");
  expect(titlesOf(page)).toEqual(["Speaker not found – Byline 2025"]);
  expect(page).toMatch(/<a [^>]*href="\/#speakers"[^>]*>Close|class="dialog-close"[^>]*href="\/#speakers"/);
  expect(page).toContain('id="speakers"');
});

test("text from the database is text in the page", async () => {
  const other = await openSampleApp();
  other.sqlite.prepare("update speakers set name = ? where id = 1").run('<script>alert(1)</script>"');
  const response = await other.fetch("/?session=1");
  const page = await response.text();
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;");
  expect(page).not.toContain("<script>alert(1)");
});
