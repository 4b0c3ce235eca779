// What text may come in, and the words that refuse it, for forms and JSON alike.
import { z } from "zod";
import {
  DOMAIN_ENDINGS,
  DOT,
  LINKED,
  LINKED_NAME,
  PRINTABLE_LINE,
  PRINTABLE_TEXT,
  UNSEEN_MARKS,
  VISIBLE_LINE,
  WEB_ADDRESS,
} from "#app/models/text/patterns.server.ts";
import { inDnsForm } from "#app/platform/mail-address.server.ts";
import { numberText } from "#app/vocabulary/counted.ts";

// Specification, section 5: "Required" for what is missing, "Expected X, received Y" for a wrong type.
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

// Control characters, line separators, and what stands for bytes that were no text.
const CONTROL = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\uFFFD]/v;
const CONTROL_IN_LINES = /[[\p{Cc}\p{Surrogate}\uFFFD]--[\t\n]]/v;

/** Without the marks that come along unseen when people copy text. Joiners stay: scripts and emoji need them. */
const seen = (value: string) => value.replace(UNSEEN, "");
const UNSEEN = new RegExp(`[${UNSEEN_MARKS}]`, "g");

const plain = (max: number, forbidden: RegExp, clean: (value: string) => string, such: string) =>
  z
    .string()
    // Before anything is searched or normalised: work is bounded by what is allowed, not by what is sent.
    .max(max * 4, { error: tooLong(max), abort: true })
    .refine((value) => charactersOf(clean(value).trim()) <= max, { error: tooLong(max), abort: true })
    .transform((value) => (isInvisible(value) ? "" : clean(value).normalize("NFC").trim()))
    // No second z.string(): of a form it would take the '' for something that is missing.
    .refine((value) => !forbidden.test(value), {
      error: `Remove characters that cannot be printed, such as ${such}`,
    });

/** Whether a text is made of nothing that can be seen. U+2800 is a letter of braille without a dot. */
const isInvisible = (value: string) => !/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(value);

/**
 * How many characters of Unicode, as JSON Schema counts them, in the form in which they are fewer: an emoji is one,
 * and so is an accented letter, and a letter that is kept as two is the one that was typed.
 */
const charactersOf = (value: string) => Math.min([...value].length, [...value.normalize("NFC")].length);

const tooLong = (max: number) => `Use ${numberText(max)} characters or fewer`;

/** A vertical tab is a line break inside a paragraph, of Word and PowerPoint: in one line, it keeps words apart. */
const inOneLine = (max: number) =>
  plain(max, CONTROL, (value) => seen(value).replace(/ ?\v+ ?/g, " "), "line breaks or control codes");

/** Trimmed, normalised (NFC) text in one line of at most `max` characters, never empty. */
export const line = (max: number) =>
  inOneLine(max)
    .refine((value) => value !== "", { error: "Required" })
    // What the API's document says: schemas cannot see what comes after the cleaning.
    .meta({ minLength: 1, maxLength: max, pattern: VISIBLE_LINE });

/*
 * What mail programs make links of: a scheme, an email address, a number that is one, a domain with something
 * behind it.
 */
const ADDRESS = new RegExp(
  [
    ":\\/\\/",
    `[^\\s@]@[^\\s@]+${DOT}[^\\s@]`,
    `(?<!\\d)\\d{1,3}(?:${DOT}\\d{1,3}){3}(?!\\d)`,
    `[\\p{L}\\p{N}]${DOT}\\p{L}[\\p{L}\\p{N}-]+(?:[/?#]|:\\d)`,
  ].join("|"),
  "u",
);
/** A domain alone, where it can be nothing else. `Dr.No` has the ending of Norway, and `Dr.Smith` of nobody yet. */
const DOMAIN = new RegExp(
  `www${DOT}|[\\p{L}\\p{N}]${DOT}(?:${DOMAIN_ENDINGS.join("|")})(?![\\p{L}\\p{N}-])`,
  "iu",
);

/** A line that others are sent by mail, so that nothing in it may lead anywhere; `what` it is, for the error. */
export const mailedLine = (max: number, what: string) =>
  line(max)
    .refine((value) => !ADDRESS.test(value), { error: withoutAddresses(what) })
    .meta({ not: { type: "string", pattern: LINKED } });

/** Like `mailedLine`, where nothing, a blank and null all mean null. */
export const optionalMailedLine = (max: number, what: string) =>
  optionalLine(max)
    .refine((value) => value === null || !ADDRESS.test(value), { error: withoutAddresses(what) })
    .meta({ not: { type: "string", pattern: LINKED } });

/** A person's name, which is no domain either: `news.com.au` may be whom somebody works for, not who they are. */
export const personName = (max: number) =>
  mailedLine(max, "name")
    .refine((value) => ADDRESS.test(value) || !DOMAIN.test(value), { error: withoutAddresses("name") })
    .meta({ not: { type: "string", pattern: LINKED_NAME } });

const withoutAddresses = (what: string) => `Enter your ${what} only, with no web or email addresses`;

/** Like `line`, where nothing, a blank and null all mean null. */
export const optionalLine = (max: number) =>
  orNull(inOneLine(max).meta({ maxLength: max, pattern: PRINTABLE_LINE }));

/** What `schema` takes, or nothing, a blank and null, which are kept as ''. */
export const orEmpty = (schema: z.ZodType<string>) =>
  z
    .preprocess((value) => (typeof value === "string" && isInvisible(value) ? null : value), schema.nullish())
    .transform((value) => value ?? "");

/** Text of several lines, their ends made `\n`, of at most `max` characters; blank means null. */
export const optionalText = (max: number) =>
  orNull(lines(max).meta({ maxLength: max, pattern: PRINTABLE_TEXT }));

/** The same, never empty. */
export const requiredText = (max: number) =>
  lines(max).refine((value) => value !== "", { error: "Required" });

const lines = (max: number) =>
  plain(
    max,
    CONTROL_IN_LINES,
    (value) => seen(value).replace(/\r\n?|[\v\u2028\u2029]/g, "\n"),
    "control codes",
  );

const orNull = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .nullish()
    .transform((value) => (value === undefined || value === null || value === "" ? null : value));

/** An address of a page on the web, of at most `max` characters; nothing that a browser would run. */
export const optionalWebAddress = (max: number) =>
  optionalLine(max)
    .pipe(
      z
        .url({ protocol: /^https?$/, error: "Enter a web address, like https://example.com/article" })
        .nullable(),
    )
    .meta({
      anyOf: [
        { type: "string", format: "uri", maxLength: max, pattern: WEB_ADDRESS },
        { type: "string", maxLength: 0 },
        { type: "null" },
      ],
    });

/** One of some words; nothing, a blank and null mean null, and so does what `none` says. */
export const optionalWord = <const T extends string>(words: readonly T[], none?: string) =>
  z
    .string()
    .nullish()
    .transform((word) => (word && word !== none ? word : null))
    .pipe(z.enum(words).nullable())
    .meta({ enum: [...words, ...(none === undefined ? [] : [none]), "", null] });

const WRONG_EMAIL = "Enter an email address in the correct format, like name@example.com";
/** An email address as browsers take it, of at most 254 characters; after the @ in lower case and as DNS has it. */
export const emailAddress = line(254)
  .meta({ format: "email", pattern: z.regexes.html5Email.source })
  .transform(inDnsForm)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: WRONG_EMAIL }).max(254, { error: tooLong(254) }));
