import { stringify } from "csv-stringify/sync";

/** Spreadsheet programs know UTF-8 by this mark. */
export const BYTE_ORDER_MARK = "\ufeff";

/** The library quotes only the line ends of rows, so `quoted_match` finds those inside a cell. */
export const toCsv = (rows: string[][], separator: string): string =>
  stringify(rows, { delimiter: separator, record_delimiter: "windows", quoted_match: /[\r\n]/ });

/**
 * Spreadsheets guess: `0400555010` loses its zero, `12345678E9` becomes a number, `May 4` a date, `=1+1` a 2.
 * An apostrophe keeps such a text, and any text that would lose one when it is read back.
 */
export const asText = (text: string): string => {
  const inner = text.replace(INNER_FORMULA, "$1'$2");
  return isGuessed(withoutApostrophes(inner)) ? `'${inner}` : inner;
};

export const fromText = (cell: string): string => {
  const inner = cell.startsWith("'") && isGuessed(withoutApostrophes(cell)) ? cell.slice(1) : cell;
  return inner.replace(INNER_GUARD, "$1$2");
};

/** A program with another separator begins a cell here: it does not know the file's quotation marks. */
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

/** The words of dates, and those behind the number of an amount or a time. */
const DAYS_AND_MONTHS =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i;
const AFTER_NUMBERS = /^(?:e|t|z|[ap]m?|st|nd|rd|th)$/i;
