import type { Conference } from "#app/conference/schema.server.ts";
import { slugify } from "#app/platform/text.ts";

const SUPPORT_EMAIL = "support@pressboard.example.com";

const product = "Pressboard";

/** Names and columns follow sections 2, 3 and 9 of the specification. */
const track = (id: string, short: string, name: string, group = name) => ({
  id,
  name,
  short,
  group,
  column: `${short} Stream`,
  room: null,
});

const pass = (id: string, name: string, hint: string, track: string | null) => ({
  id,
  name,
  hint,
  track,
  decision: track !== null,
  isPress: track !== null,
  places: null,
  note: null,
});

export const SAMPLE_CONFERENCE: Conference = {
  name: "Byline 2025",
  title: "Byline 2025: Australia’s media and communications conference, Sydney, 11 September 2025",
  description:
    "One day in Sydney for PR and communications people, and the journalists they work with. Thursday 11 September 2025, 8:30 AM to 5:00 PM.",
  headline: "The day both ends of the pitch sit down together",
  lead: "Editors, producers and the people who pitch to them, in one building for one day. Hear what gets picked up, what gets deleted, and why.",
  tagline: "Join Australia's premier communications and media conference",
  about: {
    intro: "Media relations and communications, told by the people on both sides of the inbox.",
    benefits: [
      {
        title: "Better media relations",
        text: "Sit with the reporters, producers and editors who decide. Learn how each newsroom likes to be pitched, from the people you’ll be pitching to.",
      },
      {
        title: "Ready for AI and video",
        text: "See what newsrooms now automate, what they refuse to, and how a twenty-second clip changes the odds that your story runs.",
      },
      {
        title: "Join the community",
        text: `Every delegate gets an introductory ${product} subscription, so that the conversation does not stop at five o’clock. Existing subscribers attend free.`,
      },
    ],
  },
  product,
  subscriptionAnchor: `${slugify(product)}-subscription`,
  date: { iso: "2025-09-11", long: "Thursday 11 September 2025", short: "Sep 11" },
  startsAt: "2025-09-11T08:30:00+10:00",
  endsAt: "2025-09-11T17:00:00+10:00",
  hours: "8:30 AM to 5:00 PM",
  city: "Sydney",
  timeZone: "Australia/Sydney",
  locale: "en-AU",
  clock: 12,
  optional: [],
  photos: "ink",
  venue: {
    name: "The Composing Room",
    street: "48 Galley Lane, Ultimo NSW 2007",
    postalCode: "2007",
    country: "AU",
    notes: [
      { label: "Parking", text: "No parking on site. The Wattle Street car park is four minutes on foot." },
      { label: "Wi-Fi", text: "Free throughout the building. The network name is on your lanyard." },
      {
        label: "Train and light rail",
        text: "Central Station is nine minutes on foot; the Exhibition Centre light rail stop, three.",
      },
      {
        label: "Bus and bicycle",
        text: "Routes 501 and 389 stop on Harris Street. Bike racks are by the loading dock.",
      },
    ],
  },
  contact: { email: "hello@byline.example.com", phone: "(02) 5550 0925", phoneHref: "tel:+61255500925" },
  social: [
    { name: "Twitter", href: "https://twitter.example.com/byline2025" },
    { name: "LinkedIn", href: "https://linkedin.example.com/company/byline2025" },
    { name: "Instagram", href: "https://instagram.example.com/byline2025" },
    { name: "YouTube", href: "https://youtube.example.com/@byline2025" },
  ],
  sponsors: [
    {
      name: "Harbourline Wire",
      href: "https://harbourline.example.com",
      text: "Harbourline Wire paid for the lunch and asked for no slot on the program in return. Thank you.",
      tier: null,
      logo: null,
    },
  ],
  pages: [],
  subscription: {
    offer: `Every PR Pass comes with a free ${product} subscription and media database.`,
    intro: `${product} is where Australian communications people find out who covers what. Every PR Pass includes it.`,
    value: "$1,200",
    term: "12-month",
    benefits: [
      {
        title: "Media database",
        text: "Every newsroom in Australia and New Zealand, and who’s covering what this week.",
      },
      { title: "Unlimited press releases", text: "Post as many as you like to the distribution wire." },
      {
        title: "Daily media news and moves",
        text: "Who was hired, who left and what launched, by eight each morning.",
      },
      { title: "Video-enabled outreach", text: "Pitch with a short clip, and see whether it was watched." },
      {
        title: "The newsletter’s back catalogue",
        text: "Every issue of the insider newsletter, searchable.",
      },
    ],
  },
  pricesNote:
    "Buy a pass on our payment provider’s site, then register each person here. Prices are in Australian dollars.",
  currency: "AUD",
  salesFrom: "2025-03-03",
  plans: [
    {
      planId: "solo",
      name: "PR Pass",
      price: "$445",
      note: "$500 after 1 September 2025",
      features: [
        "One delegate pass",
        `A 3-month ${product} subscription`,
        "Recorded sessions",
        "Networking lunch and drinks",
      ],
      featured: false,
      action: { label: "Buy PR Pass", href: "https://checkout.example.com/byline-2025/pr-pass" },
      pass: null,
    },
    {
      planId: "team",
      name: "PR Team",
      price: "$990",
      note: "$1200 after 1 September 2025",
      features: [
        "Three delegate passes",
        `A 12-month ${product} subscription`,
        "Recorded sessions",
        "Networking lunch and drinks",
        "Additional passes $299",
      ],
      featured: true,
      action: { label: "Buy PR Team", href: "https://checkout.example.com/byline-2025/pr-team" },
      pass: null,
    },
    {
      planId: "subscriber",
      name: `${product} Subscribers`,
      price: "FREE",
      note: "Limited availability",
      features: [
        "At least one free pass",
        "Discounted extra tickets",
        "One-to-one training booking",
        "Recorded sessions",
        "Networking lunch and drinks",
      ],
      featured: false,
      action: {
        label: "Email us to book",
        href: `mailto:${SUPPORT_EMAIL}?subject=${encodeURIComponent("Byline 2025 subscriber pass")}`,
      },
      pass: null,
    },
  ],
  tracks: [
    track("b2c", "B2C", "Consumer & Mass Media"),
    track("b2b", "B2B", "Business Media"),
    track("tech", "Tech", "Technology", "Technology & Media"),
    track("media", "Media", "Media Professional Development", "Technology & Media"),
  ],
  types: [
    { id: "keynote", name: "Keynote", tone: "red", isBreak: false, needsSpeakers: true },
    { id: "panel", name: "Panel", tone: "blue", isBreak: false, needsSpeakers: true },
    { id: "workshop", name: "Workshop", tone: "green", isBreak: false, needsSpeakers: true },
    { id: "networking", name: "Networking", tone: "yellow", isBreak: false, needsSpeakers: false },
  ],
  passes: [
    pass("pr_pass", "PR Pass", "For PR professionals and communications specialists", null),
    pass("media_pass", "Media Pass", "For accredited journalists and media professionals", "media"),
  ],
  registration: {
    opens: null,
    closes: null,
    places: null,
    waitingList: false,
    offerHours: 24,
    changesUntil: null,
  },
  letters: { registered: null, confirmed: null, declined: null, waiting: null, offered: null },
  questions: [],
  deleteAfterDays: null,
  journalistFeatures: ["Every session and stream", "Recorded sessions", "Networking lunch and drinks"],
};
