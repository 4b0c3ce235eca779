import { extractDigits, foldText, listSpellings, toAsciiDigits } from "#app/models/delegate/search-text.ts";
import { REFERENCE_GROUP_LENGTH } from "#app/vocabulary/registration.ts";

/** Limits in characters and words, because each word is compared with every delegate. */
const QUERY_LIMIT = 200;
const WORD_LIMIT = 8;
/** Invisible characters in pasted text, except joiners, which some scripts need. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;
const AROUND = /["“”„«»()[\]{}<>]|\b(?:mailto|tel):/gi;
/** Titles and pronouns, which lists of delegates often omit. */
const TITLES = /(?<!\S)\(?(?:dr|prof|mrs?|m[sx]|ph\.?d|(?:she|he|they)\/[^\s)]+)[.,)]*(?!\S)/gi;

export type DelegateQuery = NonNullable<ReturnType<typeof parseQuery>>;

export function parseQuery(typed: string) {
  if (foldText(typed) === "") return null;
  const plain = toAsciiDigits(typed.slice(0, 2 * QUERY_LIMIT));
  const text = plain.replace(INVISIBLE, "").replace(AROUND, " ").trim().slice(0, QUERY_LIMIT);
  const token = /(?:^|\/registration\/)([0-9a-f]{32})(?:[/?&#]|$)/i.exec(typed.trim())?.[1];
  const words = (text.replace(TITLES, "").trim() || text)
    .split(/[\s,;，、]+/)
    .flatMap((word) => (word.includes("@") ? word : word.split(/[.\p{Pd}]+/u)))
    .map(listSpellings)
    .filter(([way]) => way !== "")
    .slice(0, WORD_LIMIT);
  return { token: token?.toLowerCase() ?? null, reference: asReference(text), phone: asPhone(text), words };
}

/** Returns 4 to 10 hex digits, or null. If the text has a digit, reads O as 0, and I or L as 1. */
function asReference(text: string): string | null {
  const signs = text.toUpperCase().replace(/[\s#_.:/\p{Pd}]/gu, "");
  const digits = /\d/.test(signs) ? signs.replaceAll("O", "0").replace(/[IL]/g, "1") : signs;
  return /^[0-9A-F]{4,10}$/.test(digits) ? digits : null;
}

/** Keys of a US keyboard that give other characters: 0 to 9, then A and Q. */
const KEYBOARDS = ["0123456789aq", "à&é\"'(-è_çqa", "é+ěščřžýáíaq"];

/** Codes in a text that a scanner typed as on a US keyboard, with or without its prefix such as ]Q1. */
export const listScannedCodes = (typed: string): string[] =>
  KEYBOARDS.flatMap((keys) => {
    const onUsKeyboard = typed
      .slice(0, QUERY_LIMIT)
      .normalize("NFC")
      .toLowerCase()
      .trim()
      .replace(/./gu, (key) => (keys.includes(key) ? ("0123456789aq"[keys.indexOf(key)] ?? key) : key));
    return /(?:^|[^0-9a-z])(?:q\d)?([0-9a-f]{32}|[0-9a-f]{10})$/.exec(onUsKeyboard)?.[1] ?? [];
  });

const COUNTRY_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Returns the digits without country code and leading 0, or null if it is not a phone number. */
function asPhone(text: string): string | null {
  if (!/^[\d\s()+./\p{Pd}]+$/u.test(text)) return null;
  const digits = extractDigits(text).replace(/^0+/, "");
  const hasCode = /^\W*(?:\+|00)/.test(text) || digits.length > 10;
  const own = hasCode ? digits.replace(COUNTRY_CODE, "").replace(/^0+/, "") : digits;
  return own.length < 3 ? null : own;
}

export const MATCH_RANKS = [
  "whole name",
  "whole words of the name",
  "beginnings of words of the name",
  "beginning or second half of the reference",
  "part of the name or outlet",
  "contact",
] as const;
export type MatchRank = (typeof MATCH_RANKS)[number];

/** Searches contact details only if `byContact`, because a match would reveal them. */
export function createRanker({ words, reference, phone }: DelegateQuery, byContact: boolean) {
  const typed = words.map((ways) =>
    ways.map((part) => ({ part, begin: ` ${part}`, whole: ` ${part} `, isAddress: part.includes("@") })),
  );
  type Way = (typeof typed)[number][number];
  const fits = (test: (way: Way) => boolean) => typed.length > 0 && typed.every((ways) => ways.some(test));
  const letterCount = lettersIn(words.map(([way]) => way).join(" "));
  return (text: string): MatchRank | null => {
    const [name = "", email = "", , outlet, id, others = "", ofOutlet = "", digits = ""] = text.split("\n");
    const spelled = ` ${name} ${others} `;
    if (fits(({ begin }) => spelled.includes(begin))) {
      if (!fits(({ whole }) => spelled.includes(whole))) return "beginnings of words of the name";
      return letterCount === lettersIn(name) ? "whole name" : "whole words of the name";
    }
    const own = id?.toUpperCase() ?? "";
    if (reference !== null && (own.startsWith(reference) || own.slice(REFERENCE_GROUP_LENGTH) === reference))
      return "beginning or second half of the reference";
    const texts = `${spelled}\n${outlet} ${ofOutlet}`;
    if (fits(({ part }) => texts.includes(part))) return "part of the name or outlet";
    if (!byContact) return null;
    if (phone !== null && digits.includes(phone)) return "contact";
    const local = email.slice(0, email.lastIndexOf("@"));
    const isTheirs = ({ part, isAddress }: Way) =>
      isAddress ? email.startsWith(part) : local.includes(part) || digits.includes(part);
    return fits((way) => texts.includes(way.part) || isTheirs(way)) ? "contact" : null;
  };
}

const lettersIn = (text: string) => text.replace(TITLES, "").match(/[aou]e|aa|[\p{L}\p{N}]/gu)?.length ?? 0;
