// CSV cells as spreadsheet programs read them, even if they expect another separator.
import { expect, test } from "vitest";
import { protectCell, toCsv, unprotectCell } from "#app/models/import/csv-cells.server.ts";

/** Splits a CSV file into cells. Quotation marks count only at the start of a cell. */
function cellsBy(separator: string, csv: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = "";
    if (csv[at] === '"') {
      at += 1;
      while (at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"')) {
        if (csv[at] === '"') at += 1;
        cell += csv[at];
        at += 1;
      }
      at += 1;
    }
    while (at < csv.length && csv[at] !== separator && csv[at] !== "\r" && csv[at] !== "\n") {
      cell += csv[at];
      at += 1;
    }
    at += 1;
    cells.push(cell);
  }
  return cells;
}

const FORMULA = '=HYPERLINK("https://evil.example")';
const TEXTS = [
  FORMULA,
  `Ada;${FORMULA};x`,
  `Ada\t${FORMULA}\tx`,
  `Ada;"${FORMULA}`,
  `Ada;""${FORMULA};`,
  `Ada;'${FORMULA};`,
  `Two lines\n${FORMULA}`,
  `Two lines\r\n@SUM(1)\r\n+1;-1`,
  "Ada; Bea; Cy",
  "'it'; 'was'",
  "A list:\n- one\n- two",
  "'=1;'=2",
  `Ada,${FORMULA},x`,
  `Ada,"${FORMULA}`,
  "Ada,'=1,-2",
];

const SEPARATORS = [",", ";"].flatMap((written) => [",", ";", "\t"].map((read) => [written, read]));
test.each(SEPARATORS)("no cell of a file with %j is a formula in a program with %j", (written, read) => {
  for (const text of TEXTS) {
    const csv = toCsv([["1", "Name", protectCell(text), "Editor"]], written);
    for (const cell of cellsBy(read, csv)) expect(cell, csv).not.toMatch(/^[=+\-@\t]/);
  }
});

test("protected cells are read back unchanged", () => {
  for (const text of TEXTS) expect(unprotectCell(protectCell(text))).toBe(text);
  for (const text of ["Ada; Bea; Cy", "'it'; 'was'", "one - two, a=b"]) expect(protectCell(text)).toBe(text);
});
