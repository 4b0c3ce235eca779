/** Letters that are no letter with a mark on it, but are typed as one. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "’": "'",
  "‘": "'",
};

/** A text as it is looked for: lower case, without accents, with single spaces and plain dashes. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/gu, " ")
    .trim();

/**
 * What the desk's search looks through, a line each: name, email, job title, outlet and reference. The
 * name is first, so that the order of these texts is the order of names.
 */
export const searchTextOf = (delegate: {
  name: string;
  email: string;
  jobTitle: string;
  outlet: string | null;
  reference: string;
}): string =>
  [delegate.name, delegate.email, delegate.jobTitle, delegate.outlet ?? "", delegate.reference]
    .map(fold)
    .join("\n");
