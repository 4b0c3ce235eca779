// Reads CSV files from spreadsheet programs, in several encodings and with several separators.

import { isUtf8 } from "node:buffer";
import { unprotectCell } from "#app/models/import/csv-cells.server.ts";
import {
  ENCODINGS,
  IMPORT_LIMIT_BYTES,
  IMPORT_LIMIT_CELL,
  IMPORT_LIMIT_COLUMNS,
  IMPORT_LIMIT_ROWS,
  type ImportProblem as RowProblem,
} from "#app/models/import/import.ts";
import { numberText } from "#app/platform/text.ts";

/** `row` is the spreadsheet's row number; the headings are row 1. */
export type CsvRow = { row: number; cells: string[]; problems?: RowProblem[]; problemsIfNew?: RowProblem[] };
export type ParsedFile = { headings: string[]; rows: CsvRow[]; encoding: string | null };
type Problem = { ok: false; problem: string };

export const FILE_TOO_LARGE = "The file is larger than 1 MB. Split it into several files.";
const NO_CSV =
  "This is not a CSV file. In your spreadsheet program, choose Save As or Download, then CSV (UTF-8).";

const MARKS = { "utf-8": [0xef, 0xbb, 0xbf], "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };

export function parseCsv(bytes: Uint8Array, asked: string | null): ({ ok: true } & ParsedFile) | Problem {
  if (bytes.byteLength === 0) return { ok: false, problem: "The file is empty." };
  if (bytes.byteLength > IMPORT_LIMIT_BYTES) return { ok: false, problem: FILE_TOO_LARGE };
  const isMarked = ([, mark]: [string, number[]]) => mark.every((byte, at) => bytes[at] === byte);
  const [marked] = Object.entries(MARKS).find(isMarked) ?? [];
  // Excel saves CSV files as Windows-1252 by default.
  const guess = isUtf8(bytes) ? "utf-8" : "windows-1252";
  const encoding = asked !== null && Object.hasOwn(ENCODINGS, asked) ? asked : guess;
  const text = new TextDecoder(marked ?? encoding).decode(bytes);
  // Text files never contain NUL; workbooks and images do.
  if (text.includes("\0")) return { ok: false, problem: NO_CSV };
  // Excel takes the separator from a first line such as `sep=;`.
  const told = /^sep=(\W)\r?\n/i.exec(text);
  const content = told ? text.slice(told[0].length) : text;
  const filled = rowsOf(content, told?.[1] ?? separatorOf(content));
  const wide = filled.find(({ cells }) => cells.length > IMPORT_LIMIT_COLUMNS);
  if (wide) {
    const problem = `Row ${wide.row} has more than ${IMPORT_LIMIT_COLUMNS} columns. Keep only the columns you want to import.`;
    return { ok: false, problem };
  }
  const long = filled.find(({ cells }) => cells.some((cell) => cell.length > IMPORT_LIMIT_CELL));
  if (long) {
    const most = numberText(IMPORT_LIMIT_CELL);
    const problem = `Row ${long.row} has a cell of more than ${most} characters. Shorten it, then upload the file again.`;
    return { ok: false, problem };
  }
  // Some programs protect a leading zero with a formula: ="0400".
  const textOf = (cell: string) => unprotectCell(cell.replace(/^="([^"]*)"$/, "$1"));
  const [head, ...rows] = filled.map(({ row, cells }) => ({ row, cells: cells.map(textOf) }));
  if (!head) return { ok: false, problem: "The file is empty." };
  if (rows.length === 0)
    return { ok: false, problem: "The file has no rows below its headings, so there is nothing to import." };
  if (rows.length > IMPORT_LIMIT_ROWS) {
    const most = numberText(IMPORT_LIMIT_ROWS);
    return { ok: false, problem: `The file has more than ${most} rows. Split it into several files.` };
  }
  const headings = head.cells.map((heading) => heading.trim());
  return { ok: true, headings, rows, encoding: marked ? null : encoding };
}

/**
 * Returns the non-empty rows, at most one more than the limit. A quotation mark opens a cell only
 * if another closes it. In `5" screen`, the mark is text.
 */
function rowsOf(text: string, separator: string): CsvRow[] {
  const quoted = ' *"((?:[^"]|"")*)" *';
  const plain = `([^\\${separator}\\r\\n]*)`;
  const rows: CsvRow[] = [];
  let next: string[] = [];
  let row = 1;
  const cells = new RegExp(`(?:${quoted}|${plain})(\\${separator}|\\r\\n?|\\n|$)`, "gy");
  for (const [, held, loose = "", end] of text.matchAll(cells)) {
    next.push(held?.replaceAll('""', '"') ?? loose);
    if (end === separator) continue;
    const filled = withoutEmptyEnd(next);
    if (filled.length > 0) rows.push({ row, cells: filled });
    if (end === "" || rows.length > IMPORT_LIMIT_ROWS + 1) break;
    next = [];
    row += 1;
  }
  return rows;
}

const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

function separatorOf(text: string): string {
  const [head = ""] = text
    .trimStart()
    .replace(/(?<![^,;\t\r\n ])"(?:[^"]|"")*"(?![^,;\t\r\n ])/g, "")
    .split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}
