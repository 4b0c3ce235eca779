// The note of a pass, such as a link to a stream, is for those who are confirmed. Letters: own-letters.test.ts.
import { beforeEach, expect, test, vi } from "vitest";
import { formPost, jsonPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { registration, registrationForm } from "../support/factories.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

const FJORD = conferenceFile({
  ...SMALL,
  startsAt: "2027-05-20T09:00",
  endsAt: "2027-05-20T17:00",
  passes: [
    {
      id: "guest",
      name: "Guest Pass",
      note: "The quayside door.\n\nhttps://stream.example.org/live?key=1&b=<2>",
    },
    { id: "press", name: "Press Pass", note: "The lantern desk.", decision: true, isPress: true },
  ],
  letters: { confirmed: "The lighthouse text.", waiting: "The harbour text." },
});
/** Words of both notes and of the letters. */
const SECRET = /quayside|stream\.example|lantern|lighthouse|harbour text/;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date("2027-03-01T12:00:00+01:00"), toFake: ["Date"] });
  await openOrganised(FJORD);
});

function add(changes: Record<string, string> = {}) {
  const id = insertDelegate(app.sqlite, { registration_type: "guest", ...changes });
  return `/registration/${db.value("select link_token from delegates where id = ?", id)}`;
}
const read = async (path: string) => (await app.fetch(path)).text();

test.each([
  ["pending", false],
  ["confirmed", true],
  ["declined", false],
  ["cancelled", false],
  ["attended", true],
])("the private page of one who is %s has the note of the pass: %j", async (status, hasNote) => {
  const path = add({ status });
  const html = await read(path);
  expect(visibleText(html).includes("The quayside door. https://stream.example.org/live?key=1")).toBe(
    hasNote,
  );
  expect(html.includes('<a href="https://stream.example.org/live?key=1&amp;b="')).toBe(hasNote);
  // Scripts read the same data from this address, and from the page itself.
  for (const source of [html, await read(`${path}.data`)]) expect(SECRET.test(source)).toBe(hasNote);
  for (const source of [html, await read(`${path}.data`)]) expect(source).not.toMatch(/lantern|lighthouse/);
});

test("no public page, its data, file or API answer has a note or a letter of the conference file", async () => {
  const pending = add();
  add({ status: "confirmed" });
  const form = registrationForm({ registrationType: "guest", favoredStream: "" });
  expect((await app.fetch("/register", formPost(form))).status).toBe(303);
  const pages = ["/", "/register", "/register?type=press", `/register?confirmed=${form.formId}`, "/now"];
  for (const path of [
    ...pages,
    ...["/_.data", "/register.data", "/now.data", "/privacy", "/accessibility", "/no-such-page"],
    ...["/api/program", "/api/speakers", "/api/openapi.json", "/api/docs", "/calendar.ics", "/sitemap.xml"],
    ...["/manifest.webmanifest", "/__manifest?p=/register", "/registration"],
    ...["", ".data", "/cancel", "/cancel.data", "/calendar.ics"].map((view) => pending + view),
  ]) {
    const source = await read(path);
    expect(source.length, path).toBeGreaterThan(0);
    expect(source, path).not.toMatch(SECRET);
  }
  // The second answer is from the cache of pages.
  for (const path of pages) expect(await read(path), path).not.toMatch(SECRET);
  const answer = { registrationType: "guest", favoredStream: null, email: "two@example.com" };
  const registered = await app.fetch("/api/registrations", jsonPost({ ...registration(), ...answer }));
  expect(registered.status).toBe(201);
  expect(await registered.text()).not.toMatch(SECRET);
  for (const path of ["/admin", "/admin/delegates", "/admin/delegates/1", "/api/admin/delegates"])
    expect(await (await organiser.get(path)).text(), path).not.toMatch(SECRET);
});

test("the page of a pass without a note, or with a pass that the file no longer has, has none", async () => {
  for (const type of ["speaker", "former"])
    expect(await read(add({ status: "confirmed", registration_type: type }))).not.toMatch(SECRET);
});
