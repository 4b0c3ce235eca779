// npm run conference:schema writes this schema to conference.schema.json, for editors.
import { z } from "zod";
import { SAMPLE } from "#app/conference/sample.ts";
import { type Conference, OPTIONAL_FIELDS, TONES } from "#app/conference/types.ts";
import { isTimeText, TIME_TEXT } from "#app/platform/zoned-time.server.ts";

const text = z.string().min(1, "must not be empty");
const texts = z.array(text);
const linkThat = (pattern: RegExp) =>
  z.string().regex(pattern, "must be a link that begins with https://, http:// or mailto:");
const link = linkThat(/^(https?:\/\/|mailto:)[^\s<>"]+$/);
const email = z.string().regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, "must be an email address");
const passages = z.array(z.strictObject({ title: text, text }));

const time = z
  .string()
  .regex(TIME_TEXT, {
    error: "must be a date and a time, like 2027-05-20T09:00",
    abort: true,
  })
  .refine(isTimeText, "must be a date and a time that exist");

const timeZone = z
  .string()
  .refine((value) => isTimeZone(value), "must be the name of a time zone, like Europe/Helsinki");

const locale = z
  .string()
  .refine((value) => isLocale(value), "must be a language that names can be sorted by, like en-AU or nb-NO");

const priceStep = z.strictObject({
  until: z.iso.date("must be a date, like 2027-02-01").describe("The last day of this price"),
  price: text.describe("As shown on the page until then"),
});

const plan = z.strictObject({
  planId: text.describe("A unique word for each plan"),
  name: text,
  price: text.describe("As shown on the page, like €390 or FREE"),
  steps: z
    .array(priceStep)
    .refine(
      (steps) => steps.every(({ until }, index) => index === 0 || until > (steps[index - 1]?.until ?? "")),
      "must be in the order of their dates, each later than the one before",
    )
    .optional()
    .describe("Other prices before that, each until a day: shown in its place, with ‘until 1 August’"),
  note: z.string(),
  features: texts,
  featured: z.boolean().describe("Marked as most popular"),
  action: z.strictObject({
    label: text,
    href: linkThat(/^(https?:\/\/|mailto:|\/register)[^\s<>"]*$/).describe(
      "The checkout page, a mailto: address, or /register?type= and the id of a pass",
    ),
  }),
});

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, {
  error: "must consist of lowercase letters, digits, hyphens and underscores",
});
const word = text.max(80, { error: "must have at most 80 characters" });
/** For `refine`: checks that ids in a list are unique. */
const unlike = <Key extends string>(key: Key) =>
  [
    (items: Record<Key, string>[]) => new Set(items.map((item) => item[key])).size === items.length,
    `must each have a different ${key}`,
  ] as const;

const track = z.strictObject({
  id: id.refine((value) => value !== "none", { error: "must not be “none”, which is no track" }),
  name: word,
  short: word.optional().describe("In badges and headings; the name if left out"),
  column: word.optional().describe("The head of its column in the program; the short name if left out"),
  group: word.optional().describe("Above its speakers; the name if left out"),
  room: word.nullable().optional().describe("Where its sessions are, unless a session names another room"),
});

const sessionType = z.strictObject({
  id,
  name: word,
  tone: z.enum(TONES, { error: `must be one of ${TONES.join(", ")}` }),
  isBreak: z.boolean().optional().describe("Coffee or lunch: a thin line, no session, and no clash"),
  needsSpeakers: z
    .boolean()
    .optional()
    .describe("The panel asks for its speakers; true unless it is a break"),
});

const pass = z.strictObject({
  id: id.refine((value) => value !== "speaker", { error: "must not be “speaker”, which speakers have" }),
  name: word,
  hint: text.nullable().optional().describe("The people it is meant for, on the registration form"),
  decision: z.boolean().optional().describe("Organisers approve or decline each registration"),
  track: z.string().nullable().optional().describe("The preferred track of its holders, by its id"),
  isPress: z
    .boolean()
    .optional()
    .describe("For journalists: it asks where they publish, and the decision is an accreditation"),
});

const facts = {
  name: text.describe("The conference. What the file leaves out is absent on the site"),
  title: text.describe("Title of the landing page; built from name, city and date if left out"),
  description: text.describe("For search engines; built from name, date and venue if left out"),
  headline: text.nullable().describe("The headline of the landing page; the name if left out"),
  lead: text.nullable().describe("The sentences below the headline; the description if left out"),
  tagline: text.describe("Below the heading of the registration page"),
  about: z.strictObject({ intro: text.nullable(), benefits: passages.describe("Three look best") }).partial(),
  product: text.nullable().describe("What comes with every PR Pass; null for nothing"),
  subscriptionAnchor: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must consist of lowercase letters, digits and hyphens")
    .describe("The anchor of the section about the product"),
  subscription: z
    .strictObject({
      offer: text.describe("The text of the red banner"),
      intro: text.nullable(),
      value: text.nullable().describe("What it is worth, as shown on the page"),
      term: text.nullable().describe("For how long, like 12-month"),
      benefits: passages,
    })
    .partial(),
  startsAt: time.describe("When it starts, in its own time zone: 2027-05-20T09:00"),
  endsAt: time.describe("When it ends, in its own time zone"),
  timeZone: timeZone.describe(
    "The city’s time zone, like Europe/Helsinki; every time on the site is given in it",
  ),
  locale: locale.describe(
    "The language and country of the conference, like en-GB or nb-NO, for numbers, dates and the order of names; en-AU if left out",
  ),
  clock: z
    .literal([12, 24], { error: "must be 12 or 24" })
    .describe("Whether times are like 1:15 PM or like 13:15; 12 if left out"),
  optional: z
    .array(z.enum(OPTIONAL_FIELDS, { error: `must be of ${OPTIONAL_FIELDS.join(", ")}` }))
    .describe("Fields that this conference does not require"),
  photos: z
    .enum(["ink", "colour"], { error: "must be ink or colour" })
    .describe("Photos of speakers in one ink, or as they are; ink if left out"),
  date: z
    .strictObject({
      iso: z.iso.date("must be a date, like 2027-05-20"),
      long: text,
      short: text,
    })
    .partial()
    .describe("The date in words; built from startsAt if left out"),
  hours: text.describe("The hours in words; built from startsAt and endsAt if left out"),
  city: text,
  venue: z
    .strictObject({
      name: text,
      street: text.describe(
        "Street and postcode on one line; the city is added where needed, unless it is part of this",
      ),
      postalCode: text.describe("The postcode again, for search engines"),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "must be an ISO 3166 country code, like FI")
        .describe("The ISO 3166 country code, like FI, for search engines"),
      notes: z.array(z.strictObject({ label: text, text })).describe("Parking, WiFi, transport"),
    })
    .partial({ postalCode: true, country: true, notes: true }),
  contact: z
    .strictObject({
      email: email.nullable(),
      phone: text.nullable().describe("As people read it"),
      phoneHref: z
        .string()
        .regex(/^tel:\+?[0-9-]+$/, "must be like tel:+358401234567")
        .nullable()
        .describe("As telephones dial it; built from phone if left out"),
    })
    .partial(),
  social: z.array(z.strictObject({ name: text, href: link })),
  sponsors: z.array(
    z.strictObject({
      name: text,
      href: link,
      text: z.string().optional(),
      tier: word.nullable().optional().describe("Sponsors of one tier are shown together, under its name"),
      logo: text
        .nullable()
        .optional()
        .describe("A PNG, JPEG, WebP or SVG file of at most 1 MB, by its path from this file"),
    }),
  ),
  pages: z
    .array(z.strictObject({ title: word, href: link }))
    .describe("Links in the footer, such as a code of conduct"),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 currency code, like EUR")
    .describe("The currency of the plans, as an ISO 4217 code, like EUR"),
  salesFrom: z.iso
    .date("must be a date, like 2027-02-01")
    .nullable()
    .describe("The day the plans go on sale, for search engines"),
  pricesNote: text.nullable().describe("Where tickets are sold, and the currency of the prices"),
  plans: z.array(plan).refine(...unlike("planId")),
  tracks: z
    .array(track)
    .max(12, "must be twelve at most")
    .refine(...unlike("id"))
    .describe("The columns of the program, none to twelve; the sample’s if left out"),
  types: z
    .array(sessionType)
    .min(1, "must not be empty")
    .refine(...unlike("id"))
    .describe("The types of sessions; the sample’s if left out"),
  passes: z
    .array(pass)
    .min(1, "must not be empty")
    .max(8, "must be eight at most")
    .refine(...unlike("id"))
    .describe("One to eight; the sample’s if left out"),
  journalistFeatures: texts.describe("What journalists get"),
} satisfies Record<keyof Conference, z.ZodType>;

