// Reads CSV files from spreadsheet programs, in several encodings and with several separators.
import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import encodings from "#app/models/import/encodings.json" with { type: "json" };
import { IMPORT_LIMIT_LINES, IMPORT_LIMIT_ROWS, type Reading } from "#app/models/import/import.ts";

/** The rows of a CSV file or a sheet, including blank ones. */
export type Table = { rows: string[][]; reading: Reading | null };

const MARKS = { "utf-8": [0xef, 0xbb, 0xbf], "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };

/** All encodings that the server can read, with their regions. */
const ENCODINGS = Object.entries(encodings).flatMap(([region, names]) =>
  names.split(" ").map((name): [string, string] => [name.toLowerCase(), `${name} (${region})`]),
);

/**
 * Returns `damaged` for a file that is not text. Stops after the first row beyond a limit. `reading`
 * is null if a byte order mark states the encoding.
 */
export function readCsv(bytes: Uint8Array, asked: string | null): Table[] | "damaged" {
  const isMarked = ([, mark]: [string, number[]]) => mark.every((byte, at) => bytes[at] === byte);
  const [marked] = Object.entries(MARKS).find(isMarked) ?? [];
  const chosen = ENCODINGS.find(([code]) => code === asked)?.[0];
  const encoding = marked ?? chosen ?? guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  // Text files never contain NUL; images and older workbooks do.
  if (text.includes("\0")) return "damaged";
  // Excel takes the separator from a first line such as `sep=;`.
  const told = /^sep=(\W)\r?\n/i.exec(text);
  const content = told ? text.slice(told[0].length) : text;
  const rows = rowsOf(content, told?.[1] ?? separatorOf(content));
  return [{ rows, reading: marked ? null : { label: "Encoding", value: encoding, options: ENCODINGS } }];
}

/** An uncertain guess is worse than the encoding of most older files. */
const MIN_CONFIDENCE = 40;

function guessEncoding(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return "utf-8";
  const sure = analyse(bytes).filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
  const guess = sure.find(({ name }) => isTextIn(name, bytes))?.name ?? "windows-1252";
  return new TextDecoder(guess).encoding;
}

/** Control characters between 0x80 and 0x9f show that the encoding is another one. */
function isTextIn(encoding: string, bytes: Uint8Array): boolean {
  try {
    return !/[\x80-\x9f]/.test(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** A quotation mark opens a cell only if another closes it. In `5" screen`, the mark is text. */
function rowsOf(text: string, separator: string): string[][] {
  const quoted = ' *"((?:[^"]|"")*)" *';
  const plain = `([^\\${separator}\\r\\n]*)`;
  const rows: string[][] = [];
  let next: string[] = [];
  let filled = 0;
  const cells = new RegExp(`(?:${quoted}|${plain})(\\${separator}|\\r\\n?|\\n|$)`, "gy");
  for (const [, held, loose = "", end] of text.matchAll(cells)) {
    next.push(held?.replaceAll('""', '"') ?? loose);
    if (end === separator) continue;
    rows.push(next);
    if (next.some((cell) => cell.trim() !== "")) filled += 1;
    if (end === "" || filled > IMPORT_LIMIT_ROWS + 1 || rows.length > IMPORT_LIMIT_LINES) break;
    next = [];
  }
  return rows;
}

/** Counts the separators in the first line that has any. */
function separatorOf(text: string): string {
  const lines = text
    .trimStart()
    .replace(/(?<![^,;\t\r\n ])"(?:[^"]|"")*"(?![^,;\t\r\n ])/g, "")
    .split(/[\r\n]+/);
  const head = lines.find((line) => /[,;\t]/.test(line)) ?? "";
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}
