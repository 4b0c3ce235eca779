/** A ticket on sale (specification, sections 3 and 9). */
export type TicketPlan = {
  planId: string;
  name: string;
  price: string;
  /** Earlier prices in date order. Each is valid until the end of its `until` day. */
  steps?: { until: string; price: string }[];
  note: string;
  features: string[];
  featured: boolean;
  action: { label: string; href: string };
};

export type TrackConfig = {
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

export type SessionTypeConfig = {
  id: string;
  name: string;
  tone: (typeof TONES)[number];
  /** True for breaks such as lunch, which do not count as sessions and never conflict. */
  isBreak: boolean;
  needsSpeakers: boolean;
};

export type PassConfig = {
  id: string;
  name: string;
  hint: string | null;
  decision: boolean;
  /** The preferred track of everyone with this pass. */
  track: string | null;
  /** True for journalists' passes: the form has an outlet field, and holders are accredited. */
  isPress: boolean;
};

export const OPTIONAL_FIELDS = ["speaker.title", "speaker.company", "delegate.jobTitle"] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** `logo` is a path on this site. */
export type Sponsor = { name: string; href: string; text: string; tier: string | null; logo: string | null };

type Passage = { title: string; text: string };

/** The fields are documented in schema.server.ts. Pages omit null values and empty lists. */
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
  /** BCP 47 language tag. Determines how names are sorted and numbers and dates are formatted. */
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
  plans: TicketPlan[];
  /** In the order of the program's columns. */
  tracks: TrackConfig[];
  types: SessionTypeConfig[];
  passes: PassConfig[];
  journalistFeatures: string[];
};
