// Reads an uploaded list: a CSV file, or a sheet of an Excel workbook.
import { unprotectCell } from "#app/models/import/csv-cells.server.ts";
import { readCsv, type Table } from "#app/models/import/csv-file.server.ts";
import {
  IMPORT_LIMIT_BYTES,
  IMPORT_LIMIT_CELL,
  IMPORT_LIMIT_COLUMNS,
  IMPORT_LIMIT_LINES,
  IMPORT_LIMIT_ROWS,
  type ImportProblem,
  type Reading,
} from "#app/models/import/import.ts";
import { isWorkbook, readWorkbook } from "#app/models/import/workbook.server.ts";
import { numberText } from "#app/platform/text.ts";

/** `row` is the spreadsheet's row number. */
export type ListRow = { row: number; cells: string[]; problems: ImportProblem[] };
export type ListFile = {
  headings: string[];
  rows: ListRow[];
  /** The texts above the headings. */
  skipped: string[];
  reading: Reading | null;
};
type Read = ({ ok: true } & ListFile) | { ok: false; problem: string };
type Test = (cell: string) => boolean;

export const FILE_TOO_LARGE = "The file is larger than 1 MB. Split it into several files.";
const NO_LIST =
  "This is neither a CSV file nor an Excel workbook (.xlsx) of a list. In your spreadsheet program, choose Save As or Download, then CSV (UTF-8).";
const WORKBOOK_TOO_LARGE =
  "The workbook is too large. Save the sheet with the list as a CSV file, then upload that file.";
const EMPTY = "The file is empty.";
const TOO_MANY_CELLS =
  "There are more cells than headings. Text that contains a separator must be in quotation marks.";
const TOO_MANY_LINES = `The file has more than ${numberText(IMPORT_LIMIT_LINES)} rows. Delete the blank ones.`;
/** Headings are sought in so many rows. */
const MAX_ROWS_ABOVE = 20;

/** `asked` is the chosen encoding or sheet. `isHeading` recognises the headings of this kind of list. */
export async function readListFile(bytes: Uint8Array, asked: string | null, isHeading: Test): Promise<Read> {
  if (bytes.byteLength === 0) return { ok: false, problem: EMPTY };
  if (bytes.byteLength > IMPORT_LIMIT_BYTES) return { ok: false, problem: FILE_TOO_LARGE };
  const tables = isWorkbook(bytes) ? await readWorkbook(bytes) : readCsv(bytes, asked);
  if (tables === "tooLarge") return { ok: false, problem: WORKBOOK_TOO_LARGE };
  if (tables === "damaged") return { ok: false, problem: NO_LIST };
  const lists = tables.map((table) => toListFile(table, isHeading));
  const chosen = lists[tables.findIndex(({ reading }) => reading?.value === asked)];
  return chosen ?? lists.find(({ ok }) => ok) ?? lists[0] ?? { ok: false, problem: EMPTY };
}

function toListFile({ rows: lines, reading }: Table, isHeading: Test): Read {
  if (lines.length > IMPORT_LIMIT_LINES) return { ok: false, problem: TOO_MANY_LINES };
  const filled = lines
    .map((cells, at) => ({ row: at + 1, cells: withoutEmptyEnd(cells) }))
    .filter(({ cells }) => cells.length > 0);
  const problem = filled.map(sizeProblem).find((one) => one !== null);
  if (problem) return { ok: false, problem };
  const plain = filled.map(({ row, cells }) => ({ row, cells: cells.map(plainText) }));
  const headAt = findHeadings(plain, isHeading);
  const head = plain[headAt];
  if (!head) return { ok: false, problem: EMPTY };
  const rows = plain.slice(headAt + 1).map((row) => {
    const isTooLong = row.cells.length > head.cells.length;
    return { ...row, problems: isTooLong ? [{ column: null, message: TOO_MANY_CELLS }] : [] };
  });
  if (rows.length === 0)
    return { ok: false, problem: "The file has no rows below its headings, so there is nothing to import." };
  if (rows.length > IMPORT_LIMIT_ROWS) {
    const most = numberText(IMPORT_LIMIT_ROWS);
    return { ok: false, problem: `The file has more than ${most} rows. Split it into several files.` };
  }
  const headings = head.cells.map((heading) => heading.trim());
  const skipped = plain.slice(0, headAt).map(({ cells }) => cells.filter(Boolean).join(" "));
  return { ok: true, headings, rows, skipped, reading };
}

const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

function sizeProblem({ row, cells }: Omit<ListRow, "problems">): string | null {
  if (cells.length > IMPORT_LIMIT_COLUMNS)
    return `Row ${row} has more than ${IMPORT_LIMIT_COLUMNS} columns. Keep only the columns you want to import.`;
  if (cells.every((cell) => cell.length <= IMPORT_LIMIT_CELL)) return null;
  const most = numberText(IMPORT_LIMIT_CELL);
  return `Row ${row} has a cell of more than ${most} characters. Shorten it, then upload the file again.`;
}

/** Some programs protect a leading zero with a formula: ="0400". */
const plainText = (cell: string): string => unprotectCell(cell.replace(/^="([^"]*)"$/, "$1"));

/** The headings are the first row with two known ones or, if none has, with two cells. */
function findHeadings(rows: { cells: string[] }[], isHeading: Test): number {
  const top = rows.slice(0, MAX_ROWS_ABOVE);
  const known = top.findIndex(({ cells }) => cells.filter(isHeading).length > 1);
  const wide = top.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== "").length > 1);
  return Math.max(known === -1 ? wide : known, 0);
}
