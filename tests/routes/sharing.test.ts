import ICAL from "ical.js";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { conference } from "#app/conference/conference.ts";
import { SAMPLE_SESSIONS, SAMPLE_SPEAKERS } from "#app/sample/sample-program.ts";
import { NOTICES } from "#app/sharing/sharing.ts";
import { type App, jsonPost, ORIGIN, openSampleApp } from "../support/app.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";

const SITE_URL = "https://byline.example.com";
const ODD_TITLE = `Commas, "quotes"; \\n & </script><script>alert(1)</script> <!-- 日本 Pūrongo`;

let app: App;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, SITE_URL });
});

const readText = async (path: string) => (await app.fetch(path)).text();

/** Returns a calendar's events by title. Asserts the line format (RFC 5545, section 3.1). */
async function eventsIn(path: string): Promise<Map<string, ICAL.Event>> {
  const response = await app.fetch(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/calendar; charset=utf-8/);
  const text = await response.text();
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n(?:[^\r\n]+\r\n)+END:VCALENDAR\r\n$/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return new Map(events.map((event) => [event.summary, event]));
}

const at = (time: ICAL.Time | undefined) => time?.toJSDate().toISOString();
const hoursOf = (event: ICAL.Event | undefined) => [at(event?.startDate), at(event?.endDate)];
const imageOf = async (path: string) => sharp(Buffer.from(await (await app.fetch(path)).arrayBuffer()));

async function changeSession(values: Record<string, string>): Promise<void> {
  const session = { title: "Opening", time: "8:45 AM - 9:30 AM", type: "keynote", ...values };
  const headers = { Cookie: await logIn(), Origin: SITE_URL, "Sec-Fetch-Site": "same-origin" };
  const response = await app.fetch("/api/admin/program/1", { ...jsonPost(session, headers), method: "PUT" });
  expect(response.status).toBe(200);
}

async function structuredData(path: string) {
  const html = await readText(path);
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts, path).toHaveLength(1);
  return JSON.parse(scripts[0]?.[1] ?? "");
}

test("a calendar has every session at its hour in UTC", async () => {
  const events = await eventsIn("/calendar.ics");
  expect([...events.keys()].sort()).toEqual(SAMPLE_SESSIONS.map(({ title }) => title).sort());
  const hours = [...events.values()].map((event) => hoursOf(event).join(" "));
  // Sydney is UTC+10 in September.
  expect([...new Set(hours)].sort()).toEqual([
    "2025-09-10T22:45:00.000Z 2025-09-10T23:30:00.000Z",
    "2025-09-10T23:40:00.000Z 2025-09-11T00:30:00.000Z",
    "2025-09-11T01:00:00.000Z 2025-09-11T02:00:00.000Z",
    "2025-09-11T03:15:00.000Z 2025-09-11T04:15:00.000Z",
    "2025-09-11T04:30:00.000Z 2025-09-11T05:45:00.000Z",
    "2025-09-11T06:00:00.000Z 2025-09-11T07:00:00.000Z",
  ]);
  for (const event of events.values()) {
    expect(event.startDate.zone.tzid).toBe("UTC");
    expect(event.location).toContain(conference.venue.name);
    expect(event.component.getFirstPropertyValue("url")).toMatch(new RegExp(`^${SITE_URL}/\\?session=\\d+$`));
  }
  expect(new Set([...events.values()].map(({ uid }) => uid)).size).toBe(SAMPLE_SESSIONS.length);
});

test("a single session is the same event as in the whole program, even after a change", async () => {
  const [first] = [...(await eventsIn("/calendar/1.ics")).values()];
  expect(first?.uid).toBe((await eventsIn("/calendar.ics")).get(first?.summary ?? "")?.uid);
  await changeSession({ title: "Later", time: "2:00 PM" });
  const changed = (await eventsIn("/calendar.ics")).get("Later");
  expect(changed?.uid).toBe(first?.uid);
  expect(changed?.sequence).toBeGreaterThanOrEqual(first?.sequence ?? 0);
  // A session without an end lasts until the next slot.
  expect(hoursOf(changed)).toEqual(["2025-09-11T04:00:00.000Z", "2025-09-11T04:30:00.000Z"]);
});

test("an evening session whose start lacks PM is in the evening of every calendar", async () => {
  await changeSession({ title: "Dinner", time: "7:00 - 9:00 PM" });
  const events = await eventsIn("/calendar.ics");
  expect([...events.keys()].at(-1)).toBe("Dinner");
  expect(hoursOf(events.get("Dinner"))).toEqual(["2025-09-11T09:00:00.000Z", "2025-09-11T11:00:00.000Z"]);
  const page = await readText("/?session=1");
  expect(page).toContain('<time dateTime="19:00">');
});

