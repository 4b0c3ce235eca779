import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { getApiDocument } from "#app/openapi/document.server.ts";
import { jsonPost } from "../support/app.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";

let shape: (name: string) => ValidateFunction;
let document: ReturnType<typeof getApiDocument>;
beforeAll(async () => {
  await openOrganised();
  document = await (await app.fetch("/api/openapi.json")).json();
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  shape = (name) => ajv.compile({ $ref: `document#/components/schemas/${name}` });
});

const { favoredStream: _, ...REGISTRATION } = registration();
const register = (changes: Record<string, unknown>) =>
  app.fetch("/api/registrations", jsonPost({ ...REGISTRATION, ...changes }));

/** The tests combine these words, characters and parts of addresses into inputs. */
const PIECES = [
  ...["a", "Zoë", "Ng", "Dr", "com", "COM", "\u212aLIN\u212a", "\u017fhop", "site", "www", "news", "au"],
  ...["x".repeat(60), ".", "。", "．", "｡", "..", "@", "://", "https", "http:", "/", "?", "#", ":", "8"],
  ...["1.2.3.4", "-", "--", "'", "_", "+", "&", "=", "~", " ", "\t", "\n", "\r", "\r\n", "\u000b", "\u00a0"],
  ...["\u3000", "\u2800", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u3164", "\u0000", "\u0085", "\u202e"],
  ...["\u2066", "\u061c", "\u2060", "\ufffc", "\u2028", "\ufffd", "\ud800", "\udc00", "\u{e0001}"],
  ...["\u{1d173}", "😀", "👩‍👩‍👧", "e\u0301", "\u0958", "\ufb1d", "李", "𠮷", "م", "\u037e", "xn--a"],
  ...["[::1]", "%", "%zz", "\\"],
];
const odd = (max: number) =>
  fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { minLength: 0, maxLength: 8 }).map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom(...PIECES), fc.integer({ min: max - 2, max: max + 1 }))
      .map(([piece, length]) => [...piece.repeat(max)].slice(0, length).join("")),
  );
const together = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(""));
const mail = together(
  odd(12),
  fc.constantFrom("@", "@a.", "@a-.", "@-", "@ü."),
  fc.constantFrom("com", "a.b", "co.uk", "c", "1"),
);
const HOSTS = ["example.com", "a.1", "1.2.3.4.5", "xn--a.com", "a_b.com", "bücher.de", "[::1]", "a..b"];
const web = together(
  fc.constantFrom("https://", "http://", "HTTPS://", "ftp://", "https:/"),
  fc.constantFrom(...HOSTS, "localhost"),
  fc.constantFrom("", ":8080", ":99999", ":x", "/", "/%zz", "?a=b c", "#\u202e", "\\x"),
);
const maybe = <T>(text: fc.Arbitrary<T>) => fc.oneof(text, fc.constantFrom(null, undefined, ""));

/** Sends the inputs accepted by the schema. Returns their number. */
async function sendAccepted<T>(
  values: T[],
  isAccepted: ValidateFunction,
  send: (value: T) => Promise<Response>,
): Promise<number> {
  const accepted = values.filter((value) => isAccepted(JSON.parse(JSON.stringify(value))));
  for (const value of accepted) {
    const response = await send(value);
    expect(response.status, `${JSON.stringify(value)}: ${await response.text()}`).toBe(201);
  }
  return accepted.length;
}

test("a registration that the schema accepts is never 422", async () => {
  const base = fc.constant(REGISTRATION);
  const one = fc.oneof(
    ...[
      fc.record({ name: odd(200) }),
      fc.record({ jobTitle: odd(200) }),
      fc.record({ email: mail }),
      fc.record({ phone: maybe(odd(50)), notes: maybe(odd(5_000)) }),
      fc.record({ outlet: maybe(odd(200)), registrationType: fc.constant("media_pass") }),
      fc.record({ workUrl: maybe(fc.oneof(web, odd(500))), registrationType: fc.constant("media_pass") }),
      fc.record({ favoredStream: fc.constantFrom("b2c", "", null, "none", "B2C") }),
    ].map((changes) => fc.tuple(base, changes).map(([values, more]) => ({ ...values, ...more }))),
  );
  const accepted = await sendAccepted(fc.sample(one, 1_500), shape("RegistrationInput"), register);
  expect(accepted).toBeGreaterThan(200);
});

