import { readName } from "#app/models/delegate/name.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/** Letters that are no letter with a mark on it, but are typed as one. */
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
};

/** A text as it is looked for: lower case, with single spaces and plain dashes, without accents. Beyond Arabic, marks are vowels. */
export const fold = (text: string): string =>
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

/** A text with ä as a, and with ä as ae. */
function foldings(text: string): [string, string] {
  const spelledOut = text
    .normalize("NFC")
    .replace(/[äöüøå]/gi, (letter) => AS_TWO[letter.toLowerCase()] ?? "");
  return [fold(text), fold(spelledOut)];
}

/** A text without what people leave out within a name: O'Sullivan, Anne-Marie. */
const joined = (text: string): string => text.replace(/['-]/g, "");

/** Every way in which a word may be stored. */
export const waysOf = (word: string): string[] => [
  ...new Set(foldings(word).flatMap((way) => (joined(way).length > 2 ? [way, joined(way)] : [way]))),
];

/** The words under which a text is looked for beside its own: of O'Brien o, brien and obrien, of J. R. also jr. */
function otherWords(text: string): string {
  const apart = (words: string) => words.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
  const ways = foldings(text).flatMap((way) => [apart(way), apart(joined(way))]);
  const initials = apart(fold(text)).match(/(?<!\S)\p{L}(?: \p{L})+(?!\S)/gu) ?? [];
  const words = new Set([...ways.join(" ").split(" "), ...initials.map((all) => all.replace(/ /g, ""))]);
  for (const word of fold(text).split(" ")) words.delete(word);
  return [...words].join(" ");
}

export const digitsOf = (phone: string): string => phone.normalize("NFKC").replace(/\D/g, "");

/** How this version makes the text. Higher where it is made in another way: then the upkeep makes all of them again. */
export const TEXT_VERSION = "3";

type Searched = Pick<Registration, "name" | "email" | "phone" | "jobTitle" | "outlet"> & {
  reference: string;
};

/**
 * What searches look through, a line each: name, email, job title, outlet, reference; other words of name (of De Vries
 * devries) and outlet; the digits of the telephone number; the name as lists sort it; the version. The name is first, so
 * that these texts have the order of names. The version before this one reads the first five by their places.
 */
export function searchTextOf({ name, email, phone, jobTitle, outlet, reference }: Searched): string {
  const { family, given } = readName(name);
  return [
    ...[name, email, jobTitle, outlet ?? "", reference].map(fold),
    otherWords(`${family.replace(/\.? /g, "-")}, ${name}`),
    otherWords(outlet ?? ""),
    digitsOf(phone ?? ""),
    `${family}\t${given}`,
    TEXT_VERSION,
  ].join("\n");
}

/** The name as lists sort it, of a search text; what an older version has made has only the name. */
export const sortedName = (text: string): string => text.split("\n")[8] ?? text.slice(0, text.indexOf("\n"));
