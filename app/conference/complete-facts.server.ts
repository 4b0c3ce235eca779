// What a CONFERENCE_FILE leaves open: made of what it says, or left out. On the server alone, so that no
// two browsers spell a date in two ways.
import { sampleWith } from "#app/conference/sample.ts";
import type { ConferenceFile } from "#app/conference/schema.server.ts";
import type { Conference } from "#app/conference/types.ts";
import { inZone, isoInZone } from "#app/platform/iso-in-zone.server.ts";
import { slugOf } from "#app/platform/slug.ts";

/** All facts of the conference that a checked file describes. */
export function completeFacts({ $schema, ...file }: ConferenceFile): Conference {
  const sample = sampleWith(file.product ?? "Pressboard");
  const base = file.name === undefined ? sample : bare(sample);
  const said = merge(base, file) as Conference;
  const startsAt = inZone(said.startsAt, said.timeZone);
  const endsAt = inZone(said.endsAt, said.timeZone);
  const isMoved = [file.startsAt, file.endsAt, file.timeZone].some((fact) => fact !== undefined);
  const isElsewhere = file.city !== undefined || file.venue?.name !== undefined;
  const isAnother = file.name !== undefined || isMoved || isElsewhere;

  const { date: fileDate, hours: fileHours } = file;
  const date = { ...(isMoved ? dateOf(startsAt, said.timeZone) : base.date), ...fileDate };
  const hours = fileHours ?? (isMoved ? hoursOf(startsAt, endsAt, said.timeZone) : base.hours);
  const { name, city, venue, product } = said;
  /** What the file says; else, where what it is made of has changed, the same made anew; else the base's. */
  const derive = (own: string | undefined, hasChanged: boolean, made: string, old: string) =>
    own ?? (hasChanged ? made : old);
  const day = date.long.replace(/^\p{L}+\s+(?=\d)/u, "");
  return {
    ...said,
    startsAt: isoInZone(startsAt, said.timeZone),
    endsAt: isoInZone(endsAt, said.timeZone),
    date,
    hours,
    title: derive(file.title, isAnother, `${name}: ${city}, ${day}`, base.title),
    description: derive(
      file.description,
      isAnother,
      `${name} in ${city}. ${date.long}, ${hours}, ${venue.name}, ${venue.street}.`,
      base.description,
    ),
    tagline: derive(
      file.tagline,
      file.name !== undefined || file.city !== undefined,
      `Join us in ${city} on ${date.long}`,
      base.tagline,
    ),
    subscriptionAnchor: derive(
      file.subscriptionAnchor,
      file.product !== undefined,
      [product && slugOf(product), "subscription"].filter(Boolean).join("-"),
      base.subscriptionAnchor,
    ),
    subscription: {
      ...said.subscription,
      offer: derive(
        file.subscription?.offer,
        file.name !== undefined,
        product === null ? "" : `Every PR pass comes with a free ${product} subscription.`,
        base.subscription.offer,
      ),
    },
    // Notes on how to get there are about the place that they were written for.
    venue: {
      ...venue,
      postalCode: file.venue?.postalCode ?? (isElsewhere ? null : base.venue.postalCode),
      country: file.venue?.country ?? (isElsewhere ? null : base.venue.country),
      notes: file.venue?.notes ?? (file.venue?.street === undefined ? base.venue.notes : []),
    },
    // And a day on which the sale began is about the plans that it was said of.
    salesFrom: file.salesFrom ?? (file.plans === undefined ? base.salesFrom : null),
    contact: {
      ...said.contact,
      phoneHref:
        file.contact?.phoneHref ??
        (file.contact?.phone === undefined ? base.contact.phoneHref : telephone(said.contact.phone)),
    },
  };
}

/** Of another conference nothing is known: what the sample says about itself is no default for it. */
const bare = (sample: Conference): Conference => ({
  ...sample,
  headline: null,
  lead: null,
  about: { intro: null, benefits: [] },
  product: null,
  subscriptionAnchor: "subscription",
  subscription: { ...sample.subscription, intro: null, value: null, benefits: [] },
  venue: { ...sample.venue, postalCode: null, country: null, notes: [] },
  contact: { email: null, phone: null, phoneHref: null },
  social: [],
  sponsors: [],
  pricesNote: null,
  plans: [],
  salesFrom: null,
  journalistFeatures: [],
});

/** Objects are merged, everything else replaces what was there. */
function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isObject(base) || !isObject(over)) return over;
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = merge(base[key], value);
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** 'Thursday 11 September 2025', 'Sep 11', 2025-09-11: the day of a moment in a time zone. */
function dateOf(moment: Date, timeZone: string): Conference["date"] {
  const iso = isoInZone(moment, timeZone).slice(0, 10);
  const words = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(moment);
  const long = words("en-AU", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return {
    iso,
    long: long.replace(",", ""),
    short: words("en-US", { month: "short", day: "numeric" }),
  };
}

/** '8:30 AM to 5:00 PM'. */
function hoursOf(start: Date, end: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZone,
  });
  return [start, end].map((moment) => clock.format(moment).replace(/\u202f/g, " ")).join(" to ");
}

const telephone = (phone: string | null): string | null =>
  phone === null ? null : `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
