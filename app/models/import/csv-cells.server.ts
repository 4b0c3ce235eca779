// The cells of the CSV files that this site writes, and how they are read back.
import { stringify } from "csv-stringify/sync";

/** The mark by which spreadsheet programs know that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A line end inside a cell is quoted whichever it is: the library looks for that of the rows alone. */
export const toCsv = (rows: string[][], separator: string): string =>
  stringify(rows, { delimiter: separator, record_delimiter: "windows", quoted_match: /[\r\n]/ });

/**
 * A text as a cell that stays one. Spreadsheet programs guess: `0400555010` loses its zero, `12345678E9` becomes a
 * number, `May 4` a date, `=1+1` what it comes to. What could be any of these gets an apostrophe before it, and so
 * does what would be taken for that when it is read back.
 */
export const asText = (text: string): string => {
  const inner = text.replace(INNER_FORMULA, "$1'$2");
  return isGuessed(withoutApostrophes(inner)) ? `'${inner}` : inner;
};

/** A cell as the text that `asText` was given. */
export const fromText = (cell: string): string => {
  const inner = cell.startsWith("'") && isGuessed(withoutApostrophes(cell)) ? cell.slice(1) : cell;
  return inner.replace(INNER_GUARD, "$1$2");
};

/**
 * What begins a cell of its own, and is a formula there, for a program that goes by another separator than the file: it
 * does not know the quotation marks of that file, so that a line ends wherever one ends within a cell.
 */
const INNER_FORMULA = /([,;\t\r\n]"*)('*[=+\-@])/g;
const INNER_GUARD = /([,;\t\r\n]"*)'('*[=+\-@])/g;

const withoutApostrophes = (text: string) => text.replace(/^'+/, "");

function isGuessed(text: string): boolean {
  if (/^[=+\-@\t\r#]|^(?:true|false)$|^0x/i.test(text)) return true;
  if (!/\p{N}/u.test(text)) return false;
  return [...text.matchAll(/(\p{N}[\s.]*)?(\p{L}+)/gu)].every(
    ([, number, word = ""]) =>
      DAYS_AND_MONTHS.test(word) || (number !== undefined && AFTER_NUMBERS.test(word)),
  );
}

/** The words that dates can have in them, and those that numbers and times can have behind a number. */
const DAYS_AND_MONTHS =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i;
const AFTER_NUMBERS = /^(?:e|t|z|[ap]m?|st|nd|rd|th)$/i;
