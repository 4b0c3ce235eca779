export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Keeps a number on one line with the word after it, such as a month or PM. */
export const nonBreaking = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");

/** JSON that cannot close a script element. */
export const scriptSafeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Returns text for addresses and file names, such as 'byline-2025'; null if no letter or digit remains. */
export const slugOf = (name: string): string | null =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || null;

/** Renames the snake_case columns of a database row. */
export const camelCased = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
