// The facts that a conference consists of.
/** A ticket on sale (specification, 3 and 9). */
export type Plan = {
  planId: string;
  name: string;
  price: string;
  /** What it costs before that, each until the end of a day, the earliest first. */
  steps?: { until: string; price: string }[];
  note: string;
  features: string[];
  featured: boolean;
  action: { label: string; href: string };
};

type Passage = { title: string; text: string };

/**
 * The facts of a conference, from a CONFERENCE_FILE or the sample (docs/decisions/022); schema.server.ts describes each.
 * Pages leave out what is null or an empty list.
 */
export type Conference = {
  name: string;
  title: string;
  description: string;
  headline: string | null;
  lead: string | null;
  tagline: string;
  about: { intro: string | null; benefits: Passage[] };
  /** The provider's media platform, which every PR pass comes with. */
  product: string | null;
  /** The anchor of the section about it. */
  subscriptionAnchor: string;
  subscription: {
    offer: string;
    intro: string | null;
    value: string | null;
    term: string | null;
    benefits: Passage[];
  };
  date: { iso: string; long: string; short: string };
  /** The same as date and hours, for calendars: ISO 8601 with the offset of the time zone. */
  startsAt: string;
  endsAt: string;
  hours: string;
  city: string;
  timeZone: string;
  /** The language of the place, by BCP 47: how names are sorted and decimals written. */
  locale: string;
  venue: {
    name: string;
    street: string;
    postalCode: string | null;
    /** By ISO 3166. */
    country: string | null;
    notes: { label: string; text: string }[];
  };
  contact: { email: string | null; phone: string | null; phoneHref: string | null };
  social: { name: string; href: string }[];
  sponsors: { name: string; href: string; text: string }[];
  pricesNote: string | null;
  /** What the prices are in, by ISO 4217. */
  currency: string;
  /** The day from which the plans are sold. */
  salesFrom: string | null;
  plans: Plan[];
  journalistFeatures: string[];
};