test("a session for all day takes the day, and a program without sessions is the conference", async () => {
  await changeSession({ title: "Sometime", time: "All day" });
  const event = (await eventsIn("/calendar.ics")).get("Sometime");
  expect(event?.startDate.isDate).toBe(true);
  expect(event?.startDate.toString()).toBe(conference.date.iso);
  app.sqlite.exec("delete from program_sessions");
  const days = [...(await eventsIn("/calendar.ics")).values()];
  expect(days).toHaveLength(1);
  expect(days[0]?.summary).toBe(conference.name);
  expect(at(days[0]?.startDate)).toBe(new Date(conference.startsAt).toISOString());
});

test("odd titles are unchanged in calendars and data, and break nothing", async () => {
  const description = "One, two; three\nfour \\ five";
  await changeSession({ title: ODD_TITLE, description });
  const event = (await eventsIn("/calendar/1.ics")).get(ODD_TITLE);
  expect(event?.description).toContain(description);
  const html = await readText("/?session=1");
  expect(html).not.toContain("<script>alert(1)");
  app.sqlite.prepare("update speakers set name = ? where id = 1").run(ODD_TITLE);
  expect((await structuredData("/")).performer).toContainEqual({ "@type": "Person", name: ODD_TITLE });
  expect((await (await imageOf("/og/1.png")).metadata()).width).toBe(1200);
});

test("the landing page has everything that search engines require of an event", async () => {
  const { name: place, street: streetAddress } = conference.venue;
  const address = { streetAddress, addressLocality: "Sydney", postalCode: "2007", addressCountry: "AU" };
  const whole = await structuredData("/");
  expect(whole).toMatchObject({
    "@type": "Event",
    name: conference.name,
    startDate: conference.startsAt,
    endDate: conference.endsAt,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: place, address },
    organizer: { "@type": "Organization", name: conference.name },
    url: `${SITE_URL}/`,
    image: `${SITE_URL}/og.png`,
  });
  const prices = whole.offers.map((offer: Record<string, string>) => `${offer.priceCurrency} ${offer.price}`);
  expect(prices).toEqual(["AUD 445", "AUD 990", "AUD 0"]);
  for (const offer of whole.offers)
    expect(offer).toMatchObject({
      availability: "https://schema.org/InStock",
      validFrom: conference.salesFrom,
      url: expect.stringMatching(/^https:/),
    });
  expect(whole.performer).toHaveLength(18);
});

test("a speaker's page describes them for link previews", async () => {
  const html = await readText("/?speaker=1");
  expect(html).toContain('<meta property="og:title" content="Marguerite Oyelaran – Byline 2025"/>');
  expect(html).toMatch(/property="og:description" content="Marguerite has edited [^"]{100,160}…"/);
  app.sqlite.exec("update speakers set bio = null, company = '', image_url = null where id = 1");
  expect(await readText("/?speaker=1")).toContain(
    'property="og:description" content="Marguerite Oyelaran, Editor in chief, at Byline 2025."',
  );
});

test("only pages that can be shared have an address and a card", async () => {
  for (const [path, canonical, image] of [
    ["/", "/", "/og.png"],
    ["/?utm_source=mail", "/", "/og.png"],
    ["/?session=2", "/?session=2", "/og/2.png"],
    ["/?session=2&speaker=4", "/?session=2", "/og/2.png"],
    ["/?speaker=4", "/?speaker=4", "/og/speakers/4.png"],
    ["/register?type=pr_pass", "/register", "/og.png"],
    ["/accessibility?utm_source=mail", "/accessibility", "/og.png"],
    ["/privacy", "/privacy", "/og.png"],
  ] as const) {
    const html = await readText(path);
    const headline = path.includes("session")
      ? "Morning conference: what made it in, and why"
      : path.includes("speaker")
        ? SAMPLE_SPEAKERS[3]?.name
        : conference.headline;
    for (const part of [
      `<link rel="canonical" href="${SITE_URL}${canonical}"/>`,
      `<meta property="og:image" content="${SITE_URL}${image}"/>`,
      '<meta property="og:image:width" content="1200"/>',
      '<meta property="og:image:height" content="630"/>',
      `<meta property="og:image:alt" content="${headline}. ${conference.date.long}`,
      '<meta name="twitter:card" content="summary_large_image"/>',
    ])
      expect(html, path).toContain(part);
    const [, shared] = /property="og:description" content="([^"]*)"/.exec(html) ?? [];
    expect(shared, path).toBe(/name="description" content="([^"]*)"/.exec(html)?.[1]);
  }
  for (const path of ["/?session=99999", "/?speaker=99999", "/nowhere", "/admin", "/api/login"])
    expect(await readText(path), path).not.toMatch(/canonical|"og:|ld\+json/);
});

