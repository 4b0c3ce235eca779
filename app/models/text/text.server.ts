// Validation and error messages for text in forms and JSON.

import { z } from "zod";
import {
  AUTO_LINKED_NAME_PATTERN,
  AUTO_LINKED_TEXT_PATTERN,
  DOMAIN_ENDINGS,
  DOT_CHARACTER_CLASS,
  HTTP_URL,
  INVISIBLE_MARKS,
  PRINTABLE_LINE_PATTERN,
  PRINTABLE_TEXT_PATTERN,
  VISIBLE_LINE_PATTERN,
} from "#app/models/text/patterns.server.ts";
import { toDnsForm } from "#app/platform/mail-server-url.server.ts";
import { numberText } from "#app/platform/text.ts";

// The specification (section 5) fixes these error messages.
z.config({
  customError: (issue) => {
    if (issue.code === "invalid_type") {
      if (issue.input === undefined || issue.input === null) return "Required";
      return `Expected ${issue.expected}, received ${typeOf(issue.input)}`;
    }
    if (issue.code === "invalid_value") {
      if (issue.input === undefined || issue.input === null || issue.input === "") return "Required";
      const expected = issue.values.map((value) => `'${String(value)}'`).join(" | ");
      return `Expected ${expected}, received ${typeof issue.input === "string" ? `'${shorten(issue.input)}'` : typeOf(issue.input)}`;
    }
    return undefined;
  },
});

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" && Number.isNaN(value)) return "nan";
  return typeof value;
}

const shorten = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

const CONTROL = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\uFFFD]/v;
const CONTROL_IN_LINES = /[[\p{Cc}\p{Surrogate}\uFFFD]--[\t\n]]/v;

/** Removes invisible marks from pasted text. Keeps joiners, which emoji and some scripts need. */
const seen = (value: string) => value.replace(INVISIBLE, "");
const INVISIBLE = new RegExp(`[${INVISIBLE_MARKS}]`, "g");

const plain = (max: number, forbidden: RegExp, clean: (value: string) => string, such: string) =>
  z
    .string()
    // Runs first, so that the later steps never process very long input.
    .max(max * 4, { error: tooLong(max), abort: true })
    .refine((value) => charactersOf(clean(value).trim()) <= max, { error: tooLong(max), abort: true })
    .transform((value) => (isInvisible(value) ? "" : clean(value).normalize("NFC").trim()))
    // Not another z.string(), which would treat '' from a form as missing.
    .refine((value) => !forbidden.test(value), {
      error: `Remove characters that cannot be printed, such as ${such}`,
    });

/** U+2800 is an empty braille pattern. */
const isInvisible = (value: string) => !/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(value);

/** Counts characters as JSON Schema does, in the shorter form: an emoji or é is one character. */
const charactersOf = (value: string) => Math.min([...value].length, [...value.normalize("NFC")].length);

const tooLong = (max: number) => `Use ${numberText(max)} characters or fewer`;

/** Replaces tabs from spreadsheets, and vertical tabs, which Word uses as line breaks, with spaces. */
const inOneLine = (max: number) =>
  plain(max, CONTROL, (value) => seen(value).replace(/ ?[\t\v]+ ?/g, " "), "line breaks or control codes");

/** A line that is trimmed, normalised (NFC) and not empty. */
export const requiredLine = (max: number) =>
  inOneLine(max)
    .refine((value) => value !== "", { error: "Required" })
    // The API document needs these, because JSON Schema cannot express trimming and normalisation.
    .meta({ minLength: 1, maxLength: max, pattern: VISIBLE_LINE_PATTERN });

/** Mail programs turn URLs, email and IP addresses, and domains with a path or port into links. */
const ADDRESS = new RegExp(
  [
    ":\\/\\/",
    `[^\\s@]@[^\\s@]+${DOT_CHARACTER_CLASS}[^\\s@]`,
    `(?<!\\d)\\d{1,3}(?:${DOT_CHARACTER_CLASS}\\d{1,3}){3}(?!\\d)`,
    `[\\p{L}\\p{N}]${DOT_CHARACTER_CLASS}\\p{L}[\\p{L}\\p{N}-]+(?:[/?#]|:\\d)`,
  ].join("|"),
  "u",
);
/** Matches only common endings, because `Dr.No` is a name although `.no` is Norway's domain. */
const DOMAIN = new RegExp(
  `www${DOT_CHARACTER_CLASS}|[\\p{L}\\p{N}]${DOT_CHARACTER_CLASS}(?:${DOMAIN_ENDINGS.join("|")})(?![\\p{L}\\p{N}-])`,
  "iu",
);

