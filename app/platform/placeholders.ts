type Placeholder = "name" | "reference" | "link";

const KNOWN = /\{ *(name|reference|link) *\}/gi;

/** Replaces each placeholder once, so values that look like placeholders are not replaced. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(KNOWN, (_, name: string) => values[name.toLowerCase() as Placeholder]);

/** Returns the first unknown placeholder, doubled brace or unpaired brace as entered, or null. */
export const findUnknownPlaceholder = (text: string): string | null =>
  (DOUBLED.exec(text) ?? UNKNOWN.exec(text.replace(KNOWN, "")))?.[0].trim() ?? null;

const DOUBLED = /\{\{[^{}\n]{0,40}\}{0,2}/;
const UNKNOWN = /\{[^{}\n]{0,40}\}?|\}/;

export const hasLinkPlaceholder = (text: string): boolean => /\{ *link *\}/i.test(text);
