export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Words separated by spaces. `_` stands for a space within a word. */
export const wordSet = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")).map((word) => word.replace("_", " ")));

/** Keeps a number on the same line as the word after it, such as a month or PM. */
export const addNonBreakingSpaces = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");

/** Returns JSON that cannot close a script element. */
export const scriptSafeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Returns a slug such as 'byline-2025', or null if no letter or digit remains. */
export const slugify = (name: string): string | null =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || null;

/** Converts the snake_case column names of a database row to camelCase. */
export const toCamelCase = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Set by conference.ts, so commands such as backup can run without the conference file. */
export const numberSettings = { locale: "en-AU" };

/** Splits text around URLs. Every second piece is a URL without final punctuation. */
export const splitAtUrls = (text: string) => text.split(/(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]’'])/);

export const numberText = (number: number): string => number.toLocaleString(numberSettings.locale);

/** Returns text such as '1 delegate' or '1,600 delegates'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Returns a number in words up to nine, and otherwise in figures. */
export const numberWord = (count: number): string => WORDS[count] ?? numberText(count);

/** True if letters are swapped, or if one letter after the first is missing, extra or wrong. */
export function isOneTypo(typed: string, right: string): boolean {
  let same = 0;
  while (same < right.length && typed[same] === right[same]) same += 1;
  const a = typed.slice(same);
  const b = right.slice(same);
  const isSlip = same > 0 && (a === b.slice(1) || [b, b.slice(1)].includes(a.slice(1)));
  const sorted = (text: string) => [...text].sort().join("");
  return a !== b && (isSlip || (a.length === b.length && sorted(a) === sorted(b)));
}

/** Advises the known name that differs only by case, `_`, `-` or one typo, or else names all. */
export function unknownText(typed: string, known: readonly string[]): string {
  const fold = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  const isSame = (name: string) => fold(name) === fold(typed);
  const meant = known.find(isSame) ?? known.find((name) => isOneTypo(fold(typed), fold(name)));
  const advice = meant ? `Did you mean ${meant}?` : `Known names: ${known.join(", ") || "none"}.`;
  return `This name is unknown. ${advice}`;
}
