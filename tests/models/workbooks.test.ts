import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { ANA, openImports } from "../support/import-models.ts";
import { createWorkbook } from "../support/workbook.ts";

const HEAD = ["Title", "Time", "Type", "Track"];
/** 11 September 2025 and half past nine, as a spreadsheet stores them. */
const DAY = 45_911;
const HALF_PAST_NINE = 9.5 / 24;

test("a workbook is imported, with dates and times as its sheet shows them", async () => {
  const site = await openImports();
  const rows = [
    HEAD,
    ["Only a time", HALF_PAST_NINE, "panel", "Technology"],
    ["Both", DAY + HALF_PAST_NINE, "panel", "Technology"],
    ["Another day", DAY + 1 + HALF_PAST_NINE, "panel", "Technology"],
  ];
  expect(await site.importText("session", createWorkbook({ Program: rows }))).toEqual([
    "added Only a time | Time 09:30 | Type panel | Track Technology",
    "added Both | Time 2025-09-11 09:30 | Type panel | Track Technology",
    "leftOut Another day | “2025-09-12 09:30” is not on Thursday 11 September 2025, the day of the conference.",
  ]);
});

test("the first sheet with a list is read, and another one by choice", async () => {
  const site = await openImports();
  const workbook = createWorkbook({
    Cover: [],
    Speakers: [
      ["Accepted speakers"],
      ["Name", "Title", "Company", "Category"],
      ["Ada Made", "x", "y", "b2c"],
    ],
    Backups: [
      ["Name", "Title", "Company", "Category"],
      ["Bea Made", "x", "y", "b2c"],
    ],
  });
  const first = await site.preview("speaker", workbook);
  expect(first.rows).toMatchObject([{ row: 3, name: "Ada Made" }]);
  expect(first.skipped).toEqual(["Accepted speakers"]);
  expect(first.reading).toEqual({
    label: "Sheet",
    value: "1",
    options: [
      ["0", "Cover"],
      ["1", "Speakers"],
      ["2", "Backups"],
    ],
  });
  const file = first.file.replace(/\.1$/, ".2");
  expect(await site.previewImport("speaker", file, ANA.id)).toMatchObject({ rows: [{ name: "Bea Made" }] });
  const cover = first.file.replace(/\.1$/, ".0");
  expect(await site.previewImport("speaker", cover, ANA.id)).toMatchObject({ rows: [{ name: "Ada Made" }] });
});

const FAR = `<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>`;
const SHEET = "xl/worksheets/sheet1.xml";
test.each([
  ["a part of 11 MB", createWorkbook({ A: [HEAD] }, { "xl/media.xml": "x".repeat(11_000_000) }), "too large"],
  ["a cell far to the right", createWorkbook({ A: [HEAD] }, { [SHEET]: FAR }), "too large"],
  [
    "many rows",
    createWorkbook({ A: [HEAD] }, { [SHEET]: `<worksheet><sheetData>${"<row/>".repeat(5_000)}` }),
    "too large",
  ],
  [
    "damaged parts",
    createWorkbook({ A: [HEAD] }, { [SHEET]: "<worksheet><sheetData><row" }),
    "empty|neither",
  ],
  [
    "another kind of file",
    zipSync({ "content.xml": new Uint8Array([60, 97, 62]) }),
    "neither a CSV file nor an Excel",
  ],
  [
    "more than 2,000 rows",
    createWorkbook({ A: [HEAD, ...Array(2_001).fill(["A"])] }),
    "more than 2,000 rows",
  ],
])("a workbook with %s is refused with a sentence", async (_what, workbook, problem) => {
  const site = await openImports();
  const stored = await site.store("session", workbook);
  expect(stored).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
