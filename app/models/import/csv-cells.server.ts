import { stringify } from "csv-stringify/sync";
import { conference } from "#app/conference/conference.ts";

/** Helps spreadsheet programs recognise UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Spreadsheets expect semicolons where a comma separates decimals. */
const hasDecimalComma = new Intl.NumberFormat(conference.locale).format(1.5).includes(",");
const SEPARATOR = hasDecimalComma ? ";" : ",";

/** Quotes cells with any line break. By default, the library quotes only those with `\r\n`. */
export const toCsv = (rows: string[][], separator = SEPARATOR): string =>
  stringify(rows, { delimiter: separator, record_delimiter: "windows", quoted_match: /[\r\n]/ });

/**
 * Spreadsheets change text: `0400555010` loses its zero, `12345678E9` becomes a number, `May 4`
 * becomes a date, and `=1+1` becomes 2. A leading apostrophe protects such text, even if the text
 * already starts with apostrophes.
 */
export const protectCell = (text: string): string => {
  const inner = text.replace(INNER_FORMULA, "$1'$2");
  return isGuessed(withoutApostrophes(inner)) ? `'${inner}` : inner;
};

export const unprotectCell = (cell: string): string => {
  const inner = cell.startsWith("'") && isGuessed(withoutApostrophes(cell)) ? cell.slice(1) : cell;
  return inner.replace(INNER_GUARD, "$1$2");
};

/** Matches quoted text that a program expecting another separator would read as a formula cell. */
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

/** Abbreviations and names of weekdays and months. */
const DAYS_AND_MONTHS =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i;
const AFTER_NUMBERS = /^(?:e|t|z|[ap]m?|st|nd|rd|th)$/i;
