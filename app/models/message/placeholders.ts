// What stands in a message for something that differs from delegate to delegate: {name}, {reference}, {link}.

export const PLACEHOLDERS = ["name", "reference", "link"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const KNOWN = /\{ *(name|reference|link) *\}/gi;

/** Puts a value in each of its places, once: what looks like a placeholder in a value stays as it is. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(KNOWN, (_, name: string) => values[name.toLowerCase() as Placeholder]);

/**
 * What is in braces and is no placeholder, as it was typed, or a brace without its partner; null where there is none.
 * A placeholder in double braces, as other programs write it, is none either.
 */
export const findUnknown = (text: string): string | null =>
  (DOUBLED.exec(text) ?? UNKNOWN.exec(text.replace(KNOWN, "")))?.[0].trim() ?? null;

const DOUBLED = /\{\{[^{}\n]{0,40}\}{0,2}/;
const UNKNOWN = /\{[^{}\n]{0,40}\}?|\}/;

export const hasLink = (text: string): boolean => /\{ *link *\}/i.test(text);
