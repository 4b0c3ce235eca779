import { parseName } from "#app/models/delegate/person-name.ts";
import {
  ANSWER_COLUMNS,
  type AnswerColumn,
  DELEGATE_FIELDS,
  type Registration,
} from "#app/vocabulary/registration.ts";

/** Letters that Unicode does not decompose, or that keyboards lack, with their usual replacements. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ς: "σ",
  ی: "ي",
  ى: "ي",
  ک: "ك",
  ة: "ه",
  ـ: "",
  "׳": "'",
  "״": '"',
  髙: "高",
  﨑: "崎",
};

/** Converts to lower case, single spaces and plain dashes. Removes combining marks up to U+0670. */
export const foldText = (text: string): string =>
  text
    .replace(/[’‘ʼʻ´`]/g, "'")
    .normalize("NFKD")
    .replace(/(?=\p{M})[\u0300-\u0670]/gu, "")
    .toLowerCase()
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/gu, " ")
    .trim();

const AS_TWO: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

function foldings(text: string): [string, string] {
  const spelledOut = text
    .normalize("NFC")
    .replace(/[äöüøå]/gi, (letter) => AS_TWO[letter.toLowerCase()] ?? "");
  return [foldText(text), foldText(spelledOut)];
}

const joined = (text: string): string => text.replace(/['-]/g, "");

export const listSpellings = (word: string): string[] => [
  ...new Set(foldings(word).flatMap((way) => (joined(way).length > 2 ? [way, joined(way)] : [way]))),
];

/** Returns additional search words: o, brien and obrien for O'Brien, and jr for J. R. */
function otherWords(text: string): string {
  const apart = (words: string) => words.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
  const ways = foldings(text).flatMap((way) => [apart(way), apart(joined(way))]);
  const initials = apart(foldText(text)).match(/(?<!\S)\p{L}(?: \p{L})+(?!\S)/gu) ?? [];
  const words = new Set([...ways.join(" ").split(" "), ...initials.map((all) => all.replace(/ /g, ""))]);
  for (const word of foldText(text).split(" ")) words.delete(word);
  return [...words].join(" ");
}

/** Converts Arabic and Persian digits. Each block of digits begins at a multiple of 16. */
export const toAsciiDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

export const extractDigits = (phone: string): string => toAsciiDigits(phone).replace(/\D/g, "");

/** Increase this with every change to createSearchText. Maintenance then regenerates all texts. */
export const SEARCH_TEXT_VERSION = "4";

const searchedAt = (place: "desk" | "door") =>
  ANSWER_COLUMNS.filter((name) => DELEGATE_FIELDS[name].searched === place);
const AT_DESK = searchedAt("desk");
const AT_DOOR = searchedAt("door");

/**
 * Lines: name, email, answers searched at the desk (job title), answers also searched at the door
 * (outlet), reference, other words of the name, other words of line 4, phone digits, name for
 * sorting, version. The name comes first because lists are sorted by this text. The previous
 * release reads only lines 1–5.
 */
export function createSearchText(delegate: Registration & { reference: string }): string {
  const { name, email, phone, reference } = delegate;
  const textOf = (fields: AnswerColumn[]) => fields.map((field) => delegate[field] ?? "").join(" ");
  const outlet = textOf(AT_DOOR);
  const { family, given } = parseName(name);
  return [
    ...[name, email, textOf(AT_DESK), outlet, reference].map(foldText),
    otherWords(`${family.replace(/\.? /g, "-")}, ${name}`),
    otherWords(outlet),
    extractDigits(phone ?? ""),
    `${family}\t${given}`,
    SEARCH_TEXT_VERSION,
  ].join("\n");
}

/** Returns the name for sorting, or the first line if the text is from an older version. */
export const readSortName = (text: string) => text.split("\n")[8] ?? text.slice(0, text.indexOf("\n"));
