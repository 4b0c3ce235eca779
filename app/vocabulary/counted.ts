/** How many there are of something, as a sentence has it: '1 delegate', '1,600 delegates'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? one : many}`;
