// Rows that look alike: imported in any order and again, no one is renamed and nothing is lost.
import { expect, test } from "vitest";
import { type Kind, openImports } from "../support/import-models.ts";

type List = { kind: Kind; head: string; rows: string[] };
const PEOPLE = "Delegate Type,Full Name,Email Address,Job Title";
const ten = Array.from({ length: 10 }, (_, at) => `PR Pass,Guest ${at},office@example.org,Guest`);
const LISTS: Record<string, List> = {
  "two guests of one order": {
    kind: "delegate",
    head: `${PEOPLE},Order code`,
    rows: ["Ida Grey", "Gus Grey"].map((name) => `PR Pass,${name},buyer@example.org,Guest,R7K2P`),
  },
  "two positions of one order": {
    kind: "delegate",
    head: `${PEOPLE},Order code,Position ID`,
    rows: ["Ida Grey", "Gus Grey"].map(
      (name, at) => `PR Pass,${name},buyer@example.org,Guest,R7K2P,${at + 1}`,
    ),
  },
  "ten guests of one address": { kind: "delegate", head: PEOPLE, rows: ten },
  "two delegates of one name": {
    kind: "delegate",
    head: PEOPLE,
    rows: ["ann@one.example", "ann@two.example"].map((email) => `PR Pass,Ann Lee,${email},Guest`),
  },
  "two speakers of one name": {
    kind: "speaker",
    head: "Name,Title,Company,Category",
    rows: ["Quill", "Nib"].map((company) => `Ann Lee,Editor,${company},b2c`),
  },
  "two speakers of one name and company, with addresses": {
    kind: "speaker",
    head: "Name,Title,Company,Category,Email",
    rows: ["ann@one.example", "ann@two.example"].map((email) => `Ann Lee,Editor,Of ${email},b2c,${email}`),
  },
  "four roundtables of one title": {
    kind: "session",
    head: "Title,Time,Type,Track",
    rows: ["b2c", "tech"].flatMap((track) =>
      ["9:00", "10:00"].map((time) => `Roundtable,${time},panel,${track}`),
    ),
  },
  "four roundtables of one title and track": {
    kind: "session",
    head: "Title,Time,Type,Track",
    rows: ["9:00", "10:00", "11:00", "12:00"].map((time) => `Roundtable,${time},panel,tech`),
  },
};
const ORDERS = [
  ["as they are", (rows: string[]) => rows],
  ["reversed", (rows: string[]) => rows.toReversed()],
] as const;
const textOf = ({ head }: List, rows: string[]) => [head, ...rows].join("\n");
const isSame = ({ outcome }: { outcome: string }) => outcome === "unchanged";

test.each(
  Object.entries(LISTS).flatMap(([name, list]) =>
    ORDERS.flatMap(([first, one]) =>
      ORDERS.map(([second, other]) => [name, first, second, list, one, other] as const),
    ),
  ),
)("%s, first %s and then %s, stay who they are", async (_name, _first, _second, list, one, other) => {
  const site = await openImports();
  const added = await site.importText(list.kind, textOf(list, one(list.rows)));
  expect(added.every((row) => row.startsWith("added "))).toBe(true);
  const stored = site.rows(list.kind);
  for (const rows of [other(list.rows), one(list.rows)]) {
    const preview = await site.preview(list.kind, textOf(list, rows));
    expect(preview.rows.filter((row) => !isSame(row))).toEqual([]);
  }
  expect(site.rows(list.kind)).toEqual(stored);
});

const OF_DELEGATES = Object.entries(LISTS).filter(([, { kind }]) => kind === "delegate");

test.each(
  OF_DELEGATES.flatMap(([name, list]) =>
    OF_DELEGATES.filter(([other]) => other !== name).map(
      ([other, next]) => [name, other, list, next] as const,
    ),
  ),
)("%s, then %s: every person is there once, also after three imports", async (_name, _other, list, next) => {
  const site = await openImports();
  const people = new Set<string>();
  const idOf = (row: Record<string, unknown>) => `${row.name} ${row.email}`;
  for (const one of [list, next, list]) {
    await site.importText("delegate", textOf(one, one.rows));
    for (const row of one.rows) {
      const [, name, email] = row.split(",");
      people.add(`${name} ${email}`);
    }
    expect(new Set(site.rows("delegate").map(idOf))).toEqual(people);
    expect(site.rows("delegate")).toHaveLength(people.size);
  }
  for (const one of [next, list]) {
    const preview = await site.preview("delegate", textOf(one, one.rows));
    expect(preview.rows.filter((row) => !isSame(row))).toEqual([]);
  }
});

test("a session that moved is found, and one of two that may have moved is asked about", async () => {
  const site = await openImports();
  const head = "Title,Time,Type,Track";
  await site.importText("session", `${head}\nRoundtable,9:00,panel,tech\nRoundtable,10:00,panel,tech`);
  const moved = `${head}\nRoundtable,10:00,panel,tech\nRoundtable,11:00,panel,tech`;
  expect(await site.importText("session", moved)).toEqual([
    "unchanged Roundtable",
    "changed Roundtable | Time 11:00",
  ]);
  const [row] = (await site.preview("session", `${head}\nRoundtable,13:00,panel,tech`)).rows;
  expect(row).toMatchObject({ outcome: "leftOut" });
  expect(JSON.stringify(row)).toMatch(
    /This row may be about session-2\w \(Roundtable, 10:00, Technology\) or session-1\w \(Roundtable, 11:00, Technology\)\. To change that session, add the column ID with its ID\./,
  );
});

test("a namesake with another address changes no one", async () => {
  const site = await openImports();
  const head = "Name,Title,Company,Category,Email";
  await site.importText("speaker", `${head}\nAnn Lee,Editor,Quill,b2c,ann@one.example`);
  const stored = site.rows("speaker");
  const { rows } = await site.preview("speaker", `${head}\nAnn Lee,Lead,Quill,b2c,ann@two.example`);
  expect(rows).toMatchObject([{ outcome: "leftOut" }]);
  await site.importText("speaker", `${head}\nAnn Lee,Lead,Nib,b2c,ann@two.example`);
  expect(site.rows("speaker").slice(0, 1)).toEqual(stored);
  expect(site.rows("speaker")).toHaveLength(2);
});
