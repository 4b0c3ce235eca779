// JSON Schema patterns that work in every regular expression dialect. Stricter than text.server.ts.

/** A dot, or a full stop from another script, which browsers treat as a dot. */
export const DOT_CHARACTER_CLASS = "[.\\u3002\\uff0e\\uff61]";

/** A name with one of these endings is a domain. */
export const DOMAIN_ENDINGS = "com net org info biz xyz top site online shop click link".split(" ");

/** Invisible characters that the server removes: soft hyphens, direction marks, zero-width ones, U+FFFC. */
export const INVISIBLE_MARKS =
  "\\u00ad\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufffc";

// Lone surrogates, and the replacement character for invalid bytes.
const NO_TEXT = "\\ud800-\\udfff\\ufffd";
// Omits the tab (U+0009) and the vertical tab (U+000B), which are accepted.
const NOT_IN_A_LINE = `\\u0000-\\u0008\\u000a\\u000c-\\u001f\\u007f-\\u009f\\u2028\\u2029${NO_TEXT}`;
const NOT_IN_A_TEXT = `\\u0000-\\u0008\\u000c\\u000e-\\u001f\\u007f-\\u009f${NO_TEXT}`;
// Excludes blanks, the empty braille pattern, and characters that only affect their neighbours.
const VISIBLE = [
  "[!-~\\u00a1-\\u00ac\\u00ae-\\u034e\\u0350-\\u061b\\u061d-\\u115e\\u1161-\\u167f\\u1681-\\u17b3\\u17b6-\\u180a",
  "\\u1810-\\u1fff\\u2010-\\u2027\\u2030-\\u205e\\u2070-\\u27ff\\u2801-\\u2fff\\u3001-\\u3163\\u3165-\\ud7ff",
  "\\uf900-\\ufdff\\ufe10-\\ufefe\\uff01-\\uff9f\\uffa1-\\uffef]",
].join("");

export const PRINTABLE_LINE_PATTERN = `^[^${NOT_IN_A_LINE}]*$`;
export const PRINTABLE_TEXT_PATTERN = `^[^${NOT_IN_A_TEXT}]*$`;
export const VISIBLE_LINE_PATTERN = `^[^${NOT_IN_A_LINE}]*${VISIBLE}[^${NOT_IN_A_LINE}]*$`;

/** Text that mail programs turn into links, even with invisible marks. */
export const AUTO_LINKED_TEXT_PATTERN = [
  `[${INVISIBLE_MARKS}].*(?:${DOT_CHARACTER_CLASS}|:)|(?:${DOT_CHARACTER_CLASS}|:).*[${INVISIBLE_MARKS}]`,
  "://",
  `@[^\\s@]+${DOT_CHARACTER_CLASS}[^\\s@]`,
  `[0-9](?:${DOT_CHARACTER_CLASS}[0-9]+){3}`,
  `${DOT_CHARACTER_CLASS}[^\\s.\\u3002\\uff0e\\uff61]{2,}(?:[/?#]|:[0-9])`,
].join("|");

/** Includes the Kelvin sign and the long s, which are case variants of k and s. */
const inAnyCase = (word: string): string =>
  [...word]
    .map((letter) => `[${letter.toUpperCase()}${letter}${{ k: "\\u212a", s: "\\u017f" }[letter] ?? ""}]`)
    .join("");
export const AUTO_LINKED_NAME_PATTERN = [
  AUTO_LINKED_TEXT_PATTERN,
  `${inAnyCase("www")}${DOT_CHARACTER_CLASS}`,
  `${DOT_CHARACTER_CLASS}(?:${DOMAIN_ENDINGS.map(inAnyCase).join("|")})(?:[^A-Za-z0-9-]|$)`,
].join("|");

const LABEL = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*";
export const HTTP_URL = `^https?://(?:${LABEL}\\.)+[A-Za-z]{2,}(?::[0-9]{1,4})?(?:[/?#][^\\s${NOT_IN_A_LINE}]*)?$`;