/** Rejects text that mail programs would turn into links. `what` names the field in the message. */
export const linkFreeLine = (max: number, what: string) =>
  requiredLine(max)
    .refine((value) => !ADDRESS.test(value), { error: withoutAddresses(what) })
    .meta({ not: { type: "string", pattern: AUTO_LINKED_TEXT_PATTERN } });

export const optionalLinkFreeLine = (max: number, what: string) =>
  optionalLine(max)
    .refine((value) => value === null || !ADDRESS.test(value), { error: withoutAddresses(what) })
    .meta({ not: { type: "string", pattern: AUTO_LINKED_TEXT_PATTERN } });

/** Also rejects domains such as `news.com.au`, which may be employers' names but not people's. */
export const personName = (max: number) =>
  linkFreeLine(max, "name")
    .refine((value) => ADDRESS.test(value) || !DOMAIN.test(value), { error: withoutAddresses("name") })
    .meta({ not: { type: "string", pattern: AUTO_LINKED_NAME_PATTERN } });

const withoutAddresses = (what: string) => `Enter your ${what} only, with no web or email addresses`;

/** Converts missing, blank and null values to null. */
export const optionalLine = (max: number) =>
  orNull(inOneLine(max).meta({ maxLength: max, pattern: PRINTABLE_LINE_PATTERN }));

/** Keeps a missing value undefined. Converts blank and null values to null. */
export const omittableLine = (max: number) =>
  inOneLine(max)
    .meta({ maxLength: max, pattern: PRINTABLE_LINE_PATTERN })
    .nullish()
    .transform((value) => (value === undefined ? value : value || null));

/** Converts missing, blank and null values to ''. */
export const orEmptyString = (schema: z.ZodType<string>) =>
  z
    .preprocess((value) => (typeof value === "string" && isInvisible(value) ? null : value), schema.nullish())
    .transform((value) => value ?? "");

/** Converts line endings to `\n` and blank text to null. */
export const optionalText = (max: number) =>
  orNull(lines(max).meta({ maxLength: max, pattern: PRINTABLE_TEXT_PATTERN }));

export const requiredText = (max: number) =>
  lines(max).refine((value) => value !== "", { error: "Required" });

const lines = (max: number) => {
  const clean = (value: string) => seen(value).replace(/\r\n?|[\v\u2028\u2029]/g, "\n");
  return plain(max, CONTROL_IN_LINES, clean, "control codes");
};

const orNull = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .nullish()
    .transform((value) => (value === undefined || value === null || value === "" ? null : value));

const WRONG_URL = "Enter a URL, like https://example.com/article";
/** Accepts only http and https, so that no link can run a script. */
const url = z.url({ protocol: /^https?$/, error: WRONG_URL });
export const httpUrl = (max: number) =>
  requiredLine(max)
    .meta({ format: "uri", pattern: HTTP_URL })
    .pipe(url.regex(/^\S+$/, { error: WRONG_URL }));
export const optionalHttpUrl = (max: number) =>
  optionalLine(max)
    .pipe(url.nullable())
    .meta({
      anyOf: [
        { type: "string", format: "uri", maxLength: max, pattern: HTTP_URL },
        { type: "string", maxLength: 0 },
        { type: "null" },
      ],
    });

/** Converts `none` and missing, blank or null values to null. */
export const optionalWord = <const T extends string>(words: readonly T[], none?: string) =>
  z
    .string()
    .nullish()
    .transform((word) => (word && word !== none ? word : null))
    .pipe(z.enum(words).nullable())
    .meta({ enum: [...words, ...(none === undefined ? [] : [none]), "", null] });

const WRONG_EMAIL = "Enter an email address in the correct format, like name@example.com";
/** Accepts the same addresses as browsers. Converts the domain to lower case and DNS form. */
const email = z
  .string()
  .transform(toDnsForm)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: WRONG_EMAIL }).max(254, { error: tooLong(254) }));
const EMAIL = { format: "email", pattern: z.regexes.html5Email.source };
export const emailAddress = requiredLine(254).meta(EMAIL).pipe(email);

export const omittableEmail = omittableLine(254)
  .pipe(email.nullish())
  .meta({
    anyOf: [{ type: "string", maxLength: 254, ...EMAIL }, { type: "string", maxLength: 0 }, { type: "null" }],
  });
