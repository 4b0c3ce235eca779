// Reads an uploaded list: a CSV file, or a sheet of an Excel workbook.
import { unprotectCell } from "#app/models/import/csv-cells.server.ts";
import { ENCODINGS, readCsv } from "#app/models/import/csv-file.server.ts";
import {
  IMPORT_LIMIT_BYTES,
  IMPORT_LIMIT_CELL,
  IMPORT_LIMIT_COLUMNS,
  IMPORT_LIMIT_ROWS,
  type ImportProblem,
  type Reading,
} from "#app/models/import/import.ts";
import { isWorkbook, readWorkbook, type Sheet } from "#app/models/import/workbook.server.ts";
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
type Problem = { ok: false; problem: string };

export const FILE_TOO_LARGE = "The file is larger than 1 MB. Split it into several files.";
const NO_LIST =
  "This is neither a CSV file nor an Excel workbook (.xlsx) of a list. In your spreadsheet program, choose Save As or Download, then CSV (UTF-8).";
const WORKBOOK_TOO_LARGE =
  "The workbook is too large. Save the sheet with the list as a CSV file, then upload that file.";
const EMPTY = "The file is empty.";
const TOO_MANY_CELLS =
  "There are more cells than headings. Text that contains a separator must be in quotation marks.";
/** Headings are sought in so many rows. */
const MAX_ROWS_ABOVE = 20;

/** `asked` is the chosen encoding or sheet. `isHeading` recognises the headings of this kind of list. */
export async function readListFile(
  bytes: Uint8Array,
  asked: string | null,
  isHeading: (cell: string) => boolean,
): Promise<({ ok: true } & ListFile) | Problem> {
  if (bytes.byteLength === 0) return { ok: false, problem: EMPTY };
  if (bytes.byteLength > IMPORT_LIMIT_BYTES) return { ok: false, problem: FILE_TOO_LARGE };
  if (!isWorkbook(bytes)) {
    const csv = readCsv(bytes, asked);
    if (!csv) return { ok: false, problem: NO_LIST };
    const { rows, encoding } = csv;
    const reading: Reading | null =
      encoding === null ? null : { label: "Encoding", value: encoding, options: ENCODINGS };
    return toListFile(rows, reading, isHeading);
  }
  const sheets = await readWorkbook(bytes);
  if (sheets === "tooLarge") return { ok: false, problem: WORKBOOK_TOO_LARGE };
  if (sheets === "damaged") return { ok: false, problem: NO_LIST };
  const lists = sheets.map(({ rows }, at) => toListFile(rows, sheetReading(sheets, at), isHeading));
  const chosen = lists[sheets.findIndex((_, at) => String(at) === asked)];
  return chosen ?? lists.find(({ ok }) => ok) ?? lists[0] ?? { ok: false, problem: EMPTY };
}

const sheetReading = (sheets: Sheet[], at: number): Reading | null =>
  sheets.length > 1
    ? { label: "Sheet", value: String(at), options: sheets.map(({ name }, index) => [String(index), name]) }
    : null;

function toListFile(
  table: string[][],
  reading: Reading | null,
  isHeading: (cell: string) => boolean,
): ({ ok: true } & ListFile) | Problem {
  const filled = table
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
function findHeadings(rows: { cells: string[] }[], isHeading: (cell: string) => boolean): number {
  const top = rows.slice(0, MAX_ROWS_ABOVE);
  const known = top.findIndex(({ cells }) => cells.filter(isHeading).length > 1);
  const wide = top.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== "").length > 1);
  return Math.max(known === -1 ? wide : known, 0);
}