test("phones leave telephone numbers, dates and addresses as they are, so that scripts recognise the page", async () => {
  for (const path of ["/", "/register", "/nowhere"])
    expect(await readText(path), path).toContain(
      '<meta name="format-detection" content="telephone=no, date=no, email=no, address=no"/>',
    );
});

test("the cards are images of the full preview size, with the current program", async () => {
  const ids = app.sqlite.prepare("select id from program_sessions").pluck().all();
  for (const path of ["/og.png", "/og/speakers/1.png", ...ids.map((id) => `/og/${id}.png`)]) {
    expect((await app.fetch(path)).headers.get("Content-Type"), path).toBe("image/png");
    const image = await imageOf(path);
    expect(await image.metadata(), path).toMatchObject({ format: "png", width: 1200, height: 630 });
    // These areas must contain text: the headline, and the end of the line with the date.
    for (const area of [
      { left: 72, top: 150, width: 1056, height: 200 },
      { left: 480, top: 60, width: 120, height: 40 },
    ]) {
      const cut = sharp(await image.clone().extract(area).png().toBuffer());
      expect((await cut.greyscale().stats()).channels[0]?.stdev, path).toBeGreaterThan(20);
    }
  }
  const before = await app.fetch("/og/1.png");
  await changeSession({ title: "Another headline" });
  const after = await app.fetch("/og/1.png");
  expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
});

test("the code of a letter can be drawn although uploads as SVG cannot be read", async () => {
  await app.fetch("/og.png");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const read = await import("#app/models/image/image.server.ts");
  expect(await read.storeImage(svg)).toMatchObject({ ok: false });
});

test("each file is sent once, until an organiser changes its data", async () => {
  for (const path of ["/calendar.ics", "/calendar/1.ics", "/og/1.png", "/sitemap.xml"]) {
    const first = await app.fetch(path);
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control"), path).toBe(
      "public, max-age=0, s-maxage=10, stale-while-revalidate=10, stale-if-error=86400",
    );
    const again = await app.fetch(path, { headers: { "If-None-Match": `"x", ${etag}` } });
    expect([again.status, await again.text()], path).toEqual([304, ""]);
    await changeSession({ title: `Changed for ${path}` });
    const changed = await app.fetch(path, { headers: { "If-None-Match": etag } });
    expect(changed.status, path).toBe(200);
  }
  expect(await readText("/calendar.ics")).toContain("SUMMARY:Changed for /sitemap.xml");
});

test("sessions that do not exist have neither a calendar nor a card", async () => {
  const cards = ["/og/99.png", "/og/0.png", "/og/1", "/og/speakers/99.png"];
  for (const path of ["/calendar/99.ics", "/calendar/x.ics", "/calendar/1", ...cards])
    expect((await app.fetch(path)).status, path).toBe(404);
});

test("the sitemap lists the pages, and robots.txt names it and the excluded paths", async () => {
  const sitemap = await readText("/sitemap.xml");
  const listed = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, loc = ""]) => loc);
  const notices = Object.keys(NOTICES).length;
  expect(listed).toHaveLength(2 + notices + SAMPLE_SESSIONS.length + SAMPLE_SPEAKERS.length);
  for (const loc of listed) {
    const html = await readText(loc.replace(SITE_URL, ORIGIN));
    expect(html, loc).toContain(`<link rel="canonical" href="${loc}"/>`);
  }
  // /metrics has no links and needs a token, so robots.txt does not list it.
  expect(await readText("/robots.txt")).toBe(
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
  );
});

test("the manifest names the conference, and its icons have their sizes", async () => {
  const response = await app.fetch("/manifest.webmanifest");
  expect(response.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
  const manifest = await response.json();
  expect(manifest.name).toBe(conference.name);
  type Icon = Record<"src" | "sizes" | "type" | "purpose", string>;
  const pngs = (manifest.icons as Icon[]).filter(({ type }) => type === "image/png");
  for (const { src, sizes } of [...pngs, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
    const { width, height } = await sharp(`build/client${src}`).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  // Phones crop a maskable icon, but show any other icon whole.
  const kinds = ["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"];
  expect(pngs.map(({ purpose, sizes }) => `${purpose} ${sizes}`).sort()).toEqual(kinds);
  expect(new Set(pngs.map(({ src }) => src)).size).toBe(4);
  for (const { src, purpose } of pngs) {
    const pixels = await sharp(`build/client${src}`).ensureAlpha().toColourspace("srgb").raw().toBuffer();
    expect(pixels[3], src).toBe(purpose === "maskable" ? 255 : 0);
  }
});
