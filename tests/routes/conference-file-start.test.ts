// CONFERENCE_FILE and the start of the server, as a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { BEFORE_OTHER, SMALL } from "../support/other-conference.ts";
import { startServer } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "conference-file-"));
const fileWith = (text: string): string => {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, text);
  return path;
};

const PLAN = {
  planId: "one",
  name: "One day",
  price: "kr 900",
  note: "",
  features: [],
  featured: false,
  action: { label: "Buy", href: "https://tickets.example.org/fjord" },
};

test.each([
  [
    join(folder, "nowhere.json"),
    /CONFERENCE_FILE \(.*nowhere\.json\) cannot be read: there is no such file\.$/,
  ],
  [fileWith("{"), /is not valid JSON: .+\.$/],
  [
    fileWith(
      JSON.stringify({
        ...SMALL,
        currency: "NOK",
        plans: [{ ...PLAN, steps: [{ until: "2027-11-01", price: "kr 500" }] }],
      }),
    ),
    /cannot be used: plans\.0\.steps must not be later than the day itself\.$/,
  ],
  [fileWith('{"timeZone":"Mars/Olympus"}'), /cannot be used: timeZone must be the name of a time zone/],
])("with a wrong file (%s) the start ends with one sentence", (path, words) => {
  const { status, stderr } = spawnSync("npm", ["start", "--silent"], {
    env: { ...process.env, CONFERENCE_FILE: path, DATA_DIR: folder, PORT: "0" },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(/^The site cannot start: [^\n]+$/);
  expect(stderr.trim()).toMatch(words);
});

test("another file is another conference after a restart, without a build", async () => {
  for (const name of ["Fjord Days", "</script><script>alert(1)</script>"]) {
    const server = await startServer({ CONFERENCE_FILE: fileWith(JSON.stringify({ ...SMALL, name })) });
    const page = await (await fetch(server.origin)).text();
    await server.stop();
    expect(page).toContain(`<title>${name.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`);
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("Byline");
  }
});

test("a city that is in the address does not follow it, but for the confirmation, which always has it", async () => {
  const server = await startServer({
    CONFERENCE_FILE: fileWith(JSON.stringify(SMALL)),
    ...startedAt(BEFORE_OTHER),
  });
  const read = async (path: string) => visibleText(await (await fetch(server.origin + path)).text());
  const form = registrationForm();
  const sent = formPost(form, { Origin: server.origin });
  expect((await fetch(`${server.origin}/register`, { ...sent, redirect: "manual" })).status).toBe(303);
  const pages = {
    form: await read("/register"),
    confirmation: await read(`/register?confirmed=${form.formId}`),
    venue: await read("/"),
    calendar: await (await fetch(`${server.origin}/calendar.ics`)).text(),
  };
  await server.stop();
  const facts = "Hours 1:30 AM to 9:00 AM Venue Kaihuset, Bryggen 1, 5003 Bergen";
  expect(pages.form).toContain(facts);
  expect(pages.form).not.toContain("City");
  expect(pages.confirmation).toContain(`${facts} City Bergen Pass`);
  expect(pages.venue).toContain("Kaihuset Bryggen 1, 5003 Bergen Sunday 31 October 2027");
  expect(pages.calendar).toContain("LOCATION:Kaihuset\\, Bryggen 1\\, 5003 Bergen\r\n");
});
