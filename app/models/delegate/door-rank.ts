// How well somebody fits what was typed at the door (issue 17, 4).
import { fold } from "#app/models/delegate/search-text.ts";

/** From what is meant most surely to what may be meant. Beginnings of references are between names and the rest. */
export const DOOR_RANKS = [
  "whole name",
  "whole words of the name",
  "beginnings of words of the name",
  "beginning of the reference",
  "part of the name or outlet",
  "email",
] as const;
export type DoorRank = (typeof DOOR_RANKS)[number];

const WORD_LIMIT = 8;

/** The words of what was typed, as the search text of a delegate spells them; an address stays one word. */
export const doorWords = (query: string): string[] =>
  fold(query)
    .split(/[\s,;]+/)
    .flatMap((word) => (word.includes("@") ? word : word.split(/[.-]+/)))
    .filter(Boolean)
    .slice(0, WORD_LIMIT);

/** A text without what people leave out within a name: O'Sullivan, Anne-Marie. */
export const joined = (text: string): string => text.replace(/['-]/g, "");

/**
 * How well the words fit a delegate with a search text, whose lines are name, email, job title and outlet. For a
 * helper (`byEmail` false) nobody is found by an address, which would tell it.
 */
export function doorRanker(
  words: readonly string[],
  byEmail = true,
): (searchText: string) => DoorRank | null {
  // There may be tens of thousands of texts: what is looked for in them is made once.
  const typed = words.map((word) => {
    const short = joined(word);
    const ways = short === word || short.length <= 2 ? [word] : [word, short];
    return ways.map((part) => ({
      part,
      begin: ` ${part}`,
      whole: ` ${part} `,
      isAddress: part.includes("@"),
    }));
  });
  type Way = (typeof typed)[number][number];
  const fits = (test: (way: Way) => boolean) => typed.every((ways) => ways.some(test));
  const letterCount = lettersIn(words.join(""));

  // Its lines one by one, as far as they are looked at.
  return (searchText) => {
    const nameEnd = searchText.indexOf("\n");
    const name = searchText.slice(0, nameEnd);
    const spelled = spellings(name);
    if (fits(({ begin }) => spelled.includes(begin))) {
      if (!fits(({ whole }) => spelled.includes(whole))) return "beginnings of words of the name";
      return letterCount === lettersIn(name) ? "whole name" : "whole words of the name";
    }
    const emailEnd = searchText.indexOf("\n", nameEnd + 1);
    const outletStart = searchText.indexOf("\n", emailEnd + 1) + 1;
    const outlet = searchText.slice(outletStart, searchText.indexOf("\n", outletStart));
    const texts = outlet === "" ? spelled : `${spelled}\n${spellings(outlet)}`;
    if (fits(({ part }) => texts.includes(part))) return "part of the name or outlet";
    if (!byEmail) return null;
    // Everybody at one company has the same domain: it finds nobody.
    const local = searchText.slice(nameEnd + 1, searchText.lastIndexOf("@", emailEnd));
    const isOf = ({ part, isAddress }: Way) =>
      isAddress ? searchText.startsWith(part, nameEnd + 1) : local.includes(part);
    return fits((way) => texts.includes(way.part) || isOf(way)) ? "email" : null;
  };
}

/** The words of a text in each way in which they are typed, each between spaces. */
const spellings = (text: string): string =>
  MARKS.test(text)
    ? ` ${text} ${text.replace(EVERY_MARK, " ")} ${joined(text).replace(/[,.]/g, " ")} `
    : ` ${text} `;

const MARKS = /[,.'-]/;
const EVERY_MARK = /[,.'-]/g;
const lettersIn = (text: string): number => text.replace(/[\s,.'-]/g, "").length;
