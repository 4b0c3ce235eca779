// Routes declare, in a loader or middleware, how their pages are shared and indexed.
import { createContext, type MiddlewareFunction } from "react-router";
import type { Event, Offer, WithContext } from "schema-dts";
import { type Conference, conference, publicLink } from "#app/conference/conference.ts";
import type { DialogSession, DialogSpeaker, LandingData } from "#app/models/landing/landing.ts";
import { env } from "#app/platform/env.server.ts";
import { scriptSafeJson } from "#app/platform/text.ts";
import {
  CARD_PATH,
  NOTICES,
  type NoticePath,
  type SharingData,
  sessionCardPath,
  sessionPath,
  sessionSummary,
  speakerCardPath,
  speakerPath,
  speakerSummary,
} from "#app/sharing/sharing.ts";
import { type Availability, isFullyBooked, planPass } from "#app/vocabulary/availability.ts";

/** Called after all loaders. Null for admin, error and private pages, which have no meta tags. */
export const sharingContext = createContext<(() => SharingData) | null>(null);

export const shareNotice =
  (path: NoticePath): MiddlewareFunction<Response> =>
  ({ context }) => {
    const { title, description } = NOTICES[path];
    context.set(sharingContext, () => pageSharing(path, `${title} – ${conference.name}`, description));
  };

export const pageSharing = (path: string, title: string, description: string): SharingData =>
  share(path, { title, description });

export const conferenceSharing = (landing: LandingData): SharingData => ({
  ...share("/", conference),
  jsonLd: scriptSafeJson(conferenceData(landing)),
});

export const sessionSharing = (programSession: DialogSession): SharingData =>
  share(sessionPath(programSession.id), sessionSummary(programSession), {
    path: sessionCardPath(programSession.id),
    headline: programSession.title,
  });

export const speakerSharing = (speaker: DialogSpeaker): SharingData =>
  share(speakerPath(speaker.id), speakerSummary(speaker), {
    path: speakerCardPath(speaker.id),
    headline: speaker.name,
  });

const share = (
  path: string,
  { title, description }: { title: string; description: string },
  card = { path: CARD_PATH, headline: conference.headline ?? conference.name },
): SharingData => ({
  url: env.SITE_ORIGIN + path,
  title,
  description,
  image: env.SITE_ORIGIN + card.path,
  imageAlt: `${card.headline}. ${conference.date.long}, ${conference.venue.name}, ${conference.city}`,
  jsonLd: null,
});

// schema.org data delays the first load, so it contains only what search engines require.

const { name, description, startsAt, endsAt, venue, city, currency, plans, salesFrom, social } = conference;
const SITE = `${env.SITE_ORIGIN}/`;
const ON_SALE_FROM = salesFrom ?? conference.registration.opens;

/** Nothing is on sale after registration has closed. */
function conferenceData({ speakers, prices = {}, registration }: LandingData): WithContext<Event> {
  const isClosed = registration?.state === "closed";
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name,
    description,
    url: SITE,
    image: env.SITE_ORIGIN + CARD_PATH,
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: venue.name,
      address: {
        "@type": "PostalAddress",
        streetAddress: venue.street,
        addressLocality: city,
        ...(venue.postalCode === null ? {} : { postalCode: venue.postalCode }),
        ...(venue.country === null ? {} : { addressCountry: venue.country }),
      },
    },
    organizer: { "@type": "Organization", name, url: SITE, sameAs: social.map(({ href }) => href) },
    offers: isClosed ? [] : plans.map((plan) => offerOf({ ...plan, ...prices[plan.planId] }, registration)),
    performer: speakers.map(({ name }) => ({ "@type": "Person", name })),
  };
}

/** A price without a number, such as 'FREE', counts as 0. */
function offerOf(plan: Conference["plans"][number], registration: Availability | undefined): Offer {
  const { name, price, action } = plan;
  const isFull = isFullyBooked(registration?.full ?? [], planPass(plan));
  const availability = registration?.state === "before" ? "PreOrder" : isFull ? "SoldOut" : "InStock";
  return {
    "@type": "Offer",
    name,
    price: amountOf(price),
    priceCurrency: currency,
    availability: `https://schema.org/${availability}`,
    ...(ON_SALE_FROM === null ? {} : { validFrom: ON_SALE_FROM }),
    url: action.href.startsWith("https:") ? publicLink(action.href) : `${SITE}#registration`,
  };
}

/** Removes thousands separators, as in 1,290, 39.900 and 39 900. Keeps decimals: 12.50, 12,50. */
function amountOf(price: string): string {
  const [figures = "0"] = /\d([\d.,'’\s]*\d)?/.exec(price) ?? [];
  return figures.replace(/[.,'’\s](?=\d{3}(?!\d))/g, "").replace(",", ".");
}
