/** How many there are of something, as a sentence has it: '1 delegate', '1,600 delegates'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? one : many}`;

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A number as a sentence has it: in words up to nine, 'three', then in figures. */
export const numberWord = (count: number): string => WORDS[count] ?? count.toLocaleString("en-AU");
