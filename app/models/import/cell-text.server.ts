// Reads the cells of lists as plain text.
import { convert } from "html-to-text";

/** Matches what spreadsheets in any language show for a failed formula or a narrow column. */
const LOST = /^(?:#(?:#+|NV|YOK|GETTING_DATA|\p{Lu}\/\p{Lu}|[^\d\p{Ll}]+(?:\/0)?[!?])|Err:\d{3})$/u;
const HTML = /<\/?(?:p|br|div|span|b|strong|i|em|u|a|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>/i;
/** Marks of emphasis around words, but not within a word or a formula. */
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
const MARKDOWN_LINK = /\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+)\)/g;

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const HTML_OPTIONS = {
  wordwrap: false,
  limits: { maxDepth: 100 },
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"] } },
    { selector: "img", format: "skip" },
    { selector: "ul", options: { itemPrefix: "- " } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false, leadingLineBreaks: 2 } })),
  ],
} satisfies Parameters<typeof convert>[1];

/** Returns undefined for a value that a spreadsheet has lost. */
const found = (cell: string): string | undefined => (LOST.test(cell.trim()) ? undefined : cell);

/** Returns HTML as text with paragraphs and lists, and Markdown without emphasis. Addresses stay. */
export const asText = (cell: string): string | undefined => {
  const text = HTML.test(cell) ? convert(cell, HTML_OPTIONS) : cell;
  return found(text.replace(MARKDOWN_LINK, "$1 ($2)").replace(EMPHASIS, "$2"));
};

/** Replaces line breaks and tabs with spaces. */
export const asLine = (cell: string): string | undefined =>
  found(cell)
    ?.replace(/[\t-\r\u0085\u2028\u2029]+/g, " ")
    .trim();

/** Takes the address out of 'Ada <ada@example.org>;' or 'mailto:ada@example.org'. */
export function asAddress(cell: string): string | undefined {
  const line = asLine(cell);
  if (!line || line.length > ADDRESS_LENGTH) return line;
  return line
    .normalize("NFKC")
    .replace(/^.*<([^<>]*)>/, "$1")
    .replace(/^mailto:/i, "")
    .replace(/[;,\s]+$/, "");
}
/** A longer cell is refused anyway, and the expressions would take seconds for it. */
const ADDRESS_LENGTH = 1_000;
