// npm run conference:schema writes this schema to conference.schema.json, for text editors.
import { z } from "zod";
import { findUnknownPlaceholder } from "#app/platform/placeholders.ts";
import { isTimeText, TIME_PATTERN } from "#app/platform/zoned-time.server.ts";

const TONES = ["red", "blue", "green", "yellow", "grey"] as const;
const QUESTION_KINDS = ["line", "text", "choice", "tick"] as const;
const OPTIONAL_FIELDS = ["speaker.title", "speaker.company", "delegate.jobTitle"] as const;

const text = z.string().min(1, "must not be empty");
const texts = z.array(text);
const textOrNull = text.nullable().default(null);
const falseUnlessSet = z.boolean().default(false);
const linkThat = (pattern: RegExp) =>
  z.string().regex(pattern, "must be a link that begins with https://, http:// or mailto:");
const link = linkThat(/^(https?:\/\/|mailto:)[^\s<>"]+$/);
const email = z.string().regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, "must be an email address");
const passages = z.array(z.strictObject({ title: text, text })).default([]);
/** The file may omit the value, but not set it to null. */
const orNull = (schema: z.ZodType<string>) => schema.optional().transform((value) => value ?? null);

const time = z
  .string()
  .regex(TIME_PATTERN, {
    error: "must be a date and a time, like 2027-05-20T09:00",
    abort: true,
  })
  .refine(isTimeText, "must be an existing date and time");

const timeOrNull = time.nullable().default(null);

const AT_LEAST_ONE = "must be a whole number of at least 1";
const wholeNumber = z.int(AT_LEAST_ONE).min(1, AT_LEAST_ONE);
const DAYS = "must be a whole number from 30 to 730";
const places = wholeNumber.nullable().default(null);

const timeZone = z
  .string()
  .refine((value) => isTimeZone(value), "must be the name of a time zone, like Europe/Helsinki");

const locale = z.string().refine((value) => isLocale(value), "must be a language code, like en-AU or nb-NO");

const priceStep = z.strictObject({
  until: z.iso.date("must be a date, like 2027-02-01").describe("The last day of this price"),
  price: text.describe("The price until then, as shown on the page"),
});

const plan = z.strictObject({
  planId: text.describe("A unique id for each plan"),
  name: text,
  price: text.describe("The price as shown on the page, like €390 or FREE"),
  steps: z
    .array(priceStep)
    .refine(
      (steps) => steps.every(({ until }, index) => index === 0 || until > (steps[index - 1]?.until ?? "")),
      "must be in date order, each later than the one before",
    )
    .optional()
    .describe("Earlier prices, each until a date: shown instead, with ‘until 1 August’"),
  note: z.string(),
  features: texts,
  featured: z.boolean().describe("Marked as most popular"),
  action: z.strictObject({
    label: text,
    href: linkThat(/^(https?:\/\/|mailto:|\/register)[^\s<>"]*$/).describe(
      "The checkout page, a mailto: address, or /register?type= and the id of a pass. {reference} in the query becomes the delegate’s reference",
    ),
  }),
  pass: z.string().nullable().default(null).describe("The id of the pass that is paid for with this plan"),
});

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, {
  error: "must consist of lowercase letters, digits, hyphens and underscores",
});
const word = text.max(80, { error: "must have at most 80 characters" });
const wordOrNull = word.nullable().default(null);
/** Returns `refine` arguments that require list items to have unique values for `key`. */
const uniqueBy = <Key extends string>(key: Key) =>
  [
    (items: Record<Key, string>[]) => new Set(items.map((item) => item[key])).size === items.length,
    `must each have a unique ${key}`,
  ] as const;

const track = z
  .strictObject({
    id: id.refine((value) => value !== "none", { error: "must not be “none”, which means no track" }),
    name: word,
    short: word.optional().describe("Used in badges and headings; the name if omitted"),
    column: word.optional().describe("Heading of its column in the program; the short name if omitted"),
    group: word.optional().describe("Heading above its speakers; the name if omitted"),
    room: wordOrNull.describe("The room of its sessions, unless a session names another"),
  })
  .transform(({ name, short = name, column = short, group = name, ...track }) => {
    return { ...track, name, short, column, group };
  });

const sessionType = z
  .strictObject({
    id,
    name: word,
    tone: z.enum(TONES, { error: `must be one of ${TONES.join(", ")}` }),
    isBreak: falseUnlessSet.describe(
      "Coffee or lunch: shown as a thin line, not counted as a session, and never in conflict with one",
    ),
    needsSpeakers: z
      .boolean()
      .optional()
      .describe("Sessions of this type need speakers; true unless it is a break"),
  })
  .transform((type) => ({ ...type, needsSpeakers: type.needsSpeakers ?? !type.isBreak }));

const pass = z.strictObject({
  id: id.refine((value) => value !== "speaker", { error: "must not be “speaker”, the pass of speakers" }),
  name: word,
  hint: textOrNull.describe("Its target group, shown on the registration form"),
  decision: falseUnlessSet.describe("Organisers approve or decline each registration"),
  track: z.string().nullable().default(null).describe("The id of its holders’ preferred track"),
  isPress: falseUnlessSet.describe(
    "For journalists: the form asks where they publish, and the decision is called accreditation",
  ),
  places: places.describe("How many may register with this pass; null for no limit of its own"),
  note: textOrNull.describe(
    "For those confirmed, in their letter and on their page: directions, or a link to a stream",
  ),
});

const differing = [
  (items: string[]) => new Set(items).size === items.length,
  "must differ from each other",
] as const;
const question = z.strictObject({
  // Answers are looked up by id in plain objects, which have a constructor.
  id: id
    .refine((value) => value !== "constructor", { error: "must be another word" })
    .describe("Names the question in lists and the API; keep it when you change the label"),
  label: text.max(120, { error: "must have at most 120 characters" }),
  kind: z.enum(QUESTION_KINDS, { error: `must be one of ${QUESTION_KINDS.join(", ")}` }),
  choices: z
    .array(word)
    .max(20, "must be at most twenty")
    .refine(...differing)
    .default([])
    .describe("The answers of a choice"),
  isRequired: falseUnlessSet,
  passes: texts
    .refine(...differing)
    .nullable()
    .default(null)
    .describe("The ids of the passes that are asked; all if omitted"),
  isSensitive: falseUnlessSet.describe("Such as diet or access: left out of the numbers of the API"),
});

/** Text of the organisers in one of the site’s letters. */
const letterText = text
  .max(2_000, { error: "must have at most 2000 characters" })
  .refine((value) => findUnknownPlaceholder(value) === null, {
    error: ({ input }) =>
      `has “${findUnknownPlaceholder(String(input))}”, which is not a placeholder. Use {name}, {reference} or {link}`,
  })
  .nullable()
  .default(null);

/** Replaces the sample. conference-file.server.ts derives omitted facts from others. */
export const ConferenceFile = z.strictObject({
  $schema: z.string().optional().describe("For editors: ./conference.schema.json"),
  name: text.describe("The conference. Omitted facts do not appear on the site"),
  title: text.optional().describe("Title of the landing page; built from name, city and date if omitted"),
  description: text.optional().describe("For search engines; built from name, date and venue if omitted"),
  headline: textOrNull.describe("The headline of the landing page; the name if omitted"),
  lead: textOrNull.describe("Text below the headline; the description if omitted"),
  tagline: text.optional().describe("Text below the heading of the registration page"),
  about: z.strictObject({ intro: textOrNull, benefits: passages.describe("Three look best") }).prefault({}),
  product: textOrNull.describe("The product included in every PR Pass; null for none"),
  subscriptionAnchor: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must consist of lowercase letters, digits and hyphens")
    .optional()
    .describe("The anchor of the section about the product"),
  subscription: z
    .strictObject({
      offer: text.optional().describe("The text of the red banner"),
      intro: textOrNull,
      value: textOrNull.describe("Its value, as shown on the page"),
      term: textOrNull.describe("Its duration, like 12-month"),
      benefits: passages,
    })
    .prefault({}),
  startsAt: time.describe("Start in local time: 2027-05-20T09:00"),
  endsAt: time.describe("End in local time"),
  timeZone: timeZone.describe("The city’s time zone, like Europe/Helsinki, used for every time on the site"),
  locale: locale
    .default("en-AU")
    .describe(
      "The language and country of the conference, like en-GB or nb-NO, for numbers, dates and the order of names; en-AU if omitted",
    ),
  clock: z
    .literal([12, 24], { error: "must be 12 or 24" })
    .default(12)
    .describe("Format of times, 1:15 PM or 13:15; 12 if omitted"),
  optional: z
    .array(z.enum(OPTIONAL_FIELDS, { error: `must be one of ${OPTIONAL_FIELDS.join(", ")}` }))
    .default([])
    .describe("Fields that this conference does not require"),
  photos: z
    .enum(["ink", "colour"], { error: "must be ink or colour" })
    .default("ink")
    .describe("Speakers’ photos in one ink or in colour; ink if omitted"),
  date: z
    .strictObject({
      iso: z.iso.date("must be a date, like 2027-05-20"),
      long: text,
      short: text,
    })
    .partial()
    .optional()
    .describe("The date in words; built from startsAt if omitted"),
  hours: text.optional().describe("The hours in words; built from startsAt and endsAt if omitted"),
  city: text,
  venue: z.strictObject({
    name: text,
    street: text.describe("Street and postcode on one line; the city is added unless it is included"),
    postalCode: orNull(text).describe("The postcode again, for search engines"),
    country: orNull(z.string().regex(/^[A-Z]{2}$/, "must be an ISO 3166 country code, like FI")).describe(
      "The ISO 3166 country code, like FI, for search engines",
    ),
    notes: z
      .array(z.strictObject({ label: text, text }))
      .default([])
      .describe("Parking, WiFi, transport"),
  }),
  contact: z.strictObject({
    email: email.describe("Where visitors write to, and the sender of emails unless MAIL_FROM is set"),
    phone: textOrNull.describe("As displayed"),
    phoneHref: z
      .string()
      .regex(/^tel:\+?[0-9-]+$/, "must be like tel:+358401234567")
      .nullable()
      .optional()
      .describe("As dialled; built from phone if omitted"),
  }),
  social: z.array(z.strictObject({ name: text, href: link })).default([]),
  sponsors: z
    .array(
      z.strictObject({
        name: text,
        href: link,
        text: z.string().default(""),
        tier: wordOrNull.describe("Sponsors of the same tier are grouped under its name"),
        logo: textOrNull.describe(
          "A PNG, JPEG, WebP or SVG file of at most 1 MB; the path is relative to this file",
        ),
      }),
    )
    .default([]),
  pages: z
    .array(z.strictObject({ title: word, href: link }))
    .default([])
    .describe("Links in the footer, such as a code of conduct"),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 currency code, like EUR")
    .default("")
    .describe("The currency of the plans, as an ISO 4217 code, like EUR"),
  salesFrom: z.iso
    .date("must be a date, like 2027-02-01")
    .nullable()
    .default(null)
    .describe("The day the plans go on sale, for search engines"),
  pricesNote: textOrNull.describe("The ticket shop, and the currency of prices"),
  plans: z
    .array(plan)
    .refine(...uniqueBy("planId"))
    .default([]),
  tracks: z
    .array(track)
    .max(12, "must be at most twelve")
    .refine(...uniqueBy("id"))
    .optional()
    .describe("The columns of the program, none to twelve; the sample’s if omitted"),
  types: z
    .array(sessionType)
    .min(1, "must not be empty")
    .refine(...uniqueBy("id"))
    .optional()
    .describe("The types of sessions; the sample’s if omitted"),
  passes: z
    .array(pass)
    .min(1, "must not be empty")
    .max(8, "must be at most eight")
    .refine(...uniqueBy("id"))
    .optional()
    .describe("One to eight; the sample’s if omitted"),
  registration: z
    .strictObject({
      opens: timeOrNull.describe("When registration opens, in local time; at once if omitted"),
      closes: timeOrNull.describe("When it closes, in local time; with the day itself if omitted"),
      places: places.describe("How many may register; null for no limit"),
      waitingList: falseUnlessSet.describe("Those who come too late wait, and are offered places"),
      offerHours: wholeNumber.default(24).describe("How long a place is offered; shorter near the end"),
      changesUntil: timeOrNull.describe(
        "Until when delegates may correct or pass on a registration, in local time; 18:00 on the day before if omitted",
      ),
    })
    .prefault({}),
  letters: z
    .strictObject({
      registered: letterText,
      confirmed: letterText,
      declined: letterText,
      waiting: letterText,
      offered: letterText,
    })
    .prefault({})
    .describe("Your own text in these letters, with {name}, {reference} and {link}"),
  questions: z
    .array(question)
    .max(8, "must be at most eight")
    .refine(...uniqueBy("id"))
    .default([])
    .describe("Your own questions on the registration form, at most eight"),
  deleteAfterDays: z
    .int(DAYS)
    .min(30, DAYS)
    .max(730, DAYS)
    .nullable()
    .default(null)
    .describe("When all delegates are deleted, in days after the conference, 30 to 730; never if omitted"),
  journalistFeatures: texts.default([]).describe("Benefits for journalists"),
});
export type FileFacts = Omit<z.output<typeof ConferenceFile>, "$schema">;

/** A file’s facts, none of them missing. Pages omit null values and empty lists. */
export type Conference = { [Name in keyof FileFacts]-?: Required<FileFacts[Name]> };

export const createConferenceJsonSchema = () => ({
  title: "CONFERENCE_FILE: facts of a conference",
  ...z.toJSONSchema(ConferenceFile, {
    target: "draft-7",
    io: "input",
    // The descriptions say what an omitted field means. Some defaults depend on other fields.
    override: ({ jsonSchema }) => void delete jsonSchema.default,
  }),
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
