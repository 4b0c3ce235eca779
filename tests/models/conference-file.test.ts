import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Conference } from "#app/conference/conference.ts";
import { newFolder } from "../support/backups.ts";
import { useNewDataDir } from "../support/database.ts";
import { OTHER_FILE, SMALL } from "../support/other-conference.ts";

let sample: Conference;
let read: (file: unknown) => Conference;
beforeAll(async () => {
  useNewDataDir();
  const { conference } = await import("#app/conference/conference.ts");
  const { parseConferenceFile } = await import("#app/conference/conference-file.server.ts");
  sample = conference;
  read = (file) => parseConferenceFile(typeof file === "string" ? file : JSON.stringify(file), "conf.json");
});

const PLAN = {
  ...{ planId: "one", name: "One day", price: "kr 900" },
  ...{ note: "", features: [], featured: false },
  action: { label: "Buy", href: "https://tickets.example.org/fjord" },
};

const problem = (file: unknown): string => {
  try {
    read(file);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("a file can express every fact of the sample, and generates the dates that the sample spells out", () => {
  expect(read(sample)).toEqual(sample);
  const { date, hours, ...unspelled } = sample;
  expect(read(unspelled)).toEqual(sample);
  expect({ date, hours }).toEqual({
    date: { iso: "2025-09-11", long: "Thursday 11 September 2025", short: "Sep 11" },
    hours: "8:30 AM to 5:00 PM",
  });
});

test("missing values of a file are derived from the others", () => {
  expect(read({ ...SMALL, contact: { ...SMALL.contact, phone: "+61 2 5550 0000" } }).contact).toEqual({
    email: "hei@fjord.example",
    phone: "+61 2 5550 0000",
    phoneHref: "tel:+61255500000",
  });
  const { subscription, subscriptionAnchor } = read({ ...SMALL, product: "Newsdesk" });
  expect([subscription.offer, subscriptionAnchor]).toEqual([
    "Every PR pass comes with a free Newsdesk subscription.",
    "newsdesk-subscription",
  ]);
});

test("a small file is a complete conference and inherits nothing from the sample", () => {
  const small = read(SMALL);
  expect(small).toMatchObject({
    title: "Fjord <Days>: Bergen, 31 October 2027",
    tagline: "Join us in Bergen on Sunday 31 October 2027",
    date: { iso: "2027-10-31", long: "Sunday 31 October 2027", short: "Oct 31" },
    hours: "1:30 AM to 9:00 AM",
    // Oslo's clocks go back between these times.
    startsAt: "2027-10-31T01:30:00+02:00",
    endsAt: "2027-10-31T09:00:00+01:00",
    product: null,
    contact: { email: "hei@fjord.example", phone: null, phoneHref: null },
  });
  expect(JSON.stringify(small)).not.toMatch(/Byline|Pressboard|Sydney|Wattle|Harbourline|Australia|\$/);
});

test("times may have their own offset", () => {
  const { startsAt, hours } = read({ ...SMALL, startsAt: "2027-10-30T22:00:00Z" });
  expect([startsAt, hours]).toEqual(["2027-10-31T00:00:00+02:00", "12:00 AM to 9:00 AM"]);
});

const named = (id: string) => ({ id, name: id });
const THIRTEEN = Array.from({ length: 13 }, (_, index) => named(`t${index}`));
const withSteps = (...days: string[]) => ({
  ...SMALL,
  currency: "NOK",
  plans: [{ ...PLAN, steps: days.map((until) => ({ until, price: "1" })) }],
});

const asks = (facts: object = {}) => ({ id: "diet", label: "What do you eat?", kind: "line", ...facts });
const withQuestion = (facts: object) => ({ ...SMALL, questions: [asks(facts)] });
const withPlaces = (registration: object) => ({ ...SMALL, registration });
const withPass = (pass: object) => ({ ...SMALL, passes: [{ ...named("a"), ...pass }] });
const withPlan = (plan: object) => ({ ...SMALL, currency: "NOK", plans: [{ ...PLAN, ...plan }] });

const LARGE_LOGO = join(newFolder(), "20-mb.png");
writeFileSync(LARGE_LOGO, "");
truncateSync(LARGE_LOGO, 20_000_000);
const withLogo = (logo: string) => ({
  ...SMALL,
  sponsors: [{ name: "Bird", href: "https://bird.example.com", logo }],
});

test.each([
  ["{", /is not valid JSON: /],
  [[], /cannot be used: the file must be an object\.$/],
  [
    { product: "Newsdesk" },
    /: name is missing; startsAt is missing; endsAt is missing; timeZone is missing; city is missing; venue is missing; contact is missing\.$/,
  ],
  [{ ...SMALL, name: 7 }, /cannot be used: name must be a text\.$/],
  [{ ...SMALL, name: "" }, /name must not be empty/],
  [{ ...SMALL, nam: "x" }, /the file has "nam", which is not a field of this file/],
  [{ ...SMALL, venue: { ...SMALL.venue, rooms: 3 } }, /venue has "rooms", which is not a field/],
  [{ ...SMALL, venue: { name: "Hall" } }, /venue\.street is missing\.$/],
  [{ ...SMALL, plans: [PLAN] }, /currency must be given together with plans\.$/],
  [{ ...SMALL, startsAt: "20 May" }, /startsAt must be a date and a time, like 2027-05-20T09:00\.$/],
  [{ ...SMALL, startsAt: "2027-02-30T09:00" }, /startsAt must be an existing date and time/],
  [{ ...SMALL, endsAt: "2027-10-31T01:00" }, /endsAt must be after startsAt/],
  [{ ...SMALL, endsAt: "2027-11-01T09:00" }, /must end within 24 hours, because the site is for one day/],
  [{ ...SMALL, timeZone: "Helsinki" }, /timeZone must be the name of a time zone, like Europe\/Helsinki/],
  [{ ...SMALL, locale: "nb_NO" }, /locale must be a language code, like en-AU or nb-NO/],
  [{ ...SMALL, passes: [named("a"), named("a")] }, /passes must each have a unique id/],
  [{ ...SMALL, tracks: [named("a"), named("a")] }, /tracks must each have a unique id/],
  [{ ...SMALL, tracks: THIRTEEN }, /tracks must be at most twelve/],
  [{ ...SMALL, tracks: [named("none")] }, /tracks\.0\.id must not be “none”/],
  [
    { ...SMALL, types: [{ ...named("talk"), tone: "pink" }] },
    /types\.0\.tone must be one of red, blue, green, yellow, grey/,
  ],
  [{ ...SMALL, types: [] }, /types must not be empty/],
  [{ ...SMALL, passes: [{ id: "speaker", name: "A" }] }, /passes\.0\.id must not be “speaker”/],
  [{ ...SMALL, passes: [{ id: "a", name: "A", track: "x" }] }, /passes\.0\.track must be the id of a track/],
  [{ ...SMALL, clock: 13 }, /clock must be 12 or 24/],
  [{ ...SMALL, photos: "red" }, /photos must be ink or colour/],
  [{ ...SMALL, optional: ["speaker.name"] }, /optional\.0 must be one of speaker\.title,/],
  [withLogo("package.json"), /sponsors\.0\.logo must be a PNG, JPEG, WebP or SVG image/],
  [withLogo("none.png"), /sponsors\.0\.logo cannot be read: .*none\.png \(ENOENT\)/],
  [withLogo(LARGE_LOGO), /sponsors\.0\.logo must be at most 1 MB, and .*20-mb\.png is larger/],
  [{ ...SMALL, locale: "Norwegian" }, /locale must be a language code/],
  [{ ...SMALL, contact: { email: "me" } }, /contact\.email must be an email address/],
  [
    { ...SMALL, social: [{ name: "x", href: "javascript:alert(1)" }] },
    /social\.0\.href must be a link that begins/,
  ],
  [
    withSteps("2025-08-01", "2025-08-01"),
    /plans\.0\.steps must be in date order, each later than the one before\.$/,
  ],
  [withSteps("1 August"), /plans\.0\.steps\.0\.until must be a date, like 2027-02-01\.$/],
  [withSteps("2027-11-01"), /cannot be used: plans\.0\.steps must not be later than the day itself\.$/],
  [{ ...SMALL, plans: [{ planId: "a" }] }, /plans\.0\.name is missing; plans\.0\.price is missing/],
  [
    withPlaces({ opens: "2027-03-02T09:00", closes: "2027-03-01T09:00" }),
    /: registration\.opens must be before registration\.closes\.$/,
  ],
  [
    withPlaces({ opens: "2027-03-01T09:00", closes: "2027-03-01T09:00" }),
    /: registration\.opens must be before registration\.closes\.$/,
  ],
  [withPlaces({ opens: "2027-10-31T09:00" }), /: registration\.opens must be before endsAt\.$/],
  [withPlaces({ closes: "2027-10-31T09:01" }), /: registration\.closes must not be after endsAt\.$/],
  [
    withPlaces({ opens: "1 March" }),
    /: registration\.opens must be a date and a time, like 2027-05-20T09:00\.$/,
  ],
  [withPlaces({ closes: "2027-02-30T09:00" }), /: registration\.closes must be an existing date and time\.$/],
  [{ ...withPlaces({ opens: "2027-03-01T09:00" }), timeZone: "Oslo" }, /: timeZone must be the name of a/],
  ...[0, -1, 1.5, "50", 1e300].flatMap((places): [object, RegExp][] => [
    [withPlaces({ places }), /: registration\.places must be a whole number of at least 1\.$/],
    [withPass({ places }), /: passes\.0\.places must be a whole number of at least 1\.$/],
  ]),
  [
    { ...withPlaces({ places: 50 }), passes: [{ ...named("a"), places: 51 }] },
    /: passes\.0\.places must be at most registration\.places, which is 50\.$/,
  ],
  ...[0, 0.5, "24"].map((offerHours): [object, RegExp] => [
    withPlaces({ offerHours }),
    /: registration\.offerHours must be a whole number of at least 1\.$/,
  ]),
  [withPlaces({ waitingList: "yes" }), /: registration\.waitingList must be true or false\.$/],
  [
    withPlaces({ changesUntil: "2027-10-31T09:01" }),
    /: registration\.changesUntil must not be after endsAt\.$/,
  ],
  ...[29, 731, 30.5, "30"].map((deleteAfterDays): [object, RegExp] => [
    { ...SMALL, deleteAfterDays },
    /: deleteAfterDays must be a whole number from 30 to 730\.$/,
  ]),
  [
    { ...SMALL, questions: Array.from({ length: 9 }, (_, index) => asks({ id: `q${index}` })) },
    /: questions must be at most eight\.$/,
  ],
  [{ ...SMALL, questions: [asks(), asks()] }, /: questions must each have a unique id\.$/],
  [withQuestion({ id: "Diet!" }), /: questions\.0\.id must consist of lowercase letters, digits,/],
  [withQuestion({ id: "constructor" }), /: questions\.0\.id must be another word\.$/],
  [withQuestion({ label: "" }), /: questions\.0\.label must not be empty\.$/],
  [withQuestion({ kind: "many" }), /: questions\.0\.kind must be one of line, text, choice, tick\.$/],
  ...[[], ["One"]].map((choices): [object, RegExp] => [
    withQuestion({ kind: "choice", choices }),
    /: questions\.0\.choices must be at least two, because it is a choice\.$/,
  ]),
  [
    withQuestion({ kind: "choice", choices: ["One", "One"] }),
    /: questions\.0\.choices must differ from each other\.$/,
  ],
  [
    withQuestion({ choices: ["One", "Two"] }),
    /: questions\.0\.choices must be omitted, because it is a line\.$/,
  ],
  [withQuestion({ passes: ["gold"] }), /: questions\.0\.passes must be ids of passes; “gold” is not\.$/],
  [withQuestion({ passes: ["pr_pass", "pr_pass"] }), /: questions\.0\.passes must differ from each other\.$/],
  [withQuestion({ sensitive: true }), /: questions\.0 has "sensitive", which is not a field/],
  [withPlaces({ seats: 50 }), /: registration has "seats", which is not a field of this file\.$/],
  ...[
    "https://tickets.example.org/{reference}/pay",
    "https://{reference}.example.org/",
    "https://tickets.example.org/#?ref={reference}",
    "mailto:{reference}@fjord.example",
    "mailto:hei@fjord.example?subject={reference}",
  ].map((href): [object, RegExp] => [
    withPlan({ action: { label: "Buy", href } }),
    /: plans\.0\.action\.href must have \{reference\} only in the query of a web address\.$/,
  ]),
  [
    { ...SMALL, letters: { confirmed: "Dear {nmae}" } },
    /: letters\.confirmed has “\{nmae\}”, which is not a placeholder\. Use \{name\}, \{reference\} or \{link\}\.$/,
  ],
  [
    { ...SMALL, letters: { declined: "Dear {{name}}" } },
    /: letters\.declined has “\{\{name\}\}”, which is not/,
  ],
  [{ ...SMALL, letters: { waiting: "Dear {name" } }, /: letters\.waiting has “\{name”, which is not/],
  [{ ...SMALL, letters: { confirmd: "Hello" } }, /: letters has "confirmd", which is not a field/],
  [withPlan({ pass: "gold" }), /: plans\.0\.pass must be the id of a pass; “gold” is not\.$/],
])("a wrong file is refused with a sentence that names the field: %j", (file, words) => {
  expect(problem(file)).toMatch(/^The site cannot start: CONFERENCE_FILE \(conf\.json\) [^\n]+\.$/);
  expect(problem(file)).toMatch(words);
});

test("registration has its times in the conference’s zone, and nothing is limited unless the file says so", () => {
  expect(read(SMALL).registration).toEqual({
    ...{ opens: null, closes: null, places: null, waitingList: false, offerHours: 24, changesUntil: null },
  });
  const file = withPlaces({ opens: "2027-10-30T09:00", closes: "2027-10-31T08:00Z", places: 50 });
  expect(read(file).registration).toMatchObject({
    ...{ opens: "2027-10-30T09:00:00+02:00", closes: "2027-10-31T09:00:00+01:00", places: 50 },
  });
  const { plans } = read(
    withPlan({ action: { label: "Buy", href: "https://tickets.example.org/a?ref={reference}&x=1#top" } }),
  );
  expect(plans[0]?.action.href).toContain("{reference}");
});

test("conference.schema.json is the schema that the site validates with", async () => {
  const { createConferenceJsonSchema } = await import("#app/conference/schema.server.ts");
  const schema = JSON.parse(JSON.stringify(createConferenceJsonSchema()));
  expect(JSON.parse(readFileSync("conference.schema.json", "utf8"))).toEqual(schema);
});

test("the example file is valid", () => {
  expect(read(readFileSync(OTHER_FILE, "utf8")).name).toBe("Kirkas Nordic 2027");
});
