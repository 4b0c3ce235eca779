import { expect, test } from "vitest";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { registration } from "../support/factories.ts";

/** Returns the problems by field, or null if the input is valid. */
function problems(input: unknown): Record<string, string> | null {
  const parsed = RegistrationInput.safeParse(input);
  if (parsed.success) return null;
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

const LINE = "Remove characters that cannot be printed, such as line breaks or control codes";
const LINES = "Remove characters that cannot be printed, such as control codes";
const ADDRESS = "Enter an email address in the correct format, like name@example.com";
const REQUIRED = { registrationType: "Required", name: "Required", email: "Required", jobTitle: "Required" };
const TRACKS = "Expected 'b2c' | 'b2b' | 'tech' | 'media', received";
const NOT_TEXT = "Expected string, received";
const OTHER_PASS = "Expected 'pr_pass' | 'media_pass', received 'vip'";
const FORTY = "x".repeat(40);

test.each<[what: string, answers: object, problems: object | null]>([
  ["a blank answer", { name: "   ", jobTitle: "" }, { name: "Required", jobTitle: "Required" }],
  ["a number", { name: 7 }, { name: `${NOT_TEXT} number` }],
  ["a list", { notes: ["a"] }, { notes: `${NOT_TEXT} array` }],
  ["a boolean", { email: true }, { email: `${NOT_TEXT} boolean` }],
  ["an object", { phone: {} }, { phone: `${NOT_TEXT} object` }],
  ["a status that is a number", { status: 1 }, { status: `${NOT_TEXT} number` }],
  ["another pass", { registrationType: "vip" }, { registrationType: OTHER_PASS }],
  ["another track", { favoredStream: "print" }, { favoredStream: `${TRACKS} 'print'` }],
  ["a track of 40 letters", { favoredStream: FORTY }, { favoredStream: `${TRACKS} '${FORTY}'` }],
  ["a track of 41 letters", { favoredStream: `${FORTY}x` }, { favoredStream: `${TRACKS} '${FORTY}…'` }],
  ...["noor", "noor@", "@example.com", "noor@@example.com", "a b@example.com"].map(
    (email): [string, object, object] => [`the address ${email}`, { email }, { email: ADDRESS }],
  ),
  ["an address with spaces around it", { email: "  noor.h+press@sub.example.com.au " }, null],
  ["a name of 200 letters", { name: "x".repeat(200) }, null],
  ["a longer name", { name: "x".repeat(201) }, { name: "Use 200 characters or fewer" }],
  ["long notes", { notes: "x".repeat(5_001) }, { notes: "Use 5,000 characters or fewer" }],
  ["a long telephone number", { phone: "1".repeat(51) }, { phone: "Use 50 characters or fewer" }],
  ["a line break in a line", { name: "Noor\r\nBcc: x" }, { name: LINE }],
  ["control codes", { jobTitle: "Lead\u0000", phone: "04\u000700" }, { jobTitle: LINE, phone: LINE }],
  ["control codes in a multi-line text", { notes: "a\u0007b" }, { notes: LINES }],
  ...["\u200b", "\u3164", "\u00ad \u2800", "\u{e0041}"].map((name): [string, object, object] => [
    "a name that cannot be seen",
    { name },
    { name: "Required" },
  ]),
  ...["A\u2028B", "A\ufffdB", "A\ud800B"].map((name): [string, object, object] => [
    "a name that cannot be printed",
    { name },
    { name: LINE },
  ]),
])("the message for %s is correct", (_, answers, messages) => {
  expect(problems({ ...registration(), ...answers })).toEqual(messages);
});

test("a missing value is 'Required', and a non-object is reported", () => {
  expect(problems({})).toEqual(REQUIRED);
  expect(problems("text")).toEqual({ "": "Expected object, received string" });
});

test.each<[what: string, answers: Record<string, string>, stored: object]>([
  ["is trimmed and normalised", { name: "  Zoe\u0301  " }, { name: "Zo\u00e9" }],
  ["has a lower-case domain", { email: "Zoe@EXAMPLE.com" }, { email: "Zoe@example.com" }],
  ["has uniform line ends", { notes: "one\r\ntwo\rthree" }, { notes: "one\ntwo\nthree" }],
  ["is null if blank", { phone: " ", notes: "" }, { phone: null, notes: null }],
  ["has no track if blank", { favoredStream: "" }, { favoredStream: null }],
  ["has the media track for a Media Pass", { registrationType: "media_pass" }, { favoredStream: "media" }],
  ["keeps joiners", { name: "نازنین\u200cزهرا" }, { name: "نازنین\u200cزهرا" }],
])("the stored value %s", (_, answers, stored) => {
  expect(RegistrationInput.parse(registration(answers))).toMatchObject(stored);
});

test("a track may be omitted; a status is accepted and dropped", () => {
  const { favoredStream: _, ...withoutTrack } = registration({ status: "confirmed" });
  const parsed = RegistrationInput.parse(withoutTrack);
  expect(parsed.favoredStream).toBeNull();
  expect(parsed).not.toHaveProperty("status");
});

test.each([
  ...["http://casino.example", "Win at casino.com/win", "casino.xyz?x", "casino.xyz:8080"],
  ...["You won: hxxp://casino", "www.casino.example", "casino.com", "CASINO.COM.AU", "casino。com"],
  ...["win@casino.com", "Ask win@casino.co.uk now", "192.0.2.7/win", "xn--csino-esa.com"],
])("a name with an address in it (%s) is refused, and so is a job title with a link", (text) => {
  expect(problems(registration({ name: text }))).toEqual({
    name: "Enter your name only, with no web or email addresses",
  });
  const isBare = /^[^:/?@]*$/.test(text);
  for (const [field, label] of Object.entries({ jobTitle: "job title", outlet: "media outlet" })) {
    const problem = { [field]: `Enter your ${label} only, with no web or email addresses` };
    const answers = registration({ registrationType: "media_pass", [field]: text });
    expect(problems(answers)).toEqual(isBare ? null : problem);
  }
});

test("real names are accepted, and so are outlets and job titles that are named after a domain", () => {
  for (const name of [
    ...["Siobhán O'Neill", "J.R. Smith", "Dr.Smith", "St.John Philby", "Jean-Luc d'Arc-Lefèvre", "Ms. Co.Uk"],
    ...["A. J. P. Taylor, M.A.", "نازنین زهرا", "王小明", "Ленин В.И.", "Noor @ the desk"],
    ...["Sam/Samantha Lee", "Lee (she/her)", "Combs.Comfort Jr."],
  ])
    expect(problems(registration({ name })), name).toBeNull();
  const outlets = ["news.com.au", "Crikey.com.au", "Amazon.com", "ABC / SBS", "A.B.C./S.B.S.", "TV No.10/11"];
  for (const outlet of outlets) {
    const media = { registrationType: "media_pass", outlet, jobTitle: `Editor, ${outlet}` };
    expect(problems(registration(media)), outlet).toBeNull();
  }
});
