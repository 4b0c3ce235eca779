// The IDs in exported lists. A prefix and a check letter tell them from the numbers of other tools.

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXY";

const checkLetter = (text: string): string => {
  const sum = [...text].reduce((so, letter, at) => so + (at + 2) * letter.charCodeAt(0), 0);
  return LETTERS[sum % LETTERS.length] ?? "";
};

/** Returns an ID such as speaker-12K. */
export const ownKey = (noun: string, id: unknown): string => `${noun}-${id}${checkLetter(`${noun}-${id}`)}`;

/** Writes and recognises the IDs of one kind of item. A blank cell is an ID of ours, too. */
export const ownKeys = (noun: string) => ({
  keyOf: ({ id }: { id: number }) => ownKey(noun, id),
  readKey: (cell: string) => cell.trim(),
  isKey: (cell: string) => {
    const key = cell.trim();
    return key === "" || key === ownKey(noun, /\d+/.exec(key)?.[0]);
  },
});
