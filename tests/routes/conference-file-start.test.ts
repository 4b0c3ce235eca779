import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { BEFORE_OTHER, conferenceFile, SMALL } from "../support/other-conference.ts";
import { startServer } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "conference-file-"));

const startWith = (CONFERENCE_FILE: string) =>
  spawnSync("npm", ["start", "--silent"], {
    env: { ...process.env, CONFERENCE_FILE, DATA_DIR: folder, PORT: "0" },
    encoding: "utf8",
  });

test("with a wrong file the start ends with one sentence", () => {
  const { status, stderr } = startWith(join(folder, "nowhere.json"));
  expect(status).toBe(1);
  const words = /^The site cannot start: CONFERENCE_FILE \([^\n]*nowhere\.json\) cannot be read: [^\n]+$/;
  expect(stderr.trim()).toMatch(words);
});

const PLAN = {
  ...{ planId: "one", name: "One day", price: "900", note: "", features: [], featured: false },
  action: { label: "Buy", href: "mailto:hei@fjord.example?subject={reference}" },
};
const ASKED = { id: "diet", label: "What do you eat?", kind: "line" };
const numbered = (question: object, index: number) => ({ ...question, id: `question-${index}` });
test.each([
  [{ registration: { opens: "2027-03-02T09:00", closes: "2027-03-01T09:00" } }, "registration.opens must be"],
  [{ registration: { closes: "2027-11-01T09:00" } }, "registration.closes must not be after endsAt."],
  [{ registration: { places: "50" } }, "registration.places must be a whole number of at least 1."],
  [{ registration: { offerHours: 0 } }, "registration.offerHours must be a whole number of at least 1."],
  [{ registration: { seats: 50 } }, 'registration has "seats", which is not a field of this file.'],
  [{ deleteAfterDays: 29 }, "deleteAfterDays must be a whole number from 30 to 730."],
  [{ questions: Array(9).fill(ASKED).map(numbered) }, "questions must be at most eight."],
  [{ questions: [ASKED, ASKED] }, "questions must each have a unique id."],
  [{ questions: [{ ...ASKED, kind: "choice" }] }, "questions.0.choices must be at least two, because it is"],
  [{ currency: "NOK", plans: [PLAN] }, "plans.0.action.href must have {reference} only in the query"],
  [{ letters: { confirmed: "Dear {nmae}" } }, "letters.confirmed has “{nmae}”, which is not a placeholder."],
])(
  "with wrong facts about registration the start ends with one sentence that names the field: %j",
  (facts, words) => {
    const { CONFERENCE_FILE } = conferenceFile({ ...SMALL, ...facts });
    const { status, stderr, stdout } = startWith(CONFERENCE_FILE);
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(
      /^The site cannot start: CONFERENCE_FILE \([^\n]*conference\.json\) cannot be used: [^\n]+\.$/,
    );
    expect(stderr).toContain(`cannot be used: ${words}`);
    expect(stdout).toBe("");
  },
);

test("another file is another conference, whose city is not repeated after an address that has it, except in the confirmation", async () => {
  const CONFERENCE_FILE = join(folder, "conference.json");
  writeFileSync(CONFERENCE_FILE, JSON.stringify({ ...SMALL, name: "</script><script>alert(1)</script>" }));
  const server = await startServer({ CONFERENCE_FILE, ...startedAt(BEFORE_OTHER) });
  const read = async (path: string) => (await fetch(server.origin + path)).text();
  const form = registrationForm();
  const sent = formPost(form, { Origin: server.origin });
  expect((await fetch(`${server.origin}/register`, { ...sent, redirect: "manual" })).status).toBe(303);
  const [home, calendar] = [await read("/"), await read("/calendar.ics")];
  const asked = visibleText(await read("/register"));
  const confirmation = visibleText(await read(`/register?confirmed=${form.formId}`));
  await server.stop();
  expect(home).toContain("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(home).not.toContain("<script>alert");
  expect(home).not.toContain("Byline");
  expect(visibleText(home)).toContain("Kaihuset Bryggen 1, 5003 Bergen Sunday 31 October 2027");
  const facts = "Hours 1:30 AM to 9:00 AM Venue Kaihuset, Bryggen 1, 5003 Bergen";
  expect(asked).toContain(facts);
  expect(asked).not.toContain("City");
  expect(confirmation).toContain(`${facts} City Bergen`);
  expect(calendar).toContain("LOCATION:Kaihuset\\, Bryggen 1\\, 5003 Bergen\r\n");
});
