// Calendar programs take a newer event only if its SEQUENCE and DTSTAMP rise (RFC 5545).
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { type App, jsonPost, openApp } from "../support/app.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { newFolder } from "../support/new-folder.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { conferenceFile } from "../support/other-conference.ts";

const BEFORE = {
  name: "Delta Days",
  startsAt: "2027-04-30T09:00",
  endsAt: "2027-04-30T17:30",
  timeZone: "Africa/Cairo",
  city: "Cairo",
  venue: { name: "Boat House", street: "1 Nile Street" },
  contact: { email: "hello@delta.example" },
};
const AFTER = {
  ...BEFORE,
  startsAt: "2027-05-07T10:00",
  endsAt: "2027-05-07T18:00",
  venue: { name: "New Hall", street: "2 Tower Road" },
};

const versionsIn = (text: string) =>
  text
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) => ({
      sequence: Number(/SEQUENCE:(\d+)/.exec(event)?.[1]),
      stamp: /DTSTAMP:(\w+)/.exec(event)?.[1] ?? "",
    }));

const expectNewer = (before: ReturnType<typeof versionsIn>, after: ReturnType<typeof versionsIn>) => {
  expect(after.length).toBe(before.length);
  for (const [at, { sequence, stamp }] of before.entries()) {
    expect(after[at]?.sequence).toBeGreaterThan(sequence);
    expect((after[at]?.stamp ?? "") > stamp).toBe(true);
  }
};

/** Opens a site with two sessions, a speaker and a delegate. */
async function open(settings: Record<string, string>, dataDir = newFolder()) {
  const app = await openApp({ ADMIN_EMAILS: ORGANISER, ...settings }, dataDir);
  const organiser = await organiserOf(app);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await organiser.json(method, `/api/admin/${path}`, body);
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  };
  await send("POST", "program", { ...SESSION, title: "First", time: "9:00 AM" });
  await send("POST", "program", { ...SESSION, title: "Second", time: "10:00 AM" });
  await send("POST", "speakers", SPEAKER);
  await app.fetch("/api/registrations", jsonPost(registration()));
  return { app, send };
}
const readFrom = async (app: App, path: string) => versionsIn(await (await app.fetch(path)).text());

test("an event's version rises with its speakers, their connections and the sessions after it", async () => {
  const { app, send } = await open({});
  const changes: [string, string, object?][] = [
    ["POST", "speaker-sessions", { speakerId: 1, sessionId: 1 }],
    ["PUT", "speakers/1", { ...SPEAKER, name: "Zara Quill-Ng" }],
    ["DELETE", "speaker-sessions/1/1"],
    ["DELETE", "program/2"],
  ];
  for (const [method, path, body] of changes) {
    // As if all that is stored were a minute older.
    app.sqlite.exec(`update program_sessions set created_at = created_at - 60000, updated_at = updated_at - 60000;
      update changes set created_at = created_at - 60000`);
    const before = await readFrom(app, "/calendar/1.ics");
    expect(before).toHaveLength(1);
    await send(method, path, body);
    expectNewer(before, await readFrom(app, "/calendar/1.ics"));
  }
});

test("after a change of the conference file, every session and registration has a newer version", async () => {
  const settings = conferenceFile(BEFORE);
  const dataDir = newFolder();
  const { app } = await open(settings, dataDir);
  const token = app.sqlite.prepare("select link_token from delegates").pluck().get();
  const own = `/registration/${token}/calendar.ics`;
  const before = [await readFrom(app, "/calendar.ics"), await readFrom(app, own)];
  expect(before.map(({ length }) => length)).toEqual([2, 1]);
  await wait(1_100);
  writeFileSync(settings.CONFERENCE_FILE, JSON.stringify(AFTER));
  const later = await openApp(settings, dataDir);
  expectNewer(before[0] ?? [], await readFrom(later, "/calendar.ics"));
  expectNewer(before[1] ?? [], await readFrom(later, own));
});