test("a speaker or session that the schema accepts is never 422", async () => {
  const speaker = fc
    .record({
      name: odd(200),
      bio: maybe(odd(5_000)),
      featured: fc.constantFrom(true, false, null, undefined),
    })
    .map((more) => ({ ...SPEAKER, ...more }));
  const session = fc
    .record({ title: odd(200), time: odd(50), track: fc.constantFrom("tech", "none", "", null, "x") })
    .map((more) => ({ ...SESSION, ...more }));
  const post = (path: string) => (value: unknown) => organiser.json("POST", path, value);
  for (const [sample, isAccepted, path] of [
    [fc.sample(speaker, 200), shape("SpeakerInput"), "/api/admin/speakers"],
    [fc.sample(session, 400), shape("SessionInput"), "/api/admin/program"],
  ] as const)
    expect(await sendAccepted<object>(sample, isAccepted, post(path))).toBeGreaterThan(10);
});

test("the schema accepts real input", () => {
  const names = ["Zoë Müller-Ng", "Siobhán O’Brien Jr.", "李小龍", "محمد", "Dr.Smith"];
  const emails = ["o'brien.x+tag@mail.example.co.uk", "q&a@example.com", "jane=work@example.com"];
  const isRegistration = shape("RegistrationInput");
  const titles = ["Editor, U.S.A. & Asia/Pacific (acting)", "Head of “news” 📰"];
  for (const [field, values] of Object.entries({
    name: [...names, "\ufeffSiobhán\u200b O’Brien"],
    jobTitle: [...titles, "Kommuni\u00adkations\u000bleiterin"],
    email: [...emails, "jane~x@example.com", "a/b@example.com"],
    phone: ["+61 400 555 010", "\u202d+61 400 555 010\u202c", null, ""],
    notes: ["Line one\r\nLine two\tand a tab\u000bLine three\u200e"],
    outlet: ["news.com.au"],
    workUrl: ["https://news.example.com.au:8080/a/b%20c?d=e&f#g", "", null],
    favoredStream: [""],
  }))
    for (const value of values) {
      isRegistration({ ...REGISTRATION, [field]: value });
      expect(isRegistration.errors, `${field}: ${value}`).toBeNull();
    }
  for (const [field, values] of Object.entries({
    name: [" ", "x".repeat(201), "Buy at shop.example.com/x", "SHOP.COM", "casino.c\u200bom"],
    email: ["noor@", "noor@example..com"],
    phone: ["1".repeat(51)],
    workUrl: ["javascript:alert(1)", "example.com"],
  }))
    for (const wrong of values)
      expect(isRegistration({ ...REGISTRATION, [field]: wrong }), `${field}: ${wrong}`).toBe(false);
});

test("lengths of text are counted in Unicode characters on both sides", async () => {
  for (const letter of ["😀", "e\u0301", "\u0958"]) {
    expect((await register({ notes: letter.repeat(5_000) })).status).toBe(201);
    expect((await register({ notes: letter.repeat(5_001) })).status).toBe(422);
  }
});

test("a client with one secret for all schemes is accepted by a token", () => {
  const calls = Object.values(document.paths).flatMap((operations) => Object.values(operations));
  const ways = calls.map(({ security }) => security.flatMap((way) => Object.keys(way)));
  expect(ways.filter((way) => way.length > 1).length).toBeGreaterThan(5);
  for (const way of ways.filter((way) => way.length > 1)) expect(way).toEqual(["token", "login"]);
});
