export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A number stays on one line with its month, or its half of the day. */
export const unbroken = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");

/** JSON that cannot end a script element. */
export const scriptSafeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A part of addresses and file names: 'byline-2025'; null where nothing is left. */
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
