/** A ticket on sale (specification, 3 and 9). */
export type Plan = {
  planId: string;
  name: string;
  price: string;
  /** Earlier prices in order. Each is valid to the end of the day `until`. */
  steps?: { until: string; price: string }[];
  note: string;
  features: string[];
  featured: boolean;
  action: { label: string; href: string };
};

export type TrackFact = {
  id: string;
  name: string;
  /** Used in badges and headings. */
  short: string;
  /** Heading of the track's column in the program. */
  column: string;
  /** Heading above the track's speakers. */
  group: string;
  room: string | null;
};

export const TONES = ["red", "blue", "green", "yellow", "grey"] as const;

export type SessionTypeFact = {
  id: string;
  name: string;
  tone: (typeof TONES)[number];
  /** True for coffee and lunch, which are not sessions and conflict with none. */
  isBreak: boolean;
  needsSpeakers: boolean;
};

export type PassFact = {
  id: string;
  name: string;
  hint: string | null;
  decision: boolean;
  /** Preferred track of all holders. */
  track: string | null;
  /** True for journalists. The form asks for their outlet, and the decision is called accreditation. */
  isPress: boolean;
};

export const OPTIONAL_FIELDS = ["speaker.title", "speaker.company", "delegate.jobTitle"] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** `logo` is a path on this site. */
export type Sponsor = { name: string; href: string; text: string; tier: string | null; logo: string | null };

type Passage = { title: string; text: string };

/** schema.server.ts documents each field (docs/decisions/data.md). Pages omit null and empty lists. */
export type Conference = {
  name: string;
  title: string;
  description: string;
  headline: string | null;
  lead: string | null;
  tagline: string;
  about: { intro: string | null; benefits: Passage[] };
  /** The media platform included in every PR pass. */
  product: string | null;
  subscriptionAnchor: string;
  subscription: {
    offer: string;
    intro: string | null;
    value: string | null;
    term: string | null;
    benefits: Passage[];
  };
  date: { iso: string; long: string; short: string };
  /** ISO 8601 with the time zone's offset. */
  startsAt: string;
  endsAt: string;
  hours: string;
  city: string;
  timeZone: string;
  /** BCP 47. Determines how names, numbers and dates are formatted. */
  locale: string;
  clock: 12 | 24;
  /** Form fields that may be left blank. */
  optional: OptionalField[];
  photos: "ink" | "colour";
  venue: {
    name: string;
    street: string;
    postalCode: string | null;
    country: string | null;
    notes: { label: string; text: string }[];
  };
  contact: { email: string | null; phone: string | null; phoneHref: string | null };
  social: { name: string; href: string }[];
  sponsors: Sponsor[];
  pages: { title: string; href: string }[];
  pricesNote: string | null;
  currency: string;
  salesFrom: string | null;
  plans: Plan[];
  /** In the order of the program's columns. */
  tracks: TrackFact[];
  types: SessionTypeFact[];
  passes: PassFact[];
  journalistFeatures: string[];
};
