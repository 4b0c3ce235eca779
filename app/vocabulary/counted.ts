import { numbers } from "#app/platform/number-locale.ts";

/** 1,200. */
export const numberText = (number: number): string => number.toLocaleString(numbers.locale);

/** '1 delegate', '1,600 delegates'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A number in words up to nine, 'three', then in figures. */
export const numberWord = (count: number): string => WORDS[count] ?? numberText(count);
