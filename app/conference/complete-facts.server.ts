// Completes a CONFERENCE_FILE: what follows from its facts is made of them, and the rest is absent. The server alone does
// it, so that all browsers show a date the same way.
import type { ConferenceFile } from "#app/conference/schema.server.ts";
import type { Conference } from "#app/conference/types.ts";
import { inZone, isoInZone } from "#app/platform/iso-in-zone.server.ts";
import { slugOf } from "#app/platform/slug.ts";

/** All facts of the conference that a checked file describes. */
export function completeFacts({ $schema, ...file }: ConferenceFile): Conference {
  const { name, city, timeZone, product = null } = file;
  const [startsAt, endsAt] = [inZone(file.startsAt, timeZone), inZone(file.endsAt, timeZone)];
  const date = { ...dateOf(startsAt, timeZone), ...file.date };
  const hours = file.hours ?? hoursOf(startsAt, endsAt, timeZone);
  const venue = { postalCode: null, country: null, notes: [], ...file.venue };
  const contact = { email: null, phone: null, ...file.contact };
  return {
    title: `${name}: ${city}, ${date.long.replace(/^\p{L}+\s+(?=\d)/u, "")}`,
    description: `${name} in ${city}. ${date.long}, ${hours}, ${venue.name}, ${venue.street}.`,
    headline: null,
    lead: null,
    tagline: `Join us in ${city} on ${date.long}`,
    subscriptionAnchor: [product && slugOf(product), "subscription"].filter(Boolean).join("-"),
    locale: "en-AU",
    social: [],
    sponsors: [],
    pricesNote: null,
    currency: "",
    salesFrom: null,
    plans: [],
    journalistFeatures: [],
    ...file,
    about: { intro: null, benefits: [], ...file.about },
    product,
    subscription: {
      offer: product === null ? "" : `Every PR pass comes with a free ${product} subscription.`,
      intro: null,
      value: null,
      term: null,
      benefits: [],
      ...file.subscription,
    },
    startsAt: isoInZone(startsAt, timeZone),
    endsAt: isoInZone(endsAt, timeZone),
    date,
    hours,
    venue,
    contact: { phoneHref: telephone(contact.phone), ...contact },
  };
}

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
