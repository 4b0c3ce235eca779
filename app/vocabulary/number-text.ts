import { numberSettings } from "#app/platform/text.ts";

export const numberText = (number: number): string => number.toLocaleString(numberSettings.locale);

/** Returns text such as '1 delegate' or '1,600 delegates'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Returns a number in words up to nine, and otherwise in figures. */
export const numberWord = (count: number): string => WORDS[count] ?? numberText(count);
