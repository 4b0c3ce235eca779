import { expect, test } from "vitest";
import { RegistrationInput } from "#app/models/delegate-input.server.ts";
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

test("an e-mail address has to look like one", () => {
  const message = "Enter an email address in the correct format, like name@example.com";
  for (const email of ["noor", "noor@", "@example.com", "noor@example", "a b@example.com"]) {
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
  expect(problems(registration({ name: "Noor\r\nBcc: x" }))).toEqual({ name: message });
  expect(problems(registration({ jobTitle: "Lead\u0000" }))).toEqual({ jobTitle: message });
  expect(problems(registration({ phone: "04\u202e00" }))).toEqual({ phone: message });
  expect(problems(registration({ notes: "a\u0007b" }))).toEqual({ notes: message });
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
  for (const name of ["A\u2028B", "A\u200eB", "A\u061cB", "A\ufffdB", "A\ud800B"]) {
    expect(problems(registration({ name }))).toEqual({ name: message });
  }
  expect(RegistrationInput.parse(registration({ name: "نازنین\u200cزهرا" })).name).toBe("نازنین\u200cزهرا");
});

test("a blank track is no track", () => {
  expect(RegistrationInput.parse(registration({ favoredStream: "" })).favoredStream).toBeNull();
});
