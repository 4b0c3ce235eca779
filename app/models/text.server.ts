// What text may come in, and the words that refuse it, for forms and JSON alike.
import { z } from "zod";

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

// C0 and C1 controls, and the characters that reorder the text around them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with tab and line feed allowed
const CONTROL_IN_LINES = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u;

const LONE_SURROGATE = /\p{Surrogate}/u;

const plain = (max: number, forbidden: RegExp, clean: (value: string) => string) =>
  z
    .string()
    // Before anything is searched or normalised: work is bounded by what is allowed, not by what is sent.
    .max(max * 4, { error: tooLong(max), abort: true })
    .transform((value) => clean(value).normalize("NFC").trim())
    .pipe(
      z
        .string()
        .max(max, { error: tooLong(max) })
        .refine((value) => !forbidden.test(value) && !LONE_SURROGATE.test(value), {
          error: "Remove characters that cannot be printed, such as line breaks or control codes",
        }),
    );

const tooLong = (max: number) => `Use ${max.toLocaleString("en-AU")} characters or fewer`;

/** Trimmed, normalised (NFC) text in one line of at most `max` characters, never empty. */
export const line = (max: number) =>
  plain(max, CONTROL, (value) => value).refine((value) => value !== "", { error: "Required" });

/** Like `line`, where nothing, a blank and null all mean null. */
export const optionalLine = (max: number) => orNull(plain(max, CONTROL, (value) => value));

/** Text of several lines, their ends made `\n`, of at most `max` characters; blank means null. */
export const optionalText = (max: number) =>
  orNull(plain(max, CONTROL_IN_LINES, (value) => value.replace(/\r\n?/g, "\n")));

const orNull = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .nullish()
    .transform((value) => (value === undefined || value === null || value === "" ? null : value));

/** An e-mail address of at most 254 characters, in lower case only where DNS is (after the @). */
export const emailAddress = line(254).pipe(
  z
    .email({ error: "Enter an email address in the correct format, like name@example.com" })
    .transform((value) => {
      const at = value.lastIndexOf("@");
      return value.slice(0, at) + value.slice(at).toLowerCase();
    }),
);