/** A CONFERENCE_FILE replaces the sample; conference-file.server.ts fills in what it omits. */
export const ConferenceFile = z
  .strictObject({ $schema: z.string().describe("For editors: ./conference.schema.json"), ...facts })
  .partial()
  .required({ name: true, startsAt: true, endsAt: true, timeZone: true, city: true, venue: true })
  .superRefine(({ plans = [], currency, tracks, passes = [] }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) =>
      addIssue({ code: "custom", path, message });
    if (plans.length > 0 && currency === undefined) refuse(["currency"], "must be given together with plans");
    for (const [index, { track }] of passes.entries())
      if (track && !(tracks ?? SAMPLE.tracks).some(({ id }) => id === track))
        refuse(["passes", index, "track"], `must be the id of a track, unlike “${track}”`);
    const chosen = (passes.length > 0 ? passes : SAMPLE.passes).map(({ id }) => `/register?type=${id}`);
    for (const [index, { action }] of plans.entries())
      if (action.href.startsWith("/") && ![...chosen, "/register"].includes(action.href))
        refuse(["plans", index, "action", "href"], `must be /register or one of ${chosen.join(", ")}`);
  });
export type ConferenceFile = z.infer<typeof ConferenceFile>;

export const conferenceJsonSchema = () => ({
  title: "CONFERENCE_FILE: the facts of a conference",
  ...z.toJSONSchema(ConferenceFile, { target: "draft-7", io: "input" }),
});

const isTimeZone = (value: string) =>
  isKnown(() => new Intl.DateTimeFormat("en-AU", { timeZone: value }) !== null);
const isLocale = (value: string) => isKnown(() => Intl.Collator.supportedLocalesOf(value).length > 0);

function isKnown(find: () => boolean): boolean {
  try {
    return find();
  } catch {
    return false;
  }
}
