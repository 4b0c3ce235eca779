import { expect, test } from "vitest";
import type { z } from "zod";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { emailAddress, optionalText, requiredLine } from "#app/models/text/text.server.ts";
import { splitAtUrls } from "#app/platform/text.ts";
import { useNewDataDir } from "../support/database.ts";
import { registration } from "../support/factories.ts";

function read<T>(schema: z.ZodType<T>, text: string): T | string | undefined {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message;
}

test.each([
  ["direction marks of Apple’s contacts", "\u202d+61 400 555 010\u202c", "+61 400 555 010"],
  ["marks to the left and to the right", "\u200e0400\u200f 555 010", "0400 555 010"],
  ["isolates", "\u2066Noor\u2069 \u2067Haddad\u2069 \u2068\u2069", "Noor Haddad"],
  ["an Arabic letter mark", "\u061cنور حداد", "نور حداد"],
  ["a zero-width space", "Noor\u200b Haddad", "Noor Haddad"],
  ["a byte order mark", "\ufeffNoor Haddad", "Noor Haddad"],
  ["a word joiner", "Noor\u2060Haddad", "NoorHaddad"],
  ["soft hyphens", "Kommuni\u00adkations\u00adleiterin", "Kommunikationsleiterin"],
  ["an object replacement character", "Noor Haddad\ufffc", "Noor Haddad"],
  ["a trailing vertical tab", "Noor Haddad\u000b", "Noor Haddad"],
  ["a vertical tab between words", "Opening\u000bKeynote", "Opening Keynote"],
  ["a tab between words, as copied from a spreadsheet", "Tabitha\tCellworth", "Tabitha Cellworth"],
  ["a vertical tab beside a space", "Opening \u000bKeynote", "Opening Keynote"],
  ["only marks", "\u202d\u200b\ufeff\u000b\u202c", "Required"],
  ["a joined emoji is kept", "Press 👩\u200d👩\u200d👧", "Press 👩\u200d👩\u200d👧"],
  ["a Persian name is kept", "می\u200cترا", "می\u200cترا"],
  ["an emoji keeps its colours", "❤\ufe0f", "❤\ufe0f"],
])("in a line, %s", (_, typed, kept) => {
  expect(read(requiredLine(200), typed)).toBe(kept);
});

test("only web addresses in a text become links", () => {
  const text = "See https://a.example/x, data:text/html,<b>x</b> or javascript:alert(1) and ftp://a.example";
  expect(splitAtUrls(text).filter((_, at) => at % 2 === 1)).toEqual(["https://a.example/x"]);
});

const NOT_IN_A_LINE = "Remove characters that cannot be printed, such as line breaks or control codes";
const NOT_IN_A_TEXT = "Remove characters that cannot be printed, such as control codes";

test.each([
  ["\u0000", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\u0007", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\u001b", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\u009f", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\ufffd", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\ud800", NOT_IN_A_LINE, NOT_IN_A_TEXT],
  ["\n", NOT_IN_A_LINE, "a\nb"],
  ["\r\n", NOT_IN_A_LINE, "a\nb"],
  ["\u2028", NOT_IN_A_LINE, "a\nb"],
  ["\u2029", NOT_IN_A_LINE, "a\nb"],
  ["\t", "a b", "a\tb"],
  ["\u000b", "a b", "a\nb"],
  ["\u202e", "ab", "ab"],
  ["\u00ad", "ab", "ab"],
])("between two letters %j is read in a line and in a multi-line text", (mark, inLine, inText) => {
  expect([read(requiredLine(200), `a${mark}b`), read(optionalText(200), `a${mark}b`)]).toEqual([
    inLine,
    inText,
  ]);
});

test("removed marks do not count towards the length", () => {
  expect(read(requiredLine(50), `\u202d${"1".repeat(50)}\u202c`)).toBe("1".repeat(50));
});

test("a mark does not hide an address in a name", () => {
  expect(read(RegistrationInput.in.shape.name, "casino.c\u200bom")).toBe(
    "Enter your name only, with no web or email addresses",
  );
});

test.each([
  ["+61\u00a0400\u00a0555\u00a0010", "+61 400 555 010"],
  ["+61\u202f400\u2009555\u2007010", "+61 400 555 010"],
  ["＋６１　４００", "+61 400"],
  ["(02) 5550-0925 ext. 3", "(02) 5550-0925 ext. 3"],
])("the phone number %j gets usual spaces and digits", (typed, kept) => {
  expect(RegistrationInput.parse(registration({ phone: typed })).phone).toBe(kept);
});

const WRONG = "Enter an email address in the correct format, like name@example.com";

test.each([
  ["q&a@example.com", "q&a@example.com"],
  ["jane=work@example.com", "jane=work@example.com"],
  ["jane~x@example.com", "jane~x@example.com"],
  ["a/b@example.com", "a/b@example.com"],
  ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
  ["o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
  // Japanese mobile operators assigned addresses like this.
  ["a..b.@docomo.example.jp", "a..b.@docomo.example.jp"],
  [".a@example.com", ".a@example.com"],
  ["noor@localhost", "noor@localhost"],
  ["noor@x1.example", "noor@x1.example"],
  // A domain label may be numeric, as in 163.com, a large mail host.
  ["noor@163", "noor@163"],
  ["noor@10.1", "noor@10.1"],
  ["Noor@EXAMPLE.com", "Noor@example.com"],
  ["noor@münchen.example", "noor@xn--mnchen-3ya.example"],
  ["noor@MU\u0308NCHEN.example", "noor@xn--mnchen-3ya.example"],
  ["noor@例え。example", "noor@xn--r8jz45g.example"],
  ["noor@ｅｘａｍｐｌｅ．com", "noor@example.com"],
  ["\u202dnoor@exa\u00admple.com\u202c\u00a0", "noor@example.com"],
  ["noor@-example.com", WRONG],
  ["noor@example-.com", WRONG],
  ["noor@example..com", WRONG],
  [`noor@${"x".repeat(64)}.com`, WRONG],
  ["noor@münchen.example/x", WRONG],
  ["noor@ü%63.example", WRONG],
  ["jörg@example.com", WRONG],
  ["noor,ben@example.com", WRONG],
  ['"noor"@example.com', WRONG],
  ["Noor <noor@example.com>", WRONG],
  ["mailto:noor@example.com", WRONG],
  [`noor@${`${"ü".repeat(55)}.`.repeat(4)}com`, "Use 254 characters or fewer"],
])("the email address %s is read as browsers read it", (typed, kept) => {
  expect(read(emailAddress, typed)).toBe(kept);
});

test.each([
  ["noor@example.com", "noor@example.com"],
  ["q&a=b~c@example.com", "q&a=b~c@example.com"],
  // Without the spaces, mail programs would turn the text into a link.
  ["www.casino.example/win@example.com", "www. casino. example/win@ example. com"],
])("a letter about a correction shows the address %s as %s", async (email, said) => {
  useNewDataDir();
  const { correctionLetter } = await import("#app/mail/correction-letters.server.ts");
  const [before, after] = [registration({ email }), registration({ email: "new@example.com" })];
  const changed = {
    delegate: { ...after, reference: "A1B2C3D4E5", linkToken: "0".repeat(32) },
    correction: { before, after },
  };
  const letter = correctionLetter("changed", changed as never);
  expect(JSON.stringify(letter.parts)).toContain(`${said} → new@example.com`);
});
