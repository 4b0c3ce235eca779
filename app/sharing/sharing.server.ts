// Routes declare, in a loader or middleware, how their pages are shared and indexed.
import { createContext, type MiddlewareFunction } from "react-router";
import type { Event, Offer, Person, Place, WithContext } from "schema-dts";
import { type Conference, conference } from "#app/conference/conference.ts";
import type {
  CurrentPrices,
  DialogSession,
  DialogSpeaker,
  LandingData,
} from "#app/models/landing/landing.ts";
import { getPeriods, type Period, toLocalIso } from "#app/models/program-session/periods.server.ts";
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
  speakerPath,
  speakerSummary,
} from "#app/sharing/sharing.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

/** Called after all loaders. Null for admin, error and private pages, which have no meta tags. */
export const sharingContext = createContext<(() => SharingData) | null>(null);

export const shareNotice =
  (path: NoticePath): MiddlewareFunction<Response> =>
  ({ context }) => {
    const { title, description } = NOTICES[path];
    context.set(sharingContext, () => pageSharing(path, `${title} – ${conference.name}`, description));
  };

export const pageSharing = (path: string, title: string, description: string): SharingData =>
  share(path, { title, description }, EVENT_CARD, null);

export const conferenceSharing = ({ speakers, phase, prices }: LandingData): SharingData =>
  share(
    "/",
    conference,
    EVENT_CARD,
    conferenceData(speakers, phase?.kind === "after" ? null : (prices ?? {})),
  );

export function sessionSharing(
  programSession: DialogSession,
  speakers: { name: string }[],
  { programSessions }: LandingData,
): SharingData {
  const { id, title } = programSession;
  const summary = sessionSummary(programSession);
  const period = getPeriods(programSessions).get(id);
  const data = sessionData(programSession, summary.description, period, speakers);
  return share(sessionPath(id), summary, { path: sessionCardPath(id), headline: title }, data);
}

export const speakerSharing = (speaker: DialogSpeaker): SharingData =>
  share(speakerPath(speaker.id), speakerSummary(speaker), EVENT_CARD, speakerData(speaker));

const EVENT_CARD = { path: CARD_PATH, headline: conference.name };

const share = (
  path: string,
  { title, description }: { title: string; description: string },
  card: { path: string; headline: string },
  data: object | null,
): SharingData => ({
  url: env.SITE_ORIGIN + path,
  title,
  description,
  image: env.SITE_ORIGIN + card.path,
  imageAlt: `${card.headline}. ${conference.date.long}, ${conference.venue.name}, ${conference.city}`,
  jsonLd: data && scriptSafeJson(data),
});

// schema.org data delays the first load, so it contains only what search engines require.

const { name, description, startsAt, endsAt, venue, city, currency, plans, salesFrom, social } = conference;
const SITE = `${env.SITE_ORIGIN}/`;

const place: Place = {
  "@type": "Place",
  name: venue.name,
  address: {
    "@type": "PostalAddress",
    streetAddress: venue.street,
    addressLocality: city,
    ...(venue.postalCode === null ? {} : { postalCode: venue.postalCode }),
    ...(venue.country === null ? {} : { addressCountry: venue.country }),
  },
};
const EVENT_DEFAULTS = {
  eventStatus: "https://schema.org/EventScheduled",
  eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
} as const;

/** `prices` are today's prices, or null if nothing is on sale. */
function conferenceData(speakers: { name: string }[], prices: CurrentPrices | null): WithContext<Event> {
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name,
    description,
    url: SITE,
    image: env.SITE_ORIGIN + CARD_PATH,
    startDate: startsAt,
    endDate: endsAt,
    ...EVENT_DEFAULTS,
    location: place,
    organizer: { "@type": "Organization", name, url: SITE, sameAs: social.map(({ href }) => href) },
    offers: prices === null ? [] : plans.map((plan) => offerOf({ ...plan, ...prices[plan.planId] })),
    ...performers(speakers),
  };
}

/** A session without a time lasts all day. */
function sessionData(
  session: { id: number; title: string; status?: string },
  summary: string,
  period: Period | undefined,
  speakers: { name: string }[],
): WithContext<Event> {
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: session.title,
    description: summary,
    url: env.SITE_ORIGIN + sessionPath(session.id),
    image: env.SITE_ORIGIN + sessionCardPath(session.id),
    ...(period
      ? { startDate: toLocalIso(period.start), endDate: toLocalIso(period.end) }
      : { startDate: conference.date.iso }),
    ...EVENT_DEFAULTS,
    ...(isCancelled(session) && { eventStatus: "https://schema.org/EventCancelled" }),
    location: place,
    ...performers(speakers),
    superEvent: { "@type": "Event", name, url: SITE },
  };
}

const speakerData = ({ id, name, title, company, bio, imageUrl }: DialogSpeaker): WithContext<Person> => ({
  "@context": "https://schema.org",
  "@type": "Person",
  name,
  jobTitle: title,
  ...(company ? { worksFor: { "@type": "Organization", name: company } } : {}),
  ...(bio ? { description: bio } : {}),
  ...(imageUrl ? { image: env.SITE_ORIGIN + imageUrl } : {}),
  url: env.SITE_ORIGIN + speakerPath(id),
});

const performers = (speakers: { name: string }[]) =>
  speakers.length > 0
    ? { performer: speakers.map(({ name }) => ({ "@type": "Person" as const, name })) }
    : {};

/** A price without a number, such as 'FREE', counts as 0. */
function offerOf({ name, price, action }: Conference["plans"][number]): Offer {
  return {
    "@type": "Offer",
    name,
    price: amountOf(price),
    priceCurrency: currency,
    availability: "https://schema.org/InStock",
    ...(salesFrom === null ? {} : { validFrom: salesFrom }),
    url: action.href.startsWith("https:") ? action.href : `${SITE}#registration`,
  };
}

/** Removes thousands separators, as in 1,290, 39.900 and 39 900. Keeps decimals: 12.50, 12,50. */
function amountOf(price: string): string {
  const [figures = "0"] = /\d([\d.,'’\s]*\d)?/.exec(price) ?? [];
  return figures.replace(/[.,'’\s](?=\d{3}(?!\d))/g, "").replace(",", ".");
}
