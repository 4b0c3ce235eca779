// The door list and the badges are sorted by family name, using the conference's locale.
import { expect, test } from "vitest";
import { familyNameFirst } from "#app/models/delegate/person-name.ts";
import { insertDelegate } from "../support/delegates.ts";
import { openModels } from "../support/models.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

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
  const { sqlite } = await openModels(conferenceFile({ ...SMALL, locale }));
  const { listBadges, listExpectedDelegates } = await import("#app/models/delegate/printed-lists.server.ts");
  for (const name of NAMES) insertDelegate(sqlite, { name, status: "confirmed" });
  for (const { delegates } of [await listExpectedDelegates(), await listBadges({})]) {
    const shown = delegates.map(({ name }) => familyNameFirst(name));
    expect(shown.map((name) => name.split(",")[0]).join(", ")).toBe(families);
    const whitfields = shown.filter((name) => name.startsWith("Whitfield"));
    expect(whitfields).toEqual(["Whitfield, Ada", "Whitfield, Ben"]);
  }
});

test("rows of an earlier version are in the lists before the upkeep has run", async () => {
  const { sqlite } = await openModels();
  const { listExpectedDelegates } = await import("#app/models/delegate/printed-lists.server.ts");
  insertDelegate(sqlite, { name: "Bo Zorn", search_text: "bo zorn\nx@example.com\nlead\n\nab12cd34ef" });
  insertDelegate(sqlite, { name: "Zoe Abel" });
  const names = (await listExpectedDelegates()).delegates.map(({ name }) => name);
  expect(names.sort()).toEqual(["Bo Zorn", "Zoe Abel"]);
});
