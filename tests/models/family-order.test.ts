// Order of the door list and badges: by family name, in the locale of the conference.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { familyFirst } from "#app/models/delegate/person-name.ts";
import { useNewDataDir } from "../support/database.ts";
import { insertDelegate } from "../support/delegates.ts";
import { SMALL } from "../support/other-conference.ts";

const NAMES = [
  "Åse Ås",
  "Bo Zorn",
  "Ola Ødegård",
  "Zoe Abel",
  "Kees van der Berg",
  "Anna Bakker",
  "Cor Visser",
  "Whitfield, Ada",
  "Prof. Dr. Ben Whitfield",
  "Cher",
];

test.each([
  ["en-AU", "Abel, Ås, Bakker, Cher, Ødegård, van der Berg, Visser, Whitfield, Whitfield, Zorn"],
  ["nb-NO", "Abel, Bakker, Cher, van der Berg, Visser, Whitfield, Whitfield, Zorn, Ødegård, Ås"],
  ["sv-SE", "Abel, Bakker, Cher, van der Berg, Visser, Whitfield, Whitfield, Zorn, Ås, Ødegård"],
  ["nl-NL", "Abel, Ås, Bakker, van der Berg, Cher, Ødegård, Visser, Whitfield, Whitfield, Zorn"],
  ["nl-BE", "Abel, Ås, Bakker, Cher, Ødegård, van der Berg, Visser, Whitfield, Whitfield, Zorn"],
])("in %s the list and the badges are in the order %s", async (locale, families) => {
  const file = join(useNewDataDir(), "conference.json");
  writeFileSync(file, JSON.stringify({ ...SMALL, locale }));
  const dataDir = useNewDataDir({ CONFERENCE_FILE: file });
  const { listExpected } = await import("#app/models/delegate/door-list.server.ts");
  const { listBadges } = await import("#app/models/delegate/badge.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  for (const name of NAMES) insertDelegate(sqlite, { name, status: "confirmed" });
  for (const { delegates } of [await listExpected(), await listBadges({})]) {
    const shown = delegates.map(({ name }) => familyFirst(name));
    expect(shown.map((name) => name.split(",")[0]).join(", ")).toBe(families);
    expect(shown.filter((name) => name.startsWith("Whitfield"))).toEqual([
      "Whitfield, Ada",
      "Whitfield, Ben",
    ]);
  }
});

test("rows of an earlier version are in the lists before the upkeep has run", async () => {
  const dataDir = useNewDataDir();
  const { listExpected } = await import("#app/models/delegate/door-list.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  insertDelegate(sqlite, { name: "Bo Zorn", search_text: "bo zorn\nx@example.com\nlead\n\nab12cd34ef" });
  insertDelegate(sqlite, { name: "Zoe Abel" });
  expect((await listExpected()).delegates.map(({ name }) => name).sort()).toEqual(["Bo Zorn", "Zoe Abel"]);
});
