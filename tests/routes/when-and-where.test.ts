import ICAL from "ical.js";
import { expect, test } from "vitest";
import { conference } from "#app/conference/conference.ts";
import { openApp } from "../support/app.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { app, organisedForEach, organiser } from "../support/organised.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

organisedForEach();

type Session = Record<string, unknown> & { id: number; title: string };

const read = async (path: string) => (await app.fetch(path)).json();
const sessions = (): Promise<Session[]> => read("/api/program");
const put = (id: number, changes: object) =>
  organiser.json("PUT", `/api/admin/program/${id}`, { ...SESSION, ...changes });

async function eventsIn(path: string): Promise<Map<string, ICAL.Event>> {
  const calendar = new ICAL.Component(ICAL.parse(await (await app.fetch(path)).text()));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return new Map(events.map((event) => [event.summary, event]));
}
const sameMoment = (given: unknown, time: ICAL.Time | undefined) =>
  expect(new Date(String(given)).getTime()).toBe(time?.toJSDate().getTime());

const WRITE_IT = "Write it like 9:00 AM or 9:00 - 10:30 AM.";
test.each([
  ["TBA", "“TBA” has no hour, so it does not appear in calendars."],
  ["After lunch", "“After lunch” has no hour, so it does not appear in calendars."],
  ["25:99", "“25:99” cannot be read as a time, so it does not appear in calendars."],
  ["5:00 PM - 4:30 PM", "“5:00 PM - 4:30 PM” cannot be read as a time, so it does not appear in calendars."],
])(
  "a session at %s has no start, says why as the panel does, and is in no calendar",
  async (time, reason) => {
    const saved = await put(1, { title: "Sometime", time });
    const remark = `${reason} ${WRITE_IT}`;
    const said = { startsAt: null, endsAt: null, remark };
    expect(await saved.json()).toMatchObject({ time, ...said });
    expect((await sessions()).find(({ id }) => id === 1)).toMatchObject({ time, ...said });
    expect(await (await organiser.get("/admin/program")).text()).toContain(remark);

    const own = await app.fetch("/calendar/1.ics");
    expect([own.status, own.headers.get("Content-Type")]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(await own.text()).toBe(`This session is in the program, but not in calendars: ${remark}\n`);
    const day = await app.fetch("/my-day.ics?s=1");
    expect([day.status, await day.text()]).toEqual([404, `No calendar file: ${remark}\n`]);
    const events = await eventsIn("/calendar.ics");
    expect([events.size, events.has("Sometime")]).toEqual([8, false]);
    expect(await (await app.fetch("/?session=1")).text()).not.toContain("/calendar/1.ics");
  },
);

test("a session that lasts all day is an all-day event without a remark", async () => {
  for (const time of ["All day", "Whole day", "full-day", "Ganztägig"]) {
    const saved = await put(1, { title: "Exhibition", time });
    expect(await saved.json(), time).toMatchObject({ startsAt: null, endsAt: null, remark: null });
    for (const path of ["/calendar/1.ics", "/calendar.ics"])
      expect((await eventsIn(path)).get("Exhibition")?.startDate.isDate, time).toBe(true);
    expect(await (await app.fetch("/?session=1")).text(), time).toContain("/calendar/1.ics");
  }
});

test("every session starts and ends in the API as in calendars, in the conference's time zone", async () => {
  expect((await put(1, { title: "Open end", time: "2:00 PM" })).status).toBe(200);
  const [program, events] = [await sessions(), await eventsIn("/calendar.ics")];
  expect(program).toHaveLength(9);
  for (const { title, startsAt, endsAt } of program) {
    sameMoment(startsAt, events.get(title)?.startDate);
    sameMoment(endsAt, events.get(title)?.endDate);
  }
  // It lasts until the next slot.
  const open = { startsAt: "2025-09-11T14:00:00+10:00", endsAt: "2025-09-11T14:30:00+10:00", remark: null };
  expect(program.find(({ id }) => id === 1)).toMatchObject(open);
  expect(await (await put(1, { title: "Open end", time: "2:00 PM" })).json()).toMatchObject(open);
  const own: Session[] = await read("/api/speakers/1/sessions");
  expect(own.find(({ id }) => id === 1)).toMatchObject({ ...open, role: "speaker" });
  const connections = await (await organiser.json("GET", "/api/admin/speaker-sessions")).json();
  expect(connections[0].session).toMatchObject({ id: 1, ...open });
});

test("a draft, which only organisers see, ends when the next session starts, and ends no other", async () => {
  expect((await put(1, { title: "Open end", time: "2:00 PM" })).status).toBe(200);
  const draft = { ...SESSION, title: "Draft", time: "2:15 PM", status: "draft" };
  const made = await (await organiser.json("POST", "/api/admin/program", draft)).json();
  expect(made).toMatchObject({ startsAt: "2025-09-11T14:15:00+10:00", endsAt: "2025-09-11T14:30:00+10:00" });
  const [open] = (await sessions()).filter(({ id }) => id === 1);
  const again = await (await put(1, { title: "Open end", time: "2:00 PM" })).json();
  for (const one of [open, again]) expect(one).toMatchObject({ endsAt: "2025-09-11T14:30:00+10:00" });
});

test("a session has the name of its room, which is the track's unless it has its own", async () => {
  const rooms = {
    ...SMALL,
    tracks: [
      { id: "main", name: "Main", room: "Hall 1" },
      { id: "side", name: "Side" },
    ],
  };
  const site = await openApp({ ADMIN_EMAILS: ORGANISER, ...conferenceFile(rooms) });
  const ana = await organiserOf(site);
  const cases = [
    { track: "main", room: null, roomName: "Hall 1" },
    { track: "main", room: "Attic", roomName: "Attic" },
    { track: "side", room: null, roomName: null },
    { track: null, room: "Foyer", roomName: "Foyer" },
    { track: null, room: null, roomName: null },
  ];
  for (const expected of cases) {
    const { roomName: _, ...values } = expected;
    const saved = await ana.json("POST", "/api/admin/program", { ...SESSION, ...values });
    expect(await saved.json()).toMatchObject(expected);
  }
  expect(await (await site.fetch("/api/conference")).json()).toMatchObject({
    tracks: [
      { id: "main", name: "Main", room: "Hall 1" },
      { id: "side", name: "Side", room: null },
    ],
  });
});

test("GET /api/conference says when and where the conference is, and what its ids mean", async () => {
  const { name, date, hours, startsAt, endsAt, timeZone, city, venue, tracks, types, passes } = conference;
  const { street, postalCode, country } = venue;
  const answer = await app.fetch("/api/conference");
  expect(await answer.json()).toEqual({
    name,
    date: date.iso,
    hours,
    startsAt,
    endsAt,
    timeZone,
    city,
    venue: { name: venue.name, street, postalCode, country },
    tracks: tracks.map(({ id, name, room }) => ({ id, name, room })),
    types: types.map(({ id, name, isBreak }) => ({ id, name, isBreak })),
    passes: passes.map(({ id, name }) => ({ id, name })),
    url: "http://localhost:3000/",
    calendarUrl: "http://localhost:3000/calendar.ics",
  });
  expect(date.iso).toBe("2025-09-11");
  expect(answer.headers.get("Cache-Control")).toBe("public, no-cache");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const headers = { "If-None-Match": String(answer.headers.get("ETag")) };
  expect((await app.fetch("/api/conference", { headers })).status).toBe(304);
});

test("with ?include=speakers each session has its speakers, as its own call lists them", async () => {
  const { id } = await (
    await organiser.json("POST", "/api/admin/speakers", { ...SPEAKER, isDraft: true })
  ).json();
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: id, sessionId: 2 });
  const plain = await sessions();
  const included: Session[] = await read("/api/program?include=speakers");
  expect(included.map(({ speakers: _, ...session }) => session)).toEqual(plain);
  for (const session of included)
    expect(session.speakers, session.title).toEqual(await read(`/api/sessions/${session.id}/speakers`));
  expect(included[1]?.speakers).toHaveLength(5);
  expect(await read("/api/program?include=speakers&include=rooms")).toEqual(included);
  expect(plain.every((session) => !("speakers" in session))).toBe(true);
});

test("any other value of include is 422 and names the known one", async () => {
  const message = "include: Use speakers, the only value.";
  for (const value of ["", "rooms", "speakers,rooms", "Speakers"]) {
    const answer = await app.fetch(`/api/program?include=${value}`);
    const errors = { include: ["Use speakers, the only value."] };
    expect([answer.status, await answer.json()], value).toEqual([422, { message, errors }]);
  }
});
