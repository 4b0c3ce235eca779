import { expect, test } from "vitest";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { registration } from "../support/factories.ts";

/** The problems of an input by field, or null where it is good. */
function problems(input: unknown): Record<string, string> | null {
  const parsed = RegistrationInput.safeParse(input);
  if (parsed.success) return null;
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

test("what is missing is 'Required'", () => {
  expect(problems({})).toEqual({
    registrationType: "Required",
    name: "Required",
    email: "Required",
    jobTitle: "Required",
  });
  expect(problems(registration({ name: "   ", jobTitle: "" }))).toEqual({
    name: "Required",
    jobTitle: "Required",
  });
});

test("a wrong type says what was expected and what came", () => {
  expect(problems({ ...registration(), name: 7, notes: ["a"], status: 1 })).toEqual({
    name: "Expected string, received number",
    notes: "Expected string, received array",
    status: "Expected string, received number",
  });
  expect(problems({ ...registration(), email: true, phone: {} })).toEqual({
    email: "Expected string, received boolean",
    phone: "Expected string, received object",
  });
  expect(problems("text")).toEqual({ "": "Expected object, received string" });
});

test("a value outside a list says what the list is", () => {
  expect(problems(registration({ registrationType: "vip", favoredStream: "print" }))).toEqual({
    registrationType: "Expected 'pr_pass' | 'media_pass', received 'vip'",
    favoredStream: "Expected 'b2c' | 'b2b' | 'tech' | 'media', received 'print'",
  });
});

test("of a value outside a list at most 40 letters are quoted", () => {
  const quoted = (value: string) => problems(registration({ favoredStream: value }))?.favoredStream;
  const [most, more] = ["x".repeat(40), "x".repeat(41)];
  expect(quoted(most)).toBe(`Expected 'b2c' | 'b2b' | 'tech' | 'media', received '${most}'`);
  expect(quoted(more)).toBe(`Expected 'b2c' | 'b2b' | 'tech' | 'media', received '${most}…'`);
});

test("an email address has to look like one", () => {
  const message = "Enter an email address in the correct format, like name@example.com";
  for (const email of ["noor", "noor@", "@example.com", "noor@@example.com", "a b@example.com"]) {
    expect(problems(registration({ email }))).toEqual({ email: message });
  }
  expect(problems(registration({ email: "  noor.h+press@sub.example.com.au " }))).toBeNull();
});

test("text is trimmed, normalised and limited in length", () => {
  const parsed = RegistrationInput.parse(registration({ name: "  Zoe\u0301  ", email: "Zoe@EXAMPLE.com" }));
  expect(parsed.name).toBe("Zo\u00e9");
  expect(parsed.email).toBe("Zoe@example.com");
  expect(problems(registration({ name: "x".repeat(200) }))).toBeNull();
  expect(problems(registration({ name: "x".repeat(201) }))).toEqual({ name: "Use 200 characters or fewer" });
  expect(problems(registration({ notes: "x".repeat(5_001) }))).toEqual({
    notes: "Use 5,000 characters or fewer",
  });
  expect(problems(registration({ phone: "1".repeat(51) }))).toEqual({ phone: "Use 50 characters or fewer" });
});

test("control characters are refused, line breaks only in text of one line", () => {
  const message = "Remove characters that cannot be printed, such as line breaks or control codes";
  const messageOfLines = "Remove characters that cannot be printed, such as control codes";
  expect(problems(registration({ name: "Noor\r\nBcc: x" }))).toEqual({ name: message });
  expect(problems(registration({ jobTitle: "Lead\u0000" }))).toEqual({ jobTitle: message });
  expect(problems(registration({ phone: "04\t00" }))).toEqual({ phone: message });
  expect(problems(registration({ notes: "a\u0007b" }))).toEqual({ notes: messageOfLines });
  expect(RegistrationInput.parse(registration({ notes: "one\r\ntwo\rthree" })).notes).toBe("one\ntwo\nthree");
});

test("blank optional answers are null", () => {
  const parsed = RegistrationInput.parse(registration({ phone: " ", notes: "" }));
  expect(parsed).toMatchObject({ phone: null, notes: null });
  const { favoredStream: _, ...withoutTrack } = registration();
  expect(RegistrationInput.parse(withoutTrack).favoredStream).toBeNull();
});

test("a Media Pass is forced to the media track", () => {
  const parsed = RegistrationInput.parse(
    registration({ registrationType: "media_pass", favoredStream: "b2c" }),
  );
  expect(parsed.favoredStream).toBe("media");
});

test("a status is accepted and not kept", () => {
  expect(RegistrationInput.parse(registration({ status: "confirmed" }))).not.toHaveProperty("status");
});

test("what cannot be seen is no name", () => {
  for (const name of ["\u200b", "\u3164", "\u00ad \u2800", "\u{e0041}"]) {
    expect(problems(registration({ name }))).toEqual({ name: "Required" });
  }
  const message = "Remove characters that cannot be printed, such as line breaks or control codes";
  for (const name of ["A\u2028B", "A\ufffdB", "A\ud800B"]) {
    expect(problems(registration({ name }))).toEqual({ name: message });
  }
  expect(RegistrationInput.parse(registration({ name: "نازنین\u200cزهرا" })).name).toBe("نازنین\u200cزهرا");
});

test("a blank track is no track", () => {
  expect(RegistrationInput.parse(registration({ favoredStream: "" })).favoredStream).toBeNull();
});

test.each([
  "http://casino.example",
  "Win at casino.com/win",
  "casino.xyz?x",
  "casino.xyz:8080",
  "You won: hxxp://casino",
  "www.casino.example",
  "casino.com",
  "CASINO.COM.AU",
  "casino。com",
  "win@casino.com",
  "Ask win@casino.co.uk now",
  "192.0.2.7/win",
  "xn--csino-esa.com",
])(
  "a name with an address in it (%s) is refused, and so is a job title with one that leads somewhere",
  (text) => {
    expect(problems(registration({ name: text }))).toEqual({
      name: "Enter your name only, with no web or email addresses",
    });
    const isBare = /^[^:/?@]*$/.test(text);
    for (const [field, label] of [
      ["jobTitle", "job title"],
      ["outlet", "media outlet"],
    ] as const) {
      expect(problems(registration({ registrationType: "media_pass", [field]: text }))).toEqual(
        isBare ? null : { [field]: `Enter your ${label} only, with no web or email addresses` },
      );
    }
  },
);

test("names as people have them are taken, and outlets and job titles with a domain that is their name", () => {
  for (const name of [
    "Siobhán O'Neill",
    "J.R. Smith",
    "Dr.Smith",
    "St.John Philby",
    "Jean-Luc d'Arc-Lefèvre",
    "Ms. Co.Uk",
    "A. J. P. Taylor, M.A.",
    "نازنین زهرا",
    "王小明",
    "Ленин В.И.",
    "Noor @ the desk",
    "Sam/Samantha Lee",
    "Lee (she/her)",
    "Combs.Comfort Jr.",
  ]) {
    expect([name, problems(registration({ name }))]).toEqual([name, null]);
  }
  for (const outlet of [
    "news.com.au",
    "Crikey.com.au",
    "Amazon.com",
    "ABC / SBS",
    "A.B.C./S.B.S.",
    "TV No.10/11",
  ]) {
    const media = { registrationType: "media_pass", outlet, jobTitle: `Editor, ${outlet}` };
    expect([outlet, problems(registration(media))]).toEqual([outlet, null]);
  }
});
