// A CSV file as spreadsheet programs write them: in one of several encodings, with one of several separators.
import { CsvError, parse } from "csv-parse/sync";
import { fromText } from "#app/models/import/csv-cells.server.ts";
import { IMPORT_LIMIT_BYTES, IMPORT_LIMIT_COLUMNS, IMPORT_LIMIT_ROWS } from "#app/models/import/import.ts";

/** A row with something in it. `row` is its number in a spreadsheet, where the headings are 1. */
export type CsvRow = { row: number; cells: string[] };
type Problem = { ok: false; problem: string };

export const TOO_LARGE = "The file is larger than 1 MB. Divide it into several files.";
const NO_CSV =
  "This is not a CSV file. In your spreadsheet program choose Save As or Download, then CSV (UTF-8).";

/** The text of a file: UTF-8 or UTF-16 where it is that, else Windows-1252, in which Excel writes without asking. */
export function decodeCsv(
  bytes: Uint8Array,
): { ok: true; text: string; isGuessedEncoding: boolean } | Problem {
  if (bytes.byteLength === 0) return { ok: false, problem: "The file is empty." };
  if (bytes.byteLength > IMPORT_LIMIT_BYTES) return { ok: false, problem: TOO_LARGE };
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : null;
  const text = decoded(bytes, wide ?? "utf-8") ?? decoded(bytes, "windows-1252");
  // Workbooks and images have bytes that no text has.
  if (text === null || /[\p{Cc}--[\s\u0080-\u009f]]/v.test(text)) return { ok: false, problem: NO_CSV };
  return { ok: true, text, isGuessedEncoding: wide === null && decoded(bytes, "utf-8") === null };
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The headings and the rows of a file. */
export function parseCsv(text: string): { ok: true; headings: string[]; rows: CsvRow[] } | Problem {
  // A first line by which Excel is told what separates the cells.
  const told = /^sep=(.)\r?\n/i.exec(text);
  const content = told ? text.slice(told[0].length) : text;
  try {
    const records: string[][] = parse(content, {
      delimiter: told?.[1] ?? separatorOf(content),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      to: IMPORT_LIMIT_ROWS * 2,
    });
    const filled = records.map(withoutEmptyEnd);
    if (filled.some((cells) => cells.length > IMPORT_LIMIT_COLUMNS)) {
      const problem = `The file has more than ${IMPORT_LIMIT_COLUMNS} columns. Keep those that are to be imported.`;
      return { ok: false, problem };
    }
    const all = filled.map((cells, index) => ({ row: index + 1, cells: cells.map(fromText) }));
    const [head, ...rows] = all.filter(({ cells }) => cells.length > 0);
    if (!head) return { ok: false, problem: "The file is empty." };
    if (rows.length === 0)
      return { ok: false, problem: "The file has no rows below its headings: there is nothing to import." };
    if (rows.length > IMPORT_LIMIT_ROWS) {
      const most = IMPORT_LIMIT_ROWS.toLocaleString("en-AU");
      return { ok: false, problem: `The file has more than ${most} rows. Divide it into several files.` };
    }
    return { ok: true, headings: head.cells.map((heading) => heading.trim()), rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, problem: "A quotation mark in the file is not closed. Save it as CSV once more." };
  }
}

/** Spreadsheet programs write columns that are empty down to their end, too. */
const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

/** What separates most of the headings; a comma where nothing does. */
function separatorOf(text: string): string {
  const [head = ""] = text
    .trimStart()
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}
