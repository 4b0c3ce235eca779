// Small changes to a text.

/** A word with a capital letter, as the beginning of a label or a sentence. */
export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A date or a time as a page shows it: no number is parted from its month, or from its half of the day. */
export const unbroken = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");

/** A name as a part of addresses and file names: 'byline-2025'; null where nothing of it can be one. */
export const slugOf = (name: string): string | null =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || null;

/** A row of the database by the names that the program has for its columns. */
export const camelCased = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
